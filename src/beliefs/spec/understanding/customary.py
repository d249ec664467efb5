"""Services that everybody knows by name: what they do where a goal says no more than that.

"A URL shortener" says enough for a colleague to begin. What such a service customarily keeps and
does stands in `customary.toml`, in sentences that the grammar reads like those of any goal; they
are read behind the goal's own, and stated as an assumption.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.service import Spec
from beliefs.spec.understanding.ranking import NOTHING_DONE


class Customary(NamedTuple):
    """A service, by what it is called, and what it does."""

    called: str
    does: str

    def names(self, words: str) -> bool:
        """Whether words are only what it is called, or a part of that."""
        return bool(words.strip()) and f" {words.lower().strip()} " in f" {self.called} "


def customary(text: str, spec: Spec) -> Customary | None:
    """The service that a goal names and says nothing else of; None where it says what it does.

    >>> from beliefs.spec.service import Spec
    >>> found = customary("A wiki with Flask", Spec("wiki", "Wiki", ""))
    >>> found.called if found else None
    'wiki'
    """
    if "/" in text or not (_is_silent(spec) or _is_supposed(spec)):
        return None
    named = [each for each in _known() if re.search(rf"(?i)\b{re.escape(each.called)}\b", text)]
    return max(named, key=lambda each: len(each.called), default=None)


def _is_silent(spec: Spec) -> bool:
    """Whether nothing is done, and for no other reason than that nothing was said."""
    blocking = [each for each in spec.unknowns if each.rank == "blocking"]
    return not spec.operations and all(each.why == NOTHING_DONE for each in blocking)


def _is_supposed(spec: Spec) -> bool:
    """Whether both what is kept and what is done with it are supposed, of one kind of row."""
    said = [each.about for each in spec.assumptions]
    supposed = (
        any(each.startswith(start) for each in said)
        for start in ("what can be done with ", "the fields of ")
    )
    return len(spec.entities) == 1 and all(supposed)


@cache
def _known() -> tuple[Customary, ...]:
    text = files("beliefs.spec.understanding").joinpath("customary.toml").read_text("utf-8")
    services = tomllib.loads(text)["service"]
    return tuple(Customary(name, each["does"]) for each in services for name in each["called"])
