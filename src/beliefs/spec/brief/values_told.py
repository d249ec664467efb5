"""Values that a failure tells: "no umbrella 7", "only 4 left", "cannot go from ready to new"."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene
from beliefs.spec.brief.sketch import Sketch, scalar_of
from beliefs.spec.brief.wording import is_place


class Spoken(NamedTuple):
    """What a failure tells, as expressions: its words, where they vary, and what is beside them."""

    plain: bool
    message: str = ""
    more: Mapping[str, str] = MappingProxyType({})


def spoken(scene: Scene, fault: Fault, holds: str) -> Spoken:
    """What a failure tells where a guard over an expression refuses."""
    more = _beside(scene, fault, holds)
    message = _message(scene, fault, holds)
    return Spoken(not message and not more, message, more)


# ---- words ---------------------------------------------------------------------------------------

_PLACES = re.compile(r"<(?P<a>[^<>]+)>|\{(?P<b>[^{}]+)\}|(?P<n>(?<![\w.-])\d+(?:\.\d+)?(?![\w-]))")


def _message(scene: Scene, fault: Fault, holds: str) -> str:
    """The words of a failure as an expression, where they tell a value."""
    text = fault.message
    pieces: list[str] = []
    at = 0
    for place, value in sorted(_values(scene, fault, holds)):
        start, end = place
        if start < at:
            continue
        if text[at:start]:
            pieces.append(json.dumps(text[at:start], ensure_ascii=False))
        pieces.append(f"text({value})")
        at = end
    if not pieces:
        return ""
    if text[at:]:
        pieces.append(json.dumps(text[at:], ensure_ascii=False))
    return f'joined([{", ".join(pieces)}], "")'


def _values(scene: Scene, fault: Fault, holds: str) -> list[tuple[tuple[int, int], str]]:
    found = []
    for each in _PLACES.finditer(fault.message):
        name = each["a"] or each["b"]
        value = _named(scene, name, holds) if name else _number(scene, fault, holds, each["n"])
        if value is not None:
            found.append((each.span(), value))
    return found or _states(scene, fault)


def _named(scene: Scene, name: str, holds: str) -> str | None:
    """The value that a place in the words is for."""
    plain = re.sub(r"\W+", "_", name.lower()).strip("_")
    for word in (plain, *reversed(plain.split("_"))):
        if word in scene.given:
            return f"input.{word}"
        if (row := _row(scene, holds)) is not None and word in {*row.fields, row.key.name}:
            return f"{row.one}.{word}"
    return f"input.{scene.row.param}" if scene.row is not None and "id" in plain else None


def _number(scene: Scene, fault: Fault, holds: str, sample: str) -> str | None:
    """What a number in the words is: the key that was asked for, or what was too little."""
    missing = re.fullmatch(r"(\w+) != null", holds.strip())
    if missing is not None:
        row = next((x for x in scene.rows if x.one == missing[1]), None)
        return f"input.{row.param}" if row is not None and row.param in scene.given else None
    if re.search(rf"(?<![\w.]){re.escape(sample)}(?![\w.])", re.sub(r"\[where.*?\]", "", holds)):
        return None  # a bound that never changes
    del fault
    return _compared(scene, holds)


def _states(scene: Scene, fault: Fault) -> list[tuple[tuple[int, int], str]]:
    """Two states that are named: the one that the row is in, and the one that was asked for."""
    row = scene.row
    if row is None:
        return []
    for name, held in row.fields.items():
        choices = held.type.choices if held.type is not None else ()
        if not choices:
            continue
        named = list(re.finditer(rf"\b(?:{'|'.join(map(re.escape, choices))})\b", fault.message))
        if len(named) == 2 and name in scene.given and named[0][0] != named[1][0]:
            return [(named[0].span(), f"{row.one}.{name}"), (named[1].span(), f"input.{name}")]
    return []


# ---- what is beside the words --------------------------------------------------------------------


def _beside(scene: Scene, fault: Fault, holds: str) -> dict[str, str]:
    if fault.body is None:
        return {}
    shown = json.loads(fault.form) if fault.form else {}
    told = {}
    for part in fault.body.parts:
        if part.name in shown:
            continue
        value = _value(scene, part.name, part.value, holds)
        if value is None:
            scene.open.append(f"what {part.name} is when it fails")
        told[part.name] = value or "null"
    return told


def _value(scene: Scene, name: str, sample: Sketch, holds: str) -> str | None:
    row = _row(scene, holds)
    told = scalar_of(sample)
    if row is not None and name in {*row.fields, row.key.name}:
        return f"{row.one}.{name}"
    if name in scene.given:
        return f"input.{name}"
    if isinstance(told, bool):
        return json.dumps(told)
    if isinstance(told, (int, float)) or (told is None and sample.form == "value"):
        return _compared(scene, holds)
    if isinstance(told, str) and not is_place(told):
        return json.dumps(told, ensure_ascii=False)
    return None


def _row(scene: Scene, holds: str) -> Kind | None:
    """The row that a condition is about."""
    for name in re.findall(r"(?<![\w.])([a-z]\w*)\.\w+", holds):
        for each in (*scene.rows, *scene.service.kinds):
            if each.one == name:
                return each
    return scene.row


def _compared(scene: Scene, holds: str) -> str | None:
    """The number of a row that a condition is about."""
    for name, field in re.findall(r"(?<![\w.])([a-z]\w*)\.(\w+)", holds):
        if name in {"input", "me", "given"}:
            continue
        if any(each.one == name for each in (*scene.rows, *scene.service.kinds)):
            return f"{name}.{field}"
    return None
