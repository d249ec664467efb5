"""Who may ask, by the security schemes of an OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import EnvKey, Security, variable_in
from beliefs.spec.documents.openapi.pieces import listed, mapping

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
        """The one that is built."""
        return next((each for each in self.wanted.values() if each is not None), self.beside)

    def unmet(self, names: tuple[str, ...]) -> str:
        """Why an operation that accepts these is not guarded as it says; empty when it is."""
        built = self.first
        ways = [self.wanted.get(each) for each in names]
        if not names or any(
            built is not None
            and each is not None
            and (each.place, each.name) == (built.place, built.name)
            for each in ways
        ):
            return ""
        if any(each is not None for each in ways):
            return "only one way to show who asks is built, and it is another one"
        return "this way to show who asks is not built"


def security_of(
    name: str, schemes: dict[str, Any], data: dict[str, Any], source: str, mended: Mended
) -> Security | None:
    """How the scheme of a name is shown; one that is nowhere described is told by its name."""
    scheme = mapping(schemes.get(name))
    if not scheme:
        scheme = _by_name(name)
        mended(f"the security scheme {name} is not described: {scheme['type']} was taken", source)
    told = [*schemes.values(), data.get("info")]
    said = " ".join(str(mapping(each).get("description") or "") for each in told)
    found = _scheme(scheme, source, mended)
    own = f"{scheme.get('description') or ''} {scheme.get('bearerFormat') or ''}".strip()
    return _held(found, own, said) if found is not None else None


_CAPITALS = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")
_VALUE = r"[`'\"]([\w.:+/=-]+)[`'\"]"
_FIXED = re.compile(
    rf"(?i)\b(?:default(?:s|ing)?(?: to| is)?:?|(?:key|token|secret|password|value|it)(?: is)?"
    rf"(?: always| fixed)?:?) {_VALUE}"
)


def _held(found: Security, own: str, said: str) -> Security:
    """A scheme with the variable and the value that words say callers show, and the user."""
    variable = variable_in(said)
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
