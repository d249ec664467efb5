"""When a cron expression is due next: the judge's own reading of it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from itertools import count, takewhile
from zoneinfo import ZoneInfo

_MACROS = {
    "@hourly": "0 * * * *",
    **dict.fromkeys(("@daily", "@midnight"), "0 0 * * *"),
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    **dict.fromkeys(("@yearly", "@annually"), "0 0 1 1 *"),
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_UNIT = re.compile(
    r"(?:(?P<all>\*)|(?P<from>[0-9]+|[a-z]{3})(?:-(?P<to>[0-9]+|[a-z]{3}))?)(?:/(?P<by>[0-9]+))?",
    re.IGNORECASE | re.ASCII,
)
_RANGES: tuple[tuple[int, int, tuple[str, ...]], ...] = (
    (0, 59, ()),
    (0, 23, ()),
    (1, 31, ()),
    (1, 12, _MONTHS),
    (0, 7, _WEEKDAYS),
)
_YEARS = 9  # without a leap year between, there may be eight


def next_run(cron: str | None, after: str | None, zone: str | None) -> str | None:
    """The first moment after another that an expression is due at, in a zone; None for none.

    >>> next_run("30 7 * * mon", "2026-01-31T12:00:00.000000Z", "Europe/Berlin")
    '2026-02-02T06:30:00.000000Z'
    >>> next_run("61 * * * *", "2026-01-31T12:00:00.000000Z", "UTC")
    """
    told = _told(cron or "")
    try:
        clock, since = ZoneInfo(zone or ""), datetime.fromisoformat(after or "").astimezone(UTC)
        first = since.astimezone(clock).date()
        if told is None:
            return None
        days = takewhile(
            lambda each: (each - first).days < 366 * _YEARS,
            (first + timedelta(each) for each in count()),
        )
        for day in days:
            if _falls(day, *told):
                found = _within(day, told[0], clock, since)
                if found is not None:
                    return found.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    except (KeyError, ValueError, OSError, OverflowError):
        return None
    return None


def _told(cron: str) -> tuple[list[frozenset[int]], bool] | None:
    """The values of each field, and whether days are told in both ways."""
    parts = _MACROS.get(cron.strip().lower(), cron).split()
    if len(parts) != len(_RANGES):
        return None
    fields = [_values(each, *bounds) for each, bounds in zip(parts, _RANGES, strict=True)]
    if any(not each for each in fields):
        return None
    return fields, parts[2][0] != "*" and parts[4][0] != "*"


def _values(text: str, low: int, high: int, names: tuple[str, ...]) -> frozenset[int]:
    """The values of a field; none where it is not one."""
    found: set[int] = set()
    for part in text.split(","):
        unit = _UNIT.fullmatch(part)
        if unit is None:
            return frozenset()

        def known(said: str) -> int:
            if said.isdigit():
                return int(said)
            return names.index(said.lower()) + low if said.lower() in names else -1

        start = low if unit["all"] else known(unit["from"])
        if unit["all"] or (unit["by"] and not unit["to"]):
            stop = high
        else:
            stop = known(unit["to"]) if unit["to"] else start
        by = int(unit["by"] or 1)
        if by == 0 or start < low or stop > high or stop < start:
            return frozenset()
        found.update(
            each
            for each in range(low, high + 1)
            if start <= each <= stop and (each - start) % by == 0
        )
    return frozenset(0 if names == _WEEKDAYS and each == 7 else each for each in found)


def _falls(day: date, fields: list[frozenset[int]], either: bool) -> bool:
    in_month, in_week = day.day in fields[2], (day.weekday() + 1) % 7 in fields[4]
    return day.month in fields[3] and ((in_month or in_week) if either else in_month and in_week)


def _within(
    day: date, fields: list[frozenset[int]], clock: ZoneInfo, since: datetime
) -> datetime | None:
    """The first due moment of a day; a time that clocks leave out is none."""
    for minute in range(24 * 60):
        if minute // 60 not in fields[1] or minute % 60 not in fields[0]:
            continue
        there = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=clock)
        moment = there.astimezone(UTC)
        back = moment.astimezone(clock)
        if (back.hour, back.minute, back.day) == (
            there.hour,
            there.minute,
            there.day,
        ) and moment > since:
            return moment
    return None
