"""One agent, few slots, night after night: every tie, eviction and comeback there can be."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.formation import BeliefConfig
from tests.formation.engines import Columns, Objects
from tests.formation.strategies import Told, rules

# Two families of trouble bear on one belief, so that their counts meet as well.
TAGS = tuple(f"{family}:{n}" for family in ("route-risk", "rumour", "route-safe") for n in "abcd")
news = st.builds(
    Told,
    st.just(1),
    st.sampled_from(TAGS),
    st.sampled_from([0.0, 0.7, 0.7, 0.9]),
    st.sampled_from([1.0, 1.0, 2.0, 4.0]),
)
nights = st.lists(
    st.tuples(st.sampled_from([1, 1, 2, 4]), st.lists(news, min_size=1, max_size=8)),
    min_size=2,
    max_size=8,
)


@settings(max_examples=250)
@given(
    rule=rules,
    room=st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(1, 2)),
    half_life=st.sampled_from([1, 2]),
    lived=nights,
)
def test_one_mind_in_columns_is_one_mind_in_objects(
    rule: str, room: tuple[int, int, int], half_life: int, lived: list[tuple[int, list[Told]]]
):
    config = BeliefConfig(
        rule=rule,  # type: ignore[arg-type]
        max_beliefs_per_agent=room[0],
        max_crumbs_per_agent=room[1],
        max_episodes_per_agent=room[2],
        belief_decay_half_life_days=half_life,
        crumb_half_life_days=half_life,
        crumb_to_belief_alpha=0.5,
        min_weight=0.0,
    )
    objects, columns = Objects(2, config), Columns(2, config, shards=1)
    objects.world.tags.register("rumour", "route-risk")
    columns.population.register("rumour", "route-risk")
    day = 0
    for wait, met in lived:
        for world in (objects, columns):
            for one in met:
                world.meet(one, day)
        assert objects.digest() == columns.digest()
        assert objects.form(day) == columns.form(day)
        assert objects.digest() == columns.digest()
        day += wait
