"""How functions are named, filled with what is brought, and held against an example."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape, is_list, is_record
from beliefs.spec.inferring.computing.arguments import Given
from beliefs.spec.inferring.computing.catalogue import Function
from beliefs.spec.inferring.computing.converting import Line
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.numbers import counted

_VERBS = re.compile(
    r"^(?:(?:is|check|get|calc|calculate|compute|count|convert|validate|verify|generate|make|find|"
    r"text|string|strings|math|maths|number|numbers|date|dates|util|utils|tools?|api|v\d|random|"
    r"new|encode|decode|stats?|statistics|list) )+(?=\w)"
)
_COUNTS = re.compile(
    r"^(?:number|count|amount|num|total|no) (?:of )?(?=\w)|(?<=\w) (?:count|total)$"
)


def named_so(every: list[Function], phrases: list[str]) -> Iterator[Function]:
    """Functions by what they are called, of several names those of the first before others."""
    for phrase in phrases:
        forms = [phrase, _COUNTS.sub("", phrase), _VERBS.sub("", phrase)]
        for form in dict.fromkeys(forms):
            yield from (each for each in every if form and re.fullmatch(each.named, form))


def is_said(pattern: str, text: str) -> bool:
    """Whether a text says so."""
    return re.search(pattern, text, re.IGNORECASE) is not None


def filled_in(template: str, takes: str, arguments: tuple[Given, ...]) -> str:
    """A template with inputs in it; what is taken for a text is that of a file, read before."""
    for at, (letter, each) in enumerate(zip(takes.split(), arguments, strict=True)):
        read = letter == "T" and "F" in each.fits
        template = template.replace(f"${at}", "words" if read else f"input.{each.name}")
    return template


def texts_of(file: Given, said: str) -> list[Line]:
    """How the text of a file is read: that of all pages, where it is a PDF."""
    if re.search(r"(?i)\bpdfs?\b", said):
        pages = Line(f"let texts = pages(input.{file.name})", "texts != null", "not a PDF, invalid")
        return [pages, Line('let words = joined(texts, "\\n")')]
    read = f"let words = decoded(input.{file.name})"
    return [Line(read, "words != null", "not a text, not UTF-8, invalid file")]


def tally_of(value: str, shape: Shape) -> str | None:
    """How often each is there, under the names that a list of them has."""
    item = shape.item
    if item is None or not is_list(shape) or not is_record(item) or len(item.properties) != 2:
        return None
    numbers = [
        each.name for each in item.properties if each.shape.type.kind in {"integer", "number"}
    ]
    if len(numbers) != 1:
        return None
    values = {
        each.name: "one.count" if each.name in numbers else "one.key" for each in item.properties
    }
    return f"each(one in {value}: {made(values)})"


def sample_of(part: Property) -> Any:
    """The value that a part of an answer is shown with."""
    return loaded(part.shape.example) if part.shape.example else None


def loaded(text: str) -> Any:
    """An example as a value, else as it stands."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def alike(found: Any, shown: Any) -> bool:
    """Whether a value is what an example shows."""
    numbers = (int, float)
    if isinstance(found, bool) or isinstance(shown, bool):
        return found is shown
    if isinstance(found, numbers) and isinstance(shown, numbers):
        return abs(found - shown) <= 1e-9 * max(1.0, abs(shown))
    return bool(found == shown)


def digits_told(text: str) -> str:
    """To how many digits words say that results are rounded; empty where they do not."""
    match = re.search(
        r"(?i)\bround\w*\b[^.;]*?\bto (\d|one|two|three|four|six) (?:decimals?|digits?|"
        r"(?:decimal )?places?|fraction\w*)|\bwith (\d|two) decimals?\b",
        text,
    )
    return str(counted(match[1] or match[2])) if match else ""
