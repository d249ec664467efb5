"""Values that an input must not be: "not 0", "one of 30, 60", "not in the future"."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import ONE_OF, STEPS, Route
from beliefs.spec.documents.pseudo import DECIMALS
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import in_digits

_ZERO = re.compile(
    r"(?i)\bnon-?zero\b|\b(?:not|never|except|other than|cannot be|can't be) (?:be )?(?:0|zero)\b"
    r"(?! ?(?:to|-|–|\.\.|or|and) ?\d)"
)
_TIMES = re.compile(r"(?i)\b(?:multiples? of|divisible by|in steps of) (?P<step>[1-9]\d*)\b")
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
_NUMBER = r"-?\d+(?:\.\d+)?"
_TRUTH = re.compile(r"(?i)\b(?:must|has to) be (true|false)\b")
_CLOCKS = {"date": "today()", "datetime": "now()"}


def excluded_guards(writer: Writer, route: Route) -> list[str]:
    """Guards that inputs are none of what the words about them exclude."""
    names = {each.wire: each for each in writer.inputs(route)}
    lines = []
    for name, words in _told(route):
        given = names.get(name)
        if given is None:
            continue
        value, kind = f"input.{given.name}", given.type.kind
        silent = "" if given.required else f"{value} = null or "
        if kind in {"integer", "number"}:
            found = list(_allowed(value, f"{words}{_of_all(route, name)}"))
        elif kind == "boolean":
            found = [(f"{value} = {told}", f"must be {told}") for told in _TRUTH.findall(words)]
        else:
            found = _timed(value, _CLOCKS[kind], words) if kind in _CLOCKS else []
        for holds, said in found:
            way = writer.refuse(
                route, "out_of_range", f"{name} {said}", f"{name} invalid zero", (422, 400)
            )
            lines.append(f'guard {silent}{holds} else {way.split(" ")[0]} "{name} {said}"')
    return lines


def _allowed(value: str, words: str) -> Iterator[tuple[str, str]]:
    """What must hold of a number by the words about it, and how that is said.

    >>> list(_allowed("input.minutes", "One of the numbers 30, 60"))
    [('input.minutes in [30, 60]', 'must be one of 30, 60')]
    >>> list(_allowed("input.litres", "more than 0, at most two decimals"))
    [('round(input.litres, 2) = input.litres', 'must have at most 2 decimals')]
    """
    if _ZERO.search(words):
        yield f"{value} != 0", "must not be 0"
    if told := re.search(rf"{ONE_OF} ({_NUMBER}(?:, {_NUMBER})*)", words):
        yield f"{value} in [{told[1]}]", f"must be one of {told[1]}"
    if told := re.search(rf"{STEPS} (\d+(?:\.\d+)?)", words) or _TIMES.search(words):
        steps = f"round({value} / {told[1]}, 6)"
        yield f"{steps} = floor({steps})", f"must be a multiple of {told[1]}"
    told = DECIMALS.search(words)
    if told and re.match(r"(?i)(?:with )?(?:at|up|max|no)", told[0]):
        digits = in_digits(told["count"])
        yield f"round({value}, {digits}) = {value}", f"must have at most {digits} decimals"


def _timed(value: str, now: str, words: str) -> list[tuple[str, str]]:
    """How a date or a moment must compare to now by the words about it, and how that is said.

    >>> _timed("input.born", "today()", "optional, not in the future")
    [('input.born <= today()', 'must not be in the future')]
    """
    side = next((side for pattern, side in _SIDES if re.search(f"(?i){pattern}", words)), "")
    return [(f"{value} {side} {now}", f"must {_SAID[side]}")] if side else []


def _of_all(route: Route, name: str) -> str:
    """What the words about a route say of the only number that it is brought."""
    brought = [
        each.name
        for each in (route.body.properties if route.body else ())
        if each.shape.type.kind in {"integer", "number"}
    ]
    told = _TIMES.search(route.words) if brought == [name] else None
    return f" {told[0]}" if told else ""


def _told(route: Route) -> Iterator[tuple[str, str]]:
    """Inputs, each with what is said about it."""
    yield from ((each.name, each.words) for each in (route.body.properties if route.body else ()))
    yield from ((each.name, each.shape.words) for each in route.params)
