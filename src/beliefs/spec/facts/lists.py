"""Facts about the list of an entity: its order, what it is filtered and searched by, its pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from beliefs.spec.effects import (
    Answer,
    Call,
    Effect,
    Expr,
    Get,
    Let,
    Lit,
    Make,
    Order,
    Pick,
    Row,
    Table,
    Var,
)
from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import program
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec
from beliefs.spec.types import NUMBERS, Type

_INPUT = Var("input")


def listing(spec: Spec, entity: Entity) -> Operation | None:
    """The one request that lists the rows of an entity."""
    found = [
        each
        for each in spec.operations
        if each.method == "GET"
        and "{" not in each.path
        and (rows := _rows(each.effect)) is not None
        and rows.source == Table(entity.name)
    ]
    known = [each for each in found if each.path.rstrip("/").endswith(f"/{entity.plural}")]
    found = known or found
    return found[0] if len(found) == 1 else None


def _rows(effect: Effect) -> Pick | None:
    """What a list shows, before it is cut into pages."""
    match effect:
        case (Answer(body=Table() | Pick(source=Table()) as rows),):
            pass
        case (Let("found", Table() | Pick(source=Table()) as rows), Answer()):
            pass
        case _:
            return None
    return rows if isinstance(rows, Pick) else Pick(rows)


def _with(effect: Effect, rows: Pick) -> Effect:
    first = effect[0]
    assert isinstance(first, Let | Answer)
    plain: Expr = rows if rows != Pick(rows.source) else rows.source
    if isinstance(first, Let):
        return (replace(first, value=plain), *effect[1:])
    return (replace(first, body=plain),)


def _changed(spec: Spec, old: Operation, new: Operation) -> Spec:
    operations = tuple(new if each is old else each for each in spec.operations)
    return replace(spec, operations=operations)


def ordered(spec: Spec, entity: Entity, name: str, *, falling: bool) -> Spec | None:
    """The list by a field; by the moment of adding where the name is empty."""
    operation = listing(spec, entity)
    rows = _rows(operation.effect) if operation else None
    if operation is None or rows is None:
        return None
    by = name or (entity.key.name if entity.key.style == "integer" else "")
    moments = [each.name for each in entity.fields if each.type.kind == "datetime"]
    by = by or next((each for each in moments if each.startswith("created")), "")
    known = entity.field(by)
    if not by or (name and (known is None or known.type.kind in {"list", "record", "json"})):
        return None
    order = (Order(Get(Row(), by), falling),)
    if rows.order and rows.order != order:
        return None
    new = replace(operation, effect=_with(operation.effect, replace(rows, order=order)))
    return _changed(spec, operation, new)


def _narrowed(spec: Spec, entity: Entity, inputs: Iterable[Input], where: Expr) -> Spec | None:
    operation = listing(spec, entity)
    rows = _rows(operation.effect) if operation else None
    if operation is None or rows is None or rows.limit is not None:
        return None
    known = {each.name for each in operation.inputs}
    if any(each.name in known for each in inputs):
        return None
    both = where if rows.where is None else Call("and", (rows.where, where))
    new = replace(
        operation,
        inputs=(*operation.inputs, *inputs),
        effect=_with(operation.effect, replace(rows, where=both)),
    )
    return _changed(spec, operation, new)


def _unasked(name: str) -> Expr:
    return Call("=", (Get(_INPUT, name), Lit(None)))


def _asked(name: str, kind: Type) -> Input:
    return Input(name, "query", kind, required=False)


def filtered(spec: Spec, entity: Entity, names: tuple[str, ...]) -> Spec | None:
    """The list by values of fields, each of which may be asked for."""
    if any(entity.field(each) is None for each in names):
        return None
    found: Spec | None = spec
    for name in sorted(names, key=[each.name for each in entity.fields].index):
        field = entity.field(name)
        operation = listing(found, entity) if found else None
        if field is None or found is None or operation is None:
            return None
        if any(each.name == name and each.place == "query" for each in operation.inputs):
            continue  # it is there
        kind = Type(field.type.kind, choices=field.type.choices)
        if kind.kind in {"list", "record", "json", "file"}:
            return None
        equal = Call("=", (Get(Row(), name), Get(_INPUT, name)))
        found = _narrowed(found, entity, [_asked(name, kind)], Call("or", (_unasked(name), equal)))
    return found


def searched(spec: Spec, entity: Entity, names: tuple[str, ...], asked: str) -> Spec | None:
    """The list by a text that one of the fields contains."""
    fields = [entity.field(each) for each in names]
    if any(each is None or each.type.kind not in {"string", "email", "url"} for each in fields):
        return None
    where = _unasked(asked)
    for name in names:
        where = Call("or", (where, Call("contains", (Get(Row(), name), Get(_INPUT, asked)))))
    operation = listing(spec, entity)
    if operation and any(each.name == asked for each in operation.inputs):
        rows = _rows(operation.effect)
        return spec if rows is not None and rows.where == where else None
    return _narrowed(spec, entity, [_asked(asked, Type("string"))], where)


def between(spec: Spec, entity: Entity, name: str, low: str, high: str) -> Spec | None:
    """The list by the least and the greatest value of a field."""
    field = entity.field(name)
    if field is None or field.type.kind not in {*NUMBERS, "date", "datetime"}:
        return None
    value = Get(Row(), name)
    where = Call(
        "and",
        (
            Call("or", (_unasked(low), Call(">=", (value, Get(_INPUT, low))))),
            Call("or", (_unasked(high), Call("<=", (value, Get(_INPUT, high))))),
        ),
    )
    kind = Type(field.type.kind)
    return _narrowed(spec, entity, [_asked(low, kind), _asked(high, kind)], where)


def paged(
    spec: Spec, entity: Entity, asked: tuple[str, ...], numbers: tuple[int, ...]
) -> Spec | None:
    """The list a page at a time."""
    operation = listing(spec, entity)
    rows = _rows(operation.effect) if operation else None
    if operation is None or rows is None or rows.limit is not None:
        return None
    size, start = asked
    many, first, largest = numbers
    if {each.name for each in operation.inputs} & {size, start}:
        return None
    skip: Expr = Get(_INPUT, start)
    if first:
        before = Call("-", (Get(_INPUT, start), Lit(1)))
        skip = Call("*", (before, Get(_INPUT, size)))
    page = Pick(Var("found"), skip=skip, limit=Get(_INPUT, size))
    match operation.effect:
        case (Answer() as answer,):
            effect: Effect = (Let("found", answer.body), replace(answer, body=page))  # type: ignore[arg-type]
        case (Let() as found, Answer(body=Make(shown)) as answer):
            cut = tuple((key, page if value == Var("found") else value) for key, value in shown)
            effect = (found, replace(answer, body=Make(cut)))
        case _:
            return None
    most = largest or None
    inputs = (
        Input(
            size,
            "query",
            Type("integer", minimum=1, maximum=most),
            required=False,
            default=str(many),
        ),
        Input(start, "query", Type("integer", minimum=first), required=False, default=str(first)),
    )
    return _changed(
        spec, operation, replace(operation, inputs=(*operation.inputs, *inputs), effect=effect)
    )


def wrapped(spec: Spec, entity: Entity, rows: str, many: str = "") -> Spec | None:
    """The list as a part of an object, with how many there are."""
    operation = listing(spec, entity)
    shown = [(rows, Var("found"))] + ([(many, Call("count", (Var("found"),)))] if many else [])
    if operation is None:
        return None
    match operation.effect:
        case (Answer(body=Table() | Pick() as body) as answer,):
            effect: Effect = (Let("found", body), replace(answer, body=Make(tuple(shown))))
        case (Let(), Answer(body=Make(known))) if {key for key, _ in known} == {rows, many} - {""}:
            return spec
        case (Let(), Answer(body=Pick(source=Var("found")) as page) as answer):
            cut = tuple((key, page if value == Var("found") else value) for key, value in shown)
            effect = (operation.effect[0], replace(answer, body=Make(cut)))
        case _:
            return None
    return _changed(spec, operation, replace(operation, effect=effect))


def emptied(spec: Spec, entity: Entity, path: str, status: int) -> Spec | None:
    """A request that drops all rows; whoever owns rows drops no other's."""
    there = [each for each in spec.operations if each.method == "DELETE" and each.path == path]
    if there:
        return spec if there[0].effect else None
    listed = listing(spec, entity)
    if listed is None or listed.path != path or listed.needs or spec.base:
        return None
    effect = program(f"delete {entity.name} where true", f"answer {status}")
    made = Operation(
        f"delete_{entity.plural}", "DELETE", path, effect, summary=f"Delete all {entity.plural}."
    )
    return replace(spec, operations=(*spec.operations, made))


def counted(spec: Spec, entity: Entity, key: str, path: str) -> Spec | None:
    """A request that says how many rows there are."""
    there = [each for each in spec.operations if each.method == "GET" and each.path == path]
    if there:
        return spec if there[0].effect else None
    listed = listing(spec, entity)
    if listed is None or not path.startswith(f"{listed.path}/") or listed.needs:
        return None
    effect = program(f"answer 200 {{{key}: count({entity.name})}}")
    made = Operation(
        f"count_{entity.plural}",
        "GET",
        path,
        effect,
        summary=f"How many {entity.plural} there are.",
    )
    return replace(spec, operations=(*spec.operations, made))
