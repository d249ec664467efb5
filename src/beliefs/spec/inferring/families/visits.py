"""Addresses that are followed, each visit counted: GET /go/{name} redirects, GET /stats tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record, typed
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, snaked, words
from beliefs.spec.entities import Key
from beliefs.spec.inferring.keeping.holdings import COUNTERS, Holding, Parent
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.keeping.kept import Kept
    from beliefs.spec.inferring.writing import Writer

_ADDRESSES = {"url", "longurl", "originalurl", "target", "targeturl"}
_VISIT = r"(?:click|visit|hit|access|redirect|follow|use|open|view|see)"
_COUNTS = re.compile(
    rf"(?:total|num(?:ber)?of|n)?(?:{_VISIT}(?:s|es|count|counter)|times(?:followed|used|visited))"
)
_LAST = re.compile(
    rf"(?:last|latest|mostrecent)(?:{_VISIT}(?:e?d|n)?|used|seen)(?:at|on|time|date)?"
)


def _clicks(holding: Holding) -> list[str]:
    """The fields that count how often a row was followed, by their names or by words."""
    often = re.compile(r"(?i)\bhow (?:often|many times)\b|\bnumber of (?:clicks|visits|redirects)")
    return _own(holding, {"integer"}, _COUNTS, often)


def _seen(holding: Holding) -> list[str]:
    """The fields that say when a row was last followed."""
    when = r"\b(?:when|the (?:moment|time)|time)\b[^.;]*\blast\b(?: \w+)?"
    last = re.compile(rf"(?i){when} {_VISIT}|\blast {_VISIT}")
    return _own(holding, {"datetime"}, _LAST, last)


def _own(
    holding: Holding, kinds: set[str], named: re.Pattern[str], told: re.Pattern[str]
) -> list[str]:
    """Fields of a kind which no request brings, with such a name or such words about them."""
    found = []
    for each in holding.fields.values():
        part = holding.shape.part(each.name)
        brought = holding.made is not None and holding.made.part(each.name) is not None
        if each.type.kind not in kinds or brought or part is None:
            continue
        if named.fullmatch(plain(each.name)) or told.search(part.words):
            found.append(each.name)
    return found


def keep_visits(kept: Kept) -> None:
    """Give rows that a path beside their own redirects from the rows that keep each visit."""
    for route in kept.contract.routes:
        holding = _beside(kept, route)
        redirects = route.good is not None and 300 <= route.good.status < 400
        if holding is None or holding.visits or not redirects or not _address(holding):
            continue
        if _clicks(holding):
            continue  # the rows count by themselves
        link = f"{snaked(holding.word)}_{snaked(holding.key.name)}"
        number = holding.key.style == "integer" or holding.key_type.kind == "integer"
        name = f"{holding.name}Visit"
        visit = Holding(name, f"{holding.word}_visit", set(), [], Shape(Type("record")))
        visit.key, visit.shadow = Key("id", "integer"), True
        visit.parents = [Parent(holding.name, link)]
        visit.fields[link] = Field(link, Type("integer" if number else "string"), hidden=True)
        for each in route.params:
            if each.place == "query":
                visit.fields[each.name] = Field(each.name, typed(each.shape), required=False)
        holding.visits = name
        kept.holdings.append(visit)


def visit_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route beside rows that are followed: the redirect, or its figures."""
    kept, good = writer.kept, route.good
    if route.method != "GET" or good is None:
        return None
    holding, chain = _beside(kept, route), writer.chain(route)
    if holding is not None and 300 <= good.status < 400:
        return followed_lines(writer, route, holding, writer.reads(route, holding, chain))
    if holding is not None and holding.visits and is_record(good.shape) and good.shape:
        one = _values(writer, route, good.shape.properties, holding, holding.variable)
        reads = writer.reads(route, holding, chain)
        return [*reads, f"answer {good.status} {made(one)}"] if one is not None else None
    if len(chain) != 1 or chain[0].param or kept.at(chain) is not None:
        return None
    return _all(writer, route)


def followed_lines(
    writer: Writer, route: Route, holding: Holding, reads: list[str]
) -> list[str] | None:
    """Redirect to the address of a row, and count it where it is counted."""
    one, target = holding.variable, _address(holding)
    if not target or route.good is None:
        return None
    ends = next((each for each in holding.fields if plain(each) in {"expiresat", "expires"}), "")
    guard = []
    if ends and {410, 404} & route.statuses:
        way = "gone" if 410 in route.statuses else "absent"
        guard = [f"guard {one}.{ends} = null or {one}.{ends} > now() else {way}"]
    changed = {each: f"{one}.{each} + 1" for each in _clicks(holding)}
    changed |= dict.fromkeys(_seen(holding), "now()")
    patch = [f"patch {holding.name} {one} {made(changed)}"] if changed else []
    visit = writer.kept.of(holding.visits) if holding.visits else None
    if visit is not None:
        link, *brought = visit.fields
        asked = {each.name for each in route.params}
        values = {link: f"{one}.{holding.key.name}"}
        values |= {each: f"input.{writer.name(each)}" for each in brought if each in asked}
        patch.append(f"insert {visit.name} {made(values)} as visit")
    headers = {"Location": f"{one}.{target}"}
    stored = re.search(r"(?i)\bcache-control:? `?(no-store|no-cache)\b", _said(route))
    if stored:
        headers["Cache-Control"] = f'"{stored[1].lower()}"'
    return [*reads, *guard, *patch, f"answer {route.good.status} headers {made(headers)}"]


