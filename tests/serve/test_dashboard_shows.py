"""What the dashboard's pages show: why a belief moved, what it rests on, clarity, moves, trust."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

import httpx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from beliefs import Beliefs
from beliefs.mind.past import standing
from beliefs.mind.wording import share
from beliefs.serve import dashboard
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from beliefs.serve.dashboard.charts import distribution
from beliefs.serve.dashboard.courses import round_levels
from beliefs.serve.dashboard.marks import amount, gauge
from beliefs.serve.dashboard.moved import MOST_STEPS, past, turns
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from collections.abc import Iterator

CLAIM = "The cache is warm"


class Clock:
    """A clock that goes on by an hour when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def tick(self) -> None:
        self.now += timedelta(hours=1)


class Shown(NamedTuple):
    """A mind, its clock, and somebody who looks at its pages."""

    client: Beliefs
    clock: Clock
    http: httpx.Client

    def page(self, path: str) -> str:
        answer = self.http.get(path)
        assert answer.status_code == httpx.codes.OK, answer.text
        return re.sub(r"<[^>]+>", " ", answer.text)

    def drawn(self, path: str) -> str:
        return self.http.get(path).text


@pytest.fixture
def shown() -> Iterator[Shown]:
    clock = Clock()
    with (
        Beliefs(":memory:", clock=clock) as client,
        HttpServer(create_app(on_one_store(client))) as server,
        httpx.Client(base_url=server.url, timeout=30) as http,
    ):
        yield Shown(client, clock, http)


NAMES = sorted(
    one.name for one in pkgutil.iter_modules(dashboard.__path__, "beliefs.serve.dashboard.")
)


@pytest.mark.parametrize("name", NAMES)
def test_examples_run_as_printed(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["for", "against", "trust", "judge", "retract", "wait"]),
        st.sampled_from(["scout", "probe"]),
        st.floats(0.1, 1.0),
    ),
    max_size=12,
)


@settings(max_examples=40)
@given(DEEDS, st.booleans())
def test_turns_lead_from_nothing_to_where_it_stands(
    deeds: list[tuple[str, str, float]], fades: bool
) -> None:
    clock = Clock()
    with Beliefs(":memory:", clock=clock) as client:
        if fades:
            client.settings.set(half_life=timedelta(hours=3))
        name = client.add(CLAIM).changes[0].belief_id
        for what, agent, sure in deeds:
            clock.tick()
            if what == "retract":
                client.retract(name)
            elif what == "trust":
                client.trust.set(agent=agent, confidence=sure)
            elif what == "judge":
                said = client.add(f"{agent} says {sure}", agent=agent).changes[0].belief_id
                client.outcome(said, truth=sure > 0.5)
            elif what != "wait":
                client.add(CLAIM, confidence=sure, refutes=what == "against", agent=agent)
        belief = client.get(name)
        taken = turns(client, belief)
        ends = [None, *(turn.after for turn in taken)]
        for turn, before in zip(taken, ends, strict=False):
            assert _read(turn.before) == _read(before)
        assert _read(ends[-1]) == _read(standing(belief))
        assert all(turn.why for turn in taken)


def _read(stood: float | None) -> str:
    return "–" if stood is None else share(stood)


def test_a_turn_says_who_or_what_was_behind_it(shown: Shown) -> None:
    name = shown.client.add(CLAIM, agent="scout", strength=4).changes[0].belief_id
    shown.clock.tick()
    shown.client.add(CLAIM, agent="probe", refutes=True, strength=4, quote="cold start")
    shown.clock.tick()
    shown.client.trust.set(agent="probe", confidence=0.25)
    shown.clock.tick()
    shown.client.add("The disk is full")
    shown.client.add(CLAIM, agent="lead")
    text = shown.page(f"/belief/{name}/past")
    assert "probe: refutes, 1.00 × 4, “cold start”" in text
    assert "0.83 ↘ 0.50" in text
    assert "trust in what is said by probe 1.00 → 0.25" in text
    assert "0.50 ↗ 0.71" in text, "what trust did is told apart"
    assert "0.71 ↗ 0.75" in text, "from what lead said"
    assert "The disk" not in text


def test_a_long_history_is_thinned_out(shown: Shown) -> None:
    for _ in range(MOST_STEPS + 5):
        shown.clock.tick()
        name = shown.client.add(CLAIM).changes[0].belief_id
    text = shown.page(f"/belief/{name}/past")
    assert f"{MOST_STEPS} of {MOST_STEPS + 5} moments are drawn." in text
    assert shown.drawn(f"/belief/{name}/past").count("<circle") == MOST_STEPS + 1


