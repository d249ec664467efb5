"""What requests answer when they succeed, as the goal states it; and what nobody made use of."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from beliefs.spec.effects import Answer, Effect, Expr, For, If, Items, Lit, Make, Stmt, Var
from beliefs.spec.features.resources import variable
from beliefs.spec.operations import Operation
from beliefs.spec.service import Unknown
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import World

_FINE = range(200, 300)


def write(world: World) -> None:
    """Give every operation the status that is stated for it."""
    _silent(world)
    world.draft.use("outcomes", "all_made")  # 201, which is what making a row answers
    for route in world.draft.routes:
        place = _place(world, route)
        if place is None:
            continue
        made = world.operations[place]
        for cue in route.cues:
            stated = cue.says == "success" and not cue.used
            if not stated and not (cue.says == "gives" and "status" in cue.bound):
                continue
            status = int(cue.bound["status"])
            if status in _FINE and _plain(made):
                made = _answering(world, made, status)
                cue.used = cue.used or "outcomes"
        if route.method == "DELETE" and (said := _constant(route)) is not None:
            answers = made.effect[-1]
            if isinstance(answers, Answer):
                status = answers.status if answers.status != 204 else 200
                last = Answer(status, said)
                made = replace(made, effect=(*made.effect[:-1], last))
                for cue in route.cues:
                    cue.used = cue.used or ("outcomes" if cue.says == "answers" else "")
        world.operations[place] = made
        _accounted(world, route, made)


def _silent(world: World) -> None:
    """As in "the result is null": what deletes a row answers with nothing anyway."""
    for cue in world.draft.all_said("nothing_back"):
        before = [
            each
            for each in world.draft.routes
            if any(one.says == "route" and one.sentence <= cue.sentence for one in each.cues)
        ]
        place = _place(world, before[-1]) if before else None
        last = world.operations[place].effect[-1] if place is not None else None
        if isinstance(last, Answer) and last.body is None:
            cue.used = "outcomes"


def _place(world: World, route: Route) -> int | None:
    ways = [(each.method, each.path) for each in world.operations]
    way = (route.method, route.path)
    return ways.index(way) if way in ways else None


def _plain(made: Operation) -> bool:
    """Whether all that it answers is of one kind of success."""
    return all(each in _FINE for each in _statuses(made.effect))


def _statuses(effect: Effect) -> list[int]:
    found: list[int] = []
    for each in effect:
        match each:
            case Answer(status):
                found.append(status)
            case If(then=then, otherwise=otherwise):
                found += _statuses((*then, *otherwise))
            case For(body=body):
                found += _statuses(body)
            case _:
                pass
    return found


def _answering(world: World, made: Operation, status: int) -> Operation:
    """The operation with another status of success; one that is there already stays."""
    if status in _statuses(made.effect):
        return made
    effect = tuple(_changed(each, status) for each in made.effect)
    last = effect[-1]
    if isinstance(last, Answer) and last.body is None and status != 204:
        rows = [each for each in world.plans.values() if _removes(made, variable(each.entity))]
        if rows:
            effect = (*effect[:-1], replace(last, body=Var(variable(rows[0].entity))))
            world.assume(f"what {made.method} {made.path} answers", "what was deleted")
    return replace(made, effect=effect)


def _removes(made: Operation, name: str) -> bool:
    return made.method == "DELETE" and any(
        getattr(each, "name", "") == name for each in made.effect
    )


def _changed(statement: Stmt, status: int) -> Stmt:
    match statement:
        case Answer(status=had) if had in _FINE:
            body = None if status == 204 else statement.body
            return replace(statement, status=status, body=body)
        case If(then=then, otherwise=otherwise):
            return replace(
                statement,
                then=tuple(_changed(each, status) for each in then),
                otherwise=tuple(_changed(each, status) for each in otherwise),
            )
        case _:
            return statement


def _constant(route: Route) -> Expr | None:
    """An answer that is written out and says the same every time."""
    if route.example is None:
        return None
    try:
        return _written(json.loads(route.example.text))
    except ValueError:
        return None


def _written(value: Any) -> Expr:
    if isinstance(value, dict):
        return Make(tuple((name, _written(each)) for name, each in value.items()))
    if isinstance(value, list):
        return Items(tuple(_written(each) for each in value))
    return Lit(value)


def _accounted(world: World, route: Route, made: Operation) -> None:
    """Parameters that stand in a path and that nobody reads are said to be lost."""
    read = {each.wire for each in made.inputs}
    for name in route.query:
        if name not in read:
            words = f"?{name}= of {route.method} {route.path}"
            why = "What this parameter does cannot be inferred."
            world.draft.lost.append(Unknown("material", words, route.source, why))
