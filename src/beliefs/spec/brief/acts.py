"""Deeds that many do to one row, each once: votes, signups, likes.

"POST /films/{id}/vote {member}, once per film" makes a vote, as `POST /films/{id}/votes` would; it
keeps its path on the wire.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Request
from beliefs.spec.brief.names import row_of
from beliefs.spec.brief.said import GAP
from beliefs.spec.understanding.words import participle, plural

_ROWS = {
    "vote": "votes",
    "upvote": "upvotes",
    "like": "likes",
    "signup": "signups",
    "sign-up": "signups",
    "register": "registrations",
    "rsvp": "rsvps",
    "subscribe": "subscriptions",
    "follow": "follows",
    "bookmark": "bookmarks",
    "favorite": "favorites",
    "favourite": "favourites",
    "attend": "attendees",
    "enroll": "enrollments",
    "enrol": "enrolments",
    "apply": "applications",
    "join": "participants",
    "book": "bookings",
    "reserve": "reservations",
    "pledge": "pledges",
    "cheer": "cheers",
    "clap": "claps",
}
_WHO = re.compile(
    r"(?i)^(?:e?mail|user(?:_?id|name)?|voter(?:_?id)?|member(?:_?id)?|name|person|by|attendee|guest|"
    r"student|participant|player|follower|subscriber|device|ip|nickname|handle)$"
)
_OFTEN = re.compile(
    r"(?i)\b(?:once|twice|already|second time|again|duplicate|full|capacity|places|seats|spots)\b"
)


def as_acts(brief: Brief) -> None:
    """Read deeds that name who does them as what makes a row of theirs."""
    for request in () if brief.complete else list(brief.requests):
        tail = request.tail
        if request.method != "POST" or not request.params or tail not in _ROWS:
            continue
        if tail in _HAD and _is_had(brief, tail):
            continue
        who = [x for x in _brought(request) if _WHO.match(x)]
        backs = _backs(brief, request)
        if not who or not (backs or _often(brief, request)):
            continue
        rows = f"{request.path[: -len(tail)]}{_ROWS[tail]}"
        if brief.request("POST", rows) is not None:
            continue
        for each in (request, *backs):
            each.wire = each.on_wire
            each.path = rows + each.path[len(request.wire[1]) :] if request.wire else each.path


# Deeds that one does to a row, and nobody else until it is given back, where words say so.
_HAD = frozenset({"reserve", "book"})


def _is_had(brief: Brief, tail: str) -> bool:
    """Whether a row is said to be had by one: "is already reserved", `reserved_by`."""
    done = participle(tail)
    had = re.compile(rf"(?i)\b(?:is|are|was|it's|been) (?:already|not) {done}\b|\b{done}_?by\b")
    told = [*brief.said, *(x for each in brief.requests for x in each.said)]
    return any(had.search(one.whole) for one in told)


def _backs(brief: Brief, request: Request) -> list[Request]:
    """The requests that take back what a deed did: `DELETE …/signup/{email}`."""
    return [
        x
        for x in brief.requests
        if x.method in {"DELETE", "GET"}
        and re.fullmatch(rf"{re.escape(request.path)}/\{{\w+\}}", x.path)
    ]


def _often(brief: Brief, request: Request) -> bool:
    """Whether anything is said of how often it may be done, or by how many."""
    rows = plural(request.tail)
    return any(_OFTEN.search(x.whole) for x in request.said) or any(
        re.search(
            rf"(?i)\b(?:number of|how many|count of|{re.escape(request.tail)}_count) ?"
            rf"(?:{re.escape(rows)})?\b",
            one.whole,
        )
        and re.search(rf"(?i)\b(?:{re.escape(rows)}|{re.escape(request.tail)}_count)\b", one.whole)
        for each in brief.requests
        for one in each.said
    )


def _brought(request: Request) -> list[str]:
    """What a deed is brought: the names of its sketch, of a row of names, of lines."""
    found = [x.name for x in request.lines]
    for one in request.said:
        found += [n for k in one.sketches for n in k.names]
        told = re.search(
            rf"{GAP}\W*(?:with|takes|by|body:?) (?:an? |the |their )?(?=[a-z])", one.text
        )
        if told is not None:
            found += [x.name for x in row_of(one.text, told.end())[0]]
    return found
