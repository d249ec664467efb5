"""A name stands for a model, and keys go only where they belong."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from beliefs.errors import InvalidInput
from beliefs.models.anthropic import Anthropic
from beliefs.models.named import model
from beliefs.models.openai import OpenAICompatible
from tests.model_servers import OpenAIServer, says

ASK: dict[str, Any] = {
    "system": "s",
    "schema": {"type": "object"},
    "max_tokens": 10,
    "time_limit": 5.0,
}


@pytest.mark.parametrize(
    ("name", "kind", "called"),
    [
        ("anthropic:claude-x", Anthropic, "claude-x"),
        ("openai:gpt-x", OpenAICompatible, "gpt-x"),
        ("ollama:qwen2.5:7b", OpenAICompatible, "qwen2.5:7b"),
        ("vllm:org/name", OpenAICompatible, "org/name"),
        ("lmstudio:some", OpenAICompatible, "some"),
        ("https://models.example/v1#a#b", OpenAICompatible, "a#b"),
    ],
)
def test_names(name, kind, called) -> None:
    found = model(name, api_key="k")
    assert isinstance(found, kind)
    assert found.name == called


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("claude", "named by one of anthropic:, openai:, ollama:, vllm:, lmstudio: or a URL"),
        ("ollama:", "the model's name after it"),
        ("http://localhost:8000/v1", "a URL with #name"),
        ("anthropic:", "the model's name after it"),
        ("ftp://host#x", "not 'ftp://host#x'"),
        ("http://#x", "must be http://… or https://…"),
        ("http://host:99999/v1#x", "must be http://… or https://…"),
        ("http://[::1#x", "must be http://… or https://…"),
        ("http://user:secret@host/v1#x", "pass the key as api_key"),
    ],
)
def test_names_that_stand_for_nothing(name, problem) -> None:
    with pytest.raises(InvalidInput, match=problem.replace("|", r"\|")) as raised:
        model(name)
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_a_missing_key_is_said_at_once(provider, monkeypatch) -> None:
    variable = f"{provider.upper()}_API_KEY"
    monkeypatch.delenv(variable, raising=False)
    with pytest.raises(InvalidInput, match=f"set {variable}, or pass api_key"):
        model(f"{provider}:x")
    monkeypatch.setenv(variable, "from-the-environment")
    assert model(f"{provider}:x").name == "x"


@pytest.mark.parametrize("key", ["", "två", "a\nb", 7])
def test_a_key_that_cannot_be_sent_is_not_shown(key) -> None:
    with pytest.raises(InvalidInput, match="check that it was copied whole") as raised:
        model("ollama:x", api_key=key)
    assert "två" not in str(raised.value)


def test_no_key_of_the_environment_goes_elsewhere(monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "for-openai")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "for-anthropic")
    with OpenAIServer(says({})) as server:
        model(f"{server.url}#x").ask("p", **ASK)
        Anthropic("x", url=server.url.removesuffix("/v1"))
    sent = server.requests[0].headers
    assert "authorization" not in sent
    assert "for-openai" not in str(sent)
    assert "for-anthropic" not in str(sent)


def test_without_the_http_client_one_sentence_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['httpx'] = None\n"
        "from beliefs.errors import ModelUnavailable\n"
        "from beliefs.models.named import model\n"
        "try: model('ollama:x')\n"
        "except ModelUnavailable as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip().endswith("pip install 'beliefs[models]'.")


def test_the_http_client_is_loaded_only_for_a_model() -> None:
    program = (
        "import sys; import beliefs.models.named, beliefs.reading.model\n"
        "print('httpx' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
