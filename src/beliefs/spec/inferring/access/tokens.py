"""Rows that a request gives out a token for, and paths that name them by it: /unsubscribe/{token}.

Whoever has the token, in a link, in the query or in the body, looks at the row or does something
to it; such a route is read as one of the thing that the token was given out for.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Alias, Contract, Route, is_record
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import steps, unwrapped
from beliefs.spec.documents.words import is_plural, plain, plural, words
from beliefs.spec.operations import Place

_DEEDS = {"confirm", "verify", "activate", "unsubscribe", "cancel", "accept", "decline", "revoke"}
_DEEDS |= {"resubscribe", "subscribe", "optout", "deactivate", "redeem", "approve", "reject"}
_DOES = re.compile(
    r"(?i)\b(?:becomes?|marks?|sets?|ends|cancels|unsubscribes|confirms|activates)\b"
)
_NOUNS = {"subscribe": "subscriptions", "register": "registrations", "invite": "invitations"}
_NOUNS |= {"signup": "signups", "enroll": "enrollments", "rsvp": "rsvps", "join": "memberships"}


def token_alias(route: Route, contract: Contract) -> Alias | None:
    """The path of things that a route stands for which gives out a token or is shown one."""
    giver = next((each for each in contract.routes if _token(each)), None)
    if giver is None:
        return None
    takers = [each for each in contract.routes if each is not giver and _shown(each, giver)[0]]
    if not takers:
        return None
    many = _things(giver, contract)
    if route is giver:
        return Alias("POST", many) if giver.path != many else None
    name, place = _shown(route, giver)
    chain = steps(route.path, contract.base)
    if not name or len(chain) != 1:
        return None
    item = f"{many}/{{{name}}}"
    verb = chain[0].name
    posted = any(each.method != "GET" and each.path == route.path for each in contract.routes)
    does = plain(verb) in _DEEDS or bool(_DOES.search(route.words))
    if route.method == "GET" and (posted or not does):
        if any(_is_item(each, many) for each in contract.routes):
            return None  # rows are looked at by their key, and here in another way
        return Alias("GET", item, name, place) if route.path != item else None
    if route.method == "DELETE":
        return Alias("DELETE", item, name, place) if route.path != item else None
    return Alias("POST", f"{item}/{verb}", name, place)


def _is_item(route: Route, many: str) -> bool:
    return route.method == "GET" and bool(re.fullmatch(rf"{re.escape(many)}/\{{\w+\}}", route.path))


def _token(route: Route) -> str:
    """The name of the token that a request which makes something answers with."""
    body, chain = route.body, steps(route.path)
    if route.method != "POST" or body is None or not is_record(body) or len(chain) != 1:
        return ""
    if any(plain(each) in SECRETS for each in body.names) or chain[0].param:
        return ""
    shape, _ = unwrapped(route.good.shape if route.good else None)
    names = shape.names if shape is not None and is_record(shape) else ()
    given = [each for each in names if plain(each).endswith("token") and not body.part(each)]
    return given[0] if given else ""


def _shown(route: Route, giver: Route) -> tuple[str, Place]:
    """Where a request shows the token, and under which name."""
    token = plain(_token(giver))
    for param in route.params:
        if plain(param.name) in {token, "token"} and param.place in {"path", "query"}:
            return param.name, param.place
    for name in route.body.names if route.body is not None else ():
        if plain(name) in {token, "token"}:
            return name, "json"
    return "", "query"


def _things(giver: Route, contract: Contract) -> str:
    """The path of the things that are made: as it is, else that of a list of the same stem."""
    name = steps(giver.path, contract.base)[-1].name
    if plain(name) not in _NOUNS and is_plural(name):
        return giver.path
    stem = words(name)[0][:6]
    for route in contract.routes:
        chain = steps(route.path, contract.base)
        lists = route.method == "GET" and len(chain) == 1 and not chain[0].param
        if lists and chain[0].name.startswith(stem) and is_plural(chain[0].name):
            return route.path
    return f"{contract.base}/{_NOUNS.get(plain(name), plural(name))}"
