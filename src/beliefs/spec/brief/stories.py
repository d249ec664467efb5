"""Requirements as stories and in the words of specifications, said plainly."""

from __future__ import annotations

from beliefs.spec import patterns as re

_STORY = re.compile(
    r"(?i)^\W*(?:(?:\w+[- ]?)?\d+[.:)]\s*)?as (?:an? |the )?[\w' -]+?,? (?:i|we) (?:would "
    r"like|'d like|"
    r"want|need|wish|expect|am able|should be able|must be able|can|may)\b(?: to)?(?: be able "
    r"to)?\s+"
    r"(?=[a-z])"
)
_PURPOSE = re.compile(
    r"(?i),?\s*\b(?:so that|so (?=(?:i|we|they|he|she|it|everybody|nobody)\b)|in order (?:to|that))"
    r"\b(?![^.;()]*\b(?:must|only|\d{3})\b)[^.;()]*"
)
# "The service shall expose `POST /a` to leave …", "It shall be possible to delete …".
_SUBJECT = (
    r"(?:the |this |our )?(?:service|api|system|server|backend|application|app|endpoint|"
    r"implementation|component|software)"
)
_SHALL = re.compile(
    rf"(?i)^(\W*(?:[A-Z]{{1,5}}[-_ ]?\d+[.:)]?\s*)?){_SUBJECT} (?:shall|must|should|will|has "
    rf"to|needs "
    r"to) (?:(?:expose|offer|provide|implement|have|support|accept|allow)\s+(?:an? |the )?(?="
    r"[`*]*(?:GET|POST|PUT|PATCH|DELETE)\b)|(?=(?:answer|return|respond|store|give|send)\b))"
)
_BE_ANSWERED = re.compile(r"(?i)\bshall be (?=answered|rejected|refused|returned|reported)")


_NUMBER = re.compile(
    r"^\W*(?:[A-Z]{1,5}[-_ ]?\d+(?:\.\d+)*\s*[.:)–—-]+[`*]*\s+(?=\S)|"
    r"\d{1,2}(?:\.\d{1,2})+[.)]?[`*]*\s+(?=[`*(]*[A-Z])|\d{1,2}[.)][`*]*\s+(?=[`*(]*[A-Z]))"
)


def numbered(text: str) -> str:
    """A requirement without its number.

    >>> numbered("R1. A client can do it."), numbered("**FR-2:** It can."), numbered("B12 is full.")
    ('A client can do it.', 'It can.', 'B12 is full.')
    """
    found = _NUMBER.match(text)
    return text[found.end() :] if found is not None else text


def plainly(sentence: str) -> str:
    """A sentence without who wants it and what for.

    >>> plainly("As a cook I want to add a recipe, so that I can find it again.")
    'add a recipe.'
    """
    story = _STORY.match(sentence)
    if story is not None:
        sentence = _PURPOSE.sub("", sentence[story.end() :])
    sentence = _SHALL.sub(r"\1", sentence)
    sentence = _BE_ANSWERED.sub("are ", sentence)
    return (
        re.sub(r"(?i)\bshall\b", "must", sentence)
        if re.search(r"(?i)\bshall (?:be|not|have)\b", sentence)
        else re.sub(r"(?i)\bshall ", "", sentence)
    )


def about_below(told: list[str], mention: re.Pattern[str]) -> list[str]:
    """Sentences with the first request before what is said of it above: "Adds one. (`POST /a`)".

    >>> about_below(["Adds one.", "(`POST /a` → 201)"], re.compile(r"POST (/a)"))
    ['(`POST /a` → 201)', 'Adds one.']
    """
    naming = [at for at, each in enumerate(told) if mention.search(each)]
    if len(naming) != 1 or not naming[0]:
        return told
    at = naming[0]
    alone = re.match(
        r"^\W*(?:via |with |by |see |→ |-> )?[`*(]*(?:GET|POST|PUT|PATCH|DELETE)\b", told[at]
    )
    if alone is None or not told[at].lstrip("*` ").startswith(("(", "→", "->", "[")):
        return told
    return [told[at], *told[:at], *told[at + 1 :]]
