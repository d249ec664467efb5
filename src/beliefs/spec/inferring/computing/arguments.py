"""What a route is brought, and what of it a function could take."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Property, Route, Shape, is_list, is_record
from beliefs.spec.types import Type

_DAY = re.compile(r"\d{4}-\d\d-\d\d(?:[T ].*)?")
_DAYS = re.compile(
    r"(?i)^(?:(?:start|end|from|to|birth|due|base|first|second)_?)?(?:date|day|dob|birthday)\d?$|"
    r"^born(?:_on)?$|birth_?date|date_of_birth"
)
_DATED = {"from", "to", "start", "end", "since", "until"}
_WANTED = {
    "T": Type("string"),
    "N": Type("number"),
    "I": Type("integer"),
    "D": Type("date"),
    "L": Type("list", item=Type("number")),
}


@dataclass(frozen=True, slots=True)
class Given:
    """One input: its name, its type, what it may be taken for, and a sample of it."""

    name: str
    wire: str
    type: Type
    fits: str
    sample: Any = None
    shown: bool = False  # whether there is a sample
    path: bool = False


def brought(route: Route) -> tuple[Given, ...]:
    """Everything that a route is brought, in order."""
    samples = samples_of(route)
    found = [
        _given(each.name, each.shape, samples, free=_free(each), path=each.place == "path")
        for each in route.params
        if each.place in {"path", "query"}
    ]
    body = route.body
    if is_record(body) and body is not None and body.properties:
        found += [_part(each, samples) for each in body.properties if not each.read_only]
    elif body is not None:
        given = _given("body", body, {}, free=False)
        text = route.consumes == "text/plain"
        found.append(replace(given, fits="T", type=Type("string")) if text else given)
    return tuple(found)


def _part(part: Property, samples: dict[str, Any]) -> Given:
    return _given(part.name, part.shape, samples, free=False)


def _free(param: Param) -> bool:
    """Whether a parameter may be anything, as nothing but its name is said."""
    return param.shape.type.kind == "json" or (
        param.silent and param.shape.type.kind == "string" and not param.shape.type.choices
    )


def _given(
    name: str, shape: Shape, samples: dict[str, Any], *, free: bool, path: bool = False
) -> Given:
    kind = shape.type
    shown = name in samples
    sample = samples.get(name)
    letters = _letters(name, shape, free=free)
    if free and shown:
        letters = _of_sample(name, sample)
    inner = name if re.fullmatch(r"[A-Za-z_]\w*", name) else re.sub(r"\W", "_", name)
    return Given(inner, name, kind, letters, _read(sample, letters), shown, path)


def _letters(name: str, shape: Shape, *, free: bool) -> str:
    kind = shape.type.kind
    if free:
        return "DT" if _DAYS.search(name) else "TNID" if name in _DATED else "TNI"
    if is_list(shape):
        item = shape.item.type.kind if shape.item is not None else "json"
        return "LS" if item in {"integer", "number", "json"} else "S"
    named: dict[str, str] = {"integer": "IN", "number": "N", "boolean": "B", "date": "D"}
    named |= {"datetime": "D", "record": "R", "json": "RSL", "file": "FT"}
    if kind == "string" and _DAYS.search(name):
        return "DT"
    return named.get(kind, "T")


def _of_sample(name: str, sample: Any) -> str:
    if isinstance(sample, bool):
        return "B"
    if isinstance(sample, int | float):
        return "IN" if float(sample).is_integer() else "N"
    text = str(sample)
    if re.fullmatch(r"-?\d+", text):
        return "INT"
    if re.fullmatch(r"-?\d+\.\d+", text):
        return "NT"
    if _DAY.fullmatch(text):
        return "DT"
    return "DT" if _DAYS.search(name) else "T"


def _read(sample: Any, letters: str) -> Any:
    """A sample that came as text, as what it stands for."""
    number = isinstance(sample, str) and re.fullmatch(r"-?\d+(?:\.\d+)?", sample.strip())
    if number and letters[:1] in {"I", "N"}:
        return float(sample) if "." in sample else int(sample)
    return sample


def samples_of(route: Route) -> dict[str, Any]:
    """Values that a route is shown with: in its query, its body, and as its answer has them."""
    found: dict[str, Any] = {}
    answered = _record(route.good.example) if route.good is not None else {}
    names = {each.name for each in route.params}
    found |= {name: value for name, value in answered.items() if name in names}
    for each in route.params:
        if each.shape.example:
            found[each.name] = _loaded(each.shape.example)
    for name, value in re.findall(r"[?&](\w+)=([\w%+:@.#-]*[\w%])", route.words):
        found[name] = value
    found |= _record(route.example)
    for part in route.body.properties if route.body is not None else ():
        if part.shape.example and part.name not in found:
            found[part.name] = _loaded(part.shape.example)
    return found


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _record(text: str) -> dict[str, Any]:
    value = _loaded(text) if text else {}
    return value if isinstance(value, dict) else {}


def taken(takes: str, given: tuple[Given, ...]) -> tuple[Given, ...] | None:
    """The inputs that a function takes, in order; None where some are not there."""
    found: list[Given] = []
    for letter in takes.split():
        fits = [each for each in given if each not in found and letter in each.fits]
        alone = [each for each in fits if each.fits.startswith(letter)]
        if not fits:
            return None
        found.append((alone or fits)[0])
    return tuple(found)


def as_wanted(given: Given, letter: str) -> Type:
    """The type of an input, where a function takes it for something."""
    kind = given.type
    wanted = _WANTED.get(letter, kind)
    if kind.kind == wanted.kind or (kind.kind == "integer" and letter == "N"):
        return kind
    if kind.kind == "number" and letter == "I":
        return replace(kind, kind="integer")
    return wanted if kind.kind in {"json", "string"} else kind
