"""How many requests a route takes in a while: "no more than 30 requests per minute and key"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.service import Rate

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_RATE = re.compile(
    r"(?i)\b(\d+) (?:requests?|calls?) (?:per|an?|each|every|in (?:a|one)) "
    r"(second|minute|hour|day)\b(?P<rest>[^.;]*)"
)
_EACH = re.compile(
    r"(?i)\b(?:and|per|by|for each|for every|from (?:each|one|the same)) (?!ip\b|address)`?[a-z]\w*"
)


def rates_of(writer: Writer, route: Route) -> list[Rate]:
    """The rates that the words about a route state: by whoever asks where somebody has to be known.

    Those of an address count for routes that anybody may ask.
    """
    found = _RATE.search(route.words)
    others = [each for each in writer.contract.routes if each is not route]
    if found is None or any(found[0] in each.words for each in others):
        return []  # what several routes share is counted for all of them together
    known = writer.needs(route) and bool(_EACH.search(found["rest"]))
    rate = Rate(int(found[1]), _SECONDS[found[2].lower()], route.path, method=route.method)
    return [replace(rate, by="caller") if known else rate]


def is_rate(sentence: str) -> bool:
    """Whether a sentence states how many requests there may be in a while."""
    return _RATE.search(sentence) is not None
