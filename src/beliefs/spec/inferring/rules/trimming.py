"""Texts that are kept without the space around them: "spaces around it are dropped"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Contract, Property, Route
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.service import Unknown
from beliefs.spec.types import Type

_SPACE = r"(?:white[- ]?space|spaces?|blanks?)"
_AROUND = (
    r"(?:around (?:it|them|the \w+|an? \w+|\w+)|(?:at|on|from) (?:the |its |both )?(?:beginning|"
    r"start|ends?)[\w ]*)"
)
_GONE = r"(?:dropped|removed|ignored|stripped|trimmed|cut(?: off)?|taken off|thrown away|discarded)"
_TRIMS = re.compile(
    rf"(?i)\b(?:leading (?:and|or) trailing|surrounding|outer) {_SPACE}\b[^.;]*\b{_GONE}\b|"
    rf"\b{_SPACE} {_AROUND}[^.;]*?\b{_GONE}\b|"
    rf"\b(?:is|are|gets?|get|will be|be) (?:\w+ )?(?:trimmed|stripped)\b|"
    rf"\b(?:drops?|strips?|trims?|removes?|ignores?)(?: off)? (?:the |any |all )?"
    rf"(?:leading and trailing |surrounding )?{_SPACE}(?: {_AROUND})?|^\W*trimmed\b"
)


# What holds for every text that a request brings.
_EVERY = re.compile(
    r"(?i)(?<![`\w])(?:(?:every|each|any) (?:text|string)|(?:all |both |the )?(?:texts|strings|"
    r"(?:text|string) (?:fields|values|inputs)))(?![`\w])"
)
_NOT_EMPTY = re.compile(
    r"(?i)\bnon-?empty\b|\b(?:not|never|n't|cannot) be (?:empty|blank)\b|"
    r"\b(?:count|treated|taken)\w* (?:as|for) (?:empty|missing)\b"
)


def unpadded(contract: Contract) -> Contract:
    """The contract where the bounds of such texts hold for what is left of them."""
    told = [
        each
        for text in (contract.summary, *(one for _, one in contract.prose))
        for each in sentences(text)
        if _TRIMS.search(each) and _EVERY.search(each)
    ]
    return replace(contract, routes=tuple(_unpadded(_told(each, told)) for each in contract.routes))


def _told(route: Route, told: list[str]) -> Route:
    """A route with what is said of all texts among its words."""
    new = [each for each in told if each not in route.words]
    if route.body is None or not new:
        return route
    return replace(route, words=" ".join(filter(None, (route.words.strip(), *new))))


def _unpadded(route: Route) -> Route:
    if route.body is None or not any(_trims(each, route) for each in route.body.properties):
        return route
    parts = tuple(
        replace(each, shape=replace(each.shape, type=_bounded(_filled(each, route))))
        if _trims(each, route)
        else each
        for each in route.body.properties
    )
    return replace(route, body=replace(route.body, properties=parts))


def _trims(part: Property, route: Route) -> bool:
    """Whether the words about a text, or a sentence that names it, say that it is trimmed."""
    if part.shape.type.kind != "string" or part.shape.type.choices:
        return False
    named = re.compile(rf"\b{re.escape(part.name)}s?\b")
    said = [each for each in sentences(route.words) if named.search(each) or _EVERY.search(each)]
    return any(_TRIMS.search(each) for each in (part.words, *said))


def _filled(part: Property, route: Route) -> Type:
    """The type of a text that must not be empty once it is trimmed, where words say so."""
    kind = part.shape.type
    said = [each for each in sentences(route.words) if _TRIMS.search(each) and _EVERY.search(each)]
    if not kind.min_length and any(_NOT_EMPTY.search(each) for each in said):
        return replace(kind, min_length=1)
    return kind


def _bounded(kind: Type) -> Type:
    """A text of so many characters without the space around it.

    >>> _bounded(Type("string", min_length=1, max_length=40)).pattern
    '^\\\\s*\\\\S(?:[\\\\s\\\\S]{0,38}\\\\S)?\\\\s*$'
    """
    least, most = kind.min_length or 0, kind.max_length
    if kind.pattern or not (least or most):
        return kind
    inner = f"{{{max(least - 2, 0)},{'' if most is None else max(most - 2, 0)}}}"
    text = rf"\S[\s\S]{inner}\S" if most != 1 else r"\S"
    if least <= 1 and most != 1:
        text = rf"\S(?:[\s\S]{inner}\S)?"
    text = f"(?:{text})?" if not least else text
    return replace(kind, min_length=None, max_length=None, pattern=rf"^\s*{text}\s*$")


_KEPT = (
    r"(?:kept|stored|saved|held|normali[sz]ed|turned|converted|changed|folded|shown|answered|"
    r"returned|written|put|recorded)"
)
_CASED = re.compile(
    rf"(?i)\b{_KEPT} (?:\w+ )?(?:in|to|into|as) (?:all )?(?P<case>lower|upper)[- ]?case\b|"
    rf"\b{_KEPT} (?P<plain>lower|upper)-?cased?\b|"
    r"\b(?:is|are|gets?|be) (?P<done>lower|upper)-?cased\b"
)


def _cased(part: Property, route: Route) -> str:
    """The function that makes a text what is kept of it, where words say in which case that is.

    >>> _cased(
    ...     Property("email", Shape(Type("email")), words="Kept in lower case"), Route("POST", "/")
    ... )
    'lower'
    """
    if part.shape.type.kind not in {"string", "email", "url"} or part.shape.type.choices:
        return ""
    named = re.compile(rf"\b{re.escape(part.name)}s?\b")
    said = [part.words, *(each for each in sentences(route.words) if named.search(each))]
    found = next((match for each in said if (match := _CASED.search(each))), None)
    return (found["case"] or found["plain"] or found["done"]).lower() if found else ""


def trimmed(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """The effect, in which such texts are what is kept of them."""
    for part in route.body.properties if route.body is not None else ():
        name = writer.name(part.name)
        text = f"trim(input.{name})" if _trims(part, route) else f"input.{name}"
        case = _cased(part, route)
        text = f"{case}({text})" if case else text
        if text == f"input.{name}":
            continue
        text = text if part.required else f"if(input.{name} = null, null, {text})"
        lines = [re.sub(rf"\binput\.{name}\b(?!\()", text, each) for each in lines]
        lines = [each.replace(f"{case}({text})", text) for each in lines] if case else lines
        if any("given(input)" in each for each in lines):
            about = f"{part.name} in the body of {route.method} {route.path}"
            why = "what is changed is kept as it came"
            writer.unknown(Unknown("material", about, route.source, why))
    return lines
