"""One request of an OpenAPI document, with what it says under the keys where it belongs."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.documents.openapi.mends import Mends, renamed
from beliefs.spec.documents.openapi.paths import METHODS, Request
from beliefs.spec.documents.openapi.pieces import mapping, status_of
from beliefs.spec.documents.samples import is_jotting

_KNOWN = frozenset(
    {"summary", "description", "operationId", "parameters", "requestBody", "responses", "security"}
    | {"tags", "deprecated", "servers", "callbacks", "externalDocs", "consumes", "produces"}
    | {"schemes", "title"}
)
_OTHERS = {
    "body": "requestBody",
    "request": "requestBody",
    "payload": "requestBody",
    "params": "parameters",
    "response": "responses",
    "returns": "responses",
    "id": "operationId",
    "name": "operationId",
    "desc": "description",
}
_MEDIA = re.compile(r"[\w.+-]+/[\w.+*-]+(?:;.*)?")
_STATUSES = {
    re.sub(r"\W|_", "", each.name.lower()): each.value for each in HTTPStatus if each.value >= 200
}


def operation(request: Request, mends: Mends) -> dict[str, Any]:
    """What is said of a request, mended; what was amiss is noted.

    >>> request = Request(
    ...     "GET", "/a", {"sumary": "All", "200": {"description": "x"}}, None, ("/a",)
    ... )
    >>> operation(request, Mends())
    {'summary': 'All', 'responses': {'200': {'description': 'x'}}}
    """
    about, trail, told = f"{request.method} {request.path}", request.trail, request.told
    if isinstance(told, str):
        mends.say(f"`{told}` was read as the summary of {about}", *trail)
        told = {"summary": told}
    elif told is not None and not isinstance(told, dict):
        mends.say(f"{about} is no mapping: it was taken as it is", *trail)
    made = renamed(mapping(told), {*_KNOWN, *map(str.lower, METHODS)}, _OTHERS, mends, trail)
    made = _responses(made, about, mends, trail)
    made = _queried(made, mends, trail)
    made = _body(made, about, mends, trail)
    for key in made:
        known = key in _KNOWN or key.upper() in METHODS or str(key).startswith(("x-", "$"))
        if key.upper() in METHODS and not isinstance(made[key], dict):
            mends.say(
                f"{key} stands inside of {about} and says nothing: it was left out", *trail, key
            )
        if not known:
            mends.say(f"`{key}` of {about} is no part of a request: it was left out", *trail, key)
    return made


def identified(
    all_told: list[tuple[Request, dict[str, Any]]], mends: Mends
) -> list[tuple[Request, dict[str, Any]]]:
    """The same with operationIds that are names, each of one request only."""
    seen: dict[str, str] = {}
    made: list[tuple[Request, dict[str, Any]]] = []
    nameless: list[Request] = []
    for request, told in all_told:
        about, name = f"{request.method} {request.path}", str(told.get("operationId") or "").strip()
        rest = {key: each for key, each in told.items() if key != "operationId"}
        trail = (*request.trail, "operationId")
        if not name:
            nameless.append(request)
        elif name in seen:
            said = f"the operationId {name} is that of {seen[name]}: {about} was named by its path"
            mends.say(said, *trail)
        else:
            plain = re.sub(r"\W+", "_", name).strip("_")
            if plain != re.sub(r"[.-]", "_", name):
                mends.say(f"the operationId `{name}` was read as {plain}", *trail)
            seen[name] = about
            rest["operationId"] = plain if plain != re.sub(r"[.-]", "_", name) else name
        made.append((request, rest))
    if nameless:
        first, more = f"{nameless[0].method} {nameless[0].path}", len(nameless) - 1
        said = f"{first} has no operationId: it is named by its path"
        if more:
            said = f"{first} and {more} more have no operationId: they are named by their paths"
        mends.say(said, *nameless[0].trail)
    return made


def _responses(
    told: dict[str, Any], about: str, mends: Mends, trail: tuple[str, ...]
) -> dict[str, Any]:
    """A request with its answers under their statuses."""
    loose = [key for key in told if status_of(str(key))]
    replies = told.get("responses")
    if loose and not replies:
        mends.say(f"the answers of {about} stood beside responses: they were put into it", *trail)
        replies = {key: told[key] for key in loose}
        told = {key: each for key, each in told.items() if key not in loose}
    if isinstance(replies, int):
        mends.say(f"`responses: {replies}` was read as a status", *trail)
        replies = {str(replies): {"description": ""}}
    elif isinstance(replies, str) and re.search(r"\b[1-5]\d\d\b", replies):
        mends.say(f"`responses: {replies}` was read as words about statuses", *trail)
        replies = _in_words(replies)
    elif isinstance(replies, list):
        mends.say("responses were a list", *trail, "responses")
        replies = dict(_one(each) for each in replies)
    if not isinstance(replies, dict) or not replies:
        mends.say("an operation without responses was given the usual ones", *trail)
        return {key: each for key, each in told.items() if key != "responses"}
    made: dict[str, Any] = {}
    for key, each in replies.items():
        status = _status(str(key))
        if str(key) != status and not str(key).startswith("x-"):
            mends.say(f"the status {key} was read as {status}", *trail, str(key))
        if isinstance(key, int):
            mends.say("statuses without quotes were read as texts")
        made[status] = _reply(status, each, mends, (*trail, str(key)))
    return {**told, "responses": made}


def _in_words(text: str) -> dict[str, Any]:
    """Statuses with what is said of each.

    >>> _in_words("204 No Content, 404 if missing")
    {'204': {'description': 'No Content'}, '404': {'description': 'if missing'}}
    """
    pieces = re.split(r"(?:^|[\s,;/|(])([1-5]\d\d)\b", text)[1:]
    return {
        status: {"description": words.strip(" ,;:.-–()")}
        for status, words in zip(pieces[::2], pieces[1::2], strict=True)
    }


def _one(each: Any) -> tuple[str, Any]:
    """One of a list of answers, with its status."""
    if not isinstance(each, dict):
        return str(each).split()[0] if str(each).split() else "200", {"description": str(each)}
    for key in ("status", "code", "statusCode"):
        if key in each:
            return str(each[key]), {name: one for name, one in each.items() if name != key}
    [(key, told), *rest] = each.items() or [("200", each)]
    return (str(key), told) if status_of(str(key)) and not rest else ("200", each)


def _status(key: str) -> str:
    """The status that a key of responses means: "Created", "404 Not Found".

    >>> _status("No Content"), _status("404 Not Found"), _status("default"), _status("ok")
    ('204', '404', 'default', '200')
    """
    if re.fullmatch(r"[1-5]\d\d", key) or key == "default" or key.startswith("x-"):
        return key
    if re.fullmatch(r"[1-5][xX]{2}", key):
        return f"{key[0]}00"
    if match := re.match(r"(?:HTTP )?([1-5]\d\d)\b", key):
        return match[1]
    named = _STATUSES.get(re.sub(r"\W|_", "", key.lower()))
    return str(named) if named else key


def _reply(status: str, told: Any, mends: Mends, trail: tuple[str, ...]) -> Any:
    """An answer whose body stands where it belongs."""
    if isinstance(told, list):
        mends.say(f"the list under {status} was read as the schema of its body", *trail)
        return {"description": "", "content": {"application/json": {"schema": told}}}
    if not isinstance(told, dict):
        return told
    if "$ref" in told and re.search(r"/schemas/|/definitions/", str(told["$ref"])):
        mends.say(f"the schema under {status} was read as that of its body", *trail)
        return {"description": "", "content": {"application/json": {"schema": told}}}
    made = _contents(told, f"the answer {status}", mends, trail)
    if "description" in made or len(made) == 1:
        made = renamed(made, _OF_REPLIES, {"body": "schema"}, mends, trail)
    own = {key: each for key, each in made.items() if key not in _OF_REPLIES}
    own = {key: each for key, each in own.items() if not str(key).startswith(("x-", "$"))}
    if not own or {"content", "schema"} & set(made):
        return made
    mends.say(f"what stands under {status} was read as the schema of its body", *trail)
    if is_jotting(made.get("description")):
        own["description"] = made.pop("description")  # one of the values, and no words about them
    rest = {key: each for key, each in made.items() if key not in own}
    return {"description": "", **rest, "content": {"application/json": {"schema": own}}}


_OF_REPLIES = frozenset({"description", "content", "headers", "links", "schema", "examples"})
_OF_REPLIES |= frozenset({"example", "$ref", "status", "summary"})
_OF_BODIES = frozenset({"description", "content", "required", "$ref", "example", "examples"})
_OF_MEDIA = frozenset({"schema", "example", "examples", "encoding"})


def _contents(
    told: dict[str, Any], about: str, mends: Mends, trail: tuple[str, ...]
) -> dict[str, Any]:
    """A body whose media types stand under `content`, and its schemas under `schema`."""
    content = told.get("content")
    loose = {key: each for key, each in told.items() if _MEDIA.fullmatch(str(key))}
    if loose and not content:
        mends.say(f"the media types of {about} were put under content", *trail)
        told = {key: each for key, each in told.items() if key not in loose}
        content = loose
    if isinstance(content, list):
        mends.say(f"the content of {about} is a list: it was read as a mapping", *trail)
        content = {
            key: each for one in content for key, each in (mapping(one) or {str(one): {}}).items()
        }
    if isinstance(content, str):
        content = {content: {}}
    if not isinstance(content, dict):
        return told
    if content and not any(_MEDIA.fullmatch(str(each)) for each in content):
        mends.say(f"the content of {about} has no media type: JSON was taken", *trail)
        content = {"application/json": content}
    made: dict[str, Any] = {}
    for media, each in content.items():
        plain = {key for key in mapping(each) if not str(key).startswith("x-")}
        if isinstance(each, str | list) or (plain and not plain & _OF_MEDIA):
            mends.say(f"what stands under {media} of {about} was read as its schema", *trail)
            each = {"schema": each}  # noqa: PLW2901
        made[str(media)] = each
    return {**told, "content": made}


def _queried(told: dict[str, Any], mends: Mends, trail: tuple[str, ...]) -> dict[str, Any]:
    """A request whose `query` is a mapping of parameters, or a list of their names."""
    for key in ("query", "queryParams", "queryParameters", "headers"):
        asked = told.get(key)
        if not isinstance(asked, dict | list) or "parameters" in told:
            continue
        place = "header" if key == "headers" else "query"
        mends.say(f"`{key}` was read as parameters in the {place}", *trail, key)
        pairs = asked.items() if isinstance(asked, dict) else ((each, None) for each in asked)
        params = [_param(str(name), each, place) for name, each in pairs]
        told = {name: each for name, each in told.items() if name != key}
        told = {**told, "parameters": [*told.get("parameters", []), *params]}
    return told


def _param(name: str, told: Any, place: str) -> dict[str, Any]:
    made = {"name": name, "in": place}
    if isinstance(told, dict):
        whole = {"schema", "required", "description"} & set(told)
        return {**made, **told} if whole else {**made, "schema": told}
    return made if told is None else {**made, "schema": told}


def _body(told: dict[str, Any], about: str, mends: Mends, trail: tuple[str, ...]) -> dict[str, Any]:
    """A request whose body is one of OpenAPI 3, or none."""
    if "requestBody" not in told:
        return told
    body, here = told["requestBody"], (*trail, "requestBody")
    rest = {key: each for key, each in told.items() if key != "requestBody"}
    if body in (None, {}, []):
        mends.say(f"the requestBody of {about} is empty", *here)
        return {**rest, "requestBody": _as_json({})}
    if isinstance(body, str | list):
        mends.say(f"the requestBody of {about} was read as its schema", *here)
        return {**rest, "requestBody": _as_json(body)}
    if not isinstance(body, dict):
        return told
    if re.search(r"/schemas/|/definitions/", str(body.get("$ref", ""))):
        mends.say(f"the schema of the requestBody of {about} was read as its body's", *here)
        return {**rest, "requestBody": _as_json({"$ref": body["$ref"]})}
    made = _contents(body, f"the body of {about}", mends, here)
    if "content" in made or "$ref" in made:
        return {**rest, "requestBody": made}
    inner = made.get("schema")
    if inner is not None or {"properties", "type"} & set(made):
        mends.say("a request body without a media type was read as JSON", *here)
        fields = {key: each for key, each in made.items() if key != "required" or each is not True}
        return {**rest, "requestBody": _as_json(inner if inner is not None else fields, made)}
    own = {key: each for key, each in made.items() if key not in _OF_BODIES}
    if own:
        mends.say(f"what stands in the body of {about} was read as its schema", *here)
        fields = {key: each for key, each in made.items() if not isinstance(each, bool)}
        return {**rest, "requestBody": _as_json(fields, made)}
    return told


def _as_json(schema: Any, body: dict[str, Any] | None = None) -> dict[str, Any]:
    made: dict[str, Any] = {"content": {"application/json": {"schema": schema}}}
    required = (body or {}).get("required")
    return {**made, "required": required} if isinstance(required, bool) else made
