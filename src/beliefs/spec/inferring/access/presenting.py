"""What a login is brought, where nothing says it: what accounts are made with that tells whose."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.documents.contract import Contract, Route, Shape, is_record
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type

_ENTRIES = {"login", "signin", "token", "tokens", "sessions", "session", "authenticate", "auth"}
_WHO = ("email", "username", "login", "user", "name", "handle", "nickname", "mail")


def presented(contract: Contract) -> Contract:
    """The contract whose login brings a name and a password, as an account was made with."""
    made = next((each.body for each in contract.routes if _makes(each)), None)
    shown = _shown(made) if made is not None else None
    routes, said = [], []
    for route in contract.routes:
        chain = steps(route.path, contract.base)
        last = plain(chain[-1].name) if chain and not chain[-1].param else ""
        if (
            shown is None
            or route.method != "POST"
            or last not in _ENTRIES
            or route.body is not None
        ):
            routes.append(route)
            continue
        about = f"the body of {route.method} {route.path}"
        said.append(Assumption(about, " and ".join(shown.names), route.source))
        routes.append(replace(route, body=shown))
    assumptions = (*contract.assumptions, *said)
    return replace(contract, routes=tuple(routes), assumptions=assumptions)


def _makes(route: Route) -> bool:
    """Whether a request makes an account: it brings who somebody is, and a password."""
    return route.method == "POST" and _shown(route.body) is not None


def _shown(body: Shape | None) -> Shape | None:
    if body is None or not is_record(body):
        return None
    parts = {plain(each.name): each for each in body.properties}
    who = next((parts[each] for each in _WHO if each in parts), None)
    secret = next((each for name, each in parts.items() if name in SECRETS), None)
    if who is None or secret is None:
        return None
    found = replace(body, name="", properties=(who, secret))
    # What is too short, or no address, is no account's: that is wrong here, and not invalid.
    loose = (replace(each, shape=Shape(Type("string"))) for each in found.properties)
    return replace(found, properties=tuple(loose))
