"""What a deed does to a row that another names: a loan is returned, its tool is there again."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer

_AFTER = r"(?:again|afterwards?|then|now|from then on|once more)"


def follow_lines(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Statements that change the rows which a row names, where the words say what becomes of them.

    "The tool is available again", "the seat becomes taken", and "it is on loan afterwards" in a
    sentence behind one about the tool.
    """
    lines = pair_lines(writer, route, holding)
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


_PAIRED = re.compile(
    r"(?i)\b(?:creates?|makes?|generates?|adds?) (?:one|an?|exactly one) (\w+) for (?:every|each) "
    r"pair(?:ing)? of (?:its |the |all )?(\w+)"
)


def pair_lines(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Statements that make a row for any two that belong to a row: everyone against everyone."""
    match = _PAIRED.search(route.words)
    made = writer.kept.called(match[1]) if match else None
    paired = writer.kept.called(match[2]) if match else None
    if made is None or paired is None:
        return []
    link = next((each.field for each in made.parents if each.name == holding.name), "")
    theirs = next((each.field for each in paired.parents if each.name == holding.name), "")
    both = [name for name, to in made.references.items() if to == paired.name]
    if not link or not theirs or len(both) != 2:
        return []
    key, own = paired.key.name, f"{holding.variable}.{holding.key.name}"
    rows = f"{paired.name}[where .{theirs} = {own}]"
    values = f"{link}: {own}, {both[0]}: one.{key}, {both[1]}: other.{key}"
    return [
        f"for one in {rows}:",
        f"    for other in {paired.name}[where .{theirs} = {own} and .{key} > one.{key}]:",
        f"        insert {made.name} {{{values}}} as {made.variable}",
    ]


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
