"""What a night's news does to one belief: never safer for bad news, and no drift."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.formation import BeliefConfig
from beliefs.formation.config import RuleName
from beliefs.formation.fixed import CRUMB, FULL, LAST_DAY, ONE
from beliefs.formation.rules import Held, News, rule_of
from tests.formation import real, strategies

amounts = st.integers(0, 10 * CRUMB) | st.sampled_from([0, 1, CRUMB, FULL])
news = st.builds(News, amounts, amounts, amounts, st.booleans(), st.booleans(), st.booleans())


@st.composite
def states(draw: st.DrawFn, config: BeliefConfig) -> Held | None:
    """Draw what may be held under a rule, of day 0."""
    most = FULL if config.rule == "evidence" else ONE
    part = st.integers(0, most)
    return draw(st.none() | st.builds(Held, part, part, st.just(0)))


@given(config=strategies.configs(), heard=news, data=st.data())
def test_whatever_is_heard_stays_in_bounds(config: BeliefConfig, heard: News, data: st.DataObject):
    rule = rule_of(config)
    held = rule.update(data.draw(states(config)), heard, data.draw(st.integers(0, LAST_DAY)))
    most = FULL if config.rule == "evidence" else ONE
    assert 0 <= held.a <= most
    assert 0 <= held.b <= most
    value, weight, _, _ = rule.read(held, LAST_DAY)
    assert 0 <= value <= 1
    assert 0 <= weight <= 1


@given(config=strategies.configs("evidence"), days=st.integers(0, 5000), data=st.data())
def test_evidence_fades_as_a_half_life_says(config: BeliefConfig, days: int, data: st.DataObject):
    held = data.draw(states(config)) or Held(CRUMB, FULL, 0)
    left = real.power_of_two(-days, config.belief_decay_half_life_days)
    _, _, trouble, success = rule_of(config).read(held, days)
    assert trouble is not None
    assert success is not None
    assert abs(Decimal(trouble) * CRUMB - held.a * left) <= 1
    assert abs(Decimal(success) * CRUMB - held.b * left) <= 1


@given(config=strategies.configs("v1"), days=st.integers(0, 5000), data=st.data())
def test_the_weight_of_v1_fades_as_a_half_life_says_down_to_the_least(
    config: BeliefConfig, days: int, data: st.DataObject
):
    held = data.draw(states(config)) or Held(ONE, ONE, 0)
    left = real.power_of_two(-days, config.belief_decay_half_life_days)
    reading = rule_of(config).read(held, days)
    least = Decimal(config.quanta("min_weight"))
    assert abs(Decimal(reading.weight) * ONE - max(held.b * left, least)) <= 1
    assert reading.value == held.a / ONE


@given(config=strategies.configs("evidence"), heard=news, data=st.data())
def test_evidence_adds_up_in_any_order(config: BeliefConfig, heard: News, data: st.DataObject):
    rule, held = rule_of(config), data.draw(states(config))
    other = data.draw(news)._replace(suspicious=heard.suspicious)
    # The bias rounds once per piece of news, so order may not move it either.
    one = rule.update(rule.update(held, heard, 3), other, 3)
    two = rule.update(rule.update(held, other, 3), heard, 3)
    assert one == two


@given(config=strategies.configs("evidence"), heard=news, more=amounts, data=st.data())
def test_more_trouble_is_worse_and_more_success_is_better(
    config: BeliefConfig, heard: News, more: int, data: st.DataObject
):
    rule, held, day = rule_of(config), data.draw(states(config)), data.draw(st.integers(0, 400))

    def value(heard: News | None) -> Fraction:
        after = held if heard is None else rule.update(held, heard, day)
        return Fraction(0) if after is None else Fraction(rule.read(after, day).value)

    assert value(heard) <= value(heard._replace(trouble=min(heard.trouble + more, FULL)))
    assert value(None) <= value(News(more, vivid_trouble=True))
    assert value(heard._replace(suspicious=False)) >= value(
        heard._replace(success=min(heard.success + more, FULL), suspicious=False)
    )
    assert value(None) >= value(News(success=more, vivid_success=True))


@given(config=strategies.configs("v1"), heard=news, more=amounts, data=st.data())
def test_a_larger_count_is_worse_and_success_is_better_under_v1(
    config: BeliefConfig, heard: News, more: int, data: st.DataObject
):
    rule, held, day = rule_of(config), data.draw(states(config)), data.draw(st.integers(0, 400))
    one = rule.update(held, heard, day)
    other = rule.update(held, heard._replace(total=min(heard.total + more, FULL)), day)
    assert one.a <= other.a
    assert one.b <= other.b
    good = rule.update(held, News(success=more), day)
    before = rule.read(held, day) if held else None
    after = rule.read(good, day)
    assert after.value <= (before.value if before else 0)
    assert after.value * after.weight <= (before.value * before.weight if before else 0)


@given(config=strategies.configs(), heard=news, day=st.integers(0, LAST_DAY))
def test_a_first_failure_is_never_below_unknown(config: BeliefConfig, heard: News, day: int):
    rule = rule_of(config)
    first = rule.read(rule.update(None, heard, day), day)
    assert first.value >= 0
    if config.rule == "evidence" and heard.trouble:
        assert first.value > 0
    if config.rule == "v1" and heard.total >= CRUMB and config.crumb_to_belief_alpha:
        assert first.value > 0


def test_a_first_failure_under_both_rules_in_numbers():
    evidence = rule_of(BeliefConfig())
    assert evidence.read(evidence.update(None, News(CRUMB), 0), 0).value == 0.25
    v1 = rule_of(BeliefConfig(rule="v1"))
    held = v1.update(None, News(CRUMB, total=CRUMB), 0)
    assert held.a / ONE == pytest.approx(0.1 * 0.28346868942621073, abs=1e-8)


# Drift


@settings(max_examples=12)
@given(
    rule=strategies.rules,
    pattern=st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 9)), min_size=1, max_size=5
    ),
    bias=st.sampled_from([0.01, 0.05, 0.3]),
    half_life=st.sampled_from([7, 120]),
)
def test_ten_thousand_suspicious_days_move_a_belief_by_the_bias_at_most(
    rule: RuleName, pattern: list[tuple[int, int, int]], bias: float, half_life: int
):
    config = BeliefConfig(
        rule=rule,
        phase2_suspicion_bias=bias,
        belief_decay_half_life_days=half_life,
    )
    update, read = rule_of(config).update, rule_of(config).read
    plain, wary = None, None
    day, last, worst = 0, 0, 0.0
    while day < 10_000:
        trouble, success, wait = pattern[day % len(pattern)]
        heard = News(trouble * CRUMB, success * CRUMB, trouble * CRUMB)
        plain = update(plain, heard, day)
        wary = update(wary, heard._replace(suspicious=True), day)
        gap = read(wary, day).value - read(plain, day).value
        assert gap >= -32 / ONE
        worst, last = max(worst, gap), day
        day += wait
    # A rounded step towards a signal stops within half a quantum over alpha of it.
    assert worst <= bias + 2.0**-16, (last, worst)


def test_suspicion_of_bad_news_alone_changes_nothing_that_evidence_keeps():
    rule = rule_of(BeliefConfig(phase2_suspicion_bias=0.5))
    heard = News(3 * CRUMB)
    assert rule.update(None, heard, 0) == rule.update(None, heard._replace(suspicious=True), 0)
    good = News(success=CRUMB, suspicious=True)
    assert rule.update(None, good, 0) == Held(CRUMB // 2, CRUMB // 2, 0)


# Holding what was read


@given(config=strategies.configs(), value=st.floats(0, 1), weight=st.floats(0, 0.999))
def test_what_is_held_reads_as_it_was_given(config: BeliefConfig, value: float, weight: float):
    rule = rule_of(config)
    reading = rule.read(rule.hold(value, weight, 5), 5)
    if config.rule == "v1":
        assert reading.value == pytest.approx(value, abs=1e-9)
        assert reading.weight == pytest.approx(max(weight, config.min_weight), abs=1e-9)
    elif weight * config.prior_strength / (1 - weight) < FULL / CRUMB:
        quantum = 1 / CRUMB / config.prior_strength
        assert reading.weight == pytest.approx(weight, abs=2 * quantum)
        assert reading.value == pytest.approx(min(value, weight), abs=2 * quantum)
