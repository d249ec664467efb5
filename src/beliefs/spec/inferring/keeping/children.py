"""Values that the rows below a row make up: lists of them, their number, their figures."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_list, is_record
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import plain, plural, singular
from beliefs.spec.inferring.keeping.capacity import active, amount_of
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.numbers import in_digits


def children_of(holding: Holding, part: Property, kept: Kept) -> str:
    """The rows that belong to this one, or those that its list of keys names."""
    item = part.shape.item
    for child, field in kept.children(holding):
        plain_list = is_list(part.shape) and item is not None and not is_record(item)
        named = re.search(r"(?i)\bnames\b", part.words)
        if same_thing(part.name, child.word) and (plain_list or named):
            text = child.lookup or next(
                (each.name for each in child.fields.values() if each.type.kind == "string"), ""
            )
            rows = f"{child.name}[where .{field} = $.{holding.key.name}]"
            return f"each(one in {rows}: one.{text})" if text else ""
    if not is_list(part.shape):
        return ""
    if item is None:
        return _whole_children(holding, part, kept)
    from beliefs.spec.inferring.keeping.values import projected

    if part.name in holding.inner:
        inner = kept.of(holding.inner[part.name])
        assert inner is not None
        field = next(each.field for each in inner.parents if each.name == holding.name)
        return _each(
            inner.variable,
            f"{inner.name}[where .{field} = $.{holding.key.name}]",
            projected(item, inner, inner.variable, kept),
        )
    for name, to in holding.references.items():
        other = kept.of(to)
        if name.endswith("ids") and other is not None and same_thing(part.name, other.word):
            rows = f"{to}[where .{other.key.name} in $.{name}]"
            return _each(other.variable, rows, projected(item, other, other.variable, kept))
    if not is_record(item):
        return ""
    for child, field in kept.children(holding):
        if same_thing(part.name, child.word) or kept.like(item) is child or child is holding:
            rows = _sorted(f"{child.name}[where .{field} = $.{holding.key.name}]", child, part)
            one = child.variable if child is not holding else "answer_below"
            return _each(one, rows, projected(item, child, one, kept))
    return ""


def _whole_children(holding: Holding, part: Property, kept: Kept) -> str:
    """The rows that belong to this one, of a list whose items nothing shows."""
    from beliefs.spec.inferring.keeping.values import projected

    for child, field in kept.children(holding):
        if same_thing(part.name, child.word):
            rows = _sorted(f"{child.name}[where .{field} = $.{holding.key.name}]", child, part)
            return _each(child.variable, rows, projected(None, child, child.variable, kept))
    return ""


def _sorted(rows: str, child: Holding, part: Property) -> str:
    """Rows in the order that the words about a list of them tell."""
    from beliefs.spec.inferring.answers.ordering import stated_order

    order = stated_order(Route("GET", "/", words=part.words), child) if part.words else []
    return f"{rows[:-1]}, {', '.join(f'by {each}' for each in order)}]" if order else rows


def _each(one: str, rows: str, into: str) -> str:
    return rows if into == one else f"each({one} in {rows}: {into})"


def counted_below(holding: Holding, part: Property, kept: Kept) -> str:
    """How many rows below a row there are, by the name of the value."""
    if part.shape.type.kind not in {"integer", "number"}:
        return ""
    name = plain(part.name)
    for child, field in kept.children(holding):
        one, many = plain(child.word), plain(plural(child.word))
        forms = {f"{one}count", f"{many}count", f"num{many}", f"number of{many}", f"total{many}"}
        forms |= {f"numberof{many}", f"count{many}", f"n{many}", many, f"{one}total"}
        stem = re.fullmatch(r"(?:num|numberof|total|current)?(\w+?)(?:count|s|total)?", name)
        kin = (
            stem is not None and len(one) > 5 and stem[1][:5] == one[:5] and len(stem[1]) > 4
        )  # registered, registration
        if name in forms or kin:
            amount = "" if name in forms or "count" in name else amount_of(child)
            return active(child, f".{field} = $.{holding.key.name}", amount)
        said = next((each for each in child.fields if plain(plural(each)) == name), "")
        if said and child.fields[said].type.kind == "string" and not child.fields[said].hidden:
            rows = f"{child.name}[where .{field} = $.{holding.key.name}]"
            return f"count(distinct(each(one in {rows}: one.{said})))"
    for each in holding.fields.values():
        if each.type.kind == "list" and name in {
            f"{plain(singular(each.name))}count",
            f"{plain(each.name)}count",
            f"total{plain(each.name)}",
            f"num{plain(each.name)}",
        }:
            return f"count($.{each.name})"
    return ""


def figured_below(holding: Holding, part: Property, kept: Kept) -> str:
    """An average, a sum, a least or a most over what belongs to the row."""
    known = part.shape.type
    spoken = re.match(r"highest|lowest|average|latest|total", plain(part.name))
    if known.kind not in {"integer", "number"} and not (known.nullable and spoken):
        return ""
    match = re.fullmatch(
        r"(average|avg|mean|total|sum|min|max|highest|lowest|best)?(.+?)(average|avg|total|sum)?",
        plain(part.name),
    )
    figure = (match[1] or match[3]) if match else ""
    subject = match[2] if match else ""
    usual = {"rating": "average", "score": "average"}
    figure = figure or usual.get(subject, "")
    word = {
        "avg": "average",
        "mean": "average",
        "total": "sum",
        "min": "least",
        "max": "most",
        "highest": "most",
        "lowest": "least",
        "best": "most",
    }.get(figure, figure)
    summed = re.search(
        r"(?i)\b(?:sum|total) (?:of )?(?:the |all |its )*(\w+)|\b(\w+) of (?:all|its) \w+",
        part.words,
    )
    if summed and not word:
        word, subject = "sum", plain(summed[1] or summed[2])
    elif not word and re.match(r"(booked|spent|logged|used|tracked|total)", plain(part.name)):
        word, subject = (
            "sum",
            re.sub(r"^(booked|spent|logged|used|tracked|total)", "", plain(part.name)),
        )
    if not word:
        return ""
    for child, field in kept.children(holding):
        wanted = {
            subject,
            singular(subject),
            *({"stars", "score", "rating"} if subject == "rating" else ()),
            *({"size", "bytes", "filesize"} if subject in {"bytes", "size"} else ()),
        }
        found = [
            each
            for each in child.fields.values()
            if plain(each.name) in wanted and each.type.kind in {"integer", "number"}
        ]
        numbers = [
            each
            for each in child.fields.values()
            if each.type.kind in {"integer", "number"}
            and each.name not in child.references
            and all(each.name != one.field for one in child.parents)
        ]
        if not found and subject == plain(child.word) and len(numbers) == 1:
            found = numbers
        if found:
            rows = f"{child.name}[where .{field} = $.{holding.key.name}]"
            value = f"{word}(each(one in {rows}: one.{found[0].name}))"
            digits = re.search(r"(?i)\b(one|two|three|\d) (?:decimal|digit|place)", part.words)
            if digits and word == "average":
                value = f"if({value} = null, null, round({value}, {in_digits(digits[1])}))"
            empty = not part.shape.type.nullable and word != "sum"
            return f"or_else({value}, 0)" if empty else value
    return ""
