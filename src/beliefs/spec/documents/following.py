"""What a deed does to a row that another names: a loan is returned, its tool is there again."""

from __future__ import annotations

import json
import re

from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.holdings import Holding
from beliefs.spec.documents.words import snaked
from beliefs.spec.documents.writing import Writer

_AFTER = r"(?:again|afterwards?|then|now|from then on|once more)"


def follow_lines(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Statements that change the rows which a row names, where the words say what becomes of them.

    "The tool is available again", "the seat becomes taken", and "it is on loan afterwards" in a
    sentence behind one about the tool.
    """
    lines: list[str] = []
    links = {**holding.references, **{each.field: each.name for each in holding.parents}}
    for link, to in links.items():
        other = writer.kept.of(to)
        if other is None or other is holding:
            continue
        for field in other.fields.values():
            state = next(
                (each for each in field.type.choices if _becomes(route.words, other.word, each)), ""
            )
            if not state:
                continue
            row = f"first({to}[where .{other.key.name} = {holding.variable}.{link}])"
            one = other.variable
            lines += [
                f"let {one} = {row}",
                f"if {one} != null:",
                f"    patch {to} {one} {{{field.name}: {json.dumps(state)}}}",
            ]
    return lines


def _becomes(words: str, noun: str, state: str) -> bool:
    """Whether a state is what becomes of a thing, and not what it must be before.

    >>> _becomes("The tool must be free. It is on loan afterwards", "tool", "on_loan")
    True
    >>> _becomes("The tool must be free, otherwise 409", "tool", "free")
    False
    """
    thing = re.escape(noun.replace("_", " "))
    spoken = re.escape(snaked(state)).replace("_", "[ _-]")
    value = rf"[`\"']?{spoken}[`\"']?"
    is_ = r"(?:is|are|will be)"
    turns = r"(?:becomes?|turns(?: into)?|goes (?:back )?to|is set (?:back )?to|is marked(?: as)?)"
    for subject, before in ((rf"(?:the|its|that) {thing}(?:'s \w+)?", ""), ("it", thing)):
        match = re.search(
            rf"(?i)\b{subject} (?:{is_} (?:{_AFTER} )?{value} {_AFTER}\b"
            rf"|{is_} {_AFTER} {value}|{turns} {value})",
            words,
        )
        if match and (not before or re.search(rf"(?i)\b{before}\b", words[: match.start()])):
            return True
    return False
