"""What a Spec forgets of what a goal shows in so many words: names that are brought, or answered.

Sentences can be read without a word left over, and a name in them still come to nothing. What a
request is shown to answer must be in what it answers, and what it is brought must go somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, form
from beliefs.spec.brief.sketch import Sketch
from beliefs.spec.effects import Answer, Effect, Insert, Let, Make, Var
from beliefs.spec.entities import Entity
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec, Unknown

_DROPPED = re.compile(r'drop\(given\(input\)((?:, "\w+")+)\)')
_NOWHERE = re.compile(r"merge\(\w+, \{(\w*\d\w*): null\}\)")


def doubts(spec: Spec, told: Brief) -> Iterator[Unknown]:
    """What of the requests of a goal their operations forget."""
    for each in spec.operations:
        effect = notation.write(each.effect)
        for names in _DROPPED.findall(effect):
            for name in re.findall(r'"(\w+)"', names):
                if not re.search(rf"\binput\.{name}\b", effect):
                    yield _forgotten(each, name, "it is brought, and comes to nothing")
        for name in _NOWHERE.findall(effect):
            yield _forgotten(each, name, "nothing says where it comes from")
        if re.search(r"\binsert \w+ \{\} as\b", effect) and _brings(told, each):
            yield _forgotten(each, "what it is brought", "nothing of it is kept")
        yield from _unshown(spec, each, told)
        yield from _spare(each, told)


def _forgotten(operation: Operation, name: str, why: str) -> Unknown:
    words = f"{name} of {operation.method} {operation.path}"
    return Unknown("material", words, operation.source, why)


def _brings(told: Brief, operation: Operation) -> bool:
    request = told.request(operation.method, operation.path)
    if request is None:
        return False
    words = " ".join(one.whole for one in request.said)
    return bool(request.lines) or bool(re.search(r"(?i)\bJSON\b|\bobject\b|\bbody\b|\{", words))


def _unshown(spec: Spec, operation: Operation, told: Brief) -> Iterator[Unknown]:
    """Names that an answer is shown to have, and has not."""
    request = next(
        (
            x
            for x in told.requests
            if x.method == operation.method and form(x.path) == form(operation.path)
        ),
        None,
    )
    found, effect = _shown(spec, operation.effect), notation.write(operation.effect)
    if request is None or found is None:
        return
    own = [x for x in spec.entities if x.key.style == "given" and f"insert {x.name} " in effect]
    sketches = [x for one in request.said for x in one.sketches]
    alone = operation.method in {"POST", "PUT"} and len(own) == 1 and len(sketches) < 2
    if alone and own[0].key.name not in {*found, *_names(sketches)}:
        yield _forgotten(operation, own[0].key.name, "rows are told by it, and it is not shown")
    for one in request.said:
        for mark in re.finditer(r"(?:->|\b20[01]\b)[\s¦:,-]*⟦(\d+)⟧", one.text):
            sketch = one.sketches[int(mark[1])]
            if sketch.form == "record" and not sketch.more:
                for name in sketch.names:
                    if name not in found:
                        yield _forgotten(operation, name, "it is shown, and not answered")


def _spare(operation: Operation, told: Brief) -> Iterator[Unknown]:
    """Names that may be left out, and must not."""
    needed = {x.wire for x in operation.inputs if x.required and x.place == "json"}
    request = told.request(operation.method, operation.path) if needed else None
    for one in request.said if request is not None else ():
        for part in (x for sketch in one.sketches for x in sketch.parts):
            spare = part.optional or re.fullmatch(r'"?optional\b[^"]*"?', part.value.text)
            if spare and part.name in needed:
                yield _forgotten(operation, part.name, "it may be left out, and must not")


def _names(sketches: list[Sketch]) -> set[str]:
    return {name for each in sketches for name in each.names}


def _shown(spec: Spec, effect: Effect) -> set[str] | None:
    """The names that a request answers with; None where that is no row and no record."""
    rows: dict[str, Entity] = {}
    entities = {each.name: each for each in spec.entities}
    found: set[str] | None = None
    for each in effect:
        match each:
            case Insert(entity=name, name=bound) if name in entities:
                rows[bound] = entities[name]
            case Let(name=bound, value=value):
                written = notation.write((each,))
                hit = re.match(r"let \w+ = first\((\w+)\[", written)
                if hit is not None and hit[1] in entities:
                    rows[bound] = entities[hit[1]]
                else:
                    rows.pop(bound, None)
                del value
            case Answer(status=status, body=Var(name=bound)) if status < 300 and bound in rows:
                row = rows[bound]
                found = {row.key.name, *(x.name for x in row.fields if not x.hidden)}
            case Answer(status=status, body=Make() as record) if status < 300:
                found = {name for name, _ in record.fields}
            case Answer():
                return None
            case _:
                pass
    return found
