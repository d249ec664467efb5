"""Clauses that say what must not be possible: "no PUT", "notes cannot be deleted", "read-only".

A clause counts where it holds for every row: "cannot be deleted while it has comments" is a rule of
its own, and so is "published notes cannot be changed".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.features.crud import Verb
from beliefs.spec.understanding.patterns import Tokens
from beliefs.spec.understanding.tokens import Token

_VERBS: tuple[tuple[str, tuple[Verb, ...]], ...] = (
    (r"delet(?:e|es|ed|ing|ions?|able)|remov(?:e|es|ed|ing|al|able)", ("remove",)),
    (
        (
            r"updat(?:e|es|ed|ing|able)|edit(?:s|ed|ing|able)?|chang(?:e|es|ed|ing)|modif(?:y|ied|ying|ications?)"
            r"|alter(?:ed|ing)?|mutat(?:e|ed|ing)"
        ),
        ("replace", "change"),
    ),
    (r"put|replac(?:e|ed|ing|ement)|overwrit(?:e|ten|ing)", ("replace",)),
    (r"patch(?:ed|ing)?", ("change",)),
)
_VERB = rf"(?:{'|'.join(words for words, _ in _VERBS)})"
_KIND = r"(?:endpoint|route|operation|request|method|support|functionality|action|call|handler)s?"
_OF = r"(?:(?:for|of|on|to|any|the|a|an|existing|all|individual|single) )*"
_ONE = rf"(?:the |any |an? |http )*{_VERB}(?: {_KIND})?"
_DONE = rf"{_ONE}(?:(?:,? (?:or|and|nor)|,|/| ?/ ?) ?{_ONE})*(?: {_KIND})?"
_WHAT = rf"(?: {_OF}(?P<of>(?!{_KIND}\b)[a-z]+))?"
# What may follow: the end of the clause, and no more conditions.
_END = (
    r"(?: (?:at all|ever|please|afterwards|later|anymore|any more|again"
    r"|once (?:created|made|stored|saved)"
    r"|after (?:creation|they are created|it is created)))?"
    r"(?=\s*(?:$|[.;!)—]|,(?! ?(?:only|but|just|except|unless|if|when|while|instead))"
    r"| and (?!their|its|his|her)| but (?:can|may|must)))"
)
_WAYS = (
    r"(?:(?:the|any|an?|way|ways|need|possibility|ability|option|means|support|endpoints?|routes?"
    r"|to|for|of|it|them|users?|clients?|anyone|people) )*?"
)
_NOT = r"(?:(?:does|do|should|must|will|may) not|(?:does|do|should|must|wo|ca)n['’]t|never|cannot)"
_PASSIVE = (
    r"(?:can ?not|can['’]t|can never|may not|may never|must not|must never|should not|should never"
    r"|shall not|will not|(?:is|are) (?:never|not)|(?:is|are)n['’]t) (?:ever )?(?:be )?"
)
_MADE = r"once (?:created|made|stored|saved|written)"
_LEAD = rf"(?:{_MADE},? |existing |all |these |the |an? |each |every )*"
_AT = r"(?:^|(?<=[.;,:] )|\b(?:and|but|where|so) )"
_METHOD = r"(?-i:GET|POST|PUT|PATCH|DELETE)"
_METHODS = rf"{_METHOD}(?:(?:,? and |, ?|/){_METHOD})*(?: {_KIND})?"
_OFFERS = r"(?:support|allow|offer|accept|expose|provide|answer|ha)s?"
_PATTERNS = tuple(
    re.compile(each, re.IGNORECASE)
    for each in (
        (
            rf",? ?\b(?:but )?(?:with )?(?:no|without|except(?: for)?|excluding|minus"
            rf"|other than|apart from) {_WAYS}(?P<verbs>{_DONE}){_WHAT}(?: is| are)?"
            rf"(?: (?:needed|required|allowed|possible|supported|wanted|necessary))?{_END}"
        ),
        (
            rf"(?:,? ?\b(?:that|which|but|and|it|the (?:api|service)|you|we|nobody|no one) )?"
            rf"(?:it |users? |clients? |people )?{_NOT} (?:need to |have to )?"
            rf"(?:allow|support|permit|offer|provide|have|include|let|expose|implement|need|want"
            rf"|enable|accept|be able|be possible)s? {_WAYS}(?P<verbs>{_DONE}){_WHAT}{_END}"
        ),
        rf"{_AT}{_LEAD}(?P<of>[a-z]+)(?:,? {_MADE},?)? {_PASSIVE}(?P<verbs>{_DONE}){_END}",
        rf",? ?\b(?:that|which) {_PASSIVE}(?P<verbs>{_VERBS[0][0]}){_END}",
        (
            rf"{_AT}(?P<verbs>{_DONE}){_WHAT} (?:is|are) (?:not|never|dis)"
            rf" ?(?:allowed|possible|supported|permitted|needed|required|abled|available|offered)"
            rf"{_END}"
        ),
        (
            rf"{_AT}(?P<verbs>{_DONE}){_WHAT} (?:is|are) (?:forbidden|(?:turned |switched )?off"
            rf"|disabled|impossible|unsupported|prohibited|disallowed){_END}"
        ),
        (
            r"\b(?:(?:nobody|no one|no user) (?:can|may)|(?:users?|clients?|you) (?:can ?not"
            r"|can['’]t|may not|must not|must never|should not|should never)) (?:ever )?"
            rf"(?P<verbs>{_DONE}){_WHAT}{_END}"
        ),
        rf"\b(?:everything|anything|all(?: \w+){{0,2}}|crud) but (?P<verbs>{_DONE}){_WHAT}{_END}",
        rf"(?:, ?(?:but |and )?| but )(?:not|never) (?:be )?(?P<verbs>{_DONE}){_END}",
        (
            rf"{_AT}(?:disable|forbid|disallow|prohibit|omit|leave out)s? (?P<verbs>{_DONE})"
            rf"{_WHAT}{_END}"
        ),
        rf"(?:{_AT}|\bwith |\b{_OFFERS} )(?P<only>{_METHODS}) only{_END}",
        rf"(?:\b(?:that|which|it|and) )?\bonly {_OFFERS} (?P<only>{_METHODS}){_END}",
        (
            r"(?P<whole>\bread[- ]?only|\bappend[- ]?only|\bwrite[- ]?once|\bimmutable)"
            r"(?= (?:\w+ )?(?:api|service|backend|rest|web|endpoints?|log|ledger|journal|store|list"
            r"|collection|records?|entries|events?))"
        ),
        (
            rf"(?:{_AT}|\b(?:that|which) )(?:{_LEAD}(?P<of>[a-z]+) )?(?:is|are|stay"
            rf"|must be|should be) (?:strictly )?(?P<whole>read[- ]?only"
            rf"|append[- ]?only|write[- ]?once|immutable){_END}"
        ),
    )
)
_WHOLE: dict[str, tuple[Verb, ...]] = {
    "readonly": ("create", "replace", "change", "remove"),
    "appendonly": ("replace", "change", "remove"),
    "writeonce": ("replace", "change"),
    "immutable": ("replace", "change"),
}
_SOME = re.compile(r"(?i)\b(?:admins?|administrators?|moderators?|owners?|roles?|editors?)\b")
_NAMELESS = frozenset(
    """it they them this these those api service everything anything nothing entry entries item
    items row rows record records data request requests at all""".split()  # noqa: SIM905
)


class Denial(NamedTuple):
    """Where a clause stands in a sentence, which verbs it takes away, and of what."""

    start: int
    end: int
    verbs: frozenset[Verb]
    of: str  # empty: of all that is kept
    covered: tuple[Token, ...]


def denials(text: str, part: Tokens) -> Iterator[Denial]:
    """The clauses of a sentence that say what must not be possible.

    >>> from beliefs.spec.understanding.tokens import tokens
    >>> [found] = denials("Notes cannot be deleted", tokens("Notes cannot be deleted"))
    >>> found.of, sorted(found.verbs)
    ('notes', ['remove'])
    """
    first = part[0].start
    said = text[first : part[-1].end]
    taken: list[tuple[int, int]] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(said):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            told = match.groupdict()
            if told.get("verbs") and _by_some(match.group(), text):
                continue
            if told.get("only") and "GET" not in told["only"]:
                continue  # "a key for POST only"
            of = (told.get("of") or "").lower()
            inside = [
                at
                for at, each in enumerate(part)
                if match.start() <= each.start - first and each.end - first <= match.end()
            ]
            if inside:
                taken.append(match.span())
                covered = part[inside[0] : inside[-1] + 1]
                verbs = _verbs(told.get("verbs") or "", told.get("whole") or "")
                verbs |= _others(told.get("only") or "")
                yield Denial(
                    inside[0], inside[-1] + 1, verbs, "" if of in _NAMELESS else of, covered
                )


def _by_some(clause: str, text: str) -> bool:
    """Whether only some must not: "users cannot delete notes", where there are admins."""
    subject = re.match(r"(?i)\W*(?:users?|clients?|you)\b", clause)
    return bool(subject and _SOME.search(text))


def _verbs(said: str, whole: str) -> frozenset[Verb]:
    found = {
        verb
        for words, verbs in _VERBS
        if re.search(rf"(?i)\b(?:{words})\b", said)
        for verb in verbs
    }
    return frozenset({*found, *_WHOLE.get(re.sub(r"\W", "", whole.lower()), ())})


_BY_METHOD: dict[str, Verb] = {
    "POST": "create",
    "PUT": "replace",
    "PATCH": "change",
    "DELETE": "remove",
}


def _others(only: str) -> frozenset[Verb]:
    """What methods beside those that are named would do."""
    return frozenset(verb for method, verb in _BY_METHOD.items() if only and method not in only)
