"""Rows that expire: so long after they were made as a request says, or as the goal does."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.effects import Effect, Guard, Var
from beliefs.spec.failures import Failure
from beliefs.spec.features.resources import an, program, spoken, variable
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.families.access import of_tokens
from beliefs.spec.understanding.numbers import SECONDS
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.understanding.words import plural

_LASTS = ("expires_in", "expire_in", "ttl", "expires_after", "expire_after", "lifetime")
_WHEN = "expires_at"
_FAMILY = "expiry"


def shape(world: World) -> None:
    """Give rows the moment at which they end; lists leave out what has ended."""
    for plan in world.plans.values():
        if plan.fixed is not None:
            continue
        length = _brought(world, plan) or _given(world, plan) or _stated(world, plan)
        told = plan.field(_WHEN)
        if not length and (told is None or told.type.kind != "datetime" or not _asked(world)):
            continue
        if length:
            plan.adds(Field(_WHEN, Type("datetime", nullable=True), required=False), length)
        lasts = f".{_WHEN} = null or .{_WHEN} > now()"
        plan.listed = f"({plan.listed}) and ({lasts})" if plan.listed else lasts
        if _gone(world) is None:
            plan.visible = f"({plan.visible}) and ({lasts})" if plan.visible else lasts
        world.kept[f"{_FAMILY}:{plan.thing.name}"] = plan
        world.draft.use(_FAMILY, "expiry", "until")


def _given(world: World, plan: Plan) -> str:
    """When a row ends by a number that requests bring: "expire after the given minutes"."""
    for cue in world.draft.all_said("expiry"):
        near = cue in plan.thing.cues or len(world.plans) == 1
        if not near or "unit" not in cue.bound or "name" in cue.bound:
            continue
        unit = next(each for each in cue.bound["unit"].forms if each in SECONDS)
        told = next((each for each in plan.fields if each.name in {unit, plural(unit)}), None)
        kept = Field(told.name if told else plural(unit), Type("integer", above=0))
        plan.fields = [each for each in plan.fields if each is not told] + [kept]
        plan.once.append(kept.name)
        if told is None:
            world.assume(f"how requests say when {an(plan.thing.name)} expires", kept.name)
        cue.used = _FAMILY
        return f"later(now(), input.{kept.name} * {SECONDS[unit]})"
    return ""


def _asked(world: World) -> bool:
    return world.draft.said("expiry", "gone") is not None


def _gone(world: World) -> Cue | None:
    """Where the goal says how something is answered that has expired."""
    return world.draft.said("gone")


def _brought(world: World, plan: Plan) -> str:
    """When a row ends by what the request brings; empty when it brings nothing of the kind."""
    for name in _LASTS:
        for each in plan.fields:
            unit = each.name.removeprefix(f"{name}_").rstrip("s")
            if each.name != name and (unit not in SECONDS or not each.name.startswith(name)):
                continue
            scale = SECONDS.get(unit, 1)
            if each.type.kind not in {"integer", "number"}:
                continue
            plan.changes_field(replace(each, type=replace(each.type, kind="integer", above=0)))
            told = [e for e in world.draft.all_said("expiry") if e.bound.get("name") == each.name]
            for cue in told:
                scale = next((SECONDS[one] for one in cue.bound["unit"].forms if one in SECONDS), 1)
            if each.name == name and not told:
                world.assume(f"what {name} is counted in", "seconds")
            plan.once.append(each.name)
            until = f"later(now(), input.{each.name}{f' * {scale}' if scale != 1 else ''})"
            return f"if(input.{each.name} = null, null, {until})"
    return ""


def _stated(world: World, plan: Plan) -> str:
    """When a row ends by what the goal says of all of them: "pastes expire after a day"."""
    for cue in world.draft.all_said("expiry", "life"):
        near = cue in plan.thing.cues or any(
            cue in route.cues and route.path in {plan.path, item_path(plan)}
            for route in world.draft.routes
        )
        ends = cue.words & {"expire", "expiry", "expiration"}
        if near and ends and cue.bound.get("span") and not of_tokens(world, cue):
            cue.used = _FAMILY
            return f"later(now(), {cue.bound['span']})"
    return ""


def write(world: World) -> None:
    """Refuse what is asked of a row that has expired, as the goal says."""
    cue = _gone(world)
    for name, plan in world.kept.items():
        if cue is None or not name.startswith(f"{_FAMILY}:"):
            continue
        cue.used = _FAMILY
        way = gone_way(world, cue)
        for place, made in enumerate(world.operations):
            if made.method != "DELETE" and made.path.startswith(item_path(plan)):
                world.operations[place] = _guarded(made, plan, way)


def gone_way(world: World, cue: Cue | None) -> str:
    """How what has expired fails, with the status that is stated for it."""
    status = cue.bound["status"] if cue is not None else 410
    if status == 404:
        return "absent"
    if status != 410:
        world.failures.append(Failure("gone", status, "Gone"))
    return "gone"


def _guarded(made: Operation, plan: Plan, way: str) -> Operation:
    one = variable(plan.entity)
    said = f'guard {one}.{_WHEN} = null or {one}.{_WHEN} > now() else {way} "{spoken(plan.entity)}'
    lines = program(f'{said} has expired"')
    effect: Effect = ()
    for each in made.effect:
        effect = (*effect, each)
        if isinstance(each, Guard) and each.failure == "absent" and Var(one) in _within(each):
            effect = (*effect, *lines)
    return replace(made, effect=effect)


def _within(guard: Guard) -> tuple[object, ...]:
    return getattr(guard.holds, "arguments", ())
