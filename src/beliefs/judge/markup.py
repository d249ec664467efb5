"""XML as effects read it, and as the judge writes it."""

from __future__ import annotations

from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate
from xml.sax.saxutils import escape

_RECORD, _PART = 2, 3


def read_xml(text: str | None) -> list[dict[str, Any]] | None:
    """A record of each element below the root: its attributes, and the texts of its parts.

    >>> read_xml("<a><b x='1'><c>2</c></b></a>"), read_xml("<!DOCTYPE a><a/>"), read_xml("<a>")
    ([{'x': '1', 'c': '2'}], None, None)
    """
    if text is None or "<!DOCTYPE" in text or "<!ENTITY" in text:
        return None
    found: list[dict[str, Any]] = []
    path: list[str] = []
    parser = ParserCreate("UTF-8")

    def start(tag: str, attributes: dict[str, str]) -> None:
        path.append(tag.rpartition(":")[2])
        if len(path) == _RECORD:
            found.append({name.rpartition(":")[2]: each for name, each in attributes.items()})
        elif len(path) == _PART:
            found[-1][path[-1]] = ""

    def end(_: str) -> None:
        if len(path) == _PART:
            found[-1][path[-1]] = found[-1][path[-1]].strip()
        path.pop()

    def words(told: str) -> None:
        if len(path) == _PART:
            found[-1][path[-1]] += told

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = words
    try:
        parser.Parse(text.lstrip("\ufeff \t\r\n").encode(), True)  # noqa: FBT003 - the last part
    except (ExpatError, ValueError):
        return None
    return found


def written(tag: str, rows: list[dict[str, str]]) -> str:
    """Rows as elements of one name, below a root of another.

    >>> read_xml(written("note", [{"title": "a < b"}]))
    [{'title': 'a < b'}]
    """
    parts = [
        "".join(f"<{name}>{escape(each)}</{name}>" for name, each in row.items()) for row in rows
    ]
    told = "".join(f"<{tag}>{each}</{tag}>" for each in parts)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{tag}s>{told}</{tag}s>'
