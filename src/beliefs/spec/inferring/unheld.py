"""What a document says that nothing built holds to: rules, failures and values without a source."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Fault,
    Route,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.effects import (
    Answer,
    Each,
    Effect,
    Expr,
    For,
    Guard,
    If,
    Insert,
    Lit,
    Make,
    Patch,
    Var,
)
from beliefs.spec.failures import Way
from beliefs.spec.inferring.rules.lacking import brought, lacking
from beliefs.spec.inferring.rules.rates import rates_of
from beliefs.spec.inferring.rules.refusing import PLACED, stems
from beliefs.spec.inferring.unruled import RULE
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Operation
from beliefs.spec.service import Rank, Unknown
from beliefs.spec.types import Type

_LISTED = re.compile(
    r"(?i)\b(?:answer|return|respond|repl|give|send)\w*\b[^.;]*\b(?:as a (?:json |plain )?"
    r"(?:list|array)\b|an? (?:json |plain )?(?:list|array) of\b|the names of (?:its|the|all)\b)"
)
_STARTS = re.compile(r"(?i)\b(?:at first|initial\w*|starts?|begins?|default\w*|always)\b")
# Failures of inputs and of whoever asks are answered by every operation, not by its effect.
_RULED = {402, 403, 409, 410, 423}
_EVERYWHERE = {400, 401, 405, 406, 411, 413, 414, 415, 422, 429}


def answers(writer: Writer, route: Route, made: Operation) -> None:
    """Say which names an answer is documented to have that the built one never has."""
    shape = route.good.shape if route.good else None
    for wanted, built in _pairs(shape, next(_answered(made.effect), None)):
        for name in wanted:
            if name not in built:
                about = f"{name} in the answer of {route.method} {route.path}"
                why = "nothing says where it comes from, and it is left out"
                writer.unknown(Unknown("blocking", about, route.source, why))
    for name, always in _fixed(shape, next(_answered(made.effect), None)):
        why = f"it is always {always!r}: nothing says where it comes from"
        about = f"{name} in the answer of {route.method} {route.path}"
        writer.unknown(Unknown("blocking", about, route.source, why))
    for name in _never(shape, next(_answered(made.effect), None)):
        why = "it is always null: nothing says where it comes from"
        about = f"{name} in the answer of {route.method} {route.path}"
        writer.unknown(Unknown("blocking", about, route.source, why))
    told = _LISTED.search(route.words)
    if told and not is_record(shape) and _answers_new_row(made.effect):
        why = "it would be answered with the new row alone; say where the list comes from"
        about = f"{route.method} {route.path}: {told[0]}"
        writer.unknown(Unknown("blocking", about, route.source, why))


_QUOTED = re.compile(
    r"(?i)\b(?:headers?|columns?)\b[^.;]*?"
    r"(?P<cells>(?<![\w\"])(?:[\w-]+,)*\"(?=\w)[^\",{}:]*,[^\"{}:]*\"(?:,(?:[\w-]+|\"[^\"]*\"))*)"
)


def headers(writer: Writer, route: Route) -> None:
    """Say that columns of CSV go by the names of fields, where a header has commas in quotes."""
    said = re.sub(r"\{[^{}]*\}", "", route.words)
    told = _QUOTED.search(said) if re.search(r"(?i)\bcsv\b", said) else None
    if told is not None:
        why = "columns are called as fields are, and no name has a comma"
        about = f"{route.method} {route.path}: {told['cells']}"
        writer.unknown(Unknown("material", about, route.source, why))


def _answers_new_row(effect: Effect) -> bool:
    made = {each.name for each in effect if isinstance(each, Insert)}
    body = next(_answered(effect), None)
    return isinstance(body, Var) and body.name in made


def unread(writer: Writer, made: Operation) -> None:
    """Say what a request must bring that its effect never looks at: of the path, nothing is built.

    Parameters of the query are listed where lists are read.
    """
    looked = repr(made.effect).replace("Get(of=Var(name='input')", "")
    if not made.effect or "Var(name='input')" in looked:
        return
    for each in made.inputs:
        if not each.required or each.place == "query" or f", field='{each.name}')" in looked:
            continue
        about = f"{each.wire} of {made.method} {made.path}"
        why = "nothing that is built looks at it"
        if each.place == "path":
            writer.unknown(Unknown("blocking", about, made.source, why))
        else:
            writer.unknown(Unknown("material", about, made.source, why))


def _answered(effect: Effect) -> Iterator[Expr]:
    for each in reversed(effect):
        if isinstance(each, Answer) and each.body is not None and 200 <= each.status < 300:
            yield each.body


def _pairs(shape: Shape | None, body: Expr | None) -> Iterator[tuple[list[str], set[str]]]:
    """The names of records that are documented, each with those that are built."""
    match body:
        case Make(fields) if shape is not None and is_record(shape):
            built = {name for name, _ in fields}
            yield [each.name for each in shape.properties if not each.write_only], built
            for name, value in fields:
                part = shape.part(name)
                yield from _pairs(part.shape if part else None, value)
        case Each(_, _, into) if shape is not None and is_list(shape):
            yield from _pairs(shape.item, into)


def _fixed(shape: Shape | None, body: Expr | None) -> Iterator[tuple[str, str]]:
    """The texts of an example that every row of a list would have."""
    match body:
        case Make(fields) if shape is not None and is_record(shape):
            for name, value in fields:
                part = shape.part(name)
                yield from _fixed(part.shape if part else None, value)
        case Each(_, _, Make(fields)) if shape is not None and is_list(shape) and shape.item:
            for name, value in fields:
                part = shape.item.part(name)
                if part is None or part.shape.type.choices:
                    continue
                match value:
                    case Lit(str(always)) if part.shape.example == json.dumps(always):
                        yield name, always


def _never(shape: Shape | None, body: Expr | None) -> Iterator[str]:
    """The figures of a record that there always are, and that are never told."""
    match body:
        case Make(fields) if shape is not None and is_record(shape):
            for name, value in fields:
                part = shape.part(name)
                kind = part.shape.type if part is not None else Type("json")
                figure = kind.kind in {"integer", "number", "boolean"} and not kind.nullable
                if value == Lit(None) and figure:
                    yield name
                yield from _never(part.shape if part is not None else None, value)


_TAGGED = frozenset({412, 428})


def failures(writer: Writer, route: Route, operation: Operation) -> None:
    """Say which documented failures an operation never answers with."""
    if not operation.effect or writer.failures is None:
        return
    ways = set(_ways(operation.effect))
    table = writer.failures
    _unsaid(writer, route, operation)
    answered = {table.of(way, operation.failures).status for way in ways}
    answered |= {each.status for each in _answers(operation.effect)}
    if operation.needs:
        answered.add(table.of("unauthenticated", operation.failures).status)
    codes = {table.of(way, operation.failures).code for way in ways}
    for fault in route.faults:
        lost = fault.code and fault.status not in _EVERYWHERE and fault.code not in codes
        lost = lost and f"'{fault.code}'" not in repr(operation.effect)
        if lost and fault.status in answered and "{code}" in table.body:
            told = f"{route.method} {route.path}: {fault.status} {fault.code} {fault.words}".strip()
            why = "nothing built answers with this code"
            writer.unknown(Unknown("material", told, route.source, why))
    files = any(each.place == "file" for each in operation.inputs)
    everywhere = _EVERYWHERE - ({413, 415} if files else set())
    everywhere -= set() if _of_rates(writer, route) else {429}
    for status in sorted(route.statuses - answered - everywhere):
        if not 400 <= status < 500:
            continue
        if status in _TAGGED and re.search(r"(?i)if-match", route.words):
            continue  # conditional.py sees to it, once all operations are there
        if status == 404 and "{" not in route.path and not operation.inputs:
            continue
        gone = any(each.retired and route in each.siblings for each in writer.kept.holdings)
        if status == 409 and gone and re.search(r"(?i)\bagain\b|\breused?\b", route.words):
            continue  # rows that are gone keep what they are known by
        reply = route.reply(status)
        words = reply.words if reply is not None else ""
        told = f"{route.method} {route.path}: {status} {words}".strip()
        writer.unknown(Unknown("material", told, route.source, "nothing built answers with it"))


def _of_rates(writer: Writer, route: Route) -> bool:
    """Whether too many requests are what is told of 429, which is counted before any effect."""
    told = [each.words for each in route.faults if each.status == 429]
    told += [each.words for each in route.replies if each.status == 429]
    rate = r"(?i)\brequests?\b|\brates?\b|\bcalls?\b|\bper (?:second|minute|hour)\b|too many"
    stated = any(re.search(rate, each) for each in told) or bool(rates_of(writer, route))
    return not any(told) or stated


_UNFIT = re.compile(
    r"(?i)\b(?:invalid|not valid|malformed|bad request|validation|unprocessable|wrong input)\b"
)
_SHORT = 5


def _shown_as_example(fault: Fault) -> bool:
    """Whether words are shown of all that inputs may be at fault for: "Validation failed"."""
    return bool(_UNFIT.search(fault.words)) and len(fault.words.split()) <= _SHORT


def _unsaid(writer: Writer, route: Route, operation: Operation) -> None:
    """Say which words of a rule about values an operation never answers with."""
    assert writer.failures is not None
    spoken = {each.message for each in (*writer.failures.stated, *operation.failures)}
    text = repr(operation.effect)
    missing = writer.failures.of("missing", operation.failures).body
    for each in route.faults:
        if each.status not in {400, 422} or not each.message or each.message in spoken:
            continue
        if (words := lacking(each.message, brought(route))) and words in missing:
            continue
        if any(one not in text for one in PLACED.split(each.message)) and not RULE.search(
            each.words
        ):
            told = f"{route.method} {route.path}: {each.status} {each.words} {each.message!r}"
            why = "nothing built answers with these words"
            if _shown_as_example(each):
                writer.unknown(Unknown("narrative", told, route.source, why))
            else:
                writer.unknown(Unknown("material", told, route.source, why))


def sources(writer: Writer, operations: list[Operation]) -> None:
    """Say which values that answers show come from nowhere: no request or effect ever sets them."""
    text = " ".join(repr(each.effect) for each in operations)
    for holding in writer.kept.holdings:
        made = holding.made
        if holding.fixed:
            continue
        if made is None and not holding.routes and f"Insert(entity='{holding.name}'" not in text:
            why = "nothing says what makes such rows"
            writer.unknown(Unknown("blocking", holding.entity.plural, "", why))
        for field in holding.fields.values():
            shown = holding.shape.part(field.name)
            brought = made is not None and made.part(field.name) is not None
            if shown is None or brought or field.hidden or field.name in holding.sets:
                continue
            if any(each.field == field.name for each in holding.parents):
                continue
            if f"Insert(entity='{holding.name}'" not in text or any(
                entity == holding.name and f"('{field.name}', " in values
                for each in operations
                for entity, values in _writes(each.effect)
            ):
                continue
            if _given(operations, holding.name, field.name):
                continue
            first = holding.routes[0].source if holding.routes else ""
            value = field.default or "null"
            why = f"it is always {value}: nothing says where it comes from"
            # A figure that never moves is wrong as soon as there is something to count.
            # One that was not understood may be what moves it.
            counted = field.type.kind in {"integer", "number"} and field.name != "id"
            counted = counted and all(each.effect for each in operations)
            rank: Rank = "blocking" if counted and not _STARTS.search(shown.words) else "material"
            writer.unknown(Unknown(rank, f"{holding.name}.{field.name}", first, why))


def _given(operations: list[Operation], entity: str, name: str) -> bool:
    """Whether a request changes a field of rows by naming it."""
    return any(
        any(each.wire == name and each.place == "json" for each in one.inputs)
        and f"Patch(entity='{entity}'" in repr(one.effect)
        and "function='given'" in repr(one.effect)
        for one in operations
    )


def shared(writer: Writer, operations: list[Operation]) -> None:
    """Say which rules among the failures of the whole service no guard is about."""
    if writer.failures is None:
        return
    guards = [(each, guard) for each in operations for guard in _guards(each.effect)]
    for fault in writer.contract.faults:
        words, numbers = stems(fault.words), set(re.findall(r"\d+", fault.words))
        if fault.status not in _RULED or not words:
            continue
        rest = re.match(r"(?i)(?:everything|anything|all(?: the)?) (?:else|rest)\b", fault.words)
        held = any(
            writer.failures.of(cast("Way", guard.failure), made.failures).status == fault.status
            and (rest or words & stems(f"{guard.message} {made.summary} {made.path}"))
            and numbers <= set(re.findall(r"\d+", repr(guard.holds)))
            for made, guard in guards
        )
        if not held:
            told, why = f"{fault.status} {fault.words}", "nothing built answers with it"
            writer.unknown(Unknown("material", told, fault.source, why))


def _writes(effect: Effect) -> Iterator[tuple[str, str]]:
    """The rows that an effect makes or changes, each with what they are given."""
    for statement in effect:
        match statement:
            case Insert() | Patch():
                yield statement.entity, repr(statement.values)
            case If(_, then, otherwise):
                yield from _writes((*then, *otherwise))
            case For(_, _, body):
                yield from _writes(body)


def _guards(effect: Effect) -> Iterator[Guard]:
    for statement in effect:
        match statement:
            case Guard():
                yield statement
            case If(_, then, otherwise):
                yield from _guards((*then, *otherwise))
            case For(_, _, body):
                yield from _guards(body)


def _ways(effect: Effect) -> Iterator[Way]:
    return (cast("Way", each.failure) for each in _guards(effect))


def _answers(effect: Effect) -> Iterator[Answer]:
    for statement in effect:
        match statement:
            case Answer():
                yield statement
            case If(_, then, otherwise):
                yield from _answers((*then, *otherwise))
