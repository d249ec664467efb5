"""Lists that show one value of every row: "an array of the names, in alphabetical order"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_list, is_record
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import singular
from beliefs.spec.inferring.keeping.holdings import Holding

_ONLY_VALUES = re.compile(
    r"(?i)\b(?:array|list) of (?:just |only )?(?:the |all |their |its )*(?P<listed>\w+)\b"
    r"|\b(?:just|only) the (?P<only>\w+)\b"
    r"|^(?P<first>\w+) of (?:all|the|every)\b[^.]*\bas an? (?:array|list) of (?:strings|texts)"
)


def values_only(route: Route, holding: Holding) -> str:
    """The one field that a list shows of every row: "an array of the names, by age"."""
    shape = route.good.shape if route.good else None
    item = shape.item if shape is not None and is_list(shape) else None
    if (shape is not None and not is_list(shape)) or (item is not None and is_record(item)):
        return ""
    if item is not None and item.type.kind in {"json", "list"}:
        return ""
    for sentence in re.split(r"(?<=[.;])\s+", route.words):
        for found in _ONLY_VALUES.finditer(sentence):
            word = next(each for each in found.groups() if each)
            name = holding.named(singular(word)) if word != singular(word) else ""
            if name and not same_thing(word, holding.word):
                return name
    return ""
