"""Rows that belong to a row: found only there, counted over all, deleted with it or in its way."""

from __future__ import annotations

from beliefs.spec.brief.families import covering, heard
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service

# Keys are numbers of the whole table, whatever row they are below.
_THROUGH = (
    r"\bids?\b[^.;]*\b(?:all|through|across|over|sequence|among)\b|"
    r"\bunique (?:over|across|through|among)\b|\b(?:global|shared|one) (?:sequence|counter|"
    r"series)\b"
)
_THROUGH_WORDS = """
    id ids run runs through over across all among count counts counted up counting sequence
    sequences single continuous continue continues number numbers numbered numbering global
    globally series unique different no restart begin begins together
    """


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear of what belongs to rows what holds of it anyhow, and what becomes of it."""
    for kind in service.kinds:
        if kind.parent is None or kind.key.style != "integer":
            continue
        covering.take(service, _about(scenes, kind), _THROUGH, _THROUGH_WORDS)
        for scene in scenes:
            covering.clauses(
                (x.said for x in scene.request.lines),
                _THROUGH,
                _THROUGH_WORDS,
                covering.names_of(service, scenes),
            )


def _about(scenes: list[Scene], kind: Kind) -> list[Scene]:
    return [
        x
        for x in scenes
        if heard.about(x, kind) or (kind.parent is not None and heard.about(x, kind.parent))
    ]
