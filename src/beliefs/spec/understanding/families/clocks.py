"""Clocks: POST /timers/start, POST /timers/stop, and how long they ran."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from beliefs.spec.failures import Failure
from beliefs.spec.features import clocks
from beliefs.spec.features.resources import snake
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import is_plural, singular

_STARTS = frozenset({"start", "begin", "clock-in", "clockin", "clock_in", "punch-in"})
_STOPS = frozenset({"stop", "end", "finish", "clock-out", "clockout", "clock_out", "punch-out"})
_CURRENT = frozenset({"current", "running", "active"})
_CUES = frozenset(
    """initial attempt thing shows verbs crud takes with time success answers action
    over_timeout""".split()  # noqa: SIM905
)


class _Clock(NamedTuple):
    """The requests that start and stop, and where the rows are."""

    start: Route
    stop: Route
    path: str


def find(world: World) -> None:
    """A pair of requests of which one starts and the other stops makes a thing."""
    clock = _pair(world)
    if clock is None:
        return
    name = singular(snake(clock.path.rsplit("/", 1)[-1])) or "timer"
    if name in {"quiz", "exam", "test", "workflow", "game"}:
        return
    thing = world.draft.thing(name)
    thing.stated, thing.path = True, clock.path or f"{world.base}/{thing.plural}"
    names = {each.field.name for each in thing.fields}
    thing.fields += [each for each in clock.start.takes if each.field.name not in names]
    clock.start.crosses = clock.stop.crosses = (name,)
    world.kept["clocks"] = (thing, clock)


def _pair(world: World) -> _Clock | None:
    """Requests side by side: /timers/start and /timers/stop, or /start and /stop."""
    posts = [each for each in world.draft.routes if each.method in {"POST", "PUT"}]
    for one in posts:
        above = one.path.rpartition("/")[0]
        last = one.path.rsplit("/", 1)[-1].lower()
        if last not in _STARTS or "{" in above:
            continue
        if above and not is_plural(above.rsplit("/", 1)[-1]) and above != world.base:
            continue
        for other in posts:
            before, _, end = other.path.rpartition("/")
            if end.lower() in _STOPS and (before == above or before.startswith(f"{above}/{{")):
                return _Clock(one, other, "" if above == world.base else above)
    return None


def shape(world: World) -> None:
    """What is kept of a clock."""
    if "clocks" not in world.kept:
        return
    thing, _ = world.kept["clocks"]
    plan = world.plans.get(thing.name)
    if plan is None:
        del world.kept["clocks"]
        return
    if not thing.fields:
        plan.fields = []
        about = f"the fields of a {thing.name}"
        world.assumptions = [each for each in world.assumptions if each.about != about]
    unit = _unit(world)
    for each in clocks.kept(unit):
        plan.fields = [other for other in plan.fields if other.name != each.name]
        plan.adds(each)
    about = f"what can be done with {thing.plural}"
    world.assumptions = [each for each in world.assumptions if each.about != about]
    plan.handled |= {"create", "replace", "change"}
    plan.verbs = ({"list", "show"} | thing.verbs) - plan.handled
    plan.implicit = True


def _unit(world: World) -> str:
    """What a summary counts in."""
    words = {form for cue in world.draft.cues for form in (each.low for each in cue.tokens)}
    return next((each for each in clocks.UNITS if each in words), "seconds")


def write(world: World) -> None:
    """Start, stop, and what runs now."""
    if "clocks" not in world.kept:
        return
    thing, clock = world.kept["clocks"]
    plan: Plan = world.plans[thing.name]
    resource, unit = plan.resource(), _unit(world)
    given = tuple(
        told for each in clock.stop.takes if (told := plan.field(each.field.name)) is not None
    )
    if len(given) < len(clock.stop.takes):
        return
    cue = world.draft.said("one_running")
    names, one = tuple(each.name for each in given), cue is not None
    if cue is not None and (who := _who(plan, cue)) is not None:
        names = who or names
        if cue.bound.get("status", 409) != 409:
            plan.failures.append(Failure("conflict", int(cue.bound["status"]), "Conflict"))
        world.draft.use("clocks", "one_running")
    keyed = "{" in clock.stop.path
    started = clocks.start(resource, clock.start.path, names, one=one)
    started = replace(started, failures=tuple(plan.failures))
    world.add(started, clock.start, clock.start.source)
    world.add(clocks.stop(resource, clock.stop.path, unit, given), clock.stop, clock.stop.source)
    if not one and not keyed and not given:
        world.assume(f"which {thing.name} is stopped", "the one that was started last")
    for route in world.draft.open_routes():
        below = route.path.removeprefix(f"{plan.path}/")
        if route.method == "GET" and below in _CURRENT:
            world.add(clocks.current(resource, route.path), route, route.source)
            _use(route)
    _use(clock.start)
    _use(clock.stop)


def _who(plan: Plan, cue: Cue) -> tuple[str, ...] | None:
    """The field of which each value has a clock of its own; nothing when it is not kept."""
    if "who" not in cue.bound:
        return ()
    name = cue.bound["who"].name
    told = next((each for each in (name, f"{name}_id", f"{name}_name") if plan.field(each)), "")
    return (told,) if told else None


def _use(route: Route) -> None:
    for cue in route.cues:
        if cue.says in _CUES:
            cue.used = cue.used or "clocks"
