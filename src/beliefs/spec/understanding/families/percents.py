"""Amounts that come of a percentage: a discount and what is left to pay, a tax and the total."""

from __future__ import annotations

import json

from beliefs.spec.features.resources import variable
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, World

_PERCENT = ("percent", "percentage", "discount_percent", "percent_off", "tax_rate", "rate", "tax")
_OFF = frozenset({"discount", "reduction", "saved", "savings", "rebate", "deduction"})
_ON = frozenset({"tax", "vat", "fee", "surcharge", "tip", "interest"})
_WHOLE = frozenset(
    """total final final_amount final_price to_pay payable new_total new_price discounted
    discounted_price gross net amount_due""".split()  # noqa: SIM905
)
_GIVEN = ("amount", "price", "subtotal", "total", "sum", "value", "cost")
_DIGITS = 2
_NEAR = 0.011


def worked_out(world: World, plan: Plan, route: Route, name: str) -> str:
    """An amount of an answer that a percentage of the row gives; empty where it does not."""
    percent = next((each for each in _PERCENT if plan.field(each) is not None), "")
    told = [each.field for each in route.takes if each.field.type.kind in {"integer", "number"}]
    given = next((each.name for each in told if each.name in _GIVEN), "")
    names = {each.field.name for each in route.answers}
    if not percent or not given or name not in _OFF | _ON | _WHOLE:
        return ""
    digits = _digits(world)
    share = f"round(input.{given} * {variable(plan.entity)}.{percent} / 100, {digits})"
    if name not in _WHOLE:
        return share
    sign = "+" if names & _ON and not names & _OFF else "-"
    parts = sorted(names & (_OFF | _ON))
    if parts and _shown(route, given, parts[0], name, sign) is False:
        return ""
    return f"round(input.{given} {sign} {share}, {digits})"


def _digits(world: World) -> int:
    cue = world.draft.said("rounded")
    if cue is None:
        world.assume("how amounts are rounded", "to two decimals")
        return _DIGITS
    cue.used = "percents"
    return int(cue.bound.get("number", _DIGITS))


def _shown(route: Route, given: str, part: str, whole: str, sign: str) -> bool | None:
    """Whether the figures of an example agree; nothing where there are none."""
    try:
        told = json.loads(route.example.text) if route.example is not None else {}
        amounts = [float(told[each]) for each in (given, part, whole)]
    except (ValueError, KeyError, TypeError):
        return None
    amount, share, total = amounts
    return abs(amount + (share if sign == "+" else -share) - total) < _NEAR
