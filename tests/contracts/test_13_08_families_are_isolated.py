"""Promise 8 of 13: evidence of one family leaves beliefs of the others byte for byte as they were.

Family is part of what a belief is: the same words as a claim, as a choice and as a number are
three beliefs. Whatever is said, superseded, retracted, removed or erased in one family, the
beliefs of the others are equal in every field, and so are their lines in an export.

The condition: what is written is about beliefs of that family. Trust is about voices, not about
families: an outcome or an override reweighs a voice wherever it has spoken.
"""

from __future__ import annotations

import json

from hypothesis import strategies as st

from beliefs import Beliefs, Statement
from tests import strategies as drawn
from tests.contracts.stores import Clock, Stores, entries_of, for_all
from tests.strategies import About, Write, perform

# What speaks of no belief of its own, or reweighs voices everywhere, is not part of the promise.
ELSEWHERE = ("trust.set", "trust.unset", "settings.set", "reset", "outcome", "relate")


def of_other_families(b: Beliefs, family: str) -> tuple[list[object], list[str]]:
    """Beliefs and export lines of every family but one."""
    statuses = ("active", "unsupported", "retracted", "superseded")
    beliefs = [one for status in statuses for one in b.list(status=status, limit=None)]
    kept = [
        (one, one.parameters, one.interval, one.fragility, one.conflict, one.estimate)
        for one in beliefs
        if one.family != family
    ]
    own = {drawn.belief_id(About(family, topic)) for topic in drawn.TOPICS}
    lines = [line for line in entries_of(b) if _claim(line) not in own]
    return [*kept], lines


def _claim(line: str) -> str | None:
    data = json.loads(line)
    return str(data.get("claim") or data["entry"].get("claim"))


def _keeps_to(family: str, write: Write) -> bool:
    said = write.arguments.get("claim", ())
    statements = said if isinstance(said, list) else [said]
    named = [a for a in write.arguments.values() if isinstance(a, About)]
    return all(about.family == family for about in named) and all(
        family_of(one) == family for one in statements if isinstance(one, Statement)
    )


def family_of(said: Statement) -> str:
    """The family that a statement speaks in."""
    if said.value is not None:
        return "numeric"
    return "categorical" if said.choice is not None else "binary"


@for_all(
    before=drawn.histories(least=5, most=12, without=("erase",)),
    family=st.sampled_from(drawn.FAMILIES),
    then=drawn.histories(least=5, most=15, without=(*ELSEWHERE, "goal", "gap")),
)
def test_the_other_families_stay_byte_identical(
    open_beliefs: Stores, before: list[Write], family: str, then: list[Write]
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    perform(b, clock, [write for write in before if write.method != "add"])
    for other in drawn.FAMILIES:
        perform(b, clock, [write for write in before if _keeps_to(other, write)])
    untouched = of_other_families(b, family)
    # The clock stands, so that nothing fades meanwhile; without keys, which all families share.
    for write in then:
        if _keeps_to(family, write):
            free = {k: v for k, v in write.arguments.items() if k != "idempotency_key"}
            perform(b, clock, [write._replace(arguments=free, wait=0 * write.wait)])
    assert of_other_families(b, family) == untouched
    assert b.verify().ok


@for_all(said=st.lists(drawn.anything_said("the region in use"), min_size=1, max_size=8))
def test_the_same_words_in_three_families_are_three_beliefs(
    open_beliefs: Stores, said: list[Statement]
):
    b = open_beliefs()
    b.add(said)
    assert len(b.list()) == len({family_of(one) for one in said})
    for family in drawn.FAMILIES:
        alone = [one for one in said if family_of(one) == family]
        reference = open_beliefs()
        reference.add(alone)
        assert b.list(family=family) == reference.list()
