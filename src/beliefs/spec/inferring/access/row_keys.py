"""Secrets of single rows, as documents tell of them: who gives one out, and which routes want it.

`POST /pages` answers with an `edit_key`; what changes that page wants it in the header `Edit-Key`.
The header stands in a security scheme, among the parameters, or only in words; the secret stands
in the answer of the route that makes such rows, or in the words about it.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Contract,
    Property,
    Reply,
    Route,
    RowKey,
    Security,
    Shape,
    is_record,
)
from beliefs.spec.documents.places import names, steps, unwrapped
from beliefs.spec.documents.words import plain, words
from beliefs.spec.failures import Failure, Failures, Way
from beliefs.spec.types import Type

_HEADER = re.compile(
    r"\bheader:? (?:named |called )?[`\"']?([A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)"
    r"|[`\"']?\b([A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+)[`\"']? (?:request )?header\b"
    r"|\b(X-[A-Za-z0-9-]+)\b"
)
_HELD = r"key|token|secret|code|password|pin"
_NEEDS = r"(?i)\bneed|requir|\bmust\b|\bonly with\b|\bwith (?:the|its|that)\b|\bwrong\b|missing"
_CHANGES = r"(?i)\b(?:all|every|any|other|later)\b[^.;]*\b(?:chang|writ|modif|edit|updat|delet)\w*"


def row_keyed(contract: Contract) -> Contract:
    """A contract that says which rows have a secret, and which routes want it."""
    security = contract.security
    if security is not None and (
        security.variable or security.keys or security.place not in {"header", "bearer"}
    ):
        return contract
    for header in _headers(contract):
        found = _giver(contract, header)
        if found is None:
            continue
        giver, name = found
        chain = names(steps(giver.path, contract.base))
        shown = _showing(giver, name)
        routes = tuple(
            shown
            if each is giver
            else replace(each, secured=each.secured or _wants(each, header, name, giver, contract))
            for each in contract.routes
        )
        below = [
            each
            for each in routes
            if each.secured and names(steps(each.path, contract.base))[: len(chain)] == chain
        ]
        if not below or any(each.secured and each not in below for each in routes):
            continue  # who shows it is let in everywhere: an account, and no row
        made = security or Security("header", header, giver.source)
        return replace(
            contract, routes=routes, security=made, row_key=RowKey(giver.path, name, header)
        )
    return contract


def key_failures(contract: Contract, table: Failures) -> Failures:
    """A failure table in which a secret that is missing fails as one that is wrong.

    Where the document has only one status for both.
    """
    if contract.row_key is None:
        return table
    stated = [
        fault
        for faults in (contract.faults, *(each.faults for each in contract.routes if each.secured))
        for fault in faults
        if fault.status in {401, 403}
    ]
    found = {each.status for each in stated}
    if len(found) != 1:
        return table
    status = found.pop()
    way: Way = "forbidden" if status == 401 else "unauthenticated"
    usual = table.of("unauthenticated" if status == 401 else "forbidden")
    rest = tuple(each for each in table.stated if each.way != way)
    alike = Failure(way, status, usual.message, usual.code, usual.body)
    return replace(table, stated=(*rest, alike))


def _headers(contract: Contract) -> list[str]:
    """Headers that may want a secret, those of the security scheme first."""
    security = contract.security
    found = [security.name] if security is not None else []
    found += [
        param.name
        for route in contract.routes
        for param in route.params
        if param.place == "header" and re.search(f"(?i){_HELD}", param.name)
    ]
    if security is None:
        for text in _texts(contract):
            found += [next(filter(None, each)) for each in _HEADER.findall(text)]
    return list(dict.fromkeys(found))


def _texts(contract: Contract) -> list[str]:
    said = [contract.summary, *(text for _, text in contract.prose)]
    for route in contract.routes:
        said += _said(route)
    return said


def _said(route: Route) -> list[str]:
    """Everything that is said about a route."""
    told = [*(each.words for each in route.replies), *(each.words for each in route.faults)]
    return [route.words, *told]


def _giver(contract: Contract, header: str) -> tuple[Route, str] | None:
    """The route that makes rows and gives out what a header wants, and the name it has there."""
    wanted = plain(re.sub(r"(?i)^x-", "", header))
    for route in contract.routes:
        chain = steps(route.path, contract.base)
        if route.method != "POST" or route.secured or not chain or chain[-1].param:
            continue
        shape, _ = unwrapped(route.good.shape if route.good else None)
        brought = {plain(each) for each in (route.body.names if route.body else ())}
        shown = list(shape.names) if is_record(shape) and shape is not None else []
        said = f"{route.words} {route.good.words if route.good else ''}"
        spoken = re.findall(r"[A-Za-z]\w*", said)
        for name in (*shown, *spoken):
            if plain(name) == wanted and plain(name) not in brought:
                return route, name
        for name in shown:
            last = words(name)[-1] if words(name) else ""
            same = re.fullmatch(_HELD, last) and (
                wanted.endswith(last) or header == "Authorization"
            )
            if same and plain(name) not in brought:
                return route, name
    return None


def _showing(route: Route, name: str) -> Route:
    """The route that gives a secret out, with the secret in its answer."""
    good = route.good
    if good is None:
        good = Reply(201)
    shape = good.shape
    inner, under = unwrapped(shape)
    if is_record(inner) and inner is not None and inner.part(name) is not None:
        return route
    part = Property(name, Shape(Type("string")), read_only=True)
    if shape is None or under or not is_record(shape):
        return replace(route, shows=(*route.shows, name))
    made = replace(good, shape=replace(shape, properties=(*shape.properties, part)))
    others = tuple(each for each in route.replies if each.status != good.status)
    return replace(route, replies=tuple(sorted((*others, made), key=lambda each: each.status)))


def _wants(route: Route, header: str, name: str, giver: Route, contract: Contract) -> bool:
    """Whether a route says that it wants a secret, or all that change something are said to."""
    if any(each.place == "header" and each.name == header for each in route.params):
        return True
    if any(each.secured for each in contract.routes) and contract.security is not None:
        return False  # the document says it of each route
    spoken = r"[ _-]?".join(re.escape(each) for each in words(name))
    about = rf"(?i)\b(?:{re.escape(header)}|{spoken})\b"
    for sentence in (each for text in _said(route) for each in re.split(r"(?<=[.;!?])\s+", text)):
        if re.search(about, sentence) and re.search(_NEEDS, sentence):
            return not re.search(r"(?i)\b(?:no|without an?y?|not need\w*)\b[^.]*$", sentence)
    chain = names(steps(route.path, contract.base))
    rows = names(steps(giver.path, contract.base))
    if route.method in {"GET", "HEAD"} or chain[: len(rows)] != rows or "{" not in route.path:
        return False
    general = [contract.summary, giver.words, *(text for _, text in contract.prose)]
    return any(
        re.search(about, each) and re.search(_CHANGES, each)
        for text in general
        for each in re.split(r"(?<=[.;!?])\s+", text)
    )
