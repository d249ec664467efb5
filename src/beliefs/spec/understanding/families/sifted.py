"""Lists of rows in one state: "GET /entries shows the approved entries"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.effects import Answer, Call, Each, Expr, Lit, Pick, Table
from beliefs.spec.features.listing import Paging, listing
from beliefs.spec.parsing import read_expression
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.conditions import condition
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import singular


def shape(world: World) -> None:
    """Find the lists that show rows of one state alone."""
    found: dict[tuple[str, str], tuple[Plan, str]] = {}
    for route in world.draft.routes:
        cue = route.said("state_list") if route.method == "GET" else None
        plan = _plan(world, cue) if cue is not None else None
        if cue is None or plan is None or plan.fixed is not None:
            continue
        if holds := condition(plan, str(cue.bound["state"])):
            found[route.method, route.path] = (plan, holds)
            plan.listed = plan.listed or (holds if route.path == plan.path else "")
            cue.used = "sifted"
    if found:
        world.kept["sifted"] = found
        world.draft.use("sifted", "unseen")


def alone(world: World, plan: Plan) -> bool:
    """Whether the list of a thing shows some of its rows alone."""
    return ("GET", plan.path) in world.kept.get("sifted", {})


def _plan(world: World, cue: Cue) -> Plan | None:
    nouns = cue.bound["nouns"]
    return world.plans.get(singular(nouns[0].name)) if len(nouns) == 1 else None


def write(world: World) -> None:
    """Keep such lists to their rows; those at a path of their own are written."""
    for (method, path), (plan, holds) in world.kept.get("sifted", {}).items():
        if path == plan.path:
            continue
        route = world.draft.route(method, path)
        if route is not None and not route.done:
            _listed(world, plan, route)
        for at, made in enumerate(world.operations):
            last = made.effect[-1] if made.effect else None
            if (made.method, made.path) == (method, path) and isinstance(last, Answer):
                body = _kept(last.body, plan.name, read_expression(holds))
                effect = (*made.effect[:-1], replace(last, body=body))
                world.operations[at] = replace(made, effect=effect)


def cut(world: World) -> None:
    """Lists of the last few rows: "lists the last 100, newest first"."""
    for route in world.draft.routes:
        cue = route.said("last_few") if route.method == "GET" else None
        for at, made in enumerate(world.operations) if cue is not None else ():
            last = made.effect[-1] if made.effect else None
            if (made.method, made.path) != route.way or not isinstance(last, Answer):
                continue
            body = last.body
            if cue is not None and isinstance(body, Pick) and any(o.falling for o in body.order):
                body = replace(body, limit=Lit(int(cue.bound["number"])))
                effect = (*made.effect[:-1], replace(last, body=body))
                world.operations[at] = replace(made, effect=effect)
                cue.used = "sifted"


def _listed(world: World, plan: Plan, route: Route) -> None:
    sorts = route.said("newest", "sort", "sort_down", "newest_by", "oldest_by", "flag_first")
    order = plan.wants.order if sorts is not None else ()
    wants = replace(plan.wants, filters=(), order=order, paging=Paging())
    made = listing(plan.resource(), wants, route.path)
    state = str(route.said("state_list").bound["state"])  # type: ignore[union-attr]
    world.add(replace(made, name=f"list_{state}_{plan.entity.plural}"), route, route.source)
    for cue in route.cues:
        if cue.says in {"verbs", "thing", "shows", "lists"}:
            cue.used = cue.used or "sifted"


def _kept(body: Expr | None, entity: str, holds: Expr) -> Expr | None:
    """A list of rows, only of those that hold."""
    match body:
        case Table(entity=name) if name == entity:
            return Pick(body, holds)
        case Pick(source=Table(entity=name)) if name == entity:
            where = holds if body.where is None else Call("and", (body.where, holds))
            return replace(body, where=where)
        case Each():
            return replace(body, source=_kept(body.source, entity, holds) or body.source)
        case _:
            return body
