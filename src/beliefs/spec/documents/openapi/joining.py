"""Lists in queries that come as one text: `?kind=a,b` where `explode` is false."""

from __future__ import annotations

from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Shape
from beliefs.spec.types import Type

COMMAS = "Several are joined by commas"


def joined(told: dict[str, Any]) -> bool:
    """Whether a parameter has all of its items in one text, between commas.

    >>> joined({"schema": {}, "explode": False}), joined({"schema": {}}), joined({"type": "array"})
    (True, False, True)
    """
    if "schema" in told or "content" in told:
        return told.get("explode") is False and str(told.get("style", "form")) == "form"
    return str(told.get("collectionFormat", "csv")) == "csv"


def one_text(shape: Shape) -> Shape:
    """A list as the text that it comes in."""
    item = shape.item.type if shape.item is not None else Type("string")
    one = "|".join(re.escape(each) for each in item.choices)
    one = r"-?\d+" if item.kind == "integer" else one
    pattern = f"^(?:{one})(?:,(?:{one}))*$" if one else ""
    return Shape(Type("string", pattern=pattern), words=shape.words)
