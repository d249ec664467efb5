"""The word before a credential: "Authorization: Token <token>"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.service import Spec

_SCHEME = re.compile(
    r"(?i)\bauthorization\b[`'\"]?(?: header)?(?: (?:as|with|set to|is|of|in|the|form|value|looks?"
    r" like|"
    r"has|reads|must be|contains?|should be))*[:=]?\s*[`'\"]?(?P<scheme>[A-Za-z][A-Za-z-]*)[ ]"
    r"(?:[<{$\[]\w|\.\.\.|…|(?:your|the|access|api|my)[-_ ]?(?:token|key|access|secret)|token\b|"
    r"[A-Za-z0-9._-]*\d[A-Za-z0-9._-]*|abc|xyz)"
)
_USUAL = frozenset({"bearer", "basic", "header", "headers", "with", "token", "is", "must"})


def with_scheme(spec: Spec, sources: Iterable[tuple[str, str, str]]) -> Spec:
    """The Spec whose credentials stand behind the word that sources put before them.

    >>> _SCHEME.search("Send `Authorization: Token <token>` along.")["scheme"]
    'Token'
    """
    shown = spec.identity
    if shown is None or not (
        shown.place == "bearer"
        or (shown.place == "header" and shown.name.lower() == "authorization")
    ):
        return spec
    told = [found["scheme"] for _, text, _ in sources for found in _SCHEME.finditer(text)]
    words = {each for each in told if each.lower() not in _USUAL or each == "Token"}
    if len(words) != 1:
        return spec
    return replace(spec, identity=replace(shown, place="bearer", scheme=words.pop()))
