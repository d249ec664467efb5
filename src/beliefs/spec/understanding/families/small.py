"""Answers that need no rows: health, time, echo, fixed JSON, arithmetic, a WebSocket."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.failures import Way
from beliefs.spec.features import small
from beliefs.spec.features.resources import snake
from beliefs.spec.operations import Operation
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.refusals import failure
from beliefs.spec.understanding.fields import ZONE_WORDS, ZONES
from beliefs.spec.understanding.plans import World

_SIGNS = {
    **dict.fromkeys(("add", "sum", "addition", "plus"), "+"),
    **dict.fromkeys(("subtract", "sub", "difference", "minus"), "-"),
    **dict.fromkeys(("multiply", "mul", "product", "times"), "*"),
    **dict.fromkeys(("divide", "div", "quotient", "division"), "/"),
}


def write(world: World) -> None:
    """Routes that answer without looking at rows."""
    for route in world.draft.open_routes():
        if not _one(world, route):
            continue
        for cue in route.cues:
            if cue.says in _CUES:
                cue.used = cue.used or "small"
    _sockets(world)


_CUES = {
    *("answers", "health", "time", "iso", "under_key", "echo", "arithmetic", "calculate"),
    *("takes", "with", "greeting", "division_zero", "takes_part"),
}


def _name(route: Route) -> str:
    words = re.sub(r"[{}]", "", "_".join(route.segments)) or "root"
    return f"{route.method.lower()}_{snake(words)}"


def _one(world: World, route: Route) -> bool:
    last, name = route.last, _name(route)
    key = route.said("under_key") or (route.method == "GET" and route.said("takes_part")) or None
    named = [each.field.name for each in route.answers]
    if route.example is not None and (fixed := _fixed(world, route)) is not None:
        world.add(replace(fixed, name=name), route, route.source)
    elif last == "health" or (route.said("health") and last in {"healthz", "ping", "status"}):
        world.add(small.fixed(name, "GET", route.path, {"status": "ok"}), route, route.source)
    elif cron := _cron(route):
        zone = next((each for each in _asked(route) if each in ZONES), "")
        many = next((each for each in _asked(route) if each in _MANY), "")
        key_ = next(iter(named), "next")
        made = small.next_run(name, route.method, route.path, (cron, zone), key_, many)
        world.add(made, route, route.source)
        world.draft.use("small", "cron", *(["zone"] if zone else []))
        if many:
            world.assume(f"how many runs are listed without {many}", str(small.RUNS))
    elif (
        route.method == "GET"
        and (last in {"time", "now"} or route.said("time"))
        and not (world.at(route.path))
    ):
        answer = key.bound["name"] if key else next(iter(named), "time")
        zone = next((each for each in _asked(route) if each in ZONES), "")
        if zone:
            made = small.time_in(name, route.path, zone, answer, unknown=_unknown_zone(world))
            world.draft.use("small", "zone")
        else:
            made = small.time(name, route.path, answer)
        world.add(made, route, route.source)
    elif last in {"convert", "convert-time", "timezone"} and (zones := _converted(route)):
        key_ = next(iter(named), "time")
        made = small.convert_time(name, route.method, route.path, zones, key_)
        world.add(made, route, route.source)
        world.draft.use("small", "zone")
    elif route.method == "POST" and not world.at(route.path) and _printed(world, route, name):
        pass
    elif route.method == "POST" and (last == "echo" or route.said("echo")):
        world.add(small.echo(name, route.path), route, route.source)
    elif route.said("calculate") or last in {"calculate", "evaluate", "calc"}:
        given = next((each.field.name for each in route.takes), "expression")
        answer = next(iter(named), "result")
        made = small.evaluate(name, route.method, route.path, given, answer)
        world.add(made, route, route.source)
        for cue in world.draft.all_said("division_zero"):
            told = next((each for each in world.failures if each.way == "refused"), None)
            if cue.bound.get("status", 400) == (told.status if told else 400):
                cue.used = cue.used or "small"
    elif last in _SIGNS and not world.at(route.path) and _arithmetic(world, route, name):
        pass
    else:
        return False
    return True


def _cron(route: Route) -> str:
    """The name under which a request brings a cron expression, where that is what it is about."""
    about = route.last in _NEXT or route.said("cron") is not None
    names = _CRONS | (_SPOKEN if "cron" in route.segments or route.said("cron") else frozenset())
    return next((each for each in _asked(route) if each in names), "") if about else ""


def _unknown_zone(world: World) -> Way:
    """How a zone that is none is refused, where the goal says it."""
    for cue in world.draft.all_said("unknown_404", "zone_bad"):
        if cue.words & ZONE_WORDS and "status" in cue.bound:
            way, failures = failure(cue, 422)
            world.failures += failures
            cue.used = "small"
            return way
    return "out_of_range"


def _printed(world: World, route: Route, name: str) -> bool:
    """A PDF of what a request brings: "takes a title and a text and answers a PDF"."""
    cue = route.said("printed")
    if cue is None or not route.takes:
        return False
    made = small.printed(name, route.path, tuple(each.field for each in route.takes))
    world.add(made, route, route.source)
    for each in route.cues:
        if each.says in {"printed", "takes", "with", "pdf", "answers"}:
            each.used = each.used or "small"
    return True


_CRONS = frozenset({"cron", "cron_expression", "expression", "schedule", "crontab"})
_SPOKEN = frozenset({"expr", "rule", "exp", "e"})
_MANY = frozenset({"n", "count", "limit", "number", "runs", "times"})
_NEXT = frozenset({"next", "next-run", "next_run", "nextrun", "cron", "due"})
_WHEN = frozenset({"time", "datetime", "date", "at", "timestamp", "moment"})
_STARTS = ("from", "from_tz", "source", "from_zone", "from_timezone", "source_tz")
_ENDS = ("to", "to_tz", "target", "to_zone", "to_timezone", "target_tz")


def _asked(route: Route) -> list[str]:
    return [*route.query, *(each.field.name for each in route.takes)]


def _converted(route: Route) -> tuple[str, str, str] | None:
    """The names of a time, of the zone it is in, and of the zone it is wanted in."""
    names = _asked(route)
    when = next((each for each in names if each in _WHEN), "")
    start = next((each for each in names if each in _STARTS), "")
    end = next((each for each in names if each in _ENDS), "")
    return (when, start, end) if when and start and end and len(names) == 3 else None


def _counts(value: Any) -> bool:
    """Whether a value has a number in it."""
    if isinstance(value, dict):
        return any(_counts(each) for each in value.values())
    return isinstance(value, int | float) and not isinstance(value, bool)


_FINE = {"status", "ok", "message", "success", "received", "accepted", "detail", "done", "queued"}


def _acknowledges(body: Any) -> bool:
    """Whether an answer only says that all is well, whatever was brought."""
    return isinstance(body, dict) and body.keys() <= _FINE and not _counts(body)


def _fixed(world: World, route: Route) -> Operation | None:
    """An answer written out, with what it takes from the path or the query.

    Where rows are kept, a number in it is an example of a figure.
    """
    token = route.example
    assert token is not None
    try:
        body = json.loads(token.text)
    except ValueError:
        return None
    made = small.fixed("answer", route.method, route.path, body)
    if world.plans and _counts(body):
        return None
    if "{" in route.path or "..." in token.text:
        return None
    if route.takes and world.at(route.path) is not None:  # an example of a row
        return None
    if (route.query or route.takes) and not _acknowledges(body):  # what is asked for decides it
        return None
    return made


def _arithmetic(world: World, route: Route, name: str) -> bool:
    operands = [each.field.name for each in route.takes] or [*route.query]
    if not operands:
        operands = ["a", "b"]
        world.assume(f"what {route.path} takes", "a and b")
    if len(operands) != 2:
        return False
    key = next((each.field.name for each in route.answers), "result")
    sign = _SIGNS[route.last]
    made = small.arithmetic(name, route.method, route.path, sign, (operands[0], operands[1]), key)
    world.add(made, route, route.source)
    return True


def _sockets(world: World) -> None:
    cue = world.draft.said("websocket")
    if cue is None:
        return
    path = _socket_path(world, cue)
    back = world.draft.all_said("send_back", "echo", "iso", "time")
    routed = {id(each) for route in world.draft.routes for each in route.cues}
    timed = [each for each in back if each.says in {"iso", "time"} and id(each) not in routed]
    prefixed = bool(timed) or any(each.words & {"prefix", "prepend"} for each in back)
    if not back:
        return
    reply = 'now() + " " + input.message' if prefixed else "input.message"
    world.add(small.conversation("converse", path, reply), None, cue.source)
    for each in (cue, *back, *world.draft.all_said("at_path")):
        each.used = each.used or "small"


def _socket_path(world: World, cue: Cue) -> str:
    for each in world.draft.all_said("at_path"):
        if each.sentence == cue.sentence:
            return str(each.bound["path"][0].path)
    world.assume("where the WebSocket is", "/ws")
    return "/ws"


def health(world: World) -> None:
    """Say that all is well where a goal asks for that; a service that is not asked does so too."""
    if asked := [each for each in world.draft.all_said("health") if not each.used]:
        world.add(small.fixed("get_health", "GET", "/health", {"status": "ok"}))
    for cue in asked:
        cue.used = "small"
