"""The stages of judging as two work through them at the same time, from both ends.

What comes of it is what comes of one who takes them in order and stops at the first that falls
short: what is behind that one does not count, whoever was sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Generic, TypeVar

from beliefs.judge.colleague import Colleague, Gone
from beliefs.judge.tried import Held

Stage = TypeVar("Stage")


@dataclass(slots=True)
class Sheet(Generic[Stage]):
    """Stages, who has taken which, and how each went; `told` hears of those that count."""

    stages: list[Stage]
    told: Callable[[Held], None]
    begun: Callable[[Stage], None] = lambda _: None
    _held: dict[int, Held] = field(default_factory=dict)
    _taken: set[int] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def take(self, *, last: bool = False) -> int | None:
        """The number of the first stage, or the last, that is left to do."""
        with self._lock:
            numbers = range(len(self.stages))
            left = [each for each in numbers if each not in self._taken and self._counts(each)]
            if not left:
                return None
            number = left[-1 if last else 0]
            self._taken.add(number)
            self.begun(self.stages[number])
            return number

    def note(self, number: int, held: Held) -> None:
        """How a stage went."""
        with self._lock:
            self._held[number] = held
            if self._counts(number):
                self.told(held)

    def put_back(self, number: int) -> None:
        """A stage that was begun and did not come to an end."""
        with self._lock:
            self._taken.discard(number)

    def waits(self) -> bool:
        """Whether a stage that counts is under way."""
        with self._lock:
            return any(self._counts(each) for each in self._taken - self._held.keys())

    def counted(self) -> list[Held]:
        """How the stages went, up to the first that fell short."""
        return [self._held[each] for each in sorted(self._held) if self._counts(each)]

    def _counts(self, number: int) -> bool:
        return not any(held.unmet for earlier, held in self._held.items() if earlier < number)


@contextmanager
def assisted(
    sheet: Sheet[Stage], colleague: Colleague | None, done: Callable[[Stage], Held]
) -> Iterator[None]:
    """Let a colleague work from the end; the block is over when all that counts is done.

    A colleague that goes meanwhile leaves its stage to whoever comes after the block.
    """
    if colleague is None:
        yield
        return
    failed: list[Exception] = []
    working = Thread(target=_work, args=(sheet, colleague, done, failed), daemon=True)
    working.start()
    try:
        yield
        if not sheet.waits():
            colleague.dismiss()
        working.join()
    except BaseException:
        colleague.dismiss()
        raise
    if failed:
        raise failed[0]


def _work(
    sheet: Sheet[Stage],
    colleague: Colleague,
    done: Callable[[Stage], Held],
    failed: list[Exception],
) -> None:
    while (number := sheet.take(last=True)) is not None:
        try:
            sheet.note(number, colleague.ask(done, sheet.stages[number]))
        except Gone:
            sheet.put_back(number)
            return
        except Exception as error:  # noqa: BLE001 - raised again by whoever waits
            failed.append(error)
            return
