"""What must hold of a row once it is changed, and what changes along with it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import gives, plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.rules.refusing import WAYS
from beliefs.spec.inferring.told.cases import case_in
from beliefs.spec.inferring.told.failing import refusal, statuses
from beliefs.spec.inferring.told.programs import at_hand
from beliefs.spec.inferring.told.settings import whole
from beliefs.spec.inferring.writing import Writer


class Followed(NamedTuple):
    """Statements behind a change, and the route without the sentences that they hold to."""

    lines: list[str]
    rest: Route


def followed_by(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> Followed:
    """What the sentences about a route say of the row as a request leaves it.

    A state that a value needs is looked at only where the request brings that value; what it then
    finds undoes the request.
    """
    setting = at_hand(writer, route)
    guards: list[str] = []
    writes: list[str] = []
    words = route.words
    for sentence in sentences(route.words):
        if statuses(sentence):
            rule = refusal(sentence.rstrip("."), setting)
            given = _occasion(sentence, brought) if rule is not None and rule.test else ""
            if rule is None or not given or not re.search(rf"\b{holding.variable}\.", rule.test):
                continue
            usual = WAYS.get(rule.status, "conflict")
            way = writer.refuse(route, usual, sentence, rule.words, (rule.status,))
            guards.append(f"guard {brought[given]} = null or {rule.test} else {way}")
        else:
            case = case_in(whole(sentence), setting)
            if case is None or any(
                each.row is None or each.row.at != holding.variable for each in case.deeds
            ):
                continue
            for lead, deed in zip((f"if {case.test}:", "else:"), case.deeds, strict=False):
                values = made(dict(deed.values))
                writes += [lead, f"    patch {holding.name} {holding.variable} {values}"]
        words = words.replace(sentence, "")
    return Followed([*guards, *writes], replace(route, words=words.strip()))


def _occasion(sentence: str, brought: dict[str, str]) -> str:
    """The value that a request has to bring for a rule to be about it: rated, for a rating."""
    deed = re.search(
        r"(?i)\b(?:can|may|cannot|can't|must not|may not)(?: only)? be (\w+)", sentence
    )
    named = re.match(r"(?i)(?:an? |the )?`?(\w+)`? (?:can|may|is|cannot)\b", sentence)
    for name in brought:
        if deed and gives(deed[1], name):
            return name
        if named and plain(named[1]) == plain(name):
            return name
    return ""
