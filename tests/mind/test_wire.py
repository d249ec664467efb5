"""What goes over a wire comes back equal, and what does not fit is refused in a sentence."""

from __future__ import annotations

import doctest
import math
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs, Beta, Dirichlet, Gaussian, InvalidInput, Note, Statement
from beliefs.kernel.families import Parameters
from beliefs.ledger.writing import Change
from beliefs.mind import calls, connection, remote, wire
from beliefs.mind.belief import Belief
from beliefs.mind.moves import Move
from beliefs.mind.wire import BELIEF, FACTS, as_json, from_json, read, written
from tests import strategies as drawn


@pytest.mark.parametrize("module", [calls, connection, remote, wire])
def test_examples_run_as_printed(module: Any) -> None:
    assert doctest.testmod(module).failed == 0


def sent(hint: Any, value: Any, fields: tuple[str, ...] = BELIEF) -> Any:
    return read(hint, from_json(as_json(written(value, fields))), "it")


@given(st.floats(allow_nan=False))
def test_every_double(number: float) -> None:
    assert sent(float, number) == number
    assert math.copysign(1, sent(float, number)) == math.copysign(1, number)


def test_what_is_no_number() -> None:
    assert math.isnan(sent(float, math.nan))


@given(st.datetimes(timezones=st.just(UTC)))
def test_every_moment(moment: datetime) -> None:
    assert sent(datetime, moment) == moment


@given(st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=365_000)))
def test_every_duration(span: timedelta) -> None:
    assert sent(timedelta, span) == span


@pytest.mark.parametrize(
    "parameters",
    [Beta(1.5, 1.0), Gaussian(None, math.inf), Gaussian(2.0, 0.25),
     Dirichlet(("eu", "us"), (1.0, 2.0), None), Dirichlet((), (), 1.0)],
)  # fmt: skip
def test_parameters(parameters: Parameters) -> None:
    assert sent(Parameters, parameters) == parameters


@given(st.lists(drawn.anything_said(), min_size=1, max_size=6))
def test_a_belief_is_equal_to_what_is_told_of_it(said: list[Statement]) -> None:
    for belief in Beliefs(":memory:").fuse(said):
        for fields in (BELIEF, FACTS):
            told = sent(Belief, belief, fields)
            assert told == belief
            assert hash(told) == hash(belief)
            assert [getattr(told, n) for n in BELIEF] == [getattr(belief, n) for n in BELIEF]
            assert repr(told) == repr(belief)


@given(drawn.anything_said())
def test_a_statement(said: Statement) -> None:
    told = sent(Statement, said)
    assert told._replace(among=tuple(told.among)) == said._replace(among=tuple(said.among))


@pytest.mark.parametrize(
    ("hint", "document"),
    [
        (int, True), (int, 1.0), (bool, 1), (str, 1), (float, "high"), (float, True),
        (datetime, "noon"), (datetime, 5), (timedelta, "P"), (timedelta, "1h"), (list[int], {}),
        (dict[str, int], []), (tuple[int, int], [1]), (Note, {}), (Note, {"id": "x", "y": 1}),
        (Move, "x"), (str | Belief, {"id": "x"}), (Change, {"action": 1}),
    ],
)  # fmt: skip
def test_what_does_not_fit(hint: Any, document: Any) -> None:
    with pytest.raises(InvalidInput, match=r"\.$"):
        read(hint, document, "it")
