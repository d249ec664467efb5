"""Answers of documents that are no JSON: said as people say them.

Families that hear of texts, pages and files need not know that a schema said so.
"""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.brief.said import Said, said
from beliefs.spec.documents.contract import Reply

_FILE = re.compile(
    r"^(?:image/|audio/|video/|application/(?:octet-stream|pdf|zip|x-zip|vnd\.))|^\*/\*$"
)
_SHORT = 80  # characters of a text that is always the same


def foreign_answer(reply: Reply, source: str) -> Iterator[Said]:
    """What an answer is that is a page, a text, a table or a file."""
    shown = reply.example.strip().strip('"')
    if reply.media == "text/plain" and shown and "\\n" not in shown and len(shown) < _SHORT:
        yield _aside(f'answers "{shown}" as text/plain', source)
    elif reply.media == "text/html":
        yield _aside("answers an HTML page", source)
    elif reply.media == "text/csv":
        yield _aside("answers as CSV", source)
    elif _FILE.match(reply.media):
        yield _aside(f"sends the file as {reply.media}", source)
    elif reply.media == "text/plain":
        yield _aside("answers as text/plain", source)


def _aside(text: str, source: str) -> Said:
    """What nobody but a schema said: it is no rule that could be left unread."""
    told = said(text, source)
    told.aside = True
    return told
