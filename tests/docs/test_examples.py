"""The documents' Python blocks run as they stand."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from beliefs import Beliefs

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
PAGES = [
    "README.md",
    *(
        f"docs/{name}.md"
        for name in (
            "quickstart",
            "concepts",
            "guide",
            "api",
            "adapters",
            "formation",
            "mcp",
            "serve",
        )
    ),
]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home of its own, for `Beliefs()` without an address."""
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path))


@pytest.fixture(autouse=True)
def own_loop() -> Iterator[None]:
    """A loop of its own, for frameworks that are called without `await` and leave theirs open."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    asyncio.set_event_loop(None)
    loop.close()


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks_of(name: str) -> list[str]:
    return BLOCK.findall(text_of(name))


@pytest.mark.parametrize("name", PAGES)
def test_blocks_run_in_order(name: str):
    blocks = blocks_of(name)
    assert blocks
    seen: dict[str, object] = {"__name__": name}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"{name}, block {number}", "exec"), seen)  # noqa: S102


@pytest.mark.parametrize(
    "name", ["README.md", "docs/quickstart.md", "docs/adapters.md", "docs/formation.md"]
)
def test_answers_are_what_the_page_shows(name: str, capsys: pytest.CaptureFixture[str]):
    """A block without a language after one of Python is what that one prints."""
    pairs = re.findall(r"```python\n(.*?)```\n\n(?:```\n(.*?)```)?", text_of(name), re.DOTALL)
    seen: dict[str, object] = {}
    for block, shown in pairs:
        exec(block, seen)  # noqa: S102
        assert capsys.readouterr().out == shown
    assert pairs[0][1]


def test_the_readme_begins_with_five_lines():
    first = blocks_of("README.md")[0]
    assert len([line for line in first.splitlines() if line]) == 5


def calls() -> list[str]:
    """Every public call of a client, and of what it is made of."""
    client = Beliefs(":memory:")
    parts = ["trust", "settings", "tools", "moves", "forecast"]
    own = [name for name in dir(client) if not name.startswith("_") and name not in parts]
    found = [name for name in own if callable(getattr(client, name))]
    for part in parts:
        named = dir(type(getattr(client, part)))
        found += [f"{part}.{name}" for name in named if not name.startswith("_")]
    return found


@pytest.mark.parametrize("call", calls())
def test_every_public_call_has_an_example(call: str):
    assert any(f".{call}(" in block for block in blocks_of("docs/api.md")), call
