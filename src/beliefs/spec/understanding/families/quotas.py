"""What may be used so often and no more: redeeming a voucher, using a pass."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.failures import Failure
from beliefs.spec.features.listing import Filter
from beliefs.spec.features.resources import (
    body_inputs,
    found,
    key_param,
    path_inputs,
    program,
    record,
    snake,
    variable,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.asked import Asked, required
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.messages import message
from beliefs.spec.understanding.families.moving import acting
from beliefs.spec.understanding.families.percents import worked_out
from beliefs.spec.understanding.families.refusals import failure
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import lemmas, participle

_USING = frozenset({"redeem", "use", "consume", "apply", "claim", "punch", "spend", "validate"})
_SPENDING = frozenset({"spend", "use", "consume", "charge", "book"})
_LIMITS = ("limit", "budget", "allowance", "quota", "cap")
_SPENT_SO_FAR = ("spent", "used", "consumed", "total_spent", "charged")
_MOST = ("max_uses", "uses_allowed", "usage_limit", "max_redemptions", "max_usages", "limit")
_COUNTED = ("uses", "used", "redemptions", "used_count", "use_count", "times_used", "usages")
_LEFT = ("remaining_uses", "remaining", "uses_left", "left", "uses_remaining", "redemptions_left")


_OFF = frozenset({"inactive", "disabled", "deactivated", "paused", "revoked"})
_SPENT = frozenset({"exhausted", "spent", "depleted", "used-up", "used"})


class Quota(NamedTuple):
    """Rows that are used up, how often they may be and were used, and what uses them."""

    plan: Plan
    most: str
    used: str
    route: Route
    word: str
    by: str = "1"


def shape(world: World) -> None:
    """Rows count how often they were used."""
    for route in world.draft.routes:
        at = acting(world, route) if not route.crosses and route.method == "POST" else None
        most = next((each for each in _MOST if at is not None and at[0].field(each)), "")
        if at is not None and _spends(world, at[0], route, at[1]):
            return
        if at is None or not most or not _uses(route, at[1]):
            continue
        plan = at[0]
        asked = [each.field.name for other in world.draft.routes for each in other.answers]
        named = (most.removeprefix("max_"), *_COUNTED)
        count = next((each for each in named if each in asked), named[0])
        count = count if count in _COUNTED else _COUNTED[0]
        if (told_ := route.said("increment")) is not None and "name" in told_.bound:
            count = str(told_.bound["name"])
        plan.fields = [each for each in plan.fields if each.name != count]
        told = plan.field(most)
        if told is not None and told.type.kind not in {"integer", "number"}:
            plan.changes_field(replace(told, type=Type("integer", minimum=0)))
        plan.adds(Field(count, Type("integer"), required=False, default="0"))
        route.crosses = ("quota",)
        world.kept["quota"] = Quota(plan, most, count, route, at[1])
        return


def _spends(world: World, plan: Plan, route: Route, word: str) -> bool:
    """Whether a request adds an amount to what was spent, up to a limit."""
    most = next((each for each in _LIMITS if plan.field(each)), "")
    by = next((each.field.name for each in route.takes if each.field.name == "amount"), "")
    if word not in _SPENDING or not most or not by:
        return False
    asked = [each.field.name for other in world.draft.routes for each in other.answers]
    count = next((each for each in _SPENT_SO_FAR if each in asked), _SPENT_SO_FAR[0])
    for name in (most, count):
        told = plan.field(name) or Field(name, Type("number"))
        plan.fields = [each for each in plan.fields if each.name != count]
        if told.type.kind not in {"integer", "number"} and name == most:
            plan.changes_field(replace(told, type=Type("number", minimum=0)))
    plan.adds(Field(count, Type("number"), required=False, default="0"))
    left = [each for each in _LEFT if each in asked and plan.field(each) is None]
    if left:
        parts = ", ".join(f"{each}: $.{most} - $.{count}" for each in left)
        plan.shows = f"merge({plan.shows}, {{{parts}}})"
    route.crosses = ("quota",)
    world.kept["quota"] = Quota(plan, most, count, route, word, f"input.{by}")
    return True


def _uses(route: Route, word: str) -> bool:
    left = any(each.field.name in _LEFT for each in route.answers)
    return word in _USING or left or route.said("uses_up") is not None


def settle(world: World) -> None:
    """A list of what can still be used, where one is asked for."""
    quota: Quota | None = world.kept.get("quota")
    for route in world.draft.routes if quota is not None else ():
        cue = route.said("usable")
        if quota is None or cue is None or route.path != quota.plan.path:
            continue
        told = [each for each in route.query if not _plain(quota.plan, each)]
        if len(told) == 1 and str(cue.bound["done"]) == participle(quota.word):
            name = told[0]
            held = " and ".join(each for each, _ in _conditions(world, quota, "."))
            kind = Input(name, "query", Type("boolean"), required=False)
            holds = f"input.{name} = null or ({held}) = input.{name}"
            quota.plan.filters.append(Filter(kind, holds))
            cue.used = "quotas"


def _plain(plan: Plan, name: str) -> bool:
    told = plan.field(name)
    return told is not None and told.type.kind != "boolean"


def _conditions(world: World, quota: Quota, row: str) -> list[tuple[str, Cue | None]]:
    """What holds for a row that can be used, each with what says how it fails else."""
    plan = quota.plan
    off = _said(world, quota, "off_then", _OFF)
    kept = (*plan.own, *(plan.fields if off is not None else ()))
    flag = next((each.name for each in kept if each.name in {"active", "enabled"}), "")
    says = "none_left" if quota.by == "1" else "enough"
    held = f"{row}{quota.used} < {row}{quota.most}"
    if quota.by != "1":
        held = f"{row}{quota.used} + {quota.by} <= {row}{quota.most}"
    found_ = [(held, _said(world, quota, says, _SPENT))]
    if flag:
        found_.insert(0, (f"{row}{flag}", off))
    return found_


def _said(world: World, quota: Quota, says: str, words: frozenset[str]) -> Cue | None:
    """What says how using a row fails, also as "redeeming a spent one is 410"."""
    for cue in world.draft.all_said(says, "again", "reaches"):
        verb = str(cue.bound.get("doing", quota.word))
        full = cue.bound.get("left") == quota.used and cue.bound.get("right") == quota.most
        meant = cue.says == says or cue.bound.get("done") in words or (full and words is _SPENT)
        if meant and (verb == quota.word or verb in lemmas(quota.word)):
            return cue
    return None


def write(world: World) -> None:
    """Use a row once more, while it may be used."""
    quota: Quota | None = world.kept.get("quota")
    if quota is None:
        return
    plan, route, one = quota.plan, quota.route, variable(quota.plan.entity)
    lines = found(plan.entity, key_param(route.path), plan.visible)
    failures: list[Failure] = []
    conditions = _conditions(world, quota, f"{one}.")
    for holds, cue in conditions:
        way, more = failure(cue) if cue is not None else ("conflict", ())
        used = quota.used in holds
        why = f"The {plan.thing.name.replace('_', ' ')} is {'used up' if used else 'not active'}"
        words = json.dumps((message(cue) if cue is not None else "") or why)
        lines.append(f"guard {holds} else {way} {words}")
        failures += more
        if cue is not None:
            cue.used = "quotas"
    after = f"{one}.{quota.used} + {quota.by}"
    lines.append(f"patch {plan.name} {one} {{{quota.used}: {after}}}")
    answer = _answer(world, quota)
    if answer is None:
        return
    read = {quota.by.removeprefix("input."), *re.findall(r"input\.(\w+)", answer)}
    for each in route.takes:
        if each.field.name not in read:
            world.assume(f"the {each.field.name} of {route.method} {route.path}", "is not kept")
    made = Operation(
        f"{snake(quota.word)}_{snake(plan.entity.name)}",
        "POST",
        route.path,
        program(*lines, f"answer 200 {answer}"),
        inputs=(
            *path_inputs(plan.resource(), route.path),
            *body_inputs(tuple(required(each.field) for each in route.takes)),
        ),
        summary=f"{quota.word.capitalize()} one {plan.entity.name.lower()}.",
        needs="caller" if plan.needs else "",
        failures=tuple(failures),
    )
    world.add(made, route, route.source)
    for cue in route.cues:
        if cue.says in {"answers", "takes", "uses_up", "thing", "verbs", "shows", "increment"}:
            cue.used = cue.used or "quotas"


def _answer(world: World, quota: Quota) -> str | None:
    """The row, or what the goal writes out; nothing where a part of that is not known."""
    if not quota.route.answers:
        return variable(quota.plan.entity)
    told = {each.field.name: _value(world, quota, each) for each in quota.route.answers}
    return record(list(told.items())) if all(told.values()) else None


def _value(world: World, quota: Quota, asked: Asked) -> str:
    plan, route, one = quota.plan, quota.route, variable(quota.plan.entity)
    name = asked.field.name
    if name in {each.field.name for each in route.takes}:
        return f"input.{name}"
    if name == plan.key.name or plan.field(name) is not None:
        return f"{one}.{name}"
    if name in _LEFT:
        return f"{one}.{quota.most} - {one}.{quota.used}"
    return worked_out(world, plan, route, name)
