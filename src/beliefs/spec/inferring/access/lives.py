"""How long tokens are good for, as documents tell it: in words, or by what a login answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Route
from beliefs.spec.documents.durations import SPAN, seconds_of
from beliefs.spec.documents.words import plain
from beliefs.spec.features.tokens import DAY, HOUR

USUAL, SHORT, LONG = DAY, HOUR // 4, 7 * DAY
_LASTS = re.compile(
    r"(?i)\b(?:expir\w+|valid\w*|lives?|lifetime|lasts?|good|ttl|max-?age|time to live)\b"
)
_TOKEN = re.compile(r"(?i)\b(?:refresh|access|tokens?|jwts?|sessions?|cookies?|log-?ins?)\b")
# Tokens of another kind, which other rules know.
_OTHER = re.compile(
    r"(?i)\b(?:reset|forg[eo]t\w*|recovery?|shar\w+|invit\w+|verif\w+|confirm\w*|magic|one-time|"
    r"unsubscribe|download|upload)\b"
)


class Lives(NamedTuple):
    """Seconds that tokens are good for, and those that they are renewed with; 0 where untold."""

    access: int = 0
    renewed: int = 0


def lives(contract: Contract, login: Route | None) -> Lives:
    """How long tokens are good for.

    >>> lives(Contract(summary="Tokens expire after 2 hours."), None)
    Lives(access=7200, renewed=0)
    """
    found = [0, 0]
    for sentence in _sentences(contract):
        if not _LASTS.search(sentence) or _OTHER.search(sentence):
            continue
        for span in SPAN.finditer(sentence):
            at = _renews(sentence, span.start())
            found[at] = found[at] or seconds_of(span)
    return Lives(found[0] or _shown(login), found[1])


def _sentences(contract: Contract) -> Iterator[str]:
    """What is said of how long, by the texts that name tokens, and all that a scheme says."""
    scheme = contract.security.words if contract.security is not None else ""
    for text in said_of_tokens(contract):
        for sentence in re.split(r"(?<=[.;])\s+|\n", text):
            if text is scheme or _TOKEN.search(sentence):
                yield sentence


def said_of_tokens(contract: Contract) -> list[str]:
    """The texts in which a document may say what tokens are."""
    texts = [contract.summary, *(text for _, text in contract.prose)]
    texts += [f"{each.words}. {each.summary}" for each in contract.routes]
    return [*texts, contract.security.words] if contract.security is not None else texts


def _renews(sentence: str, at: int) -> bool:
    """Whether what stands at a place is said of tokens that others are renewed with."""
    named = list(
        re.finditer(r"(?i)\b(refresh|access|tokens?|jwts?|sessions?|cookies?)\b", sentence)
    )
    before = [each[1].lower() for each in named if each.start() < at]
    after = [each[1].lower() for each in named if each.start() > at]
    if not before:
        return after[:1] == ["refresh"]
    plainly = [each for each in before if each in {"refresh", "access"}]
    return plainly[-1:] == ["refresh"]


def _shown(login: Route | None) -> int:
    """The seconds that a login's answer shows: in its example, or where its shape is told."""
    example = login.good.example if login is not None and login.good is not None else ""
    told = json.loads(example) if example else None
    for name, value in told.items() if isinstance(told, dict) else ():
        if plain(name) == "expiresin" and isinstance(value, int) and value > 0:
            return value
    shape = login.good.shape if login is not None and login.good is not None else None
    for part in shape.properties if shape is not None else ():
        if plain(part.name) in {"expiresin", "ttl", "validfor", "lifetime"}:
            always = re.search(r"(?i)\b(\d+)\b(?! ?(?:minutes?|hours?|days?))", part.words)
            told = part.default or (always[1] if always else "") or part.shape.example
            return int(told) if told.isdigit() else 0
    return 0
