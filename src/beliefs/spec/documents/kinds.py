"""The kind of a value, by what is jotted of it, else by its name."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain
from beliefs.spec.types import Kind

_TYPES: tuple[tuple[str, Kind], ...] = (
    (r"date-?time|timestamp|iso[- ]?8601( date ?time| timestamp)?|utc time", "datetime"),
    (r"(iso )?date|yyyy-mm-dd", "date"),
    (r"e-?mail( address)?", "email"),
    (r"url|uri|link", "url"),
    (r"uuid|guid", "uuid"),
    (
        r"integer|int|whole number|long|bigint|number of (?!decimals|digits)\w+|how many \w+",
        "integer",
    ),
    (r"number|float|double|decimal|numeric|money|real", "number"),
    (r"boolean|bool|true/false", "boolean"),
    (r"string|str|text|varchar|char", "string"),
    (r"object|map|dict|dictionary|record", "record"),
    (r"json|any|anything", "json"),
    (r"file|binary|upload", "file"),
)
_LIST = re.compile(
    r"(?i)\b(?:array|list)s?(?: of |<|\[)\s*([\w-]+)|\b(\w+)\[\]|^\[\s*(\w+)\s*\]?|\b(array|list)\b"
)


def kind_told(small: str, name: str) -> tuple[Kind, str, bool]:
    """The kind that a jotting tells, what a list is of, and whether it tells so at all."""
    head = re.split(r"[(.;—–]|, ", small.replace("`", ""), maxsplit=1)[0]
    match = _LIST.search(head)
    if match:
        item = next((each for each in match.groups()[:3] if each), "")
        return "list", item, True
    for pattern, kind in _TYPES:
        if re.search(rf"(?:^|[\s<:|])(?:{pattern})s?(?:$|[\s>,?|:;])", head):
            finer = re.search(
                r"\b(?:valid |(?:must|has to) be an? |format:? ?|\()"
                r"(e-?mail|url|uri|uuid|date-time|datetime)\b",
                small,
            )
            named: dict[str, Kind] = {"mail": "email", "url": "url", "uri": "url", "uuid": "uuid"}
            day = re.search(r"\biso(?: 8601)? date\b(?![- ]?time)|yyyy-mm-dd", small)
            if kind == "string" and day:
                return "date", "", True
            if kind == "string" and finer:
                told = finer[1].replace("-", "")
                return (
                    next((to for word, to in named.items() if word in told), "datetime"),
                    "",
                    True,
                )
            if kind == "number" and (plain(name) == "id" or re.search(r"(_id|Id)$", name)):
                return "integer", "", True  # keys are counted
            return kind, "", True
    match = _LIST.search(small)
    if match and match[4] is None:
        return "list", next((each for each in match.groups()[:3] if each), ""), True
    for pattern, kind in _TYPES[:10]:
        if re.search(rf"\b(?:{pattern})\b", small):
            return kind, "", True
    if guessed(name) == "integer" and re.search(r"\brandom\b|\bhex\b|\bslug\b", small):
        return "string", "", True  # no number that is counted
    return guessed(name), "", False


def guessed(name: str) -> Kind:
    """The kind of a value that nothing is said about, by its name.

    >>> guessed("createdAt"), guessed("email"), guessed("title"), guessed("isDone")
    ('datetime', 'email', 'string', 'boolean')
    """
    bare = plain(name)
    if re.search(r"(_at|At)$", name) or bare == "timestamp":
        return "datetime"
    if bare.endswith("date"):
        return "date"
    if bare == "email":
        return "email"
    if bare in {"url", "website", "homepage"}:
        return "url"
    if bare in {"tags", "labels", "keywords"}:
        return "list"
    if re.match(r"(is|has)[_A-Z]", name) or bare in {"done", "completed", "active", "published"}:
        return "boolean"
    counted = {
        "credits",
        "points",
        "rating",
        "stars",
        "duration",
        "minutes",
        "days",
        "hours",
        "seats",
        "level",
        "votes",
    }
    counted |= {"page", "limit", "offset", "size", "skip"}
    counted |= {"id", "quantity", "stock", "count", "capacity", "year", "age", "pages", "score"}
    if re.search(r"(?i)(left|remaining|count|total|_(minutes|seconds|hours|days|weeks))$", name):
        return "integer"
    if re.search(r"^(?:free|available|remaining|taken|booked|used|open)_\w+s$", name) or re.search(
        r"s_(?:taken|free|booked|available|used|open|reserved)$", name
    ):
        return "integer"
    if bare in {
        "places",
        "perpage",
        "pagesize",
        "pagenumber",
        "itemsperpage",
        "seconds",
        "amountleft",
    }:
        return "integer"
    if bare in counted or (re.search(r"(_id|Id)$", name)):
        return "integer"
    measured = {"price", "amount", "cost", "balance", "average", "avg", "mean"}
    if bare in measured | {"budget", "fee", "km", "temperature", "salary"}:
        return "number"
    return "string"
