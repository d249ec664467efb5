"""A config is checked when it is given."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from beliefs.errors import InvalidInput
from beliefs.formation import BeliefConfig
from beliefs.formation.config import config_of
from tests.formation import strategies

NAN, INF = float("nan"), float("inf")
WRONG: list[dict[str, Any]] = [
    {"rule": "v2"},
    {"rule": None},
    {"rule": ["v1"]},
    {"enabled": "no"},
    {"enabled": 1},
    *({"sleep_interval_days": n} for n in (0, -1, 1.0, True, NAN, "1", 65_536)),
    *({"max_beliefs_per_agent": n} for n in (0, -1, 4097, True, 10**400, None)),
    *({"belief_decay_half_life_days": n} for n in (0, 0.5, 65_536, -120)),
    *({"crumb_half_life_days": n} for n in (0, NAN)),
    *({"max_crumbs_per_agent": n} for n in (0, 4097)),
    *({"max_episodes_per_agent": n} for n in (0, 4097)),
    *({"max_events_per_day": n} for n in (0, -1, INF, 1 << 63)),
    *({"max_stakeholders_per_event": n} for n in (0, 1 << 31)),
    *({"prior_strength": n} for n in (0, -1, NAN, INF, True, "3", 10**400, None)),
    *({"crumb_to_belief_alpha": n} for n in (-0.1, 1.1, NAN, False)),
    *({"crumb_scale": n} for n in (0, -3, 1 << 15, INF)),
    *({name: n} for name in ("min_weight", "max_weight") for n in (-0.01, 1.01, NAN)),
    {"min_weight": 0.5, "max_weight": 0.4},
    *({"episode_threshold": n} for n in (-1, 2, NAN)),
    *({"episode_bonus_weight": n} for n in (-1, 1.5, NAN)),
    *({"phase2_suspicion_bias": n} for n in (-0.1, 1.5, NAN, True)),
    *({"suspicious_families": n} for n in ("route-risk", None, (1,), ["route-risk"], {"a"})),
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: str(wrong)[:60])
def test_a_wrong_setting_is_refused_in_a_sentence(wrong: dict[str, Any]):
    with pytest.raises(InvalidInput) as refused:
        BeliefConfig(**wrong)
    message = str(refused.value)
    assert message.endswith(".")
    assert len(message) < 200
    assert any(name in message for name in wrong)


def test_an_unknown_setting_is_refused_by_name():
    with pytest.raises(InvalidInput, match="max_belief_per_agent"):
        config_of({"max_belief_per_agent": 3})


@given(config=strategies.configs())
def test_a_config_survives_its_document(config: BeliefConfig):
    assert config_of(config.as_document()) == config


def test_the_order_of_families_leaves_no_trace():
    one = BeliefConfig(suspicious_families=("b", "a", "b"))
    assert one == BeliefConfig(suspicious_families=("a", "b"))
