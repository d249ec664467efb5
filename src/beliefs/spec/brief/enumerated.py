"""Requests named by their methods alone: "at /staff: POST, GET, GET /staff/{id} and DELETE"."""

from __future__ import annotations

from beliefs.spec import patterns as re

METHODS = r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)"
_PATH = r"[`*]*(/[^\s`*,;|()\[\]\"]*[^\s`*,;|()\[\]\".:])[`*]*"
_AND = r"(?:\s*[,/&|]\s*(?:and\s+|or\s+)?|\s+(?:and|or|plus)\s+)"
_ONE = rf"[`*]*\b{METHODS}\b[`*]*(?:\s+{_PATH})?"
# A place with its methods behind it, and a row of methods some of which name their own place.
_BEHIND = re.compile(
    rf"(?P<at>(?<![\w/]){_PATH})(?P<link>\s*(?::|\(|->|-|=|with|supports?|accepts?|offers?|has|"
    rf"takes|answers|by|via|through)\s*(?:only\s+|the methods\s+)?)(?P<row>{_ONE}(?:{_AND}{_ONE})*)"
    r"(?=\s*(?:[.;)]|$|,? (?:where|which|all|each|only)\b))"
)
_ROW = re.compile(rf"{_ONE}(?:{_AND}{_ONE})+(?=\s*(?:[.;)]|$))")
_EACH = re.compile(rf"([`*]*\b)({METHODS})(\b[`*]*)(?:\s+{_PATH})?")


def spelled_out(text: str) -> str:
    """A sentence in which every method that stands in such a row has its path.

    >>> spelled_out("At /staff: POST, GET, GET /staff/{id} and DELETE.")
    'At /staff: POST /staff, GET /staff, GET /staff/{id} and DELETE /staff/{id}.'
    >>> spelled_out("PUT and DELETE /a answer 204.")
    'PUT and DELETE /a answer 204.'
    """
    text = _BEHIND.sub(lambda one: one["at"] + one["link"] + _with(one["row"], one[2]), text)
    return _ROW.sub(lambda one: _with(one[0], ""), text)


def _with(row: str, path: str) -> str:
    """A row of methods, in which those that belong to the path before them have it too."""
    found = list(_EACH.finditer(row))
    out, at = list[str](), 0
    for number, each in enumerate(found):
        out.append(row[at : each.start()])
        at = each.end()
        path = each[4] or path
        behind = not each[4] and path and not _ahead(found, number)
        out.append(f"{each[0]} {path}" if behind else each[0])
    return "".join([*out, row[at:]])


def _ahead(found: list[re.Match[str]], at: int) -> bool:
    """Whether a method belongs to the next path: "GET, PATCH and DELETE /a/{id}"."""
    end = next((x for x in range(at, len(found)) if found[x][4]), None)
    if end is None:
        return False
    start = next((x + 1 for x in range(at, -1, -1) if found[x][4]), 0)
    methods = [each[2] for each in found[start : end + 1]]
    return len({*methods}) == len(methods) and not (
        "POST" in methods and found[end][4].rstrip("`*").endswith("}")
    )
