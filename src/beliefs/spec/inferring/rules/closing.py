"""Bodies that may have no other names than those that are known, where words say so."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Route, is_record
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import singular, words

_PARTS = r"(?:fields?|propert(?:y|ies)|keys?|attributes?|members?|parameters?)"
_OTHER = r"(?:unknown|additional|extra|other|unexpected|undocumented|unrecogni[sz]ed|unlisted)"
_REFUSED = (
    r"(?:refused|rejected|forbidden|not (?:allowed|accepted|permitted)|an error|invalid|4\d\d)"
)


def closed_bodies(contract: Contract) -> Contract:
    """A contract whose bodies refuse unknown names where the document says so."""
    everywhere = any(
        says_closed(each)
        for text in (contract.summary, *(one for _, one in contract.prose))
        for each in re.split(r"(?<=[.;])\s+", text)
    )
    everywhere = everywhere or any(
        each.status in {400, 422} and re.search(rf"(?i)\b{_OTHER} {_PARTS}\b", each.words)
        for each in contract.faults
    )
    routes = tuple(_closed(each, contract, everywhere=everywhere) for each in contract.routes)
    return replace(contract, routes=routes)


def _closed(route: Route, contract: Contract, *, everywhere: bool) -> Route:
    body = route.body
    if body is None or not is_record(body) or body.open or not body.properties:
        return route
    noun = _noun(route, contract)
    faults = [each.words for each in route.faults if each.status in {400, 422}]
    faults += [each.words for each in route.replies if each.status in {400, 422}]
    told = any(re.search(rf"(?i)\b{_OTHER} {_PARTS}\b", each) for each in faults)
    told = told or any(noun and re.search(rf"(?i)\bunknown {noun}s?\b", each) for each in faults)
    said = [*re.split(r"(?<=[.;])\s+", route.words), body.words]
    if everywhere or told or any(says_closed(each, noun) for each in said):
        return replace(route, body=replace(body, closed=True))
    return route


def _noun(route: Route, contract: Contract) -> str:
    """What the names of a body are called at a path of theirs alone: a setting, of /settings."""
    chain = steps(route.path, contract.base)
    alone = bool(chain) and not any(each.param for each in chain)
    last = singular("_".join(words(chain[-1].name))) if alone else ""
    return last if alone and last != "_".join(words(chain[-1].name)) else ""


def says_closed(sentence: str, noun: str = "") -> bool:
    """Whether a sentence says that a body with another name in it is refused.

    >>> says_closed("Unknown fields are rejected with 400."), says_closed("Other keys are ignored")
    (True, False)
    >>> says_closed("A name that is not a setting is invalid", "setting")
    True
    """
    thing = rf"(?:{_PARTS}|names?{'|' + noun + 's?' if noun else ''})"
    known = rf"(?:known|listed|documented|{noun or _PARTS}s?)"
    unlike = rf"{thing} (?:that|which) (?:is|are) (?:not (?:an? |one of the )?{known}|unknown)"
    about = rf"(?:{_OTHER} {thing if noun else _PARTS}|{unlike})"
    return bool(
        re.search(rf"(?i)\b{about}\b[^.;]*?(?:\b|→|->){_REFUSED}", sentence)
        or re.search(rf"(?i)\binvalid\b[^.;]*\bincluding\b[^.;]*\b{about}\b", sentence)
        or re.search(rf"(?i)\bno {_OTHER} {_PARTS}\b[^.;]*\b(?:allowed|accepted)", sentence)
    ) and not re.search(r"(?i)\bignored?\b", sentence)
