"""Tokens that requests carry among their values: in the JSON body, or in the query.

Such a request has the token as an input; its effect begins with whose it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Param, Route, Shape
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.access.accounts import TOKENS, Accounts, token_of
from beliefs.spec.inferring.access.resets import code_in
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Input, Place
from beliefs.spec.types import Type


class Carried(NamedTuple):
    """The name under which a request carries its token, and where."""

    name: str
    place: Place


def carried(contract: Contract) -> tuple[Contract, dict[tuple[str, str], Carried]]:
    """The contract without tokens among its values, and which routes carry them, and where."""
    login = next((each for each in contract.routes if token_of(each)), None)
    if login is None or contract.security is not None:
        return contract, {}
    given = {plain(token_of(login)), *TOKENS}
    found: dict[tuple[str, str], Carried] = {}
    routes = []
    for route in contract.routes:
        told = _carries(route, given) if route is not login else None
        if told is None:
            routes.append(route)
            continue
        found[route.method, route.path] = told
        routes.append(_without(route, told))
    return replace(contract, routes=tuple(routes)), found


def _carries(route: Route, given: set[str]) -> Carried | None:
    if code_in(route) or not _shown(route):
        return None
    parts = route.body.properties if route.body is not None else ()
    for part in parts:
        if plain(part.name) in given and part.shape.type.kind in {"string", "json"}:
            return Carried(part.name, "form" if route.form else "json")
    for param in route.params:
        if param.place == "query" and plain(param.name) in given:
            return Carried(param.name, "query")
    return None


def _shown(route: Route) -> bool:
    """Whether a route is for those who show a token: it says 401, ends one, or is of somebody."""
    whose = r"(?i)\b(?:my|own|caller|logged[- ]in|token (?:belongs|is for)|valid token)\b"
    ends = re.search(r"(?i)/(?:log|sign)[-_]?(?:out|off)$", route.path)
    return bool({401, 403} & route.statuses or ends or re.search(whose, route.words))


def _without(route: Route, told: Carried) -> Route:
    """A route that is secured, without the token among what it is brought."""
    params: tuple[Param, ...] = route.params
    body: Shape | None = route.body
    if told.place == "query":
        params = tuple(
            each for each in params if (each.name, each.place) != (told.name, told.place)
        )
    elif body is not None:
        left = tuple(each for each in body.properties if each.name != told.name)
        body = replace(body, properties=left) if left else None
    example = "" if told.place != "query" else route.example
    return replace(route, params=params, body=body, secured=True, example=example)


def carried_input(told: Carried) -> Input:
    """The input that holds the token: without one, the effect says that nobody is known."""
    named = "" if re.fullmatch(r"[A-Za-z_]\w*", told.name) else told.name
    return Input(_name(told), told.place, Type("string"), required=False, named=named)


def _name(told: Carried) -> str:
    return re.sub(r"\W", "_", told.name)


def known_lines(writer: Writer, route: Route, told: Carried, lines: list[str]) -> list[str]:
    """An effect that begins with whose the token is, which is not among what is kept."""
    found: Accounts = writer.accounts
    way = writer.refuse(
        route, "unauthenticated", "Not authenticated", "token missing wrong invalid", (401, 403)
    )
    return [
        f"let me = {found.tokens.whose(f'input.{_name(told)}')}",
        f"guard me != null else {way}",
        *(each.replace("given(input)", f'drop(given(input), "{told.name}")') for each in lines),
    ]
