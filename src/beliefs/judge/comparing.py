"""Is this answer the one that was expected? Where it shows what nobody could foretell, learn it."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from beliefs.judge.moments import MOMENT, timeless
from beliefs.judge.world import PLACEHOLDER

# How far a moment in an answer may be from the judge's own clock.
_MOMENT_SECONDS = 5.0
_RELATIVE = 1e-9


class Differs(Exception):
    """Where an answer is another than expected."""


def learned(expected: Any, got: Any, where: str = "the body") -> dict[str, str]:
    """What placeholders stand for, by an answer that fits; raises `Differs` where it does not.

    >>> learned({"a": [1, 2]}, {"a": [1, 2.0]})
    {}
    """
    if isinstance(expected, dict) and isinstance(got, dict):
        return _records(expected, got, where)
    if isinstance(expected, list) and isinstance(got, list):
        if len(expected) != len(got):
            raise _differs(where, f"{len(expected)} items", f"{len(got)}")
        found: dict[str, str] = {}
        for at, (one, other) in enumerate(zip(expected, got, strict=True)):
            found |= learned(one, other, f"{where}[{at}]")
        return found
    if isinstance(expected, str) and isinstance(got, str):
        return _texts(expected, got, where)
    if not _equal(expected, got):
        raise _differs(where, repr(expected), repr(got))
    return {}


def _records(expected: dict[str, Any], got: dict[str, Any], where: str) -> dict[str, str]:
    if missing := [name for name in expected if name not in got]:
        raise _differs(where, f"the field {missing[0]!r}", "none")
    if added := [name for name in got if name not in expected]:
        raise _differs(where, "no more fields", repr(added[0]))
    found: dict[str, str] = {}
    for name, value in expected.items():
        found |= learned(value, got[name], f"{where}.{name}")
    return found


def _texts(expected: str, got: str, where: str) -> dict[str, str]:
    names = PLACEHOLDER.findall(expected)
    if not names:
        if expected != got and not _same_moments(expected, got):
            raise _differs(where, repr(expected), repr(got))
        return {}
    pattern = re.escape(expected)
    groups: dict[str, str] = {}
    for number, name in enumerate(dict.fromkeys(names)):
        group = f"p{number}"
        groups[group] = name
        first, *rest = pattern.split(re.escape(name))
        pattern = first + f"(?P<{group}>.+)" + f"(?P={group})".join(rest)
    match = re.fullmatch(pattern, got, re.DOTALL)
    if match is None:
        raise _differs(where, PLACEHOLDER.sub("…", expected), repr(got))
    return {name: match[group] for group, name in groups.items()}


def _same_moments(expected: str, got: str) -> bool:
    """Whether texts say the same but for moments, and of those about the same."""
    if timeless(expected) != timeless(got):
        return False
    pairs = zip(MOMENT.finditer(expected), MOMENT.finditer(got), strict=True)
    try:
        told = [(datetime.fromisoformat(a[0]), datetime.fromisoformat(b[0])) for a, b in pairs]
    except ValueError:
        return False
    return all(
        # The same moment by clocks of another zone is another answer.
        wanted.utcoffset() == came.utcoffset()
        and abs((wanted - came).total_seconds()) <= _MOMENT_SECONDS
        for wanted, came in told
    )


def _equal(expected: Any, got: Any) -> bool:
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, float) and isinstance(got, int | float):
        return abs(expected - got) <= _RELATIVE * max(1.0, abs(expected))
    return bool(expected == got)


def _differs(where: str, wanted: str, got: str) -> Differs:
    return Differs(f"{where}: wanted {wanted}, got {got}")
