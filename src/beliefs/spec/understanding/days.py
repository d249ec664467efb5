"""Days of the week as sentences name them: "Monday to Friday", "weekdays", "Sat and Sun"."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec.understanding.patterns import Tokens

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WHOLE = {"weekdays": DAYS[:5], "workdays": DAYS[:5], "weekends": DAYS[5:]}


def read_days(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Days that begin here: a span of them, several, or one."""
    if at >= len(tokens):
        return
    whole = _WHOLE.get(f"{tokens[at].low.removesuffix('s')}s", ())
    if whole:
        yield at + 1, whole
        return
    parts = tokens[at].low.split("-")
    if len(parts) == 2 and all(map(_day, parts)):
        yield at + 1, _span(_day(parts[0]), _day(parts[1]))
        return
    first = _day(tokens[at].low)
    if not first:
        return
    to = at + 1 < len(tokens) and tokens[at + 1].low in {"to", "-", "–", "through", "until"}
    if to and at + 2 < len(tokens) and (last := _day(tokens[at + 2].low)):
        yield at + 3, _span(first, last)
        return
    found, end = [first], at + 1
    while end + 1 < len(tokens) and tokens[end].low in {",", "and"}:
        after = end + 1 + (tokens[end + 1].low == "and")
        day = _day(tokens[after].low) if after < len(tokens) else ""
        if not day:
            break
        found, end = [*found, day], after + 1
    yield end, tuple(found)


def _day(word: str) -> str:
    name = word.removesuffix("s") if word.endswith("days") else word
    return next((each for each in DAYS if name in {each.lower(), each[:3].lower()}), "")


def _span(first: str, last: str) -> tuple[str, ...]:
    start, end = DAYS.index(first), DAYS.index(last)
    return DAYS[start : end + 1] if start <= end else (*DAYS[start:], *DAYS[: end + 1])
