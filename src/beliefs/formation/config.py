"""How beliefs form: the numbers a world is run with, checked when they are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

from beliefs.errors import InvalidInput, shown
from beliefs.formation.fixed import CRUMB, LAST_DAY, ONE, SEVERE, natural, whole

RuleName = Literal["evidence", "v1"]


@dataclass(frozen=True, slots=True)
class BeliefConfig:
    """What a world decides about its minds.

    >>> BeliefConfig(rule="v1", max_beliefs_per_agent=16).crumb_to_belief_alpha
    0.1
    """

    enabled: bool = True
    rule: RuleName = "evidence"
    sleep_interval_days: int = 1
    max_beliefs_per_agent: int = 64
    belief_decay_half_life_days: int = 120

    # `evidence`: how much evidence makes half a belief, in counts.
    prior_strength: float = 3.0

    # `v1`: how fast a belief follows its signal, how many crumbs make a strong one, how they fade.
    crumb_to_belief_alpha: float = 0.10
    crumb_scale: float = 3.0
    crumb_half_life_days: int = 30
    max_crumbs_per_agent: int = 64
    min_weight: float = 0.05
    max_weight: float = 0.95

    # Episodes: from what severity on, how many a day, and what one adds to its key's signal.
    episode_threshold: float = 0.65
    max_episodes_per_agent: int = 24
    episode_bonus_weight: float = 0.15

    # In phase 2, what these families hear sounds worse by so much.
    phase2_suspicion_bias: float = 0.05
    suspicious_families: tuple[str, ...] = ("delivery-risk", "incident-risk", "route-risk")

    # Routing: a day's budget (what is above waits for the next), and how many hear one event.
    max_events_per_day: int = 1_000_000_000
    max_stakeholders_per_event: int = 20

    def __post_init__(self) -> None:
        if self.rule not in get_args(RuleName):
            raise InvalidInput(f"rule must be 'evidence' or 'v1', not {shown(self.rule)}.")
        for name, most in _WHOLE.items():
            natural(getattr(self, name), name=name, least=1, most=most)
        for name in _REAL:
            self.quanta(name)
        if self.min_weight > self.max_weight:
            raise InvalidInput("min_weight must not be above max_weight.")
        if not isinstance(self.enabled, bool):
            raise InvalidInput(f"enabled must be True or False, not {shown(self.enabled)}.")
        named: object = self.suspicious_families
        if not isinstance(named, tuple) or not all(isinstance(name, str) for name in named):
            raise InvalidInput(f"suspicious_families must be a tuple of words, not {shown(named)}.")
        # Sorted, so that the order they were named in leaves no trace.
        families = tuple(sorted(set(self.suspicious_families)))
        object.__setattr__(self, "suspicious_families", families)

    def quanta(self, name: str) -> int:
        """A field as a multiple of its quantum."""
        quantum, least, most = _REAL[name]
        return whole(getattr(self, name), quantum, name=name, least=least, most=most)

    def as_document(self) -> dict[str, Any]:
        """Every field by name, ready for JSON."""
        return asdict(self) | {"suspicious_families": list(self.suspicious_families)}


def config_of(document: Mapping[str, Any]) -> BeliefConfig:
    """A config from named fields, as a scenario file or a snapshot holds them.

    >>> config_of({"rule": "v1"}).rule
    'v1'
    """
    known = [field.name for field in fields(BeliefConfig)]
    for name in document:
        if name not in known:
            raise InvalidInput(f"There is no setting {shown(name)}: known are {', '.join(known)}.")
    given = dict(document)
    if isinstance(given.get("suspicious_families"), list):
        given["suspicious_families"] = tuple(given["suspicious_families"])
    return BeliefConfig(**given)


_WHOLE = {
    "sleep_interval_days": LAST_DAY,
    "max_beliefs_per_agent": 4096,
    "belief_decay_half_life_days": LAST_DAY,
    "crumb_half_life_days": LAST_DAY,
    "max_crumbs_per_agent": 4096,
    "max_episodes_per_agent": 4096,
    "max_events_per_day": (1 << 62),
    "max_stakeholders_per_event": (1 << 31) - 1,
}
_REAL = {
    # name: quantum, least, most
    "prior_strength": (CRUMB, 1 / 16, 1 << 14),
    "crumb_to_belief_alpha": (ONE, 0.0, 1.0),
    "crumb_scale": (CRUMB, 1 / 16, 1 << 14),
    "min_weight": (ONE, 0.0, 1.0),
    "max_weight": (ONE, 0.0, 1.0),
    "episode_threshold": (SEVERE, 0.0, 1.0),
    # In `v1` a part of a signal, in `evidence` of a count.
    "episode_bonus_weight": (ONE, 0.0, 1.0),
    "phase2_suspicion_bias": (ONE, 0.0, 1.0),
}
