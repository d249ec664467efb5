"""The form of answers: every name that a goal shows of one is in it, or the goal is told so.

A `DELETE` that is shown with an answer of its own tells of the row that is gone: its key, a text,
that it is gone. Any other name that is shown and in no answer is listed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from beliefs.errors import BeliefsError
from beliefs.spec import effects as e
from beliefs.spec import patterns as re
from beliefs.spec.answering import Shown, answers_of, shown_by
from beliefs.spec.brief.answers import read_answers
from beliefs.spec.brief.brief import Brief, form
from beliefs.spec.brief.openapi import documented
from beliefs.spec.brief.reading import with_base
from beliefs.spec.brief.requests import brief
from beliefs.spec.brief.sketch import Sketch
from beliefs.spec.brief.wording import is_place
from beliefs.spec.entities import Entity
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec, Unknown, blocked


class _Told(NamedTuple):
    """What a request is shown to answer, and what is said of it."""

    method: str
    path: str
    sketch: Sketch | None
    body: Sketch | None
    words: str
    source: str
    query: frozenset[str] = frozenset()  # names behind its path


def shown_as_told(spec: Spec, sources: Iterable[tuple[str, str, str]]) -> Spec:
    """The Spec whose answers have what the sources (name, text and kind) show of them."""
    if blocked(spec):
        return spec
    try:
        told = [each for name, text, kind in sources for each in _of(name, text, kind)]
    except BeliefsError:
        return spec
    made = list(spec.operations)
    lost: list[Unknown] = []
    for each in told:
        for at, operation in enumerate(made):
            if not _about(spec, operation, each):
                continue
            keys = {one.key.name for one in spec.entities}
            odd = [*_unbrought(operation, each), *_untaken(operation, each)]
            if odd := [one for one in odd if one not in keys]:
                words = f"{each.method} {each.path} is brought {', '.join(odd)}"
                why = "it takes nothing of this name"
                lost.append(Unknown("material", words, each.source, why))
            if odd := _unasked(operation, each):
                words = f"{each.method} {each.path} needs {', '.join(odd)}"
                why = "what it is shown with has nothing of this name"
                lost.append(Unknown("material", words, each.source, why))
            if not (lacking := _lacks(spec, operation, each)) and not _sampled(operation, each):
                continue
            own = _told_of_gone(spec, operation, each) if each.method == "DELETE" else None
            if own is not None:
                made[at] = own
                continue
            if not lacking:
                continue
            words = f"{each.method} {each.path} shows {', '.join(lacking)}"
            why = "its answer has nothing of this name"
            lost.append(Unknown("material", words, each.source, why))
    lost += _unbuilt(spec, told)
    known = " ".join(each.words for each in spec.unknowns if each.rank != "narrative")
    lost = [
        each
        for each in lost
        if each.rank == "blocking" or not any(name in known for name in _names(each.words))
    ]
    spec = replace(spec, operations=tuple(made), unknowns=(*spec.unknowns, *lost))
    return _settled(spec)


_ASKED = frozenset({"search", "random", "stats", "summary", "latest", "export", "count", "top"})


def _unbuilt(spec: Spec, told: list[_Told]) -> Iterator[Unknown]:
    """Requests that are named with a word where what is built takes any key."""
    named = {(each.method, form(each.path)) for each in told}
    for each in told:
        last = each.path.rsplit("/", 1)[-1]
        if last.startswith("{") or not (each.query or last in _ASKED):
            continue
        there = [one for one in spec.operations if _about(spec, one, each)]
        above = f"{form(each.path).rsplit('/', 1)[0]}/{{}}"
        if not there and (each.method, above) not in named and not each.words.startswith("e.g."):
            yield Unknown(
                "blocking", f"{each.method} {each.path}", each.source, "no such request was read"
            )


def _names(words: str) -> list[str]:
    return re.split(r" shows | is brought | needs ", words)[-1].split(", ")


def _of(name: str, text: str, kind: str) -> Iterator[_Told]:
    told: Brief
    if kind == "openapi":
        told = documented(text, name)[0]
    else:
        told = brief(text, "goal" if kind == "sentences" else name)
        with_base(told, text)
    for each in told.requests:
        each.said = [one for one in each.said if not _OF_FAILURES.match(one.whole)]
        words = " ".join(one.whole for one in each.said)
        read = read_answers(each)
        asked = frozenset(each.query)
        yield _Told(each.method, each.path, read.answer, read.body, words, each.source, asked)


_OF_FAILURES = re.compile(
    r"(?i)^\W*(?:(?:all|every|any|each) )?(?:other )?(?:errors?|failures?|failing|failed|what fail"
    r"s)\b"
)


def _about(spec: Spec, operation: Operation, told: _Told) -> bool:
    path, wanted = form(operation.path).rstrip("/"), form(told.path).rstrip("/")
    there = operation.method == told.method and path in {wanted, f"{spec.base}{wanted}"}
    return there and bool(operation.effect)


def _lacks(spec: Spec, operation: Operation, told: _Told) -> list[str]:
    """The names that are shown of an answer and in none that is built."""
    if told.sketch is None:
        return []
    record = told.sketch.rows or told.sketch
    if record.form != "record" or not record.names:
        return []
    built = shown_by(spec, operation)
    fine = [each for each in answers_of(operation.effect) if each.status < 300]
    if len(built) != len(fine) or any(each.open for each in built) or not built:
        return []  # what only a request decides
    every: frozenset[str] = frozenset().union(*(each.names for each in built))
    inner = _inside(spec, operation) if told.sketch.rows is not None else frozenset()
    return [each for each in record.names if each not in every | inner]


def _unbrought(operation: Operation, told: _Told) -> list[str]:
    """The names that a request is shown with and does not take."""
    if told.body is None or told.body.form != "record" or operation.method not in _CHANGING:
        return []
    free = any(each.place in {"body", "form", "file"} for each in operation.inputs)
    taken = {each.wire for each in operation.inputs} | {each.name for each in operation.inputs}
    return [] if free else [each for each in told.body.names if each not in taken]


_NAME = re.compile(
    r"`([A-Za-z_]\w*)`\s+\(?(?:string|text|integer|int|number|bool\w*|date|e-?mail|"
    r"list)\b"
)


def _untaken(operation: Operation, told: _Told) -> list[str]:
    """The names with types that stand beside a request which makes rows of nothing."""
    makes = any(isinstance(each, e.Insert) for each in operation.effect)
    if not makes or any(each.place != "path" for each in operation.inputs):
        return []
    return list(dict.fromkeys(_NAME.findall(told.words)))


def _unasked(operation: Operation, told: _Told) -> list[str]:
    """The names that a request must have and is shown without."""
    if told.body is None or told.body.form != "record" or told.body.more:
        return []
    needs = [each.wire for each in operation.inputs if each.place == "json" and each.required]
    return [each for each in needs if each not in told.body.names]


_CHANGING = frozenset({"POST", "PUT", "PATCH"})


def _sampled(operation: Operation, told: _Told) -> bool:
    """Whether the key of a row that is gone is answered as the sample has it."""
    last = operation.effect[-1] if operation.effect else None
    if told.method != "DELETE" or not isinstance(last, e.Answer) or told.sketch is None:
        return False
    if not isinstance(last.body, e.Make):
        return False
    nothing = {each.name for each in told.sketch.parts if each.value.text == "null"}
    return any(
        (name in nothing and value != e.Lit(None))
        or (isinstance(value, e.Lit) and type(value.value) is int and name != "count")
        for name, value in last.body.fields
    )


def _inside(spec: Spec, operation: Operation) -> frozenset[str]:
    """The names of whatever an answer has within it."""
    words = re.findall(r"\w+", repr(operation.effect))
    rows = (name for each in spec.entities for name in (each.key.name, *_fields(each)))
    return frozenset((*words, *rows))


def _fields(entity: Entity) -> list[str]:
    return [each.name for each in entity.fields if not each.hidden]


# ---- what is gone --------------------------------------------------------------------------------

_GONE = re.compile(r"(?i)^(?:deleted|removed|dropped|gone|erased|cancelled|canceled)")
_KEYED = re.compile(r"(?i)\b(?:ids?|key|number is the|identifier)\b")
_WORDS = frozenset({"message", "status", "result", "detail", "msg", "info"})


def _told_of_gone(spec: Spec, operation: Operation, told: _Told) -> Operation | None:
    """The operation that answers what is shown of a row that it drops."""
    last = operation.effect[-1] if operation.effect else None
    row = next(
        (
            (each.name, entity)
            for each in operation.effect
            if isinstance(each, e.Let) and (entity := _entity(spec, each.value)) is not None
        ),
        None,
    )
    if not isinstance(last, e.Answer) or row is None:
        return None
    if told.sketch is None or told.sketch.form != "record":
        return None
    values: list[tuple[str, e.Expr]] = []
    for part in told.sketch.parts:
        value = _value(part.name, part.value, row[0], row[1], told.words)
        if value is None:
            return None
        values.append((part.name, value))
    status = 200 if last.status == 204 else last.status
    answer = replace(last, status=status, body=e.Make(tuple(values)))
    return replace(operation, effect=(*operation.effect[:-1], answer))


def _entity(spec: Spec, value: e.Expr) -> Entity | None:
    match value:
        case e.Call("first", (e.Pick(e.Table(name)),)):
            return spec.entity(name)
    return None


def _value(name: str, sample: Sketch, row: str, entity: Entity, words: str) -> e.Expr | None:
    """What a name of an answer about a row that is gone holds."""
    key = e.Get(e.Var(row), entity.key.name)
    if name == entity.key.name or re.search(r"(?i)(?:^|_|[a-z])id$", name):
        return key
    if name in _fields(entity):
        return e.Get(e.Var(row), name)
    if sample.form == "record" and {*sample.names} <= {entity.key.name, *_fields(entity)}:
        return e.Var(row)
    if sample.form != "value":
        return None
    try:
        told = json.loads(sample.text) if sample.text else None
    except ValueError:
        told = sample.text
    kind = sample.type.kind if sample.type is not None else ""
    if _GONE.match(name):
        if isinstance(told, bool) or told in {"true", "bool", "boolean"} or kind == "boolean":
            return e.Lit(told is not False)
        if _KEYED.search(words) or (sample.type is not None and entity.key.style == "integer"):
            return key
        return e.Lit(told) if isinstance(told, int) and told == 1 else None
    if isinstance(told, bool) or (told is None and sample.text == "null"):
        return e.Lit(told)
    written = isinstance(told, str) and not is_place(told) and sample.text.startswith('"')
    return e.Lit(told) if written and name in _WORDS else None


_DELETED = re.compile(r"(?i)\{\s*\"?(?:deleted|removed|gone)")


def _settled(spec: Spec) -> Spec:
    """Without what is listed of an answer about a row that is gone, and is answered now."""
    told = {
        name
        for each in spec.operations
        if each.method == "DELETE" and each.effect
        for shown in shown_by(spec, each)
        for name in shown.names
        if _GONE.match(name)
    }

    def is_open(unknown: Unknown) -> bool:
        if unknown.rank != "material" or not _DELETED.search(unknown.words):
            return True
        left = re.match(r"^not understood: (?P<left>.*)$", unknown.why)
        return left is None or not {*left["left"].split()} <= told | _FILLER

    return replace(spec, unknowns=tuple(each for each in spec.unknowns if is_open(each)))


_FILLER = frozenset({"gone", "number", "id", "deleted", "removed", "true"})


__all__ = ["Shown", "shown_as_told"]
