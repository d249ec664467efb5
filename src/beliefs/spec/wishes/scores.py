"""The best of rows: top lists, ranks, and the best score of each player."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features import figures
from beliefs.spec.features.resources import program
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import NUMBERS, Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.wishes import lists, requests

_FAMILY = "scores"
_WORTH = ("score", "points", "rating", "votes", "likes", "amount", "price", "total", "quantity")


def shape(world: World) -> None:
    """Scores are of a player, who is a name unless players are kept."""
    for plan in world.plans.values():
        if plan.thing.name != "score":
            continue
        names = {each.name for each in plan.fields}
        if not names & {"score", "points", "value"}:
            plan.fields = [each for each in plan.fields if each.name not in {"name", "title"}]
            plan.fields.append(Field("score", Type("integer")))
        told = names & {"player", "player_id", "user", "user_id", "name", "username"}
        if not told and plan.parent is None:
            plan.fields.insert(0, Field("player", Type("string", min_length=1)))


def _number(plan: Plan) -> Field | None:
    fields = [each for each in (*plan.fields, *plan.own) if each.type.kind in NUMBERS]
    named = [each for name in _WORTH for each in fields if name in each.name.split("_")]
    return next(iter((*named, *(each for each in fields if not each.name.endswith("_id")))), None)


# The best by these has the least, which is not what a top list shows.
_UP = frozenset({"lowest", "fastest", "fewest", "cheapest", "least", "shortest"})


def _scored(world: World, cue: Cue) -> tuple[Plan, Field] | None:
    named = cue.bound.get("thing")
    plans = [each for each in world.plans.values() if each.fixed is None]
    plans.sort(key=lambda each: (named is None or each.thing.name != named.name, not _is(each)))
    for plan in plans:
        if (number := _number(plan)) is not None:
            return plan, number
    return None


def _is(plan: Plan) -> bool:
    return plan.thing.name in {"score", "result"}


def write(world: World) -> None:
    """Top lists, and where somebody stands in them."""
    for cue in world.draft.all_said("top", "rank"):
        found = _scored(world, cue)
        if cue.used or found is None:
            continue
        plan, number = found
        who = next(
            (each for each in ("player", "player_id", "name", "user_id") if plan.field(each)), ""
        )
        if names := cue.bound.get("names"):
            told = lists.field(plan, names[0])
            if told is None or told.type.kind not in NUMBERS:
                continue
            number = told
        if "thing" in cue.bound and cue.bound["thing"].name != plan.thing.name:
            continue
        if any(each.low in _UP for each in cue.tokens):
            continue
        best = world.draft.said("best_only") if who else None
        if cue.says == "top":
            _top(world, plan, number, cue, who if best else "")
        elif who:
            _rank(world, plan, number, cue, who)
    if any(each.name.startswith(("top_", "leader")) for each in world.operations):
        world.draft.use(_FAMILY, "best_only")


def _best(plan: Plan, number: Field, who: str) -> str:
    """The best score of everybody, as rows of who it is and what they have."""
    return (
        f'each(part in group({figures.rows_of(plan.resource())}, "{who}"): '
        f"{{{who}: part.key, {number.name}: most(each(one in part.items: one.{number.name}))}})"
    )


def _top(world: World, plan: Plan, number: Field, cue: Cue, who: str) -> None:
    limit = int(cue.bound.get("number", 10))
    path = requests.path(world, cue, f"{requests.flat(world, plan)}/top")
    kind = Type("integer", minimum=1, maximum=100)
    many = Input("limit", "query", kind, required=False, default=str(limit))
    if who:
        made = Operation(
            f"top_{plan.entity.plural}",
            "GET",
            path,
            program(
                f"let best = {_best(plan, number, who)}",
                f"answer 200 best[by .{number.name} down, limit input.limit]",
            ),
            inputs=(many,),
            summary=f"The best {plan.thing.plural}.",
            needs="caller" if plan.needs else "",
        )
    else:
        made = figures.ranked(
            replace(plan.resource(), parent=None),
            path,
            (f".{number.name} down",),
            f"top_{plan.entity.plural}",
            limit=limit,
            named="limit",
        )
    requests.add(world, cue, made, f"where the top {plan.thing.plural} are")
    cue.used = _FAMILY


def _rank(world: World, plan: Plan, number: Field, cue: Cue, who: str) -> None:
    field = plan.field(who)
    assert field is not None
    path = requests.path(world, cue, f"{requests.flat(world, plan)}/rank/{{{who}}}")
    made = Operation(
        "show_rank",
        "GET",
        path,
        program(
            f"let best = {_best(plan, number, who)}",
            f"let mine = first(best[where .{who} = input.{who}])",
            'guard mine != null else absent "There is no score yet"',
            f"answer 200 {{{who}: mine.{who}, {number.name}: mine.{number.name}, "
            f"rank: count(best[where .{number.name} > mine.{number.name}]) + 1}}",
        ),
        inputs=(Input(who, "path", Type(field.type.kind)),),
        summary="Where somebody stands.",
        needs="caller" if plan.needs else "",
    )
    requests.add(world, cue, made, "where somebody's rank is")
    cue.used = _FAMILY
