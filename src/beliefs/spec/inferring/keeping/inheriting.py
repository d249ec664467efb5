"""Values that a new row takes over from the one that it is made of: the email of an invitation."""

from __future__ import annotations

from beliefs.spec.documents.contract import Property, typed
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Field

_OF_ITS_OWN = {"status", "state", "notes", "note", "position", "version"}


def inherited(holding: Holding, part: Property, kept: Kept) -> str:
    """The row above, where a value that no request brings is what that one was made with.

    Rows are made below it alone, so that it is at hand whenever one is made.
    """
    brought = any(
        each.body is not None and each.body.part(part.name) is not None for each in holding.routes
    )
    if brought or part.shape.type.nullable or plain(part.name) in _OF_ITS_OWN or part.default:
        return ""
    makers = [each for each in holding.routes if each.method in {"POST", "PUT"}]
    for link in holding.parents:
        parent = kept.of(link.name)
        below = parent is not None and all(
            any(
                kept.at(chain[:end]) is parent and chain[end - 1].param
                for end in range(1, len(chain))
            )
            for each in makers
            if (chain := steps(each.path, kept.base))
        )
        known = parent.made.part(part.name) if parent is not None and parent.made else None
        if not makers or not below or parent is None or known is None:
            continue
        if known.shape.type.kind not in {part.shape.type.kind, "email", "string"}:
            continue
        holding.fields[part.name] = Field(part.name, typed(part.shape))
        holding.sets[part.name] = f"{parent.variable}.{part.name}"
        return parent.word
    return ""
