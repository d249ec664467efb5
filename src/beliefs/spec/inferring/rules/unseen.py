"""Rows that are kept and not shown: "hidden links are left out", "404 for hidden links"."""

from __future__ import annotations

import json
from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import singular, snaked
from beliefs.spec.inferring.answers.leaving_out import is_asked, left_out, spoken_of, states
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import read_anew
from beliefs.spec.inferring.writing import Writer


def without_unseen(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """The lines of a read, without rows that the words about it leave out."""
    if route.method != "GET":
        return lines
    for holding in writer.kept.holdings:
        for condition in _left_out(route, holding):
            lines = [
                each
                if f"and{condition}" in each or f"where{condition}" in each  # left out already
                else read_anew(each, partial(narrowed_to, entity=holding.name, condition=condition))
                for each in lines
            ]
    return lines


def unseen_guards(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Guards that a row is one that may be seen: "404 for unknown and for hidden links"."""
    lines = []
    for fault in route.faults:
        if fault.status != 404:
            continue
        for test in _states(holding, fault.words):
            if re.search(r"(?i)\b(?:for|if|when|or|and)\b", fault.words):
                there = test.replace(" .", f" {holding.variable}.").replace(
                    "(.", f"({holding.variable}."
                )
                lines.append(f"guard {there.strip()} else {writer.absent(route, holding)}")
    return list(dict.fromkeys(lines))


def _left_out(route: Route, holding: Holding) -> list[str]:
    noun = singular(holding.word).replace("_", "[ _-]")
    found: list[str] = []
    for known in holding.fields.values():
        if is_asked(route, known):
            continue  # those who ask for them see them
        for state in states(known):
            if any(left_out(each, spoken_of(state), noun) for each in sentences(route.words)):
                flag = not known.type.choices
                found.append(
                    f" not(.{known.name})" if flag else f" .{known.name} != {json.dumps(state)}"
                )
    return list(dict.fromkeys(found))


def _states(holding: Holding, text: str) -> list[str]:
    """Conditions that a row is in none of the states that a text names."""
    spoken = {snaked(each) for each in re.findall(r"\w+", text)}
    found = []
    for each in holding.fields.values():
        bare = snaked(each.name).removeprefix("is_")
        if each.type.kind == "boolean" and bare in spoken:
            found.append(f" not(.{each.name})")
        found += [
            f" .{each.name} != {json.dumps(choice)}"
            for choice in each.type.choices
            if snaked(choice) in spoken or f"{snaked(choice)}s" in spoken
        ]
    return found


def narrowed_to(line: str, entity: str, condition: str) -> str:
    """A line in which rows of an entity are only those that hold."""
    if " or " in line:  # picked before anything else is
        return re.sub(rf"\b{entity}\b", lambda _: f"{entity}[where{condition}]", line)
    line = re.sub(rf"\b{entity}\[where ", lambda _: f"{entity}[where{condition} and ", line)
    line = re.sub(rf"\b{entity}\[(?!where)", lambda _: f"{entity}[where{condition}, ", line)
    return re.sub(rf"\b{entity}\b(?!\[)", lambda _: f"{entity}[where{condition}]", line)
