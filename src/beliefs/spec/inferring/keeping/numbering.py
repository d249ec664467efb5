"""Words and values that say that rows are numbered in their order, without gaps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from beliefs.spec.documents.contract import Property
from beliefs.spec.documents.markdown.blocks import bare
from beliefs.spec.documents.words import plain

if TYPE_CHECKING:
    from beliefs.spec.documents.markdown.drafts import Draft

_POSITIONS = {"position", "order", "sortorder", "sequence", "slot"}
GAPLESS = re.compile(
    r"(?i)\bno gaps?\b|\bwithout (?:any )?(?:gaps?|holes)\b|\bgap-?less\b|\bcontiguous|\brenumber"
    r"|\bconsecutive\w*\b|\b(?:below|after|behind|following|later|rest|others?)\b[^.;]{0,20}"
    r"\b(?:moves?|shifts?|slides?|closes?) (?:up|down|back|forward)\b|\bclos\w+ (?:up|the gap)"
)


def is_position(part: Property) -> bool:
    """Whether a value says where a row stands among others."""
    return plain(part.name) in _POSITIONS and part.shape.type.kind == "integer"


def numbered(sentence: str, drafts: list[Draft]) -> bool:
    """That positions have no gaps goes to every request that changes what has one."""
    hit = False
    for draft in drafts if GAPLESS.search(sentence) else ():
        shapes = [draft.body, *(each.shape for each in draft.replies.values())]
        placed = any(is_position(part) for each in shapes if each for part in each.properties)
        if placed and draft.method != "GET":
            draft.words.append(bare(sentence))
            hit = True
    return hit
