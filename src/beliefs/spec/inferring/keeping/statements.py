"""What a state becomes, as sentences say it: `becomes "done"`, `sets status to "returned"`."""

from __future__ import annotations

from beliefs.spec import patterns as re


def becomes(words: str, name: str = "status") -> list[str]:
    """The states that words say something is put into, in their order.

    >>> becomes('sets `status` to "returned", frees the hook'), becomes('it becomes "sold"')
    (['returned'], ['sold'])
    """
    named = rf"`?{re.escape(name)}`?"
    return re.findall(
        rf"(?i)(?:\b(?:becomes?|turns?(?: into)?|is (?:then )?(?:set to|marked(?: as)?)|goes to)|"
        rf"\bsets? (?:the |its )?{named} to|\b{named}:?(?: is| becomes| =)?)"
        r"\s+[`\"“]([A-Za-z][\w-]*)[`\"”]",
        words,
    )
