"""Who may ask, by the security schemes of an OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, EnvKey, Route, Security, variable_in
from beliefs.spec.documents.openapi.pieces import listed, mapping

ONE_OF_SEVERAL = "only one of the ways to show who asks is built"
Mended = Callable[[str, str], None]


def wanted(told: dict[str, Any], data: dict[str, Any]) -> tuple[str, ...]:
    """The names of the schemes that an operation accepts; none where it is open to everybody.

    >>> wanted({"security": [{"key": []}]}, {}), wanted({"security": []}, {"security": ["key"]})
    (('key',), ())
    """
    given = told.get("security", data.get("security"))
    if isinstance(given, dict):
        given = [given]
    if given is True or isinstance(given, str):
        return (str(given) if given is not True else "bearer",)
    if {} in listed(given):
        return ()
    names = [
        name for each in listed(given) for name in ([each] if isinstance(each, str) else each or ())
    ]
    return tuple(dict.fromkeys(str(each) for each in names))


def wanted_anywhere(data: dict[str, Any]) -> tuple[str, ...]:
    """The names of the schemes that any operation of a document accepts."""
    found = [
        name
        for item in mapping(data.get("paths")).values()
        for told in mapping(item).values()
        if isinstance(told, dict)
        for name in wanted(told, data)
    ]
    return tuple(dict.fromkeys(found))


class Schemes(NamedTuple):
    """The schemes that operations want, and one that is only described: prose may say for what."""

    wanted: dict[str, Security | None] = {}  # noqa: RUF012
    beside: Security | None = None

    @property
    def first(self) -> Security | None:
        """The one that says who asks: of several, one that the environment does not hold."""
        known = [each for each in self.wanted.values() if each is not None]
        given = [each for each in known if not (each.variable or each.keys)]
        return next(iter([*given, *known]), self.beside)

    @property
    def second(self) -> Security | None:
        """The one beside it that the environment holds, where there is one."""
        held = [each for each in self.wanted.values() if each and (each.variable or each.keys)]
        return next((each for each in held if not _alike(each, self.first)), None)

    def wards(self, names: tuple[str, ...]) -> bool:
        """Whether an operation is for those alone who show the second one."""
        ways = [self.wanted.get(each) for each in names]
        return bool(ways) and all(_alike(each, self.second) for each in ways)

    def unmet(self, names: tuple[str, ...]) -> str:
        """Why an operation that accepts these is not guarded as it says; empty when it is."""
        ways = [self.wanted.get(each) for each in names]
        if not names or self.wards(names) or all(_alike(each, self.first) for each in ways):
            return ""
        if any(_alike(each, self.first) for each in ways):
            return ONE_OF_SEVERAL
        if any(each is not None for each in ways):
            return "only one way to show who asks is built, and it is another one"
        return "this way to show who asks is not built"


def _alike(one: Security | None, other: Security | None) -> bool:
    if one is None or other is None:
        return False
    return (one.place, one.name) == (other.place, other.name)


def security_of(
    name: str, schemes: dict[str, Any], data: dict[str, Any], source: str, mended: Mended
) -> Security | None:
    """How the scheme of a name is shown; one that is nowhere described is told by its name."""
    scheme = mapping(schemes.get(name))
    if not scheme:
        scheme = _by_name(name)
        mended(f"the security scheme {name} is not described: {scheme['type']} was taken", source)
    found = _scheme(scheme, source, mended)
    own = f"{scheme.get('description') or ''} {scheme.get('bearerFormat') or ''}".strip()
    if found is None:
        return None
    said = str(mapping(data.get("info")).get("description") or "")
    return _held(found, own, _about(found.name, said, alone=len(schemes) < 2))


def _about(name: str, text: str, *, alone: bool) -> str:
    """What a text says of what is shown in a place: all that names no other, if there is but one.

    >>> _about("X-Key", "X-Key is that of env APP_KEY. X-Admin is that of env TOKEN.", alone=True)
    'X-Key is that of env APP_KEY.'
    """
    said = re.split(r"(?<=[.;!?])\s+|\n", text)
    own = [each for each in said if re.search(rf"(?i)(?<![\w-]){re.escape(name)}(?![\w-])", each)]
    free = [each for each in said if alone and not re.search(r"(?i)\bX-[\w-]+", each)]
    return " ".join([*own, *(each for each in free if each not in own)])


def by_headers(contract: Contract) -> Contract:
    """A contract that says who may ask what, where a header is described as a parameter."""
    names = [
        each.name
        for route in contract.routes
        for each in route.params
        if each.place == "header" and _SECRET.search(each.name)
    ]
    for name in dict.fromkeys(names):
        held = _shown_in(contract, name)
        known = contract.security
        if held is None or (known is not None and contract.warden is not None):
            continue
        second = known is not None and any(each.secured for each in contract.routes)
        routes = tuple(_wanting(each, name, second=second) for each in contract.routes)
        contract = replace(contract, routes=routes)
        contract = replace(contract, warden=held) if second else replace(contract, security=held)
    return contract


_SECRET = re.compile(r"(?i)key|token|secret|auth|password")


def _wanting(route: Route, name: str, *, second: bool) -> Route:
    """A route for those who show what is right in a header, which is no input of it any more."""
    rest = tuple(each for each in route.params if (each.place, each.name) != ("header", name))
    if rest == route.params:
        return route
    return replace(route, params=rest, secured=not second or route.secured, warded=second)


def _shown_in(contract: Contract, name: str) -> Security | None:
    """What a header has to hold, as its own words or those about the service say."""
    for route in contract.routes:
        for each in route.params:
            if (each.place, each.name) == ("header", name):
                said = _about(name, f"{contract.summary}\n{route.words}", alone=True)
                found = _held(Security("header", name, route.source), each.shape.words, said)
                if found.variable or found.keys:
                    return found
    return None


_CAPITALS = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")
_VALUE = r"[`'\"]([\w.:+/=-]+)[`'\"]"
_FIXED = re.compile(
    rf"(?i)\b(?:default(?:s|ing)?(?: to| is)?:?|(?:key|token|secret|password|value|it)(?: is)?"
    rf"(?: always| fixed)?:?) {_VALUE}"
)


def _held(found: Security, own: str, said: str) -> Security:
    """A scheme with the variable and the value that words say callers show, and the user."""
    variable = variable_in(f"{own}\n{said}")
    if not variable and not re.search(r"(?i)\bsign(?:ed|ing|ature)?\b|\bJWT\b", own):
        capitals = _CAPITALS.search(own)
        variable = capitals[0] if capitals else ""
    fixed = _FIXED.search(own)
    keys = (EnvKey(variable or "API_KEY", fixed[1]),) if fixed else ()
    user = re.search(rf"(?i)\buser(?:[ -]?name)?(?: is)?:? (?:{_VALUE}|(\w+))", own)
    named = (user[1] or user[2]) if user else ""
    return replace(found, variable=variable, keys=keys, user=named, words=own)


def _by_name(name: str) -> dict[str, str]:
    if re.search(r"(?i)basic", name):
        return {"type": "http", "scheme": "basic"}
    if re.search(r"(?i)key", name):
        return {"type": "apiKey"}
    return {"type": "http", "scheme": "bearer"}


def _scheme(scheme: dict[str, Any], source: str, mended: Mended) -> Security | None:
    kind = str(scheme.get("type") or "").lower()
    form = str(scheme.get("scheme") or "").lower()
    if kind == "apikey":
        place = str(scheme.get("in") or "header")
        name = str(scheme.get("name") or "X-API-Key")
        if place == "header" and name.lower() == "authorization":
            return Security("bearer", "Authorization", source)
        if place in {"query", "cookie"}:
            return Security("query" if place == "query" else "cookie", name, source)
        return Security("header", name, source)
    if kind == "basic" or (kind == "http" and form == "basic"):
        return Security("basic", "Authorization", source)
    if kind in {"http", "bearer", "oauth2", "openidconnect", "jwt"}:
        if kind in {"oauth2", "openidconnect"}:
            mended(f"{kind} was read as a bearer token", source)
        return Security("bearer", "Authorization", source)
    return None
