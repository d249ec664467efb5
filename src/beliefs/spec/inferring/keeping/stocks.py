"""What a row has in stock: what came in, less what went out, as rows of two kinds below it say."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import clauses, sentences
from beliefs.spec.documents.contract import Property, Route, is_list, is_record
from beliefs.spec.documents.places import unwrapped
from beliefs.spec.documents.words import plain, plural
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.writing import Writer

_IN = {"deposit", "receipt", "delivery", "intake", "purchase", "arrival", "donation", "refill"}
_OUT = {"withdrawal", "issue", "removal", "dispatch", "sale", "pickup", "loss", "consumption"}
_NUMBERS = {"integer", "number"}


def flows(holding: Holding, name: str, kept: Kept) -> tuple[str, str] | None:
    """What came in and what went out of a number, over `$`; None where no two kinds say so."""
    sums: dict[bool, str] = {}
    for child, link in kept.children(holding):
        field = child.fields.get(child.named(name))
        if field is None or field.type.kind not in _NUMBERS or child.shadow:
            continue
        way = child.word in _IN if child.word in _IN | _OUT else None
        if way is not None:
            rows = f"{child.name}[where .{link} = $.{holding.key.name}]"
            sums[way] = f"sum(each(one in {rows}: one.{field.name}))"
    return (sums[True], sums[False]) if len(sums) == 2 else None


def stocked(holding: Holding, part: Property, kept: Kept) -> str:
    """A template over `$` for what is left."""
    brought = holding.made.part(part.name) if holding.made else None
    found = flows(holding, part.name, kept) if brought is None else None
    return f"{found[0]} - {found[1]}" if found else ""


def stock_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], parent: Holding
) -> list[str]:
    """Guards that no more goes out than there is, and no more to one than one may have."""
    name = next((each for each in brought if flows(parent, each, writer.kept)), "")
    found = flows(parent, name, writer.kept) if name else None
    if found is None:
        return []
    one, given = parent.variable, brought[name]
    free = not holding.fields[name].required
    lines = [f'guard {given} != null else missing "{name} is required"'] if free else []
    if holding.word not in _OUT:
        return lines
    said = f"There are not enough {name}"
    way = writer.refuse(route, "conflict", said, f"more enough {name}", (409, 400, 422))
    left = " - ".join(found).replace("$", one)
    lines.append(f"guard {left} >= {given} else {way}")
    return [*lines, *_most(writer, route, holding, brought, parent, name)]


def _most(
    writer: Writer,
    route: Route,
    holding: Holding,
    brought: dict[str, str],
    parent: Holding,
    name: str,
) -> list[str]:
    """A guard that nobody takes more than so much in total: "no member may take more than 5"."""
    for sentence in sentences(route.words):
        match = re.search(
            r"(?i)\bno (?P<who>\w+) (?:may|can|must|is allowed to) \w+ more than (?P<most>\d+)\b",
            sentence,
        ) or re.search(
            r"(?i)\b(?:each|every|an?|one) (?P<who>\w+) (?:may|can) \w+ (?:at most|up to) "
            r"(?P<most>\d+)\b",
            sentence,
        )
        who = holding.named(match["who"]) if match else ""
        link = next((each.field for each in holding.parents if each.name == parent.name), "")
        if not match or who not in brought or not link:
            continue
        mine = f".{who} = {brought[who]}"
        if not re.search(r"(?i)\boverall|altogether|of all\b", sentence):
            mine += f" and .{link} = {parent.variable}.{parent.key.name}"
        taken = f"sum(each(one in {holding.name}[where {mine}]: one.{name}))"
        usual = f"No {match['who']} may have more than {match['most']} {name}"
        stated = tuple(each.status for each in clauses(sentence) if each.status >= 400)
        among = stated or (403, 409, 422, 400)
        way = writer.refuse(route, "forbidden", usual, "limit exceeded beyond", among)
        return [f"guard {taken} + {brought[name]} <= {match['most']} else {way}"]
    return []


def history_lines(writer: Writer, route: Route) -> list[str] | None:
    """Rows of two kinds below one in one list, by when they were made; None for other routes."""
    chain = writer.chain(route)
    above = writer.kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
    if route.method != "GET" or above is None or chain[-1].param:
        return None
    if plain(chain[-1].name) not in {"history", "movements", "transactions", "ledger", "log"}:
        return None
    rows = [
        (child, link)
        for child, link in writer.kept.children(above)
        if child.word in _IN | _OUT and re.search(rf"(?i)\b{plural(child.word)}\b", route.words)
    ]
    moments = [
        next((each for each in child.sets if child.sets[each] == "now()"), "") for child, _ in rows
    ]
    shape, _ = unwrapped(route.good.shape if route.good else None)
    if (
        len(rows) < 2
        or not all(moments)
        or (is_list(shape) and shape is not None and is_record(shape.item))
    ):
        return None
    key = f"{above.variable}.{above.key.name}"
    lists = ", ".join(f"{child.name}[where .{link} = {key}]" for child, link in rows)
    newest = re.search(r"(?i)\b(?:newest|latest|most recent|last)\b[^.]*\bfirst\b", route.words)
    order = f"by .{moments[0]}{' down' if newest else ''}"
    status = route.good.status if route.good else 200
    return [*writer.above(route, chain[:-1]), f"answer {status} flat([{lists}])[{order}]"]
