"""Local times of rows that have a time zone, and who is at work, open or on duty at a moment."""

from __future__ import annotations

import json
from typing import NamedTuple

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
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.chosen_keys import answer_of
from beliefs.spec.understanding.families.refusals import failure
from beliefs.spec.understanding.families.things import text_field
from beliefs.spec.understanding.fields import ZONES
from beliefs.spec.understanding.plans import Plan, World

_LOCAL = frozenset({"local", "local_time", "time", "now", "datetime", "localTime", "there"})
_DAYS = frozenset({"weekday", "day", "day_of_week", "dayOfWeek"})
_AT = frozenset({"at", "time", "when", "moment", "timestamp", "datetime"})


class Duty(NamedTuple):
    """What rows are called in their hours, on which days, and the fields that bound them."""

    state: str
    days: tuple[str, ...]
    left: str
    right: str

    def holds(self, local: str, row: str) -> str:
        """The condition that a row is on duty at a local time; `row` ends in what fields need."""
        days = json.dumps(list(self.days))
        clock = f"time_of_day({local})"
        between = f"{clock} >= {row}{self.left} and {clock} < {row}{self.right}"
        return f"weekday({local}) in {days} and {between}"


def shape(world: World) -> None:
    """Zones that rows have are such as exist."""
    for plan in world.plans.values():
        zone = zone_of(plan)
        if not zone or plan.fixed is not None:
            continue
        way, failures = failure(world.draft.said("zone_bad") or _NOTHING, 422)
        guard = f'in_zone(now(), input.{zone}) != null else {way} "{zone}: no such time zone"'
        told = plan.field(zone)
        silent = f"input.{zone} = null or "
        plan.checks.append(f"guard {'' if told and told.required else silent}{guard}")
        plan.changes.append(f"guard {silent}{guard}")
        plan.failures += failures
        world.draft.use("hours", "zone_bad", "zone_right")
        if len(plan.checks) > 1:
            world.draft.use("hours", "hours_bad")


_NOTHING = Cue("", {}, (), 0)


def zone_of(plan: Plan) -> str:
    """The field that names the time zone of a row."""
    return next((each.name for each in plan.fields if each.name in ZONES), "")


def _duty(world: World, plan: Plan) -> Duty | None:
    for cue in world.draft.all_said("on_duty"):
        left, right = str(cue.bound["left"]), str(cue.bound["right"])
        if plan.field(left) is not None and plan.field(right) is not None:
            cue.used = "hours"
            return Duty(str(cue.bound["state"]).lower(), cue.bound["days"], left, right)
    return None


def write(world: World) -> None:
    """Routes that tell the time of a row, and list those that are on duty."""
    for route in list(world.draft.open_routes()):
        asked = [each for each in route.query if each in _AT]
        if route.method != "GET" or len(asked) != len(route.query) or len(asked) > 1:
            continue
        at = world.at(route.path)
        if at is not None and at[1].startswith("{}/") and zone_of(at[0]):
            made = _of_one(world, at[0], route, asked)
        else:
            made = _of_all(world, route, asked)
        if made is not None:
            world.add(made, route, route.source)
            for cue in route.cues:
                if cue.says in {"answers", "local_now", "duty_list", "verbs", "shows", "thing"}:
                    cue.used = cue.used or "hours"
            for cue in world.draft.all_said("at_now"):
                if str(cue.bound["name"]) in asked:
                    cue.used = "hours"


def _moment(asked: list[str]) -> tuple[str, tuple[Input, ...]]:
    """The moment that a request asks about, now where it names none."""
    if not asked:
        return "now()", ()
    when = Input(asked[0], "query", Type("datetime"), required=False)
    return f"or_else(input.{asked[0]}, now())", (when,)


def _of_one(world: World, plan: Plan, route: Route, asked: list[str]) -> Operation | None:
    """What time it is for one row, with what else an example shows of it."""
    names = [*answer_of(route)] or [each.field.name for each in route.answers]
    one, duty = variable(plan.entity), _duty(world, plan)
    values: list[str] = []
    for name in names or ["local"]:
        if name in _LOCAL:
            value = "local"
        elif name in _DAYS:
            value = "weekday(local)"
        elif duty is not None and name.lower().removeprefix("is_") == duty.state:
            value = duty.holds("local", f"{one}.")
        elif plan.field(name) is not None or name == plan.key.name:
            value = f"{one}.{name}"
        else:
            return None
        values.append(f"{name}: {value}")
    moment, inputs = _moment(asked)
    resource = plan.resource()
    return Operation(
        f"tell_time_of_{snake(plan.thing.name)}",
        "GET",
        route.path,
        program(
            *found(plan.entity, key_param(route.path), plan.visible),
            f"let local = in_zone({moment}, {one}.{zone_of(plan)})",
            f"answer 200 {{{', '.join(values)}}}",
        ),
        inputs=(*path_inputs(resource, route.path), *inputs),
        summary=f"What time it is for one {plan.thing.name.replace('_', ' ')}.",
        needs="caller" if plan.needs else "",
    )


def _of_all(world: World, route: Route, asked: list[str]) -> Operation | None:
    """The rows that are on duty at a moment, or their names."""
    cue = route.said("duty_list")
    for plan in world.plans.values():
        duty = _duty(world, plan) if zone_of(plan) and plan.fixed is None else None
        if duty is None or params(route.path):
            continue
        told = str(cue.bound["state"]).lower() if cue is not None else route.last
        if told != duty.state:
            continue
        moment, inputs = _moment(asked)
        one, name = variable(plan.entity), text_field(plan)
        local = f"in_zone(moment, .{zone_of(plan)})"
        words = cue.words if cue is not None else frozenset()
        order = f", by .{name}" if words & {"alphabetically", "alphabetical", "sorted"} else ""
        rows = f"{plan.name}[where {duty.holds(local, '.')}{order}]"
        shown = f"each({one} in {rows}: {one}.{name})" if words & {"name", "names"} else rows
        return Operation(
            f"list_{duty.state}",
            "GET",
            route.path,
            program(f"let moment = {moment}", f"answer 200 {shown}"),
            inputs=inputs,
            summary=f"Who is {duty.state} at a moment.",
            needs="caller" if plan.needs else "",
        )
    return None