def _said(route: Route) -> str:
    return f"{route.words} {route.good.words if route.good else ''}"


def _address(holding: Holding) -> str:
    """The field that says where a row leads."""
    kinds = holding.fields.values()
    found = [each for each in kinds if each.type.kind == "url" or plain(each.name) in _ADDRESSES]
    return found[0].name if found else ""


def _beside(kept: Kept, route: Route) -> Holding | None:
    """The rows that lead somewhere which a path of its own names one of: /go/{name}."""
    chain = steps(route.path, kept.base)
    if route.method != "GET" or len(chain) != 1 or not chain[0].param or kept.at(chain):
        return None
    param = plain(chain[0].param)
    found = [
        each
        for each in kept.holdings
        if _address(each) and param in {plain(each.finder), plain(f"{each.word}_{each.finder}")}
    ]
    return found[0] if len(found) == 1 else None


def _values(
    writer: Writer, route: Route, parts: tuple[Property, ...], holding: Holding, one: str
) -> dict[str, str] | None:
    """What an answer shows of a row and its visits; None where a part of it is neither."""
    visit = writer.kept.of(holding.visits)
    if visit is None:
        return None
    link, *brought = visit.fields
    rows = f"{visit.name}[where .{link} = {one}.{holding.key.name}]"
    values: dict[str, str] = {}
    for part in parts:
        if own := holding.named(part.name):
            values[part.name] = f"{one}.{own}"
        elif plain(part.name) in COUNTERS and part.shape.type.kind == "integer":
            values[part.name] = f"count({rows})"
        elif is_record(part.shape) and (by := _by(route, part, brought)):
            each = "{key: part.key, value: count(part.items)}"
            values[part.name] = f'keyed(each(part in group({rows}, "{by}"): {each}))'
        else:
            return None
    return values if set(values) - {holding.named(each) for each in values} else None


def _by(route: Route, part: Property, brought: list[str]) -> str:
    """What visits are divided by: the value that is named where the part is told of."""
    told = re.search(rf"(?i)`?\b{re.escape(part.name)}\b`?[^.]*", route.words)
    said = words(f"{part.words} {told[0] if told else ''}")
    named = [each for each in brought if each.lower() in said or plain(part.name) == plain(each)]
    return named[0] if len(named) == 1 else ""


def _all(writer: Writer, route: Route) -> list[str] | None:
    """Every row with its visits, in a list or in a record with what they come to."""
    shape = route.good.shape if route.good else None
    lists = [each for each in (shape.properties if shape else ()) if is_list(each.shape)]
    listed = shape if is_list(shape) else lists[0].shape if len(lists) == 1 else None
    item = listed.item if listed is not None else None
    if item is None or not is_record(item) or shape is None or route.good is None:
        return None
    found = [each for each in writer.kept.holdings if each.visits and each.named(item.names[0])]
    if len(found) != 1:
        return None
    holding = found[0]
    values = _values(writer, route, item.properties, holding, "one")
    counted = [each for each in item.names if plain(each) in COUNTERS]
    if values is None or len(counted) != 1:
        return None
    holds = _narrowed(writer, route, counted[0])
    if holds is None:
        return None
    picks = [*([f"where {' and '.join(holds)}"] if holds else []), *_order(route, item, counted[0])]
    picked = f"[{', '.join(picks)}]" if picks else ""
    told = f"let found = each(one in {holding.name}: {made(values)}){picked}"
    if shape is listed:
        return [told, f"answer {route.good.status} found"]
    outer: dict[str, str] = {}
    for part in shape.properties:
        if part is lists[0]:
            outer[part.name] = "found"
        elif _sums(route, part, counted[0]):
            outer[part.name] = f"sum(each(one in found: one.{counted[0]}))"
        else:
            return None
    return [told, f"answer {route.good.status} {made(outer)}"]


def _narrowed(writer: Writer, route: Route, counted: str) -> list[str] | None:
    """Which rows the query keeps; None where it asks for something else."""
    signs = {f"min{plain(counted)}": ">=", f"max{plain(counted)}": "<="}
    holds = []
    for each in route.params:
        if plain(each.name) not in signs:
            return None
        given = f"input.{writer.name(each.name)}"
        holds.append(f"({given} = null or .{counted} {signs[plain(each.name)]} {given})")
    return holds


def _order(route: Route, item: Shape, counted: str) -> list[str]:
    """Most visits first, or fewest; then by what equal ones are told to be in the order of."""
    said = route.words
    most = re.search(r"(?i)\b(?:most|highest|top|best)\b[^.;]*\bfirst\b|\bdescending\b", said)
    least = re.search(r"(?i)\b(?:fewest|least|lowest)\b[^.;]*\bfirst\b", said)
    ties = re.search(r"(?i)\b(?:equal|ties?|same|then)\b[^.;]*?\bby (?:the |their )?`?(\w+)", said)
    then = [f"by .{ties[1]}"] if ties and ties[1] in item.names and ties[1] != counted else []
    if most or least:
        return [f"by .{counted}{' down' if most else ''}", *then]
    return []


def _sums(route: Route, part: Property, counted: str) -> bool:
    """Whether a figure is that of all visits together."""
    if part.shape.type.kind not in {"integer", "number"}:
        return False
    if plain(part.name) in {plain(counted), plain(f"total_{counted}"), f"sum{plain(counted)}"}:
        return True
    told = rf"(?i)`?\b{re.escape(part.name)}`? (?:is|=|being) (?:the )?(?:sum|total)\b"
    return bool(re.search(told, f"{route.words} {part.name} is {part.words}"))
