"""Values that are the product of two others: "`total` = seats × price"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Type

_PRODUCT = re.compile(
    r"(?i)\b(?P<name>\w+)\W{1,4}(?:=|is|being)\W{1,4}(?:the )?(?P<one>\w+)\W{1,3}"
    r"(?:×|\*|x|times|multiplied by)\W{1,3}(?:the )?(?P<other>\w+)"
)


def multiply(kept: Kept) -> None:
    """Let rows show the products that the words about making them tell."""
    for holding in kept.holdings:
        said = " ".join(each.words for each in holding.routes if each.method == "POST")
        for match in _PRODUCT.finditer(said):
            factors = [_factor(match[each], holding, kept) for each in ("one", "other")]
            name = match["name"]
            brought = holding.made.part(name) if holding.made is not None else None
            if not all(factors) or brought is not None:
                continue
            holding.fields.pop(name, None)
            holding.computed[name] = " * ".join(factors)
            if holding.shape.part(name) is None:
                part = Property(name, Shape(Type("number"), words=match[0]), read_only=True)
                parts = (*holding.shape.properties, part)
                holding.shape = replace(holding.shape, properties=parts)


def _factor(name: str, holding: Holding, kept: Kept) -> str:
    """A number of the row, or of the one that it belongs to, over `$`."""
    own = holding.fields.get(holding.named(name))
    if own is not None and own.type.kind in {"integer", "number"}:
        return f"$.{own.name}"
    for parent in holding.parents:
        above = kept.of(parent.name)
        field = above.fields.get(above.named(name)) if above is not None else None
        if above is not None and field is not None and field.type.kind in {"integer", "number"}:
            row = f"first({above.name}[where .{above.key.name} = $.{parent.field}])"
            return f"{row}.{field.name}"
    return ""
