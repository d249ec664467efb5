"""Numbers and letters that only count the parts of a text: "(a) …, (b) …", "1. …", "AC2: …"."""

from __future__ import annotations

from string import ascii_lowercase

from beliefs.spec import patterns as re

_BEFORE = r"(?:(?<=\s)|^)"
_STYLES = (
    (rf"{_BEFORE}[\[(]?(?:AC|R|US|REQ|No\.?)? ?-?(\d{{1,2}})[\]).:](?=\s)", range(1, 100)),
    (rf"{_BEFORE}[\[(]?([a-z])[\])](?=\s)", ascii_lowercase),
    (rf"{_BEFORE}[\[(]?([ivx]{{1,4}})[\])](?=\s)", "i ii iii iv v vi vii viii ix x xi xii".split()),  # noqa: SIM905
)


def unnumbered(text: str) -> str:
    """A text without what only counts its parts; a lone number is no count.

    >>> unnumbered("It (i) uses Flask, (ii) has GET /random. Ports: 1) none.")
    'It uses Flask, has GET /random. Ports: 1) none.'
    """
    for pattern, labels in _STYLES:
        marks = re.compile(pattern)
        found = marks.findall(text)
        if found[1:] and found == [str(each) for each in labels][: len(found)]:
            text = re.sub(r"(?<=\S) {2,}(?=\S)", " ", marks.sub("", text)).strip()
    return text


__all__ = ["unnumbered"]
