"""Requests that a goal shows with what they bring and answer, and that are read as others.

Whoever reads sentences may use up a record as something else than it is: `{"items": […]}` behind a
route is what it answers, and not a thing with items. What is shown and not built is in the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.answering import Shown, shown_by
from beliefs.spec.documents.contract import Shape, is_list, is_record
from beliefs.spec.documents.markdown.drafts import same_path
from beliefs.spec.documents.markdown.laying import Laid
from beliefs.spec.documents.markdown.sections import Section
from beliefs.spec.documents.samples import sample
from beliefs.spec.effects import Answer, Make
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec, Unknown
from beliefs.spec.types import Field, Type

_RESPONSE = re.compile(r"^Response(?: (?P<status>\d{3}))?: `(?P<record>.*)`$")
_DOTS = re.compile(r"\.\.\.|…")
# What was made of words ("answers with its id and status"): these names, wherever they stand.
_WORDED = re.compile(r'\[?\{"\w+"(?:, "\w+")*\}\]?')


def promised(laid: Laid, spec: Spec) -> Spec:
    """The Spec, with every request that is not as the goal shows it told as not understood."""
    told = {each.words for each in spec.unknowns}
    found = [
        Unknown("blocking", section.way, f"goal:{section.line}", why)
        for section in laid.sections
        if (made := _operation(spec, section)) is not None and made.effect
        for why in _otherwise(spec, section, made)
    ]
    more = tuple(each for each in found if each.words not in told)
    return replace(spec, unknowns=(*spec.unknowns, *more)) if more else spec


def as_shown(laid: Laid, spec: Spec) -> Spec:
    """The Spec whose records have no more names than the goal shows of them: no `token_type`."""
    made = {each.name: each for each in spec.operations}
    for section in laid.sections:
        known = _operation(spec, section)
        told = list(_responses(section))
        last = known.effect[-1] if known is not None and known.effect else None
        if known is None or len(told) != 1 or told[0].more or not isinstance(last, Answer):
            continue
        names = _names(told[0].shape)
        body = last.body
        if is_list(told[0].shape) or not names or not isinstance(body, Make):
            continue
        fields = tuple((name, value) for name, value in body.fields if name in names)
        if len(fields) == len(names) < len(body.fields):
            effect = (*known.effect[:-1], replace(last, body=Make(fields)))
            made[known.name] = replace(known, effect=effect)
    return replace(spec, operations=tuple(made.values()))


def _operation(spec: Spec, section: Section) -> Operation | None:
    method, _, path = section.way.partition(" ")
    return next(
        (
            each
            for each in spec.operations
            if each.method == method
            and (same_path(each.path, path) or same_path(each.path, f"{spec.base}{path}"))
        ),
        None,
    )


def _otherwise(spec: Spec, section: Section, made: Operation) -> Iterator[str]:
    """What is shown of a request and is not so."""
    brought = {each.wire for each in made.inputs}
    if any(each.place == "body" or _free(each.type) for each in made.inputs):
        brought |= {*section.names}
    lacking = [each for each in section.names if each not in brought]
    if lacking:
        yield f"it is shown with {', '.join(lacking)}, which nothing built takes"
    built = shown_by(spec, made)
    for record in _responses(section):
        if not built or any(_fits(record, each) for each in built):
            continue
        if not record.worded or not set(_names(record.shape)) <= _spoken(spec, made):
            yield "it answers something else than is shown; say where each value comes from"


def _free(kind: Type) -> bool:
    """Whether a list takes items of any kind: they are looked at one by one."""
    return kind.kind == "list" and kind.item is not None and kind.item.kind == "json"


class _Told(NamedTuple):
    """What a request is said to answer; there may be `more`, or only words that name values."""

    shape: Shape
    more: bool
    worded: bool


def _responses(section: Section) -> Iterator[_Told]:
    """What a request is shown to answer when it succeeds."""
    for _, text in section.told:
        found = _RESPONSE.match(text)
        if found is None or (found["status"] or "2")[0] != "2":
            continue
        made = sample(found["record"], brought=False)
        if made is not None:
            more = bool(_DOTS.search(re.sub(r'"[^"]*"', '""', found["record"])))
            yield _Told(made.shape, more, bool(_WORDED.fullmatch(found["record"])))


def _names(shape: Shape) -> tuple[str, ...]:
    inner = shape.item if is_list(shape) else shape
    return inner.names if inner is not None and is_record(inner) else ()


def _spoken(spec: Spec, made: Operation) -> set[str]:
    """Every name that the program of a request has, and of the rows that it may show."""
    rows = {each.key.name for each in spec.entities}
    for entity in spec.entities:
        rows |= _deep(entity.fields)
    return rows | set(re.findall(r"\w+", repr(made.effect)))


def _deep(fields: tuple[Field, ...]) -> set[str]:
    """The names of fields that are shown, and of the records in them."""
    found = {each.name for each in fields if not each.hidden}
    for each in fields:
        found |= _deep((each.type.item or each.type).fields)
    return found


def _fits(told: _Told, built: Shown) -> bool:
    """Whether an answer that is built has the names that are shown, and no others."""
    shape, more, worded = told
    if is_list(shape) != built.many:
        return False
    inner = shape.item if is_list(shape) else shape
    if inner is None or not is_record(inner) or not inner.names or inner.open:
        return True
    names = frozenset(inner.names)
    if names <= built.names and (more or worded or names == built.names):
        return True
    return built.open or inner.values is not None


def unmade(text: str, spec: Spec) -> tuple[Unknown, ...]:
    """Names of values that sentences tell, and that nothing built has: `places_left`."""
    outside = re.sub(r"\S*[/?=&]\S*|\{[^{}]*\}", " ", text)
    told = dict.fromkeys(re.findall(r"(?<![\w-])[a-z]+(?:_[a-z0-9]+)+(?![\w-])", outside))
    built = [(each.inputs, each.effect) for each in spec.operations]
    listed = [each for each in spec.unknowns if each.rank != "narrative"]
    parts = (spec.entities, built, listed, spec.identity)
    made = set(re.findall(r"\w+", repr(parts)))
    why = "nothing built has a value of this name"
    return tuple(Unknown("material", each, "", why) for each in told if each not in made)
