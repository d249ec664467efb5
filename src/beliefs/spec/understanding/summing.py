"""Figures in a row, each under its name: "the number of runs as count, total_km and by_shoe …"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from beliefs.spec import patterns as re
from beliefs.spec.understanding.patterns import FILLERS, Tokens


@dataclass(frozen=True, slots=True)
class Told:
    """A figure as a sentence tells it: its name, and the words that say what it is."""

    name: str
    words: tuple[str, ...]
    by: str = ""  # the field whose values it is split by


def read_summary(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Told, ...]]]:
    """Several figures, of which one has a name of its own or is split; the most of them last."""
    found: list[Told] = []
    while at < len(tokens):
        stop = next(
            (n for n in range(at, len(tokens)) if tokens[n].low in {",", "and"}), len(tokens)
        )
        told = _told(tokens[at:stop])
        if told is None:
            return
        found.append(told)
        if len(found) > 1 and any(each.by or each.words for each in found):
            yield stop, tuple(found)
        at = stop
        while at < len(tokens) and tokens[at].low in {",", "and"}:
            at += 1


def _told(piece: Tokens) -> Told | None:
    words = tuple(each.low for each in piece if each.low not in FILLERS)
    if not words or any(each.sort not in {"word", "string"} for each in piece):
        return None
    if words[0].startswith("by_") and len(words) > 2 and words[1] == "with":
        return Told(words[0], words[2:], words[0].removeprefix("by_"))
    if len(words) > 2 and words[-2] == "as" and re.fullmatch(r"[a-z]\w*", words[-1]):
        return Told(words[-1], words[:-2])
    return Told(words[0], ()) if len(words) == 1 and "_" in words[0] else None
