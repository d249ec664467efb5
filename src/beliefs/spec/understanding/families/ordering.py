"""Rows that move, and rows that are shown with what belongs to them."""

from __future__ import annotations

from beliefs.spec.features import ordering
from beliefs.spec.features.crud import show
from beliefs.spec.features.resources import variable
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, World


def write(world: World) -> None:
    """Routes that move a row, or show one with its children."""
    for route in world.draft.open_routes():
        found = world.at(route.path)
        if found is None:
            continue
        plan, rest = found
        if route.method in {"POST", "PUT", "PATCH"} and rest in {"{}/move", "{}/position"}:
            _move(world, plan, route)
        elif route.method == "GET" and rest == "{}" and (inside := _inside(world, plan, route)):
            resource = plan.resource()
            body = _with(world, plan, resource.one, inside)
            from dataclasses import replace

            made = show(replace(resource, shows=body))
            world.add(made, route, route.source)
            for cue in route.cues:
                cue.used = cue.used or "ordering"


def _move(world: World, plan: Plan, route: Route) -> None:
    if plan.field("position") is None:
        return
    resource = plan.resource()
    names = [each.field.name for each in route.takes]
    position = next((each for each in names if each in {"position", "index", "to"}), "position")
    if plan.parent is None:
        world.add(ordering.reorder(resource, route.path, position), route, route.source)
    else:
        named = next((each for each in names if each != position), plan.parent_field)
        made = ordering.move(
            resource, route.path, plan.parent.entity, plan.parent_field, named, position
        )
        world.add(made, route, route.source)
    for cue in route.cues:
        cue.used = cue.used or "ordering"
    world.draft.use("ordering", "move", "counted_from", "position_after")


def _inside(world: World, plan: Plan, route: Route) -> list[Plan]:
    """The kinds of rows below a plan that the goal wants shown with it."""
    named = {
        cue.bound["known"].name
        for cue in route.cues
        if cue.says in {"thing", "shows", "lists"}
        if "known" in cue.bound
    }
    named |= {each.field.name for each in route.answers}
    return [
        each
        for each in world.plans.values()
        if (each.thing.name in named or each.thing.plural in named) and _below(each, plan)
    ]


def _below(plan: Plan, top: Plan) -> bool:
    parent = plan.parent
    return parent is not None and (parent is top or _below(parent, top))


def _with(world: World, plan: Plan, one: str, inside: list[Plan]) -> str:
    """A row merged with its children, and theirs."""
    parts = []
    for child in world.plans.values():
        if child.parent is not plan or child not in inside:
            continue
        order = ", by .position" if child.field("position") else ""
        rows = f"{child.name}[where .{child.parent_field} = {one}.{plan.key.name}{order}]"
        name = variable(child.entity)
        deeper = _with(world, child, name, inside)
        shown = rows if deeper == name else f"each({name} in {rows}: {deeper})"
        parts.append(f"{child.entity.plural}: {shown}")
    return f"merge({one}, {{{', '.join(parts)}}})" if parts else one
