"""Requests that are called by what they do: `POST /createTask`.

`POST /tasks/close` with the id in the body.

Each is read as the request for a row that it stands for (`POST /tasks`, `POST
/tasks/{taskId}/close`), and keeps
the method and the path that it has on the wire. What a path would name is brought in the body, or
by the query.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Request
from beliefs.spec.brief.names import row_of
from beliefs.spec.understanding.words import is_plural, plural, singular

_CREATE = r"create|add|new|register|make|insert"
_LIST = r"list|getAll|get_all|all|find|search|query"
_GET = r"get|show|read|fetch|view|describe|load"
_DELETE = r"delete|remove|drop|destroy"
_CHANGE = r"update|edit|change|modify|patch"
_CALL = re.compile(
    r"^(?P<verb>[a-z]+(?:All|_all)?)(?:(?P<noun>[A-Z][A-Za-z]*)|[_-](?P<other>[a-z][a-z_-]*))?$"
)


class Call(NamedTuple):
    """What a path says by its verb and its noun."""

    verb: str
    noun: str  # as rows are called, or what of a row is meant
    before: str  # the path before it


def as_rows(brief: Brief) -> None:
    """Read the calls of a goal as requests for rows.

    Where some call makes rows that others are about.
    """
    calls = {id(each): call for each in brief.requests if (call := _call(each)) is not None}
    nouns = {
        singular(x.noun): x.before
        for x in calls.values()
        if re.fullmatch(_CREATE, x.verb) and x.noun
    }
    if not nouns or len(calls) < 2:
        return
    for request in brief.requests:
        call = calls.get(id(request))
        if call is not None:
            _rewrite(request, call, nouns)


def _call(request: Request) -> Call | None:
    parts = request.segments
    if request.method not in {"GET", "POST"} or not parts or any(x.startswith("{") for x in parts):
        return None
    found = _CALL.match(parts[-1])
    before = "".join(f"/{x}" for x in parts[:-1])
    verbs = f"{_CREATE}|{_LIST}|{_GET}|{_DELETE}|{_CHANGE}"
    if found is not None and (found["noun"] or found["other"]):
        return Call(found["verb"], _spoken(found["noun"] or found["other"]), before)
    if (
        found is not None and len(parts) > 1 and re.fullmatch(verbs, found["verb"])
    ):  # `/tasks/create`
        return Call(found["verb"], singular(parts[-2].lower()), before.rsplit("/", 1)[0])
    if (
        found is not None
        and len(parts) > 1
        and request.method == "POST"
        and not is_plural(parts[-1])
    ):  # `/tasks/close`
        return Call(found["verb"], singular(parts[-2].lower()), before.rsplit("/", 1)[0])
    return Call(found["verb"], "", before) if found is not None else None


def _spoken(noun: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", noun).replace("-", "_").lower()


def _rewrite(request: Request, call: Call, nouns: dict[str, str]) -> None:
    names = _brought(request)
    noun = singular(call.noun)
    tail = ""
    if noun not in nouns:  # `/checkIn` with a habitId, `/taskHistory`
        noun = next((x for x in nouns if _key(x, names)), "")
        tail = (
            re.sub(rf"^{noun}_", "", call.noun)
            if call.noun.startswith(f"{noun}_") or re.fullmatch(_GET, call.verb)
            else request.tail
        )
    if noun not in nouns:
        return
    rows = f"{nouns[noun]}/{plural(noun)}"
    key = _key(noun, names)
    method, path = _as_rows(
        call, rows, key, tail, listed=is_plural(call.noun) and call.noun != noun
    )
    if not path:
        return
    request.wire = (request.method, request.path)
    request.method, request.path = method, path
    if method == "GET":
        request.query = {n: request.query.get(n, "") for n in names if n != key}


def _as_rows(call: Call, rows: str, key: str, tail: str, *, listed: bool) -> tuple[str, str]:
    """The method and the path of the request for rows that a call stands for."""
    one = f"{rows}/{{{key}}}" if key else ""
    if tail:
        reads = re.fullmatch(_GET, call.verb) is not None
        return ("GET" if reads else "POST", f"{one}/{tail}" if one else "")
    if re.fullmatch(_CREATE, call.verb):
        return "POST", rows
    if re.fullmatch(_LIST, call.verb) or (listed and re.fullmatch(_GET, call.verb)):
        return "GET", rows
    for verbs, method in ((_GET, "GET"), (_DELETE, "DELETE"), (_CHANGE, "PATCH")):
        if re.fullmatch(verbs, call.verb):
            return method, one
    return "POST", f"{one}/{call.verb}" if one else ""


def _key(noun: str, names: list[str]) -> str:
    camel = re.sub(r"_(\w)", lambda each: each[1].upper(), noun)
    return next((x for x in (f"{camel}Id", f"{noun}_id", "id", noun) if x in names), "")


def _brought(request: Request) -> list[str]:
    """The names that a call is brought, as far as they are told by a sketch, a row or the query."""
    names = [*request.query, *(x.name for x in request.lines if x.role in {"body", "query", ""})]
    for one in request.said:
        text = re.split(r"->|\b20[014]\b|\breturns?\b|\banswers?\b|\bout:", one.text)[0]
        for mark in re.findall(r"⟦\d+⟧", text):
            names += one.sketch(mark).names
        for code in one.codes:
            if re.search(rf"\b{re.escape(code)}\b", text):
                names.append(code)
        found = re.match(r"(?i)^\W*(?:body|in|params|parameters|takes|with)\b:? ?", text)
        if found is not None:
            names += [each.name for each in row_of(text, found.end(), frozenset(), one.codes)[0]]
    return list(dict.fromkeys(names))
