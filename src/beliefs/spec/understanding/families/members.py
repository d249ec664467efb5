"""Fields that name members of a list of another row: "paidBy is one of the people"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.resources import found
from beliefs.spec.operations import Input
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.families.calls import owners
from beliefs.spec.understanding.families.verbs import spoken
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.tokens import Token

_ALL = frozenset({"everybody", "everyone", "all"})


def shape(world: World) -> None:
    """Put such rules before a row is kept."""
    for cue in world.draft.all_said("list_size"):
        _sized(world, cue)
    for cue in world.draft.all_said("member_of", "members_of"):
        name, members = str(cue.bound["name"]), str(cue.bound["members"])
        for plan in world.plans.values():
            told, owner = plan.field(name), _owner(world, plan, members)
            if told is not None and owner is not None and plan.fixed is None:
                _bound(plan, owner, cue, told)
                if cue.says == "members_of":
                    world.assume(f"somebody twice in {name}", "refused, as what is out of range")


def _sized(world: World, cue: Cue) -> None:
    """How many a list has, and that no two are the same."""
    how, low, high = cue.bound["bounds"]
    for route in world.draft.routes:
        said = spoken(route)
        plan = world.plans.get(said.noun) if said is not None else None
        lists = [each for each in plan.fields if each.type.kind == "list"] if plan else []
        if cue not in route.cues or plan is None or len(lists) != 1 or how != "range":
            continue
        (told,) = lists
        kind = replace(told.type, min_length=int(low), max_length=int(high or low))
        plan.changes_field(replace(told, type=kind, required=True, default=""))
        if cue.words & {"different", "distinct", "unique"}:
            given = f"input.{told.name}"
            why = f"{told.name}: no two may be the same"
            plan.checks.append(
                f'guard count(distinct({given})) = count({given}) else out_of_range "{why}"'
            )
        cue.used = "members"


def _owner(world: World, plan: Plan, members: str) -> tuple[str, Plan] | None:
    """The row that has the list, and the field that names it."""
    for name, other in owners(world, plan):
        told = other.field(members)
        if told is not None and told.type.kind == "list":
            return name, other
    return None


def _bound(plan: Plan, owner: tuple[str, Plan], cue: Cue, told: Field) -> None:
    key, other = owner
    name, members = told.name, str(cue.bound["members"])
    read = found(other.entity, key)
    plan.checks += [each for each in read if each not in plan.checks]
    row = read[0].split()[1]
    if cue.says == "member_of":
        why = f"{name} must be one of {members}"
        plan.checks.append(f'guard input.{name} in {row}.{members} else out_of_range "{why}"')
        cue.used = "members"
        return
    note: tuple[Token, ...] = cue.bound.get("note", ())
    words = {each.low for each in note}
    least = 1 if "least" in words else None
    silent = bool(words & _ALL) or not told.required
    kind = Type("list", item=Type("string"), min_length=least)
    others = f"count(input.{name}[where not(row in {row}.{members})]) = 0"
    held = f"input.{name} = null or {others}" if silent else others
    plan.checks.append(f'guard {held} else out_of_range "{name}: only {members}"')
    once = f"count(distinct(input.{name})) = count(input.{name})"
    once = f"input.{name} = null or {once}" if silent else once
    plan.checks.append(f'guard {once} else out_of_range "{name}: no two may be the same"')
    if words & _ALL:
        plan.fields = [each for each in plan.fields if each.name != name]
        plan.beside.append(Input(name, "json", replace(kind, nullable=True), required=False))
        plan.adds(Field(name, kind), f"or_else(input.{name}, {row}.{members})")
    else:
        plan.changes_field(replace(told, type=kind))
    cue.used = "members"
