"""What effects make of days: how far they are apart, and where in the calendar they stand."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any


def _day(text: Any) -> date | None:
    try:
        return date.fromisoformat(str(text)[:10])
    except ValueError:
        return None


def _days(start: str, end: str) -> int | None:
    one, other = _day(start), _day(end)
    return None if one is None or other is None else (other - one).days


def _days_later(day: str, many: float) -> str | None:
    found = _day(day)
    try:
        return None if found is None else (found + timedelta(days=int(many))).isoformat()
    except OverflowError:
        return None


def _months_later(day: str, many: float) -> str | None:
    found = _day(day)
    if found is None:
        return None
    year, month = divmod(found.year * 12 + found.month - 1 + int(many), 12)
    if not date.min.year <= year <= date.max.year:
        return None
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(found.day, last)).isoformat()


def _leap(year: float) -> bool:
    return calendar.isleap(int(year))


def _age(born: str, on: str) -> int | None:
    one, other = _day(born), _day(on)
    if one is None or other is None or other < one:
        return None
    return other.year - one.year - ((other.month, other.day) < (one.month, one.day))


def _iso_week(day: str) -> int | None:
    found = _day(day)
    return None if found is None else found.isocalendar().week


def _day_of_year(day: str) -> int | None:
    found = _day(day)
    return None if found is None else found.timetuple().tm_yday


def _days_in_month(year: float, month: float) -> int | None:
    if not 1 <= year <= date.max.year or not 1 <= month <= 12:
        return None
    return calendar.monthrange(int(year), int(month))[1]


DAYS: dict[str, Callable[..., Any]] = {
    "days_between": _days,
    "days_later": _days_later,
    "months_later": _months_later,
    "is_leap": _leap,
    "age_on": _age,
    "iso_week": _iso_week,
    "day_of_year": _day_of_year,
    "days_in_month": _days_in_month,
}
