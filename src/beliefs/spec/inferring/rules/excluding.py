"""Values that an input must not have: "not 0", "not in the future", "at most two decimals"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.pseudo import DECIMALS
from beliefs.spec.inferring.writing import Writer

_ZERO = re.compile(
    r"(?i)\bnon-?zero\b|\b(?:not|never|except|other than|cannot be|can't be) (?:be )?(?:0|zero)\b"
    r"(?! ?(?:to|-|–|\.\.|or|and) ?\d)"
)
_TIMES = re.compile(r"(?i)\b(?:multiples? of|divisible by|(?:in )?steps of) (?P<step>[1-9]\d*)\b")
# Which side of now a date or a moment must be on: the first that fits.
_SIDES = (
    (r"\b(?:not|never|cannot be|can't be|isn't) (?:be |lie )?in the future\b", "<="),
    (r"\b(?:not|never|cannot be|can't be|isn't) (?:be |lie )?in the past\b", ">="),
    (r"\b(?:not|no|never) (?:be )?(?:later than|after) (?:today|now)\b", "<="),
    (r"\b(?:not|no|never) (?:be )?(?:earlier than|before) (?:today|now)\b", ">="),
    (r"\b(?:today|now) or (?:earlier|before|in the past)\b", "<="),
    (r"\b(?:today|now) or (?:later|after|in the future)\b", ">="),
    (r"\b(?:must|has to) (?:be|lie) in the future\b|^(?:\W|date|datetime)*in the future\b", ">"),
    (r"\b(?:must|has to) (?:be|lie) in the past\b|^(?:\W|date|datetime)*in the past\b", "<"),
)
_SAID = {
    "<=": "not be in the future",
    ">=": "not be in the past",
    ">": "be in the future",
    "<": "be in the past",
}
_DIGITS = {"one": "1", "two": "2", "three": "3", "four": "4"}
_CLOCKS = {"date": "today()", "datetime": "now()"}


def excluded_guards(writer: Writer, route: Route) -> list[str]:
    """Guards that inputs are not what the words about them exclude."""
    names = {each.wire: each for each in writer.inputs(route)}
    lines = []
    for name, words in _told(route):
        given = names.get(name)
        if given is None:
            continue
        if given.type.kind in {"integer", "number"} and _ZERO.search(words):
            said = f"{name} must not be 0"
            way = writer.refuse(route, "out_of_range", said, f"{name} invalid zero", (422, 400))
            lines.append(f'guard input.{given.name} != 0 else {way.split(" ")[0]} "{said}"')
        if given.type.kind == "number" and (digits := _digits(words)):
            said = f"{name} must have at most {digits} decimals"
            way = writer.refuse(route, "out_of_range", said, f"{name} invalid", (422, 400))
            held = f"input.{given.name} = null or round(input.{given.name}, {digits})"
            lines.append(f'guard {held} = input.{given.name} else {way.split(" ")[0]} "{said}"')
        if given.type.kind == "integer" and (step := _step(route, name, words)):
            said = f"{name} must be a multiple of {step}"
            way = writer.refuse(route, "out_of_range", said, f"{name} multiple", (422, 400))
            held = f"input.{given.name} = null or floor(input.{given.name} / {step}) * {step}"
            lines.append(f'guard {held} = input.{given.name} else {way.split(" ")[0]} "{said}"')
        side = _side(words) if given.type.kind in _CLOCKS else ""
        if side:
            said = f"{name} must {_SAID[side]}"
            way = writer.refuse(route, "out_of_range", said, f"{name} invalid", (422, 400))
            now = _CLOCKS[given.type.kind]
            holds = f"input.{given.name} = null or input.{given.name} {side} {now}"
            lines.append(f'guard {holds} else {way.split(" ")[0]} "{said}"')
    return lines


def _digits(words: str) -> str:
    """How many decimals a number has at most, as the words about it say.

    >>> _digits("more than 0, at most two decimals"), _digits("two decimals")
    ('2', '')
    """
    match = DECIMALS.search(words)
    if match is None or not re.match(r"(?i)(?:with )?(?:at|up|max|no)", match[0]):
        return ""
    return _DIGITS.get(match["count"].lower(), match["count"])


def _step(route: Route, name: str, words: str) -> str:
    """The number that an input is so many times, as words say of it or of all that is brought."""
    found = _TIMES.search(words)
    brought = [
        each.name
        for each in (route.body.properties if route.body else ())
        if each.shape.type.kind in {"integer", "number"}
    ]
    if found is None and brought == [name]:
        found = _TIMES.search(route.words)
    return found["step"] if found else ""


def _side(words: str) -> str:
    """How something must compare to now, as the words about it say.

    >>> _side("optional, not in the future"), _side("today or later"), _side("a date")
    ('<=', '>=', '')
    """
    return next((side for pattern, side in _SIDES if re.search(f"(?i){pattern}", words)), "")


def _told(route: Route) -> Iterator[tuple[str, str]]:
    """Inputs, each with what is said about it."""
    yield from ((each.name, each.words) for each in (route.body.properties if route.body else ()))
    yield from ((each.name, each.shape.words) for each in route.params)
