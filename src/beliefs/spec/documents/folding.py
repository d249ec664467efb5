"""Texts that are compared ignoring case, where a document says so."""

from __future__ import annotations

import re

from beliefs.spec.documents.contract import Contract

_FOLDS = re.compile(
    r"(?i)^(?:all |the )?`?(?P<what>\w+(?:(?:,| and|, and) \w+)*)`? (?:are|is|get|gets) "
    r"(?:always )?(?:compared|matched|looked up|unique)?\s*"
    r"(?:ignoring|regardless of|irrespective of|without regard to|no matter the|"
    r"case[- ]insensitive)"
)
_ALL = {"names", "name", "texts", "strings", "everything", "values", "comparisons"}


def folded_names(sentence: str) -> tuple[str, ...]:
    """The fields whose case a sentence says does not matter; `*` is all texts.

    >>> folded_names("Names are compared ignoring case."), folded_names("Names are long.")
    (('*',), ())
    """
    match = _FOLDS.match(sentence)
    if match is None or "case" not in sentence.lower():
        return ()
    told = re.findall(r"\w+", match["what"].replace(" and ", " "))
    return ("*",) if _ALL & {each.lower() for each in told} else tuple(told)


def alike(contract: Contract, one: str, other: str) -> str:
    """The condition that two texts are the same."""
    name = one.rpartition(".")[2]
    if "*" in contract.folds or name in contract.folds:
        return f"lower({one}) = lower({other})"
    return f"{one} = {other}"
