"""P(accept): outcomes of outside suites move it, and nothing else does."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs
from beliefs.build.experience import believed, experience
from beliefs.build.odds import Came, Suites, suites
from beliefs.build.parts import parts, prior
from beliefs.spec.understanding import understand

PARTS = ("read from sentences", "the framework flask", "uploads")
COMES = st.builds(
    Came,
    st.sampled_from(["one", "two", "three"]),
    st.just(""),
    st.lists(st.sampled_from(PARTS), min_size=1, unique=True).map(lambda told: tuple(sorted(told))),
    st.booleans(),
)


def _known(came: list[Came]) -> Suites:
    beliefs = Beliefs(":memory:")
    for number, each in enumerate(came):
        Suites(beliefs).hear([each], str(number))
    return Suites(beliefs)


def test_before_any_outcome_it_is_the_product_of_the_priors():
    stated = _known([]).state(PARTS)
    assert stated.p == stated.raw == round(math.prod(map(prior, PARTS)), 4)
    assert (stated.map, stated.outcomes) == (None, 0)


def test_what_suites_accept_is_likelier_and_what_they_refuse_less_likely():
    nothing = _known([]).state(PARTS).p
    assert _known([Came("one", "", PARTS, accepted=True)]).state(PARTS).p > nothing
    refused = _known([Came("one", "", PARTS, accepted=False)]).state(PARTS)
    assert refused.p < nothing
    # A part that was not used bears nothing of it.
    assert _known([Came("one", "", PARTS, accepted=False)]).of("CSV") == _known([]).of("CSV")


def test_of_a_refusal_each_part_bears_its_share():
    refused = _known([Came("one", "", PARTS, accepted=False)])
    for part in PARTS:
        assert refused.of(part) == 10 * prior(part) / (10 + 1 / 3)


def test_variants_of_a_goal_are_one_report_but_for_what_varies():
    other = tuple(sorted({*PARTS, "the framework fastapi"} - {"the framework flask"}))
    came = [Came("one", "flask", PARTS, accepted=True), Came("one", "", other, accepted=True)]
    both = _known(came)
    assert set(both.outcomes) == set(came)
    assert both.of("uploads") == _known(came[:1]).of("uploads")
    assert both.of("the framework fastapi") == _known(came[1:]).of("the framework fastapi")


def test_the_runs_of_one_goal_are_one_report():
    once = _known([Came("one", "", PARTS, accepted=True)])
    often = _known([Came("one", "", PARTS, accepted=True)] * 5)
    assert often.state(PARTS) == once.state(PARTS)
    assert once.outcomes == (Came("one", "", PARTS, accepted=True),)


@given(st.lists(COMES, max_size=6), st.randoms())
def test_the_order_of_outcomes_does_not_matter(came, random):
    shuffled = list(came)
    random.shuffle(shuffled)
    assert _known(came).digest() == _known(shuffled).digest()


def test_what_is_stated_of_a_goal_does_not_know_its_own_outcome():
    others = [Came(f"goal {n}", "", PARTS, n % 3 > 0) for n in range(60)]
    came = {
        accepted: _known([*others, Came("it", "", PARTS, accepted)]) for accepted in (True, False)
    }
    stated = {each.state(PARTS, without="it") for each in came.values()}
    (one,) = stated
    assert one.map
    assert abs(one.p - 2 / 3) < 0.02  # two suites of three accept


def test_a_verdict_of_the_builders_own_judge_does_not_count(tmp_path):
    spec = understand("A bookmark API: CRUD with tags.").spec
    with suites(tmp_path) as outside:
        before = outside.state(parts(spec)), outside.digest()
    with experience(tmp_path) as known:
        known.learn("a build", {"a question": "an answer"}, parts(spec), accepted=False)
    with experience(tmp_path) as known:
        assert known.digest() != believed({})
    with suites(tmp_path) as outside:
        assert (outside.state(parts(spec)), outside.digest()) == before


def test_a_release_brings_the_same_beliefs_to_every_machine(tmp_path):
    digests = set()
    for name in ("one", "two", "one"):
        with suites(tmp_path / name) as known:
            digests.add(known.digest())
    assert len(digests) == 1
