"""What cannot be done any more once something was done to a row, as sentences say it of the deed.

"POST /polls/{id}/close closes it; after that voting is 409" is a rule of the request that votes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain, singular, states

_AFTER = re.compile(
    r"(?i)^(?:and )?(?:after (?:that|this|which|it)|from then on|afterwards|thereafter|then|"
    r"once (?:that is |it is )?[a-z]+(?:ed|en|d)?),? (?P<deeds>[a-z][\w ,]*?)(?: it)? "
    r"(?:is|are|gives?|answers?|returns?|gets?|fails? with)(?: refused with| rejected with)? "
    r"(?P<status>4\d\d)\b(?P<rest>.*)$"
)
_BACK = re.compile(
    r"(?i)\b(?:tak\w+ back|withdraw\w*|delet\w+|remov\w+|cancel\w*|undo\w*|retract\w*)\b"
)
_ADDS = re.compile(r"(?i)\b(?:add\w*|new|more|creat\w+|post\w*|put\w*|chang\w+|edit\w*|updat\w+)\b")


class Rule(NamedTuple):
    """A request by its method and path, and what is said of it."""

    way: str
    words: str


def afterwards(text: str, here: str, ways: list[str]) -> tuple[list[Rule], str]:
    """The rules of other requests that a clause about a deed tells, and what is left of it.

    >>> ways = ["PUT /polls/{id}/votes/{name}", "DELETE /polls/{id}/votes/{name}", "GET /polls"]
    >>> afterwards("after that voting is 409", "POST /polls/{id}/close", ways)
    ([Rule(way='PUT /polls/{id}/votes/{name}', words='409 if the poll is closed')], '')
    """
    deed = re.fullmatch(r"POST (/(?:.*/)?(?P<rows>[\w-]+)/\{\w+\})/(?P<verb>[a-z]+)", here)
    found = _AFTER.match(text)
    if found is None or deed is None:
        return [], text
    said = f"{found['status']} if the {singular(deed['rows'])} is {states(deed['verb'])[0]}"
    told: list[str] = []
    for each in re.split(r",? and |, ", found["deeds"]):
        meant = list(_meant(each, deed[1], [way for way in ways if way != here]))
        if not meant:
            return [], text
        told += meant
    return [Rule(way, said) for way in dict.fromkeys(told)], found["rest"].strip(" ,")


def _meant(deed: str, row: str, ways: list[str]) -> Iterator[str]:
    """The requests about a row, or below it, that words for a deed speak of."""
    spoken = {_stem(each) for each in re.findall(r"[a-z]+", deed.lower())}
    for way in ways:
        method, path = way.split(" ")
        below = path.removeprefix(row)
        if method == "GET" or (below == path and path != row):
            continue
        back = bool(_BACK.search(deed))
        named = {_stem(each) for each in re.findall(r"[a-z]+", re.sub(r"\{\w+\}", "", below))}
        about = bool(named & spoken) or (below == "" and bool(_ADDS.search(deed) or back))
        if about and back == (method == "DELETE"):
            yield way


def _stem(word: str) -> str:
    """A word without its ending.

    >>> _stem("voting"), _stem("votes"), _stem("bids"), _stem("bidding")
    ('vot', 'vot', 'bid', 'bid')
    """
    bare = re.sub(r"(?:ing|ers?|ions?|ments?|es|s|e)$", "", plain(word)) if len(word) > 3 else word
    return re.sub(r"([bdgmnprt])\1$", r"\1", bare)
