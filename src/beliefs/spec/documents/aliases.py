"""Fields that sentences call by other words than requests: "the phone number", "the amount"."""

from __future__ import annotations

from collections.abc import Collection

from beliefs.spec import patterns as re

_UNITS = r"cents|eur|euros|usd|minutes|seconds|hours|days|km|m|cm|kg|g|grams|litres|percent"


def by_field_names(text: str, known: Collection[str]) -> str:
    """A sentence about what a route is brought, with the names that its values have there.

    >>> by_field_names("The phone number must have 8 digits", ["phone", "amount_cents"])
    'The phone must have 8 digits'
    >>> by_field_names("The amount must be positive", ["phone", "amount_cents"])
    'The amount_cents must be positive'
    """
    for name in known:
        more = r"number|address|code|value|field|text|date|time"
        told = re.compile(
            rf"(?i)\b({re.escape(name)}`?) (?:{more})(?= (?:must|is|has|may|can|needs))"
        )
        text = told.sub(r"\1", text)
    lead = re.match(r"(?i)(?:the |an? )?`?([a-z]+)`? (?=must|has to|may|needs|can)", text)
    if lead and lead[1].lower() not in known:
        longer = {each for each in known if re.fullmatch(rf"(?i){lead[1]}_(?:{_UNITS})", each)}
        if len(longer) == 1:
            return f"{text[: lead.start(1)]}{longer.pop()}{text[lead.end(1) :]}"
    return text
