"""The bridge between simulated agents and `Beliefs`: counts cross it bit for bit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs
from beliefs.errors import InvalidInput, KeyConflict
from beliefs.formation import Belief, BeliefConfig, BeliefStore
from beliefs.formation.fixed import FULL, word_of
from beliefs.formation.lifting import lift, lower
from beliefs.formation.rules import Held
from beliefs.kernel.families import Beta

DAY = 200
KEYS = [f"route-risk:edge-{n}" for n in range(12)] + ["incident-risk:fire:dépôt 3", "x:y"]

counts = st.integers(0, FULL)
helds = st.builds(Held, counts, counts, st.integers(0, DAY))
stores = st.dictionaries(st.sampled_from(KEYS), helds, max_size=8).map(
    lambda found: store_of(found, BeliefConfig())
)


def store_of(found: dict[str, Held], config: BeliefConfig) -> BeliefStore:
    store = BeliefStore(config=config)
    for key, held in found.items():
        store.hold(key, word_of(key), held)
    return store


def counted(trouble: float, success: float, key: str = "route-risk:a-b", day: int = 4):
    store = BeliefStore()
    store.upsert(Belief(key, 0, 0, last_day=day, trouble=trouble, success=success))
    return store


def read_on(store: BeliefStore, day: int) -> dict[str, tuple[float | None, float | None]]:
    """What is left of each belief on a day, without those of which nothing is."""
    beliefs = [store.get(key, day) for key, _ in store.all_held()]
    return {b.key: (b.trouble, b.success) for b in beliefs if b and (b.trouble or b.success)}


@given(stores)
def test_trouble_and_success_come_back_bit_for_bit(store):
    mind = Beliefs(":memory:")
    lift(store, mind, agent="courier", day=DAY)
    assert read_on(lower(mind, day=DAY), DAY) == read_on(store, DAY)
    for belief in mind.list():
        trouble, success = read_on(store, DAY)[belief.claim]
        assert trouble is not None
        assert success is not None
        assert belief.parameters == Beta(1 + trouble, 1 + success)


@given(st.dictionaries(st.sampled_from(KEYS), st.tuples(counts, counts).filter(any), max_size=8))
def test_beliefs_of_the_day_itself_come_back_as_the_same_store(found):
    store = store_of({key: Held(a, b, DAY) for key, (a, b) in found.items()}, BeliefConfig())
    mind = Beliefs(":memory:")
    lift(store, mind, agent="courier", day=DAY)
    assert lower(mind, day=DAY).signature() == store.signature()


@given(stores, stores)
def test_lifting_two_agents_is_merging_them(one, other):
    mind = Beliefs(":memory:")
    lift(one, mind, agent="one", day=DAY)
    lift(other, mind, agent="other", day=DAY)
    merged = BeliefStore()
    merged.merge(one, day=DAY)
    merged.merge(other, day=DAY)
    assert read_on(lower(mind, day=DAY), DAY) == read_on(merged, DAY)


def test_a_file_keeps_them(tmp_path):
    store = counted(2.0, 0.5)
    for replayed in (False, True):
        with Beliefs(tmp_path / "minds.db") as mind:
            assert lift(store, mind, agent="courier", day=4).replayed == replayed
    with Beliefs(tmp_path / "minds.db") as mind:
        assert lower(mind, day=4).signature() == store.signature()
        assert mind.verify().ok


def test_lifting_twice_on_a_day_is_lifting_once():
    mind, store = Beliefs(":memory:"), counted(3.0, 1.0)
    assert not lift(store, mind, agent="courier", day=4).replayed
    digest = mind.digest()
    assert lift(store, mind, agent="courier", day=4).replayed
    assert mind.digest() == digest


def test_another_store_of_the_same_day_is_refused():
    mind = Beliefs(":memory:")
    lift(counted(3.0, 1.0), mind, agent="courier", day=4)
    with pytest.raises(KeyConflict):
        lift(counted(3.0, 2.0), mind, agent="courier", day=4)


def test_evidence_of_an_earlier_day_does_not_count_twice():
    mind, store = Beliefs(":memory:"), counted(3.0, 1.0)
    lift(store, mind, agent="courier", day=4)
    digest = mind.digest()
    with pytest.raises(InvalidInput, match="would count twice: reset"):
        lift(store, mind, agent="courier", day=40)
    assert mind.digest() == digest
    mind.reset()
    lift(store, mind, agent="courier", day=40)
    assert read_on(lower(mind, day=40), 40) == read_on(store, 40)


def test_a_write_is_whole_or_nothing():
    store = counted(1.0, 0.0)
    store.upsert(Belief("route-risk:b-c ", 0, 0, last_day=4, trouble=1.0, success=0.0))
    mind = Beliefs(":memory:")
    with pytest.raises(InvalidInput, match="would come back as"):
        lift(store, mind, agent="courier", day=4)
    assert mind.list() == []


def test_what_others_say_of_a_lifted_claim_counts_and_other_claims_do_not():
    mind = Beliefs(":memory:")
    lift(counted(2.0, 0.5), mind, agent="courier", day=4)
    mind.add("route-risk:a-b", strength=3.0, refutes=True, agent="inspector")
    mind.add("The well is safe")
    mind.add("colour", choice="red")
    assert read_on(lower(mind, day=4), 4) == {"route-risk:a-b": (2.0, 3.5)}


def test_who_is_trusted_less_counts_less():
    mind = Beliefs(":memory:")
    lift(counted(2.0, 1.0), mind, agent="courier", day=4)
    mind.trust.set(agent="courier", confidence=0.5, strength=10)
    assert read_on(lower(mind, day=4), 4) == {"route-risk:a-b": (1.0, 0.5)}


def test_counts_that_do_not_fit_stop_at_the_most():
    mind = Beliefs(":memory:")
    full = store_of({"x:y": Held(FULL, 0, 4)}, BeliefConfig())
    for name in ("one", "other"):
        lift(full, mind, agent=name, day=4)
    assert lower(mind, day=4).held("x:y") == Held(FULL, 0, 4)


def test_a_retracted_claim_does_not_come_back():
    mind = Beliefs(":memory:")
    lift(counted(2.0, 1.0), mind, agent="courier", day=4)
    mind.retract(mind.list()[0])
    assert len(lower(mind, day=4)) == 0


def test_what_there_is_no_room_for_is_the_weakest():
    mind = Beliefs(":memory:")
    for n, key in enumerate(KEYS):
        lift(counted(1.0 + n, 0.0, key), mind, agent=f"courier-{n}", day=4)
    lowered = lower(mind, day=4, config=BeliefConfig(max_beliefs_per_agent=3))
    assert set(lowered.items) == set(KEYS[-3:])


def test_nothing_believed_is_nothing_written():
    mind = Beliefs(":memory:")
    lift(BeliefStore(), mind, agent="courier", day=4)
    lift(counted(0.0, 0.0), mind, agent="courier", day=4)
    assert mind.list() == []
    assert len(lower(mind, day=4)) == 0
    lift(counted(1.0, 0.0), mind, agent="courier", day=4)
    assert len(lower(mind, day=4)) == 1


def test_a_rule_without_counts_is_refused():
    mind, config = Beliefs(":memory:"), BeliefConfig(rule="v1")
    with pytest.raises(InvalidInput, match="'v1' keep no counts"):
        lift(BeliefStore(config=config), mind, agent="courier", day=4)
    with pytest.raises(InvalidInput, match="'v1' keep no counts"):
        lower(mind, day=4, config=config)


@pytest.mark.parametrize("day", [3, -1, 1 << 16, 4.0, True])
def test_a_day_that_is_none_or_over_is_refused(day):
    mind = Beliefs(":memory:")
    with pytest.raises(InvalidInput):
        lift(counted(1.0, 0.0), mind, agent="courier", day=day)
    assert mind.list() == []
