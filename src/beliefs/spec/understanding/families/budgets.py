"""What may be spent in a month, and whether it was: totals of a month held against its budget."""

from __future__ import annotations

from beliefs.spec.features.resources import params, program
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.figures import MONTH, about
from beliefs.spec.understanding.plans import Plan, World

_NAME = "budget"


def shape(world: World) -> None:
    """A budget is an amount for a month."""
    plan = world.plans.get(_NAME)
    if plan is None or plan.thing.fields or plan.fixed is not None:
        return
    if not any("monthly" in cue.words for cue in plan.thing.cues):
        return
    plan.fields = [Field("month", MONTH, unique=True), Field("amount", Type("number", minimum=0))]
    said = f"the fields of a {_NAME}"
    world.assumptions = [each for each in world.assumptions if each.about != said]
    world.assume("what a monthly budget is", "an amount for all of a month, such as 2026-01")


def write(world: World) -> None:
    """Reports of a month that say whether its budget is exceeded."""
    budget = world.plans.get(_NAME)
    for route in world.draft.open_routes():
        plan = about(world, route)
        if route.said("exceeds") is None or budget is None or plan is None or plan is budget:
            continue
        made = _report(world, plan, budget, route)
        if made is not None:
            world.add(made, route, route.source)
            for cue in route.cues:
                if cue.says in {"exceeds", "figures_by", "shows", "answers", "thing", "figures"}:
                    cue.used = cue.used or "budgets"


def _report(world: World, plan: Plan, budget: Plan, route: Route) -> Operation | None:
    """What was spent in a month, by the field that the goal names, and whether it was too much."""
    dates = [each.name for each in plan.fields if each.type.kind in {"date", "datetime"}]
    numbers = [each.name for each in plan.fields if each.type.kind == "number"]
    by = route.said("figures_by")
    split = plan.field(str(by.bound["by"]).lower()) if by is not None else None
    asked = [*params(route.path), *route.query]
    if not dates or not numbers or asked != ["month"] or budget.field("month") is None:
        return None
    if by is not None and split is None:
        return None
    seen = f"({plan.visible}) and " if plan.visible else ""
    spent = f"sum(each(one in found: one.{numbers[0]}))"
    parts = ["month: input.month", f"total: {spent}"]
    if split is not None:
        each = f"sum(each(one in part.items: one.{numbers[0]}))"
        groups = f'group(found, "{split.name}")'
        parts.append(f"totals: keyed(each(part in {groups}: {{key: part.key, value: {each}}}))")
    parts += ["budget: budget.amount", f"exceeded: budget != null and {spent} > budget.amount"]
    names = ", ".join(part.split(":")[0] for part in parts)
    world.assume(f"what GET {route.path} answers", names)
    mine = f"({budget.visible}) and " if budget.visible else ""
    place = "path" if params(route.path) else "query"
    return Operation(
        "report_of_a_month",
        "GET",
        route.path,
        program(
            f"let found = {plan.name}[where {seen}month(.{dates[0]}) = input.month]",
            f"let budget = first({budget.name}[where {mine}.month = input.month])",
            f"answer 200 {{{', '.join(parts)}}}",
        ),
        inputs=(Input("month", "path" if place == "path" else "query", MONTH),),
        summary="What was spent in a month, and whether that is more than its budget.",
        needs="caller" if plan.needs else "",
    )
