"""Rows of names in prose: "a title, a start time starts_at (ISO 8601) and optionally a note"."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from beliefs.spec import patterns as re

_STOP = (
    "and|or|with|for|that|which|who|is|are|was|were|be|to|of|in|on|at|by|as|if|when|then|not|no|"
    "all|both|any|it|its|the|a|an|this|"
    "returns?|answers?|gives?|creates?|adds?|makes?|responds?|stores?|records?|required|optional|"
    "optionally|otherwise|else|must|may|can|has|have|each|"
    "like|so|but|from|into|per|only|where|whose|there|they|them|lists?|sets?|get|gets|once|after|"
    "before|while|will|should|status|body|json|plus|left|be|"
    "given|back|new|because|unless|also|newest|oldest|sorted|ordered|latest|filter|filters|"
    "filtered|crud|everyone|anyone|fields?|required|needed|leaves?|does|same|empty|no|than|i|we|"
    "you|people|about|via|using|whole"
)
# "with a name enters a candidate": what is done with it is no part of its name.
_DOES = (
    r"[a-z]+s (?:(?:the|it|them|one|this|that|its|their|all)\b|"
    r"an? (?!(?:list|array|number|string|whole|integer|positive|boolean|date|text|url)\b)\w)"
)
_NO_NAME = rf"(?!(?:{_STOP})\b|{_DOES})"
_NAME = rf"{_NO_NAME}[A-Za-z_]\w*(?:[- ]{_NO_NAME}[A-Za-z_]\w*){{0,2}}(?:\[\])?\??"
_ITEM = (
    r"\s*(?P<lead>(?:(?:optionally|optional|if i feel like it|possibly|perhaps|maybe|an?|the|its|"
    r"their|some|your|one|and|also|or)\b[ ,]*)*)"
    r"(?P<name>NAMED)(?P<words>(?:\s*\((?:[^()]|\([^()]*\))*\))?)"
    r"(?P<span> (?:from|between) -?\d+(?:\.\d+)? (?:to|and) -?\d+(?:\.\d+)?| (?:of )?(?:up to|at "
    r"most|at least|max(?:imum)?|min(?:imum)?)\.? \d+(?: \w+)?| like ⟪\d+⟫(?:(?:,| or|, or| and) "
    r"⟪\d+⟫)*)?"
    r"(?P<more>,? (?:an?|both|each) (?:whole numbers?|integers?|positive \w+|numbers? (?:of|"
    r"above|greater|between|from|>|over)|lists? of)\b[^,.;()]*?(?=,| and |$|[.;]))?"
)
_JOIN = re.compile(r"\s*(?:,\s*(?:and|or)?|\band\b|\+|&|\bplus\b)\s*(?:,\s*)?", re.IGNORECASE)


class Named(NamedTuple):
    """A name in a row with what is said of it there."""

    name: str
    words: str
    optional: bool


@cache
def _item(codes: frozenset[str]) -> re.Pattern[str]:
    """A name in a row; those that stand in backquotes are names whatever words they are."""
    marked = "|".join(sorted(map(re.escape, codes), key=len, reverse=True))
    reader = _ITEM.replace("(?P<more>,?", rf"(?P<more>(?!,? (?:{marked})\b),?") if codes else _ITEM
    return re.compile(
        reader.replace("NAMED", rf"(?-i:(?:{marked})\b(?:\[\])?\??)|{_NAME}" if codes else _NAME),
        re.IGNORECASE,
    )


def row_of(
    text: str,
    start: int = 0,
    known: frozenset[str] = frozenset(),
    codes: frozenset[str] = frozenset(),
) -> tuple[list[Named], int]:
    """The names that stand in a row from a place on, and where the row ends.

    >>> [
    ...     each.name
    ...     for each in row_of(
    ...         "a title, a start time starts_at (ISO) and a capacity, a whole number of at least 1"
    ...     )[0]
    ... ]
    ['title', 'starts_at', 'capacity']
    >>> row_of("an amount (a number) and, if I feel like it, a note.")[0][1]
    Named(name='note', words='', optional=True)
    """
    found: list[Named] = []
    at = start
    reader = _item(codes)
    while (item := reader.match(text, at)) is not None:
        name, lead = item["name"], item["lead"].lower()
        words = " ".join(
            each.strip()
            for each in (item["words"], item["span"] or "", item["more"] or "")
            if each and each.strip()
        )
        spoken = name.rstrip("?").removesuffix("[]")
        if name.rstrip("?").endswith("[]"):
            words = f"list {words}"
        found.append(
            Named(
                spoken if spoken in codes else _plain(spoken, known),
                words.strip(),
                name.endswith("?") or "optional" in lead or "feel like" in lead,
            )
        )
        at = item.end()
        join = _JOIN.match(text, at)
        if join is None:
            break
        if reader.match(text, join.end()) is None:
            break
        at = join.end()
    return found, at


def _plain(name: str, known: frozenset[str]) -> str:
    """How a name is spelled on the wire."""
    words = re.split(r"[ -]", name)
    if len(words) == 1:
        return (
            words[0]
            if "_" in words[0]
            or not words[0][0].isupper()
            or words[0][1:2].isupper()
            or words[0] in known
            else words[0].lower()
        )
    for each in reversed(words):
        if "_" in each or each in known or re.search(r"[a-z][A-Z]", each):
            return each
    joined = "_".join(words).lower()
    return joined if joined in known or words[-1].lower() not in known else words[-1].lower()
