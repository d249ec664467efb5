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
    return list(dict.fromkeys([*marked, *more, *_steps(words, name)]))


def states_told(words: str, name: str = "status") -> list[str]:
    """All states that words name, also those that something was in before.

    >>> states_told("accepted → walking, otherwise 409")
    ['accepted', 'walking']
    """
    named = [
        each
        for match in _ARROWS.finditer(words)
        for side in (match[1] or match[3], match[2] or match[4])
        for each in _either(side)
        if each.lower() not in _NO_STATE
    ]
    return list(dict.fromkeys([*named, *becomes(words, name)]))


def _either(words: str) -> list[str]:
    return re.split(r"/|,? or ", words)


def _steps(words: str, name: str) -> list[str]:
    """States that something goes to, by arrows, words or a condition: "state sold if …"."""
    ends = {match[2] or match[4] for match in _ARROWS.finditer(words)}
    several = len(ends) > 1 or len(re.findall(r"[a-z`\"] (?:→|->|=>) [`\"]?[a-z]", words)) > 1
    found = [] if several else [*ends]  # of several, the request names one
    for match in re.finditer(
        rf"(?i)\b{re.escape(name)} ([a-z][\w-]*) (?:if|when|unless)\b[^.;]*?"
        r"(?:,? (?:otherwise|else) ([a-z][\w-]*)(?=[.;,]|$)|(?=[.;]|$))",
        words,
    ):
        found += [each for each in match.groups() if each]
    end = r"(?=[.,;:)]|$| (?:and|if|when)\b)"
    found += re.findall(
        rf"(?i)\b{re.escape(name)} (?:then |now )?becomes ([a-z][\w-]*){end}", words
    )
    return [each for each in found if each.lower() not in _NO_STATE]


_STATE = r"[`\"“]?([a-z][\w-]*(?:(?:/|,? or )[a-z][\w-]*)*)[`\"”]?"
_ARROWS = re.compile(
    rf"(?<![\w{{}}/.]){_STATE} (?:→|->|=>) {_STATE}(?=[.,;:)]|$| (?:and|else|or|only|if)\b)|"
    rf"\b(?:leads|goes|moves|changes|turns) (?:it )?from {_STATE} to {_STATE}(?=[.,;:)]|$| (?:and|"
    rf"when|if)\b)"
)
_NO_STATE = {
    "is",
    "if",
    "the",
    "a",
    "an",
    "it",
    "to",
    "null",
    "true",
    "false",
    "body",
    "and",
    "or",
    "what",
}


_UNMARKED = re.compile(
    r"(?i)\b(?:marks?|flags?) [\w ]{2,30}? as ([a-z][\w-]*)(?= \(|[,.;:]| and\b|$)|"
    r"\b(?:moves?|puts?|sets?|brings?|goes) (?:[\w ]{2,30}? )?back to ([a-z][\w-]*)"
    r"(?= \(|[,.;:]| and\b|$)"
)
