"""Costs that people share: what each is owed in the end, and payments that settle it."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import found


class Shared(NamedTuple):
    """Rows of costs: the field of their group, who paid, how much, and who shares it."""

    group: Entity
    people: str  # of the group, a list of names
    costs: Entity
    key: str
    payer: str
    amount: str
    sharers: str


def owed(shared: Shared) -> list[str]:
    """Statements that work out what each has paid beyond their shares, as {key, value} in `owed`.

    An amount that does not divide leaves one more to each of the first who share it.
    """
    many, over = f"count(cost.{shared.sharers})", f"cost.{shared.amount} %"
    whole = f"(cost.{shared.amount} - {over} {many})"
    odd = f"index(cost.{shared.sharers}, person) < {over} {many}"
    share = f"floor({whole} / {many}) + if({odd}, 1, 0)"
    paid = f"sum(each(cost in costs[where .{shared.payer} = person]: cost.{shared.amount}))"
    due = f"sum(each(cost in costs[where person in .{shared.sharers}]: {share}))"
    group = found(shared.group, shared.key)
    row = group[0].split()[1]
    return [
        *group,
        f"let costs = {shared.costs.name}[where .{shared.key} = input.{shared.key}]",
        f"let owed = each(person in {row}.{shared.people}: {{key: person, value: {paid} - {due}}})",
    ]


def settling(payer: str, payee: str, amount: str) -> list[str]:
    """Statements that find payments which bring all that is owed to nothing, in `payments`."""
    had = f"sum(each(one in payments[where .{payee} = creditor.key]: one.{amount}))"
    made = f"{{{payer}: debtor.key, {payee}: creditor.key, {amount}: pay}}"
    return [
        "let payments = []",
        "for debtor in owed[where .value < 0]:",
        "    let rest = 0 - debtor.value",
        "    for creditor in owed[where .value > 0]:",
        f"        let pay = least([rest, creditor.value - {had}])",
        "        if pay > 0:",
        f"            let payments = append(payments, {made})",
        "            let rest = rest - pay",
    ]
