"""Check the documents: every link leads somewhere, and what is drawn from the code is up to date.

With `--write`, docs/cli.md (what the commands say) and docs/published.md (the numbers that somebody
chose) are written anew first. The exit status says whether all is well.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from help import command_reference
from published import published_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
DRAWN: dict[str, Callable[[], str]] = {
    "docs/cli.md": command_reference,
    "docs/published.md": published_page,
}

# [text](target "title"), ![image](target), and reference definitions, [name]: target.
LINK = re.compile(r"\]\(\s*<?([^\s)>]+)>?[^)]*\)|^\[[^\]]+\]:\s*<?([^\s>]+)", re.MULTILINE)
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`", re.MULTILINE | re.DOTALL)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def documents() -> list[Path]:
    """Every page that is checked."""
    front = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    return front + sorted((ROOT / "docs").glob("*.md"))


def problems() -> Iterator[str]:
    """One sentence for each thing that is wrong."""
    for page in documents():
        if page.exists():
            yield from dead_links(page)
        else:
            yield f"{page.relative_to(ROOT)} is missing."
    for name, draw in DRAWN.items():
        page = ROOT / name
        if not page.exists() or page.read_text(encoding="utf-8") != draw():
            yield f"{name} is not what the code says: run `python docs/check.py --write`."


def dead_links(page: Path) -> Iterator[str]:
    """The relative links of a page that point at no file."""
    # Code is blanked out, line breaks kept, so that line numbers stay true.
    text = CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), page.read_text(encoding="utf-8"))
    for match in LINK.finditer(text):
        target = match[1] or match[2]
        path = unquote(target.partition("#")[0])
        if path and not ELSEWHERE.match(target) and not (page.parent / path).exists():
            line = text.count("\n", 0, match.start()) + 1
            yield f"{page.relative_to(ROOT)}:{line} links to {target}, which does not exist."


def main(arguments: list[str]) -> int:
    """Write if asked, check, and say what was found."""
    if arguments == ["--write"]:
        for name, draw in DRAWN.items():
            (ROOT / name).write_text(draw(), encoding="utf-8")
    elif arguments:
        print(__doc__)
        return 2
    found = list(problems())
    for sentence in found:
        print(sentence)
    print(f"docs: {len(documents())} pages, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
