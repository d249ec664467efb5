"""The beliefs of one agent: what was put is what is read, and order leaves no trace."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.errors import InvalidInput
from beliefs.formation import Belief, BeliefConfig, BeliefStore
from beliefs.formation.rules import rule_of
from tests.formation import strategies

KEYS = tuple(f"route-risk:{name}" for name in "abcdefgh")
counts = st.integers(0, 9).map(float)
held = st.dictionaries(
    st.sampled_from(KEYS), st.tuples(counts, counts, st.integers(0, 9)), max_size=8
)


def store_of(beliefs: dict[str, tuple[float, float, int]], most: int = 64) -> BeliefStore:
    store = BeliefStore(max_items=most)
    for key, (trouble, success, day) in beliefs.items():
        store.upsert(Belief(key, 0, 0, day, trouble, success))
    return store


@given(beliefs=held, most=st.integers(1, 8), data=st.data())
def test_the_order_of_upserts_leaves_no_trace(
    beliefs: dict[str, tuple[float, float, int]], most: int, data: st.DataObject
):
    other = dict(data.draw(st.permutations(list(beliefs.items()))))
    assert store_of(beliefs, most).signature() == store_of(other, most).signature()
    assert list(store_of(beliefs, most)) == list(store_of(other, most))


@given(one=held, other=held)
def test_any_bit_shows_in_the_signature(
    one: dict[str, tuple[float, float, int]], other: dict[str, tuple[float, float, int]]
):
    assert (store_of(one).signature() == store_of(other).signature()) == (one == other)


@given(mine=held, yours=held)
def test_evidence_of_two_agents_adds_up_either_way(
    mine: dict[str, tuple[float, float, int]], yours: dict[str, tuple[float, float, int]]
):
    one, two = store_of(mine), store_of(yours)
    one.merge(store_of(yours), day=9)
    two.merge(store_of(mine), day=9)
    for key in KEYS:
        assert _counts(one, key) == _counts(two, key)


def _counts(store: BeliefStore, key: str) -> tuple[float | None, float | None]:
    belief = store.get(key, 9)
    return (belief.trouble, belief.success) if belief else (0, 0)


def test_merging_refuses_other_rules_and_days_that_are_over():
    one, two = store_of({KEYS[0]: (1, 0, 5)}), BeliefStore(config=BeliefConfig(rule="v1"))
    before = one.signature()
    refusals: list[Callable[[], None]] = [
        lambda: one.merge(two, day=9),
        lambda: one.merge(one, day=4),
        lambda: one.merge(store_of({KEYS[0]: (1, 0, 8)}), day=7),
        lambda: one.merge(one, day=9, share=float("nan")),
        lambda: one.merge(one, day=9, share=-1),
    ]
    for refused in refusals:
        with pytest.raises(InvalidInput):
            refused()
    assert one.signature() == before


def test_a_belief_of_counts_in_a_store_of_v1_is_held_by_value_and_weight():
    counted = store_of({KEYS[0]: (3.0, 1.0, 4)}).get(KEYS[0])
    assert counted is not None
    store = BeliefStore(config=BeliefConfig(rule="v1"))
    store.upsert(counted)
    belief = store.get(KEYS[0])
    assert belief is not None
    assert belief.value == pytest.approx(counted.value)
    assert belief.weight == pytest.approx(counted.weight)
    assert (belief.trouble, belief.success) == (None, None)


@given(config=strategies.configs(), day=st.integers(0, 500))
def test_a_store_takes_on_the_config_of_its_world(config: BeliefConfig, day: int):
    store = BeliefStore(max_items=8, config=BeliefConfig(rule=config.rule))
    for number, key in enumerate(KEYS):
        store.upsert(Belief(key, 0.1, 0.1 + number / 20, day))
    store.adopt(rule_of(config))
    assert len(store) == store.max_items == min(8, config.max_beliefs_per_agent)
    assert store.rule.config == config
