"""When rows end that are brought how long they last: `expires_in` seconds from now."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property
from beliefs.spec.documents.durations import SPAN, seconds_of
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding

ENDS = {"expiresat", "expires", "expiry", "expiration", "expiresafter", "validuntil", "expireson"}
_LASTS = re.compile(
    r"(?:expires?(?:in|after)|ttl|valid(?:for|ity)?|lifetime|maxage|lasts?|duration)(?P<unit>\w*)|"
    r"(?P<alone>seconds?|minutes?|hours?|days?)(?:valid)?"
)
_SECONDS = {"second": 1, "sec": 1, "minute": 60, "min": 60, "hour": 3600, "day": 86400}


def ends_after(holding: Holding, part: Property, contract: Contract) -> str:
    """The moment at which a new row ends, by how long it is said to last; empty for no such."""
    if plain(part.name) not in ENDS or part.shape.type.kind not in {"datetime", "string"}:
        return ""
    for each in holding.made.properties if holding.made is not None else ():
        told = _LASTS.fullmatch(plain(each.name))
        if told is None or each.shape.type.kind not in {"integer", "number"}:
            continue
        named = told["unit"] or told["alone"] or ""
        unit = next((n for name, n in _SECONDS.items() if named.startswith(name)), 0)
        said = re.search(r"(?i)\b(minutes?|hours?|days?)\b", each.words)
        unit = unit or (_SECONDS[said[1].lower().rstrip("s")] if said else 1)
        given = f"input.{each.name}"
        ends = f"later(now(), {given}{f' * {unit}' if unit > 1 else ''})"
        return ends if each.required or each.default else f"if({given} = null, null, {ends})"
    seconds = 0 if part.shape.type.nullable else life_told(holding, contract, part)
    return f"later(now(), {seconds})" if seconds else ""


_GOOD = re.compile(
    r"(?i)\b(?:expir\w+|valid|good|lives?|lasts?|usable|works?|ends?|ttl|after (?:it|creation)|"
    r"lifetime|within|from (?:now|creation))\b"
)


def life_told(holding: Holding, contract: Contract, part: Property | None = None) -> int:
    """The seconds that a row is good for, as words about it say; 0 where they do not."""
    makers = [each for each in holding.routes if each.method in {"POST", "PUT"}]
    said = [part.words] if part is not None else []
    said += [text for each in makers for text in (each.words, *(r.words for r in each.replies))]
    word = re.escape(holding.word.replace("_", " "))
    about = [text for _, text in contract.prose if re.search(rf"(?i)\b{word}s?\b", text)]
    for text in [*said, *about]:
        for sentence in re.split(r"(?<=[.;])\s+|\n", text):
            span = SPAN.search(sentence)
            if span and (_GOOD.search(sentence) or (part is not None and text == part.words)):
                return seconds_of(span)
    ends = rf"(?i)\b(?:it|{word}s?) (?:expires?|is (?:valid|good) for|ends?|lives?|lasts?)\b[^.;]*"
    for each in holding.siblings:
        told = re.search(ends, each.words)
        span = SPAN.search(told[0]) if told else None
        if span:
            return seconds_of(span)
    return 0


def days_from_today(holding: Holding, part: Property) -> str:
    """How many days from today a date is: "today plus `days`", "14 days from today"."""
    match = re.search(
        r"(?i)\btoday\b[^,;.]*?(?:\bplus\b|\+) *(?:the )?(?:number of )?`?(\w+)`?"
        r"|\b(\w+) days? (?:from|after) (?:today|now|the day)",
        part.words,
    )
    told = (match[1] or match[2]) if match else ""
    brought = holding.made.part(told) if holding.made and told else None
    if brought is not None:
        return f"input.{told}"
    return told if told.isdigit() else ""


def end_of(holding: Holding) -> str:
    """The field that says when a row ends; empty where none does."""
    ends = (each.name for each in holding.fields.values() if plain(each.name) in ENDS)
    return next(ends, "")
