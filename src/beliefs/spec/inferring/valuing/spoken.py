"""Lists that words alone tell of, with what rows have to be: "recipes of more than 60 minutes"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.inferring.answers.lists import list_lines
from beliefs.spec.inferring.valuing.answers import inputs_of, rows_named
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import Scope
from beliefs.spec.inferring.writing import Writer

_LEAD = re.compile(
    r"(?i)^(?:(?:it|which|that) )?(?:lists?|shows?|returns?|gives?|answers?(?: with)?|gets?|"
    r"responds? with|fetch(?:es)?)(?: (?:a|the) (?:list|array) of)? "
)
_ORDER = re.compile(
    r"(?i)[\s,(]*(?:(?:sorted|ordered|ranked)\b.*|(?:\w+ ){0,3}first|by [\w ]+)\)?$"
)


def spoken_lines(writer: Writer, route: Route) -> list[str] | None:
    """An effect that answers the rows that words tell; None where one of them is not heard."""
    chain = writer.chain(route)
    shown = route.good is not None and route.good.shape is not None
    if route.method != "GET" or shown or not chain or any(each.param for each in chain):
        return None
    first = re.split(r"(?<=[.;])\s+", route.words)[0]
    whole = _LEAD.sub("", first.strip(" .;"))
    told = _ORDER.sub("", whole)
    scope = Scope(writer, route, rows_named(writer, route), inputs_of(writer, route))
    some = rows_told(told, scope)
    held = re.fullmatch(r"(\w+)\[where (.*)\]", some.rows) if some is not None else None
    if some is None or held is None or held[1] != some.holding.name:
        return None
    found = list_lines(writer, route, some.holding, chain[-1:], [held[2]])
    sorted_ = told == whole or any(re.search(r"\bby \.", each) for each in found)
    return found if sorted_ else None
