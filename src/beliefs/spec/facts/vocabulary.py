"""The words that facts are told with, by kind (`vocabulary.toml`)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from beliefs.spec import patterns as re


@cache
def vocabulary() -> dict[str, tuple[re.Pattern[str], re.Pattern[str]]]:
    """Of each kind: its signs, and all words that it may be told with."""
    text = (resources.files(__package__) / "vocabulary.toml").read_text("utf-8")
    told = tomllib.loads(text)
    common = told.pop("common")
    return {
        kind: (_words(each["signs"]), _words(f"{common} {each['signs']} {each['words']}"))
        for kind, each in told.items()
    }


def _words(text: str) -> re.Pattern[str]:
    parts = [re.escape(each).replace(r"\*", r"[\w'-]*") for each in text.split()]
    return re.compile(rf"(?:{'|'.join(sorted(set(parts), key=lambda each: -len(each)))})")
