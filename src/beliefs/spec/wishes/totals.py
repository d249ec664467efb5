"""What a row comes to: the sum of its lines, with tax where that is asked for."""

from __future__ import annotations

from beliefs.spec.types import NUMBERS, Field
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World

_FAMILY = "totals"
_PRICES = ("unit_price", "price", "amount", "cost", "rate")
_TAXED = ("invoice", "order", "bill", "cart", "quote", "receipt")


def shape(world: World) -> None:
    """Rows show what their lines come to."""
    for cue in world.draft.all_said("totals"):
        for plan in world.plans.values():
            lines = _lines(world, plan)
            if cue.used or lines is None or plan.thing.name not in _TAXED:
                continue
            _shown(plan, lines, cue)
            world.assume(
                f"the total of {plan.thing.plural}", "what their lines come to, shown with each"
            )
            cue.used = _FAMILY


def _lines(world: World, plan: Plan) -> Plan | None:
    below = [each for each in world.plans.values() if each.parent is plan]
    return next((each for each in below if _price(each) is not None), None)


def _price(plan: Plan) -> Field | None:
    return next((told for each in _PRICES if (told := plan.field(each)) is not None), None)


def _shown(plan: Plan, lines: Plan, cue: Cue) -> None:
    price, count = _price(lines), lines.field("quantity")
    assert price is not None
    worth = f"one.{price.name}"
    if count is not None and count.type.kind in NUMBERS:
        worth = f"one.{count.name} * {worth}"
    rows = f"{lines.name}[where .{lines.parent_field} = $.{plan.key.name}]"
    net = f"sum(each(one in {rows}: {worth}))"
    plan.fields = [each for each in plan.fields if each.name not in {"total", "amount"}]
    if "number" in cue.bound:
        rate = float(cue.bound["number"]) / 100
        parts = (
            f"subtotal: round({net}, 2), vat: round({net} * {rate:g}, 2), "
            f"total: round({net} * {1 + rate:g}, 2)"
        )
    else:
        parts = f"total: round({net}, 2)"
    plan.shows = f"merge({plan.shows}, {{{parts}}})"
