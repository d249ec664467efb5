"""Models that speak Anthropic's Messages protocol: Claude, and local servers that speak it too.

Structured output is a forced call of one tool whose input has the schema, which every server of
this protocol knows.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from typing import Any

from beliefs.errors import InvalidInput, ModelGarbled, ModelRefused
from beliefs.models.answers import Answer, count_in, object_in
from beliefs.models.posting import Address, checked_key

URL = "https://api.anthropic.com"
_VERSION = "2023-06-01"
_TOOL = "answer"
_INPUT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
"""Counted apart from each other; together they are the prompt."""


class Anthropic:
    """`Anthropic("claude-…")` with the key in ANTHROPIC_API_KEY, or another server's `url`.

    >>> Anthropic("some-model", url="http://localhost:8080").name
    'some-model'
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        url: str = URL,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if api_key is None and url == URL:  # the key is meant for nobody else
            api_key = os.environ.get("ANTHROPIC_API_KEY")
            if not api_key:
                raise InvalidInput("Claude needs a key: set ANTHROPIC_API_KEY, or pass api_key.")
        headers = {"anthropic-version": _VERSION}
        if api_key is not None:
            headers["x-api-key"] = checked_key(api_key)
        self._model = model
        self._address = Address(url, headers, clock=clock, sleep=sleep)

    @property
    def name(self) -> str:
        """The name it was asked for by."""
        return self._model

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
        began = self._address.clock()
        body = {
            "model": self._model,
            "max_tokens": max_tokens,
            "system": system,
            "messages": [{"role": "user", "content": prompt}],
            "tools": [
                {"name": _TOOL, "description": "Give the answer.", "input_schema": dict(schema)}
            ],
            "tool_choice": {"type": "tool", "name": _TOOL},
        }
        message = self._address.post("/v1/messages", body, time_limit)
        return self._read(message, self._address.clock() - began)

    def _read(self, message: dict[str, Any], seconds: float) -> Answer:
        content, stopped = message.get("content"), message.get("stop_reason")
        if stopped == "refusal":
            raise ModelRefused(f"{self._model} refused to answer.")
        if not isinstance(content, list):
            raise ModelGarbled(f"the answer of {self._model} has no content.")
        blocks = [block for block in content if isinstance(block, dict)]
        calls = [block.get("input") for block in blocks if block.get("type") == "tool_use"]
        words = [block.get("text") for block in blocks if block.get("type") == "text"]
        text = "".join(word for word in words if isinstance(word, str))
        data = calls[0] if calls else _written_call(object_in(text))
        usage, said = message.get("usage"), message.get("model")
        return Answer(
            text=json.dumps(data) if calls else text,
            data=data,
            # Braces that close say that it was done; a call may be cut without a trace.
            cut=stopped == "max_tokens" and (data is None or bool(calls)),
            input_tokens=sum(count_in(usage, name) for name in _INPUT),
            output_tokens=count_in(usage, "output_tokens"),
            model=said if isinstance(said, str) else self._model,
            seconds=seconds,
        )


def _written_call(value: object) -> object:
    """A small model may write down the call that it should have made."""
    if isinstance(value, dict) and value.get("name") == _TOOL and "arguments" in value:
        return value["arguments"]
    return value
