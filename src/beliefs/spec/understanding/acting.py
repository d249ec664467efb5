"""What people do with things, in goals that name no request for it: "members can book rooms"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from beliefs.spec.understanding.patterns import Tokens
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.words import is_plural

# What there is of each deed: a row every time, with what one usually says then.
ROWS: dict[str, tuple[str, tuple[str, ...]]] = {
    "book": ("booking", ("start", "end")),
    "reserve": ("reservation", ("start", "end")),
    "apply": ("application", ("name", "email")),
    "register": ("registration", ("name", "email")),
    "enroll": ("enrollment", ("name", "email")),
    "enrol": ("enrolment", ("name", "email")),
    "rsvp": ("rsvp", ("name", "email")),
    "review": ("review", ("rating", "text")),
    "comment": ("comment", ("author", "text")),
}
# What is counted, and nothing else is known of.
COUNTED = {"like": "likes", "upvote": "votes", "downvote": "votes", "star": "stars"}
_ABLE = frozenset(
    "can may could should will to and or , : let lets able people users you i we".split()  # noqa: SIM905
)
_TO = frozenset({"to", "for", "on", "in", "onto", "into", "at"})
_ACCOUNT = frozenset({"password", "passwords", "login", "log", "account", "accounts", "token"})
_BE = frozenset({"be", "get"})


@dataclass(frozen=True, slots=True)
class Act:
    """A deed by its verb."""

    verb: str


def read_acting(tokens: Tokens, at: int) -> Iterator[tuple[int, Act]]:
    """A verb that somebody does: "apply for", "sign up for", "like"."""
    if at >= len(tokens) or not _led(tokens, at):
        return
    low, after = tokens[at].low, tokens[at + 1 : at + 3]
    if low == "sign" and after and after[0].low == "up" and _to(tokens, at + 2):
        yield at + 3, Act("register")
    elif low in {"apply", "register", "enroll", "enrol", "comment", "rsvp"}:
        if _to(tokens, at + 1):
            yield at + 2, Act(low)
    elif low in ROWS or low in COUNTED:
        yield at + 1, Act(low)


def read_joining(tokens: Tokens, at: int) -> Iterator[tuple[int, Act]]:
    """A verb without what it is done to: "applicants apply with a name"; no account is made so."""
    if at >= len(tokens) or not _led(tokens, at) or {each.low for each in tokens} & _ACCOUNT:
        return
    if tokens[at].low in {"apply", "register", "enroll", "enrol", "rsvp"}:
        yield at + 1, Act(tokens[at].low)
    elif [each.low for each in tokens[at : at + 2]] == ["sign", "up"]:
        yield at + 2, Act("register")


def read_acted(tokens: Tokens, at: int) -> Iterator[tuple[int, Act]]:
    """A verb that is done to something: "can be booked"."""
    before = tokens[at - 1].low if at else ""
    if at < len(tokens) and before in _BE and tokens[at].low.endswith("d"):
        found = sorted(tokens[at].forms & {*ROWS, *COUNTED})
        if found:
            yield at + 1, Act(found[0])


def _led(tokens: Tokens, at: int) -> bool:
    """Whether what stands before a word makes it a deed: "can book", "guests book"."""
    before: Token | None = tokens[at - 1] if at else None
    if before is None or tokens[at].sort != "word":
        return False
    subject = before.sort == "word" and is_plural(before.low) and tokens[at].low not in COUNTED
    return before.low in _ABLE or subject


def _to(tokens: Tokens, at: int) -> bool:
    return at < len(tokens) and tokens[at].low in _TO
