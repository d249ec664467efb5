"""Offers that outdo each other: the least that would do, who leads, what ends it, and who wins."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route
from beliefs.spec.documents.offers import ENDS, LEADS, RAISED, WINS
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.writing import Writer

# A value in the body of a failure that is only worked out when it fails.
_LEAST = re.compile(r'\{\s*"code":\s*"(?P<code>\w+)",\s*"(?P<name>\w+)":\s*<[^<>]*>\s*\}')


def bid_guards(
    writer: Writer, route: Route, holding: Holding, parent: Holding, link: str
) -> list[str]:
    """What a new offer has to outdo, and who may make it."""
    amount = _amount(holding, link)
    rows = f"{holding.name}[where .{link} = {parent.variable}.{parent.key.name}]"
    lines: list[str] = []
    if not amount:
        return lines
    if LEADS.search(route.words) and holding.owner and writer.needs(route):
        ahead = f"{rows[:-1]}, by .{amount}]"
        way = writer.refuse(route, "conflict", "You are leading already", "lead again", (409,))
        mine = holding.sets[holding.owner]
        lines.append(f"guard last({ahead}).{holding.owner} != {mine} else {way}")
    match = RAISED.search(route.words)
    known = _names(parent)
    first = known.get(plain(match["first"]), "") if match else ""
    parts = re.split(r" (?:\+|plus) (?:the )?", match["later"].strip("` ")) if match else []
    values = [known.get(plain(each.strip("` ")), each if each.isdigit() else "") for each in parts]
    later = " + ".join(values) if all(values) else ""
    if match is None or not first or not later:
        return lines
    lines.append(f"let minimum = if(count({rows}) = 0, {first}, {later})")
    told = _LEAST.search(route.words)
    if told:
        body = f'{{code: "{told["code"]}", {told["name"]}: minimum}}'
        return [*lines, f"if input.{amount} < minimum:", f"    answer 409 {body}"]
    said = f"The {holding.spoken.lower()} is too low"
    way = writer.refuse(route, "conflict", said, "low least higher")
    return [*lines, f"guard input.{amount} >= minimum else {way}"]


def bid_ends(route: Route, holding: Holding, parent: Holding, link: str) -> list[str]:
    """The end of it, where an offer is high enough for that."""
    match = ENDS.search(route.words)
    amount, one = _amount(holding, link), parent.variable
    field = parent.named(match["field"]) if match else ""
    if not field or not amount or "open" not in parent.fields:
        return []
    return [
        f"if {one}.{field} != null and input.{amount} >= {one}.{field}:",
        f"    patch {parent.name} {one} {{open: false}}",
    ]


def won(holding: Holding, part: Property, kept: Kept) -> str:
    """A template over `$` for who wins: who made the highest offer, once it is over."""
    if plain(part.name) != "winner" or "open" not in holding.fields | dict.fromkeys(
        holding.shape.names
    ):
        return ""
    said = " ".join(each.words for each in holding.siblings)
    for child, link in kept.children(holding):
        who = [each for each in child.computed.values() if f"$.{child.owner}" in each]
        amount = _amount(child, link)
        match = WINS.search(said) or ENDS.search(said)
        if not match or not amount or not who or not same_thing(child.word, match["noun"]):
            continue
        best = f"last({child.name}[where .{link} = $.{holding.key.name}, by .{amount}])"
        return f"if($.open, null, {who[0].replace('$', best)})"
    return ""


def _amount(holding: Holding, link: str) -> str:
    """The only number that an offer brings."""
    brought = holding.made.properties if holding.made else ()
    found = [
        each.name
        for each in brought
        if each.shape.type.kind in {"integer", "number"} and each.name != link
    ]
    return found[0] if len(found) == 1 else ""


def _names(parent: Holding) -> dict[str, str]:
    """What words can speak of in the row above: what it keeps, and what is worked out of it."""
    known = {plain(each): f"{parent.variable}.{each}" for each in parent.fields}
    return known | {
        plain(name): told.replace("$", parent.variable) for name, told in parent.computed.items()
    }
