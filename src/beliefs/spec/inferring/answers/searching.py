"""Searches through the texts of files that are kept: which of them have the words, and how often.

`GET /search?query=red+fox` gives the documents that contain every word (or any of them, or the
whole phrase, as the words about it say), each with the number of matches where that is shown.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import unwrapped
from beliefs.spec.documents.words import plain, plural
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Input

_ASKED = {"q", "query", "search", "term", "terms", "words", "word", "keyword", "keywords", "text"}
_ASKED |= {"phrase", "needle", "searchterm", "s"}
_COUNTS = {"matches", "matchcount", "occurrences", "count", "hits", "score", "frequency", "matched"}
_INSIDE = (
    r"(?i)\b(?:contain\w*|contents?|texts? of|full[- ]?text|occurrences?|match\w*|inside|"
    r"mention\w*|in which|words?)\b"
)
_MOST_FIRST = (
    r"(?i)\b(?:most (?:matches|hits|occurrences|relevant)|best(?: match\w*)?|relevance|"
    r"(?:matches|occurrences|hits|score|count)\W+(?:desc\w*|falling|highest))"
)


def search_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a search through files; None where a route is about something else."""
    asked = next((each for each in writer.inputs(route) if is_asked(each)), None)
    holding = _searched(writer, route)
    if route.method != "GET" or asked is None or holding is None:
        return None
    if not re.search(_INSIDE, route.words) or not re.search(r"(?i)search|find|quer", _said(route)):
        return None
    file = next(each.name for each in holding.fields.values() if each.type.kind == "file")
    shape = route.good.shape if route.good else None
    inner, _ = unwrapped(shape)
    item = inner.item if is_list(inner) and inner is not None else None
    one, given = holding.variable, f"input.{asked.name}"
    shown = _shown(holding, item)
    if shown is None:
        return None
    lines = [f"let words = {_words(route, given)}"]
    lines.append(
        f"let texts = each({one} in {holding.name}: "
        f'{{row: {one}, text: or_else(decoded({one}.{file}), "")}})'
    )
    lines.append(
        "let told = each(it in texts: {row: it.row, "
        "matches: sum(each(word in words: occurrences(it.text, word))), "
        "missing: count(words[where not(contains(it.text, row))])})"
    )
    any_ = re.search(r"(?i)\bany (?:of (?:the|these) )?(?:words?|terms?)|at least one", route.words)
    where = ".matches > 0" if any_ else ".missing = 0"
    order = ", by .matches down" if re.search(_MOST_FIRST, _said(route)) else ""
    rows = f"each(it in told[where {where}{order}]: {shown})"
    status = route.good.status if route.good else 200
    return [*lines, f"answer {status} {_wrapped(shape, rows)}"]


def _said(route: Route) -> str:
    return f"{route.words} {route.path} {route.good.words if route.good else ''}"


def is_asked(given: Input) -> bool:
    """Whether an input is what is looked for."""
    text = given.type.kind == "string" and not given.type.choices
    return given.place == "query" and text and plain(given.name) in _ASKED


def _searched(writer: Writer, route: Route) -> Holding | None:
    """What is searched: rows with a file, those that the words name before others."""
    found = [
        each
        for each in writer.kept.holdings
        if any(field.type.kind == "file" for field in each.fields.values())
    ]
    said = _said(route).lower()
    named = [each for each in found if plural(each.word).replace("_", " ") in said]
    return next(iter(named or found), None)


def _words(route: Route, given: str) -> str:
    """What is looked for: words, each by itself, or the whole of what is given."""
    each = re.search(r"(?i)\b(?:every|each|all|any)\b[^.;]{0,20}\b(?:words?|terms?)\b", route.words)
    return f'split({given}, " ")' if each else f'[{given}][where row != null and row != ""]'


def _shown(holding: Holding, item: Shape | None) -> str | None:
    """What is shown of each row that is found: its fields, and how often it matches."""
    if item is None or not is_record(item) or not item.properties:
        return "it.row"
    values = {each.name: _value(holding, each) for each in item.properties}
    return made(values) if all(values.values()) else None


def _value(holding: Holding, part: Property) -> str:
    if holding.named(part.name) or part.name == holding.key.name:
        return f"it.row.{holding.named(part.name) or holding.key.name}"
    if plain(part.name) in _COUNTS:
        return "it.matches"
    return "count(words)" if plain(part.name) in {"words", "terms"} else ""


def _wrapped(shape: Shape | None, rows: str) -> str:
    """The rows as an answer: a list, or under a name beside how many they are."""
    if shape is None or not is_record(shape) or not shape.properties:
        return rows
    values = {
        each.name: rows
        if is_list(each.shape) or each.shape.type.kind == "json"
        else f"count({rows})"
        for each in shape.properties
        if is_list(each.shape)
        or plain(each.name) in {"count", "total", "results", "documents", "files"}
    }
    return made(values)
