"""What sentences say of numbers in a query: "size is 16 to 256 and 64 if not given"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.asking import asked
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Contract, Param, Route, Shape
from beliefs.spec.types import Type

_RANGE = re.compile(
    r"(?i)(?:\bfrom |\bbetween |\b)(\d+)(?: ?(?:to|and|through|up to|\.\.\.?|-|–|—) ?)(\d+)\b"
)
_USUAL = re.compile(
    r"(?i)\bdefaults?(?: is| to| value|:|=)* ?(\d+)\b|\b(\d+)(?: is)? (?:by default|the default|"
    r"(?:if|when|unless) (?:it is |it's )?(?:not |left |omitted|missing|absent|given|stated|set))|"
    r"\b(?:without (?:it|one)|if (?:it is )?(?:left out|missing|omitted|not given)),? "
    r"(?:it is |it's |this is )?(\d+)\b|\b(\d+) without (?:it|one)\b"
)


def bounded(contract: Contract) -> Contract:
    """The same with the bounds and defaults that sentences tell of numbers in queries."""
    routes = tuple(
        replace(each, params=tuple(_bounded(one, each) for one in each.params))
        for each in contract.routes
    )
    return asked(replace(contract, routes=routes))


def _bounded(param: Param, route: Route) -> Param:
    kind = param.shape.type
    open_ = kind.kind in {"string", "json"} and not (kind.choices or kind.pattern)
    if param.place != "query" or not (kind.kind == "integer" or open_):
        return param
    said = " ".join(_about(param.name, route))
    if open_ and re.search(r"(?i)\b(?:characters?|letters?|chars|digits?|long|words?)\b", said):
        return param
    span, usual = _RANGE.search(said), _USUAL.search(said)
    told = next((each for each in (usual.groups() if usual else ()) if each), "")
    if not told and not (span and kind.maximum is None):
        return param
    if span and kind.maximum is None and int(span[1]) < int(span[2]):
        kind = Type("integer", minimum=int(span[1]), maximum=int(span[2]))
    elif kind.kind != "integer":
        kind = Type("integer")
    shape = replace(param.shape, type=kind) if param.shape.item is None else Shape(kind)
    return replace(param, shape=shape, default=told or param.default, silent=False)


def _about(name: str, route: Route) -> list[str]:
    """What sentences say behind a name, as far as they speak of nothing else."""
    others = "|".join(re.escape(each.name) for each in route.params if each.name != name)
    end = rf"[;]|\. |\b(?:{others})\b" if others else r"[;]|\. "
    found = []
    for sentence in sentences(route.words):
        for match in re.finditer(rf"(?<![\w/{{.?-]){re.escape(name)}(?![\w=-])`?", sentence):
            rest = re.split(end, sentence[match.end() :])[0]
            found.append(re.sub(r"\b[45]\d\d\b", "", rest))
    return found
