"""What words count of a row and no answer shows: "increases its skips by one"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.places import steps
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Field, Type

_COUNTS = re.compile(
    r"(?i)\b(?:increases|increments|raises|bumps) (?:the|its|their) (?P<more>[a-z]\w*s)(?: count)?"
    r"(?: by (?:one|1)\b|(?=[,.;]|$| and))|\badds (?:one|1) to (?:the|its|their) "
    r"(?P<one>[a-z]\w*s)\b"
)


def count_up(kept: Kept) -> None:
    """Give rows the numbers that deeds on them count, where nothing shows them."""
    for route in kept.contract.routes:
        chain = steps(route.path, kept.base)
        holding = kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
        if holding is None or chain[-1].param or route.method == "GET":
            continue
        for match in _COUNTS.finditer(route.words):
            name = (match["more"] or match["one"]).lower()
            if not holding.named(name) and name not in holding.computed:
                whole = Type("integer", minimum=0)
                holding.fields[name] = Field(name, whole, required=False, default="0", hidden=True)
