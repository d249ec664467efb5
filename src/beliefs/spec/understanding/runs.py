"""Runs of words that are taken as they are: what a rule leaves out, a note, a reason."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec.understanding.brackets import closing
from beliefs.spec.understanding.patterns import Tokens

_NEEDING = frozenset({"need", "require", "must", "want", "take", "carry", "send", "have", "be"})


def read_excepted(tokens: Tokens, at: int) -> Iterator[tuple[int, Tokens]]:
    """What is left out of a rule: all up to the verb of it, or to the end of its clause."""
    for end in range(at + 1, min(len(tokens), at + 9) + 1):
        if end == len(tokens) or tokens[end].text in ",:;)" or tokens[end].forms & _NEEDING:
            yield end, tokens[at:end]
            return


def read_reason(tokens: Tokens, at: int) -> Iterator[tuple[int, Tokens]]:
    """All up to the end of a clause."""
    end = next((n for n in range(at, len(tokens)) if tokens[n].text in ",:;()"), len(tokens))
    if end > at and not any(each.sort in {"path", "json", "number"} for each in tokens[at:end]):
        yield end, tokens[at:end]


def read_note(tokens: Tokens, at: int) -> Iterator[tuple[int, Tokens]]:
    """What stands in brackets that opened just before."""
    close = closing(tokens, at - 1) if at and tokens[at - 1].text == "(" else None
    if close is not None and close > at:
        yield close, tokens[at:close]


_KINDS = frozenset(
    {"number", "integer", "numbers", "integers", "boolean", "date", "text", "string"}
)


def read_kind(tokens: Tokens, at: int) -> Iterator[tuple[int, Tokens]]:
    """What something is said to be: "positive whole number"."""
    for end in range(at + 1, min(len(tokens), at + 3) + 1):
        if tokens[end - 1].low in _KINDS:
            yield end, tokens[at:end]
            return
