"""Answers beside lists and rows: searches, figures, rankings, one at random, parts of a row."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import Step, lists_records, unwrapped
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.answers.figures import groups_of
from beliefs.spec.inferring.answers.figuring import figure_lines, random_lines
from beliefs.spec.inferring.answers.filters import rowwise
from beliefs.spec.inferring.answers.grouping import grouped
from beliefs.spec.inferring.answers.limiting import limits
from beliefs.spec.inferring.answers.lists import list_lines
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.answers.periods import period_lines
from beliefs.spec.inferring.answers.single import about_lines, newest_lines
from beliefs.spec.inferring.keeping.capacity import active
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.routes.actions import action_lines
from beliefs.spec.inferring.routes.apiece import several_lines
from beliefs.spec.inferring.routes.creating import create_lines
from beliefs.spec.inferring.routes.filing import sent_lines, there_guard
from beliefs.spec.inferring.rules.times import inclusive
from beliefs.spec.inferring.writing import Scene, Writer

_FUNCTIONS = {
    "stats",
    "statistics",
    "summary",
    "count",
    "metrics",
    "analytics",
    "report",
    "overview",
    "totals",
    "dashboard",
    "total",
    "figures",
}


# What paths call a file as it is.
_WHOLE = {"raw", "file", "data", "bytes", "original", "image", "picture", "photo", "document"}
_WHOLE |= {"pdf", "view", "scan", "body", "attachment", "audio", "video"}


def belonging(writer: Writer, holding: Holding, chain: tuple[Step, ...]) -> list[str] | None:
    """Conditions for rows below others; None when nothing says how they belong together."""
    found = writer.within(holding, chain[:-1])
    if found or not any(each.param for each in chain[:-1]):
        return found
    end = max(at for at, each in enumerate(chain[:-1]) if each.param)
    parent = writer.kept.at(chain[: end + 1])
    if parent is None:
        return None
    for name, to in holding.references.items():
        if to == parent.name and not name.endswith("ids"):
            return [f".{name} = {parent.variable}.{parent.key.name}"]
    for link in writer.kept.holdings:
        ours = [name for name, to in _links(link) if to == holding.name]
        theirs = [name for name, to in _links(link) if to == parent.name]
        if ours and theirs and link is not holding:
            rows = f"{link.name}[where .{theirs[0]} = {parent.variable}.{parent.key.name}]"
            return [f".{holding.key.name} in each(one in {rows}: one.{ours[0]})"]
    return None


def _links(holding: Holding) -> list[tuple[str, str]]:
    return [*holding.references.items(), *((each.field, each.name) for each in holding.parents)]


def below_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """The effect of a word behind an item."""
    one = holding.variable
    reads = writer.above(route, chain[:-1])
    if route.method != "GET":
        shown, _ = unwrapped(route.good.shape if route.good else None)
        child = writer.kept.like(shown)
        ours = child is not None and any(each.name == holding.name for each in child.parents)
        if route.method == "POST" and child is not None and child is not holding and ours:
            return create_lines(writer, route, child, chain)
        return action_lines(writer, route, holding, chain)
    shape = route.good.shape if route.good else None
    media = route.good.media if route.good else ""
    content = next((each.name for each in holding.fields.values() if each.type.kind == "file"), "")
    sends = re.search(
        r"(?i)\b(?:bytes|attachment|download\w*|as (?:it was )?uploaded)\b", route.words
    )
    if content and (
        (media and "json" not in media)
        or plain(chain[-1].name) in {"download", "content"}
        or (shape is not None and shape.type.kind == "file")
        or (shape is None and plain(chain[-1].name) in {*_WHOLE, plain(content)})
        or (sends and not is_record(shape))
    ):
        there = there_guard(writer, route, holding, content)
        return [*reads, *there, *sent_lines(writer, route, f"{one}.{content}")]
    newest = newest_lines(writer, route, holding, chain)
    if newest is not None:
        return [*reads, *newest]
    inner, _ = unwrapped(shape)
    listed = inner.item if is_list(inner) and inner is not None else None
    other = writer.kept.like(listed) if listed is not None else None
    if other is not None:
        where = belonging(writer, other, (*chain[:-1], Step(chain[-1].name)))
        if where:
            return list_lines(writer, route, other, chain, where)
        inside = next((each for each in writer.kept.children(holding) if each[0] is other), None)
        if inside is not None:
            link = f".{inside[1]} = {one}.{holding.key.name}"
            return list_lines(writer, route, other, chain, [link])
        return None
    if shape is not None and is_record(shape) and shape.properties:
        ends = period_lines(writer, route, holding, shape, reads)
        return ends or about_lines(writer, route, holding, shape, reads)
    beside = writer.kept.called(chain[-1].name) if shape is None else None
    if beside is not None and beside is not holding:
        where = belonging(writer, beside, chain)
        return list_lines(writer, route, beside, chain, where) if where else None
    field = holding.named(chain[-1].name)
    if field and (shape is None or not is_record(shape) or (shape.open and not shape.properties)):
        return [*reads, f"answer {route.good.status if route.good else 200} {one}.{field}"]
    return None


def beside_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """A word behind a collection: a search, a figure, one at random, many at once."""
    word = plain(chain[-1].name)
    above = (*chain[:-1],)
    if route.method == "POST" and is_list(route.body):
        return several_lines(writer, route, holding, above)
    if route.method == "POST" and is_record(route.body) and route.body is not None:
        wrapped, under = unwrapped(route.body)
        del wrapped
        if under and word in {"bulk", "batch", "import"}:
            return None
        if word in {"search", "query", "upload", "create", "new", "add"}:
            return (
                create_lines(writer, route, holding, above)
                if word not in {"search", "query"}
                else None
            )
        return None
    if route.method != "GET":
        return None
    shape = route.good.shape if route.good else None
    where = belonging(writer, holding, above)
    if where is None:
        return None
    if word in {"available", "free", "availability"}:
        free = _free(writer, route, holding)
        if free:
            spans = {"from", "to", "start", "end", "startdate", "enddate", "checkin", "checkout"}
            rest = tuple(each for each in route.params if plain(each.name) not in spans)
            asked = replace(route, params=rest)
            at = (*above, Step(chain[-1].name))
            return list_lines(writer, asked, holding, at, [*where, free])
    if word == "random" or re.search(r"(?i)\brandom\b", route.words):
        return random_lines(writer, route, holding)
    if lists_records(route) or (shape is None and word not in _FUNCTIONS):
        found = _narrowed(writer, route, holding, word)
        if found is None:
            inner, _ = unwrapped(shape)
            item = inner.item if inner is not None else None
            if writer.kept.like(item) is not holding and item is not None and inner is not None:
                groups = grouped(writer, route, item, [holding])
                groups = groups or groups_of(writer, inner, holding.name, holding)
                if groups and is_list(shape):
                    return [f"answer 200 {groups}"]
            return None
        return list_lines(writer, route, holding, (*above, Step(chain[-1].name)), [*where, *found])
    if shape is not None and is_record(shape):
        if writer.kept.like(shape) is holding:
            return _one(writer, route, holding, word)
        return figure_lines(writer, route, holding, chain)
    if shape is not None and shape.type.kind in {"integer", "number"}:
        return [
            *writer.above(route, above),
            writer.answer(route, Scene(holding, rows=holding.name)),
        ]
    field = next(
        (
            each
            for each in holding.fields.values()
            if plain(each.name) == word or plain(singular(each.name)) == singular(word)
        ),
        None,
    )
    if field is not None and is_list(shape):
        values = f"each(one in {holding.name}: one.{field.name})"
        values = f"flat({values})" if field.type.kind == "list" else values
        return [f"answer {route.good.status if route.good else 200} distinct({values})"]
    return None


def _free(writer: Writer, route: Route, holding: Holding) -> str:
    """Rows that nothing is booked on between two moments that the query names."""
    asked = {plain(each.name): writer.name(each.name) for each in route.params}
    first = next(
        (asked[each] for each in ("from", "start", "startdate", "checkin") if each in asked), ""
    )
    last = next((asked[each] for each in ("to", "end", "enddate", "checkout") if each in asked), "")
    for child, link in writer.kept.children(holding):
        names = {plain(each): each for each in child.fields}
        start = next(
            (names[each] for each in ("from", "start", "startdate", "checkin") if each in names), ""
        )
        end = next(
            (names[each] for each in ("to", "end", "enddate", "checkout") if each in names), ""
        )
        if not (first and last and start and end):
            continue
        same = "=" if inclusive(writer, child, start) else ""
        test = f".{start} <{same} input.{last} and .{end} >{same} input.{first}"
        rows = active(child, test).removeprefix("count(").removesuffix(")")
        return f"not(.{holding.key.name} in each(one in {rows}: one.{link}))"
    return ""


def _one(writer: Writer, route: Route, holding: Holding, word: str) -> list[str] | None:
    """The first or last row by some order."""
    order = stated_order(route, holding)
    ways = {
        "latest": " down",
        "newest": " down",
        "last": " down",
        "recent": " down",
        "oldest": "",
        "first": "",
    }
    if word in ways and holding.key.style == "integer":
        order = [f".{holding.key.name}{ways[word]}"]
    if not order:
        return None
    one = holding.variable
    clauses = ", ".join(f"by {each}" for each in order)
    return [
        f"let {one} = first({holding.name}[{clauses}])",
        f'guard {one} != null else absent "There is no {holding.spoken.lower()} yet"',
        writer.answer(route, Scene(holding, one)),
    ]


def _narrowed(writer: Writer, route: Route, holding: Holding, word: str) -> list[str] | None:
    """The rows that a word stands for; None when it stands for none."""
    plainly = {
        "search",
        "find",
        "query",
        "list",
        "all",
        "filter",
        "top",
        "best",
        "leaderboard",
        "ranking",
        "rankings",
        "latest",
        "recent",
        "newest",
        "popular",
        "trending",
        "sorted",
        "highscores",
    }
    if word in plainly:
        return []
    for each in holding.fields.values():
        bare = plain(each.name).removeprefix("is")
        if each.type.kind == "boolean" and word in {bare, plain(each.name)}:
            return [f".{each.name}"]
        if each.type.kind == "boolean" and word in {f"un{bare}", f"in{bare}", f"not{bare}"}:
            return [f"not(.{each.name})"]
        for choice in each.type.choices:
            if plain(choice) == word:
                return [f".{each.name} = {json.dumps(choice)}"]
    for name, template in holding.computed.items():
        if plain(name).removeprefix("is") == word and rowwise(template):
            return [rowwise(template)]
    if word in {"mine", "my", "me"} and holding.owner and writer.needs(route):
        users = writer.accounts.users
        return [f".{holding.owner} = me.{users.key.name}"] if users else None
    from beliefs.spec.inferring.keeping.explaining import worked_out
    from beliefs.spec.types import Type

    told = Property(word, Shape(Type("boolean")))
    template = rowwise(worked_out(holding, told, writer.kept))
    if template:
        return [template]
    if word in {"lowstock", "low"}:
        stock = next((each for each in holding.fields if plain(each) in {"stock", "quantity"}), "")
        given = next((each for each in route.params if "threshold" in plain(each.name)), None)
        if stock and given is not None:
            bound = f"input.{writer.name(given.name)}"
            return [f".{stock} <= {bound}" if given.default else f".{stock} <= or_else({bound}, 5)"]
    return limits(route, holding)
