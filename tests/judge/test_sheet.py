"""Two who judge at the same time come to what one comes to who judges in order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from beliefs.judge.colleague import Colleague
from beliefs.judge.sheet import Sheet, assisted
from beliefs.judge.tried import Held


def held(name: str) -> Held:
    return Held(name, 1, "it fell short" if name.endswith("!") else "", 0.0)


def in_order(names: list[str]) -> list[Held]:
    found: list[Held] = []
    for name in names:
        found.append(held(name))
        if found[-1].unmet:
            break
    return found


NAMES = st.lists(st.sampled_from(["good", "bad!"]), max_size=7).map(
    lambda kinds: [f"{number} {kind}" for number, kind in enumerate(kinds)]
)


@given(names=NAMES, turns=st.lists(st.booleans(), min_size=20, max_size=20))
def test_the_verdict_is_that_of_judging_in_order(names: list[str], turns: list[bool]) -> None:
    told: list[Held] = []
    sheet = Sheet(names, told.append)
    under_way: dict[bool, int | None] = {False: None, True: None}
    # Each turn one of the two ends what it has begun, or begins something.
    for last in [*turns, *[False, True] * 20]:
        number = under_way[last]
        if number is None:
            under_way[last] = sheet.take(last=last)
        else:
            sheet.note(number, held(names[number]))
            under_way[last] = None
    assert sheet.counted() == in_order(names)
    assert not sheet.waits()
    assert set(in_order(names)) <= set(told)


@given(names=NAMES)
def test_what_was_not_brought_to_an_end_is_left_to_others(names: list[str]) -> None:
    sheet = Sheet(names, lambda _: None)
    if (number := sheet.take(last=True)) is not None:
        assert sheet.waits()
        sheet.put_back(number)
    while (number := sheet.take()) is not None:
        sheet.note(number, held(names[number]))
    assert sheet.counted() == in_order(names)


def test_a_colleague_that_goes_leaves_its_stages_to_the_other() -> None:
    sheet = Sheet(["0 good", "1 good", "2 bad!"], lambda _: None)
    with Colleague() as colleague:
        colleague.dismiss()
        with assisted(sheet, colleague, held):
            pass
    assert sheet.counted() == []
    assert [sheet.take() for _ in range(4)] == [0, 1, 2, None]
