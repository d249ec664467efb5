"""The strongest few, against sorting everything that could have been kept."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.formation import Belief, BeliefConfig, BeliefStore, PlainWorld, Population
from beliefs.formation import run_belief_formation_for_day as night
from beliefs.formation.fixed import CRUMB, RANK_BITS, rank, word_of
from beliefs.formation.retention import Strongest, standing
from beliefs.formation.rules import Held, News, rule_of
from tests.formation import real

NAMES = tuple(f"n{number}" for number in range(8))
standings = st.tuples(st.integers(1, 3), st.integers(0, 2))


@settings(max_examples=200)
@given(most=st.integers(1, 4), puts=st.lists(st.tuples(st.sampled_from(NAMES), standings)))
def test_newcomers_in_any_order_leave_the_top(most: int, puts: list[tuple[str, tuple[int, int]]]):
    # Each name once: whatever the order, the strongest of all remain.
    once = dict(puts)
    strongest: Strongest[int] = Strongest(most)
    for name, (level, day) in once.items():
        strongest.put(name, standing(level, day, word_of(name)), level)
    best = sorted(once, key=lambda n: (*once[n], -word_of(n)), reverse=True)[:most]
    assert {name for name, _ in strongest} == set(best)
    assert [name for name, _ in strongest] == sorted(best, key=word_of)


@settings(max_examples=200)
@given(most=st.integers(1, 4), puts=st.lists(st.tuples(st.sampled_from(NAMES), standings)))
def test_every_put_against_sorting_everything(most: int, puts: list[tuple[str, tuple[int, int]]]):
    strongest: Strongest[int] = Strongest(most)
    held: dict[str, int] = {}
    for number, (name, (level, day)) in enumerate(puts):
        held[name] = standing(level, day, word_of(name))
        strongest.put(name, held[name], number)
        held = dict(sorted(held.items(), key=lambda item: item[1], reverse=True)[:most])
        assert {name: strongest.standing(name) for name, _ in strongest} == held


def test_a_thousand_updates_do_not_swell_the_heap():
    strongest: Strongest[None] = Strongest(3)
    for number in range(1000):
        name = NAMES[number % 3]
        strongest.put(name, standing(number, 0, word_of(name)), None)
        assert len(strongest._heap) <= 4 * 3 + 33  # noqa: SLF001 - memory is the promise


nights = st.lists(
    st.tuples(
        st.sampled_from([1, 1, 2, 7, 40]),
        st.dictionaries(st.sampled_from(NAMES), st.sampled_from([0.5, 1, 1, 2, 4, 1.001])),
    ),
    max_size=12,
)


@settings(max_examples=150)
@given(nights=nights, most=st.integers(1, 4), half_life=st.sampled_from([1, 7, 120]))
def test_nights_against_sorting_everything(
    nights: list[tuple[int, dict[str, float]]], most: int, half_life: int
):
    config = BeliefConfig(max_beliefs_per_agent=most, belief_decay_half_life_days=half_life)
    rule = rule_of(config)
    world = PlainWorld(1, config)
    population = Population(1, config)
    expected: dict[str, Held] = {}
    day = 0

    def left(key: str) -> Decimal:
        """log2 of the evidence that is left: an order that holds on every later day."""
        held = expected[key]
        return real.log2(held.a + held.b) + real.ratio(held.day, half_life)

    def standing(key: str) -> tuple[int, int, int]:
        held = expected[key]
        return rank(held.a + held.b, held.day, half_life), held.day, -word_of(key)

    for wait, counts in nights:
        day += wait
        for name, count in counts.items():
            world.agents[0].crumbs.bump(f"route-risk:{name}", count)
            world.agents_with_new_signals.add(0)
            key = f"route-risk:{name}"
            heard = News(round(count * CRUMB))
            expected[key] = rule.update(expected.get(key), heard, day)
            population.tell(agent=[0], tag=[key], count=count)
        night(world, day=day)
        population.form(day=day)
        by_standing = sorted(expected, key=standing, reverse=True)
        by_weight = sorted(expected, key=left, reverse=True)
        kept = set(by_standing[:most])
        if len(expected) > most:
            last, first_out = by_weight[most - 1], by_weight[most]
            if (left(last) - left(first_out)) * 2**RANK_BITS > Decimal("2.01"):
                assert kept == set(by_weight[:most])
        expected = {key: expected[key] for key in kept}
        assert dict(world.agents[0].beliefs.all_held()) == expected
        assert {belief.key for belief in population.beliefs(0)} == kept


def test_ties_go_to_the_recent_then_to_the_smaller_hash():
    config = BeliefConfig(max_beliefs_per_agent=1, belief_decay_half_life_days=10)
    one, other = sorted(("route-risk:a", "route-risk:b"), key=word_of)
    for first, second in ((one, other), (other, one)):
        store = BeliefStore(config=config)
        for key in (first, second):
            store.upsert(Belief(key, 0, 0, last_day=0, trouble=1.0, success=0.0))
        assert list(store.items) == [one]
    old = Belief(one, 0, 0, last_day=0, trouble=2.0, success=0.0)
    recent = Belief(other, 0, 0, last_day=10, trouble=1.0, success=0.0)
    for first_belief, second_belief in ((old, recent), (recent, old)):
        store = BeliefStore(config=config)
        store.upsert(first_belief)
        store.upsert(second_belief)
        assert list(store.items) == [other]
