"""Reports of what becomes of a row: each names a state, which the row is in from then on."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, sentences
from beliefs.spec.documents.contract import Property, Route
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.rules.transitions import moved_guards
from beliefs.spec.inferring.writing import Writer, said_of


def report_guards(writer: Writer, route: Route, holding: Holding, parent: Holding) -> list[str]:
    """Guards that a row may go on to what a report says, where steps are told."""
    given = {name: f"input.{writer.name(name)}" for name in _taken(writer, route, holding, parent)}
    return moved_guards(writer, route, parent, given, parent.variable)


def report_lines(writer: Writer, route: Route, holding: Holding, parent: Holding) -> list[str]:
    """The statement that a row takes over what a report says, where words say so."""
    taken = _taken(writer, route, holding, parent)
    values = ", ".join(f"{name}: {holding.variable}.{name}" for name in taken)
    return [f"patch {parent.name} {parent.variable} {{{values}}}"] if taken else []


def _taken(writer: Writer, route: Route, holding: Holding, parent: Holding) -> list[str]:
    """The fields that a row has from the reports about it."""
    brought = route.body.names if route.body is not None else ()
    own = parent.made.names if parent.made is not None else ()
    said = bare(said_of(writer.contract, route))
    found = []
    for name in brought:
        if name not in holding.fields or name not in parent.fields or name in own:
            continue
        part = parent.shape.part(name)
        if _passes(said, name, parent, holding) or (
            part is not None and _latest(part.words, name, holding)
        ):
            found.append(name)
    return found


def _passes(said: str, name: str, parent: Holding, holding: Holding) -> bool:
    """Whether a value of a row is said to become that of what is reported of it.

    The report may be called by its own name, or "the new one", "the given status".
    """
    field, above, own = (_spoken(each) for each in (name, parent.word, holding.word))
    its = rf"(?:(?:the |its )?{field} of (?:the|its|that) {above}|(?:the |that )?{above}'s {field}"
    its += rf"|its {field}|the {field})"
    other = rf"(?:that|the one|the {field}) of (?:the|this|that|its)(?: new| latest| last)? {own}"
    other += rf"|(?:the |this )?{own}'s(?: {field})?|the (?:new|given|reported|sent|same|named) "
    other += rf"(?:one|{field}|value)|(?:it|this|that)(?= ?(?:[.,;]|$))|what (?:it|the {own}) says"
    becomes = r"(?:becomes?|is (?:then )?set to|changes to|turns into|is updated (?:to|with)|"
    becomes += r"follows|is (?:then |now )?(?=that|the same))"
    sets = rf"(?:sets?|updates?|changes?|moves?) {its} (?:to|with|from|by|accordingly)"
    takes = rf"(?:the|its) {above} (?:takes(?: over)?|gets|has(?: then)?) (?:the )?{field} of "
    takes += rf"(?:the|its|this)(?: new| latest| last| newest)? {own}"
    told = rf"(?i)\b{its} {becomes} (?:{other})|\b{sets} (?:{other})|\b{takes}"
    told += rf"|\b{sets.removesuffix(')')}$)"
    return re.search(told, said) is not None


def _latest(words: str, name: str, holding: Holding) -> bool:
    field, own = _spoken(name), _spoken(holding.word)
    told = rf"(?i)(?:the )?(?:(?:{field}|that) )?of (?:the|its) (?:latest|last|newest|most recent) "
    return re.match(rf"{told}{own}\b", bare(words)) is not None


def _spoken(name: str) -> str:
    return re.escape(name.replace("_", " ")).replace(r"\ ", "[ _-]")


_TIMES = re.compile(
    r"(?i)^(?:the )?(?:how many times|how often|number of times|times) (?P<what>.+?)[.;]?$"
)


def times_in_state(holding: Holding, part: Property, kept: Kept) -> str:
    """How often a row was reported to be in a state; empty for other values.

    "How many times the parcel went out for delivery", of reports with the status out_for_delivery.
    """
    told = [part.words, *_told_of(part.name, kept)]
    match = next((found for each in told if (found := _TIMES.match(bare(each).strip()))), None)
    if match is None or part.shape.type.kind not in {"integer", "number"}:
        return ""
    for child, link in kept.children(holding):
        for field in child.fields.values():
            states = sorted(field.type.choices, key=len, reverse=True)
            for state in states:
                if re.search(rf"(?i)(?<![\w-]){_spoken(state)}(?![\w-])", match["what"]):
                    rows = f".{link} = $.{holding.key.name} and .{field.name} = {json.dumps(state)}"
                    return f"count({child.name}[where {rows}])"
    return ""


def _told_of(name: str, kept: Kept) -> list[str]:
    """What sentences outside of routes say that a value is."""
    is_ = rf"(?i)^(?:the )?{re.escape(name)} (?:is|=|counts|says|tells|means) "
    every = [each for _, text in kept.contract.prose for each in sentences(bare(text))]
    return [each[found.end() :] for each in every if (found := re.match(is_, each))]
