"""Costs that people share, in documents: what each has paid, less their shares of it all.

"The balance is what they paid minus their shares", "each member's equal share of the total". People
are the names in a list of the row above, or rows that costs name. Costs are shared by those that
they list, else by everybody.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.words import plain, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import in_digits
from beliefs.spec.service import Assumption
from beliefs.spec.types import NUMBERS, Field

_ABOUT = re.compile(
    r"(?i)\bpaid\b[^.]*\b(?:minus|less|and|-)\b[^.]*\b(?:shares?|owes?|owed)\b"
    r"|\bshares? of (?:all|the|it)"
)
_PAYERS = {"paidby", "payer", "payerid", "paidbyid", "spender", "whopaid", "by"}
_AMOUNTS = {"amount", "amountcents", "cents", "cost", "total", "sum", "price", "value"}
_SHARERS = {"sharedby", "splitbetween", "participants", "splitamong", "beneficiaries", "sharers"}
_SHARERS |= {"sharedwith", "among", "between", "shares", "forwhom", "members", "people", "for"}
_PEOPLE = {
    "people",
    "members",
    "participants",
    "names",
    "persons",
    "friends",
    "guests",
    "flatmates",
}
_BALANCE = {"balance", "net", "saldo", "netbalance"}
_PAID = {"paid", "totalpaid", "spent", "haspaid"}
_DUE = {"share", "shares", "owes", "owed", "due", "totalshare", "consumed"}
_FIRST_ALL = re.compile(
    r"(?i)\bfirst (?:one|person|of them|in the list|member|sharer|name|participant)\b[^.]*"
    r"\b(?:bears?|pays?|gets?|takes?|carr(?:y|ies))\b[^.]*\b(?:cents?|remainder|rest|left)"
)
_ONE_EACH = re.compile(
    r"(?i)\b(?:one (?:cent )?each|one (?:cent )?(?:more|extra)|a cent (?:more|extra))\b"
)
_PAYER_ALL = re.compile(
    r"(?i)\b(?:remainder|rest|left ?over|leftover)\b[^.]*\b(?:payer|whoever paid|who paid)\b"
    r"|\b(?:payer|whoever paid)\b[^.]*\b(?:remainder|rest of the cents|left ?over)\b"
)
_IN_ORDER = re.compile(
    r"(?i)\bin the order of (?:the )?(?:\w+'s )?(?:people|members|participants|names)"
)
_DIGITS = re.compile(r"(?i)\brounded to (\d|one|two|three) (?:decimal|digit|place)")


class Costs(NamedTuple):
    """Rows of costs, and whose they are: a list of names of the row above, or rows."""

    costs: Holding
    rows: str
    payer: str
    amount: Field
    sharers: str
    people: str  # all of them, as a list of names or of rows
    whose: Holding | None  # None where they are names


def balance_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that tells balances; None where it is none."""
    shape = route.good.shape if route.good else None
    said = " ".join([route.words, *(text for _, text in writer.contract.prose)])
    said = f"{said} {' '.join(part.words for part in _parts(shape))}"
    if route.method != "GET" or shape is None or not _ABOUT.search(said):
        return None
    found = _costs(writer, route)
    if found is None:
        return None
    told = " ".join([*(each.words for each in writer.contract.routes), said])
    paid, due = _sums(found, told, writer, route)
    body = _shown(shape, found, paid, due, told)
    if not body:
        return None
    status = route.good.status if route.good else 200
    return [*writer.above(route, writer.chain(route)), f"answer {status} {body}"]


def _parts(shape: Shape | None) -> tuple[Property, ...]:
    if shape is None:
        return ()
    inner = shape.item if is_list(shape) else shape
    return inner.properties if inner is not None else ()


def _costs(writer: Writer, route: Route) -> Costs | None:
    chain = writer.chain(route)
    above = next(
        (
            held
            for end in range(len(chain), 0, -1)
            if chain[end - 1].param and (held := writer.kept.at(chain[:end])) is not None
        ),
        None,
    )
    for costs in writer.kept.holdings:
        payer = next((each for each in costs.fields if plain(each) in _PAYERS), "")
        amount = next(
            (
                each
                for each in costs.fields.values()
                if plain(each.name) in _AMOUNTS and each.type.kind in NUMBERS
            ),
            None,
        )
        if not payer or amount is None:
            continue
        lists = [each.name for each in costs.fields.values() if each.type.kind == "list"]
        sharers = next((each for each in lists if plain(each) in _SHARERS), "")
        told = [each for each in costs.fields if plain(each) in _SHARERS - {"for"}]
        if [each for each in told if each != sharers] or {*lists} - {sharers}:
            continue  # who shares a cost is told in another way
        link = next((each.field for each in costs.parents if above and each.name == above.name), "")
        if above is not None and link:
            rows = f"{costs.name}[where .{link} = {above.variable}.{above.key.name}]"
            people = next(
                (
                    each.name
                    for each in above.fields.values()
                    if each.type.kind == "list" and plain(each.name) in _PEOPLE
                ),
                "",
            )
            if people:
                all_ = f"{above.variable}.{people}"
                return Costs(costs, rows, payer, amount, sharers, all_, None)
        whose = writer.kept.of(costs.references.get(payer, "")) or _named(writer, route, costs)
        if whose is not None and above is None:
            return Costs(costs, costs.name, payer, amount, sharers, whose.name, whose)
    return None


