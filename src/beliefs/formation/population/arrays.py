"""Events as columns of quanta: checked as a whole before any of them is taken in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from beliefs.errors import InvalidInput, shown
from beliefs.formation.fixed import CRUMB, FULL, LAST_DAY, SEVERE
from beliefs.formation.population.vocabulary import Vocabulary


class Coded(NamedTuple):
    """A column of texts in which few come many times: where each row's text stands in a list."""

    codes: ArrayLike
    texts: Sequence[str]


def event_rows(
    vocabulary: Vocabulary,
    day: ArrayLike,
    tag: Sequence[str] | Coded,
    severity: ArrayLike,
    count: ArrayLike,
    *,
    last: int,
) -> NDArray[np.uint32]:
    """Events as rows of (day, tag, severity, count), none of them before the last day seen."""
    size = _length(tag)
    days = whole_numbers(day, LAST_DAY, "day", size)
    severities = quanta(severity, SEVERE, 0.0, 1.0, "severity", size)
    amounts = quanta(count, CRUMB, 1 / CRUMB, FULL // CRUMB, "count", size)
    back = np.flatnonzero(np.diff(days, prepend=last) < 0)
    if len(back):
        before = days[back[0] - 1] if back[0] else last
        raise InvalidInput(
            f"An event of day {days[back[0]]} came after day {before}: sort events by day."
        )
    rows = np.empty((size, 4), np.uint32)
    rows[:, 0], rows[:, 1] = days, coded_ids(tag, vocabulary.tag)
    rows[:, 2], rows[:, 3] = severities, amounts
    return rows


def coded_ids(texts: Sequence[str] | Coded, id_of: Callable[[str], int]) -> NDArray[np.uint32]:
    """The ids of a column of texts, each text looked up once where it is coded."""
    if isinstance(texts, str):
        raise InvalidInput(f"There must be a list of texts, one for each row, not {shown(texts)}.")
    if not isinstance(texts, Coded):
        return np.array([id_of(text) for text in texts], np.uint32)
    codes = whole_numbers(texts.codes, len(texts.texts) - 1, "code", _length(texts))
    return np.array([id_of(text) for text in texts.texts], np.uint32)[codes]


def whole_numbers(
    numbers: ArrayLike, most: int, name: str, size: int | None = None
) -> NDArray[np.int64]:
    """A column of whole numbers from 0 on; one number stands for all rows."""
    array = np.asarray(numbers)
    if array.size and array.dtype.kind not in "iu":
        raise InvalidInput(f"{name} must be whole numbers, not {array.dtype}.")
    return _column(array, 0, most, name, size).astype(np.int64)


def quanta(
    numbers: ArrayLike, quantum: int, least: float, most: float, name: str, size: int
) -> NDArray[np.int64]:
    """A column of numbers as multiples of their quantum; one number stands for all rows."""
    array = np.asarray(numbers)
    if array.size and array.dtype.kind not in "iuf":
        raise InvalidInput(f"{name} must be numbers, not {array.dtype}.")
    column = _column(array.astype(np.float64), least, most, name, size)
    whole: NDArray[np.int64] = np.rint(column * quantum).astype(np.int64)
    return whole


def _column(
    array: NDArray[Any], least: float, most: float, name: str, size: int | None
) -> NDArray[Any]:
    if array.ndim == 0:
        array = np.full(1 if size is None else size, array)
    if array.ndim != 1 or (size is not None and len(array) != size):
        raise InvalidInput(f"{name} must have one number for each of the {size} rows.")
    wrong = np.flatnonzero(~((array >= least) & (array <= most)))
    if len(wrong):
        raise InvalidInput(
            f"{name} must lie between {least:g} and {most:g}, not {array[wrong[0]]} "
            f"(row {wrong[0]})."
        )
    return array


def _length(tag: Sequence[str] | Coded) -> int:
    return len(np.asarray(tag.codes)) if isinstance(tag, Coded) else len(tag)
