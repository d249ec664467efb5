"""Conversions by rates that are kept: "PUT /rates/{code} sets the rate", "GET /convert"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features import exchange_rates
from beliefs.spec.features.exchange_rates import RATE, Conversion
from beliefs.spec.features.resources import an, params
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, World

_RATES = ("rate", "exchange_rate", "currency", "exchange", "conversion_rate")
_ROUTES = frozenset({"convert", "conversion", "exchange", "converted"})
_STARTS = ("from", "from_currency", "source", "base", "from_code", "src")
_ENDS = ("to", "to_currency", "target", "to_code", "dst", "quote")
_AMOUNTS = ("amount", "value", "sum", "quantity")
_CODES = ("code", "currency", "symbol", "name")
_CUES = frozenset(["rate_against", "answers", "shows", "takes", "with", "money", "thing"])


def shape(world: World) -> None:
    """Rates that requests convert by have a number."""
    plan = next((world.plans[each] for each in _RATES if each in world.plans), None)
    route = next((each for each in world.draft.routes if _asked(each) is not None), None)
    if plan is None or route is None or plan.fixed is not None:
        return
    if plan.field(RATE) is None:
        taken = {each.field.name for each in plan.thing.fields}
        plan.fields = [each for each in plan.fields if each.name in taken]
        plan.fields.append(Field(RATE, Type("number", above=0)))
        about = f"the fields of {an(plan.thing.name.replace('_', ' '))}"
        world.assumptions = [each for each in world.assumptions if each.about != about]
    told = plan.field(RATE)
    if told is not None and told.type.kind in {"string", "number"}:
        plan.changes_field(replace(told, type=Type("number", above=0)))
    world.kept["exchange_rates"] = plan


def _asked(route: Route) -> Conversion | None:
    """What a request converts: from what, to what, and how much."""
    if route.method != "GET" or route.last not in _ROUTES:
        return None
    names = [*params(route.path), *route.query, *(each.field.name for each in route.takes)]
    found = [next((each for each in wanted if each in names), "") for wanted in _NAMES]
    if not all(found) or len(names) != len(found):
        return None
    shown = tuple(each.field.name for each in route.answers)
    told = [each for each in shown if each not in found]
    if len(told) > 1 or (shown and not told):
        return None
    start, end, amount = found
    return Conversion(start, end, amount, told[0] if told else "result", shown)


_NAMES = (_STARTS, _ENDS, _AMOUNTS)


def write(world: World) -> None:
    """The request that converts."""
    plan = world.kept.get("exchange_rates")
    if not isinstance(plan, Plan):
        return
    cue = world.draft.said("rate_against")
    base = str(cue.bound["currency"]) if cue is not None else ""
    code = plan.key.name if plan.key.style == "given" else ""
    code = code or next((each for each in _CODES if plan.field(each) is not None), "")
    for route in world.draft.open_routes():
        asked = _asked(route)
        if asked is None or not code:
            continue
        made = exchange_rates.convert(plan.resource(), route.path, asked, code, base)
        world.add(made, route, route.source)
        one = base or "the unit of all rates"
        world.assume("what a rate says", f"how much one {one} is", f"how many {one} it is worth")
        for each in (*route.cues, *world.draft.all_said("rate_against", "money")):
            if each.says in _CUES:
                each.used = each.used or "exchange_rates"
