"""Rows of which nothing would be kept, though words tell what they are made of."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.effects import Insert
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Operation
from beliefs.spec.service import Unknown

# What is told of an answer is not brought.
_ANSWERED = re.compile(
    r"(?i)\b(?:answers?|answered|returns?|responds?|repl(?:y|ies)|comes back|gives|gets|shows)\b"
    r"[^.;]*"
)
_MADE_OF = re.compile(
    r"(?i)\b(?:with|from|of|takes?|has|have|contain\w*|consists?|sending|giving|carrying)\b "
    r"(?:an? |the |its |their )?(?!(?:POST|PUT)\b|\d|it\b|this\b|that\b)[`\"]?[a-z]\w+"
)


def empty_row(writer: Writer, route: Route, made: Operation) -> None:
    """Say that a request would keep a row without anything in it, where words tell more."""
    fields = {each.name: each.fields for each in writer.kept.holdings}
    bare = [
        each.entity
        for each in made.effect
        if isinstance(each, Insert) and not fields.get(each.entity, True)
    ]
    if not bare or any(each.place != "path" for each in made.inputs):
        return
    if told_of(route):
        about = f"{route.method} {route.path}: what a new {bare[0]} is made of"
        why = "nothing of what is told is read, and a row without anything would be kept"
        writer.unknown(Unknown("blocking", about, route.source, why))


def told_of(route: Route) -> bool:
    """Whether words tell what a request brings, beside what it answers."""
    return _MADE_OF.search(_ANSWERED.sub("", route.words)) is not None
