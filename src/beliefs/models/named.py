"""A model by its name: `anthropic:claude-…`, `ollama:qwen2.5`, `http://localhost:8000/v1#name`."""

from __future__ import annotations

import os

from beliefs.errors import InvalidInput, shown
from beliefs.models.answers import Model
from beliefs.models.anthropic import Anthropic
from beliefs.models.openai import OpenAICompatible

URLS = {
    "openai": "https://api.openai.com/v1",
    "ollama": "http://localhost:11434/v1",
    "vllm": "http://localhost:8000/v1",
    "lmstudio": "http://localhost:1234/v1",
}
"""Where the servers of the OpenAI protocol are unless somebody moved them."""


def model(name: str, *, api_key: str | None = None) -> Model:
    """Return the model that a name stands for.

    Without `api_key`, `anthropic:` takes ANTHROPIC_API_KEY and `openai:` OPENAI_API_KEY; no key
    of the environment is sent to any other address.

    >>> model("ollama:qwen2.5:7b").name
    'qwen2.5:7b'
    >>> model("http://localhost:8000/v1#mine").name
    'mine'
    """
    provider, colon, which = name.partition(":")
    if provider in ("http", "https"):
        url, _, which = name.partition("#")
        if which:
            return OpenAICompatible(which, url, api_key=api_key)
    elif provider == "anthropic" and which:
        return Anthropic(which, api_key=api_key)
    elif provider in URLS and which:
        if provider == "openai" and api_key is None:
            api_key = os.environ.get("OPENAI_API_KEY")
            if not api_key:
                raise InvalidInput("OpenAI needs a key: set OPENAI_API_KEY, or pass api_key.")
        return OpenAICompatible(which, URLS[provider], api_key=api_key)
    known = ", ".join(f"{one}:" for one in ("anthropic", *URLS))
    missing = " and the model's name after it" if colon and not which else ""
    raise InvalidInput(
        f"a model is named by one of {known} or a URL with #name{missing}, not {shown(name)}."
    )
