"""The documents' Python blocks run as they stand."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("name", ["README.md", "docs/guide.md"])
def test_blocks_run_in_order(name: str):
    text = (ROOT / name).read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert blocks
    seen: dict[str, object] = {"__name__": name}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"{name}, block {number}", "exec"), seen)  # noqa: S102


def test_the_first_answer_is_what_the_readme_shows(capsys: pytest.CaptureFixture[str]):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    exec(BLOCK.findall(text)[0], {})  # noqa: S102
    shown = re.search(r"```\n(0\.67 .*?)```", text, re.DOTALL)
    assert shown
    assert capsys.readouterr().out == shown.group(1)
