"""Lists of one value of rows, as words tell them: "names (sorted) of the pupils that are ill"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route, is_list, is_record
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.answers.summing import narrowing
from beliefs.spec.inferring.answers.whose import whose_rows
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer

_TOLD = re.compile(
    r"(?i)^(?:the |all |a list of |list of |returns |answers )*(?P<values>\w+)"
    r"(?: \((?P<how>[^)]*)\))?,? of (?:the |all |all the )*(?P<adjective>\w+ )??(?P<rows>\w+)"
    r"(?P<which> (?:whose|that|which|who)\b.*)?$"
)


def column_lines(writer: Writer, route: Route) -> list[str] | None:
    """An effect that answers one value of each of some rows; None where words tell none."""
    shape = route.good.shape if route.good else None
    if route.method != "GET" or not is_list(shape) or shape is None or is_record(shape.item):
        return None
    for sentence in sentences(route.words):
        match = _TOLD.match(sentence.rstrip("."))
        holding = _rows(writer, match["rows"]) if match else None
        value = holding.named(singular(match["values"])) if match and holding else ""
        if match is None or holding is None or not value:
            continue
        tests = _tests(writer, holding, match["adjective"] or "", match["which"] or "")
        if tests is None:
            continue
        ordered = re.search(r"(?i)sorted|order", match["how"] or "")
        said = f"{route.words}. {route.good.words if route.good else ''}"
        ordered = ordered or re.search(r"(?i)\bsorted\b|\bin order\b|\balphabetical", said)
        clauses = [f"where {' and '.join(tests)}"] if tests else []
        clauses += [f"by .{value}"] if ordered else []
        rows = f"{holding.name}[{', '.join(clauses)}]" if clauses else holding.name
        status = route.good.status if route.good else 200
        return [f"answer {status} each(one in {rows}: one.{value})"]
    return None


def _rows(writer: Writer, noun: str) -> Holding | None:
    return next(
        (each for each in writer.kept.holdings if plain(each.word) == plain(singular(noun))), None
    )


def _tests(writer: Writer, holding: Holding, adjective: str, which: str) -> list[str] | None:
    """The conditions on rows; None where one of them is not understood."""
    found = []
    if adjective.strip():
        found.append(narrowing(holding, adjective.strip()))
    if which:
        state = re.fullmatch(r"(?i) (?:that|which|who) (?:is|are) (\w+)", which)
        told = narrowing(holding, state[1]) if state else None
        found.append(told or whose_rows(which, holding, writer.kept) or None)
    return [each for each in found if each] if all(found) else None
