"""What a model is asked and what it answers, whoever provides it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn, Protocol


class Answer(NamedTuple):
    """What a model said, and what it took."""

    text: str
    """Its words; for structured output, the JSON as it came."""
    data: object
    """The JSON in those words, or None if there is none that can be read."""
    cut: bool
    """Whether it ran into `max_tokens` before it was done."""
    input_tokens: int
    output_tokens: int
    model: str
    """The name that the server gave itself."""
    seconds: float


class Model(Protocol):
    """A language model that answers in JSON."""

    @property
    def name(self) -> str:
        """Which model this is, as it is recorded beside what it said."""

    def ask(
        self,
        prompt: str,
        *,
        system: str,
        schema: Mapping[str, Any],
        max_tokens: int,
        time_limit: float,
    ) -> Answer:
        """Ask once and return within `time_limit` seconds: an answer, or a ModelError."""


def object_in(text: str) -> dict[str, Any] | None:
    """The JSON object in a model's words, or None.

    Models wrap it in remarks and fences, some think aloud before it, and some double the braces.
    Read is what stands between the first brace and the last, or within these: at first of what
    follows a thought, then of all, since an answer may quote the mark that ends a thought. `NaN`
    and the like are not JSON.

    >>> object_in('Here it is: {"a": [1]} Anything else?')
    {'a': [1]}
    >>> object_in("no JSON") is None
    True
    """
    for candidate in (*_between_braces(text.rpartition("</think>")[2]), *_between_braces(text)):
        try:
            value = json.loads(candidate, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    return None


def _between_braces(text: str) -> tuple[str, ...]:
    start, end = text.find("{"), text.rfind("}")
    return (text[start : end + 1], text[start + 1 : end]) if 0 <= start < end else ()


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def count_in(usage: object, name: str) -> int:
    """A count of tokens as a server reported it, or 0.

    >>> count_in({"prompt_tokens": 7}, "prompt_tokens")
    7
    """
    count = usage.get(name) if isinstance(usage, dict) else None
    if not isinstance(count, int) or isinstance(count, bool):
        return 0
    return max(0, count)
