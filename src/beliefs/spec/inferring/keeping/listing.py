"""States that sentences list: "status is queued, printing or done", "state: open / closed"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept

_WORD = r"[`\"'“]?[a-z][\w-]*[`\"'”]?"
_LISTED = (
    rf"`?\b{{name}}\b`?(?: \(|:| is(?: one of)?:?| can be:?| may be:?| ?=| ∈| goes)? "
    rf"(?P<all>{_WORD}(?:(?:, | ?/ ?| ?\| ?|,? or | → | -> ){_WORD})+)(?=[.;,)\n]|$| \()"
)


def list_states(kept: Kept) -> None:
    """Let texts that no request brings be one of the states that a sentence lists for them."""
    said = [kept.contract.summary, *(text for _, text in kept.contract.prose)]
    said += [each.words for each in kept.contract.routes]
    text = "\n".join(said)
    for holding in kept.holdings:
        parts = tuple(_listed(holding, each, text) for each in holding.shape.properties)
        holding.shape = replace(holding.shape, properties=parts)


def _listed(holding: Holding, part: Property, text: str) -> Property:
    kind = part.shape.type
    made = holding.made is not None and holding.made.part(part.name) is not None
    if made or kind.kind not in {"string", "json"} or kind.choices or kind.pattern:
        return part
    choices = _choices(part, f"{part.name}: {part.words}\n{text}")
    shown = part.shape.example.strip('"') or part.default.strip('"')
    if len(choices) < 2 or (shown and shown not in choices):
        return part
    listed = replace(kind, kind="string", choices=choices)
    return replace(part, shape=replace(part.shape, type=listed))


def _choices(part: Property, text: str) -> tuple[str, ...]:
    """The words of a list behind the name of a field.

    >>> from beliefs.spec.documents.contract import Shape
    >>> from beliefs.spec.types import Type
    >>> _choices(Property("state", Shape(Type("string"))), "state is open, held or closed.")
    ('open', 'held', 'closed')
    """
    match = re.search(_LISTED.format(name=re.escape(part.name)), text)
    if match is None:
        return ()
    around = text[match.start("all") - 1] + text[match.end() : match.end() + 1]
    bracketed = around == "()" and match["all"].count(", ") > 1
    if not (bracketed or re.search(r"/|\||\bor\b|→|->", match["all"])):
        return ()
    words = re.split(r", | ?/ ?| ?\| ?|,? or | → | -> ", match["all"])
    found = tuple(dict.fromkeys(each.strip("`\"'“” ") for each in words))
    dull = {"null", "the", "a", "an", "set", "required", "optional", "string", "text", "integer"}
    return () if dull & set(found) else found
