"""A goal of a line or two as a Spec, where it asks for behaviours that everybody knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from beliefs.spec.brief.brief import form
from beliefs.spec.brief.requests import brief
from beliefs.spec.brief.telling import spec_of
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec, Unknown
from beliefs.spec.soundness import sound
from beliefs.spec.terse.behaviours import BEHAVIOURS
from beliefs.spec.terse.hearing import Heard
from beliefs.spec.terse.laying import laid, only_keeps


def read(text: str, name: str) -> Spec | None:
    """The Spec of a goal in sentences or Markdown; None where it asks for no such behaviour.

    >>> found = read("Habits with a name: check in daily, and show the streak.", "goal")
    >>> [f"{each.method} {each.path}" for each in found.operations][-2:] if found else []
    ['POST /habits/{id}/checkins', 'GET /habits/{id}/streak']
    """
    heard = Heard(laid(brief(text, name)))
    named = [(each.method, each.path) for each in heard.brief.requests]
    writers: list[Callable[[Spec], Spec]] = []
    for behaviour in BEHAVIOURS:
        writer = behaviour(heard)
        if writer is not None:
            writers.append(writer)
    if not writers:
        return None
    rest = heard.brief
    for each in heard.claimed:  # words of theirs that nobody took are listed with all others
        rest.said += each.said
    rest.said = [each for each in rest.said if not only_keeps(each)]
    spec = spec_of(rest)
    for writer in writers:
        spec = writer(spec)
    assumptions = (*spec.assumptions, *heard.assumptions)
    unknowns = tuple(dict.fromkeys(_ranked(each) for each in spec.unknowns))
    spec = replace(spec, assumptions=assumptions, unknowns=unknowns)
    return sound(replace(spec, operations=_ordered(spec, named)))


def leaves_less(one: Spec, other: Spec, text: str) -> bool:
    """Whether a reading leaves less open than another one, and loses no request that is named."""
    asked = {(each.method, form(each.path)) for each in brief(text, "goal").requests}
    known = {(each.method, form(each.path)) for each in other.operations if each.effect}
    if asked & known - {(each.method, form(each.path)) for each in one.operations}:
        return False
    return _open(one) < _open(other)


def _open(spec: Spec) -> tuple[int, int]:
    """What of a goal is in the way, and how many words of rules are not held to."""
    blocking = sum(each.rank == "blocking" for each in spec.unknowns) + (not spec.operations)
    return blocking, sum(
        len(each.words.split()) for each in spec.unknowns if each.rank == "material"
    )


def _ranked(unknown: Unknown) -> Unknown:
    """In a line or two nothing is mere colour: what nobody took is a rule that is not held to."""
    if unknown.rank != "narrative":
        return unknown
    return replace(unknown, rank="material", why="nothing that is built says so")


def _ordered(spec: Spec, named: list[tuple[str, str]]) -> tuple[Operation, ...]:
    """The operations that the goal names, as it names them, behind those of custom."""
    place = {each: at for at, each in enumerate(named)}
    first = [x for x in spec.operations if (x.method, x.path) in place]
    first.sort(key=lambda each: place[each.method, each.path])
    return (*first, *(x for x in spec.operations if (x.method, x.path) not in place))
