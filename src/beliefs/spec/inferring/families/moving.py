"""Movements between places: what is where is the sum of what came, went and was moved.

A row has a list of movements, each in, out or from one place to another, with how much. Nothing is
kept of what there is: it is worked out of the movements, in all and at each place.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, plural
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.service import Assumption

IN = {
    *("in", "deposit", "credit", "add", "receive", "restock", "income", "earn", "increase"),
    *("topup", "inbound", "incoming", "receipt", "purchase", "return"),
}
OUT = {
    *("out", "withdrawal", "withdraw", "debit", "remove", "issue", "sale", "ship", "spend"),
    *("expense", "outbound", "outgoing", "shipment", "loss", "decrease"),
}
_SHIFTS = {"transfer", "move", "relocate", "relocation", "shift"}
_AMOUNTS = ("quantity", "amount", "units", "qty")
_PLACES = ("location", "place", "warehouse", "site", "bin", "store", "shelf", "depot", "branch")
_HELD = {"total", "stock", "quantity", "onhand", "instock", "totalstock", "totalquantity"}
_HELD |= {"currentstock", "stocklevel", "quantityonhand", "stockquantity", "available"}
# What a movement shows of its row as it was right after it.
_AFTER = {"stock", "stockafter", "balance", "balanceafter", "newstock", "quantityafter"}
_AFTER |= {"resultingstock", "stocklevel", "newquantity", "totalafter"}
_ENDS = (("from", "to"), ("source", "target"), ("source", "destination"), ("origin", "destination"))


class Flow(NamedTuple):
    """Movements of what a row has, and the fields that say which, how much and where.

    A movement is at one `place`, and goes to a `target` where it is shifted; or it has two `ends`:
    from the place to the target. Without a place all is in one.
    """

    of: Holding
    moved: Holding
    link: str
    kind: str
    more: str  # choices that add, as a list in the notation
    shift: str
    amount: str
    place: str = ""
    target: str = ""
    ends: bool = False

    @property
    def where(self) -> str:
        """The holding whose rows the places are; empty where they are names."""
        named = {each.field: each.name for each in self.moved.parents} | self.moved.references
        return named.get(self.place, "")


def flow_of(kept: Kept, holding: Holding) -> Flow | None:
    """The movements of the rows of a holding, where what they have is worked out of them."""
    for moved, link in kept.children(holding):
        by = {plain(each): each for each in moved.fields}
        amount = next((by[each] for each in _AMOUNTS if each in by), "")
        kinds = [each for each in moved.fields.values() if is_way(each.type.choices)]
        if not amount or not kinds:
            continue
        more, shift = (
            json.dumps([each for each in kinds[0].type.choices if each in among])
            for among in (IN, _SHIFTS)
        )
        plainly = Flow(holding, moved, link, kinds[0].name, more, shift, amount)
        placed = _placed(plainly, by)
        if placed is not None:
            return placed
    return None


def is_way(choices: tuple[str, ...]) -> bool:
    """Whether choices say that something comes in, goes out or is moved, and nothing else."""
    return bool({*choices} & IN and {*choices} & OUT) and {*choices} <= IN | OUT | _SHIFTS


def ends_of(names: dict[str, str]) -> tuple[str, str] | None:
    """The two names that say from where something goes and to where, by plain names."""
    for first, last in _ENDS:
        for name, kept in names.items():
            rest = name.removeprefix(first)
            if rest != name and f"{last}{rest}" in names and rest.removesuffix("id"):
                return kept, names[f"{last}{rest}"]
    return None


def _placed(flow: Flow, by: dict[str, str]) -> Flow | None:
    """The same with where movements are; None where what a row has is kept, and not worked out."""
    ends = ends_of(by)
    if ends is not None and flow.link not in ends:
        return flow._replace(place=ends[0], target=ends[1], ends=True)
    place = next((by[each] for each in _PLACES if each in by), "")
    if place and flow.moved.fields[place].required:
        ways = [f"{way}{plain(place)}" for way in ("to", "target", "new")]
        target = next((by[each] for each in ways if each in by), "")
        shifts = flow.shift != "[]"
        return flow._replace(place=place, target=target) if shifts == bool(target) else None
    if ends is not None or flow.shift != "[]" or _keeps(flow.of):
        return None
    return flow


def _keeps(holding: Holding) -> bool:
    """Whether rows have a number of their own that movements change."""
    brought = holding.made.names if holding.made is not None else ()
    return any(plain(each) in _HELD for each in (*holding.fields, *brought))


def _rows(flow: Flow, key: str) -> str:
    return f"{flow.moved.name}[where .{flow.link} = {key}]" if key else flow.moved.name


def total(flow: Flow, key: str, holds: str = "") -> str:
    """How much the row of a key has at all places together."""
    less = f"if(one.{flow.kind} in {flow.shift}, 0, 0 - one.{flow.amount})"
    less = less if flow.shift != "[]" else f"0 - one.{flow.amount}"
    much = f"if(one.{flow.kind} in {flow.more}, one.{flow.amount}, {less})"
    rows = _rows(flow, key)
    return f"sum(each(one in {f'{rows[:-1]} and {holds}]' if holds else rows}: {much}))"


def at_place(flow: Flow, key: str, place: str) -> str:
    """How much the row of a key, or all of them, have at a place."""
    if flow.ends:
        value = f"if(one.{flow.kind} in {flow.more}, 0, if(one.{flow.place} = {place}, "
        value += f"0 - one.{flow.amount}, 0)) + if(one.{flow.target} = {place} and "
        ways = json.dumps([*json.loads(flow.more), *json.loads(flow.shift)])
        value += f"one.{flow.kind} in {ways}, one.{flow.amount}, 0)"
        return f"sum(each(one in {_rows(flow, key)}: {value}))"
    much = f"if(one.{flow.kind} in {flow.more}, one.{flow.amount}, 0 - one.{flow.amount})"
    value = f"if(one.{flow.place} = {place}, {much}, 0)"
    if flow.target:
        goes = f"one.{flow.kind} in {flow.shift} and one.{flow.target} = {place}"
        value += f" + if({goes}, one.{flow.amount}, 0)"
    return f"sum(each(one in {_rows(flow, key)}: {value}))"


def _places(flow: Flow, key: str) -> str:
    rows = _rows(flow, key)
    names = [f"each(one in {rows}: one.{flow.place})"]
    if flow.target:
        shifted = rows if flow.ends else f"{rows}[where .{flow.kind} in {flow.shift}]"
        names.append(f"each(one in {shifted}: one.{flow.target})")
    return f"distinct(flat([{', '.join(names)}]))[where row != null]"


def held(holding: Holding, part: Property, kept: Kept) -> str:
    """What a row has, in all or by place, as a template over `$`; empty for other values."""
    flow = flow_of(kept, holding)
    if flow is None:
        return _afterwards(holding, part, kept)
    key = f"$.{holding.key.name}"
    if is_list(part.shape) and part.shape.item is not None:
        return at_places(flow, kept, part.shape.item, key) if flow.place else ""
    if plain(part.name) not in _HELD or holding.made is None:
        return ""
    if holding.made.part(part.name) is not None:
        return ""
    if is_record(part.shape) and not part.shape.properties:
        value = at_place(flow, key, "there")
        pairs = f"each(there in {_places(flow, key)}: {{key: there, value: {value}}})"
        return f"keyed({pairs}[where .value != 0])"
    return total(flow, key) if part.shape.type.kind in {"integer", "number"} else ""


def _afterwards(holding: Holding, part: Property, kept: Kept) -> str:
    """What the row of a movement had right after it."""
    brought = holding.made is not None and holding.made.part(part.name) is not None
    if plain(part.name) not in _AFTER or brought or holding.key.style != "integer":
        return ""
    for other in kept.holdings:
        flow = flow_of(kept, other) if other is not holding else None
        if flow is not None and flow.moved is holding and not flow.place:
            return total(flow, f"$.{flow.link}", f".{holding.key.name} <= $.{holding.key.name}")
    return ""


def at_places(flow: Flow, kept: Kept, item: Shape, key: str) -> str:
    """How much there is at each place, as a list of such records; empty for other records."""
    where = kept.of(flow.where) if flow.where else None
    at = where.variable if where is not None else "there"
    place = f"{at}.{where.key.name}" if where is not None else at
    found: dict[str, str] = {}
    for part in item.properties if is_record(item) else ():
        bare = plain(part.name)
        if bare in {plain(flow.amount), *_HELD}:
            found[part.name] = at_place(flow, key, place)
        elif (where is None and bare == plain(flow.place)) or (
            where is not None and bare in {plain(where.word), plain(f"{where.word}_id"), "id"}
        ):
            found[part.name] = place
        elif where is not None and (own := where.named(bare.removeprefix(plain(where.word)))):
            found[part.name] = f"{at}.{own}"
        else:
            return ""
    much = next((name for name in found if plain(name) in {plain(flow.amount), *_HELD}), "")
    if not much or len(found) < 2:
        return ""
    if where is None:
        return f"each({at} in {_places(flow, key)}: {made(found)})[where .{much} != 0]"
    first = [steps(each.path, kept.base)[:1] for each in flow.of.routes]
    said = [e.words for e in kept.contract.routes if steps(e.path, kept.base)[:1] in first]
    some = f"[where .{much} != 0]" if _WITHOUT.search(" ".join(said)) else ""
    return f"each({at} in {where.name}: {made(found)}){some}"


def contents_lines(writer: Writer, route: Route) -> list[str] | None:
    """All that is at a place, as a list of what has how much; None for other routes."""
    chain, shape = writer.chain(route), route.good.shape if route.good else None
    there = writer.kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
    if route.method != "GET" or there is None or chain[-1].param or shape is None:
        return None
    for holding in writer.kept.holdings if is_list(shape) and shape.item is not None else ():
        flow = flow_of(writer.kept, holding)
        if flow is None or flow.where != there.name or shape.item is None:
            continue
        one, found = holding.variable, dict[str, str]()
        much = at_place(flow, f"{one}.{holding.key.name}", f"{there.variable}.{there.key.name}")
        for part in shape.item.properties:
            bare = plain(part.name)
            if bare in {plain(flow.amount), *_HELD}:
                found[part.name] = much
            elif bare in {plain(holding.word), plain(f"{holding.word}_id")}:
                found[part.name] = f"{one}.{holding.key.name}"
            elif own := holding.named(bare) or holding.named(
                bare.removeprefix(plain(holding.word))
            ):
                found[part.name] = f"{one}.{own}"
            else:
                return None
        much = next((name for name, value in found.items() if value == much), "")
        if not much or len(found) < 2:
            return None
        about = f"what {route.method} {route.path} leaves out"
        writer.said(Assumption(about, f"{plural(holding.word)} of which nothing is there"))
        rows = f"each({one} in {holding.name}: {made(found)})[where .{much} != 0]"
        return [
            *writer.above(route, chain[:-1]),
            f"answer {route.good.status if route.good else 200} {rows}",
        ]
    return None


# "Locations with nothing are left out", "only warehouses that have any".
_NONE = r"(?:with|without|that (?:have|hold)|holding|of) (?:no(?:ne|thing)?|zero|0|any|some)"
_ANY = r"(?:any|some|stock|left|(?:more than|above) (?:0|zero))"
_WITHOUT = re.compile(
    rf"(?i)\b{_NONE}\b[^.;]*\b(?:left out|omitted|not (?:listed|shown|included)|excluded|skipped)"
    rf"|\bonly (?:the )?(?:\w+ )?(?:with|where|that (?:have|hold)|holding)\b[^.;]*\b{_ANY}"
)


def moved_guards(
    writer: Writer, route: Route, holding: Holding, key: str, of: Holding
) -> list[str]:
    """Guards of a movement: it says where, and there is as much as it takes away."""
    flow = flow_of(writer.kept, of)
    if flow is None or flow.moved is not holding:
        return []
    kind = f"input.{writer.name(flow.kind)}"
    lines = []
    for end, free in _needs(flow):
        said = f"{end} is required"
        way = writer.refuse(route, "out_of_range", said, "invalid", (422, 400))
        test = f"{kind} in {free}" if flow.ends else f"not({kind} in {free})"
        lines.append(f"guard {test} or input.{writer.name(end)} != null else {way}")
    if flow.ends and flow.shift != "[]":
        lines += _apart(writer, route, flow)
    way = writer.refuse(
        route, "conflict", "Insufficient stock", "less than quantity enough", (409, 400, 422)
    )
    place = f"input.{writer.name(flow.place)}" if flow.place else ""
    there = at_place(flow, key, place) if place else total(flow, key)
    enough = f"{there} >= input.{writer.name(flow.amount)}"
    return [*lines, f"guard {kind} in {flow.more} or {enough} else {way}"]


def _needs(flow: Flow) -> list[tuple[str, str]]:
    """The fields that say where, each with kinds: of two ends those without it, else those with."""
    if not flow.ends:
        return [(flow.target, flow.shift)] if flow.target else []
    choices = flow.moved.fields[flow.kind].type.choices
    out = json.dumps([each for each in choices if each in OUT])
    return [(flow.place, flow.more), (flow.target, out)]


def _apart(writer: Writer, route: Route, flow: Flow) -> list[str]:
    """That what is moved goes to another place."""
    first, last = (f"input.{writer.name(each)}" for each in (flow.place, flow.target))
    way = writer.refuse(
        route, "out_of_range", "It needs two different places", "same different both", (422, 400)
    )
    kind = f"input.{writer.name(flow.kind)}"
    return [f"guard not({kind} in {flow.shift}) or {first} != {last} else {way}"]


def flow_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """The same of a movement whose body names the row that it is of."""
    for name, to in holding.references.items():
        of = writer.kept.of(to) if name in brought else None
        lines = moved_guards(writer, route, holding, brought[name], of) if of else []
        if lines:
            return lines
    return []


def derive(kept: Kept) -> None:
    """Let words speak of the stock of rows that do not show it."""
    for holding in kept.holdings:
        flow = flow_of(kept, holding)
        if flow is not None:
            holding.derived["stock"] = total(flow, f"$.{holding.key.name}")


def freed_ends(contract: Contract) -> Contract:
    """The contract whose movements say only the places that their kind has."""
    return replace(contract, routes=tuple(map(_freed, contract.routes)))


def _freed(route: Route) -> Route:
    body = route.body
    if body is None or not any(is_way(each.shape.type.choices) for each in body.properties):
        return route
    ends = ends_of({plain(each): each for each in body.names}) or ()
    parts = tuple(
        replace(
            each,
            required=False,
            shape=replace(each.shape, type=replace(each.shape.type, nullable=True)),
        )
        if each.name in ends
        else each
        for each in body.properties
    )
    return replace(route, body=replace(body, properties=parts))


def emptied(writer: Writer, route: Route, holding: Holding, one: str) -> str:
    """That a row has nothing left, where only such a one may go; empty where nothing says so."""
    flow = flow_of(writer.kept, holding)
    told = re.search(
        r"(?i)\b(?:without|with|has|still|no) (?:\w+ )?(?:stock|quantity)", route.words
    )
    return f"{total(flow, f'{one}.{holding.key.name}')} = 0" if flow is not None and told else ""


def by_place(writer: Writer, item: Shape) -> str:
    """Every place that holds anything, with how much; empty where the records show other things."""
    for holding in writer.kept.holdings:
        flow = flow_of(writer.kept, holding)
        if flow is None or not flow.place or len(item.properties) != len({flow.place, flow.amount}):
            continue
        names = {plain(each.name): each.name for each in item.properties}
        place = names.pop(plain(flow.place), "")
        much = next(iter(names.values()), "")
        if not place or plain(much) not in {*_HELD, plain(flow.amount)}:
            continue
        record = made({place: "there", much: at_place(flow, "", "there")})
        return f"each(there in {_places(flow, '')}: {record})[where .{much} != 0, by .{place}]"
    return ""
