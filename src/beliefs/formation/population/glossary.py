"""A vocabulary on its way to other machines: piece by piece, each put into Ray's store once.

Words are only ever added, so what an actor misses are the last pieces. Shards share them: actors
on one machine read the same memory.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from beliefs.formation.population.kernels import Words

if TYPE_CHECKING:
    import ray

NO_WORDS = Words(
    np.zeros((0, 2), np.uint32),
    np.zeros(0, np.uint64),
    np.zeros(0, np.uint64),
    np.zeros(0, np.uint64),
    np.zeros(0, np.uint8),
)


class Piece(NamedTuple):
    """Words from a tag and a key on."""

    tags: int
    keys: int
    words: Words

    def after(self, known: Words) -> Words:
        """What is known with this piece."""
        old, new = known, self.words
        return Words(
            np.concatenate((old.meaning[: self.tags], new.meaning)),
            np.concatenate((old.tag_hash[: self.tags], new.tag_hash)),
            np.concatenate((old.tag_key_hash[: self.tags], new.tag_key_hash)),
            np.concatenate((old.key_hash[: self.keys], new.key_hash)),
            np.concatenate((old.key_wary[: self.keys], new.key_wary)),
        )


class Glossary:
    """Everything that shards were told of words so far."""

    def __init__(self) -> None:
        self.pieces: list[ray.ObjectRef] = []
        self._tags = self._keys = 0
        self._lock = Lock()  # shards ask at the same time

    def add(self, words: Words) -> None:
        """Make a piece of what is new in words."""
        import ray

        with self._lock:
            tags, keys = self._tags, self._keys
            self._tags, self._keys = len(words.tag_hash), len(words.key_hash)
            if (tags, keys) != (self._tags, self._keys):
                new = Words(
                    words.meaning[tags:],
                    words.tag_hash[tags:],
                    words.tag_key_hash[tags:],
                    words.key_hash[keys:],
                    words.key_wary[keys:],
                )
                self.pieces.append(ray.put(Piece(tags, keys, new)))

    def renew(self) -> None:
        """Tell every word again: tags got a meaning that had none."""
        self._tags = self._keys = 0
