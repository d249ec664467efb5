"""Limits that failures state: "body over 2 KB is 413", "more than 3 a minute: 429"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.said import GAP
from beliefs.spec.numbers import counted
from beliefs.spec.refusing.reading import Stated
from beliefs.spec.service import Rate, Spec

_SIZE = re.compile(
    r"(?i)\b(?:over|above|beyond|more than|larger than|bigger than|exceed\w*|limit of|max(?:imum)?"
    r"(?: of)?|limited to|up to|at most) (?:the limit of )?(?P<n>\d[\d.,]*) ?(?P<unit>k|m|g)?i?"
    r"(?P<bytes>b|bytes?|kilobytes?|megabytes?)\b"
)
_UNITS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3}
_OFTEN = re.compile(
    r"(?i)\b(?:more than|over|above|exceed\w*|at most|max(?:imum)?(?: of)?|beyond|limit of|limited"
    r" to) "
    r"(?P<n>\d+|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|sixty|hundred) ?"
    r"(?P<what>[A-Za-z]+)?(?: [a-z]+)? ?(?:per|an?|each|every|in an?|in one|within an?|/|in) ?"
    r"(?P<many>\d+)? ?(?P<unit>second|sec|minute|min|hour|day)s?\b"
)
_SECONDS = {"second": 1, "sec": 1, "minute": 60, "min": 60, "hour": 3600, "day": 86400}
_CALLER = re.compile(
    r"(?i)\b(?:per|by|each|every|a|an|same|one) (?:user|caller|account|token|key)\b"
)
_ANY = frozenset({"requests", "request", "calls", "call", "times", "hits", "of", "attempts"})


def limited(spec: Spec, told: list[Stated]) -> Spec:
    """The Spec that holds to the limits whose excess failures state, where it has none."""
    for each in told:
        words = f"{each.fault.why} {each.fault.cause.whole}"
        if each.fault.status == 413 and not spec.largest and (size := _size(words)):
            spec = replace(spec, largest=size)
        if each.fault.status == 429 and not spec.rates:
            rate = _rate(spec, each, words)
            spec = replace(spec, rates=(rate,)) if rate is not None else spec
    return spec


def _size(words: str) -> int:
    """The bytes that a body may have at most; 0 where nothing says so, or what it is of."""
    found = _SIZE.search(words)
    if found is None or re.search(
        r"(?i)\b(?:file|upload|image|photo|picture|attachment)s?\b", words
    ):
        return 0
    unit = (found["unit"] or found["bytes"][:1]).lower()
    number = float(found["n"].replace(",", "").rstrip("."))
    return int(number * _UNITS.get(unit if unit != "b" else "", 1))


def _rate(spec: Spec, each: Stated, words: str) -> Rate | None:
    found = _OFTEN.search(words)
    if found is None:
        return None
    number = counted(found["n"], 100)
    seconds = _SECONDS[found["unit"].lower()] * int(found["many"] or 1)
    by = "caller" if _CALLER.search(words) and spec.identity is not None else "address"
    what = (found["what"] or "").lower()
    if what in _ANY and GAP not in each.fault.cause.whole:
        return Rate(number, seconds, by=by)  # type: ignore[arg-type]
    method = found["what"].upper().rstrip("S") if what.rstrip("s") in _METHODS else each.method
    path = f"{each.path}" if each.method and "{" not in each.path else ""
    if each.method and not path:
        return None
    if not each.method and what and what not in _ANY and what.rstrip("s") not in _METHODS:
        return None  # of some requests, and nothing says which
    return Rate(number, seconds, path, by, method)  # type: ignore[arg-type]


_METHODS = frozenset({"get", "post", "put", "patch", "delete"})
