"""What a sentence says of input that does not fit: no JSON, something missing, out of range."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain
from beliefs.spec.failures import Way

INVALID: tuple[Way, ...] = ("malformed", "missing", "wrong_type", "out_of_range", "unknown_choice")

_UNREADABLE = re.compile(
    r"(?i)\b(?:invalid|malformed|broken|bad|faulty|unparse?able|unreadable|non|wrong)[- _]?json\b|"
    r"\b(?:json|body|payload|request|syntax)(?: \w+)? (?:(?:that|which) )?(?:is|are|was)? ?"
    r"(?:broken|malformed|unreadable|unparse?able|faulty|no (?:valid )?json)\b|"
    r"\b(?:not|isn't|aren't|no|never|neither)(?: be)?(?: an?)?"
    r"(?: (?:valid|proper|well-formed|correct|parse?able|readable|parsed as|read as))* json\b|"
    r"\b(?:can ?not|can't|could ?n[o']t|fails? to|does ?n[o']t) (?:be )?(?:parsed?|decoded?|read)\b"
    r"|\b(?:json|body) parse errors?\b|\bparse errors?\b|"
    r"\bjson (?:syntax|parsing)\b|\bsyntax errors?\b|"
    r"\b(?:not|no|isn't)(?: an?)?(?: json)? objects?\b|"
    r"\bmalformed(?: (?:json|body|bodies|requests?|payloads?))?\b"
)
_LACKING = re.compile(
    r"(?i)\b(?:missing|required|absent|omitted|left out|lacks?|lacking|without|not (?:there|given|"
    r"present|provided|sent))\b"
)
_UNTYPED = re.compile(
    r"(?i)\b(?:wrong|other|another|incorrect|invalid|bad|unexpected|mismatch\w*)[- _](?:json )?"
    r"types?\b|\btypes? (?:errors?|mismatch\w*|(?:is|are) wrong)\b|\bnot of (?:the|its) (?:right )?"
    r"type\b|\bnot (?:a|an) (?:number|integer|string|text|boolean|whole number)\b"
)
_BEYOND = re.compile(
    r"(?i)\b(?:out[- _]of[- _](?:range|bounds)|(?:outside|beyond) (?:its|the|their|of)? ?(?:range|"
    r"bounds|limits)|too (?:long|short|large|small|big|high|low)|(?:wrong|bad|invalid) (?:length|"
    r"format|pattern)|negative)\b"
)
_UNKNOWN = re.compile(
    r"(?i)\b(?:none of|not (?:one|any) of|not among|not in the list|enum(?:eration)? values?|"
    r"(?:unknown|unsupported|unrecogni[sz]ed|other) (?:values?|options?|choices?|enum\w*))\b"
)
_ANY = re.compile(
    r"(?i)\b(?:in|un)?valid(?:ity|ation)?\b|\bvalidat\w+|\b(?:bad|wrong|unacceptable) (?:inputs?|"
    r"values?|data|fields?|requests?|bod(?:y|ies)|parameters?)\b|\b(?:break|violat|fail)\w* (?:an?|"
    r"the|any|some|its|these|those|one)? ?(?:rules?|constraints?|checks?|schema)\b|"
    r"\b(?:any|every)thing else\b|\ball other\b|\bdoes(?: not|n't) fit\b|"
    r"\bvalues? (?:(?:is|are) )?(?:not (?:allowed|accepted|ok)|wrong|bad)\b|\bunprocessable\b|"
    r"\brules?\b"
)
_SINGLE: tuple[tuple[Way, re.Pattern[str]], ...] = (
    ("missing", _LACKING),
    ("wrong_type", _UNTYPED),
    ("out_of_range", _BEYOND),
    ("unknown_choice", _UNKNOWN),
)
_SHOWN = re.compile(r"(?i)\b(?:headers?|tokens?|keys?|credentials?)\b")


def ways_told(words: str, choices: frozenset[str] = frozenset()) -> frozenset[Way]:
    """Which ways to bring what does not fit a text speaks of; `choices` are fields with choices.

    >>> sorted(ways_told("the body isn't valid JSON")), sorted(ways_told("a field is missing"))
    (['malformed'], ['missing'])
    >>> sorted(ways_told("unknown season", frozenset({"season"}))), sorted(ways_told("unknown id"))
    (['unknown_choice'], [])
    >>> len(ways_told("malformed or invalid body")), len(ways_told("a field is missing or invalid"))
    (5, 4)
    """
    said = words.replace("_", " ")
    rest = _UNREADABLE.sub(" ", said)
    found: set[Way] = {"malformed"} if rest != said else set()
    left = re.sub(
        r"(?i)\b(?:unknown|unsupported|invalid|other) (\w+)",
        lambda told: "unknown value" if plain(told[1]) in choices else told[0],
        rest,
    )
    for way, pattern in _SINGLE:
        if way == "missing" and _SHOWN.search(left):
            continue  # what callers show of themselves
        cut = pattern.sub(" ", left)
        found |= {way} if cut != left else set()
        left = cut
    if _ANY.search(left):
        found |= set(INVALID[1:])
    return frozenset(found)
