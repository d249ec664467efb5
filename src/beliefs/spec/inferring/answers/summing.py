"""Figures that the words about a route tell: "the sum of the prices of sold cars as income"."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route, Shape
from beliefs.spec.documents.words import plain, singular, snaked, states, words
from beliefs.spec.inferring.keeping.holdings import OPPOSITES, Holding
from beliefs.spec.inferring.writing import Writer

_NUMBERS = {"integer", "number"}
_WHAT = (
    r"(?:the )?(?P<how>sum|total|average|mean|number|count)s? of (?:the |all |all the )?"
    r"(?:(?P<measure>[\w ]+?) of (?:the |all |all the )?)?(?P<rows>[\w -]+?)"
)


def told_figures(
    writer: Writer, route: Route, shape: Shape, holding: Holding, rows: str
) -> dict[str, str]:
    """Every figure of a record that words spell out, by its plain name."""
    said = f"{route.words}. {route.good.words if route.good else ''}"
    found: dict[str, str] = {}
    for name in shape.names:
        for sentence in sentences(said):
            match = _match(sentence, name)
            value = _value(writer, match, holding, rows) if match else ""
            if value:
                found[plain(name)] = value
    return found


def _match(sentence: str, name: str) -> re.Match[str] | None:
    named = rf"[`*]*{re.escape(name)}[`*]*"
    before = rf"(?i)(?:^|\W){named}(?: is|:| =| being|,) {_WHAT}(?=[.,;)]|$| and )"
    behind = rf"(?i)\b{_WHAT} (?:as|under|in|called|named) {named}(?!\w)"
    return re.search(before, sentence) or re.search(behind, sentence)


def _value(writer: Writer, match: re.Match[str], holding: Holding, rows: str) -> str:
    told = words(match["rows"].replace(" ", "_"))
    for each in writer.kept.holdings:
        tail = words(each.word)
        if each.shadow or tuple(map(singular, told[-len(tail) :])) != tail:
            continue
        test = narrowing(each, "_".join(told[: -len(tail)]))
        if test is None:
            continue
        some = rows if each is holding else each.name
        some = f"{some}[where {test}]" if test else some
        if match["how"].lower() in {"number", "count"}:
            return f"count({some})" if not match["measure"] else ""
        value = _measure(each, match["measure"] or "")
        if value:
            function = "average" if match["how"].lower() in {"average", "mean"} else "sum"
            free = _may_lack(each, value)
            if free and function == "average":
                if not value.removeprefix("one.").isidentifier():
                    return ""
                some = f"{some}[where .{value.removeprefix('one.')} != null]"
            value = f"or_else({value}, 0)" if free and function == "sum" else value
            return f"{function}(each(one in {some}: {value}))"
    return ""


def _may_lack(holding: Holding, value: str) -> bool:
    """Whether a row may have no such number."""
    field = holding.fields.get(value.removeprefix("one."))
    return field is None or field.type.nullable or not (field.required or field.default)


def narrowing(holding: Holding, adjective: str) -> str | None:
    """The condition that a word before rows sets: "paid orders"; None where it means nothing.

    >>> from beliefs.spec.documents.contract import Shape
    >>> from beliefs.spec.types import Field, Type
    >>> job = Holding("Job", "job", set(), [], Shape(Type("record")))
    >>> job.fields["open"] = Field("open", Type("boolean"))
    >>> narrowing(job, "closed"), narrowing(job, ""), narrowing(job, "red")
    ('not(.open)', '', None)
    """
    word = snaked(adjective)
    if not word:
        return ""
    for each in holding.fields.values():
        for choice in each.type.choices:
            if snaked(choice) == word:
                return f".{each.name} = {json.dumps(choice)}"
        bare = snaked(each.name).removeprefix("is_")
        if each.type.kind == "boolean" and word == bare:
            return f".{each.name}"
        against = {f"un{bare}", f"not_{bare}"}
        against |= {
            end for verb, end_of in OPPOSITES.items() if end_of == bare for end in states(verb)
        }
        if each.type.kind == "boolean" and word in against:
            return f"not(.{each.name})"
    return None


def _measure(holding: Holding, said: str) -> str:
    """The number of a row that words mean: by its name, or by the last word of it."""
    told = words(said.strip().replace(" ", "_"))
    if not told:
        return ""
    numbers = [
        each.name
        for each in holding.fields.values()
        if each.type.kind in _NUMBERS and each.name not in holding.references
    ]
    worked = [
        part.name
        for part in holding.shape.properties
        if part.name in holding.computed and part.shape.type.kind in _NUMBERS
    ]
    last = singular(told[-1])
    exact = [
        each
        for each in (*numbers, *worked)
        if plain(each) in {plain("".join(told)), plain("".join((*told[:-1], last)))}
    ]
    near = [each for each in (*numbers, *worked) if words(each)[-1:] == (last,)]
    found = exact or (near if len(near) == 1 else [])
    if not found:
        return ""
    if found[0] in holding.computed:
        return holding.computed[found[0]].replace("$", "one")
    return f"one.{found[0]}"
