"""What was taught: rows learned from agreement, and maps fitted to outcomes.

A *lesson* is recorded by `trust.learn()` and read here; it holds labels as hashes, so that no word
of an erased claim survives in it. A *map* is fitted again whenever outcomes change, and is stored
nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from beliefs.ledger import rows as row
from beliefs.ledger.entries import short_hash
from beliefs.ledger.fold import current
from beliefs.ledger.rows import Rows

if TYPE_CHECKING:
    from beliefs.kernel.betting import Row
    from beliefs.kernel.maps import CalibrationMap


class SourceKind(NamedTuple):
    """Which beliefs share a map: those of one family, heard from the same set of sources."""

    family: str
    sources: tuple[str, ...]
    """Sorted; the empty name stands for voices without a source."""


class Example(NamedTuple):
    """A belief with an outcome: what would have been bet on it, and whether that came true."""

    claim: bytes
    probability: float
    came_true: bool


class Lessons:
    """The lessons that hold: one per set of labels, each about some agents."""

    def __init__(self, taught: Sequence[Mapping[str, Any]] = ()) -> None:
        self._taught = taught
        self._about = [frozenset(one["agents"]) for one in taught]
        self._rows: dict[tuple[int, str], list[list[float]]] = {}

    def row(self, agent: str, family: str, labels: tuple[str, ...], *, is_open: bool) -> Row | None:
        """How an agent errs on these labels, or None if no lesson covers them.

        Where the set is open, "something else" comes last among the truths: then a report is as
        probable as it is, on average, when it is wrong.
        """
        for number, one in enumerate(self._taught):
            if one["family"] == family and agent in self._about[number]:
                places = _places(one, labels, is_open=is_open)
                if places is not None:
                    learned = self._row(number, agent)
                    told = [tuple(learned[t][y] for y in places) for t in places]
                    if is_open:
                        told.append(tuple(_when_wrong(learned, y) for y in places))
                    return tuple(told)
        return None

    def accuracy(self, agent: str) -> float | None:
        """How often an agent is taken to be right: the mean diagonal of its rows."""
        found = [
            row[label][label]
            for number, agents in enumerate(self._about)
            if agent in agents
            for row in [self._row(number, agent)]
            for label in range(len(row))
        ]
        return sum(found) / len(found) if found else None

    @property
    def agents(self) -> list[str]:
        """Everyone whom a lesson is about."""
        return sorted(frozenset().union(*self._about), key=str.encode)

    def _row(self, number: int, agent: str) -> list[list[float]]:
        known = self._rows.get((number, agent))
        if known is None:
            from beliefs.kernel.learning.lesson import Lesson

            one = self._taught[number]
            lesson = Lesson.from_data(one["lesson"])
            for at, name in enumerate(one["agents"]):
                self._rows[number, name] = lesson.row(at)
            known = self._rows[number, agent]
        return known


class Taught(NamedTuple):
    """Everything that was taught, and the mark of what it was taught from."""

    mark: int | None
    lessons: Lessons
    maps: Mapping[SourceKind, CalibrationMap]
    examples: Mapping[SourceKind, Sequence[Example]]


NOTHING = Taught(None, Lessons(), {}, {})


def lessons_of(rows: Rows) -> Lessons:
    """The lessons that hold."""
    return Lessons(current(rows.get(row.LESSONS)) or ())


def hashed(label: str) -> str:
    """A label as lessons hold it."""
    return short_hash(label).hex()


def _places(one: Mapping[str, Any], labels: tuple[str, ...], *, is_open: bool) -> list[int] | None:
    """Where a lesson has these labels; None if it is about others."""
    known: list[str] = one["labels"]
    if one["family"] == "binary":
        return [0, 1]
    if one.get("open", False) != is_open or (not is_open and len(known) != len(labels)):
        return None
    wanted = [hashed(label) for label in labels]
    return [known.index(label) for label in wanted] if set(wanted) <= set(known) else None


def _when_wrong(row: list[list[float]], report: int) -> float:
    chances = [truth[report] for at, truth in enumerate(row) if at != report]
    return sum(chances) / len(chances) if chances else 1.0 / (len(row) + 1)
