"""The requests of an OpenAPI document by their paths, however the paths are written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

from beliefs.spec import patterns as re
from beliefs.spec.documents.openapi.mends import Mends
from beliefs.spec.documents.openapi.pieces import mapping
from beliefs.spec.operations import Method

METHODS = tuple(each for each in get_args(Method) if each != "WEBSOCKET")
_METHOD = "|".join(METHODS)
_BESIDE = {"PARAMETERS", "SUMMARY", "DESCRIPTION", "SERVERS", "$REF", "TAGS", "TRACE"}


class Request(NamedTuple):
    """A method and a path, what is said of it, and the keys on the way to it."""

    method: str
    path: str
    told: Any
    shared: Any  # parameters of all requests to this path
    trail: tuple[str, ...]


def requests(data: dict[str, Any], mends: Mends) -> list[Request]:
    """Every request that a document describes.

    >>> mends = Mends()
    >>> [(each.method, each.path) for each in requests({"paths": {"GET notes/:id": {}}}, mends)]
    [('GET', '/notes/{id}')]
    >>> mends.made[1].said
    'the path notes/:id was read as /notes/{id}'
    """
    found: list[Request] = []
    last = ""
    for key, item in _items(data, mends):
        if key.startswith("x-"):
            continue
        if key.upper() in METHODS and last:
            mends.say(f"{key} stood beside {last}: it was read as one of its methods", key)
            found.append(Request(key.upper(), last, item, None, (key,)))
            continue
        method, path, params = _spelled(key, mends)
        last = path
        if method:
            found.append(Request(method, path, item, params, (key,)))
            continue
        found += _methods(path, item, params, (key,), mends)
    return found


def _items(data: dict[str, Any], mends: Mends) -> Iterator[tuple[str, Any]]:
    """What stands under `paths`, or where it was put instead."""
    paths = data.get("paths")
    if isinstance(paths, list):
        mends.say("paths is a list: each of it was taken", "paths")
        paths = {key: each for one in paths for key, each in _listed(one)}
    inside = paths if isinstance(paths, dict) else {}
    yield from ((str(key), each) for key, each in inside.items())
    for key, each in data.items():
        if not str(key).startswith("/"):
            continue
        if inside:
            mends.say(f"{key} stood beside paths: it was read as one of them", str(key))
        else:
            mends.say("paths stood at the top of the document")
        yield str(key), each


def _listed(one: Any) -> Iterator[tuple[str, Any]]:
    """The paths of one item of a list: `/notes: …`, or `path: /notes` with a method."""
    path = mapping(one).get("path") or mapping(one).get("url")
    method = str(mapping(one).get("method") or "").upper()
    if isinstance(path, str):
        rest = {key: each for key, each in one.items() if key not in {"path", "url", "method"}}
        yield (f"{method} {path}", rest) if method in METHODS else (path, rest)
        return
    empty = [key for key, each in mapping(one).items() if str(key).startswith("/") and not each]
    if len(empty) == 1 and len(one) > 1:  # its methods are indented too little
        yield str(empty[0]), {key: each for key, each in one.items() if key != empty[0]}
        return
    yield from ((str(key), each) for key, each in mapping(one).items())


def _methods(
    path: str, item: Any, params: list[Any], trail: tuple[str, ...], mends: Mends
) -> Iterator[Request]:
    if isinstance(item, list):
        mends.say(f"the methods of {path} were a list", *trail)
        item = {
            key: told for each in item for key, told in (mapping(each) or {str(each): None}).items()
        }
    shared = mapping(item).get("parameters")
    both = [*params, *shared] if isinstance(shared, list) else (shared or params)
    for method, told in mapping(item).items():
        upper = str(method).upper()
        if upper not in METHODS:
            if not str(method).startswith("x-") and upper not in _BESIDE:
                mends.say(f"{method} of {path} is no method: it was left out", *trail, str(method))
            continue
        if method != str(method).lower():
            mends.say(f"{method} was read as {str(method).lower()}", *trail, str(method))
        here = (*trail, str(method))
        yield Request(upper, path, told, both, here)
        yield from _within(path, told, both, here, mends)


def _within(
    path: str, told: Any, shared: Any, trail: tuple[str, ...], mends: Mends
) -> Iterator[Request]:
    """Methods that are indented too far, and so stand inside of another."""
    for key, each in mapping(told).items():
        if str(key).upper() in METHODS and isinstance(each, dict):
            mends.say(f"{key} stood inside of {trail[-1]} {path}: it was taken out", *trail, key)
            yield Request(str(key).upper(), path, each, shared, (*trail, str(key)))


_PARAM = (
    (re.compile(r"<(?:\w+:)?(\w+)>"), r"{\1}"),
    (re.compile(r"(?<=/):(\w+)"), r"{\1}"),
    (re.compile(r"\{(\w+):[^{}]*\}"), r"{\1}"),
    (re.compile(r"\{\s+(\w+)\s*\}|\{(\w+)\s+\}"), r"{\1\2}"),
    (re.compile(r"\$\{(\w+)\}|\{\{(\w+)\}\}"), r"{\1\2}"),
)


def _spelled(key: str, mends: Mends) -> tuple[str, str, list[Any]]:
    """The method that a path begins with, if any; the path as it is meant; what it asks for."""
    method, path = "", key.strip()
    if match := re.fullmatch(rf"(?i)({_METHOD})[ :]+(\S+)", path):
        mends.say(f"`{key}` was read as a method and a path", key)
        method, path = match[1].upper(), match[2]
    before = path
    path = re.sub(r"^https?://[^/]+", "", path)
    path, _, query = path.partition("?")
    for pattern, instead in _PARAM:
        path = pattern.sub(instead, path)
    path = re.sub(r"//+", "/", f"/{path.lstrip('/')}")
    names = re.findall(r"(?:^|&)\{?(\w+)", query)
    if before != path:
        asks = f" with the query {', '.join(names)}" if names else ""
        mends.say(f"the path {before} was read as {path}{asks}", key)
    return method, path, [{"name": each, "in": "query"} for each in names]
