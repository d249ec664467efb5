"""Rows that last until some day: which end soon, and which have ended."""

from __future__ import annotations

from beliefs.spec.features.listing import Filter
from beliefs.spec.features.resources import program
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.wishes import requests

_FAMILY = "lasting"
_DAY = 86400
_ENDS = (
    *("end_date", "expiry_date", "expires_on", "expires_at", "valid_until", "best_before"),
    *("expiration_date", "use_by", "due_date", "deadline", "renewal_date", "end"),
)


def _end(plan: Plan) -> Field | None:
    named = (plan.field(each) for each in _ENDS)
    return next((each for each in named if each and each.type.kind in {"date", "datetime"}), None)


def shape(world: World) -> None:
    """Lists can be narrowed to what has ended."""
    for cue in world.draft.all_said("expired"):
        for plan in world.plans.values():
            end = _end(plan)
            if end is None or cue.used:
                continue
            now = "today()" if end.type.kind == "date" else "now()"
            over = f".{end.name} != null and .{end.name} < {now}"
            kind = Input("expired", "query", Type("boolean"), required=False)
            plan.filters.append(Filter(kind, f"input.expired = null or input.expired = ({over})"))
            world.assume(f"where expired {plan.thing.plural} are", f"GET {plan.path}?expired=true")
            cue.used = _FAMILY


def write(world: World) -> None:
    """What ends soon."""
    for cue in world.draft.all_said("ends_soon"):
        for plan in world.plans.values():
            end = _end(plan)
            if end is not None and not cue.used and "{" not in plan.path:
                _soon(world, plan, end, cue)


def _soon(world: World, plan: Plan, end: Field, cue: Cue) -> None:
    days = int(cue.bound["number"])
    dated = end.type.kind == "date"
    now = "today()" if dated else "now()"
    last = f"later(now(), input.days * {_DAY})"
    last = f"date({last})" if dated else last
    holds = f".{end.name} >= {now} and .{end.name} <= {last}"
    seen = f"({plan.visible}) and {holds}" if plan.visible else holds
    path = requests.path(world, cue, f"{plan.path}/expiring")
    kind = Type("integer", minimum=1, maximum=3650)
    made = Operation(
        f"list_expiring_{plan.entity.plural}",
        "GET",
        path,
        program(f"answer 200 {plan.name}[where {seen}, by .{end.name}]"),
        inputs=(Input("days", "query", kind, required=False, default=str(days)),),
        summary=f"The {plan.entity.plural} that end soon.",
        needs="caller" if plan.needs else "",
    )
    requests.add(world, cue, made, f"where {plan.thing.plural} that end soon are")
    cue.used = _FAMILY
