"""Rows that answer others of their kind: where they may stand, and what is left of one that goes.

Answers are rows as all others are, which name the one they are to. A list that shows them below
those has only such as answer none.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Property, Route, is_list
from beliefs.spec.documents.places import steps, unwrapped
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.types import Field

if TYPE_CHECKING:
    from beliefs.spec.inferring.keeping.kept import Kept
    from beliefs.spec.inferring.writing import Writer

_ANSWERS = {
    "replyto",
    "inreplyto",
    "replytoid",
    "inreplytoid",
    "answerto",
    "answersto",
    "repliesto",
}
_FLAT = re.compile(
    r"(?i)\b(?:repl(?:y|ies)|answers?|comments?) (?:to|on|of) (?:a |an |other )?"
    r"(?:repl(?:y|ies)|answers?)\b|\bonly (?:one|a single|two) levels?\b|\bone level "
    r"(?:deep|only)\b|\b(?:repl(?:y|ies)|answers?) (?:cannot|can't|can not|may not) "
    r"(?:be (?:replied|answered)|have)"
)
_REMAINS = re.compile(
    r"(?i)\bwith (?:any |some )?(?:repl(?:y|ies)|answers?|children)\b[^.]*?\b(?:stays?|remains?|"
    r"(?:is|are) kept|(?:is|are) only marked|leaves?|becomes?|keeps?)\b(?P<how>.*)$"
)
_LAST = re.compile(
    r"(?i)\blast (?:of (?:its|the) )?(?:repl(?:y|ies)|answers?|child\w*)\b[^.]*\b"
    r"(?:disappears?|gone|removed|deleted|goes)\b"
)
_VALUE = r"\"[^\"]*\"|'[^']*'|\[\w+\]|-?\d+(?:\.\d+)?|true|false|null|empty"
_GIVEN = re.compile(
    rf"(?i)(?P<names>\w+(?:(?:, | and )\w+)*?)(?: (?:becomes?|is|are|turns? into|set to|to))* "
    rf"(?P<value>{_VALUE})(?=$|[\s,.;])"
)


def answers_own(holding: Holding, part: Property) -> bool:
    """Whether a value names another row of the same kind, which its row is an answer to."""
    told = re.search(r"(?i)\bids? of (?:an? |the |another )?(\w+)", part.words)
    own = told is not None and plain(told[1]) == plain(holding.word)
    return plain(part.name) in _ANSWERS or own


def self_link(holding: Holding) -> str:
    """The field that says which row of its kind a row answers; empty where rows answer none."""
    return next((name for name, to in holding.references.items() if to == holding.name), "")


def top_level(route: Route, holding: Holding) -> list[str]:
    """The condition that a row answers none, for lists that show answers below what they are to."""
    link = self_link(holding)
    shape, _ = unwrapped(route.good.shape if route.good else None)
    item = shape.item if shape is not None and is_list(shape) else None
    nested = item is not None and any(
        f"[where .{link} = $." in holding.computed.get(each.name, "") for each in item.properties
    )
    return [f".{link} = null"] if link and nested else []


def beside(writer: Writer, route: Route, holding: Holding) -> str:
    """What else must hold of a row that another answers: it stands beside it, and is no answer."""
    link = self_link(holding)
    said = " ".join([route.words, *(each.words for each in route.faults)])
    tests = [*writer.within(holding, writer.chain(route)[:-1])]
    if _FLAT.search(said):
        tests.append(f".{link} = null")
    if holding.tomb:
        tests.append(f"not(.{holding.tomb})")
    return "".join(f" and {each}" for each in tests)


def leave_tombs(kept: Kept) -> None:
    """Note by which truth a row that was removed but still has answers is known."""
    for route in kept.contract.routes:
        holding = kept.at(steps(route.path, kept.base)) if route.method == "DELETE" else None
        left = _left(route, holding) if holding is not None else {}
        truths = [name for name, value in left.items() if value == "true"]
        if holding is not None and truths:
            holding.tomb = truths[0]


def _left(route: Route, holding: Holding) -> dict[str, str]:
    """What is left of a row with answers when it is removed, by the words about that."""
    if not self_link(holding):
        return {}
    for sentence in sentences(route.words):
        match = _REMAINS.search(sentence)
        found: dict[str, str] = {}
        for given in _GIVEN.finditer(match["how"]) if match else ():
            for each in re.split(r", | and ", given["names"]):
                field = holding.fields.get(holding.named(each))
                value = _literal(given["value"], field) if field is not None else ""
                if field is not None and value:
                    found[field.name] = value
        if found:
            return found
    return {}


def _literal(text: str, field: Field) -> str:
    """A value in words as one of a field; empty where it is none."""
    bare = text.strip("\"'")
    if field.type.kind in {"integer", "number"}:
        return bare if re.fullmatch(r"-?\d+(?:\.\d+)?", bare) else ""
    if field.type.kind == "boolean":
        return bare.lower() if bare.lower() in {"true", "false"} else ""
    if bare.lower() in {"null", "empty"} and bare == text:
        return "null" if field.type.nullable else '""'
    return json.dumps(bare)


def removed_answer(writer: Writer, route: Route, holding: Holding, answer: str) -> list[str] | None:
    """The effect of removing a row whose answers outlive it; None where words say no such thing."""
    link, left = self_link(holding), _left(route, holding)
    if not left:
        return None
    one, key = holding.variable, holding.key.name
    lines = [
        f"if count({holding.name}[where .{link} = {one}.{key}]) > 0:",
        f"    patch {holding.name} {one} {made(left)}",
        f"    {answer}",
    ]
    for child, field in writer.kept.children(holding):
        if child is not holding:
            lines.append(f"delete {child.name} where .{field} = {one}.{key}")
    lines.append(f"delete {holding.name} where .{key} = {one}.{key}")
    if holding.tomb and _LAST.search(route.words):
        others = f"count({holding.name}[where .{link} = {one}.{link}])"
        lines += [
            f"if {one}.{link} != null and {others} = 0:",
            f"    delete {holding.name} where .{key} = {one}.{link} and .{holding.tomb}",
        ]
    return [*lines, answer]
