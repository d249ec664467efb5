"""Sentences that stand apart from the request they are about, and say by a noun which it is."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief
from beliefs.spec.brief.kinds import Kind, called
from beliefs.spec.brief.said import Said
from beliefs.spec.understanding.words import lemmas


def told_of_tails(brief: Brief) -> None:
    """What is said of what a path ends in is said of its request.

    "The summary has …" of `GET /summary`.
    """
    for request in brief.requests:
        tail = request.tail.replace("-", " ").lower()
        if (
            request.method != "GET"
            or not tail
            or any(
                x.path.startswith(f"{request.path}/") or x.path == request.path
                for x in brief.requests
                if x is not request
            )
        ):
            continue
        about = re.compile(
            rf"(?i)^(?:the|an?) {re.escape(tail)} (?:has|contains|shows|counts|gives|holds|is|"
            r"tells)\b"
        )
        mine = [one for one in brief.said if about.match(one.text)]
        request.said += mine
        brief.said = [one for one in brief.said if one not in mine]


_REFUSED = (
    r"(?:is|are|gets?|will be|must be) (?:refused|rejected|declined|turned down|not "
    r"accepted|not allowed)(?: (?:with|as|by|:))*(?: an?)?"
)


def told_of_rows(brief: Brief, kinds: list[Kind]) -> None:
    """Why a new row is refused is said of the request that makes one.

    "A reply that … is rejected with 409".
    """
    for kind in kinds:
        request = next(
            (x for x in brief.requests if x.method == "POST" and x.path == kind.path), None
        )
        if request is None:
            continue
        one_or_more = (
            rf"(?:(?:an?|any|every|each) {re.escape(kind.spoken)}|{re.escape(kind.plural)})"
        )
        about = re.compile(
            rf"(?i)^\W*{one_or_more} (?P<why>(?:(?:that|which|whose|with|without|to|of|for|on|in|"
            rf"where)\b|longer|shorter)[^;]*?) {_REFUSED} (?P<status>4\d\d)\b(?P<rest>.*)$"
        )
        for one in brief.said:
            found = about.match(one.text)
            if found is None:
                continue
            why = re.sub(r"(?i)^(?:that|which|where) ", "", found["why"])
            request.said.append(
                Said(
                    f"{found['status']} if {why}{found['rest']}",
                    one.source,
                    one.sketches,
                    one.quotes,
                    one.whole,
                )
            )
            one.text = ""
    brief.said = [one for one in brief.said if one.text.strip()]


_ONCE = re.compile(
    r"(?i)(?:an?|each|every|one|the same) (?P<who>[a-z_]+) (?:can|may|must|should|is allowed to) "
    r"(?:only )?(?P<verb>[a-z]+) (?:on |for )?(?:an?|the|each|every|the same|one|any) (?"
    r"P<what>[a-z]+) (?:only |at most )?(?:once|one time)\b(?: only)?!*"
)
_ELSE = re.compile(
    r"(?i)(?:^|[,;:(.]|\band)\W*(?:(?:an?|the|every|any) )?(?:(?:second|next|further|other) (?"
    r":time|try|one|attempt|[a-z]+)|otherwise|else|again|doing it (?:again|twice)|twice)[^;.\d]*(?"
    r"P<status>4\d\d)\b(?: conflict)?"
)


def told_of_once(brief: Brief, kinds: list[Kind]) -> None:
    """What somebody may do once is said of the request that does it.

    "A user can rate a recipe only once".
    """
    for at, one in enumerate(brief.said):
        found = _ONCE.search(one.text)
        if found is None:
            continue
        above = called(kinds, found["what"])
        below = next(
            (
                x
                for x in kinds
                if x.parent is above and above is not None and _does(found["verb"], x)
            ),
            None,
        )
        request = next(
            (
                x
                for x in brief.requests
                if below is not None and x.method == "POST" and x.path == below.path
            ),
            None,
        )
        if request is None:
            continue
        where, told = next(
            (
                (x, s)
                for x in [one, *brief.said[at + 1 : at + 2]]
                if (s := _ELSE.search(x.text)) is not None
            ),
            (one, None),
        )
        if told is not None:
            where.drop(told)
        one.take(_ONCE)
        request.said.append(
            Said(
                f"{told['status'] if told is not None else 409} if the same {found['who']} again",
                one.source,
                (),
                (),
                one.whole,
            )
        )


def _does(verb: str, kind: Kind) -> bool:
    """Whether a verb is what makes a row of a kind: to rate, a rating."""
    return bool(lemmas(verb.lower()) & (lemmas(kind.spoken) | {kind.spoken}))
