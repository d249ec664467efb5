"""The page on the sandbox lists every attempt, what stops it at each level, and how it is shown.

`python -m tests.sandbox.test_table` writes the list into the page.
"""

from __future__ import annotations

import pathlib
import re

from beliefs.sandbox import Level
from tests.sandbox.attempts import files, kernel, limits, network, processes

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "sandbox.md"
BEGIN, END = "<!-- attempts -->\n", "<!-- end of attempts -->"
FAMILIES = {
    "Files": files.ESCAPES,
    "Processes": processes.ESCAPES,
    "Limits": limits.ESCAPES,
    "Network": network.ESCAPES,
    "Kernel": kernel.ESCAPES,
}


def drawn() -> str:
    """The list, as the page has it."""
    lines = []
    for family, escapes in FAMILIES.items():
        lines += [f"\n**{family}**\n", "| attempt | bubblewrap | Landlock | works |"]
        lines.append("|---|---|---|---|")
        for one in escapes:
            stops = (one.stops[level][0] for level in (Level.BUBBLEWRAP, Level.LANDLOCK))
            lines.append(f"| {one.name} | {' | '.join(stops)} | {one.control} |")
    return "\n".join(lines) + "\n\n"


def replaced(text: str) -> str:
    """The page with the list as it should be."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}{drawn()}{END}{rest.partition(END)[2]}"


def test_the_page_says_what_is_tried():
    text = PAGE.read_text(encoding="utf-8")
    assert text == replaced(text), "run: python -m tests.sandbox.test_table"
    (count,) = re.findall(r"(\d+) ways out", text)
    assert int(count) == sum(map(len, FAMILIES.values()))


if __name__ == "__main__":
    PAGE.write_text(replaced(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
