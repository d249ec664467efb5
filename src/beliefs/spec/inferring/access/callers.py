"""Callers who say in a header who they are, and are believed: `X-User: ada`.

The name is an input like others; where rows are somebody's, they are that name's.
"""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Contract, Param, Route, Security, Shape
from beliefs.spec.documents.letters import pattern_of
from beliefs.spec.documents.words import plain
from beliefs.spec.entities import Key
from beliefs.spec.inferring.access.accounts import only_below
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Input
from beliefs.spec.types import Type

_HEADER = re.compile(
    r"(?i)(?:X-)?(?:User|Username|Caller|Actor|Member|Author|Owner|Person|Player|Customer|Account)"
    r"(?:-?(?:Name|Id))?"
)
_TOLD = re.compile(
    r"\b(X-(?:User|Username|Caller|Actor|Member|Author|Owner|Person|Player|Customer|Account)"
    r"(?:-?(?:Name|Id|ID))?)\b"
)
_ALL = re.compile(r"(?i)\b(?:every|each|all) (?:\w+ )?(?:requests?|calls?|routes?|endpoints?)\b")


def named(contract: Contract) -> Contract:
    """The contract with the header in which callers name themselves as what secures it, if any."""
    if any(_lets_in(each) for each in contract.routes):
        return contract
    header = _declared(contract) or _spoken(contract)
    security = contract.security
    if not header or (security is not None and (security.variable or security.keys)):
        return contract
    if security is not None and security.name.lower() != header.lower():
        return contract
    everywhere = not _declared(contract)
    routes = tuple(
        replace(each, secured=True)
        if (everywhere and not _makes_callers(each, header)) or _has(each, header)
        else each
        for each in contract.routes
    )
    source = contract.routes[0].source if contract.routes else ""
    shown = security or Security("header", header, source)
    return replace(contract, routes=routes, security=shown, caller=header)


def _makes_callers(route: Route, header: str) -> bool:
    """Whether a route makes those who then name themselves by their keys."""
    thing = re.sub(r"(?i)^x-|-?(?:id|name)$", "", header).lower()
    last = route.path.rstrip("/").rsplit("/", 1)[-1].lower()
    return route.method == "POST" and plain(header).endswith("id") and last == f"{thing}s"


def _lets_in(route: Route) -> bool:
    names = route.body.names if route.body is not None else ()
    return route.method == "POST" and any("password" in each.lower() for each in names)


def _declared(contract: Contract) -> str:
    params = [each for route in contract.routes for each in route.params]
    return next((each.name for each in params if _is_caller(each)), "")


def _is_caller(param: Param) -> bool:
    return param.place == "header" and bool(_HEADER.fullmatch(param.name))


def _has(route: Route, header: str) -> bool:
    return any(each.place == "header" and each.name == header for each in route.params)


def _spoken(contract: Contract) -> str:
    """The header that prose says every request has."""
    for text in (contract.summary, *(text for _, text in contract.prose)):
        for sentence in re.split(r"(?<=[.!?])\s+", text):
            found = _TOLD.search(sentence)
            if found and (_ALL.search(sentence) or re.search(r"(?i)\bheader\b", sentence)):
                return found[1]
    return ""


def caller_input(writer: Writer, route: Route) -> Input:
    """The input that holds the name; where it is missing, the effect may say so itself."""
    header = writer.accounts.caller
    users = writer.accounts.users
    assert users is not None
    kind = users.key_type
    pattern = _pattern(writer) if not _refused(writer, route) else ""
    kind = replace(kind, pattern=pattern) if kind.kind == "string" and pattern else kind
    return Input(_name(header), "header", kind, required=not _refused(writer, route), named=header)


def _name(header: str) -> str:
    return re.sub(r"\W", "_", header.lower())


def _refused(writer: Writer, route: Route) -> int:
    """The status of a request without a name; 0 where nothing is said of it."""
    said = " ".join([writer.contract.summary, *(text for _, text in writer.contract.prose)])
    told = re.search(rf"(?i){re.escape(writer.accounts.caller)}[^.]*\b(40[013])\b", said)
    told = told or re.search(r"(?i)\bwithout (?:it|one|the header)\b[^.]*\b(40[013])\b", said)
    if told:
        return int(told[1])
    faults = any(each.status == 401 for each in writer.contract.faults)
    return 401 if 401 in route.statuses or faults else 0


def _pattern(writer: Writer) -> str:
    """How the name of a caller is spelled, by the schema of the header or by words about it."""
    header = writer.accounts.caller
    params = [each for route in writer.contract.routes for each in route.params]
    for each in params:
        if each.place == "header" and each.name == header:
            told = each.shape.type.pattern or pattern_of(each.shape.words)
            if told:
                return told if each.shape.type.pattern else f"^{told}$"
    for _, text in writer.contract.prose:
        for sentence in sentences(text):
            behind = sentence.partition(header)[2]
            if told := pattern_of(behind) if header in sentence else "":
                return f"^{told}$"
    return ""


def caller_lines(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """An effect that knows its caller by the name in the header."""
    users = writer.accounts.users
    assert users is not None
    given = f"input.{_name(writer.accounts.caller)}"
    guards = []
    if status := _refused(writer, route):
        said = f"{writer.accounts.caller} is missing"
        way = writer.refuse(route, "unauthenticated", said, "without missing header", (status,))
        guards = [f"guard {given} else {way}"]
        if users.key.style == "given" and (pattern := _pattern(writer)):
            bare = json.dumps(pattern.removeprefix("^").removesuffix("$"))
            guards = [f"guard matches({given}, {bare}) else {way}"]
    if writer.accounts.pretended:
        lines = [re.sub(r"\bme\.name\b", given, each) for each in lines]
        return [*guards, *(_without(each, writer.accounts.caller) for each in lines)]
    way = writer.refuse(route, "unauthenticated", "Unknown caller", "unknown user", (401,))
    read = f"let me = first({users.name}[where .{users.key.name} = {given}])"
    rest = [_without(each, writer.accounts.caller) for each in lines]
    return [*guards, read, f"guard me != null else {way}", *rest]


def _without(line: str, header: str) -> str:
    """The same, without the header among what is kept of a request."""
    return line.replace("given(input)", f'drop(given(input), "{header}")')


def believed(header: str, kept: Kept) -> Holding:
    """The accounts that a header names; made up, where only names of them are known."""
    own = re.sub(r"(?i)^x-|-?(?:id|name)$", "", header).lower()
    words = (own, "user", "member", "person", "player", "customer", "account", "author")
    called = [each for word in words if (each := kept.called(word)) is not None]
    known = [each for each in called if not only_below(each, kept)]
    if known and plain(header).endswith("id") and known[0].key.style in {"integer", "uuid"}:
        known[0].account = True
        return known[0]
    made = Holding("Caller", "caller", set(), [], Shape(Type("record")), account=True)
    made.key = Key("name", "given")
    params = [each for route in kept.contract.routes for each in route.params]
    numbers = any(each.name == header and each.shape.type.kind == "integer" for each in params)
    made.key_type = Type("integer" if numbers else "string")
    return made
