"""What the service makes of days."""

from __future__ import annotations

import calendar
import datetime as dt


def _day(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text[:10])
    except ValueError:
        return None


def days_between(start: str, end: str) -> int | None:
    """How many days it is from one to another."""
    one, other = _day(start), _day(end)
    return (other - one).days if one and other else None


def days_later(day: str, many: float) -> str | None:
    """The day so many days after another; None outside of the calendar."""
    found = _day(day)
    try:
        return (found + dt.timedelta(days=int(many))).isoformat() if found else None
    except OverflowError:
        return None


def months_later(day: str, many: float) -> str | None:
    """The day so many months after another, or the last of a month that is too short."""
    found = _day(day)
    if found is None:
        return None
    months = found.year * 12 + found.month - 1 + int(many)
    year, month = months // 12, months % 12 + 1
    if not 1 <= year <= 9999:
        return None
    return dt.date(year, month, min(found.day, calendar.monthrange(year, month)[1])).isoformat()


def is_leap(year: float) -> bool:
    """Whether a year has a 29th of February."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def age_on(born: str, on: str) -> int | None:
    """How many years old somebody is on a day; None before the first."""
    one, other = _day(born), _day(on)
    if one is None or other is None or other < one:
        return None
    before = (other.month, other.day) < (one.month, one.day)
    return other.year - one.year - int(before)


def iso_week(day: str) -> int | None:
    """The number of a day's week, by ISO 8601."""
    found = _day(day)
    return found.isocalendar().week if found else None


def day_of_year(day: str) -> int | None:
    """The number of a day in its year."""
    found = _day(day)
    return found.toordinal() - dt.date(found.year, 1, 1).toordinal() + 1 if found else None


def days_in_month(year: float, month: float) -> int | None:
    """How many days a month has; None where there is no such month."""
    if not 1 <= year <= 9999 or not 1 <= month <= 12:
        return None
    return calendar.monthrange(int(year), int(month))[1]
