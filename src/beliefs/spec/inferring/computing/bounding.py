"""How far an input that something is worked out of may go, by what is said of it."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Contract, Route
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.types import NUMBERS, Type

_NUMBER = r"(-?\d+(?:\.\d+)?)"
_MORE, _LESS = "more|greater|larger|bigger|higher", "less|smaller|lower|fewer"
_OVER = re.compile(rf"(?i)(?:\b(?:{_MORE}) than|\b(?:above|over)|>) ?{_NUMBER}")
_UNDER = re.compile(rf"(?i)(?:\b(?:{_LESS}) than|\b(?:below|under)|<) ?{_NUMBER}")


def bounded(kind: Type, name: str, route: Route, contract: Contract) -> Type:
    """The type of an input with its bounds: as demanded, and by what is refused."""
    if kind.kind not in NUMBERS:
        return kind
    spoken = re.escape(name).replace("_", "[ _-]")
    for text in _demands(name, spoken, route):
        told = jotted(f"{kind.kind}, {text}", name).shape.type
        kind = replace(
            kind,
            minimum=_first(kind.minimum, told.minimum),
            maximum=_first(kind.maximum, told.maximum),
            above=_first(kind.above, told.above),
            below=_first(kind.below, told.below),
        )
    for fault in (*route.faults, *contract.faults):
        if fault.status in {400, 422} and re.search(rf"(?i)\b{spoken}\b", fault.words):
            kind = _refused(kind, fault.words)
    return kind


def _first(one: float | None, other: float | None) -> float | None:
    return other if one is None else one


def _demands(name: str, spoken: str, route: Route) -> list[str]:
    """What is said that an input must be."""
    found = [each.shape.words for each in route.params if each.name == name]
    part = route.good.shape.part(name) if route.good and route.good.shape else None
    found += [part.words] if part is not None else []
    must = rf"(?i)^(?:the )?`?{spoken}`?,? (?:must|has to|needs to|should|is|goes|may) (.*)"
    told = (re.match(must, each) for each in sentences(route.words))
    found += [each[1] for each in told if each]
    return [re.split(r"(?i),? (?:otherwise|else)\b", each)[0] for each in found if each]


def _refused(kind: Type, words: str) -> Type:
    """A type without what a failure is about: "n more than 170 or negative"."""
    if re.search(r"(?i)\bnot (?:a )?positive|\bzero or negative|\bnegative or (?:zero|0)", words):
        kind = replace(kind, above=_first(kind.above, 0))
    elif re.search(r"(?i)(?<!non-)(?<!not )\bnegative\b", words):
        kind = replace(kind, minimum=_first(kind.minimum, 0))
    if found := _OVER.search(words):
        kind = replace(kind, maximum=_first(kind.maximum, _number(found)))
    if found := _UNDER.search(words):
        kind = replace(kind, minimum=_first(kind.minimum, _number(found)))
    return kind


def _number(found: re.Match[str]) -> float:
    value = float(found[1])
    return int(value) if value.is_integer() else value
