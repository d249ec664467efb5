"""Models behind an OpenAI-compatible endpoint: OpenAI, Ollama, vLLM, LM Studio and many more.

Not all of them know structured output, so it is asked for in three ways, each when the server
has rejected the one before: by a JSON schema, as any JSON object, and in words alone. In the last
two the schema is part of what is said.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from beliefs.errors import ModelGarbled, ModelRefused
from beliefs.models.answers import Answer, count_in, object_in
from beliefs.models.posting import Address, checked_key

_OPENAI = "api.openai.com"
_WAYS = 3


class OpenAICompatible:
    """`OpenAICompatible("qwen2.5", "http://localhost:11434/v1")`.

    >>> OpenAICompatible("qwen2.5", "http://localhost:11434/v1").name
    'qwen2.5'
    """

    def __init__(
        self,
        model: str,
        url: str,
        *,
        api_key: str | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        headers = {} if api_key is None else {"authorization": f"Bearer {checked_key(api_key)}"}
        self._model = model
        self._address = Address(url, headers, clock=clock, sleep=sleep)
        self._way = 0

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
        clock = self._address.clock
        began = clock()
        for way in range(self._way, _WAYS):
            body = self._body(way, prompt, system, schema, max_tokens)
            left = time_limit - (clock() - began)
            try:
                completion = self._address.post("/chat/completions", body, left)
            except ModelRefused as rejected:
                if rejected.status not in (400, 422) or way + 1 == _WAYS:
                    raise
            else:
                self._way = way  # what worked is the way from now on
                return self._read(completion, clock() - began)
        raise AssertionError  # pragma: no cover - the last way returns or raises

    def _body(
        self, way: int, prompt: str, system: str, schema: Mapping[str, Any], max_tokens: int
    ) -> dict[str, Any]:
        if way:
            system += f"\nAnswer with one JSON object of this JSON schema:\n{json.dumps(schema)}"
        body: dict[str, Any] = {
            "model": self._model,
            "messages": [
                {"role": "system", "content": system},
                {"role": "user", "content": prompt},
            ],
        }
        if self._address.host == _OPENAI:
            # Its reasoning models reject the older name, and any temperature.
            body["max_completion_tokens"] = max_tokens
        else:
            body |= {"max_tokens": max_tokens, "temperature": 0}
        if way == 0:
            named = {"name": "answer", "schema": dict(schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        elif way == 1:
            body["response_format"] = {"type": "json_object"}
        return body

    def _read(self, completion: dict[str, Any], seconds: float) -> Answer:
        choices = completion.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        message = first.get("message") if isinstance(first, dict) else None
        if not isinstance(first, dict) or not isinstance(message, dict):
            raise ModelGarbled(f"the answer of {self._model} has no message.")
        stopped, text = first.get("finish_reason"), message.get("content")
        if message.get("refusal") or stopped == "content_filter":
            raise ModelRefused(f"{self._model} refused to answer.")
        if not isinstance(text, str):
            raise ModelGarbled(f"the answer of {self._model} has no words.")
        data = object_in(text)
        usage, said = completion.get("usage"), completion.get("model")
        return Answer(
            text=text,
            data=data,
            cut=stopped == "length" and data is None,  # braces that close say that it was done
            input_tokens=count_in(usage, "prompt_tokens"),
            output_tokens=count_in(usage, "completion_tokens"),
            model=said if isinstance(said, str) else self._model,
            seconds=seconds,
        )
