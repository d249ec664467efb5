"""What is kept: a plan for each kind of rows, where they are and what they have."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.crud import ALL
from beliefs.spec.features.resources import an, snake
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.plans import Plan, World, refers
from beliefs.spec.wishes import relations

# What people call a row by, best first.
_CALLED = ("title", "name", "text", "question", "label", "subject")
# What tells rows apart as well.
_TOLD_BY = frozenset(
    """url email number code sku plate tracking_number key front first_name last_name
    company""".split()  # noqa: SIM905
)
# What rows have beside what they are about.
_ASIDE = frozenset({"tags", "labels", "status", "published", "pinned", "archived", "done"})
# Rows that are at some time, whatever else they have.
_TIMED = frozenset(
    {"appointment", "booking", "reservation", "meeting", "visit", "shift", "screening"}
)
# Rows that one needs no name for.
_NAMELESS = frozenset(
    """loan booking reservation reading vote rating check_in appointment score time_entry payment
    line_item transaction measurement order invoice""".split()  # noqa: SIM905
)


def plan(world: World) -> None:
    """A plan for every kind of rows."""
    for thing in world.draft.things.values():
        if thing.stated:
            world.plans[thing.name] = Plan(thing, f"{world.base}/{snake(thing.plural)}")
    for each in world.plans.values():
        _nested(world, each)
    for each in world.plans.values():
        _fields(world, each)
        each.verbs |= set(ALL)
        about = f"what can be done with {each.thing.plural}"
        world.assume(about, "create, list, show, replace, change, delete")


def _nested(world: World, plan: Plan) -> None:
    """Rows that belong to others: at their path, as is said or as is usual."""
    told = [each for each in plan.thing.cues if each.says == "belongs"]
    owners = [str(each.bound["owner"].name) for each in told]
    owners += [each for each in relations.below(plan.thing.name) if not owners]
    for name in owners:
        owner = world.plans.get(name)
        if owner is None or _above(plan, owner):
            continue
        plan.parent, plan.parent_field = owner, f"{snake(name)}_id"
        plan.item = f"{plan.path}/{{id}}"
        plan.path = f"{world.base}/{snake(owner.thing.plural)}/{{{plan.parent_field}}}/"
        plan.path += snake(plan.thing.plural)
        world.assume(f"where {plan.thing.plural} are", f"made and listed at {plan.path}")
        return


def _above(plan: Plan, owner: Plan) -> bool:
    """Whether a kind of rows is, however far up, what another belongs to."""
    return owner is plan or (owner.parent is not None and _above(plan, owner.parent))


def _fields(world: World, plan: Plan) -> None:
    """What rows have: as told, with keys of others, and with what they are called by."""
    name = plan.thing.name
    told = [_referring(world, plan, each.field) for each in plan.thing.fields]
    names = {each.name for each in told}
    for other in relations.of(name):
        key = f"{other}_id"
        if other in world.plans and key not in names and plan.parent is not world.plans[other]:
            told.append(Field(key, Type("integer")))
            names.add(key)
            world.assume(f"the {other} of {an(_said(name))}", f"{key}, its key")
    above = plan.parent.thing.name if plan.parent is not None else ""
    usual = [each for each in relations.usual(name) if each.name != above]
    kept = {each.name for each in told if not each.name.endswith("_id")} - _ASIDE
    if not kept and not (names and name in _NAMELESS):
        told += [each for each in usual if each.name not in names]
        world.assume(f"the fields of {an(_said(name))}", ", ".join(each.name for each in usual))
    elif not kept & {*_CALLED, *_TOLD_BY} and relations.knows(name):
        first = next((each for each in usual if each.name in _CALLED), None)
        if first is not None and name not in _NAMELESS:
            loose = replace(first, required=False, type=replace(first.type, nullable=True))
            told.insert(0, loose)
            world.assume(
                f"what {an(_said(name))} is called", f"{first.name}, which may be left out"
            )
    if kept and not any(each.type.kind in {"date", "datetime"} for each in told):
        when = [each for each in usual if each.type.kind in {"date", "datetime"}]
        told += [each for each in when if name in _TIMED]
    plan.fields = list({each.name: each for each in told if each.name != "id"}.values())


def key_of(child: Plan, owner: Plan) -> str:
    """The field by which rows name one of another kind; empty where they do not."""
    if child is owner:
        return ""
    if child.parent is owner:
        return child.parent_field
    return next((each.name for each in child.fields if refers(each, owner)), "")


def _said(name: str) -> str:
    return name.replace("_", " ")


def _referring(world: World, plan: Plan, field: Field) -> Field:
    """A field that is called like another kind of rows holds its key."""
    other = world.plans.get(field.name)
    if other is None or other is plan or field.type != lexicon.field(field.name).type:
        return field
    return Field(f"{field.name}_id", Type("integer"), required=field.required)
