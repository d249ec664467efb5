"""Forecasts: what asking would bring, before anything is asked.

The next observations are drawn from what is believed now (the posterior predictive), and the
belief after them is compared with the belief before. By the chain rule the information of several
observations is the sum of what each brings after those before it, so the first step is exact for
every family, and all steps are for claims and numbers; only later observations of categories are
simulated, from a seed.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from beliefs.errors import InvalidInput, shown
from beliefs.kernel.families import Beta, Dirichlet, Gaussian, Parameters
from beliefs.kernel.information import fragility
from beliefs.kernel.intervals import probability_below
from beliefs.ledger.text import terms
from beliefs.mind.belief import Belief
from beliefs.mind.clarity import observations, standing
from beliefs.mind.wording import counted, figure, quoted

Sureness = Literal["low", "medium", "high"]

FARTHEST: Final = 5
"""The longest horizon, in observations."""

MOST_ROLLOUTS: Final = 200

MEDIUM_FROM: Final = 2.0
HIGH_FROM: Final = 10.0
"""Observations behind a belief from which a forecast about it is of medium and high confidence."""

SETTLED: Final = 0.975
"""A reading is settled when the better side has this probability: 95% of it lies on one side."""

TIGHT: Final = 0.1
"""A number is settled when its standard deviation is at most this part of it."""

_LIKELY = 0.5
_SHORTEST_ID = 8
_UNKNOWN = Beta(1.0, 1.0)


class Ask(NamedTuple):
    """An action that would observe something about a belief."""

    target: str
    """The id of a belief, or words about it."""
    success_rate: float = 1.0
    """How often the tool that is used brings an answer."""


class Forecast(NamedTuple):
    """What an action is expected to bring."""

    action: str
    target_id: str | None
    """The belief it is about; None if none fits its words."""
    score: float
    """From 0 to 1; 1 is worth as much as asking about a claim of which nothing is known."""
    will_answer: tuple[str, ...]
    """The beliefs that are open now and would probably be settled."""
    confidence: Sureness
    """How far to rely on this forecast, by the evidence it starts from."""
    why: str
    expected_entropy_reduction: float
    """In nats; infinite for a number of which nothing is known."""
    rollouts: int
    """How many futures were simulated; 0 where the result is exact."""
    depth: int
    """How many observations ahead."""


class _Outlook(NamedTuple):
    """After each number of answered observations: the information so far, and whether settled."""

    gains: tuple[float, ...]
    settled: tuple[float, ...]
    rollouts: int


def predict(
    actions: Iterable[str | Ask],
    beliefs: Iterable[Belief],
    *,
    horizon: int = 1,
    rollouts: int = 30,
    seed: int = 0,
) -> list[Forecast]:
    """Forecast what each action would bring, in the order given.

    The same seed gives the same forecast, whatever else is asked beside it.

    >>> from beliefs import Beliefs
    >>> [forecast] = predict(["is the cache warm?"], Beliefs(":memory:").fuse(["Cache is warm"]))
    >>> forecast.confidence, round(forecast.expected_entropy_reduction, 4), round(forecast.score, 2)
    ('low', 0.1365, 0.71)
    """
    _check("horizon", horizon, FARTHEST)
    _check("rollouts", rollouts, MOST_ROLLOUTS)
    known = standing(beliefs)
    return [
        _forecast(ask, _target(ask.target, known), horizon, rollouts, seed)
        for ask in map(_ask, actions)
    ]


def _forecast(ask: Ask, belief: Belief | None, horizon: int, rollouts: int, seed: int) -> Forecast:
    if belief is None:
        why = "no belief here is about it; note it as a gap to keep it in sight"
        return Forecast(ask.target, None, 0.0, (), "low", why, 0.0, 0, horizon)
    outlook = _outlook(belief, horizon, rollouts, seed)
    answered = _answered(horizon, ask.success_rate)
    gain = _expected(outlook.gains, answered)
    most = _exact(_UNKNOWN, horizon).gains[-1]
    opens = outlook.settled[0] < 1
    answers = opens and _expected(outlook.settled, answered) >= _LIKELY
    times = "one observation is" if horizon == 1 else f"{horizon} observations are"
    why = (
        f"{quoted(belief.claim)} stands at {figure(belief)} from {counted(belief)}; "
        f"{times} expected to bring {gain:.3f} nats"
    )
    return Forecast(
        ask.target, belief.id, min(1.0, gain / most), (belief.id,) if answers else (),
        _sureness(belief), why, gain, outlook.rollouts, horizon,
    )  # fmt: skip


def _outlook(belief: Belief, horizon: int, rollouts: int, seed: int) -> _Outlook:
    parameters = belief.parameters
    if isinstance(parameters, Gaussian):
        return _numeric(belief, parameters, horizon)
    if isinstance(parameters, Beta):
        return _exact(parameters, horizon)
    # A stream of its own for each belief, so that no forecast depends on its neighbours.
    chance = random.Random(f"{seed} {belief.id}")  # noqa: S311 - a simulation, repeatable on purpose
    return _simulated(parameters, horizon, rollouts, chance)


def _exact(now: Beta, horizon: int) -> _Outlook:
    """Every future of a claim, weighed: after t observations k of them were for it."""
    gains, settled = [0.0], [float(is_settled(now))]
    futures = {now: 1.0}
    for _ in range(horizon):
        gains.append(
            gains[-1] + math.fsum(chance * fragility(then) for then, chance in futures.items())
        )
        after: dict[Beta, list[float]] = {}
        for then, chance in futures.items():
            yes, no = Beta(then.alpha + 1, then.beta), Beta(then.alpha, then.beta + 1)
            after.setdefault(yes, []).append(chance * then.mean)
            after.setdefault(no, []).append(chance * (1 - then.mean))
        futures = {then: math.fsum(chances) for then, chances in after.items()}
        settled.append(math.fsum(chance for then, chance in futures.items() if is_settled(then)))
    return _Outlook(tuple(gains), tuple(settled), 0)


def _numeric(belief: Belief, now: Gaussian, horizon: int) -> _Outlook:
    """A number gets more precise with each report, whatever the report says."""
    # As for its fragility, the next report is taken to be as precise as those before it.
    unit = (belief.evidence / belief.contributions if belief.contributions else 1.0) or 1.0
    gains, settled = [0.0], [float(is_settled(now))]
    for reports in range(1, horizon + 1):
        gains.append(fragility(now, unit_precision=reports * unit))
        then = Gaussian(now.mean, 1 / (1 / now.variance + reports * unit))
        settled.append(float(is_settled(then)))
    return _Outlook(tuple(gains), tuple(settled), 0)


def _simulated(now: Dirichlet, horizon: int, rollouts: int, chance: random.Random) -> _Outlook:
    """Futures of categories are drawn; what each state of them would learn next is computed."""
    gains = [[0.0] for _ in range(rollouts)]
    settled = [[float(is_settled(now))] for _ in range(rollouts)]
    for gained, closed in zip(gains, settled, strict=True):
        then = now
        for _ in range(horizon):
            gained.append(gained[-1] + fragility(then))
            then = _observed(then, chance.random())
            closed.append(float(is_settled(then)))
    means = [
        tuple(math.fsum(step) / rollouts for step in zip(*paths, strict=True))
        for paths in (gains, settled)
    ]
    return _Outlook(means[0], means[1], rollouts)


def _observed(now: Dirichlet, point: float) -> Dirichlet:
    """The belief after one observation: the category that a point between 0 and 1 falls on."""
    left = point * now.total
    for place, weight in enumerate(now.alpha):
        left -= weight
        if left < 0 or (now.rest is None and place == len(now.alpha) - 1):
            more = (*now.alpha[:place], weight + 1, *now.alpha[place + 1 :])
            return now._replace(alpha=more)
    return now._replace(rest=(now.rest or 0.0) + 1)


def is_settled(parameters: Parameters) -> bool:
    """Whether a belief has made up its mind.

    A claim has when its 95% interval lies on one side of ½; categories when that of the leading
    one against the next does; a number when it is known to a tenth.

    >>> is_settled(Beta(5.0, 1.0)), is_settled(Beta(6.0, 1.0)), is_settled(Gaussian(130.0, 100.0))
    (False, True, True)
    """
    if isinstance(parameters, Gaussian):
        spread = math.sqrt(parameters.variance)
        return parameters.mean is not None and spread <= TIGHT * abs(parameters.mean)
    if isinstance(parameters, Beta):
        sides = list(parameters)
    elif not parameters.alpha:
        return False
    else:
        # Two categories of a Dirichlet, taken alone, are a Beta.
        sides = [*parameters.alpha, parameters.rest or 0.0]
    less, more = sorted(sides)[-2:]
    return less == 0 or probability_below(Beta(more, less), 0.5) <= 1 - SETTLED


def _answered(horizon: int, rate: float) -> list[float]:
    """The probability of each number of answers, when each try brings one at a rate."""
    return [
        math.comb(horizon, n) * rate**n * (1 - rate) ** (horizon - n) for n in range(horizon + 1)
    ]


def _expected(values: Sequence[float], chances: Sequence[float]) -> float:
    # What cannot happen may be infinite.
    return math.fsum(v * p for v, p in zip(values, chances, strict=True) if p)


def _sureness(belief: Belief) -> Sureness:
    known = observations(belief)
    if known >= HIGH_FROM:
        return "high"
    return "medium" if known >= MEDIUM_FROM else "low"


def _target(words: str, beliefs: Sequence[Belief]) -> Belief | None:
    """The belief with this id, these words, or else the rarest of them, at least half of them."""
    digits = words.strip().removeprefix("#")
    if len(digits) >= _SHORTEST_ID:
        named = [belief for belief in beliefs if belief.id.startswith(digits)]
        if len(named) == 1:
            return named[0]
    spoken = {belief.id: set(terms(belief.claim)) for belief in beliefs}
    wanted = set(terms(words))
    usual = Counter(term for said in spoken.values() for term in said)
    best = [
        (-math.fsum(sorted(1 / usual[term] for term in wanted & said)), len(said ^ wanted), one)
        for one, said in spoken.items()
        if wanted & said and 2 * len(wanted & said) >= min(len(wanted), len(said))
    ]
    found = min(best)[-1] if best else None
    return next((belief for belief in beliefs if belief.id == found), None)


def _ask(action: str | Ask) -> Ask:
    ask = Ask(action) if isinstance(action, str) else action
    rate: object = ask.success_rate
    if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
        raise InvalidInput(f"a success rate lies between 0 and 1, not at {shown(rate)}.")
    return ask


def _check(name: str, number: object, most: int) -> None:
    if type(number) is not int or not 1 <= number <= most:
        raise InvalidInput(f"{name} must be a whole number from 1 to {most}, not {shown(number)}.")
