"""Words and values that say that rows are numbered in their order, without gaps."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property
from beliefs.spec.documents.words import plain

_POSITIONS = {"position", "order", "sortorder", "sequence", "slot"}
GAPLESS = re.compile(
    r"(?i)\bno gaps?\b|\bwithout (?:any )?(?:gaps?|holes)\b|\bgap-?less\b|\bcontiguous|\brenumber"
    r"|\bconsecutive\w*\b|\b(?:below|after|behind|following|later|rest|others?)\b[^.;]{0,20}"
    r"\b(?:moves?|shifts?|slides?|closes?) (?:up|down|back|forward)\b|\bclos\w+ (?:up|the gap)"
)


def is_position(part: Property) -> bool:
    """Whether a value says where a row stands among others."""
    return plain(part.name) in _POSITIONS and part.shape.type.kind == "integer"
