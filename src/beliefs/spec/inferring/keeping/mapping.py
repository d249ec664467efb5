"""Values that another field decides: "unit: kWh for electricity, m3 for gas and water"."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Field

_NUMBER = r"-?\d+(?:\.\d+)?"


def mapped(holding: Holding, part: Property, kept: Kept) -> str:
    """A template over `$` that gives each choice of another field its value; empty for none."""
    del kept
    for field in holding.fields.values():
        if field.name == part.name or len(field.type.choices) < 2:
            continue
        found = _pairs(part.words, field)
        if set(found) != set(field.type.choices):
            continue
        spoken = re.search(r"(?i)\b(?:string|text)\b", part.words)
        numbers = not spoken and all(re.fullmatch(_NUMBER, each) for each in found.values())
        if part.shape.type.kind in {"integer", "number"} and not numbers:
            continue
        *first, last = field.type.choices
        template = _literal(found[last], numbers=numbers)
        for each in reversed(first):
            value = _literal(found[each], numbers=numbers)
            if value != template:
                template = f"if($.{field.name} = {json.dumps(each)}, {value}, {template})"
        return template
    return ""


def _literal(value: str, *, numbers: bool) -> str:
    return value if numbers else json.dumps(value, ensure_ascii=False)


def _pairs(text: str, field: Field) -> dict[str, str]:
    """The value beside each choice, said before it ("kWh for gas") or behind it ("gas: kWh")."""
    choice = "|".join(sorted((re.escape(each) for each in field.type.choices), key=len)[::-1])
    one = rf"[`\"']?\b(?:{choice})\b[`\"']?"
    several = rf"{one}(?:(?:, and |, or |, | and | or |/){one})*"
    value = r"[`\"']?(?P<value>[\w.€$%/²³-]+)[`\"']?"
    behind = (
        rf"(?P<of>{several})(?:\s*(?::|=|→|->|is|are|has|have|gives?|gets?|costs?)\s*|\s+){value}"
    )
    before = rf"{value} (?:for|if|when|with|in case of) (?:the )?(?:\w+ is )?(?P<of>{several})"
    for pattern in (before, behind):
        found: dict[str, str] = {}
        for match in re.finditer(pattern, text):
            for each in re.findall(choice, match["of"]):
                found.setdefault(each, match["value"])
        if set(found) == set(field.type.choices):
            return found
    return {}
