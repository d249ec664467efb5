"""What a new row has where a request leaves a value out, as words say."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.inferring.keeping.holdings import Holding

_LEFT = r"(?:left out|missing|omitted|not (?:given|sent|set|provided)|absent|empty|without one)"
_NAME = r"(?:the |its )?(?:original )?`?({})`?".format(r"file ?name|\w+")
_WHEN = r"(?:if|when|where|unless)"
_NOW = re.compile(
    r"(?i)\bdefault(?:s)?(?: is| to|:)* (?:now|today|the (?:current|present) (?:time|day|date))"
    r"|\b(?:now|today) (?:if|when|by default|unless)\b"
)
_OTHER = re.compile(
    rf"(?i)\bdefault(?:s)?(?: is| to|:)* (?:that of |the value of )?{_NAME}"
    rf"|\b{_LEFT}\b[^.;]*? (?:is|as|same as|equals|=|becomes) (?:that of )?{_NAME}"
    rf"|{_NAME} {_WHEN} [^.;]*\b{_LEFT}\b"
)
_BLANK = re.compile(
    rf"(?i)\bempty (?:string|text) {_WHEN} [^.;]*(?:\bnone\b|\b{_LEFT}\b|\bgiven\b)"
    r"|\bempty (?:string|text) by default\b"
)


def filled(given: str, holding: Holding, name: str, brought: dict[str, str], file: str) -> str:
    """What a request brings, else the present moment, another value or nothing, as words say."""
    told = [made.part(name) for made in (holding.made, holding.shape) if made is not None]
    said = ". ".join(each.words for each in told if each is not None)
    known = holding.fields[name]
    if known.default or (known.required and holding.made is not None and told[0] is None):
        return given
    if known.type.kind in {"date", "datetime"} and _NOW.search(said):
        return f"or_else({given}, {'today()' if known.type.kind == 'date' else 'now()'})"
    if known.type.kind == "string" and _BLANK.search(said):
        return f'or_else({given}, "")'
    other = next((each for each in _OTHER.finditer(said)), None)
    word = next((each for each in other.groups() if each), "").lower() if other else ""
    if re.fullmatch(r"file ?name", word) and file:
        return f"or_else({given}, input.{file}.name)"
    kin = holding.fields.get(word)
    if word in brought and word != name and kin is not None and kin.type.kind == known.type.kind:
        return f"or_else({given}, {brought[word]})"
    return given
