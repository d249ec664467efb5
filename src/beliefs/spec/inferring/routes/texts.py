"""Texts that are the whole body of a request, and come back as they were: a paste, a log."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Contract, Property, Route, Shape, is_record
from beliefs.spec.documents.places import steps, unwrapped
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.routes.filing import endings_in, most_bytes
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import Type

_NAMES = ("content", "text", "body", "paste", "snippet", "message", "data", "value", "note")
_PLAIN = re.compile(
    r"(?i)\btext/plain\b|\b(?:as|in|the|its) (?:raw|plain) (?:text|content|body)\b|\braw text\b"
    r"|\b(?:the|its) (?:raw )?(?:text|content|body)(?: back)? as "
    r"(?:it (?:is|was|came)|plain|text)\b"
)


def named_texts(contract: Contract) -> Contract:
    """A contract in which a text that is kept has a name, as the values of records have."""
    return replace(contract, routes=tuple(_named(each, contract) for each in contract.routes))


def _named(route: Route, contract: Contract) -> Route:
    raw = route.consumes == "text/plain" and route.body is not None and not is_record(route.body)
    item = rf"{re.escape(route.path)}/\{{\w+\}}(?:/\w+)?"
    if not raw or route.method not in {"POST", "PUT"} or route.body is None:
        return route
    last = steps(route.path, contract.base)[-1]
    if route.method == "PUT" and not last.param and last.name:
        text = Shape(Type("string"), words=route.body.words)
        part = Property(last.name, text, required=True)
        return replace(route, body=Shape(Type("record"), properties=(part,)))
    if route.method == "POST" and not any(
        e.method == "GET" and re.fullmatch(item, e.path) for e in contract.routes
    ):
        return route  # nothing asks for it again
    shown = [
        name
        for each in contract.routes
        if each.good is not None and (shape := unwrapped(each.good.shape)[0]) is not None
        for name in (shape.names or (shape.item.names if shape.item is not None else ()))
    ]
    name = next((each for each in _NAMES if each in shown), _NAMES[0])
    text = Shape(Type("string", min_length=1), words=route.body.words)
    body = Shape(Type("record"), properties=(Property(name, text, required=True),))
    return replace(route, body=body)


def raw_field(holding: Holding) -> str:
    """The field with the text that rows are made of; empty where they are made of more."""
    for each in holding.routes:
        writes = each.method in {"POST", "PUT"} and each.consumes == "text/plain"
        if writes and is_record(each.body):
            return each.body.names[0] if each.body is not None else ""
    return ""


def raw_lines(route: Route, holding: Holding, reads: list[str]) -> list[str] | None:
    """The text of a row as it came; None where a route shows something else of it."""
    field, good = raw_field(holding), route.good
    said = f"{route.words} {good.words if good else ''}"
    media = good.media if good is not None else ""
    if not field or (good is not None and good.shape is not None and "json" in media):
        return None
    if "text/plain" not in media and not _PLAIN.search(said):
        return None
    status = good.status if good is not None else 200
    return [*reads, f'answer {status} as "text/plain" {holding.variable}.{field}']


_FIGURES = {
    **dict.fromkeys(("bytes", "size", "bytecount", "sizebytes"), "byte_count({0})"),
    **dict.fromkeys(("characters", "chars", "length", "charcount"), "length({0})"),
    **dict.fromkeys(("words", "wordcount"), "count(words_in({0}))"),
    # A line feed at the very end begins no other line.
    **dict.fromkeys(("lines", "linecount"), 'count(lines({0})) - if(last(lines({0})) = "", 1, 0)'),
}


def place(kept: Kept) -> None:
    """Let rows that are a text say how long it is: in bytes, letters, words or lines."""
    for holding in kept.holdings:
        text = raw_field(holding)
        said = " ".join(each.words for each in holding.routes)
        for part in holding.shape.properties if text else ():
            figure = _FIGURES.get(plain(part.name), "")
            if plain(part.name) == "size" and re.search(r"(?i)\bsize\b[^.;]*\bcharacters?\b", said):
                figure = _FIGURES["characters"]
            if figure and part.shape.type.kind in {"integer", "number", "json", "string"}:
                holding.computed[part.name] = figure.format(f"$.{text}")
                holding.fields.pop(part.name, None)


def named_guards(writer: Writer, route: Route) -> list[str]:
    """The guard that a name in a path ends as words say: "the name has to end in .txt"."""
    last = writer.chain(route)[-1] if writer.chain(route) else None
    if route.method != "PUT" or route.consumes != "text/plain" or last is None or not last.param:
        return []
    endings = endings_in(sentences(route.words))
    if not endings:
        return []
    told = f"The name must end in {', '.join(f'.{each}' for each in endings)}"
    way = writer.refuse(route, "out_of_range", told, "name end", (400, 415, 422))
    pattern = json.dumps(f".*\\.({'|'.join(endings)})")
    return [f"guard matches(lower(input.{last.param}), {pattern}) else {way}"]


def text_guards(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """The guard that a text is no larger than words let it be."""
    field = raw_field(holding)
    said = [*re.split(r"(?<=[.;])\s+", route.words), *(each.words for each in route.faults)]
    most = most_bytes(said) if field and route.consumes == "text/plain" else 0
    if not most:
        return []
    told = f"The text is larger than {most} bytes"
    way = writer.refuse(route, "too_large", told, "large size", (413, 400, 422))
    return [f"guard byte_count(input.{writer.name(field)}) <= {most} else {way}"]
