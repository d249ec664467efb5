"""Models in which an agent is right with one probability, whatever the truth is.

When wrong, it says any other label alike. In *even*, all agents share one probability, and the
answer is the majority's; in *coins*, each has its own, drawn from a Beta distribution that is
itself learned. Both are fitted by variational Bayes, whose bound on the logarithm of the
probability of all votes is the evidence for the model. The truth has a uniform prior.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from beliefs.kernel.learning.fitting import STEPS, believed, log_total, settled
from beliefs.kernel.learning.gamma import digamma, log_gamma
from beliefs.kernel.learning.votes import added

if TYPE_CHECKING:
    from beliefs.kernel.learning.votes import Floats, Integers, Tally

# What an agent is before anything is heard: right twice as often as wrong.
_RIGHT, _WRONG = 2.0, 1.0

# Between these a learned prior stays: a tenth of a percent of a vote, and ten thousand votes.
_LEAST, _MOST = 1e-3, 1e4


class CoinFit(NamedTuple):
    """The logarithms of each agent's probability of being right and of any one wrong label."""

    right: Floats
    wrong: Floats
    evidence: float


def fit_even(tally: Tally) -> CoinFit:
    """One probability of being right, for all agents alike."""
    import numpy as np

    fitted = _fit(tally, np.zeros_like(tally.agents), learned=False)
    everyone = np.zeros(tally.shape.agents)
    return fitted._replace(right=fitted.right + everyone, wrong=fitted.wrong + everyone)


def fit_coins(tally: Tally) -> CoinFit:
    """A probability of being right for each agent, from a prior learned over all of them."""
    fitted = _fit(tally, tally.agents, learned=True)
    # The prior's two numbers were fitted to the agents: their price by Schwarz (1978).
    return fitted._replace(evidence=fitted.evidence - math.log(tally.shape.agents))


def _fit(tally: Tally, agents: Integers, *, learned: bool) -> CoinFit:
    import numpy as np

    size = tally.shape
    others = math.log(max(1, size.labels - 1))
    count = int(agents.max()) + 1
    heard = added(agents, tally.weights, count)
    at = tally.labels * size.items + tally.items
    belief, prior = tally.shares(), np.array([[_RIGHT], [_WRONG]])
    for step in range(STEPS):
        before = belief
        hits = np.minimum(added(agents, tally.weights * belief.take(at), count), heard)
        seen = np.stack((hits, heard - hits))
        if learned and step > 1:
            prior = _learned(prior, seen)
        log_mean = digamma(seen + prior) - digamma(heard + prior.sum())
        gain = tally.weights * (log_mean[0] - log_mean[1] + others)[agents]
        told = added(at, gain, belief.size).reshape(belief.shape)
        belief = believed(told)
        if settled(before, belief):
            break
    wrong = float(heard @ (log_mean[1] - others)) - size.items * math.log(size.labels)
    evidence = float(log_total(told).sum()) + wrong - _divergence(seen, prior)
    mean = np.log(seen + prior) - np.log(heard + prior.sum())
    return CoinFit(mean[0], mean[1] - others, evidence)


def _learned(prior: Floats, seen: Floats) -> Floats:
    """Two steps of Minka's fixed point (2000) towards the prior under which `seen` is likeliest."""
    import numpy as np

    heard = seen.sum(axis=0)
    for _ in range(2):
        total = prior.sum(keepdims=True)
        share = (digamma(seen + prior) - digamma(prior)).sum(axis=1, keepdims=True)
        whole = (digamma(heard + total) - digamma(total)).sum()
        prior = np.clip(prior * share / whole, _LEAST, _MOST)
    return prior


def _divergence(seen: Floats, prior: Floats) -> float:
    """How far the posteriors of all agents are from the prior, in nats."""
    total, heard = prior.sum(keepdims=True), seen.sum(axis=0)
    slope = digamma(seen + prior) - digamma(heard + total)
    whole = log_gamma(heard + total) - log_gamma(total)
    parts = log_gamma(seen + prior) - log_gamma(prior)
    return float(whole.sum() - parts.sum() + (seen * slope).sum())
