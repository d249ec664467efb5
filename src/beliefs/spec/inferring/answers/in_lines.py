"""Searches through the lines of texts: which lines of which file have the words.

`GET /search?q=love` gives `{file, line, text}` of every line that has them, files by their names
and lines by their numbers. What else is asked (whole words, one file alone) are parameters.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_list, is_record
from beliefs.spec.documents.places import unwrapped
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.searching import is_asked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.texts import raw_field
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import NUMBERS

_LINES = re.compile(
    r"(?i)\b(?:in|of|through|over|all|every|each|matching|the) (?:the |all |every )?lines?\b|"
    r"\bline by line\b|\blines? (?:that|which|of|in|with|contain\w*|number|where)\b"
)
_EXACT = re.compile(r"(?i)\bcase[- ]sensitive|\b(?:upper|lower)[^.;]{0,20}\bmatters?\b")
_NUMBER = {"line", "lineno", "linenumber", "number", "n", "row"}
_TEXT = {"text", "content", "line", "match", "snippet", "excerpt"}
_WHOLE = {"whole", "wholeword", "wholewords", "word", "words", "fullword"}
_CASED = {"casesensitive", "case", "matchcase", "exact"}


def line_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a search through lines; None where a route is about something else."""
    asked = next((each for each in writer.inputs(route) if is_asked(each)), None)
    texts = {each.name: text for each in writer.kept.holdings if (text := _text(each))}
    shape, wrap = unwrapped(route.good.shape if route.good else None)
    item = shape.item if shape is not None and is_list(shape) else None
    if route.method != "GET" or asked is None or len(texts) != 1 or "{" in route.path:
        return None
    if item is None or not is_record(item) or not _LINES.search(_said(route, item.properties)):
        return None
    holding = next(each for each in writer.kept.holdings if each.name in texts)
    key = holding.finder or holding.key.name
    values = {each.name: _value(each, holding, key) for each in item.properties}
    numbers = [each for each in values.values() if each == "number + 1"]
    if not all(values.values()) or not numbers:
        return None
    one = holding.variable
    exact = f'replace(.text, input.{asked.name}, "") != .text'
    found = exact if _EXACT.search(route.words) else f"contains(.text, input.{asked.name})"
    rows, lines, limit = f"{holding.name}[by .{key}]", [], ""
    for each in writer.inputs(route):
        name, kind = plain(each.name), each.type.kind
        given = f"input.{each.name}"
        if each.name == asked.name:
            continue
        if kind == "boolean" and name in _WHOLE:
            whole = f"whole_word(.text, input.{asked.name})"
            found = f"{found} and (not(or_else({given}, false)) or {whole})"
        elif kind == "boolean" and name in _CASED:
            found = f"{found} and (not(or_else({given}, false)) or {exact})"
        elif name in {plain(holding.word), plain(key), "file", "filename"} and kind == "string":
            rows = f"{holding.name}[where {given} = null or .{key} = {given}, by .{key}]"
            lines += _there(writer, route, holding, key, given)
        elif kind == "integer" and name in {"limit", "max", "n", "top"}:
            limit = f"[limit {given}]"
        else:
            return None
    text = texts[holding.name].format(one)
    told = f"{{row: {one}, number: number, text: at(lines({text}), number)}}"
    spread = f"each({one} in {rows}: each(number in range(count(lines({text}))): {told}))"
    shown = made({name: each.replace("number", "it.number") for name, each in values.items()})
    lines.append(f"let found = flat({spread})[where {found}]")
    listed = f"each(it in found{limit}: {shown})"
    status = route.good.status if route.good else 200
    if not wrap:
        return [*lines, f"answer {status} {listed}"]
    whole_shape = route.good.shape if route.good else None
    parts = whole_shape.properties if whole_shape is not None else ()
    body = {each.name: listed if each.name == wrap else _beside(each, asked.name) for each in parts}
    return [*lines, f"answer {status} {made(body)}"] if all(body.values()) else None


def _said(route: Route, parts: tuple[Property, ...]) -> str:
    about = route.good.words if route.good else ""
    return " ".join([route.words, about, *(each.words for each in parts)])


def _text(holding: Holding) -> str:
    """Where the text of a row is, as a template; empty where it has none."""
    if field := raw_field(holding):
        return f"{{0}}.{field}"
    files = [each.name for each in holding.fields.values() if each.type.kind == "file"]
    return f'or_else(decoded({{0}}.{files[0]}), "")' if len(files) == 1 else ""


def _value(part: Property, holding: Holding, key: str) -> str:
    """What is shown of a line under a name."""
    name, number = plain(part.name), part.shape.type.kind in NUMBERS
    if number or (name in _NUMBER - _TEXT and part.shape.type.kind == "json"):
        return "number + 1" if name in _NUMBER else ""
    if name in _TEXT:
        return "it.text"
    if name in {plain(holding.word), plain(key), "file", "filename", "name", "document", "source"}:
        return f"it.row.{key}"
    field = holding.named(part.name)
    return f"it.row.{field}" if field else ""


def _beside(part: Property, asked: str) -> str:
    name = plain(part.name)
    if part.shape.type.kind in NUMBERS or name in {"count", "total"}:
        return "count(found)"
    return f"input.{asked}" if name in {plain(asked), "query"} else ""


def _there(writer: Writer, route: Route, holding: Holding, key: str, given: str) -> list[str]:
    """The guard that the one file that is searched is there, where its absence is a failure."""
    if 404 not in route.statuses:
        return []
    way = writer.refuse(route, "absent", f"{holding.spoken} not found", "file such", (404,))
    known = f"count({holding.name}[where .{key} = {given}]) > 0"
    return [f"guard {given} = null or {known} else {way}"]
