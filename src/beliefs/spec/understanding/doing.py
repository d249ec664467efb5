"""Words that say what somebody does, where they could also be the beginning of a name."""

from __future__ import annotations

from beliefs.spec.understanding.patterns import Tokens
from beliefs.spec.understanding.words import is_noun, is_plural

DOING = frozenset(
    """file submit report manage log record track post register collect keep store save list book
    rate review""".split()  # noqa: SIM905
)
# Those that seldom stand before a noun: "log entries" are entries, "file reports" are not.
_SELDOM = frozenset({"file", "submit", "report", "manage"})
_ABLE = frozenset({"can", "may", "to", "could", "should", "shall", "let", "lets"})


def does(tokens: Tokens, at: int) -> bool:
    """Whether a word is done to the things after it: "users can log trips", ": file reports"."""
    if at + 1 >= len(tokens) or tokens[at].low not in DOING or tokens[at + 1].sort != "word":
        return False
    after = tokens[at + 1].low
    before = tokens[at - 1].low if at else ""
    begins = before in {":", ";", ""} and tokens[at].low in _SELDOM
    return (before in _ABLE or begins) and is_plural(after) and is_noun(after)
