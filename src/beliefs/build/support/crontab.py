"""When a cron expression is due next, by the clocks of a time zone."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_NAMES = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}
_BOUNDS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
_LONGEST = 366 * 9  # days from one 29th of February to the next, at most


def next_run(cron: str | None, after: str | None, zone: str | None) -> str | None:
    """The first moment after another at which it is due; None where there is none."""
    texts = _NAMES.get((cron or "").strip().lower(), cron or "").split()
    try:
        fields = [_field(text, at) for at, text in enumerate(texts)]
        place = ZoneInfo(zone or "")
        start = dt.datetime.fromisoformat(after or "").astimezone(dt.UTC)
        today = start.astimezone(place).date()
        for days in range(_LONGEST if len(fields) == len(_BOUNDS) else 0):
            day = today + dt.timedelta(days=days)
            if _is_due(day, texts, fields):
                for hour in sorted(fields[1]):
                    for minute in sorted(fields[0]):
                        found = _moment(day, hour, minute, place)
                        if found is not None and found > start:
                            return f"{found:%Y-%m-%dT%H:%M:%S}.000000Z"
    except (IndexError, KeyError, ValueError, OSError, OverflowError):
        return None
    return None


def _is_due(day: dt.date, texts: list[str], fields: list[set[int]]) -> bool:
    """Whether a day is one of those meant: by its number or its name, where both are told."""
    if day.month not in fields[3]:
        return False
    by_number, by_name = day.day in fields[2], day.isoweekday() % 7 in fields[4]
    both = not texts[2].startswith("*") and not texts[4].startswith("*")
    return (by_number or by_name) if both else (by_number and by_name)


def _moment(day: dt.date, hour: int, minute: int, place: ZoneInfo) -> dt.datetime | None:
    """When clocks show a time; None where they never do, as they are set forward."""
    shown = dt.datetime.combine(day, dt.time(hour, minute))
    found = shown.replace(tzinfo=place).astimezone(dt.UTC)
    return found if found.astimezone(place).replace(tzinfo=None) == shown else None


def _field(text: str, at: int) -> set[int]:
    """The numbers that a field stands for."""
    low, high = _BOUNDS[at]
    found: set[int] = set()
    for part in text.split(","):
        span, slash, step = part.partition("/")
        first, dash, last = span.partition("-")
        start = low if span == "*" else _number(first, at)
        end = high if span == "*" or (slash and not dash) else start
        end = _number(last, at) if dash else end
        every = _digits(step) if slash else 1
        if not low <= start <= end <= high or every < 1:
            raise ValueError(text)
        found |= set(range(start, end + 1, every))
    return {each % 7 for each in found} if at == len(_BOUNDS) - 1 else found


def _number(text: str, at: int) -> int:
    names = {3: _MONTHS, 4: _DAYS}.get(at, ())
    if text.lower() in names:
        return names.index(text.lower()) + (at == 3)
    return _digits(text)


def _digits(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text)
