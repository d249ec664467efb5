"""Behind the name of a field: where its items are told, and which values it may have."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec.understanding.patterns import Tokens
from beliefs.spec.understanding.values import read_values
from beliefs.spec.understanding.words import singular

_HAVING = (
    *(("with",), ("has",), ("have",), ("having",), ("containing",), ("contains",), ("as",)),
    *(("given", "as"), ("given", "by"), ("consisting", "of"), ("consists", "of")),
    *(("made", "of"), ("made", "up", "of"), ("composed", "of"), ("described", "by")),
)
_WHICH = (("of", "which"), ("of", "them"), ("of", "these"), ("of", "those"), ("one",))
_THAT_IS = (
    *((which, verb) for which in ("which", "that") for verb in ("is", "are")),
    *((which, verb, "be") for which in ("which", "that")
      for verb in ("must", "can", "may", "could", "would", "should", "shall", "will")),
    *(("that", "is", "to", "say"), ("namely",), ("i.e",), ("being",)),
)  # fmt: skip
_CASES = (
    *(("if",), ("for",), ("in", "the", "case", "of"), ("in", "case", "of"), ("given", "for")),
    *(("is", "given", "for"), ("is", "needed", "for"), ("only", "for")),
)
_NO_VALUES = frozenset({"optional", "required", "unique", "empty", "null", "not", "given", "set"})


def items_from(tokens: Tokens, at: int, name: str) -> int | None:
    """Where the fields of a list's items begin: "steps, each of which has …", "where each step …".

    >>> from beliefs.spec.understanding.tokens import tokens
    >>> items_from(tokens("steps, where each step consists of id and name"), 1, "steps")
    7
    """
    at = _past(tokens, at, ((",",),))
    at = _past(tokens, at, (("where",), ("in", "which"), ("and",)))
    if at >= len(tokens) or tokens[at].low not in {"each", "every"}:
        return None
    at = _past(tokens, at + 1, (*_WHICH, (singular(name),)))
    at = _past(tokens, at, (("is",), ("being",), ("there", "has"), ("should", "have")))
    end = _past(tokens, at, _HAVING)
    return end if end > at or tokens[at - 1].low in {"has", "have"} else None


def values_after(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The values that a field may have: "which is in or out", "that is to say …", "noop/fail"."""
    start = _past(tokens, _past(tokens, at, ((",",),)), _THAT_IS)
    bars = tokens[at + 1].text in {"/", "|"} if at + 1 < len(tokens) else False
    if start == at and not bars:
        return
    if start > at and tokens[start - 1].text == ",":
        return
    start = _past(tokens, start, (("one", "of"), ("either",)))
    for end, values in read_values(tokens, start):
        if not {each.lower() for each in values} & {*_NO_VALUES, "and"}:
            yield end, values


def needed_for(tokens: Tokens, at: int) -> tuple[int, tuple[str, ...]] | None:
    """The values of another field that a field is needed for: "if out or transfer", "for in".

    >>> from beliefs.spec.understanding.tokens import tokens
    >>> needed_for(tokens("target_id in the case of in and transfer"), 1)
    (8, ('in', 'transfer'))
    """
    start = _past(tokens, at, _CASES)
    said = tokens[start : start + 3]
    if start == at or len(said) < 3 or said[1].low not in {"or", "and"}:
        return None
    if any(each.sort not in {"word", "string"} for each in (said[0], said[2])):
        return None
    return start + 3, (said[0].text, said[2].text)


def _past(tokens: Tokens, at: int, phrases: tuple[tuple[str, ...], ...]) -> int:
    """Past the longest of these phrases; the same place where none of them stands."""
    said = [each.low for each in tokens[at : at + 5]]
    return at + max((len(each) for each in phrases if said[: len(each)] == [*each]), default=0)
