"""How figures are rounded in all answers: "all averages are rounded to one decimal".

What a document says of all such values is put beside each of them, where it is read as if it stood
there.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Reply, Shape
from beliefs.spec.documents.words import words
from beliefs.spec.inferring.valuing.phrases import is_remark

_FIGURE = r"(?:average|mean|median|percentage|percent|share|ratio)s?"
_EVERYWHERE = re.compile(
    rf"(?i)^(?:all |every |the |each |any )*(?P<what>(?:{_FIGURE}|(?:figure|number|value|decimal|"
    rf"score)s?)(?:(?:, (?:and )?| and | or )(?:the )?{_FIGURE})*)\b[^.;]*?\b(?P<digits>rounded to "
    r"(?:one|two|three|\d) (?:decimals?|digits?|decimal places?|places?)"
    r"(?: after the (?:point|comma))?)\.?$"
)
_NAMED = {
    "average": "average|avg|mean",
    "mean": "average|avg|mean",
    "median": "median",
    "percentage": "percent|percentage|pct|share",
    "percent": "percent|percentage|pct|share",
    "share": "share|ratio|fraction",
    "ratio": "share|ratio|fraction",
}
_ANY = "average|avg|mean|median|percent|percentage|pct|share|ratio"
_NONE = re.compile(
    r"(?i)[\s,;(]*(?:or |and |but )?null (?:if|when|without|while|before|until)\b.*$"
)


def rounded(contract: Contract) -> Contract:
    """The contract in which what is said of the digits of all figures stands beside each."""
    told = [
        match
        for _, text in contract.prose
        for sentence in re.split(r"(?<=[.!?])\s+|\n+", text)
        if (match := _EVERYWHERE.match(re.sub(r"^[\s*-]+", "", sentence.strip())))
    ]
    if not told:
        return contract
    what = [
        _NAMED.get(each, _ANY) for each in re.findall(r"[a-z]+?(?=s?\b)", told[0]["what"].lower())
    ]
    named = re.compile(rf"(?i)\b(?:{'|'.join(what)})s?\b")

    def changed(shape: Shape) -> Shape:
        return replace(
            shape,
            properties=tuple(
                _beside(each, named, told[0]["digits"], changed) for each in shape.properties
            ),
            item=changed(shape.item) if shape.item is not None else None,
        )

    def answered(reply: Reply) -> Reply:
        return replace(reply, shape=changed(reply.shape)) if reply.shape is not None else reply

    routes = tuple(
        replace(each, replies=tuple(map(answered, each.replies))) for each in contract.routes
    )
    return replace(contract, routes=routes, shapes=tuple(map(changed, contract.shapes)))


def _beside(part: Property, named: re.Pattern[str], digits: str, inside: object) -> Property:
    assert callable(inside)
    shape = inside(part.shape)
    name = " ".join(words(part.name))
    numeric = shape.type.kind in {"number", "json"}
    if not numeric or not named.search(f"{name} {shape.words}") or "round" in shape.words.lower():
        return replace(part, shape=shape)
    none = _NONE.search(shape.words)
    tail = f"; {none[0].strip(' ,;(')}" if none else ""
    said = shape.words[: none.start()] if none else shape.words
    said = name if not said.strip() or is_remark(shape.words) else said
    return replace(part, shape=replace(shape, words=f"{said.strip(' .,;')}, {digits}{tail}"))
