"""Texts that words describe: which letters, how many, how they begin.

A sentence that has a failure of its own for such a text ("2 to 20 lower case letters, otherwise 400
`{"message": "invalid handle"}`") becomes a guard with these words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import Clause, clauses, masked, sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.letters import BEGINS, pattern_of
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer


class Rule(NamedTuple):
    """What a text must be: a condition over `$`, and how a request fails otherwise."""

    field: str
    condition: str
    failure: Clause


def spelled_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """Guards that texts are as sentences with a failure of their own say."""
    makers = [each for each in holding.routes if each.method == "POST" and each is not route]
    lines = []
    for told in (route, *makers):
        for rule in _rules(told, tuple(brought)):
            given = brought[rule.field]
            part = route.body.part(rule.field) if route.body else None
            sure = part is not None and part.required and route.method != "PATCH"
            silent = "" if sure else f"{given} = null or "
            said = rule.failure.message or f"invalid {rule.field}"
            about = f"{rule.field} {rule.failure.words}"
            way = writer.refuse(route, "refused", said, about, (rule.failure.status,))
            way = f"{way.split(' ')[0]} {json.dumps(said, ensure_ascii=False)}"
            line = f"guard {silent}{rule.condition.replace('$', given)} else {way}"
            if line not in lines:
                lines.append(line)
    return [*lines, *_numbered(writer, route, holding, brought, [route, *makers])]


_NUMBERS = r"(-?\d+(?:\.\d+)?(?:(?:, or |, | or )-?\d+(?:\.\d+)?)+)"


def _numbered(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], told: list[Route]
) -> list[str]:
    """Guards that numbers are one of those that words list: "`size` is 20 or 45"."""
    lines = []
    for name, given in brought.items():
        field = holding.fields.get(name)
        if field is None or field.type.kind not in {"integer", "number"}:
            continue
        spoken = rf"(?i)\b{re.escape(name)}\b(?: \(| (?:is|must be|can be|may be|either)"
        spoken += (
            rf"(?: either| only| one of| always)* ){_NUMBERS}(?! ?(?:or |to )?\w*(?:more|less))"
        )
        found = next((match for each in told if (match := re.search(spoken, each.words))), None)
        if found is None:
            continue
        values = re.split(r", or |, | or ", found[1])
        said = f"{name} must be {', '.join(values[:-1])} or {values[-1]}"
        way = writer.refuse(route, "unknown_choice", said, name, (422, 400))
        part = route.body.part(name) if route.body else None
        sure = part is not None and part.required and route.method != "PATCH"
        silent = "" if sure else f"{given} = null or "
        way = f"{way.split(' ')[0]} {json.dumps(said)}"
        lines.append(f"guard {silent}{given} in [{', '.join(values)}] else {way}")
    return lines


def ruled_here(route: Route) -> bool:
    """Whether sentences about a route give single texts failures of their own."""
    return any(_rules(route, route.body.names if route.body else ()))


def _rules(route: Route, names: tuple[str, ...]) -> Iterator[Rule]:
    known = {plain(each): each for each in names}
    before = ""
    for sentence in sentences(route.words):
        for piece in re.split(r";\s+", sentence):
            failure = next((each for each in clauses(piece) if each.status in {400, 422}), None)
            head = re.split(r"(?i),? (?:otherwise|or else|else)\b", masked(piece))[0]
            head = piece[: len(head)]
            spoken = [plain(each) for each in re.findall(r"\w+", head)]
            named = [known[each] for each in spoken if each in known]
            if not named and (found := re.findall(r"\w+", before)) and re.match(r"\d", piece):
                named = [known[plain(each)] for each in found if plain(each) in known][-1:]
            before = piece
            if failure is None or not failure.message or not named:
                continue
            if begins := BEGINS.search(head):
                starts = [each.strip("`\"'") for each in begins.groups() if each]
                test = " or ".join(f"starts($, {json.dumps(each)})" for each in starts)
                yield Rule(named[0], f"({test})" if len(starts) > 1 else test, failure)
            elif pattern := pattern_of(head):
                yield Rule(named[0], f"matches($, {json.dumps(pattern)})", failure)