def test_a_belief_leads_to_what_it_rests_on_and_what_rests_on_it(shown: Shown) -> None:
    low = shown.client.add("The pump runs").changes[0].belief_id
    middle = shown.client.add("Water flows", depends_on=[low]).changes[0].belief_id
    high = shown.client.add("The field is wet", depends_on=[middle]).changes[0].belief_id
    around = shown.drawn(f"/belief/{middle}").partition("What it rests on")[2]
    below, _, above = around.partition("What rests on it")
    assert f'href="/belief/{low}"' in below
    assert f'href="/belief/{high}"' in above.partition("<section")[0]
    shown.client.retract(low, "it was off")
    text = shown.drawn(f"/belief/{middle}")
    assert "All of its evidence rests on <a" in text
    assert "Nothing but its voices." in shown.page(f"/belief/{low}")


def test_a_label_stands_where_bets_are_calibrated(shown: Shown) -> None:
    for at in range(60):
        said = shown.client.add(f"Probe {at}", confidence=0.8, strength=4, source="ci")
        shown.client.outcome(said.changes[0].belief_id, at % 4 > 0)
    assert 'class="badge ' not in shown.drawn("/?q=site")
    shown.client.add("The site is up", confidence=0.9, strength=4, source="ci")
    label = shown.client.search("site", limit=1)[0].label
    assert label is not None
    assert f'<span class="badge {label}">{label}</span>' in shown.drawn("/?q=site")
    trust = shown.drawn("/trust")
    assert "45 of 60" in trust
    assert trust.count('class="before"') >= 1, "what was bet"
    assert trust.count('class="after"') >= 1, "what the map made of it"
    assert "ECE" in trust


def test_clarity_is_drawn_with_its_channels_and_moves(shown: Shown) -> None:
    shown.client.add(CLAIM)
    shown.clock.tick()
    shown.client.gap("Who is affected?")
    text = shown.page("/open")
    for name in ("Clarity", "Decision resolution", "Knowledge certainty", "Coherence", "Coverage"):
        assert name in text
    assert "gather evidence" in text
    assert "nobody has answered it yet" in text
    drawn = shown.drawn("/open/past")
    assert re.findall(r'<path [^>]*class="(line-\d)"', drawn) == [
        *(f"line-{at}" for at in (1, 2, 3, 4)),
        "line-0",
    ]
    assert drawn.count("<circle") == 5 * 2
    assert shown.drawn("/open/past") == drawn
    shown.clock.tick()
    shown.client.add("The disk is full")
    assert shown.drawn("/open/past").count("<circle") == 5 * 3


def test_numbers_that_disagree_show_both_the_mean_and_what_most_say(shown: Shown) -> None:
    for agent, value in (("scout", 100.0), ("probe", 101.0), ("lead", 102.0), ("meter", 9000.0)):
        said = shown.client.add("Pressure", value=value, stdev=1, agent=agent)
    text = shown.page(f"/belief/{said.changes[0].belief_id}")
    assert "2,326" in text, "the plain mean"
    assert ", outliers set aside" in text


@given(st.floats(-1e6, 1e6), st.integers(-15, 15), st.integers(1, 99))
@example(9.0, -13, 2)
def test_levels_lie_between_their_ends(bottom: float, power: int, wide: int) -> None:
    low = bottom * 10.0**power
    high = low + wide * 10.0**power

    levels = round_levels(low, high)

    assert levels
    assert all(low - abs(low) / 1e9 <= each <= high + abs(high) / 1e9 for each in levels)


NUMBERS = st.one_of(
    st.floats(-1e6, 1e6), st.sampled_from([0.0, 1e20, -1e20, 1e-20, 5e-324, 1e60, -1e60])
)
SPREADS = st.one_of(st.floats(1e-3, 1e3), st.sampled_from([1e-9, 1e9]))


@settings(max_examples=60)
@given(st.lists(st.tuples(NUMBERS, SPREADS), min_size=1, max_size=3))
def test_any_number_can_be_drawn(said: list[tuple[float, float]]) -> None:
    with Beliefs(":memory:") as client:
        for place, (value, stdev) in enumerate(said):
            client.add("Pressure", value=value, stdev=stdev, agent=f"probe {place}")
        [belief] = client.list()
        for drawn in (gauge(belief), amount(belief), distribution(belief), past(client, belief)):
            assert not re.search(r'="-?(nan|inf)', drawn), drawn


@settings(max_examples=60)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(1e-3, 1e9)), min_size=1, max_size=3))
def test_any_claim_can_be_drawn(said: list[tuple[float, float]]) -> None:
    with Beliefs(":memory:") as client:
        for place, (sure, strength) in enumerate(said):
            client.add(CLAIM, confidence=sure, strength=strength, agent=f"probe {place}")
        [belief] = client.list()
        for drawn in (gauge(belief), amount(belief), distribution(belief), past(client, belief)):
            assert not re.search(r'="-?(nan|inf)', drawn), drawn
