"""What stands beside a list in its answer: how many there are, what they come to, the row above."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_list, is_record
from beliefs.spec.documents.places import Step
from beliefs.spec.documents.words import plain, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer

# "how many of all jobs are late, whatever the filter"
_UNFILTERED = re.compile(
    r"(?i)[,;]? \(?(?:whatever|regardless of|no matter(?: what)?|independent(?:ly)? of|ignoring|"
    r"irrespective of|not affected by|unaffected by|before|without) (?:the |any |all |what the )*"
    r"(?:filters?|query|parameters?|search|paging|limit|state|page)(?: is| says)?\)?$"
)
_LISTED = re.compile(r"(?i)\b(?:listed|shown|matching|returned|selected|filtered|found) (?=\w)")


def beside(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...], shown: str
) -> dict[str, str]:
    """Values of the row above a list, and figures of the rows that it is of, by plain names."""
    shape = route.good.shape if route.good else None
    values: dict[str, str] = {}
    for part in shape.properties if shape is not None else ():
        if is_list(part.shape) or is_record(part.shape):
            continue
        value = _told(writer, route, holding, part, shown)
        value = value or _named(writer, holding, chain, part)
        if value:
            values[plain(part.name)] = value
    return values


def _named(writer: Writer, holding: Holding, chain: tuple[Step, ...], part: Property) -> str:
    """A number that the row above has, or that rows of the list come to, by its name."""
    from beliefs.spec.inferring.keeping.explaining import worked_out

    if part.shape.type.kind not in {"integer", "number"}:
        return ""
    above = next(
        (row for end in range(len(chain), 0, -1) if (row := _at(writer, chain[:end]))), None
    )
    if above is not None and above is not holding and (near := above.named(part.name)):
        return f"{above.variable}.{near}"
    if near := holding.named(part.name):
        return f"sum(each(one in found: one.{near}))"
    if template := worked_out(holding, part, writer.kept):
        return f"sum(each(that in found: {template.replace('$', 'that')}))"
    return ""


def _at(writer: Writer, chain: tuple[Step, ...]) -> Holding | None:
    return writer.kept.at(chain) if chain[-1].param else None


def _told(writer: Writer, route: Route, holding: Holding, part: Property, shown: str) -> str:
    """A value that the words about it tell, of the rows that are listed, or of all there are."""
    from beliefs.spec.inferring.valuing.phrases import is_remark, told_of
    from beliefs.spec.inferring.valuing.scope import Some
    from beliefs.spec.inferring.valuing.selecting import scope_of
    from beliefs.spec.inferring.valuing.values import told_value

    shape = route.good.shape if route.good else None
    assert shape is not None
    told = [one for one in told_of(shape, route).phrases[part.name] if not is_remark(one)]
    spoken = " ".join(words(part.name))
    if not told and part.shape.type.kind in {"integer", "number"} and " " in spoken:
        told = [spoken]
    for phrase in told:
        free = _UNFILTERED.search(phrase)
        asked = replace(route, params=()) if free else route
        scope = scope_of(writer, asked)
        text = phrase[: free.start()] if free else phrase
        if not free:
            rows = shown if _LISTED.search(text) else "found"
            scope = replace(scope, groups={holding.name: Some(rows, holding)})
        for one in (text, _LISTED.sub("", text)):
            if value := told_value(one, part, scope):
                return value
    return ""
