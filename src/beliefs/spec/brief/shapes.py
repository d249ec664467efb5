"""Answers that sentences tell by names: "201 with its id, the title, the text and created_at"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.names import Named, row_of
from beliefs.spec.brief.said import GAP
from beliefs.spec.brief.scene import Scene
from beliefs.spec.brief.sketch import Part, Sketch

_ID = re.compile(r"(?i)(?:\b(?:with|that is|namely|object of|:|holding|containing|has|have|of|each with|just|only|shows?|has the fields)\s+|[:(]\s*)(?=(?:its |the |an? |his |their )?id\b(?:,| and | \())")
_LITERAL = re.compile(r"^\(?(true|false|null|-?\d+)(?: at first| by default| for now)?\)?$")


def told_shape(scene: Scene) -> Sketch | None:
    """What an answer has by the names in a row that begins with its id."""
    for one in scene.told.said:
        found = _ID.search(one.text)
        if found is None:
            continue
        named, end = row_of(one.text, found.end())
        if len(named) < 2 or any(not re.fullmatch(r"[A-Za-z_]\w*", each.name) for each in named):
            continue
        one.text = f"{one.text[: found.start()]} {GAP} {_words(named)} {one.text[end:]}"
        record = Sketch("record", tuple(Part(each.name, Sketch("value", text=_literal(each))) for each in named))
        listed = scene.request.method == "GET" and scene.kind is not None
        return Sketch("list", item=record) if listed else record
    return None


def _literal(name: Named) -> str:
    found = _LITERAL.match(name.words.strip())
    return found[1] if found else ""


def _words(named: list[Named]) -> str:
    """What is said of the names, for others to read."""
    return "; ".join(f"{x.name} {x.words.strip('()')}" for x in named if x.words and not _literal(x))
