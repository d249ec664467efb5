"""What people follow: subscribing to rows, and what is new below them."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.crud import reading
from beliefs.spec.features.resources import path_inputs, program, spoken
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.wishes import requests

_FAMILY = "following"


def write(world: World) -> None:
    """Following, not following any more, and the feed."""
    for cue in world.draft.all_said("follows"):
        plan = world.plans.get(cue.bound["thing"].name)
        if plan is None or world.identity is None or cue.used:
            continue
        kept = _kept(plan)
        world.entities.append(kept)
        _follow(world, plan, kept, cue)
        for feed in world.draft.all_said("feed"):
            _feed(world, plan, kept, feed)


def _kept(plan: Plan) -> Entity:
    one = plan.resource().one
    fields = (Field(f"{one}_id", Type("integer")), Field("user_id", Type("integer")))
    return Entity(f"{plan.name}Follower", f"{one}_followers", fields)


def _follow(world: World, plan: Plan, kept: Entity, cue: Cue) -> None:
    word = "follow" if any(each.forms & {"follow"} for each in cue.tokens) else "subscribe"
    path = requests.below(plan, word)
    one, key = plan.resource().one, f"{plan.resource().one}_id"
    at = requests.at(plan, path)
    mine = f".{key} = {one}.{plan.key.name} and .user_id = me.id"
    said = spoken(plan.entity).lower()
    made = Operation(
        f"{word}_{one}",
        "POST",
        path,
        program(
            *reading(at),
            f'guard count({kept.name}[where {mine}]) = 0 else conflict "Already done"',
            f"insert {kept.name} {{{key}: {one}.{plan.key.name}, user_id: me.id}} as made",
            "answer 201 made",
        ),
        inputs=path_inputs(at, path),
        summary=f"{word.capitalize()} one {said}.",
        needs="caller",
    )
    requests.add(world, cue, made, f"how somebody follows {plan.thing.plural}")
    world.add(
        Operation(
            f"un{word}_{one}",
            "DELETE",
            path,
            program(
                *reading(at),
                f'guard count({kept.name}[where {mine}]) > 0 else absent "Not followed"',
                f"delete {kept.name} where {mine}",
                "answer 204",
            ),
            inputs=path_inputs(at, path),
            summary=f"No longer {word} one {said}.",
            needs="caller",
        )
    )
    cue.used = _FAMILY


def _feed(world: World, plan: Plan, kept: Entity, cue: Cue) -> None:
    named = cue.bound["thing"].name
    rows = world.plans.get(named)
    if rows is None or rows.parent is not plan or cue.used:
        return
    key = f"{plan.resource().one}_id"
    mine = f"each(one in {kept.name}[where .user_id = me.id]: one.{key})"
    new = f"{rows.name}[where .{rows.parent_field} in {mine}, by .{rows.key.name} down]"
    made = Operation(
        "show_feed",
        "GET",
        f"{world.base}/feed",
        program(f"answer 200 {new}"),
        summary=f"What is new of the {plan.entity.plural} that somebody follows.",
        needs="caller",
    )
    requests.add(world, cue, made, "where the feed is")
    cue.used = _FAMILY
