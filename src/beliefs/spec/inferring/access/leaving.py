"""Renewing tokens and ending them, as routes of a document want it.

A logout ends the login that its request shows, and no other, unless words say that it ends all.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.features.credentials import drops_cookie
from beliefs.spec.inferring.access.accounts import RENEWS, renews_in
from beliefs.spec.inferring.access.shown import shows_token, token_in
from beliefs.spec.inferring.writing import Scene, Writer


def leaving_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that ends sessions; None when it is none of these."""
    found = writer.accounts
    if found.users is None or route not in (found.logout, found.everywhere):
        return None
    if not shows_token(writer, route):
        return None  # nothing says whose session it is
    key = f"me.{found.users.key.name}"
    if route == found.everywhere:
        lines = found.tokens.everywhere(key)
    else:
        lines = _renewal_over(writer, route) or found.tokens.over(token_in(writer, route))
    told = [each for each in route.replies if each.shape or str(each.status) in route.words]
    silent = replace(route, replies=tuple(told))
    answer = writer.answer(silent, Scene(message="Logged out"), 204)
    answer = f"{answer} {drops_cookie(found.cookie)}" if found.cookie else answer
    return [*lines, answer] if lines is not None else None


def _renewal_over(writer: Writer, route: Route) -> list[str]:
    """The lines that end what a request names by its refresh token; none where it names none."""
    name = renews_in(route)
    found = writer.accounts
    if not name or not found.renewed:
        return []
    given = f"input.{writer.name(name)}"
    lines = [f"let renewal = first(Renewal[where .token = {given}])"]
    if stated := {400, 401, 404} & route.statuses:
        said = "The refresh token is not valid"
        way = writer.refuse(route, "unauthenticated", said, "refresh token", tuple(stated))
        lines.append(f"guard renewal != null else {way}")
    if writer.needs(route):
        return [*lines, "delete Renewal where .token = renewal.token", *_access(writer, route)]
    gone = [] if found.signed else ["delete Session where .login = renewal.login"]
    return [*lines, *gone, "delete Renewal where .login = renewal.login"]


def _access(writer: Writer, route: Route) -> list[str]:
    return writer.accounts.tokens.over(token_in(writer, route))


def renewing_lines(writer: Writer, route: Route, scene: Scene) -> list[str]:
    """The effect of a route that gives out a new token for one to renew it with."""
    found = writer.accounts
    assert found.users is not None
    name = renews_in(route)
    if not name:  # whoever asks is known, and is given another token
        lines = found.tokens.made(f"me.{found.tokens.key}")
        return [*lines, writer.answer(_settled(route), scene)]
    again = gives_renewal(route)
    lines = found.tokens.remade(f"input.{writer.name(name)}", again=again)
    said = "The refresh token is not valid"
    way = writer.refuse(route, "unauthenticated", said, "refresh token", (401, 400, 403))
    lines[1] = f"guard renewal != null else {way}"
    if again:
        scene = replace(scene, values={**scene.values, "refreshtoken": "renewed.token"})
    return [*lines, writer.answer(_settled(route), scene)]


def _settled(route: Route) -> Route:
    """A route that makes nothing that could have been created, unless the document says so."""
    replies = (
        replace(each, status=200) if each.usual and each.status == 201 else each
        for each in route.replies
    )
    return replace(route, replies=tuple(replies))


def gives_renewal(route: Route) -> bool:
    """Whether an answer has a refresh token."""
    shape = route.good.shape if route.good else None
    return shape is not None and any(plain(each) in RENEWS - {"token"} for each in shape.names)
