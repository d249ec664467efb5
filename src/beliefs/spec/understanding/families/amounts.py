"""Amounts that requests add to and take from: deposits, withdrawals, orders that lower a stock."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.effects import Patch
from beliefs.spec.entities import Entity
from beliefs.spec.failures import Failure
from beliefs.spec.features.actions import transition
from beliefs.spec.features.resources import (
    body_inputs,
    key_param,
    key_type,
    path_inputs,
    program,
    snake,
    variable,
)
from beliefs.spec.features.resources import found as found_row
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.changes import SIGNED
from beliefs.spec.understanding.plans import Plan, World

_MORE = frozenset({"deposit", "credit", "restock", "increase", "earn", "refill", "topup", "top-up"})
_LESS = frozenset({"withdraw", "debit", "spend", "decrease", "consume", "sell", "redeem"})
_ADDS = {"add": _MORE, "in": _MORE, "receive": _MORE, "remove": _LESS, "out": _LESS, "take": _LESS}
_KEPT = ("balance", "stock", "quantity", "amount", "points", "credits")


_ADJUSTS = frozenset({"adjust", "adjustment", "adjustments", "change", "correct"})
_GIVEN = frozenset({"amount", "quantity", "count", "units"})


def shape(world: World) -> None:
    """Orders that lower what they refer to, and what never goes below zero."""
    _floor(world)
    for cue in world.draft.all_said("lowers"):
        names = [each.field.name for each in cue.bound["fields"]]
        for route in world.draft.routes:
            found = world.at(route.path)
            if cue not in route.cues or found is None or found[1] != "":
                continue
            plan = found[0]
            for other in world.plans.values():
                key = next((each.name for each in plan.fields if _refers(each, other)), "")
                name = next((each for each in names if other.field(each)), "")
                if key and name and plan.field("quantity"):
                    plan.checks += _lowered(other, key, name)
                    cue.used = "amounts"
                    world.draft.use("amounts", "enough", "stock")


def _floor(world: World) -> None:
    """What may never fall below zero is not below it at first either."""
    for route in world.draft.routes if world.draft.said("below_zero") else ():
        found = world.at(route.path)
        if found is not None and found[1].startswith("{}/") and _signed(route):
            told = _target(found[0], route)
            if told is not None and told.type.minimum is None:
                found[0].changes_field(replace(told, type=replace(told.type, minimum=0)))


def _refers(field: Field, other: Plan) -> bool:
    return field.name == f"{other.thing.name}_id"


def _lowered(other: Plan, key: str, name: str) -> list[str]:
    one = variable(other.entity)
    return [
        f"let {one} = first({other.name}[where .{other.key.name} = input.{key}])",
        f'guard {one}.{name} >= input.quantity else conflict "There is not enough {name}"',
        f"patch {other.name} {one} {{{name}: {one}.{name} - input.quantity}}",
    ]


def write(world: World) -> None:
    """Routes that add to an amount of a row, or take from it."""
    for route in world.draft.open_routes():
        found = world.at(route.path)
        word = route.last
        if found is not None and found[1].startswith("{}/") and _signed(route):
            _adjusted(world, found[0], route)
        if found is None or route.method != "POST" or word not in _MORE | _LESS | _ADDS.keys():
            continue
        less = word in _LESS or _ADDS.get(word) is _LESS
        if word not in _ADDS or {each.field.name for each in route.takes} & _GIVEN:
            _changed(world, found[0], route, less=less)
    for route in world.draft.open_routes():
        found = world.at(route.path)
        if found is not None and route.method == "GET" and found[1] in _PAST:
            _past(world, found[0], route)


_PAST = frozenset({"{}/transactions", "{}/history", "{}/movements"})


def _past(world: World, plan: Plan, route: Route) -> None:
    """What was added and taken, oldest first."""
    one, key = variable(plan.entity), plan.key.name
    words = [
        (place, each)
        for place, each in enumerate(world.operations)
        if each.path.rsplit("/", 1)[-1] in _MORE | _LESS and plan.name in _patched(each)
    ]
    if not words or "Transaction" in {each.name for each in world.plans.values()}:
        return
    names = tuple(each.path.rsplit("/", 1)[-1] for _, each in words)
    kept = Entity(
        "Transaction",
        "transactions",
        (
            Field(f"{snake(plan.thing.name)}_id", key_type(plan.entity)),
            Field("type", Type("string", choices=names)),
            Field("amount", Type("number")),
            Field("created_at", Type("datetime")),
        ),
    )
    world.entities.append(kept)
    mine = f".{kept.fields[0].name} = {one}.{key}"
    plan.removal.insert(0, f"delete Transaction where {mine}")
    for (place, each), name in zip(words, names, strict=True):
        given = each.inputs[-1].name
        line = program(
            f"insert Transaction {{{kept.fields[0].name}: {one}.{key}, "
            f'type: "{name}", amount: input.{given}, created_at: now()}} as transaction'
        )
        world.operations[place] = replace(each, effect=(*each.effect[:-1], *line, each.effect[-1]))
    made = Operation(
        f"list_{snake(plan.thing.name)}_transactions",
        "GET",
        route.path,
        program(
            *found_row(plan.entity, key_param(route.path), plan.visible),
            f"answer 200 Transaction[where {mine}]",
        ),
        inputs=path_inputs(plan.resource(), route.path),
        summary="What was added and taken.",
        needs="caller" if plan.needs else "",
    )
    world.add(made, route, route.source)
    for cue in route.cues:
        cue.used = cue.used or "amounts"


def _patched(operation: Operation) -> set[str]:
    return {each.entity for each in operation.effect if isinstance(each, Patch)}


def _signed(route: Route) -> bool:
    """Whether what a request brings is added as it stands: {"delta": -3}."""
    names = {each.field.name for each in route.takes}
    adjusts = route.last in _ADJUSTS and not names.isdisjoint(_GIVEN | {"by"})
    return route.method != "GET" and len(names) == 1 and (not names.isdisjoint(SIGNED) or adjusts)


def _target(plan: Plan, route: Route) -> Field | None:
    """The amount that a route adds to."""
    spoken = {route.last, *(form for cue in route.cues for form in cue.words)}
    numbers = [each for each in plan.fields if each.type.kind in {"integer", "number"}]
    named = [each for each in numbers if each.name in spoken]
    named = named or [each for each in numbers if each.name in _KEPT]
    return named[0] if named else None


def _adjusted(world: World, plan: Plan, route: Route) -> None:
    """Add to the amount that the words or the path name, else to the usual one."""
    target, given = _target(plan, route), route.takes[0].field
    if target is None:
        return
    floor = world.draft.said("below_zero", "enough")
    least = target.type.minimum if target.type.minimum is not None else 0
    bound = floor is not None or target.type.minimum is not None
    total = f"$.{target.name} + input.{given.name}"
    kind = replace(given.type, kind=target.type.kind, minimum=None, above=None)
    made = transition(
        plan.resource(),
        route.path,
        route.last,
        ((target.name, total),),
        holds=f"{total} >= {least}" if bound else "",
        why=f"There is not enough {target.name.replace('_', ' ')}" if bound else "",
        inputs=body_inputs((replace(given, type=kind, required=True),)),
        method=route.method,
    )
    world.add(
        replace(made, failures=(*made.failures, *_refusal(world, floor))), route, route.source
    )
    for cue in route.cues:
        cue.used = cue.used or "amounts"
    world.draft.use("amounts", "below_zero", "enough")


def _refusal(world: World, floor: Cue | None) -> tuple[Failure, ...]:
    """How it is answered that there would be too little, where the goal says so."""
    if floor is None:
        return ()
    status = floor.bound.get("status")
    for cue in world.draft.all_said("status_else", "refused"):
        if status is None and cue.sentence == floor.sentence and "status" in cue.bound:
            status, cue.used = cue.bound["status"], "amounts"
    return (Failure("conflict", int(status)),) if status is not None and status != 409 else ()


def _changed(world: World, plan: Plan, route: Route, *, less: bool) -> None:
    names = [each for each in _KEPT if plan.field(each)]
    if not names or len(route.takes) != 1:
        return
    name, given = names[0], route.takes[0].field
    made = transition(
        plan.resource(),
        route.path,
        route.last,
        ((name, f"$.{name} {'-' if less else '+'} input.{given.name}"),),
        holds=f"$.{name} >= input.{given.name}" if less else "",
        why=f"There is not enough {name}" if less else "",
        inputs=body_inputs((given,)),
    )
    world.add(made, route, route.source)
    for cue in route.cues:
        cue.used = cue.used or "amounts"
    world.draft.use("amounts", "below_zero", "enough", "status_else")
