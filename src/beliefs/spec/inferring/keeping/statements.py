"""What a state becomes, as sentences say it: `becomes "done"`, `sets status to "returned"`."""

from __future__ import annotations

from beliefs.spec import patterns as re


def becomes(words: str, name: str = "status") -> list[str]:
    """The states that words say something is put into, in their order.

    >>> becomes('sets `status` to "returned", frees the hook'), becomes('it becomes "sold"')
    (['returned'], ['sold'])
    """
    named = rf"`?{re.escape(name)}`?"
    found = re.findall(
        rf"(?i)(?:\b(?:becomes?|turns?(?: into)?|is (?:then )?(?:set to|marked(?: as)?)|goes to)|"
        rf"\bsets? (?:the |its )?{named} to|\b{named}:?(?: is| becomes| =)?)"
        r"\s+[`\"“]([A-Za-z][\w-]*)[`\"”]"
        rf"|\b(?:sets?|changes?|puts?|moves?|switches) (?:(?:the |its )?{named}|it) (?:back )?to "
        r"(?!an?\b|the\b|what|that|null|true|false|one\b|now\b)([a-z][\w-]*)"
        r"(?=[.,;)]|$| and\b| \()",
        words,
    )
    return [one or other for one, other in found]
