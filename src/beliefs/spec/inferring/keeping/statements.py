"""What a state becomes, as sentences say it: `becomes "done"`, `sets status to "returned"`."""

from __future__ import annotations

from beliefs.spec import patterns as re


def becomes(words: str, name: str = "status") -> list[str]:
    """The states that words say something is put into, in their order.

    >>> becomes('sets `status` to "returned", frees the hook'), becomes('it becomes "sold"')
    (['returned'], ['sold'])
    >>> becomes('moves it back to waiting; after three it is "dropped" instead')
    ['waiting', 'dropped']
    """
    named = rf"`?{re.escape(name)}`?"
    found = re.findall(
        rf"(?i)(?:\b(?:becomes?|turns?(?: into)?|is (?:then )?(?:set to|marked(?: as)?)|goes "
        rf"(?:back )?to|(?:it|which) is(?: then| now| again)?|as|back to)|"
        rf"\bsets? (?:the |its )?{named} to|\b{named}:?(?: is| becomes| =)?)"
        r"\s+[`\"“]([A-Za-z][\w-]*)[`\"”]"
        rf"|\b(?:sets?|changes?|puts?|moves?|switches) (?:(?:the |its )?{named}|it) (?:back )?to "
        r"(?!an?\b|the\b|what|that|null|true|false|one\b|now\b)([a-z][\w-]*)"
        r"(?=[.,;)]|$| and\b| \()",
        words,
    )
    marked = [one or other for one, other in found]
    more = [one or other for one, other in _UNMARKED.findall(words)]
    return list(dict.fromkeys([*marked, *more]))


_UNMARKED = re.compile(
    r"(?i)\b(?:marks?|flags?) [\w ]{2,30}? as ([a-z][\w-]*)(?= \(|[,.;:]| and\b|$)|"
    r"\b(?:moves?|puts?|sets?|brings?|goes) (?:[\w ]{2,30}? )?back to ([a-z][\w-]*)"
    r"(?= \(|[,.;:]| and\b|$)"
)
