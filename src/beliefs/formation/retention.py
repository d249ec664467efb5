"""Keeping the strongest few, whatever order they come in.

A standing is one number whose order time does not change: rank, then recency, then the smaller
hash. A heap of standings has the weakest on top; one that is no longer held is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush, heappushpop
from typing import Generic, NamedTuple, TypeVar

from beliefs.formation.fixed import WORD, word_of

T = TypeVar("T")


def standing(rank: int, day: int, word: int) -> int:
    """How strongly something holds its place; the least is the first to go.

    >>> standing(2, 0, 5) > standing(1, 9, 5) > standing(1, 8, 5) > standing(1, 8, 6)
    True
    """
    return (rank << 16 | day) << 64 | (WORD - word)


class _Kept(NamedTuple, Generic[T]):
    standing: int
    name: str
    thing: T


class Strongest(Generic[T]):
    """At most so many things by name, the strongest of all that were put."""

    __slots__ = ("_heap", "_kept", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: dict[int, _Kept[T]] = {}
        self._heap: list[int] = []

    def put(self, name: str, place: int, thing: T) -> None:
        """Keep a thing at a standing, and let the weakest go if there are now too many."""
        kept, heap = self._kept, self._heap
        kept[WORD - (place & WORD)] = _Kept(place, name, thing)
        if len(kept) <= self.most:
            heappush(heap, place)
            if len(heap) > 4 * self.most + 32:
                self._heap = [held.standing for held in kept.values()]
                heapify(self._heap)
            return
        weakest = heappushpop(heap, place)
        while (loser := kept.get(WORD - (weakest & WORD))) is None or loser.standing != weakest:
            weakest = heappop(heap)
        del kept[WORD - (weakest & WORD)]

    def get(self, name: str) -> T | None:
        """What is kept under a name."""
        found = self._kept.get(word_of(name))
        return None if found is None else found.thing

    def standing(self, name: str) -> int:
        """How strongly what is kept under a name holds its place; 0 if nothing is."""
        found = self._kept.get(word_of(name))
        return 0 if found is None else found.standing

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and word_of(name) in self._kept

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[tuple[str, T]]:
        """Names and things, by the hash of the name: an order that nothing else shows in."""
        for _, (_, name, thing) in sorted(self._kept.items()):
            yield name, thing
