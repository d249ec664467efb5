"""One row with amounts in proportion: GET /recipes/{id}/scaled?servings=8."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.resources import found, key_param, path_inputs, program, snake, variable
from beliefs.spec.operations import Input, Operation
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import singular

_NUMBERS = ("integer", "number")


def write(world: World) -> None:
    """Routes of one row that answer with it for another number of what it is made for."""
    for route, plan, cue in world.asked_of_one("scaled"):
        made = _scaled(plan, route, cue)
        if made is not None:
            world.add(made, route, route.source)
            for each in route.cues:
                each.used = each.used or "scaling"


def _scaled(plan: Plan, route: Route, cue: Cue) -> Operation | None:
    base = plan.field(route.query[0]) if len(route.query) == 1 else None
    if base is None or base.type.kind not in _NUMBERS:
        return None
    one, amount = variable(plan.entity), singular(str(cue.bound["name"]).lower())
    factor = f"input.{base.name} / {one}.{base.name}"
    changed = [f"{base.name}: input.{base.name}"]
    for each in plan.fields:
        parts = each.type.item.fields if each.type.item is not None else ()
        if any(part.name == amount and part.type.kind in _NUMBERS for part in parts):
            part = f"merge(part, {{{amount}: part.{amount} * {factor}}})"
            changed.append(f"{each.name}: each(part in {one}.{each.name}: {part})")
        elif each.name == amount and each.type.kind in _NUMBERS:
            changed.append(f"{amount}: {one}.{amount} * {factor}")
    if len(changed) == 1:
        return None
    resource = replace(plan.resource(), item=route.path)
    return Operation(
        f"scale_{snake(plan.entity.name)}",
        "GET",
        route.path,
        program(
            *found(plan.entity, key_param(route.path), plan.visible),
            f"answer 200 merge({one}, {{{', '.join(changed)}}})",
        ),
        inputs=(
            *path_inputs(resource, route.path),
            Input(base.name, "query", replace(base.type, nullable=False)),
        ),
        summary=f"Show one {plan.entity.name.lower()} for another number of {base.name}.",
        needs="caller" if plan.needs else "",
    )
