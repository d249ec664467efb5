"""Lists and texts at paths of their own: what is free, what refers to a row, a field as text."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.listing import Listing, Paging, listing
from beliefs.spec.features.resources import (
    found,
    key_param,
    params,
    path_inputs,
    program,
    snake,
    variable,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Type
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.lists import parameter
from beliefs.spec.understanding.families.rules import SPANS
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import singular

_TEXTS = ("content", "body", "text", "code", "description", "message")
_PLAYERS = ("player", "player_name", "username", "user", "name", "team", "nickname")


def write(world: World) -> None:
    """Routes that show rows in a way of their own."""
    for route in world.draft.open_routes():
        if route.method != "GET":
            continue
        made = _free(world, route) or _raw(world, route) or _below(world, route)
        made = made or _leaders(world, route) or _rank(world, route) or _elsewhere(world, route)
        made = made or _narrowed(world, route)
        if made is not None:
            world.add(made, route, route.source)
            for cue in route.cues:
                if cue.says not in {"compare", "status_else", "again", "second"}:
                    cue.used = cue.used or "views"


def _free(world: World, route: Route) -> Operation | None:
    """Rows that no span of time takes: GET /rooms/available?start=&end=."""
    at = world.at(route.path)
    if at is None or at[1] not in {"/available", "/free", "/availability"}:
        return None
    plan = at[0]
    asked = [*route.query, *(each.field.name for each in (*route.takes, *route.answers))]
    told = [str(cue.bound["name"]) for cue in world.draft.all_said("at_least")]
    bounds = {each: held for each in (*asked, *told) if (held := _bound(plan, each))}
    names = [each for each in route.query if each not in bounds]
    names += [each.field.name for each in route.takes if each.field.name not in bounds]
    key = f"{snake(plan.thing.name)}_id"
    for other in world.plans.values():
        span = next((each for each in SPANS if other.field(each[0]) and other.field(each[1])), None)
        refers = other.field(key) is not None or other.parent is plan
        if span is None or not refers or len(names) != 2:
            continue
        start, end = other.field(span[0]), other.field(span[1])
        assert start is not None
        assert end is not None
        inputs = tuple(
            Input(each, "query", Type(told.type.kind), named="")
            for each, told in zip(names, (start, end), strict=True)
        )
        inputs += tuple(Input(each, "query", Type("integer"), required=False) for each in bounds)
        if set(told) <= bounds.keys():
            world.draft.use("views", "at_least")
        wide = "".join(f" and (input.{each} = null or {held})" for each, held in bounds.items())
        clash = f".{span[0]} < input.{names[1]} and .{span[1]} > input.{names[0]}"
        taken = f"each(one in {other.name}[where {clash}]: one.{key})"
        resource = plan.resource()
        seen = f"({resource.visible}) and " if resource.visible else ""
        return Operation(
            f"list_free_{plan.entity.plural}",
            "GET",
            route.path,
            program(
                f"let taken = {taken}",
                f"answer 200 {plan.name}[where {seen}not(.{plan.key.name} in taken){wide}]",
            ),
            inputs=inputs,
            summary=f"The {plan.entity.plural} that are free.",
            needs="caller" if plan.needs else "",
        )
    return None


def _bound(plan: Plan, name: str) -> str:
    """What a parameter such as min_seats asks of a row; empty when it asks nothing of one."""
    for prefix, sign in (("min_", ">="), ("max_", "<=")):
        told = plan.field(name.removeprefix(prefix)) if name.startswith(prefix) else None
        if told is not None and told.type.kind in {"integer", "number"}:
            return f".{told.name} {sign} input.{name}"
    return ""


def _raw(world: World, route: Route) -> Operation | None:
    """One field of a row as plain text: GET /pastes/{id}/raw."""
    at = world.at(route.path)
    plain = {"{}/raw", "{}/text", "{}/plain"}
    if at is None or (at[1] not in plain and not (at[1] == "{}" and route.said("plain_text"))):
        return None
    plan = at[0]
    name = next((each for each in _TEXTS if plan.field(each) is not None), "")
    if not name:
        return None
    resource = replace(plan.resource(), item=route.path)
    one = variable(plan.entity)
    return Operation(
        f"raw_{snake(plan.entity.name)}",
        "GET",
        route.path,
        program(
            *found(plan.entity, key_param(route.path), plan.visible),
            f'answer 200 as "text/plain" or_else({one}.{name}, "")',
        ),
        inputs=path_inputs(resource, route.path),
        summary=f"The {name} of one {plan.entity.name.lower()} as text.",
        needs="caller" if plan.needs else "",
    )


def _below(world: World, route: Route) -> Operation | None:
    """Rows that refer to one: GET /employees/{id}/reports, GET /customers/{id}/orders."""
    at = world.at(route.path)
    if at is None or not at[1].startswith("{}/") or at[1].count("/") > 1:
        return None
    plan, name = at[0], singular(snake(at[1].removeprefix("{}/")))
    other, key = _referring(world, plan, name)
    if other is None:
        return None
    one, param = variable(plan.entity), key_param(route.path)
    resource = replace(other.resource(), parent=None)
    held = f".{key} = {one}.{plan.key.name}"
    seen = f"({resource.visible}) and {held}" if resource.visible else held
    made = listing(replace(resource, visible=seen), Listing(order=tuple(other.order)), route.path)
    return replace(
        made,
        name=f"list_{snake(plan.entity.name)}_{other.entity.plural}",
        effect=(*program(*found(plan.entity, param, plan.visible)), *made.effect),
        inputs=path_inputs(replace(plan.resource(), item=route.path), route.path),
    )


def _referring(world: World, plan: Plan, name: str) -> tuple[Plan | None, str]:
    """The rows that a part of a path calls by name, and the field by which they refer."""
    key = f"{snake(plan.thing.name)}_id"
    other = world.plans.get(name)
    if other is not None and other.field(key) is not None:
        return other, key
    if other is not None and other.parent is plan and not params(other.path):
        return other, other.parent_field
    own = next((each.name for each in plan.fields if each.name in _ABOVE), "")
    return (plan, own) if own and name in _REPORTS else (None, "")


_ABOVE = ("manager_id", "parent_id", "supervisor_id", "boss_id", "reports_to")
_REPORTS = frozenset({"report", "child", "subordinate", "direct_report", "reply", "subtask"})


def _players(world: World) -> tuple[Plan, str, str] | None:
    """Rows with whose they are and how many points they bring."""
    for plan in world.plans.values():
        who = next((each for each in _PLAYERS if plan.field(each) is not None), "")
        score = next((each for each in ("score", "points") if plan.field(each) is not None), "")
        if who and score and plan.fixed is None:
            return plan, who, score
    return None


def _bests(plan: Plan, who: str, score: str) -> list[str]:
    best = f"most(each(one in part.items: one.{score}))"
    return [
        f'let parts = group({plan.name}, "{who}")',
        f"let bests = each(part in parts: {{{who}: part.key, {score}: {best}}})",
    ]


def _narrowed(world: World, route: Route) -> Operation | None:
    """Rows that fit what is asked for, at a path of their own: GET /games/suggest?players=4."""
    at = world.at(route.path)
    if at is None or not route.query or at[1].count("/") != 1 or "{" in at[1]:
        return None
    plan = at[0]
    before, plan.filters = list(plan.filters), []
    read = [parameter(world, plan, each) for each in route.query]
    wants, plan.filters = replace(plan.wants, paging=Paging()), before
    if plan.fixed is not None or not all(read) or len(wants.filters) != len(route.query):
        return None
    made = listing(plan.resource(), wants, route.path)
    return replace(made, name=f"{snake(route.last)}_{plan.entity.plural}")


def _elsewhere(world: World, route: Route) -> Operation | None:
    """All rows of a thing at another path than its own: GET /admin/jobs."""
    if params(route.path) or len(route.segments) != 2:
        return None
    plan = world.plans.get(singular(snake(route.last)))
    if plan is None or plan.fixed is not None or route.path == plan.path or plan.parent is not None:
        return None
    told = [each.path for each in world.draft.routes]
    if plan.path not in told or not any(each.startswith(f"{route.path}/{{") for each in told):
        return None
    made = listing(plan.resource(), replace(plan.wants, filters=()), route.path)
    return replace(made, name=f"list_{snake('_'.join(route.segments))}")


def _leaders(world: World, route: Route) -> Operation | None:
    """Everybody's best, the highest first."""
    found_ = _players(world)
    if route.last not in {"leaderboard", "ranking", "rankings", "highscores"} or found_ is None:
        return None
    if params(route.path):
        return None
    plan, who, score = found_
    named = next((each for each in route.query if each in {"limit", "top", "n"}), "")
    size = Type("integer", minimum=1, maximum=100)
    told = route.samples.get(named, "") if named else ""
    usual = told if told.isdigit() else "10"
    inputs = (Input(named, "query", size, required=False, default=usual),) if named else ()
    cut = f", limit input.{named}" if named else ""
    world.draft.use("views", "leaderboard", "highest")
    return Operation(
        "show_leaderboard",
        "GET",
        route.path,
        program(*_bests(plan, who, score), f"answer 200 bests[by .{score} down{cut}]"),
        inputs=inputs,
        summary="The best of everybody, the highest first.",
    )


def _rank(world: World, route: Route) -> Operation | None:
    """Where one stands: one more than how many have a better best."""
    found_ = _players(world)
    names = params(route.path)
    if route.last != "rank" or found_ is None or len(names) != 1:
        return None
    plan, who, score = found_
    mine = f"most(each(one in mine: one.{score}))"
    return Operation(
        "show_rank",
        "GET",
        route.path,
        program(
            f"let mine = {plan.name}[where .{who} = input.{names[0]}]",
            f'guard count(mine) > 0 else absent "{who.capitalize()} not found"',
            *_bests(plan, who, score),
            f"let best = {mine}",
            f"answer 200 {{rank: count(bests[where .{score} > best]) + 1}}",
        ),
        inputs=(Input(names[0], "path", Type("string")),),
        summary="Where one stands.",
    )
