"""Rows that leave a list when something is done to them, as running sentences say it of the deed.

"POST /a/{id}/hide -> 200, it is gone from GET /a then, ?hidden=true lists those" says
two things of the list, and none of the deed.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.markdown.drafts import ROUTE, one_form
from beliefs.spec.documents.words import states

_VANISHED = re.compile(
    r"(?i),?(?: and)? ?(?:(?:the|a|an|that|this) )?(?:\w+ )?(?:is |are |then )*(?:gone|missing|"
    r"removed|hidden|absent|left out|no longer|not|disappears?|vanish(?:es)?|drops? out|leaves)"
    r"(?: in| from| of| listed (?:in|by|at)| shown (?:in|by|at)| part of)? "
    r"GET `?(?P<path>/[\w/{}-]+)(?![\w/{}-])`?(?! (?:(?:and|or) GET|lists|shows|answers))"
    r"(?: then| any ?more| afterwards| from then on)?(?P<asked>, (?:but |and )?\?\w+=[^;]*)?"
)


class Vanished(NamedTuple):
    """A clause without what it says of a list, the path of that list, and what is said of it."""

    rest: str
    path: str
    told: tuple[str, ...]


def vanished(text: str, here: list[str]) -> Vanished | None:
    """What a clause about a deed says of a list; `here` are the routes that it goes on about.

    >>> vanished("POST /a/{id}/hide -> 200, it is gone from GET /a then", [])
    Vanished(rest='POST /a/{id}/hide -> 200', path='/a', told=('hidden ones are left out',))
    """
    found = _VANISHED.search(text)
    before = f" {text[: found.start()]}" if found else ""
    named = [f"{each[1]} {one_form(each[2])[0]}" for each in ROUTE.finditer(before)]
    ways = [each for each in named or here if named[-1:] == [each] or each.startswith("POST ")]
    deed = re.fullmatch(r"POST .*\}/([a-z]+)", ways[-1]) if ways else None
    if found is None or deed is None:
        return None
    told = [f"{states(deed[1])[0]} ones are left out"]
    told += [re.sub(r"^, (?:but |and )?", "", found["asked"])] if found["asked"] else []
    rest = f"{text[: found.start()]}{text[found.end() :]}".strip()
    return Vanished(rest, one_form(found["path"])[0], tuple(told))
