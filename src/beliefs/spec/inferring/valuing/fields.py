"""Values of rows that words tell as those of answers are told: "the sum of its donations"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_list, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.valuing.phrases import is_remark, told_of
from beliefs.spec.inferring.valuing.scope import One, Scope
from beliefs.spec.inferring.valuing.values import told_value
from beliefs.spec.inferring.writing import Writer

_TELLS = re.compile(
    r"(?i)\b(?:number|sum|total|average|mean|count|how many|share|percent\w*|minus|highest|lowest|"
    r"largest|smallest|longest|latest|newest|oldest|last|first|whether|divided|times|per)\b"
    r"|[×*/+]| of "
)


def tell_fields(writer: Writer) -> set[str]:
    """Work out the values of rows that no request brings and that words tell; their names.

    What other readers know of a value goes before what its words alone tell.
    """
    found: set[str] = set()
    for holding in writer.kept.holdings:
        if holding.shadow or holding.fixed or holding.account or not holding.places:
            continue
        found |= {f"{holding.name}.{each}" for each in _tell(writer, holding)}
    return found


def _tell(writer: Writer, holding: Holding) -> list[str]:
    open_ = [each for each in holding.shape.properties if _is_open(each, holding)]
    routes = [each for each in holding.routes if each.method == "GET" and _shows(each)]
    told: list[str] = []
    for route in routes[:1] if open_ else ():
        scope = Scope(writer, _unasked(route), (One("$", holding),))
        phrases = _phrases(writer, holding, routes)
        before = -1
        while before != len(told):
            before = len(told)
            for part in (each for each in open_ if each.name not in told):
                value = next(
                    (v for p in phrases.get(part.name, []) if (v := told_value(p, part, scope))), ""
                )
                if "$" in value:
                    scope.values[plain(part.name)] = value
                    holding.fields.pop(holding.named(part.name), None)
                    holding.computed = _reworked(holding, part.name, value)
                    told.append(part.name)
    for part in (each for each in open_ if each.name not in told):
        if value := _counted(part, holding):
            holding.fields.pop(holding.named(part.name), None)
            holding.computed = _reworked(holding, part.name, value)
            told.append(part.name)
    return told


_AVERAGED = re.compile(r"average\(each\(\w+ in (?P<rows>\w+\[where [^\[\]]*= \$\.\w+[^\[\]]*\])")
_COUNTS = re.compile(
    r"(?:number|num|total|n)?(?:of)?(?:votes?|voters?|ratings?|raters?|reviews?|reviewers?|stars?|scores?|"
    r"grades?|marks?|opinions?)(?:count|number|total)?|ratedby|timesrated|count"
)
_SAYS_COUNT = re.compile(r"(?i)\bhow (?:many|often)\b|\bnumber of\b|\bcount of\b")


def _counted(part: Property, holding: Holding) -> str:
    """How many rows an average beside a number is of: `votes` next to `average`."""
    rows = {each["rows"] for text in holding.computed.values() for each in _AVERAGED.finditer(text)}
    named = _COUNTS.fullmatch(plain(part.name)) is not None
    counts = _SAYS_COUNT.search(part.words) if part.words.strip() else named
    if part.shape.type.kind != "integer" or len(rows) != 1 or not named or not counts:
        return ""
    return f"count({rows.pop()})"


def _reworked(holding: Holding, name: str, value: str) -> dict[str, str]:
    """What is worked out of rows, where one more value is not kept but worked out itself."""
    other = value.replace("$", "other")
    rows = f"each(other in {holding.name}: merge(other, {{{name}: {other}}}))"
    found = {}
    for each, template in holding.computed.items():
        looked = re.sub(
            rf"\b{holding.name}(?=\[where [^\[\]]*(?<![\w$]){re.escape('.' + name)}\b)",
            rows,
            template,
        )
        found[each] = re.sub(rf"\$\.{re.escape(name)}\b", lambda _: f"({value})", looked)
        part = holding.shape.part(each)
        if looked != template and part is not None and part.shape.type.nullable:
            found[each] = (
                f"if(({value}) = null, null, {found[each]})"  # no value, no place among others
            )
    return {**found, name: value}


def _is_open(part: Property, holding: Holding) -> bool:
    """Whether nothing says yet where a value comes from."""
    name = holding.named(part.name)
    if part.name in holding.computed or name in holding.sets or name in holding.touches:
        return False
    if name == holding.key.name or name in holding.references or part.write_only:
        return False
    made = holding.made.part(part.name) if holding.made is not None else None
    record = is_record(part.shape) or is_list(part.shape)
    return made is None and not record and not part.default and name in holding.fields


def _shows(route: Route) -> bool:
    return route.good is not None and "?" not in route.path


def _unasked(route: Route) -> Route:
    """A route without what its query asks for, which changes nothing about a row."""
    return replace(route, params=tuple(each for each in route.params if each.place != "query"))


def _phrases(writer: Writer, holding: Holding, routes: list[Route]) -> dict[str, list[str]]:
    """What is said of every value of a row, by its schema and by sentences about its routes."""
    prose = tuple(text for _, text in writer.contract.prose)
    found: dict[str, list[str]] = {}
    for route in routes:
        told = told_of(holding.shape, route, prose)
        for name in holding.shape.names:
            said = [*told.phrases.get(name, []), *told.elsewhere.get(name, [])]
            found.setdefault(name, []).extend(
                each for each in said if _TELLS.search(each) and not is_remark(each)
            )
    return found
