"""Costs that people share, what is owed, and how it is settled."""

from __future__ import annotations

from beliefs.spec.features import costs
from beliefs.spec.features.resources import key_type, program
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import TEXTS
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.calls import owners
from beliefs.spec.understanding.plans import World
from beliefs.spec.understanding.words import singular

_SAYS = ("net_paid", "split_even", "odd_carried", "sums_zero", "others_owe", "by_name")
_ENDS = ("settling", "few_payments", "nothing_due")


def find(world: World) -> None:
    """What is worked out of costs is nothing that is kept."""
    for route in world.draft.routes:
        if route.said("net_paid", "by_name", "settling"):
            route.crosses = route.crosses or ("costs",)
            world.draft.things.pop(singular(route.last), None)


def write(world: World) -> None:
    """Balances, and the payments that bring them to nothing."""
    shared = _shared(world)
    if shared is None:
        return
    for route in world.draft.open_routes():
        if route.said("settling"):
            made = _settle(shared, route)
        elif route.said("net_paid") and world.draft.said("split_even"):
            body = "keyed(owed)" if route.said("by_name") else "owed"
            made = _operation(
                shared, route, "balances", [*costs.owed(shared), f"answer 200 {body}"]
            )
            world.draft.use("costs", *_SAYS)
        else:
            continue
        if made is not None:
            world.add(made, route, route.source)
            for cue in route.cues:
                if cue.says in {*_ENDS, "answers", "takes", "verbs", "thing"}:
                    cue.used = cue.used or "costs"
            world.draft.use("costs", *(_ENDS if route.said("settling") else ()))


def _settle(shared: costs.Shared, route: Route) -> Operation | None:
    """Who pays whom how much, under the names that the goal has for it."""
    cue = route.said("settling")
    names = [each.field.name for each in cue.bound.get("fields", ())] if cue is not None else []
    told = {"from", "payer", "debtor"} & {*names}, {"to", "payee", "creditor"} & {*names}
    amount = [each for each in names if each not in told[0] | told[1]]
    if len(names) != 3 or not told[0] or not told[1] or len(amount) != 1:
        return None
    steps = costs.settling(min(told[0]), min(told[1]), amount[0])
    return _operation(shared, route, "settle", [*costs.owed(shared), *steps, "answer 200 payments"])


def _operation(shared: costs.Shared, route: Route, name: str, lines: list[str]) -> Operation | None:
    asked = [each.field.name for each in route.takes]
    if shared.key not in asked and f"{{{shared.key}}}" not in route.path:
        return None
    place = "path" if f"{{{shared.key}}}" in route.path else "json"
    key = Input(shared.key, "path" if place == "path" else "json", key_type(shared.group))
    return Operation(
        f"tell_{name}",
        route.method,
        route.path,
        program(*lines),
        inputs=(key,),
        summary="What each is owed." if name == "balances" else "Payments that settle all.",
    )


def _shared(world: World) -> costs.Shared | None:
    """The rows whose costs are shared: an amount, who paid it, and a list of who shares it."""
    for plan in world.plans.values():
        kept = (*plan.fields, *plan.own)
        amounts = [each.name for each in kept if each.type.kind == "integer"]
        lists = [each.name for each in kept if each.type.kind == "list"]
        for key, group in owners(world, plan):
            people = [each.name for each in group.fields if each.type.kind == "list"]
            payers = [
                each.name
                for each in kept
                if each.type.kind in TEXTS and "pa" in each.name.lower() and each.name != key
            ]
            amount = [each for each in amounts if each != key]
            if len(people) == len(lists) == len(amount) == 1 and payers:
                return costs.Shared(
                    group.entity, people[0], plan.entity, key, payers[0], amount[0], lists[0]
                )
    return None
