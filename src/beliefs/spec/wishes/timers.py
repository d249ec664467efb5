"""Time that is kept by starting and stopping: one timer at a time, and how long each took."""

from __future__ import annotations

from beliefs.spec.features.resources import program, spoken
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.plans import Plan, World

_FAMILY = "timers"
_ENTRIES = ("time_entry", "entry", "session", "work_session", "timer")


def shape(world: World) -> None:
    """Entries begin when they are started, and last until they are stopped."""
    if world.draft.said("timer") is None:
        return
    plan = next((world.plans[each] for each in _ENTRIES if each in world.plans), None)
    if plan is None:
        return
    world.kept[_FAMILY] = plan
    gone = {"started_at", "ended_at", "title", "content", "start", "end"}
    plan.fields = [each for each in plan.fields if each.name not in gone]
    plan.adds(Field("started_at", Type("datetime")), "now()")
    plan.adds(Field("ended_at", Type("datetime", nullable=True), required=False))
    plan.adds(Field("hours", Type("number"), required=False, default="0"))


def write(world: World) -> None:
    """Starting and stopping; while one runs, no other is started."""
    plan = world.kept.get(_FAMILY)
    if not isinstance(plan, Plan):
        return
    mine = f" and ({plan.visible})" if plan.visible else ""
    running = f"{plan.name}[where .ended_at = null{mine}]"
    one = plan.resource().one
    brought = tuple(each for each in plan.fields)
    values = [f"{each.name}: input.{each.name}" for each in brought]
    values += [f"{name}: {value}" for name, value in plan.sets]
    needs = "caller" if plan.needs or plan.writers else ""
    start = Operation(
        f"start_{one}",
        "POST",
        f"{world.base}/timer/start",
        program(
            *_there(world, plan),
            f'guard count({running}) = 0 else conflict "A timer is running already"',
            f"insert {plan.name} {{{', '.join(values)}}} as {one}",
            f"answer 201 {one}",
        ),
        inputs=tuple(
            Input(each.name, "json", each.type, each.required, each.default) for each in brought
        ),
        summary=f"Start {spoken(plan.entity).lower()}.",
        needs=needs,  # type: ignore[arg-type]
    )
    hours = f"round(seconds({one}.started_at, now()) / 3600, 4)"
    stop = Operation(
        f"stop_{one}",
        "POST",
        f"{world.base}/timer/stop",
        program(
            f"let {one} = first({running})",
            f'guard {one} != null else conflict "No timer is running"',
            f"patch {plan.name} {one} {{ended_at: now(), hours: {hours}}}",
            f"answer 200 {one}",
        ),
        summary=f"Stop {spoken(plan.entity).lower()}.",
        needs=needs,  # type: ignore[arg-type]
    )
    world.add(start)
    world.add(stop)
    plan.verbs -= {"create", "replace"}
    plan.handled |= {"create", "replace"}
    world.assume("how a timer is started and stopped", f"POST {start.path} and POST {stop.path}")
    world.draft.use(_FAMILY, "timer", "one_timer")


def _there(world: World, plan: Plan) -> list[str]:
    """Guards that the rows which an entry names are there."""
    return [
        f"guard count({other.name}[where .{other.key.name} = input.{each.name}]) > 0 "
        f'else absent "{spoken(other.entity)} not found"'
        for each in plan.fields
        for other in world.plans.values()
        if each.name == f"{other.resource().one}_id"
    ]
