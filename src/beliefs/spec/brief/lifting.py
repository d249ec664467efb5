"""Sentences and clauses behind one that names a request, and that are about all of them."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Request
from beliefs.spec.brief.said import GAP, Said

# How they fail, what rows are, what is so everywhere.
_OF_ALL = re.compile(
    r"(?i)^\W*(?:all |any |every |the )*(?:errors?|failures?|error (?:bod(?:y|ies)|responses?|"
    r"answers?|messages?|format)|validation (?:errors?|failures?|problems?))\b(?! (?:if|when|for|"
    r"on|unless)\b)|^\W*(?:each|every|an?|all) [a-z]+ (?:has|have|looks?|consists?)\b|^\W*(?:ids|"
    r"dates|times|timestamps|amounts|prices|moments|everything|nothing|deleting|creating|updating|"
    r"changing|removing|duplicates?|unknown|missing|invalid|bad|malformed|wrong|blank|empty) |"
    r"^\W*(?:an? |the )?[a-z]+ (?:that|which|who) (?:is|are|was|has been) [a-z ]+ (?:can't|cannot|"
    r"can ?not|may not|must not|mustn't) be "
)
# Clauses between semicolons that are no more about the request before them than about any other.
_CLAUSE = re.compile(
    r"(?i)^\W*(?:[a-z]+ing (?:an? |the |more |one |it |less |fewer |too |something |from |to |"
    r"with )"
    r"[^;]*\b4\d\d\b|(?:400|404|422) (?:⟦\d+⟧ |⟪\d+⟫ )?(?:for|on|if|when) (?:an? |any |the |all "
    r")*(?:unknown|"
    r"missing|invalid|bad|non-?existent|malformed|wrong|validation)\b|(?:the |an? )?[a-z_]+ "
    r"(?:(?:is|are|must be|has to be|have to be|should be) unique\b)|(?:the |an? )?[a-z_]+ (?:must|"
    r"may not|can't|cannot|has to|have to)\b[^;]*\b4\d\d\b)"
)


def lift(brief: Brief) -> None:
    """Move sentences that are about all out of the request that they stand behind.

    >>> from beliefs.spec.brief.requests import brief
    >>> told = brief("GET /notes lists all; unknown ids are 404. Errors look like {error}.", "goal")
    >>> lift(told)
    >>> [each.text for each in told.said]
    ['unknown ids are 404.', 'Errors look like ⟦0⟧.']
    """
    if brief.title or brief.topics:
        return  # headings say what each piece is about
    seen = {each.whole for each in brief.said}
    for request in brief.requests:
        kept: list[Said] = []
        for one in request.said:
            rest, away = _split(one) if GAP in one.text else _whole(one)
            kept += rest
            for each in away:
                if each.whole not in seen:
                    seen.add(each.whole)
                    brief.said.append(each)
        request.said = kept
    for request in brief.requests:
        for one in [x for x in request.said if GAP not in x.text]:
            other = _meant(brief, one)
            if other is not None and other is not request:
                request.said.remove(one)
                if one.whole not in {x.whole for x in other.said}:
                    other.said.append(one)


_OF_FILTER = re.compile(
    r"(?i)^\W*(?:the |this )?`?(?P<name>[a-z_]\w*)`? (?:filter|search|parameter|query)(?:s|ing)?\b"
)


def _meant(brief: Brief, one: Said) -> Request | None:
    """The list with the filter that a sentence is about."""
    found = _OF_FILTER.match(one.text)
    name = found["name"].lower() if found is not None else ""
    lists = [x for x in brief.requests if name in x.query]
    at = re.search(r"(?i)\b(?:on|for|from) /?(?P<tail>[a-z][\w-]*)\W*$", one.text)
    if at is not None:  # "no quotes -> 404 on random"
        lists = [x for x in brief.requests if x.tail and x.tail == at["tail"].lower()]
        if len(lists) == 1:
            one.text = one.text[: at.start()]
    return lists[0] if len(lists) == 1 else None


def _whole(one: Said) -> tuple[list[Said], list[Said]]:
    return ([], [one]) if _OF_ALL.search(one.text) or _CLAUSE.search(one.text) else ([one], [])


def _split(one: Said) -> tuple[list[Said], list[Said]]:
    """A sentence without the clauses behind its request that are about all, and those."""
    pieces = one.text.split(";")
    if len(pieces) == 1 or any(each.count("(") != each.count(")") for each in pieces):
        return [one], []
    first = next(at for at, each in enumerate(pieces) if GAP in each)
    away = [
        each
        for each in pieces[first + 1 :]
        if GAP not in each and (_OF_ALL.search(each) or _CLAUSE.search(each))
    ]
    if not away:
        return [one], []
    rest = replace(one, text=";".join(each for each in pieces if each not in away))
    told = [
        replace(one, text=each.strip(), whole=one.spelled(_spelled(one, each)).strip(), lead="")
        for each in away
    ]
    return [rest], told


def _spelled(one: Said, text: str) -> str:
    """A clause with its sketches as they stood."""
    shown = re.findall(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", one.whole)
    return re.sub(r"⟦(\d+)⟧", lambda m: shown[int(m[1])] if int(m[1]) < len(shown) else "{…}", text)
