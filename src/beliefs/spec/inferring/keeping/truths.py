"""Truths that words work out of the other fields of a row: "stock is more than 0"."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.types import Field

_SIGNS = {
    **dict.fromkeys(("more than", "greater than", "above", "over", "higher than", ">"), ">"),
    **dict.fromkeys(("less than", "below", "under", "fewer than", "lower than", "<"), "<"),
    **dict.fromkeys(("at least", ">=", "≥", "not less than"), ">="),
    **dict.fromkeys(("at most", "<=", "≤", "not more than", "no more than"), "<="),
    **dict.fromkeys(("equal to", "equals", "exactly", "=", "=="), "="),
    **dict.fromkeys(("not equal to", "other than", "not", "!=", "≠"), "!="),
}
_SIGN = "|".join(sorted(map(re.escape, _SIGNS), key=len, reverse=True))
_CLAUSE = re.compile(
    rf"(?i)`?(?P<left>[A-Za-z_]\w*)`? (?:(?:is|are|has|was) )?(?:(?P<sign>{_SIGN}) )?"
    r"(?:the |its )?[`\"']?(?P<right>-?\d+(?:\.\d+)?|[A-Za-z_]\w*)[`\"']?\s*$"
)
_HEAD = re.compile(
    r"(?i)^\W*(?:it |this )?(?:is )?(?:true|whether|if|when|yes)?,?\s*"
    r"(?:when|if|while|as long as|exactly when|only when|only if)?\s*(?:the |its |there is )?"
)


def told_truth(holding: Holding, part: Property) -> str:
    """A condition over `$` that the words about a truth spell out; empty where they do not.

    It has one clause, or several that are all joined by "and", or all by "or".
    """
    if part.shape.type.kind != "boolean":
        return ""
    said = re.split(r"[.;(]|, (?:else|otherwise)\b", part.words.strip())[0].strip()
    clause = _HEAD.sub("", said)
    for word in ("and", "or"):
        pieces = re.split(rf"\s*,? {word} (?:the |its )?", clause)
        found = [_compared(holding, each, part.name) for each in pieces]
        if all(found):
            return f" {word} ".join(each for each in found if each)
    return ""


def _compared(holding: Holding, clause: str, own: str) -> str:
    match = _CLAUSE.match(clause)
    left = holding.fields.get(holding.named(match["left"])) if match else None
    if match is None or left is None or left.name == own:
        return ""
    sign = _SIGNS.get((match["sign"] or "=").lower(), "=")
    right = _value(holding, left, match["right"])
    if not right or (match["sign"] is None and left.type.kind in {"integer", "number"}):
        return ""
    return f"$.{left.name} {sign} {right}"


def _value(holding: Holding, left: Field, word: str) -> str:
    numbers = left.type.kind in {"integer", "number"}
    if re.fullmatch(r"-?\d+(\.\d+)?", word) or word.lower() == "zero":
        return (word if word.lower() != "zero" else "0") if numbers else ""
    if word.lower() in {"null", "empty", "set"}:
        return "null" if word.lower() != "set" else ""
    if word in left.type.choices:
        return json.dumps(word)
    other = holding.fields.get(holding.named(word))
    alike = other is not None and (
        other.type.kind == left.type.kind
        or {other.type.kind, left.type.kind} <= {"integer", "number"}
    )
    return f"$.{other.name}" if other is not None and alike and other is not left else ""
