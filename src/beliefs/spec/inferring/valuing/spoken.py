"""Lists that words alone tell of, with what rows have to be: "recipes of more than 60 minutes"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_list
from beliefs.spec.documents.places import unwrapped
from beliefs.spec.inferring.answers.lists import list_lines
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.valuing.scope import Scope
from beliefs.spec.inferring.valuing.selecting import one_told, scope_of, selected
from beliefs.spec.inferring.writing import Scene, Writer


def spoken_lines(writer: Writer, route: Route) -> list[str] | None:
    """An effect that answers the rows that words tell; None where one of them is not heard."""
    chain = writer.chain(route)
    if route.method != "GET" or not chain or chain[-1].param:
        return None
    scope = scope_of(writer, route)
    found = selected(route, scope)
    if found is None or not _shows(writer, route, found.holding):
        return None
    where = [each for each in scope.below(found.holding) if each not in scope.asked(found.holding)]
    lines = list_lines(writer, route, found.holding, chain, where)
    named = [f"input.{writer.name(each.param)}" for each in chain if each.param]
    text = " ".join(lines)
    if not all(re.search(rf"{re.escape(each)}\b", text) for each in named):
        return None  # a path that names what nothing looks at
    return lines if _used(scope, where, text) else None


def single_lines(writer: Writer, route: Route) -> list[str] | None:
    """One row, the first by what words say of it: "the longest run of the runner"."""
    chain = writer.chain(route)
    if route.method != "GET" or not chain or chain[-1].param:
        return None
    scope = scope_of(writer, route)
    shape = route.good.shape if route.good else None
    if shape is not None and (is_list(shape) or writer.kept.like(shape) is None):
        return None
    told = one_told(route, scope)
    if told is None or (shape is not None and writer.kept.like(shape) is not told.holding):
        return None
    one, rows = told.holding.variable, told.holds[0]
    named = [f"input.{writer.name(each.param)}" for each in chain if each.param]
    lines = writer.above(route, chain[:-1])
    if not all(each in f"{rows} {' '.join(lines)}" for each in named):
        return None
    if one in {each.row for each in scope.ones} or (scope.ones and scope.ones[0].row not in rows):
        return None
    none = f"There is no {told.holding.spoken.lower()} yet"
    way = writer.refuse(route, "absent", none, "none nothing no", (404,))
    ordered = ", ".join(f"by {each}" for each in told.order)
    return [
        *lines,
        f"let {one} = first({rows}[{ordered}])",
        f"guard {one} != null else {way}",
        writer.answer(route, Scene(told.holding, one)),
    ]


def _used(scope: Scope, where: list[str], text: str) -> bool:
    """Whether a row that the path names is what rows are chosen by, and not only looked for."""
    return not scope.ones or any(scope.ones[0].row in each for each in where) or not text


def _shows(writer: Writer, route: Route, holding: Holding) -> bool:
    """Whether what a route is shown to answer can be a list of these rows."""
    shape = route.good.shape if route.good else None
    if shape is None:
        return True
    inner, _ = unwrapped(shape)
    item = inner.item if inner is not None and is_list(inner) else None
    return item is not None and (not item.properties or writer.kept.like(item) is holding)
