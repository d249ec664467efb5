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
        _of_others(service, scenes, kind)
        for scene in scenes:
            covering.clauses(
                (x.said for x in scene.request.lines),
                _THROUGH,
                _THROUGH_WORDS,
                covering.names_of(service, scenes),
            )


_ELSEWHERE = (
    r"\b(?:another|other|different|wrong|foreign|does(?:n't| not) belong|not (?:in|of|belong))\b"
)
_ELSEWHERE_WORDS = """
    another other others different wrong foreign someone belong belongs belonging not does doesn't
    that it is if through under below path same exist exists unknown as any missing found
    """
_WITH_IT_WORDS = """
    its their all along go goes gone going too also deleted delete deletes removed remove removes
    disappear disappears vanish vanishes as well with it them together cascade cascades cascading
    everything in on of under below belonging belong belongs that own
    """


def _of_others(service: Service, scenes: list[Scene], kind: Kind) -> None:
    """A row is found below its own row alone, and goes with it, which holds anyhow."""
    for each in covering.fails(service, scenes, _ELSEWHERE, _ELSEWHERE_WORDS):
        about = [x for x in each.scenes if x.row is kind or x.row is kind.parent]
        if each.fault.status != 404 or (each.scenes and not about):
            heard.put_back(service, each)
    parent = kind.parent
    for scene in scenes:
        gone = scene.request.method == "DELETE" and scene.row is parent and not scene.request.tail
        if gone and parent is not None:
            names = {*kind.spoken.split(), kind.plural, *parent.spoken.split(), parent.plural}
            covering.clauses(scene.told.said, rf"\b{kind.spoken}s?\b", _WITH_IT_WORDS, names)


def _about(scenes: list[Scene], kind: Kind) -> list[Scene]:
    return [
        x
        for x in scenes
        if heard.about(x, kind) or (kind.parent is not None and heard.about(x, kind.parent))
    ]
