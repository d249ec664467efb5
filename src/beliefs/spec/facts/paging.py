"""What a sentence says of a list that is cut: "limit (default 20, at most 100) and offset"."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.facts.terms import Clause

_SIZES = ("limit", "per_page", "page_size", "pagesize", "perpage", "size")
_STARTS = ("offset", "skip", "page")
_MOST = re.compile(
    r"(?:(?:n't|not|never)(?: to)? exceed|maxes out at|(?:largest|maximum|highest|biggest|upper|"
    r"max)(?: limit| bound| value| page size| size)*(?: is| of|:)?|"
    r"<= ?|at most|max(?:imum)?(?: of|:)?|up to|not? (?:more|over|larger) than|never (?:a limit "
    r")?(?:over|above|more than)|"
    r"biggest limit is|capped at|can be|not exceed|over) ?(\d+)|(\d+) ?(?:as the (?:largest|"
    r"maximum|highest)|at (?:the )?most|tops|max(?:imum)?)\b"
)


class Paging(NamedTuple):
    """The names of both parameters, and what they are without: size, start and the largest size."""

    names: tuple[str, str]
    numbers: tuple[int, int, int]  # the largest is 0 where nothing is said of it


def paged(told: Clause) -> Paging | None:
    """How a list is cut, where the sentence says how many there are without being asked."""
    names = {*told.query, *re.findall(r"\w+", told.text), *(each.lower() for each in told.texts)}
    size = [each for each in _SIZES if each in names]
    start = [each for each in _STARTS if each in names]
    start = [each for each in start if each != "page"] or start  # "you can page through it"
    if len(size) != 1 or len(start) != 1 or told.fields:
        return None
    text = told.text
    for number, quoted in enumerate(told.texts):
        text = text.replace(f"\x00{number}\x00", quoted.lower())
    samples = {name: int(each) for name, each in told.query.items() if each.isdigit()}
    most = _MOST.search(text)
    largest = int(most[1] or most[2]) if most else 0
    rest = _MOST.sub(" ", text)
    many = [int(each) for each in re.findall(r"(?<![\w.])\d+(?!\w|\.\d)", rest)]
    first = 1 if start[0] == "page" else 0
    sizes = [each for each in many if each != first] or [samples.get(size[0], 0)]
    if len(set(sizes)) != 1 or not sizes[0] or any(each not in {first, sizes[0]} for each in many):
        return None
    return Paging((size[0], start[0]), (sizes[0], first, largest))
