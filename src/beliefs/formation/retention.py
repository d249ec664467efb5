"""Keeping the strongest few, whatever order they come in.

Standing is a total order that time does not change: rank, then recency, then the smaller hash.
A heap holds the weakest on top; an entry that no longer matches what is held is stale and skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Standing(NamedTuple):
    """How strongly something holds its place; the least is the first to go."""

    rank: int
    day: int
    minus_word: int


class Strongest(Generic[T]):
    """At most so many things by name, the strongest of all that were put."""

    __slots__ = ("_heap", "_held", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: dict[str, tuple[Standing, T]] = {}
        self._heap: list[tuple[Standing, str]] = []

    def put(self, name: str, standing: Standing, thing: T) -> None:
        """Hold a thing under its name, and let the weakest go if there are now too many."""
        held, heap = self._held, self._heap
        held[name] = (standing, thing)
        heappush(heap, (standing, name))
        while len(held) > self.most:
            weakest, loser = heappop(heap)
            if loser in held and held[loser][0] == weakest:
                del held[loser]
        if len(heap) > 4 * self.most + 32:
            self._heap = [(standing, name) for name, (standing, _) in held.items()]
            heapify(self._heap)

    def get(self, name: str) -> T | None:
        """What is held under a name."""
        found = self._held.get(name)
        return None if found is None else found[1]

    def standing(self, name: str) -> Standing | None:
        """How strongly what is held under a name holds its place."""
        found = self._held.get(name)
        return None if found is None else found[0]

    def __contains__(self, name: object) -> bool:
        return name in self._held

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[tuple[str, T]]:
        """Names and things, by the hash of the name: an order that nothing else shows in."""
        for name, (_, thing) in sorted(self._held.items(), key=lambda item: -item[1][0][2]):
            yield name, thing
