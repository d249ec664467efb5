"""What people think of a row: a rating of its own, or one of everybody's and their average."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.crud import reading
from beliefs.spec.features.resources import path_inputs, program, variable
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.wishes import requests

_FAMILY = "ratings"


def shape(world: World) -> None:
    """Where rows are one's own a rating is a field of theirs, else rows below them."""
    private = world.draft.said("owner_private") is not None
    for plan in list(world.plans.values()):
        for cue in plan.thing.cues:
            if cue.says != "rated" or cue.used or plan.field("rating") is not None:
                continue
            score = _scale(cue)
            if private or any(each.low == "give" for each in cue.tokens):
                told = Field("rating", score, required=False)
                plan.fields.append(Field("rating", _nullable(told.type), required=False))
                world.assume(f"how {plan.thing.plural} are rated", "by their rating")
                cue.used = _FAMILY
            elif all(each is not plan for each, _, _ in world.kept.get("rated", ())):
                world.kept.setdefault("rated", []).append((plan, cue, score))
                _average(plan)
            else:
                cue.used = _FAMILY


def _nullable(type_: Type) -> Type:
    return Type(type_.kind, nullable=True, minimum=type_.minimum, maximum=type_.maximum)


def _scale(cue: Cue) -> Type:
    low, high = 1, 5
    if "most" in cue.bound:
        high = int(cue.bound["most"])
        low = int(cue.bound.get("least", 1))
    return Type("integer", minimum=low, maximum=high)


def _average(plan: Plan) -> None:
    mine = f"{plan.name}Rating[where .{_key(plan)} = $.{plan.key.name}]"
    parts = f"average_rating: average(each(one in {mine}: one.rating)), rating_count: count({mine})"
    plan.shows = f"merge({plan.shows}, {{{parts}}})"


def _key(plan: Plan) -> str:
    return f"{variable(plan.entity)}_id"


def write(world: World) -> None:
    """Giving a rating, and seeing those that were given."""
    for plan, cue, score in world.kept.get("rated", ()):
        _written(world, plan, cue, score)


def _written(world: World, plan: Plan, cue: Cue, score: Type) -> None:
    key, one = _key(plan), plan.resource().one
    known = world.identity is not None
    who = (Field("user_id", Type("integer")),) if known else ()
    rating = Entity(
        f"{plan.name}Rating",
        f"{variable(plan.entity)}_ratings",
        (Field(key, Type("integer")), Field("rating", score), *who),
    )
    world.entities.append(rating)
    path = requests.path(world, cue, requests.below(plan, "ratings"))
    at = requests.at(plan, path)
    mine = f"first({rating.name}[where .{key} = {one}.{plan.key.name} and .user_id = me.id])"
    values = f"{key}: {one}.{plan.key.name}, rating: input.rating"
    again = [
        f"let mine = {mine}",
        "if mine != null:",
        f"    patch {rating.name} mine {{rating: input.rating}}",
        "    answer 200 mine",
    ]
    others = known and any(each.low.startswith("other") for each in cue.tokens)
    owned = others and plan.field("owner_id") is not None
    lines = [
        *reading(at),
        *([f'guard {one}.owner_id != me.id else forbidden "This is your own"'] if owned else ()),
        *(again if known else ()),
        f"insert {rating.name} {{{values}{', user_id: me.id' if known else ''}}} as rating",
        "answer 201 rating",
    ]
    needs = "caller" if known else ""
    made = Operation(
        f"rate_{variable(plan.entity)}",
        "POST",
        path,
        program(*lines),
        inputs=(*path_inputs(at, path), Input("rating", "json", score)),
        summary=f"Rate one {plan.thing.name.replace('_', ' ')}.",
        needs=needs,  # type: ignore[arg-type]
    )
    requests.add(world, cue, made, f"how {plan.thing.plural} are rated")
    if known:
        world.assume(f"a second rating of one {plan.thing.name}", "takes the place of the first")
    world.add(
        Operation(
            f"list_{rating.plural}",
            "GET",
            requests.below(plan, "ratings"),
            program(
                *reading(at),
                f"answer 200 {rating.name}[where .{key} = {one}.{plan.key.name}]",
            ),
            inputs=path_inputs(at, path),
            summary=f"List the ratings of one {plan.thing.name.replace('_', ' ')}.",
            needs=needs,  # type: ignore[arg-type]
        )
    )
    cue.used = _FAMILY
