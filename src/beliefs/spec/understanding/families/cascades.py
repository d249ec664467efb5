"""What becomes of the rows below one that is deleted: dropped with it, or in its way."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import replace

from beliefs.spec.effects import Delete, Effect, For, Pick, Stmt, Table
from beliefs.spec.failures import Failure
from beliefs.spec.features.resources import an, variable
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.families.messages import message, status_behind
from beliefs.spec.understanding.plans import Plan, World


def dropped(world: World) -> None:
    """Deleting a row drops what belongs to it, or is refused while there is something."""
    stated = world.draft.use("rules", "cascade")
    for plan in world.plans.values():
        held = _holding(world, plan)
        lines = _dropped(world, plan, [f"{variable(plan.entity)}.{plan.key.name}"], held)
        if lines and not stated:
            children = [
                each.thing.plural
                for each in world.plans.values()
                if each.parent is plan and each not in held
            ]
            if "remove" in plan.verbs:
                world.assume(
                    f"deleting {an(plan.thing.name.replace('_', ' '))}",
                    f"drops its {' and '.join(children)}",
                    "is refused while there are some",
                )
        plan.removal = [*held.values(), *lines, *plan.removal]


def _holding(world: World, plan: Plan) -> dict[Plan, str]:
    """What keeps a row from being deleted, as the goal says: a guard for each kind of rows."""
    found: dict[Plan, str] = {}
    one = variable(plan.entity)
    for cue in world.draft.all_said("kept_while"):
        owners = cue.bound["owner"]
        owners = owners if isinstance(owners, tuple) else (owners,)
        child = world.plans.get(cue.bound["child"].name)
        key = f"{plan.thing.name}_id"
        if child is None or plan.thing.name not in {each.name for each in owners}:
            continue
        key = child.parent_field if child.parent is plan else key
        if child.parent is not plan and child.field(key) is None:
            continue
        status = int(cue.bound.get("status") or status_behind(world.draft, cue))
        way = "conflict" if status == 409 else "refused"
        if status != 409:
            world.failures.append(Failure("refused", status, "Bad request"))
        said = message(cue) or f"The {plan.thing.name.replace('_', ' ')} has {child.thing.plural}"
        rows = f"{child.name}[where .{key} = {one}.{plan.key.name}]"
        found[child] = f"guard count({rows}) = 0 else {way} {json.dumps(said)}"
        plan.verbs.add("remove")
        cue.used = "rules"
    return found


def _dropped(world: World, plan: Plan, keys: list[str], held: Collection[Plan] = ()) -> list[str]:
    """Statements that drop the children of rows with these keys, deepest first."""
    lines: list[str] = []
    for child in world.plans.values():
        if child.parent is not plan or child is plan or child in held:
            continue
        mine = f".{child.parent_field} = {keys[0]}"
        grand = [each for each in world.plans.values() if each.parent is child]
        if grand:
            name = f"dropped_{variable(child.entity)}"
            lines.append(f"for {name} in {child.name}[where {mine}]:")
            deeper = _dropped(world, child, [f"{name}.{child.key.name}"])
            lines += [f"    {each}" for each in deeper]
        lines.append(f"delete {child.name} where {mine}")
    return lines


def of_kept(effect: Effect, names: Collection[str]) -> Effect:
    """An effect that drops no rows of a kind that was given up after it was written."""
    found: list[Stmt] = []
    for each in effect:
        match each:
            case Delete(entity, _) | For(_, Pick(Table(entity)), _) if entity not in names:
                continue
            case For(_, _, body):
                found.append(replace(each, body=of_kept(body, names)))
            case _:
                found.append(each)
    return tuple(found)


def buried(world: World) -> None:
    """Deleted rows that are kept, and unseen."""
    for cue in world.draft.all_said("soft_delete"):
        near = [each for each in world.plans.values() if cue in each.thing.cues]
        for plan in [each for each in near or list(world.plans.values())[:1] if not each.fixed]:
            plan.buried = "deleted_at"
            deleted = Field("deleted_at", Type("datetime", nullable=True), required=False)
            plan.adds(replace(deleted, hidden=True))
            plan.visible = ".deleted_at = null"
            plan.removal = []
        cue.used = "rules"
