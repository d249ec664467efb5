"""Figures over rows, explained one by one by their names."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape, is_list, is_record
from beliefs.spec.documents.words import plain, plural, singular, words
from beliefs.spec.inferring.answers.filters import rowwise
from beliefs.spec.inferring.answers.partitions import divided_by
from beliefs.spec.inferring.answers.reports import reported
from beliefs.spec.inferring.answers.summing import narrowing
from beliefs.spec.inferring.families.lasting import spent
from beliefs.spec.inferring.families.slots import slot_figure
from beliefs.spec.inferring.keeping.capacity import capacity_of
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import listed, made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import in_digits
from beliefs.spec.types import Field

_AVERAGE = {"average", "avg", "mean"}
_DONE = {"completed", "done", "complete", "finished"}
_UNDONE = {
    "pending",
    "open",
    "incomplete",
    "remaining",
    "active",
    "todo",
    "uncompleted",
    "unfinished",
    "notcompleted",
    "outstanding",
}


def figures(
    writer: Writer, shape: Shape, rows: str, holding: Holding, known: dict[str, str]
) -> str | None:
    """A record of figures over rows; None when one of them cannot be explained."""
    values: dict[str, str] = {}
    counted = any(plain(each) in {"count", "number", "n"} for each in shape.names)
    for part in shape.properties:
        told = known.get(plain(part.name)) or _share_of(part, values)
        told = told or _worked_out(part, rows, holding)
        told = told or (_in_all(part, rows, holding) if counted else "")
        told = told or _held(part, rows, holding) or reported(writer, part, holding)
        told = told or slot_figure(writer.kept, part, holding)
        found = told or figure(writer, part, rows, holding, known)
        if found is None:
            return None
        values[part.name] = found
    return made(values) if values else None


def _worked_out(part: Property, rows: str, holding: Holding) -> str:
    """What rows come to in a number that is worked out for each of them under the same name."""
    name = next((each for each in holding.computed if plain(each) == plain(part.name)), "")
    known = holding.shape.part(name)
    numeric = {"integer", "number"}
    if known is None or not {known.shape.type.kind, part.shape.type.kind} <= numeric:
        return ""
    return f"sum(each(row_of in {rows}: {holding.computed[name].replace('$', 'row_of')}))"


def _in_all(part: Property, rows: str, holding: Holding) -> str:
    """How much there is, beside how many: the only number that rows have."""
    numbers = [e.name for e in holding.fields.values() if e.type.kind in {"integer", "number"}]
    numbers = [each for each in numbers if each not in holding.references]
    if plain(part.name) not in {"total", "sum"} or len(numbers) != 1:
        return ""
    return f"sum(each(one in {rows}: one.{numbers[0]}))"


def _held(part: Property, rows: str, holding: Holding) -> str:
    """How much of what each row holds there is in all: places, and those that are taken."""
    name, capacity = plain(part.name), capacity_of(holding)
    if capacity and name in {"places", "seats", "spots", "capacity", "totalcapacity"}:
        return f"sum(each(one in {rows}: one.{capacity}))"
    template = holding.computed.get(part.name, "")
    if capacity and name in {"booked", "taken", "waiting", "confirmed"} and template:
        return f"sum(each(one in {rows}: {template.replace('$', 'one')}))"
    return ""


def _share_of(part: Property, values: dict[str, str]) -> str:
    """The share of places that are taken, in percent, of figures beside it."""
    if plain(part.name) not in {"percent", "percentage", "utilisation", "utilization", "occupancy"}:
        return ""
    some = next((values[each] for each in values if plain(each) in {"booked", "taken"}), "")
    of = next((values[each] for each in values if plain(each) in _PLACES), "")
    if not some or not of:
        return ""
    example = part.shape.example.partition(".")[2]
    digits = len(example) if example else 2
    return f"or_else(round({some} * 100 / {of}, {digits}), 0)"


_PLACES = {"places", "seats", "spots", "capacity", "totalcapacity"}


def figure(
    writer: Writer, part: Property, rows: str, holding: Holding, known: dict[str, str]
) -> str | None:
    """One figure over rows of a holding, or over those of another that its name says."""
    name, shape = plain(part.name), part.shape
    if is_record(shape):
        return divided_by(writer, part, rows, holding) or (
            figures(writer, shape, rows, holding, known) if shape.properties else None
        )
    if is_list(shape):
        return _groups(writer, part, rows, holding)
    other = subject(writer, name, holding)
    if other is not None:
        there = writer.live(other)
        return f"count({other.name}{there})"
    many = {plain(plural(holding.word)), plain(holding.word)}
    if name in {"total", "count", "totalcount", "all", "size", "number", "n", "totalitems"} | {
        each
        for word in many
        for each in (
            word,
            f"total{word}",
            f"{word}count",
            f"count{word}",
            f"num{word}",
            f"{word}total",
            f"numberof{word}",
        )
    }:
        summed = _measure(name.removeprefix("total"), holding)
        money = [each for each in holding.fields.values() if each.type.kind == "number"]
        if name == "total" and part.shape.type.kind == "number" and len(money) == 1:
            summed = money[0]
        return f"sum(each(one in {rows}: one.{summed.name}))" if summed else f"count({rows})"
    return (
        spent(part, rows, holding)
        or _rate(part, rows, holding)
        or _state(part, rows, holding)
        or _measured(part, rows, holding)
        or _turned(part, rows, holding)
    )


def subject(writer: Writer, name: str, holding: Holding) -> Holding | None:
    """The other holding that a figure counts, by its name."""
    for each in writer.kept.holdings:
        word, many = plain(each.word), plain(plural(each.word))
        forms = {
            many,
            f"total{many}",
            f"{word}count",
            f"{many}count",
            f"{many}total",
            f"num{many}",
            f"numberof{many}",
        }
        if each is not holding and name in forms and not holding.named(name):
            return each
    return None


def _turned(part: Property, rows: str, holding: Holding) -> str | None:
    """The sum of a number whose words are turned round: `pages_read` of rows with `read_pages`."""
    for each in holding.fields.values():
        mine, theirs = words(part.name), words(each.name)
        turned = len(mine) > 1 and mine != theirs and sorted(mine) == sorted(theirs)
        if turned and each.type.kind in {"integer", "number"}:
            return f"sum(each(one in {rows}: one.{each.name}))"
    return None


def _measure(name: str, holding: Holding) -> Field | None:
    """The number that a word names."""
    numbers = [each for each in holding.fields.values() if each.type.kind in {"integer", "number"}]
    exact = [
        each for each in numbers if plain(each.name) == name or plain(each.name) == singular(name)
    ]
    return exact[0] if exact else None


def _measured(part: Property, rows: str, holding: Holding) -> str | None:
    """An average, sum, least or most of a number that rows have."""
    parts = [each for each in words(part.name) if each not in {"of", "the", "per"}]
    uses = (
        ("average", _AVERAGE),
        ("least", {"min", "minimum", "lowest", "cheapest", "smallest", "shortest"}),
        ("most", {"max", "maximum", "highest", "top", "best", "largest", "longest", "biggest"}),
        ("sum", {"total", "sum", "overall"}),
    )
    for function, marks in uses:
        if not marks & set(parts):
            continue
        rest = plain("_".join(each for each in parts if each not in marks))
        found = _measure(rest, holding)
        if (
            found is None
            and function == "sum"
            and rest in {"value", "inventoryvalue", "stockvalue", "revenue", "amount", "cost"}
        ):
            price, many = _measure("price", holding), None
            for each in ("quantity", "stock", "qty", "amount"):
                many = many or _measure(each, holding)
            if price and many:
                return f"sum(each(one in {rows}: one.{price.name} * one.{many.name}))"
        if found is None and rest in {"", "value", "score"}:
            numbers = [
                each
                for each in holding.fields.values()
                if each.type.kind in {"integer", "number"}
                and not each.hidden
                and each.name not in holding.references
            ]
            needed = [each for each in numbers if each.required]
            found = numbers[0] if len(numbers) == 1 else needed[0] if len(needed) == 1 else None
        if found is not None:
            lacks = found.type.nullable or not (found.required or found.default)
            some = f"{rows}[where .{found.name} != null]" if lacks else rows
            value = f"{function}(each(one in {some}: one.{found.name}))"
            empty = function != "sum" and not part.shape.type.nullable
            value = f"or_else({value}, 0)" if empty else value
            digits = re.search(
                r"(?i)(\d|one|two|three) decimal|rounded to (\d|one|two|three)\b", part.words
            )
            if digits and function == "average":
                places = in_digits(digits[1] or digits[2])
                return f"round({value}, {places})"
            return value
    return None


def _state(part: Property, rows: str, holding: Holding) -> str | None:
    """How many rows are in a state."""
    if part.shape.type.kind not in {"integer", "number", "json"}:
        return None
    name = plain(part.name)
    for word in (plain(plural(holding.word)), plain(holding.word), "count", "total", "num"):
        name = name.removesuffix(word) if name != word else name
        name = name.removeprefix(word) if name != word else name
    for each in holding.fields.values():
        for choice in each.type.choices:
            if plain(choice) == name:
                return f"count({rows}[where .{each.name} = {json.dumps(choice)}])"
    truths = [each for each in holding.fields.values() if each.type.kind == "boolean"]
    for each in truths:
        bare = plain(each.name).removeprefix("is")
        if name in {bare, plain(each.name)} or (bare in _DONE and name in _DONE):
            return f"count({rows}[where .{each.name}])"
        if name in {f"un{bare}", f"not{bare}", f"in{bare}"} or (bare in _DONE and name in _UNDONE):
            return f"count({rows}[where not(.{each.name})])"
        if bare == "read" and name == "unread":
            return f"count({rows}[where not(.{each.name})])"
    narrowed = narrowing(holding, name) if len(name) > 2 else None
    if narrowed:
        return f"count({rows}[where {narrowed}])"
    paid = next(
        (each.name for each in truths if plain(each.name) in {"paid", "ispaid", "settled"}), ""
    )
    if paid and re.fullmatch(
        r"(total|amount|sum|balance)?(due|owed|outstanding|unpaid|open)", name
    ):
        money = [each for each in holding.fields.values() if each.type.kind == "number"]
        if len(money) == 1:
            return f"sum(each(one in {rows}[where not(.{paid})]: one.{money[0].name}))"
    for computed, template in holding.computed.items():
        shown = holding.shape.part(computed)
        truth = shown is not None and shown.shape.type.kind == "boolean"
        named = name in {plain(computed), plain(computed).removeprefix("is")}
        if named and truth and rowwise(template):
            return f"count({rows}[where {rowwise(template)}])"
    if name in {"outofstock", "lowstock", "instock"}:
        stock = _measure("stock", holding) or _measure("quantity", holding)
        if stock and name != "lowstock":
            sign = "= 0" if name == "outofstock" else "> 0"
            return f"count({rows}[where .{stock.name} {sign}])"
    if name == "overdue":
        due = next(
            (
                each
                for each in holding.fields.values()
                if plain(each.name) in {"duedate", "dueat", "due", "deadline"}
            ),
            None,
        )
        done = next((each for each in truths if plain(each.name).removeprefix("is") in _DONE), None)
        if due is not None:
            now = "today()" if due.type.kind == "date" else "now()"
            also = f" and not(.{done.name})" if done else ""
            return f"count({rows}[where .{due.name} < {now}{also}])"
    return None


def _rate(part: Property, rows: str, holding: Holding) -> str | None:
    """The share of rows that are done."""
    name = plain(part.name)
    match = re.fullmatch(
        r"(complet|success|approv|confirm|done)\w*?(rate|percentage|percent|ratio)", name
    )
    if not match and not re.fullmatch(r"percent(age)?(complete|done|completed)", name):
        return None
    whole = f"count({rows})"
    for each in holding.fields.values():
        bare = plain(each.name).removeprefix("is")
        test = ""
        if each.type.kind == "boolean" and bare in _DONE:
            test = f".{each.name}"
        for choice in each.type.choices:
            if plain(choice) in _DONE or (match and plain(choice).startswith(match[1])):
                test = test or f".{each.name} = {json.dumps(choice)}"
        if not test:
            continue
        done = f"count({rows}[where {test}])"
        top = part.shape.type.maximum
        fraction = top == 1 or re.search(
            r"(?i)fraction|between 0 and 1|0 ?[-–to]+ ?1\b|ratio", part.words
        )
        example = part.shape.example
        if example and 0 < float(example) <= 1:
            fraction = fraction or re.search("", "")
        if fraction:
            return f"or_else({done} / {whole}, 0)"
        return f"percent({done}, {whole})"
    return None


def _groups(writer: Writer, part: Property, rows: str, holding: Holding) -> str | None:
    """A list of groups with their figures, or of the first rows by some measure."""
    item = part.shape.item
    if item is None or not is_record(item):
        return None
    if writer.kept.like(item) is holding:
        match = re.search(r"(?i)top|best|highest|recent|latest|newest", part.name)
        most = re.search(r"\b(\d+)\b", part.words)
        by = ".id down" if match and match[0].lower() in {"recent", "latest", "newest"} else ""
        cut = ", ".join([*([f"by {by}"] if by else []), f"limit {most[1] if most else 5}"])
        return listed(f"{rows}[{cut}]", holding, item, writer.kept)
    field = next(
        (
            each
            for each in holding.fields.values()
            if any(plain(each.name) == plain(name) for name in item.names)
        ),
        None,
    )
    if field is None:
        return None
    values = {}
    for each in item.properties:
        if plain(each.name) == plain(field.name):
            values[each.name] = "part.key"
            continue
        inner = figure(writer, each, "part.items", holding, {})
        if inner is None:
            return None
        values[each.name] = inner
    return f'each(part in group({rows}, "{field.name}"): {made(values)})'


def groups_of(writer: Writer, shape: Shape, rows: str, holding: Holding) -> str | None:
    """A list of groups that is the whole answer."""
    return _groups(writer, Property("groups", shape), rows, holding)
