"""Which of several failures a request has that deserves them all, where a document says so.

A request is checked in one order (docs/effects.md): who asks, what is brought, and then the rows
that it names. So 401 goes before 422 by itself, and 404 never does; words that want it are listed.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, sentences
from beliefs.spec.documents.contract import Contract
from beliefs.spec.service import Unknown

_WHY = "what a request brings is checked before the rows that it names are looked for"
_ROW = r"(?:404|403|409|not found|missing rows?|unknown (?:ids?|\w+))"
_BODY = (
    r"(?:422|400|validation|(?:the )?body(?: is| being)?(?: checked| validated| looked at)?|"
    r"invalid (?:body|input|values))"
)
_BEFORE = re.compile(
    rf"(?i)\b{_ROW}\b[^.;]*?\b(?:before|precedes?|ahead of|wins? over|rather than|goes first|"
    rf"takes? precedence over|prior to|instead of)\b[^.;]*?\b{_BODY}\b|"
    rf"\b{_BODY}\b[^.;]*?\b(?:after|behind|only (?:then|once|when|if))\b[^.;]*?\b{_ROW}\b|"
    r"\b404\b[^.;]*?\b(?:even (?:if|when|with)|also (?:if|when|with)|whatever|no matter)\b[^.;]*?"
    r"\b(?:body|input|values|422|400|(?:in|not )valid)\b"
)
_ORDERED = re.compile(r"(?i)\b(?:order|first|then|before|followed by|sequence|precedence)\b|→|->|>")
_STATUS = re.compile(r"(?<![\d.])(40[0134]|409|422)(?!\.?\d)")


def wants_rows_first(sentence: str) -> bool:
    """Whether a sentence wants rows to be looked for before what is brought is checked.

    >>> wants_rows_first("Checks are made in this order: 401, 404, 422.")
    True
    >>> wants_rows_first("Validation (422) comes before 404."), wants_rows_first("404, 422 or 409")
    (False, False)
    """
    plainly = bare(sentence)
    if _BEFORE.search(plainly):
        return True
    told = [int(each) for each in _STATUS.findall(plainly)]
    if len(told) < 2 or not _ORDERED.search(plainly) or 404 not in told:
        return False
    behind = told[told.index(404) + 1 :]
    many = len(told) > 2 or re.search(r"(?i)\b(?:order|then|before|followed by)\b", plainly)
    return (
        bool(many)
        and bool({400, 422} & set(behind))
        and not re.search(r"(?i)\b(?:if|when|for)\b.*\b(?:if|when|for)\b", plainly)
    )


def unordered(contract: Contract) -> list[Unknown]:
    """The sentences of a document that want such an order, which nothing built holds to."""
    brings = any(each.body is not None and "{" in each.path for each in contract.routes)
    texts = [*contract.prose, *((each.source, each.words) for each in contract.routes)]
    texts += [("", contract.summary)]
    found = {
        bare(one): source
        for source, text in (texts if brings else ())
        for one in sentences(text)
        if wants_rows_first(one)
    }
    return [Unknown("material", words, source, _WHY) for words, source in found.items()]
