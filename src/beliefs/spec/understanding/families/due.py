"""Rows that are due: nothing was done to them yet, or the last time is too long ago."""

from __future__ import annotations

from beliefs.spec.features.resources import program
from beliefs.spec.operations import Operation
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.numbers import SECONDS
from beliefs.spec.understanding.plans import Plan, World


def write(world: World) -> None:
    """Lists of what is due, at paths of their own."""
    for route in world.draft.open_routes():
        cue = route.said("overdue")
        at = world.at(route.path)
        if route.method != "GET" or cue is None or at is None or at[1].count("/") != 1:
            continue
        plan = at[0]
        holds = _long_ago(plan, cue)
        if "{" in at[1] or not holds:
            continue
        seen = f"({plan.visible}) and ({holds})" if plan.visible else holds
        made = Operation(
            f"list_{route.last.replace('-', '_')}_{plan.entity.plural}",
            "GET",
            route.path,
            program(f"answer 200 {plan.name}[where {seen}]"),
            summary=f"The {plan.entity.plural} that are due.",
            needs="caller" if plan.needs else "",
        )
        world.add(made, route, route.source)
        for each in route.cues:
            each.used = each.used or "due"


def _long_ago(plan: Plan, cue: Cue) -> str:
    """The condition for a row to be due; empty when no field says when it last was."""
    words = {str(cue.bound[each]).lower() for each in ("done", "last") if each in cue.bound}
    stamps = [each.name for each in (*plan.own, *plan.fields) if each.type.kind == "datetime"]
    near = [each for each in stamps if any(word[:4] in each for word in words)]
    if not near:
        return ""
    stamp, length = near[0], str(cue.bound.get("span", ""))
    if "field" in cue.bound:
        unit = next((SECONDS[each] for each in cue.bound["unit"].forms if each in SECONDS), 0)
        if plan.field(cue.bound["field"]) is None or not unit:
            return ""
        length = f".{cue.bound['field']} * {unit}"
    late = f"seconds(.{stamp}, now()) > {length}"
    if "done" in cue.bound:
        return f".{stamp} = null or {late}"
    return f".{stamp} != null and {late}"
