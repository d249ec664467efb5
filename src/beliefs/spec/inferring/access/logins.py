"""How often somebody logged in, where an answer shows it: `{"username": "…", "logins": 3}`."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.documents.contract import Contract, Property, Shape
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.types import Type

_NAMES = {"logins", "logincount", "loginscount", "numberoflogins", "timesloggedin", "signins"}
_NAMES |= {"signincount", "loggedintimes"}


def logins_in(contract: Contract) -> str:
    """The name under which an answer shows how often somebody logged in; else nothing.

    >>> logins_in(Contract())
    ''
    """
    for route in contract.routes:
        shape = route.good.shape if route.good else None
        for part in shape.properties if shape is not None else ():
            if plain(part.name) in _NAMES and part.shape.type.kind == "integer":
                return part.name
    return ""


def counted(contract: Contract, users: Holding) -> str:
    """Let accounts keep how often they logged in, and say under which name; else nothing."""
    name = logins_in(contract)
    if not name or (users.made is not None and users.made.part(name)):
        return ""
    own = Property(name, Shape(Type("integer")), default="0", read_only=True)
    parts = tuple(each for each in users.shape.properties if each.name != name)
    users.shape = replace(users.shape, properties=(*parts, own))
    return name
