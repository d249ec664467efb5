"""Which words of a terse goal name what is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from beliefs.spec import patterns as re
from beliefs.spec.brief.said import GAP
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.words import is_noun, is_plural, singular
from beliefs.spec.wishes import relations

# A word that may name rows, as a pattern.
ANY_ROW = r"[A-Za-z][A-Za-z_-]{2,}"
# What a service is called by, and the rows that it keeps.
COLLECTIVE = {
    "wiki": "page",
    "blog": "post",
    "forum": "post",
    "kanban": "card",
    "playlist": "track",
    "calendar": "event",
    "poll": "poll",
    "notebook": "note",
    "library": "book",
}
# What is done with rows, or where, and never the rows.
NO_ROWS = frozenset(
    """api apis service services backend server app application system microservice crud rest trash
    bin recycle delete deletes deletion deletions soft restore batch bulk mass import create
    creates update updates version versions versioning versioned history revision revisions diff
    diffs revert order ordering ordered reorder position positions move moves drag drop waitlist
    waitlists waiting waitinglist capacity capacities place places check checkin checkins check-
    in attendance vote votes voting result results count counts percentage percentages percent
    total totals tree thread threads threaded threading nested nesting reply replies booking
    bookings reservation reservations reserve scheduling schedule availability available
    conflict conflicts overlap overlaps overlapping feed feeds timeline follow follows following
    follower followers like likes state states status statuses transition transitions workflow
    flow machine fastapi flask python sqlite memory postgres item tracker manager management
    registration registrations simple tiny small basic little minimal mini online undo undelete
    recover error errors result request requests response responses user users people person
    everyone anyone id ids list lists kanban signup signups the new each all one some any many
    several this that these those its their every start end date dates time times slot slots day
    days hour hours field fields title name status number numbers json array body object name
    success failure reason report reports question questions option options choice choices
    answer answers drafts""".split()  # noqa: SIM905
)
_PATHS = re.compile(r"\S*/\S*")


def main_noun(title: str, routes: Iterable[Route], texts: Iterable[str]) -> str:
    """What a goal is about: by its paths, by its title, else the first kind of rows that is known.

    >>> main_noun("Wine bottle API", [], []), main_noun("Wiki API", [], [])
    ('bottle', 'page')
    >>> main_noun("A service", [], ["Keep recipes in a trash"])
    'recipe'
    """
    for route in routes:
        for at, segment in enumerate(route.segments):
            keyed = at + 1 < len(route.segments) and route.segments[at + 1].startswith("{")
            if keyed and singular(segment) not in {"trash", "api"}:
                return singular(segment.lower().replace("-", "_"))
    for segment in (each.segments[0] for each in routes if each.segments):
        if is_plural(segment.replace("-", " ").split()[-1]):
            return singular(segment.lower().replace("-", "_"))
    return _titled(title) or next(known(texts), "")


def _titled(title: str) -> str:
    words = [each.lower() for each in re.findall(r"[A-Za-z][\w-]{2,}", title)]
    for each in words:
        if each in COLLECTIVE and each not in {"library", "playlist", "calendar", "kanban"}:
            return COLLECTIVE[each]
    left = [each for each in words if each not in NO_ROWS and is_noun(singular(each))]
    return singular(left[-1].replace("-", "_")) if left else ""


def known(texts: Iterable[str]) -> Iterator[str]:
    """The kinds of rows that everybody knows, spoken of as several, in the order of a text."""
    found: dict[str, None] = {}
    for text in texts:
        for word in re.findall(r"[A-Za-z][\w-]{2,}", _PATHS.sub(" ", text.replace(GAP, " "))):
            low = word.lower()
            if low not in NO_ROWS and is_plural(low) and relations.knows(singular(low)):
                found[singular(low)] = None
    yield from found
