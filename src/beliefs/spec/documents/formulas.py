"""Values that words work out: "the total is hours * rate and the sum of all parts (price * count)".

A formula is a sum or difference of products. Its names are those of one record; a list in it stands
for the sum over its items, of what stands in brackets behind it or before "of all".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Property, Shape, is_list, is_record
from beliefs.spec.documents.holdings import Holding
from beliefs.spec.documents.kept import Kept
from beliefs.spec.documents.words import plain, singular

_SPOKEN = (
    (r"[×·✕]|\btimes\b|\bmultiplied by\b|(?<=\w) x (?=\w)", "*"),
    (r"\bplus\b|\badded to\b", "+"),
    (r"\bminus\b|\bless\b|−", "-"),
    (r"\bdivided by\b|÷", "/"),
)
_ARTICLE = r"(?:the |its |their |all |every |each |of |over |for |in )*"


class Names(NamedTuple):
    """What a formula can speak of: values, and lists of records with the values of an item."""

    values: Mapping[str, str]
    lists: Mapping[str, tuple[str, Mapping[str, str]]]


def told_formula(text: str, name: str) -> str:
    """What a text says that a value is, as it stands; empty where it says nothing.

    >>> told_formula("Prices are net. The total of an order is price * count.", "total")
    'price * count'
    """
    spoken = "[ _-]?".join(re.findall(r"[A-Za-z][a-z]*|\d+", name)) or re.escape(name)
    pattern = re.compile(
        rf"(?i)(?:^|[,;:] |\band |\bthe )[`*]*{spoken}[`*]*(?: of (?:an?|the|each|every) \w+)? ?"
        r"(?:=|is|equals|comes to|is (?:worked out|calculated|computed) (?:as|by|from)) "
        r"(?P<told>.+?)(?:[.;]|$)"
    )
    return next((each["told"] for one in sentences(text) if (each := pattern.search(one))), "")


def formula(told: str, known: Names) -> str:
    """A formula in the notation; empty where not all of it is understood.

    >>> formula("2 times `rate` plus fee", Names({"rate": "row.rate", "fee": "row.fee"}, {}))
    '2 * row.rate + row.fee'
    """
    text, _, rounding = re.sub(r"(?i),? rounded ", "\0", told.replace("`", "")).partition("\0")
    digits = _digits(rounding) if rounding else ""
    if digits is None:
        return ""
    text = text.strip(" .")
    for pattern, sign in _SPOKEN:
        text = re.sub(rf"(?i)\s*(?:{pattern})\s*", f" {sign} ", text)
    whole = re.match(r"(?i)(?:the )?(?:sum|total) of (?!all |the \w+ of )", text)
    if whole:
        text = re.sub(r"(?i),? and (?:of )?(?![^()]*\))", " + ", text[whole.end() :])
    if not re.search(r"[*+/-]|\bsum\b", text):
        return ""
    value = _sum(text, known)
    return f"round({value}, {digits})" if value and digits else value


def _digits(rounding: str) -> str | None:
    """How many digits words leave behind the point; None where they do not say."""
    if re.match(r"(?i)to (?:full |whole )?cents?\b", rounding):
        return "2"
    match = re.match(r"(?i)to (\d|one|two|three) (?:decimal|digit|place)", rounding)
    return {"one": "1", "two": "2", "three": "3"}.get(match[1], match[1]) if match else None


def _sum(text: str, known: Names) -> str:
    made: list[str] = []
    for each in re.split(r"\s+([+-])\s+(?![^()]*\))", text):
        if each in {"+", "-"}:
            made.append(each)
            continue
        found = _over(each, known) or _product(each, known.values)
        if not found:
            return ""
        made.append(found)
    return " ".join(made)


def _product(text: str, values: Mapping[str, str]) -> str:
    made: list[str] = []
    for each in re.split(r"\s*([*/])\s*", text.strip()):
        word = re.sub(rf"(?i)^{_ARTICLE}", "", each.strip(" ()"))
        if each in {"*", "/"} or re.fullmatch(r"\d+(?:\.\d+)?", word):
            made.append(word or each)
        elif plain(word) in values:
            made.append(values[plain(word)])
        else:
            return ""
    return " ".join(made)


def _over(text: str, known: Names) -> str:
    """A sum over the items of a list."""
    bare = re.sub(r"(?i)^(?:the )?sum (?=of |over )", "", text.strip())
    behind = re.fullmatch(rf"(?i){_ARTICLE}(?P<list>\w+) \((?P<told>[^()]+)\)", bare)
    before = re.fullmatch(
        r"(?i)(?:of )?\(?(?P<told>[^()]+?)\)? (?:of|over|for|in) (?:all |the |its |each |every )+"
        r"(?:of the )?(?P<list>\w+)",
        bare,
    )
    for match in (behind, before):
        if match is None:
            continue
        found = known.lists.get(plain(match["list"])) or known.lists.get(
            plain(singular(match["list"]))
        )
        inner = _product(match["told"], found[1]) if found else ""
        if found and inner:
            return f"sum(each(one in {found[0]}: {inner}))"
    return ""


def spelled_out(holding: Holding, part: Property, kept: Kept) -> str:
    """A template over `$` for a number that words work out of what the row itself has."""
    if part.shape.type.kind not in {"integer", "number"}:
        return ""
    said = [each.words for each in holding.siblings]
    said += [text for _, text in kept.contract.prose]
    told = told_formula(". ".join(said), part.name) or part.words
    parts = [each for each in holding.shape.properties if each.name in holding.fields]
    brought = [(holding.made.part(each.name) if holding.made else None) or each for each in parts]
    known = names_of(Shape(holding.shape.type, properties=tuple(brought)), "$")
    return formula(told, known)


def names_of(shape: Shape, before: str) -> Names:
    """What a formula over one record can speak of, each behind the name of that record."""
    values: dict[str, str] = {}
    lists: dict[str, tuple[str, Mapping[str, str]]] = {}
    for part in shape.properties:
        value = f"{before}.{part.name}"
        if part.shape.type.kind in {"integer", "number"}:
            values[plain(part.name)] = _usual(value, part.default, needed=part.required)
        item = part.shape.item
        if is_list(part.shape) and is_record(item) and item is not None:
            inner = {
                plain(each.name): _usual(f"one.{each.name}", each.default, needed=each.required)
                for each in item.properties
                if each.shape.type.kind in {"integer", "number"}
            }
            items = value if part.required else f"or_else({value}, [])"
            lists[plain(part.name)] = lists[plain(singular(part.name))] = (items, inner)
    return Names(values, lists)


def _usual(value: str, default: str, *, needed: bool) -> str:
    return value if needed else f"or_else({value}, {default or 0})"