def _named(writer: Writer, route: Route, costs: Holding) -> Holding | None:
    """The people whose keys an answer tells: `person_id`."""
    keys = [each.name for each in _parts(route.good.shape if route.good else None)]
    found = [
        other
        for each in keys
        if words(each)[-1:] == ("id",)
        and (other := writer.kept.called("_".join(words(each)[:-1]))) is not None
        and other is not costs
    ]
    return found[0] if len(found) == 1 else None


def _is_whole(found: Costs, told: str) -> bool:
    """Whether amounts are whole, so that a share may leave something over."""
    over = any(each.search(told) for each in (_FIRST_ALL, _ONE_EACH, _PAYER_ALL))
    return over or found.amount.type.kind == "integer"


def _sums(found: Costs, told: str, writer: Writer, route: Route) -> tuple[str, str]:
    """What somebody has paid, and what their shares come to."""
    who = "person" if found.whose is None else f"person.{found.whose.key.name}"
    amount = f"cost.{found.amount.name}"
    everybody = (
        found.people
        if found.whose is None
        else f"each(one in {found.people}: one.{found.whose.key.name})"
    )
    sharers = f"cost.{found.sharers}" if found.sharers else everybody
    field = found.costs.fields.get(found.sharers)
    if found.sharers and field is not None and not field.required:
        sharers = f"if(count(or_else({sharers}, [])) = 0, {everybody}, {sharers})"
    ordered = f"{everybody}[where row in {sharers}]" if _IN_ORDER.search(told) else sharers
    paid = f"sum(each(cost in {found.rows}[where .{found.payer} = {who}]: {amount}))"
    many = f"count({sharers})"
    if _is_whole(found, told):
        rest = f"{amount} % {many}"
        whole = f"floor(({amount} - {rest}) / {many})"
        if _FIRST_ALL.search(told) and not _ONE_EACH.search(told):
            share = f"{whole} + if(index({ordered}, {who}) = 0, {rest}, 0)"
        elif _PAYER_ALL.search(told):
            share = f"{whole} + if(cost.{found.payer} = {who}, {rest}, 0)"
        else:
            if not _ONE_EACH.search(told):
                about = f"what does not divide evenly, in {route.path}"
                writer.said(Assumption(about, "one more for each of the first", route.source))
            share = f"{whole} + if(index({ordered}, {who}) < {rest}, 1, 0)"
    else:
        share = f"{amount} / {many}"
    due = f"sum(each(cost in {found.rows}: if({who} in {sharers}, {share}, 0)))"
    return paid, due


def _shown(shape: Shape, found: Costs, paid: str, due: str, told: str) -> str:
    """The balances in the form of an answer; empty where a value is something else."""
    digits = _DIGITS.search(told)
    many = in_digits(digits[1]) if digits else "2"
    whole = _is_whole(found, told)

    def rounded(value: str) -> str:
        return value if whole else f"round({value}, {many})"

    balance = rounded(f"{paid} - {due}")
    if is_list(shape) and shape.item is not None and is_record(shape.item):
        values: dict[str, str] = {}
        for part in shape.item.properties:
            value = _value(part, found, balance, rounded(paid), rounded(due))
            if not value:
                return ""
            values[part.name] = value
        return f"each(person in {found.people}: {made(values)})"
    if not is_record(shape):
        return ""
    if len(shape.properties) == 1 and (
        is_list(shape.properties[0].shape) or is_record(shape.properties[0].shape)
    ):
        inner = _shown(shape.properties[0].shape, found, paid, due, told)
        return made({shape.properties[0].name: inner}) if inner else ""
    if any(each.shape.type.kind not in NUMBERS for each in shape.properties):
        return ""
    key = "person" if found.whose is None else f"person.{_label(found.whose)}"
    return f"keyed(each(person in {found.people}: {{key: {key}, value: {balance}}}))"


def _label(whose: Holding) -> str:
    return "name" if "name" in whose.fields else whose.key.name


def _value(part: Property, found: Costs, balance: str, paid: str, due: str) -> str:
    name, whose = plain(part.name), found.whose
    for known, value in ((_BALANCE, balance), (_PAID, paid), (_DUE, due)):
        if name in known:
            return value
    if whose is None:
        people = {"person", "member", "name", "who", "participant", "user"}
        return "person" if name in people else ""
    if name in {"id", plain(whose.key.name), f"{plain(whose.word)}id"} | {
        plain("_".join(words(found.payer))),
    }:
        return f"person.{whose.key.name}"
    if name == plain(whose.word):
        return f"person.{_label(whose)}"
    kept = whose.named(part.name)
    return f"person.{kept}" if kept in whose.fields else ""
