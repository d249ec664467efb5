"""Inputs that do not fit, told apart: what is no JSON, what is missing, what is out of range.

A table of errors often has a line for each: 400 for a body that cannot be read, 422 for one that
breaks a rule; or one status with a code for each way. Each line speaks of some ways to fail, and
the one that speaks of the fewest goes first.
"""

from __future__ import annotations

from collections.abc import Iterable

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Fault
from beliefs.spec.documents.unfitting import INVALID, ways_told
from beliefs.spec.documents.words import plain
from beliefs.spec.failures import Way
from beliefs.spec.inferring.rules.refusing import code_of, message_of

_BRIEF = 7  # words: what is longer is said of one case


def told_apart(faults: Iterable[Fault], choices: frozenset[str] = frozenset()) -> dict[Way, Fault]:
    """The failure of each way to bring what does not fit, where a document tells them apart.

    >>> told = told_apart([Fault(400, words="no JSON"), Fault(422, words="invalid fields")])
    >>> [(way, each.status) for way, each in told.items()]
    [('malformed', 400), ('missing', 422), ('wrong_type', 422), ('out_of_range', 422), ...
    """
    about = [
        (each, ways)
        for each in faults
        if each.status in {400, 422} and (ways := ways_told(_said(each), choices))
    ]
    if len({(each.status, code_of(each)) for each, _ in about}) < 2:
        return {}
    found: dict[Way, Fault] = {}
    for way in INVALID:
        mine = [(each, ways) for each, ways in about if way in ways]
        if mine:
            found[way] = min(mine, key=lambda told: len(told[1]))[0]
    kinds = {(each.status, code_of(each)) for each in found.values()}
    return _filled(found, about) if len(kinds) > 1 else {}


def _filled(found: dict[Way, Fault], about: list[tuple[Fault, frozenset[Way]]]) -> dict[Way, Fault]:
    """The same for ways of which nothing is said: what cannot be read is 400, as everywhere."""
    widest = max(about, key=lambda told: len(told[1] - {"malformed"}))[0]
    lowest = min((each for each, _ in about), key=lambda each: each.status)
    return {way: found.get(way) or (lowest if way == "malformed" else widest) for way in INVALID}


def _said(fault: Fault) -> str:
    return f"{fault.words} {fault.code}" if fault.words else f"{code_of(fault)} {fault.message}"


def always_said(fault: Fault, fields: set[str]) -> str:
    """The words of a failure that are no example: short ones that name no field."""
    words = message_of(fault)
    named = {plain(each) for each in re.findall(r"\w+", words)} & fields - {"body", "input"}
    return "" if named or len(words.split()) > _BRIEF else words
