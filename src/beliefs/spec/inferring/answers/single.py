"""Records about one row: its own values, figures over what belongs to it, the newest of that."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import Step, same_thing
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.lists import Query, every, read_query
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.families.answering import results_of
from beliefs.spec.inferring.families.tallies import told_tally
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import computed, listed, made
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.service import Unknown


def newest_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """The last of the rows below one: GET /stations/{id}/latest."""
    shape = route.good.shape if route.good else None
    below = [
        (child, link)
        for child, link in writer.kept.children(holding)
        if any(each.field == link for each in child.parents)
    ]
    named = [each for each in below if writer.kept.like(shape) is each[0]] or below
    if plain(chain[-1].name) not in {"latest", "newest", "last"} or len(named) != 1:
        return None
    if is_list(shape):
        return None
    child, link = named[0]
    moment = next((each.name for each in child.fields.values() if each.type.kind == "datetime"), "")
    order = f", by .{moment}" if moment else ""
    one = child.variable
    rows = f"{child.name}[where .{link} = {holding.variable}.{holding.key.name}{order}]"
    none = f"The {holding.spoken.lower()} has no {child.spoken.lower()} yet"
    way = writer.refuse(route, "absent", none, "nothing none yet", (404,)).split(" ")[0]
    return [
        f"let {one} = last({rows})",
        f"guard {one} != null else {way} {json.dumps(none)}",
        writer.answer(route, Scene(child, one)),
    ]


def about_lines(
    writer: Writer, route: Route, holding: Holding, shape: Shape, reads: list[str]
) -> list[str] | None:
    """A record about one row: its own fields, and figures over what belongs to it."""
    one = holding.variable
    values: dict[str, str] = {}
    lines = list(reads)
    children = writer.kept.children(holding)
    query = _narrowing(writer, route, children)
    lines += query.guards
    if re.search(r"(?i)\bnull\b", route.words):
        free = [
            replace(each, shape=replace(each.shape, type=replace(each.shape.type, nullable=True)))
            for each in shape.properties
        ]
        shape = replace(shape, properties=tuple(free))
    for each in shape.properties:
        name = each.name
        near = holding.named(name)
        from beliefs.spec.inferring.keeping.explaining import worked_out

        if plain(name) in query.values:
            values[name] = query.values[plain(name)]
            continue
        if tally := told_tally(route, holding, each, writer.kept):
            values[name] = tally.replace("$", one)
            continue
        if near or plain(name) == plain(f"{holding.word}_id"):
            values[name] = f"{one}.{near or holding.key.name}"
            continue
        if told := results_of(writer, route, holding, each):
            values[name] = told.replace("$", one)
            continue
        if name in holding.computed:
            values[name] = computed(each, holding, writer.kept).replace("$", one)
            continue
        if picked := _picked(writer, route, holding, each):
            values[name] = picked
            continue
        template = worked_out(holding, each, writer.kept) or _results(writer, holding, each)
        if template and not query.holds:
            values[name] = template.replace("$", one)
            continue
        found = None
        for child, link in children:
            from beliefs.spec.inferring.answers.figures import figure

            there = every([f".{link} = {one}.{holding.key.name}", *query.holds])
            rows = f"{child.name}[where {there}]"
            found = found or figure(writer, each, rows, child, {})
            for below, field in writer.kept.children(child):
                keys = f"each(one in {rows}: one.{child.key.name})"
                deep = f"{below.name}[where .{field} in {keys}]"
                found = found or figure(writer, each, deep, below, {})
        if found is None:
            return None
        values[name] = found
    if not query.values and not any(_picked(writer, route, holding, e) for e in shape.properties):
        for param in (each for each in route.params if each.place == "query"):
            told = f"the parameter {param.name} of {route.method} {route.path}"
            why = "it filters by nothing that is kept"
            writer.unknown(Unknown("blocking", told, route.source, why))
    return [*lines, f"answer {route.good.status if route.good else 200} {made(values)}"]


def _picked(writer: Writer, route: Route, holding: Holding, part: Property) -> str:
    """The rows that belong to a row, as a query keeps, sorts and cuts them."""
    item = part.shape.item if is_list(part.shape) else None
    if item is None or not is_record(item) or not any(e.place == "query" for e in route.params):
        return ""
    for child, link in writer.kept.children(holding):
        if not same_thing(part.name, child.word):
            continue
        query = read_query(writer, route, child)
        own = f".{link} = {holding.variable}.{holding.key.name}"
        clauses = [f"where {every([own, *query.holds])}"]
        clauses += [f"by {each}" for each in query.order or stated_order(route, child)]
        clauses += [f"skip {query.start}"] if query.start else []
        clauses += [f"limit {query.size}"] if query.size else []
        return listed(f"{child.name}[{', '.join(clauses)}]", child, item, writer.kept)
    return ""


def _narrowing(writer: Writer, route: Route, children: list[tuple[Holding, str]]) -> Query:
    """What a query keeps of the rows that figures are over."""
    asked = [each for each in route.params if each.place == "query"]
    if asked and len(children) == 1:
        return read_query(writer, route, children[0][0])
    return Query()


def _results(writer: Writer, holding: Holding, part: Property) -> str:
    """Votes for each choice, with their share; or their sum."""
    for child, link in writer.kept.children(holding):
        counter = next(
            (
                each.name
                for each in child.fields.values()
                if plain(each.name) in {"votes", "votecount", "count"}
            ),
            "",
        )
        if not counter:
            continue
        rows = f"{child.name}[where .{link} = $.{holding.key.name}]"
        total = f"sum(each(one in {rows}: one.{counter}))"
        if plain(part.name) in {"total", "totalvotes", "votes", "totalcount"}:
            return total
        item = part.shape.item
        if not is_list(part.shape) or item is None or not is_record(item):
            continue
        one = child.variable
        values: dict[str, str] = {}
        for each in item.properties:
            near = child.named(each.name)
            if near:
                values[each.name] = f"{one}.{near}"
            elif plain(each.name) in {"percent", "percentage", "share"}:
                values[each.name] = f"percent({one}.{counter}, {total})"
            elif plain(each.name) in {"option", "choice", "label", "text", "name"}:
                text = next(
                    (
                        name
                        for name, kept in child.fields.items()
                        if kept.type.kind == "string" and not kept.hidden
                    ),
                    "",
                )
                values[each.name] = f"{one}.{text}" if text else "null"
            elif plain(each.name) in {plain(child.word + "id"), "votes", "count"}:
                key = child.key.name if "id" in plain(each.name) else counter
                values[each.name] = f"{one}.{key}"
            else:
                return ""
        return f"each({one} in {rows}: {made(values)})"
    return ""
