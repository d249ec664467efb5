"""Rows in their order in time, each with the average of itself and of some before it."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import Held, named
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.lists import parameters
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.types import Type

_MOVING = r"(?i)\b(?:moving|rolling|running|sliding)[- ](?:average|mean)s?\b"
_MEAN = re.compile(r"(?i)average|avg|mean|trend|smooth|^ma$|^sma$")
_SIZE = re.compile(r"(?i)^(?:window|n|days|size|period|periods|last|entries|over)$")
_ROUNDED = (
    r"(?i),? ?(?:all )?rounded to (?P<n>one|two|three|\d)(?: (?:digits?|decimals?|decimal "
    r"places?|places))?"
)
_TIMES, _SUMS = ("date", "datetime"), ("integer", "number")
_NUMBERS = {"one": "1", "two": "2", "three": "3"}
_WORDS = (
    r"(?:moving|rolling|running|sliding)[- ](?:averages?|means?)|every|each|day|days|its|"
    r"entries|values?|measurements?|readings?|last|"
    r"over|window|of|with|points?|\d+|oldest|earliest|first|in order|by date|chronological|"
    r"rows|previous|up to"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Write the lists that show moving averages."""
    for scene in scenes:
        text = " ".join(one.whole for one in scene.request.said)
        sketch = scene.told.answer
        record = (sketch.listed or (sketch if scene.told.several else None)) if sketch else None
        if scene.request.method != "GET" or scene.deed is not None or record is None:
            continue
        if not re.search(_MOVING, text) or scene.rows:
            continue
        for kind in [x for x in service.kinds if x.makes and _sorts(x, *_TIMES)]:
            if _written(scene, kind, text, record.names):
                break


def _sorts(kind: Kind, *sorts: str) -> list[str]:
    return [n for n, h in kind.fields.items() if (h.type or named(n)).kind in sorts and not h.of]


def _written(scene: Scene, kind: Kind, text: str, names: tuple[str, ...]) -> bool:
    means = [n for n in names if _MEAN.search(n) and n not in kind.fields]
    amounts = [n for n in names if n in _sorts(kind, *_SUMS)] or _sorts(kind, *_SUMS)
    rest = [n for n in names if n not in means and n not in kind.fields and n != kind.key.name]
    if len(means) != 1 or rest or len(amounts) != 1:
        return False
    asked = parameters(scene)
    size = next((n for n in asked if _SIZE.match(n)), "")
    fixed = re.search(
        r"(?i)\blast (\d+)\b|\b(\d+)[- ](?:day|entry|point|value)s?\b|\bover (\d+)\b", text
    )
    told = next((x for x in fixed.groups() if x), "") if fixed else ""
    if not size and not told:
        return False
    many = f"input.{size}" if size else told
    if size:
        usual = asked[size] if asked[size].isdigit() else ""
        default = re.search(r"(?i)\bdefault(?:s|ing)?(?: is| to|:)? (\d+)|(\d+) by default", text)
        value = next((x for x in default.groups() if x), "") if default else ""
        kept = Held(
            size,
            Type("integer", minimum=1),
            required=not (value or usual),
            default=value or usual or None,
        )
        scene.bring(size, "query", kept)
    times = _sorts(kind, *_TIMES)
    time = next((x for x in times if x in kind.brought), times[0])
    mean = (
        f"average(each(x in all[where .{time} <= one.{time}, by .{time} down, limit {many}]: "
        f"x.{amounts[0]}))"
    )
    if (found := re.search(_ROUNDED, text)) is not None:
        mean = f"round({mean}, {_NUMBERS.get(found['n'], found['n'])})"
    values = ", ".join(f"{n}: {mean if n in means else f'one.{n}'}" for n in names)
    lines = [
        f"let all = {kind.name}[by .{time}]",
        f"answer {scene.told.status or 200} each(one in all: {{{values}}})",
    ]
    scene.kind = None
    scene.deed = lambda one, guards: one.lines.extend([*guards, *lines])
    for one in scene.told.said:
        one.take(_ROUNDED)
    heard.forget(scene, _WORDS)
    return True
