"""Rows with a password of their own: a paste or a secret that only opens with its passphrase.

The password comes with the row and is never shown; requests that bring it again, in the body, the
query or a header, get at the row only if it is right. A row without one is open to everybody.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain
from beliefs.spec.operations import Input

if TYPE_CHECKING:
    from beliefs.spec.inferring.keeping.holdings import Holding
    from beliefs.spec.inferring.writing import Writer

HASH = "password_hash"
_SAYS_SO = re.compile(r"(?:is|has)?(?:password)?(?:protected|locked)|haspass(?:word|phrase)")
_OPENS = {"open", "unlock", "view", "read", "reveal", "access", "show", "get", "decrypt", "check"}


def openable(contract: Contract) -> Contract:
    """A contract in which a password may be left out wherever rows need not have one."""
    makers = [each for each in contract.routes if each.method == "POST" and "{" not in each.path]
    free = [
        each.path
        for each in makers
        if each.body is not None
        and any(plain(one.name) in SECRETS and not one.required for one in each.body.properties)
    ]

    def opened(route: Route) -> Route:
        body = route.body
        if body is None or not any(route.path.startswith(f"{each}/") for each in free):
            return route
        parts = tuple(
            replace(each, required=False) if plain(each.name) in SECRETS else each
            for each in body.properties
        )
        wanted = route.body_required and any(each.required for each in parts)
        return replace(route, body=replace(body, properties=parts), body_required=wanted)

    return replace(contract, routes=tuple(map(opened, contract.routes))) if free else contract


def locked(holding: Holding | None) -> bool:
    """Whether rows are made with a password of their own."""
    made = holding.made if holding is not None and not holding.account else None
    return made is not None and any(plain(each) in SECRETS for each in made.names)


def says_protected(holding: Holding, part: Property) -> bool:
    """Whether a truth says that a row has a password."""
    return (
        part.shape.type.kind in {"boolean", "string"}
        and HASH in holding.fields
        and _SAYS_SO.fullmatch(plain(part.name)) is not None
    )


def opening_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a request that shows a row to whoever brings its password."""
    chain = writer.chain(route)
    holding = writer.kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
    verb = plain(chain[-1].name) if chain and not chain[-1].param else ""
    if route.method != "POST" or holding is None or verb not in _OPENS:
        return None
    names = route.body.names if route.body is not None else ()
    if (
        not _locked(writer, holding)
        or not names
        or any(plain(each) not in SECRETS for each in names)
    ):
        return None
    from beliefs.spec.inferring.routes.actions import GONE
    from beliefs.spec.inferring.writing import Scene

    one = holding.variable
    drop = [f"delete {holding.name} where .{holding.key.name} = {one}.{holding.key.name}"]
    told = GONE.search(route.words) is not None
    answer = writer.answer(_read(route), Scene(holding, one), 200)
    return [*writer.above(route, chain[:-1]), *(drop if told else []), answer]


def _read(route: Route) -> Route:
    """A route that makes nothing: 201 is answered only where that is stated."""
    replies = (
        replace(each, status=200) if each.usual and each.status == 201 else each
        for each in route.replies
    )
    return replace(route, replies=tuple(replies))


def unlocked(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """The statements of an effect on a row that has a password, once that was looked at."""
    given = next((each for each in writer.inputs(route) if _shows(each)), None)
    if given is None or route.method in {"PUT", "PATCH"}:
        return lines
    chain = steps(route.path, writer.kept.base)
    for end in range(len(chain), 0, -1):
        holding = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        if holding is None or not _locked(writer, holding):
            continue
        one = holding.variable
        at = next((at for at, each in enumerate(lines) if each.startswith(_there(one))), -1)
        if at < 0 or any(HASH in each for each in lines):
            return lines
        said = f"wrong {given.wire}"
        way = writer.refuse(
            route, "forbidden", said.capitalize(), f"{said} missing", (403, 401, 404, 422)
        )
        test = f'check_password(or_else(input.{given.name}, ""), {one}.{HASH})'
        if not holding.fields[HASH].required:
            test = f"{one}.{HASH} = null or {test}"
        return [*lines[: at + 1], f"guard {test} else {way}", *lines[at + 1 :]]
    return lines


def _there(one: str) -> str:
    return f"guard {one} != null else "


def _shows(given: Input) -> bool:
    name = re.sub(r"^x(?=p)", "", plain(given.wire))
    return given.place != "path" and name in SECRETS


def _locked(writer: Writer, holding: Holding) -> bool:
    return HASH in holding.fields and holding is not writer.accounts.users
