"""The order that a list has by default, and the one that a request may ask for."""

from __future__ import annotations

from beliefs.spec.understanding.plans import Plan, World

NAMES = frozenset({"sort", "sort_by", "order_by"})


def shape(world: World, plan: Plan) -> None:
    """As in "?sort=clicks: most clicked first (default: by name)"."""
    route = world.draft.route("GET", plan.path)
    if route is None or plan.fixed is not None:
        return
    usual = route.said("default_order")
    names = [each.field.name for each in usual.bound["fields"]] if usual is not None else []
    known = {plan.key.name, *(each.name for each in (*plan.fields, *plan.own))}
    if usual is not None and set(names) <= known:
        plan.order += [f".{each}" for each in names]
        usual.used = "lists"
    sample = next((route.samples.get(each, "") for each in route.query if each in NAMES), "")
    down = route.said("most_first", "highest")
    if sample in known and (down is not None or usual is not None):
        plan.sorts = [sample, *(each for each in names if each in known and each != sample)]
        if down is not None:
            plan.downs, down.used = [sample], "lists"
