"""Many at once, each by itself: which routes are such batches, and what is done with one item.

`POST /contacts/batch` does with each of a list what `POST /contacts` does with one. So a batch is
not read by itself: its item is given to the route for one, made up where the document has none, and
what that route does is done for every item (`apart`), with what became of it in the answer.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import records, sentences
from beliefs.spec.documents.contract import (
    ANYTHING,
    Contract,
    Param,
    Reply,
    Route,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.places import same_thing, steps
from beliefs.spec.documents.samples import sample
from beliefs.spec.documents.words import plain, snaked, words
from beliefs.spec.types import Type

WHERE = {"index", "position", "idx", "i", "itemindex", "line", "row", "number", "nr", "no"}
WHY = {
    "error",
    "message",
    "reason",
    "detail",
    "details",
    "errors",
    "why",
    "problem",
    "errormessage",
}
WHETHER = {"ok", "success", "succeeded", "created", "valid", "accepted", "deleted", "updated"}
HOW = {"status", "result", "outcome", "state", "code", "statuscode"}
_APART = re.compile(
    r"(?i)\b(?:on its own|by itself|independently|separately|individually|one after the other|"
    r"(?:per|for (?:each|every)) (?:\w+ )?(?:item|entry|row|record|id|movement|element)|"
    r"one result (?:per|for)|partial(?:ly)?|the (?:others|rest)|other (?:items|ones)|"
    r"those that are)\b"
)
_BATCH = {
    "batch",
    "bulk",
    "many",
    "batches",
    "multiple",
    "multi",
    "several",
    "import",
    "mass",
    "all",
}


@dataclass(frozen=True, slots=True)
class Batch:
    """A route that is brought many, the name of its list, the route for one, and what is told."""

    route: Route
    listed: str  # empty where the body is the list
    item: Shape
    twin: tuple[str, str]  # its method and path
    outer: Shape | None  # what the answer has; None where it is only the list of what became
    outcomes: tuple[Shape, ...]  # samples of what is told of an item
    at: int  # its place among the routes
    made_up: bool = False  # whether the document does not have the route for one


def taken_out(contract: Contract) -> tuple[Contract, tuple[Batch, ...]]:
    """A contract without its batches, with a route for one item of each; and the batches."""
    found: list[Batch] = []
    routes = list(contract.routes)
    for at, brought in enumerate(contract.routes):
        route = _listing(brought, contract)
        routes[routes.index(brought)] = route
        told = _told(route)
        if told is None:
            continue
        listed, item, outer, outcomes = told
        others = [each for each in routes if each is not route]
        known = _twin(route, item, others)
        twin = known or _made_up(route, item, others)
        if twin is None:
            continue
        routes[routes.index(route) : routes.index(route) + 1] = [] if known else [twin]
        place = (twin.method, twin.path)
        found.append(Batch(route, listed, item, place, outer, outcomes, at, known is None))
    return (replace(contract, routes=tuple(routes)) if found else contract), tuple(found)


_LIST_OF = re.compile(
    r"(?i)\b(?:takes?|accepts?|expects?|wants?|gets?|sends?|body:?(?: is)?|imports?)\b[^.;]{0,20}?"
    r"\b(?:array|list) of (?:the |such |new )?(\w+)"
)


def _listing(route: Route, contract: Contract) -> Route:
    """A route that is brought a list of what another makes one of, where only words say so."""
    told = _LIST_OF.search(route.words) if route.method == "POST" and route.body is None else None
    if told is None or route.consumes not in {"", "application/json"}:
        return route
    for each in contract.routes:
        last = each.path.rstrip("/").rpartition("/")[2]
        made = each.method == "POST" and is_record(each.body) and same_thing(told[1], last)
        if made and each is not route:
            return replace(route, body=Shape(Type("list"), item=each.body))
    return route


def _told(route: Route) -> tuple[str, Shape, Shape | None, tuple[Shape, ...]] | None:
    """The list that a route is brought and what it tells of every item; None where it tells not."""
    body = route.body
    if route.method == "GET" or body is None or route.consumes not in {"", "application/json"}:
        return None
    lists = [each for each in body.properties if is_list(each.shape)]
    if is_list(body):
        listed, item = "", body.item
    elif len(lists) == 1 and len(body.properties) == 1:
        listed, item = lists[0].name, lists[0].shape.item
    else:
        return None
    if item is None or (is_record(item) and not item.properties):
        return None
    outer, outcomes = _answered(route, listed)
    if not outcomes:
        return None
    return listed, item, outer, outcomes


def _answered(route: Route, listed: str) -> tuple[Shape | None, tuple[Shape, ...]]:
    """What an answer has, and samples of what it tells of items."""
    fine = [each for each in route.replies if 200 <= each.status < 300 and each.shape is not None]
    shape = fine[0].shape if fine else None
    shown = _shown(fine[0]) if fine else []
    if shape is None:
        return _spoken(route, listed)
    if is_list(shape) and shape.item is not None:
        told = [each for one in (shown or _unlike(shape)) if isinstance(one, list) for each in one]
        outcomes = _samples(told) or (shape.item,)
        return None, outcomes if _is_outcome(outcomes) else ()
    if not is_record(shape):
        return None, ()
    for part in shape.properties:
        if not is_list(part.shape) or part.shape.item is None:
            continue
        told = [
            each
            for one in shown
            if isinstance(one, dict) and isinstance(one.get(part.name), list)
            for each in one[part.name]
        ] or [each for one in _unlike(part.shape) for each in one]
        outcomes = _samples(told) or (part.shape.item,)
        if _is_outcome(outcomes):
            return shape, outcomes
    # Two lists: those that went well, and those that did not.
    sides = [side(each.name) for each in shape.properties]
    if "well" in sides and "ill" in sides and any(is_list(each.shape) for each in shape.properties):
        return shape, (Shape(ANYTHING),)
    # Nothing but counts: `{"imported": 3, "skipped": 1}`.
    kinds = {each.shape.type.kind for each in shape.properties}
    if "well" in sides and {"ill", "again"} & set(sides) and all(sides) and kinds <= {"integer"}:
        return shape, (Shape(ANYTHING),)
    return None, ()


def _shown(reply: Reply) -> list[object]:
    texts = [reply.example, *reply.examples]
    found: list[object] = []
    for each in texts:
        try:
            found.append(json.loads(each))
        except ValueError:
            continue
    return found


def _unlike(shape: Shape) -> list[list[object]]:
    """The items of a list as they are shown, where they are not all alike."""
    return [json.loads(shape.example)] if shape.example.startswith("[") else []


def _samples(values: list[object]) -> tuple[Shape, ...]:
    found = [sample(json.dumps(each), brought=False) for each in values if isinstance(each, dict)]
    return tuple(each.shape for each in found if each is not None)


def _spoken(route: Route, listed: str) -> tuple[Shape | None, tuple[Shape, ...]]:
    """The same by records in the words of a route: `{"booked": n, "results": [...]}`."""
    outer: Shape | None = None
    outcomes: list[Shape] = []
    for start, end in records(route.words):
        told = sample(route.words[start:end], brought=False)
        shape = told.shape if told is not None else None
        if shape is None or (listed and is_record(shape) and shape.part(listed) is not None):
            continue
        if is_record(shape) and any(side(each) for each in shape.names) and not _tells(shape):
            outer = shape
        elif is_record(shape) and _tells(shape):
            outcomes.append(shape)
    return outer, tuple(outcomes) if _is_outcome(tuple(outcomes)) else ()


def _tells(shape: Shape) -> bool:
    names = {plain(each) for each in shape.names}
    truths = [
        each
        for each in shape.properties
        if each.shape.type.kind == "boolean" and is_truth(each.name)
    ]
    return bool(truths or names & {"index", "error", "reason"} or ("status" in names))


def _is_outcome(samples: tuple[Shape, ...]) -> bool:
    """Whether records say what became of items, and that it may go wrong."""
    names = {plain(name) for each in samples for name in each.names}
    kinds = {plain(part.name): part.shape.type.kind for each in samples for part in each.properties}
    truth = any(kind == "boolean" and is_truth(name) for name, kind in kinds.items())
    status = bool(names & {"status", "result", "outcome", "statuscode"})
    return (truth or status or bool(names & {"error", "reason"})) and (
        len(samples) > 1 or bool(names & WHY) or truth
    )


_WELL = {"created", "succeeded", "success", "successes", "successful", "imported", "booked", "ok"}
_WELL |= {"good", "accepted", "added", "inserted", "stored", "saved", "updated", "deleted"}
_WELL |= {
    "removed",
    "cancelled",
    "done",
    "completed",
    "passed",
    "valid",
    "applied",
    "sent",
    "moved",
}
_ILL = {"failed", "failures", "failure", "errors", "rejected", "bad", "refused", "invalid", "error"}
_ILL |= {"missing", "notfound", "unknown", "errorcount", "failedcount", "unsuccessful", "wrong"}
_AGAIN = {"skipped", "duplicates", "duplicate", "existing", "ignored", "conflicts"}
_ALL = {"total", "count", "processed", "received", "items", "size"}


def side(name: str) -> str:
    """Which items a name of an answer is about: "well", "ill", "again" (there already), "all".

    >>> side("created"), side("not_found"), side("skipped"), side("results")
    ('well', 'ill', 'again', '')
    """
    bare = plain(name)
    for stem in (bare, bare.removesuffix("count"), bare.removeprefix("num")):
        for found, named in (("well", _WELL), ("ill", _ILL), ("again", _AGAIN), ("all", _ALL)):
            if stem in named:
                return found
    return ""


def is_truth(name: str) -> bool:
    """Whether a truth of this name says that all went well with an item.

    >>> is_truth("ok"), is_truth("applied"), is_truth("urgent")
    (True, True, False)
    """
    return plain(name) in WHETHER | HOW or side(name) == "well" or plain(name).endswith("ed")


def _deed(route: Route) -> str:
    """What the last step of a batch's path says that is done, but that it is many.

    >>> from beliefs.spec.documents.contract import Route
    >>> _deed(Route("POST", "/tasks/bulk-complete")), _deed(Route("POST", "/tasks/batch"))
    ('complete', '')
    """
    last = route.path.rstrip("/").rpartition("/")[2]
    rest = [each for each in words(last) if each.lower() not in _BATCH | {"json"}]
    return "_".join(rest) if len(rest) < len(words(last)) else ""


def _above(route: Route) -> str:
    """The path that a batch is of: without its last step, where that only says so."""
    head, _, last = route.path.rstrip("/").rpartition("/")
    named = [each.lower() for each in words(last)]
    bulk = any(each in _BATCH for each in named)
    return head if bulk else route.path.rstrip("/")


def _brought(route: Route) -> tuple[set[str], set[str]]:
    """The names that a route is brought, and those that it needs."""
    path = set(re.findall(r"\{(\w+)\}", route.path))
    asked = {each.name for each in route.params if each.place == "query"}
    body = route.body.names if route.body is not None and is_record(route.body) else ()
    needed = {each.name for each in route.params if each.place == "query" and each.required}
    parts = route.body.properties if route.body is not None else ()
    needed |= {each.name for each in parts if each.required}
    return path | asked | set(body), path | needed


def _twin(route: Route, item: Shape, others: list[Route]) -> Route | None:
    """The route that does with one what a batch does with many."""
    own = set(re.findall(r"\{(\w+)\}", route.path))
    above = _above(route)
    found: list[tuple[int, Route]] = []
    for each in others:
        if _told(each) is not None:
            continue
        names, needed = _brought(each)
        near = _near(above, each, item, _deed(route), route.method)
        if not near:
            continue
        if is_record(item):
            fits = set(item.names) | own >= needed and set(item.names) <= names
        else:
            keys = set(re.findall(r"\{(\w+)\}", each.path)) - own
            fits = len(keys) == 1 and needed <= keys | own
        if fits:
            found.append((near, each))
    return max(found, key=lambda each: each[0])[1] if found else None


def _near(above: str, other: Route, item: Shape, deed: str, method: str) -> int:
    """How near a route is to what a batch does; 0 where it is something else."""
    bare = re.sub(r"\{\w+\}", "{}", other.path.rstrip("/"))
    base = re.sub(r"\{\w+\}", "{}", above)
    same = {method, "PUT" if method == "PATCH" else "PATCH"} if method != "POST" else {"POST"}
    if deed:
        tail = plain(snaked(bare.rpartition("/")[2]))
        if bare.startswith(f"{base}/{{}}/") and tail == plain(deed) and other.method == "POST":
            return 5
        verbs = {"create": "POST", "add": "POST", "delete": "DELETE", "update": "PATCH"}
        method = verbs.get(deed, method)
        same = {method}
        if method == "POST" and deed not in verbs:
            return 0
    if not is_record(item):
        return 4 if bare == f"{base}/{{}}" and other.method in same and method != "POST" else 0
    if other.method in same and bare == base:
        return 4
    if other.method in same and bare == f"{base}/{{}}" and method != "POST":
        return 4
    if method == "POST" and other.method == "GET" and bare == base:
        return 1
    last = bare.rpartition("/")[2]
    names, needed = _brought(other)
    keyed = set(re.findall(r"\{(\w+)\}", other.path)) <= set(item.names) == names == needed
    if method == other.method == "POST" and "{" in bare and keyed and not last.startswith("{"):
        return 2
    if method == "POST" and other.method == "POST" and same_thing(last, base.rpartition("/")[2]):
        return 3
    return 0


def _made_up(route: Route, item: Shape, others: list[Route]) -> Route | None:
    """A route for one item, of which the document only has the batch: it makes or drops a row."""
    above, deed = _above(route), _deed(route)
    if not steps(above) or deed not in {"", "create", "add", "delete", "remove"}:
        return None
    drops = route.method == "DELETE" or deed in {"delete", "remove"}
    if not is_record(item):
        key = _key(route, others, above)
        if not drops:
            return None
        shape = Shape(item.type)
        return Route(
            "DELETE",
            f"{above}/{{{key}}}",
            params=(*_own(route), Param(key, "path", shape, required=True)),
            replies=(Reply(204), Reply(404)),
            source=route.source,
        )
    lists = [
        each
        for each in others
        if each.method == "GET"
        and each.path.rstrip("/").startswith(above)
        and not _brought(each)[1]
    ]
    if route.method != "POST" or drops or not lists:
        return None
    once = told_once(route, item)
    clash = f"409 if a {once} exists already" if once else ""
    return Route(
        "POST",
        above,
        words=f"{_of_one(route)}. {clash}" if once else _of_one(route),
        params=_own(route),
        body=replace(item, type=Type("record")),
        consumes="application/json",
        replies=(Reply(201), *((Reply(409, words=clash),) if once else ())),
        secured=route.secured,
        source=route.source,
    )


_THERE = re.compile(
    r"(?i)\b(?:already|known|existing|exists?|duplicates?|taken|there before|is there|are there)\b"
)
_SKIPPED = re.compile(
    r"(?i)\b(?:skipp?(?:ed|s)|ignored?s?|left (?:out|alone|as)|not (?:imported|added|changed))\b"
)
_UNFIT = re.compile(
    r"(?i)\b(?:(?:in|not )valid|malformed|broken|wrong|bad|faulty|(?:do(?:es)?|did) not fit|"
    r"don't fit|(?:can ?not|can't|could not) be (?:read|parsed|imported)|missing|incomplete|"
    r"unusable|without an?|fails?|failed|errors?|no number)\b"
)


def told_once(route: Route, item: Shape) -> str:
    """The name by which words say that items that are there already are left out; else nothing."""
    for sentence in sentences(said_of(route)):
        if _THERE.search(sentence) and _SKIPPED.search(sentence):
            named = (each for each in item.names if re.search(rf"(?i)\b{each}s?\b", sentence))
            return next(named, "")
    return ""


def skips_unfit(route: Route) -> bool:
    """Whether words say that what does not fit is left out, as what is there already is."""
    told = sentences(said_of(route))
    return any(_UNFIT.search(each) and _SKIPPED.search(each) for each in told)


def said_of(route: Route) -> str:
    """All that is said of a route and of its answer when all goes well, but the records in it."""
    text, shorter = "", f"{route.words}. {route.good.words if route.good else ''}"
    while text != shorter:
        text, shorter = shorter, re.sub(r"\{[^{}]*\}", "", shorter)
    return text


def _own(route: Route) -> tuple[Param, ...]:
    return tuple(each for each in route.params if each.place == "path")


def _key(route: Route, others: list[Route], above: str) -> str:
    """What paths call the key of the rows at a path."""
    for each in others:
        match = re.fullmatch(rf"{re.escape(above)}/\{{(\w+)\}}.*", each.path)
        if match:
            return match[1]
    del route
    return "id"


def _of_one(route: Route) -> str:
    """What the words about a batch say of one of its items."""
    told = re.sub(
        r"(?i)\b(?:rules|the rules|what holds) for (?:an|each|every) \w+: ?", "", route.words
    )
    return ". ".join(each for each in re.split(r"(?<=\w)\. ", told) if not _APART.search(each))
