"""Which inputs of an operation name a row: those that an effect looks one up by, or checks against.

An examination that makes inputs up at random would hardly ever log in or find anything; one that
knows what an input refers to can ask for what is there, and for what is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any, NamedTuple

from beliefs.judge import patterns
from beliefs.spec.effects import (
    Call,
    Delete,
    Effect,
    Get,
    Guard,
    Insert,
    Let,
    Lit,
    Patch,
    Pick,
    Row,
    Table,
    Var,
)
from beliefs.spec.entities import Entity
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec
from beliefs.spec.types import Type

_WRITES = (Insert, Patch, Delete)


class Reference(NamedTuple):
    """A field of an entity whose values an input takes; of a password, what is kept of it.

    What a text is searched for is a `part` of it. What must be `free` is looked for to be refused.
    """

    entity: str
    field: str
    password: bool = False
    part: bool = False
    free: bool = False


def references(operation: Operation) -> dict[str, Reference]:
    """Inputs by name, with what they refer to; the first lookup counts."""
    found: dict[str, Reference] = {}
    refusing = [id(each) for each in _refusing(operation.effect)]
    for part in parts(operation.effect):
        match part:
            case Pick(Table(entity), where):
                free = id(part) in refusing
                for field, given in _equalities(where):
                    found.setdefault(given, Reference(entity, field, free=free))
                for field, given, inside in _likenesses(where):
                    found.setdefault(given, Reference(entity, field, part=inside))
            case Call("check_password", (Get(Var("input"), given), Get(Var(name), field))):
                entity = _entity_of(name, operation.effect)
                if entity:
                    found[given] = Reference(entity, field, password=True)
    return found


def _refusing(effect: Effect) -> Iterator[Pick]:
    """What is looked up so that nothing is found."""
    bound = {each.name: each.value for each in parts(effect) if isinstance(each, Let)}
    for each in parts(effect):
        match each:
            case Guard(Call("=", (Call("count", (Pick() as pick,)), Lit(0)))):
                yield pick
            case Guard(Call("=", (Var(name), Lit(None)))):
                yield from (it for it in parts(bound.get(name, ())) if isinstance(it, Pick))


def shown_secret(operation: Operation) -> Reference | None:
    """The field of a row that whoever asks must show, where an effect looks whether they do."""
    for part in parts(operation.effect):
        match part:
            case Call("same_secret", (Get(Var("me"), _), Get(Var(name), field))):
                entity = _entity_of(name, operation.effect)
                return Reference(entity, field) if entity else None
    return None


def about(operation: Operation, operations: list[Operation]) -> list[Operation]:
    """Reads of what an operation writes, where there are any; else all operations."""
    written = {each.entity for each in parts(operation.effect) if isinstance(each, _WRITES)}
    return [
        each
        for each in operations
        if each.method == "GET"
        and any(isinstance(it, Table) and it.entity in written for it in parts(each.effect))
    ] or operations


def makes(operation: Operation, entity: str) -> bool:
    """Whether an operation keeps new rows of an entity, and is there for that."""
    made = (each.entity for each in parts(operation.effect) if isinstance(each, Insert))
    return operation.method == "POST" and next(made, "") == entity


def parents(operations: list[Operation]) -> set[str]:
    """Entities that rows of others are made for."""
    found: set[str] = set()
    for each in operations:
        made = {part.entity for part in parts(each.effect) if isinstance(part, Insert)}
        if made:
            found |= {it.entity for it in references(each).values() if not it.password} - made
    return found


def identified(who: Any) -> set[tuple[str, str]]:
    """Entities and their fields that a credential is compared with, where it is with a field."""
    return {
        (part.source.entity, each.field)
        for part in parts(who)
        if isinstance(part, Pick) and isinstance(part.source, Table)
        for each in parts(part.where)
        if isinstance(each, Get) and isinstance(each.of, Row)
    }


def sizes(operation: Operation) -> list[int]:
    """Sizes of files that an operation just takes, and just does not."""
    found = []
    for part in parts(operation.effect):
        match part:
            case Call("<" | "<=" | ">" | ">=", (Get(_, "size"), Lit(int(value)))):
                found += [value, value + 1]
    return found


def fitting(operation: Operation, spec: Spec) -> tuple[Entity, Type] | None:
    """The entity, and the records of it, that an effect fits free JSON to."""
    for part in parts(operation.effect):
        match part:
            case Call("fitted", (_, Lit(str(name)), *names)) if entity := spec.entity(name):
                told = [entity.field(str(each.value).rstrip("?")) for each in names]  # type: ignore[union-attr]
                return entity, Type("record", fields=tuple(each for each in told if each))
    return None


def mentions(operation: Operation) -> dict[str, list[str]]:
    """Words that an effect looks for in its inputs, by input."""
    found: dict[str, list[str]] = {}
    for part in parts(operation.effect):
        match part:
            case Call("contains", (Get(Var("input"), given), Lit(str(word)))):
                found.setdefault(given, []).append(word)
    return found


def lasting(operation: Operation) -> set[str]:
    """Fields and inputs that an effect adds to a moment."""
    return {
        each.field
        for part in parts(operation.effect)
        if isinstance(part, Call) and part.function == "later"
        for each in parts(part.arguments[1:])
        if isinstance(each, Get)
    }


_ZONES = ("UTC", "Europe/Berlin", "Asia/Kolkata", "America/New_York")
_TIMES = ("2026-01-15T12:00:00", "2026-07-15T23:30:00", "2026-07-15T23:30:00+02:00")
_TAILS = ("a", "example.org/b", "example.org/b/c")
_CRONS = ("*/15 9-17 * * 1-5", "30 2 * * *", "0 0 29 2 *", "0 12 13 * fri", "@daily")
_CODED = ("aGVsbG8=", "AAECAw==", "")


def telling(operation: Operation) -> dict[str, tuple[str, ...]]:
    """Texts that mean something to an effect where a made up one would not, by input."""
    found: dict[str, tuple[str, ...]] = {}
    for part in parts(operation.effect):
        match part:
            case Call("in_zone", (_, Get(Var("input"), zone))):
                found[zone] = _ZONES
            case Call("from_zone", (Get(Var("input"), when), Get(Var("input"), zone))):
                found |= {when: _TIMES, zone: _ZONES}
            case Call("from_base64", (Get(Var("input"), text), *_)):
                found[text] = _CODED
            case Call("matches", (Get(Var("input"), text), Lit(str(pattern)))):
                found[text] = _spelled(pattern)
            case Call("starts", (Get(Var("input"), text), Lit(str(head)))):
                found[text] = (*found.get(text, ()), *(f"{head}{each}" for each in _TAILS))
            case Call("next_run", (Get(Var("input"), cron), _, zone)):
                found[cron] = _CRONS
                if isinstance(zone, Get) and zone.of == Var("input"):
                    found[zone.field] = _ZONES
    return found


def _spelled(pattern: str) -> tuple[str, ...]:
    """Texts that a regular expression is the whole of."""
    random, kind = Random(0), Type("string", pattern=f"^{pattern}$")  # noqa: S311 - for tests
    return tuple(dict.fromkeys(patterns.fitting(kind, random) for _ in range(20)))


def _entity_of(name: str, effect: Effect) -> str:
    """The entity of the row that a name was bound to."""
    for part in parts(effect):
        match part:
            case Let(bound, Call("first", (Pick(Table(entity)),))) if bound == name:
                return entity
    return ""


def parts(part: Any) -> Iterator[Any]:
    """Everything that an effect or an expression is made of, itself included.

    >>> [type(each).__name__ for each in parts(Get(Var("input"), "title"))]
    ['Get', 'Var']
    """
    left = [part]
    while left:
        each = left.pop()
        if isinstance(each, tuple):
            left.extend(reversed(each))
        elif is_dataclass(each):
            yield each
            left.extend([getattr(each, name) for name in _names(type(each))])


_NAMES: dict[type, tuple[str, ...]] = {}


def _names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a dataclass, the last one first."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(each.name for each in reversed(fields(kind)))
    return _NAMES[kind]


def _likenesses(where: Any) -> Iterator[tuple[str, str, bool]]:
    """Fields that an input is a bound of, or an item, or a part."""
    for each in parts(where):
        match each:
            case Call("<" | "<=" | ">" | ">=", (Get(Row(), field), Get(Var("input"), given))):
                yield field, given, False
            case Call("<" | "<=" | ">" | ">=", (Get(Var("input"), given), Get(Row(), field))):
                yield field, given, False
            case Call("in", (Get(Var("input"), given), Get(Row(), field))):
                yield field, given, False
            case Call("contains" | "starts", (Get(Row(), field), Get(Var("input"), given))):
                yield field, given, True


def _equalities(where: Any) -> Iterator[tuple[str, str]]:
    match where:
        case Call("and" | "or", (left, right)):
            yield from _equalities(left)
            yield from _equalities(right)
        case Call("=", (Get(Row(), field), Get(Var("input"), given))):
            yield field, given
        case Call("=", (Get(Var("input"), given), Get(Row(), field))):
            yield field, given
