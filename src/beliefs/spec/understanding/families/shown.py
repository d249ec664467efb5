"""What an example of a new row shows, and no request brings: the service sets it."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import notation
from beliefs.spec.features.resources import params
from beliefs.spec.service import Unknown
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.chosen_keys import answer_of
from beliefs.spec.understanding.plans import Plan, World, item_path


def shape(world: World) -> None:
    """Rows begin as the answer to their creation shows them: "-> 201 {…, "done": false}"."""
    for route in world.draft.routes:
        at = world.at(route.path)
        if route.method != "POST" or at is None or at[1] != "" or at[0].fixed is not None:
            continue
        if route.takes:
            _begun(world, at[0], route)


def _begun(world: World, plan: Plan, route: Route) -> None:
    brought = {each.field.name for each in route.takes}
    above = {plan.key.name, plan.parent_field, *params(item_path(plan))[-1:]}
    for name, value in answer_of(route).items():
        if name in brought | above or not _begins(value):
            continue
        told = plan.field(name)
        if told is not None and told in plan.own:
            continue
        if told is not None:  # a later request brings it
            plan.fields = [each for each in plan.fields if each is not told]
            plan.changeable.append(name)
        plan.own.append(_field(name, value, told))
        world.kept.setdefault("shown", []).append((plan, name, route))


def _begins(value: object) -> bool:
    """Whether a value is one that things begin with."""
    return isinstance(value, bool) or value in (0, [])


def _field(name: str, value: object, told: Field | None) -> Field:
    default = json.dumps(value)
    if told is not None:
        return replace(
            told, required=False, default=default, type=replace(told.type, nullable=False)
        )
    kind = Type("boolean") if isinstance(value, bool) else Type("integer")
    kind = Type("list", item=Type("string")) if value == [] else kind
    return Field(name, kind, required=False, default=default)


def write(world: World) -> None:
    """List what always stays as it began: nothing says when it changes."""
    for plan, name, route in world.kept.get("shown", ()):
        changes = [
            each
            for each in world.operations
            if (each.method, each.path) != ("POST", plan.path)
            and (f"{name}:" in notation.write(each.effect) or _brings(each.inputs, name))
        ]
        if not changes and plan.thing.name in world.plans:
            words = f"{name} of {route.method} {route.path}"
            why = f"It always stays as it began: nothing says when {name} changes."
            world.draft.lost.append(Unknown("material", words, route.source, why))


def _brings(inputs: tuple[object, ...], name: str) -> bool:
    return any(getattr(each, "name", "") == name for each in inputs)
