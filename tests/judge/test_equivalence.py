"""Changes of a Spec that nobody could notice are no mutants, by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from beliefs.judge.equivalence import by_luck, plain
from beliefs.spec.effects import Guard
from beliefs.spec.notation import write
from beliefs.spec.operations import Operation
from beliefs.spec.parsing import read
from tests.build.samples import LINKS, OWNED


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ("answer 200 {a: 1, b: 2, a: 3}", "answer 200 {a: 3, b: 2}"),
        ("answer 200 Note[by .id]", "answer 200 Note[]"),
        ("answer 200 Note[by .id down]", None),
        ("answer 200 Note[by .stars]", None),
        ("answer 200 count(Note[by .stars])", "answer 200 count(Note[])"),
        ("answer 200 first(Note[by .stars])", None),
    ],
)
def test_what_makes_no_difference_is_left_out(effect, told):
    operation = plain(Operation("look", "GET", "/", read(effect)), OWNED)
    wanted = read(told.replace("[]", "")) if told else read(effect)
    assert write(operation.effect).replace("[]", "") == write(wanted)


def test_a_position_that_only_closes_gaps_is_the_order_of_making():
    asked = Operation("list_notes", "GET", "/", read("answer 200 Note[by .stars]"))
    made = "insert Note {stars: count(Note)} as note\nanswer 201 note"
    gap = "for note in Note:\n    patch Note note {stars: note.stars - 1}\nanswer 204"
    move = "for note in Note:\n    patch Note note {stars: 7}\nanswer 204"
    operations = [Operation(name, "POST", "/", read(text)) for name, text in
                  (("make", made), ("close", gap), ("move", move))]  # fmt: skip
    still = replace(OWNED, operations=tuple(operations[:2]))
    moved = replace(OWNED, operations=tuple(operations))
    assert plain(asked, still).effect != asked.effect
    assert plain(asked, moved).effect == asked.effect


def test_a_guard_against_bad_luck_is_none_that_can_be_tried():
    effect = LINKS.operations[0].effect
    guards = [each for each in effect if isinstance(each, Guard)]
    assert [by_luck(each.holds, effect) for each in guards] == [True] * len(guards)
