"""The token that a request shows, where its effect has to know it: to end it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.features.tokens import presented
from beliefs.spec.inferring.access.accounts import identity
from beliefs.spec.inferring.access.passwords import ends_others

if TYPE_CHECKING:
    from beliefs.spec.documents.contract import Route
    from beliefs.spec.inferring.writing import Writer
    from beliefs.spec.operations import Input

ONE_SESSION = re.compile(
    r"(?i)\b(?:that|this|the (?:current|present|used|sent|shown|given|same)) (?:session|token)\b"
    r"|\b(?:token|session) (?:of|in|behind|sent with|used (?:in|for)) (?:this|the) request\b"
    r"|\bother (?:tokens|sessions|devices|logins)\b[^.;]*\b(?:not|stay|keep|remain|still|valid|un)"
    r"|\b(?:only|just) (?:the|this|that|one) (?:token|session)\b"
    r"|\b(?:clears?|drops?|removes?|deletes?|unsets?|expires?) (?:the|its) (?:\w+ )?cookie\b"
    r"|\bcookie (?:is|does) (?:no longer|not|never) (?:good|valid|work|accepted)\b"
    r"|\bcookie (?:no longer|stops?) \w+"
)


def ends_one(writer: Writer, route: Route) -> bool:
    """Whether a logout ends the session that its request shows, and no other."""
    found = writer.accounts
    ends = route == found.logout or (ends_others(route) and not found.signed)
    return ends and not found.key and found.users is not None


def shows_token(writer: Writer, route: Route) -> bool:
    """Whether a request shows a token at all."""
    carried = (route.method, route.path) in writer.tokens
    return carried or identity(writer.contract, writer.accounts) is not None


def token_in(writer: Writer, route: Route) -> str:
    """The token that a request shows, in the notation."""
    carried = writer.tokens.get((route.method, route.path))
    if carried is not None:
        return "input." + re.sub(r"\W", "_", carried.name)
    who = identity(writer.contract, writer.accounts)
    assert who is not None
    return presented(who)[1]


def token_input(writer: Writer, route: Route) -> Input | None:
    """The input in which a logout shows what it ends; None for other requests."""
    carried = (route.method, route.path) in writer.tokens
    if carried or not ends_one(writer, route) or not writer.needs(route):
        return None
    who = identity(writer.contract, writer.accounts)
    return presented(who)[0] if who is not None else None
