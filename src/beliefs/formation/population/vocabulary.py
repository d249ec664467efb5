"""Numbers for words: what columns hold in place of tags, keys and targets.

Ids count from 1 in the order words came, and mean nothing outside: whatever leaves a population
goes by the hash of the word.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from beliefs.errors import InvalidInput, shown
from beliefs.formation.config import BeliefConfig
from beliefs.formation.fixed import text_of, word_of
from beliefs.formation.population.kernels import GOOD, KEY, Words
from beliefs.formation.tags import Tags


class Vocabulary:
    """Every tag, key and target a population has met."""

    def __init__(self, tags: Tags, config: BeliefConfig) -> None:
        self.tags = tags
        self.tag_texts, self.key_texts, self.target_texts = [""], [""], [""]
        self._tags: dict[str, int] = {}
        self._keys: dict[str, int] = {}
        self._targets: dict[str, int] = {}
        self._suspicious = frozenset(config.suspicious_families)
        self._meaning = np.zeros((1024, 2), np.uint32)
        self._tag_hash = np.zeros(1024, np.uint64)
        self._tag_key_hash = np.zeros(1024, np.uint64)
        self._tag_target = np.zeros(1024, np.uint32)
        self._key_hash = np.zeros(1024, np.uint64)
        self._key_wary = np.zeros(1024, np.uint8)

    def words(self) -> Words:
        """What kernels look up: a row for each tag, and one for each key."""
        tags, keys = len(self.tag_texts), len(self.key_texts)
        return Words(
            self._meaning[:tags],
            self._tag_hash[:tags],
            self._tag_key_hash[:tags],
            self._key_hash[:keys],
            self._key_wary[:keys],
        )

    @property
    def tag_target(self) -> NDArray[np.uint32]:
        """The target of each tag, 0 for tags that are not understood."""
        return self._tag_target

    @property
    def targets(self) -> int:
        """How many targets there are; their ids count from 1."""
        return len(self.target_texts) - 1

    def tag(self, text: str) -> int:
        """The id of a tag, met before or new."""
        found = _known(self._tags, text)
        return self._new_tag(text) if found is None else found

    def key(self, text: str) -> int:
        """The id of a key, met before or new."""
        found = self._keys.get(text)
        return self._new_key(text, text.partition(":")[0]) if found is None else found

    def known_key(self, text: str) -> int:
        """The id of a key, or 0 if it was never met."""
        return self._keys.get(text, 0)

    def target(self, text: str) -> int:
        """The id of a target, met before or new."""
        found = _known(self._targets, text)
        if found is None:
            self.target_texts.append(text_of(text, name="target"))
            found = self._targets[text] = len(self.target_texts) - 1
        return found

    def reread(self) -> None:
        """Give meaning to tags whose family was registered after they came."""
        for text, tag in self._tags.items():
            if not self._meaning[tag, KEY]:
                self._understand(tag, text)

    def _new_tag(self, text: str) -> int:
        self.tags.read(text)  # refuses what is no tag, before anything changes
        tag = len(self.tag_texts)
        if tag == len(self._tag_hash):
            self._meaning, self._tag_hash = _doubled(self._meaning), _doubled(self._tag_hash)
            self._tag_key_hash = _doubled(self._tag_key_hash)
            self._tag_target = _doubled(self._tag_target)
        self._tag_hash[tag] = word_of(text)
        self.tag_texts.append(text)
        self._tags[text] = tag
        self._understand(tag, text)
        return tag

    def _understand(self, tag: int, text: str) -> None:
        meaning = self.tags.read(text)
        if meaning is not None:
            key = self._keys.get(meaning.key) or self._new_key(meaning.key, meaning.family)
            self._meaning[tag, KEY], self._meaning[tag, GOOD] = key, meaning.good
            self._tag_key_hash[tag] = meaning.key_word
            self._tag_target[tag] = self.target(meaning.target)

    def _new_key(self, text: str, family: str) -> int:
        key, word = len(self.key_texts), word_of(text)
        if key == len(self._key_hash):
            self._key_hash, self._key_wary = _doubled(self._key_hash), _doubled(self._key_wary)
        self._key_hash[key], self._key_wary[key] = word, family in self._suspicious
        self.key_texts.append(text)
        self._keys[text] = key
        return key


def ids_of(words: NDArray[np.uint64], ids: dict[int, int]) -> NDArray[np.uint32]:
    """The ids that stand for hashes, each looked up once."""
    if not len(words):
        return np.zeros(0, np.uint32)
    distinct, where = np.unique(words, return_inverse=True)
    try:
        found = np.array([ids[word] for word in distinct.tolist()], np.uint32)
    except KeyError as missing:
        raise InvalidInput(f"A snapshot names no word for hash {shown(missing.args[0])}.") from None
    return found[where]


def _known(ids: dict[str, int], text: object) -> int | None:
    """The id of a text, if it is one and was met before."""
    return ids.get(text) if isinstance(text, str) else None


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate((array, np.zeros_like(array)))
