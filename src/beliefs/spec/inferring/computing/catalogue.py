"""What can be worked out of values: by which names and words, of what, and how.

`takes` says of what: `T` a text, `N` a number, `I` a whole number, `L` numbers, `S` a list, `D` a
date, `R` a record, each to be put where `$0`, `$1` stand. The functions stand in catalogue.toml;
of several that fit, the first one is meant that agrees with the examples.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["number", "text", "truth", "list", "record", "tally"]


class Function(NamedTuple):
    """One thing that can be worked out."""

    named: str  # all of the name of a value or a path, in words
    takes: str
    gives: str
    kind: Kind
    told: str = ""  # or within what is said
    fails: str = ""  # what is wrong where it gives null
    holds: str = ""  # what must hold before
    when: str = ""  # only where this is said


@cache
def functions() -> tuple[Function, ...]:
    """All of them.

    >>> next(each.gives for each in functions() if "palindrome" in each.named)
    'is_palindrome($0)'
    """
    text = resources.files(__package__).joinpath("catalogue.toml").read_text(encoding="utf-8")
    return tuple(Function(**each) for each in tomllib.loads(text)["function"])
