"""Running text cut into paragraphs and clauses, outside of brackets and quotes."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import records
from beliefs.spec.documents.markdown.drafts import ROUTE

_ITEM = re.compile(r"^\s*(?:\d{1,2}[.)]|[-*•])\s+")


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs and items of lists, each with the line it begins in."""
    start, held, last = 0, "", ""
    width = max(map(len, text.split("\n")))
    for number, line in enumerate(text.split("\n"), 1):
        # Where the next word had found room, a line about a route was ended on purpose.
        short = len(last) + len(line.split(" ")[0]) < width and ROUTE.match(last.strip())
        ended = short and not re.search(r"[,;:]\s*$", last)
        fresh = not line.strip() or _ITEM.match(line) or ROUTE.match(line.strip()) or ended
        last = line
        if held and fresh:
            yield start, held
            held = ""
        told = _ITEM.sub("", line).strip()
        if told:
            start, held = (start, f"{held} {told}") if held else (number, told)
    if held:
        yield start, held


def hidden_in(text: str) -> str:
    """A text of the same length without what is quoted, braced or bracketed in it."""
    made = list(text)
    spans = [*records(text), *(each.span() for each in re.finditer(r"[\"“][^\"“”]*[\"”]", text))]
    for start, end in spans:
        made[start:end] = "\x01" * (end - start)
    depth = 0
    for at, each in enumerate(made):
        depth += each == "("
        if depth:
            made[at] = "\x01"
        depth -= each == ")" and depth > 0
    return "".join(made)


def cut(text: str, at: str) -> list[str]:
    """A text, cut behind every place outside of brackets and quotes where a pattern holds."""
    hidden = hidden_in(text)
    ends = [each.end() for each in re.finditer(at, hidden)]
    parts = zip([0, *ends], [*ends, len(text)], strict=True)
    return [text[a:b].strip() for a, b in parts if text[a:b].strip()]
