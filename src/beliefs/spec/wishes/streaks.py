"""What is done day by day: checking in once a day, and how many days in a row."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.crud import reading
from beliefs.spec.features.resources import path_inputs, program, spoken
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.wishes import requests

_FAMILY = "streaks"


def shape(world: World) -> None:
    """Each day that somebody checked in is a row below what it is for."""
    cues = world.draft.all_said("checks_in", "streak")
    plan = next((each for each in world.plans.values() if each.thing.name == "habit"), None)
    plan = plan or world.main()
    if not cues or plan is None or plan.fixed is not None:
        return
    world.kept[_FAMILY] = (plan, _kept(plan))
    world.plans.pop("check_in", None)


def _kept(plan: Plan) -> Entity:
    one = plan.resource().one
    fields = (Field(f"{one}_id", Type("integer")), Field("date", Type("date")))
    return Entity("CheckIn", "check_ins", fields)


def write(world: World) -> None:
    """Checking in, the days, and the streak."""
    if _FAMILY not in world.kept:
        return
    plan, kept = world.kept[_FAMILY]
    world.entities.append(kept)
    one, key = plan.resource().one, plan.key.name
    path = requests.below(plan, "check-ins")
    at = requests.at(plan, path)
    days = f"{kept.name}[where .{one}_id = {one}.{key}]"
    once = f'guard count({days}[where .date = input.date]) = 0 else conflict "Already checked in"'
    needs = "caller" if plan.needs or plan.writers else ""
    said = spoken(plan.entity).lower()
    made = Operation(
        f"check_in_{one}",
        "POST",
        path,
        program(
            *reading(at),
            "let day = or_else(input.date, today())",
            once.replace("input.date", "day"),
            f"insert {kept.name} {{{one}_id: {one}.{key}, date: day}} as made",
            "answer 201 made",
        ),
        inputs=(
            *path_inputs(at, path),
            Input("date", "json", Type("date", nullable=True), required=False),
        ),
        summary=f"Check in for one {said}.",
        needs=needs,  # type: ignore[arg-type]
    )
    listed = Operation(
        f"list_{one}_check_ins",
        "GET",
        path,
        program(*reading(at), f"answer 200 {days}"),
        inputs=path_inputs(at, path),
        summary=f"List the days of one {said}.",
        needs=needs,  # type: ignore[arg-type]
    )
    for cue in world.draft.all_said("checks_in"):
        requests.add(world, cue, made, f"how somebody checks in for {plan.thing.plural}")
        cue.used = _FAMILY
    world.add(made)
    world.add(listed)
    cues = [
        each
        for each in world.draft.all_said("streak")
        if not any(token.low == "longest" for token in each.tokens)
    ]
    if not cues:
        return
    dates = f"each(day in {days}: day.date)"
    # A streak that ends yesterday still goes on.
    late = f"streak({dates}, date(later(now(), -86400)))"
    value = f"if(today() in {dates}, streak({dates}, today()), {late})"
    plan.shows = f"merge({plan.shows}, {{streak: {value.replace(f'{one}.{key}', f'$.{key}')}}})"
    for cue in cues:
        cue.used = _FAMILY
    world.assume("where the streak is", f"in each {said}, as streak")
