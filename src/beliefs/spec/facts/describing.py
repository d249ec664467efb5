"""What documents say of a field right where they name it.

`price: {type: number, description: must be positive}`, "- `rating`: between 1 and 5": each clause
is a fact about that field, or says nothing of it that can be held to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from beliefs.errors import InvalidInput
from beliefs.spec import patterns as re
from beliefs.spec.documents.loading import load

# "- `price` (number): greater than zero", "* **rating** – between 1 and 5"
_ITEM = re.compile(
    r"(?m)^\s*[-*•] +[`*_]*([A-Za-z]\w*)[`*_]*\s*(?:\(([^()\n]*)\))?[`*_]*\s*(?:[:–—]|-(?= )|"
    r"(?=$))[ ]*(.*)$"
)
_ROW = re.compile(r"(?m)^\s*\|\s*[`*_]*([A-Za-z]\w*)[`*_]*\s*\|(.*)\|\s*$")
_CLAUSE = re.compile(r"[.;](?:\s+|$)|,\s+(?=(?:but |and )?(?:at|must|may|can|up|not|no|never|"
    r"unique|default|between|"
                     r"min|max|greater|more|less|above|below|positive|one of|exactly|required|"
                     r"optional)\b)|\s*[()]\s*")  # fmt: skip


class Told(NamedTuple):
    """A clause about a field; `of` is what the schema is called, where it is known."""

    of: str
    field: str
    clause: str


def told_of_fields(text: str, kind: str) -> list[Told]:
    """The clauses of a document that stand at the name of a field.

    >>> told_of_fields("- `rating` (integer): between 1 and 5", "markdown")[-1]
    Told(of='', field='rating', clause='between 1 and 5')
    """
    if kind == "openapi":
        try:
            found = list(_described(load(text).data))
        except InvalidInput:
            return []
    else:
        items = [("", each[1], f"{each[2] or ''}; {each[3]}") for each in _ITEM.finditer(text)]
        rows = [("", each[1], "; ".join(each[2].split("|"))) for each in _ROW.finditer(text)]
        found = [*items, *rows]
    return [
        Told(of, field, clause.strip(" `*"))
        for of, field, words in found
        for clause in _clauses(words)
        if clause.strip(" `*")
    ]


def _clauses(words: str) -> list[str]:
    """A description by its clauses."""
    return [each for each in _CLAUSE.split(words) if each and each.strip()]


def _described(data: Any, of: str = "", depth: int = 0) -> Iterator[tuple[str, str, str]]:
    """Every property of a document that has a description, with the name of its schema."""
    if depth > _DEEP or not isinstance(data, dict | list):
        return
    if isinstance(data, list):
        for each in data:
            yield from _described(each, of, depth + 1)
        return
    properties = data.get("properties")
    if isinstance(properties, dict):
        for name, told in properties.items():
            if isinstance(told, dict) and isinstance(told.get("description"), str):
                yield of, str(name), told["description"]
    for name, each in data.items():
        if name != "properties" and not (isinstance(name, str) and name.startswith("x-")):
            within = str(name) if depth and isinstance(each, dict) and "properties" in each else of
            yield from _described(each, within, depth + 1)


_DEEP = 40  # no document nests further, but one that holds itself
