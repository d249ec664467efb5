"""Models in which each agent has a row of probabilities per truth: a confusion matrix.

A truth may show several *faces*, as easy and hard items of one label do. Agents answer
independently given the face, so that their errors go together given the truth alone: that is the
group structure of the votes (Li, Rubinstein and Cohn 2019, *Exploiting Worker Correlation for
Label Aggregation in Crowdsourcing*). An agent's rows are drawn around the rows of all agents, as
closely as the agents are found to be alike, so those who said little are read as the others.
Fitted by variational Bayes; the bound it climbs is the evidence for the model.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from beliefs.kernel.learning.fitting import STEPS, believed, log_total, settled
from beliefs.kernel.learning.gamma import digamma, log_gamma
from beliefs.kernel.learning.votes import added

if TYPE_CHECKING:
    from beliefs.kernel.learning.votes import Floats, Integers, Tally

# How much of an item starts on the face its band of agreement suggests; the others share the rest.
_BAND = 0.8

# What the rows of all agents start from: a vote for the truth, and a tenth for every label.
_TRUTH, _ANY = 1.0, 0.1

# How many votes the rows of all agents are worth to one agent: at first, and at the extremes.
_LIKENESS, _LEAST, _MOST = 4.0, 1e-2, 1e4


class FaceFit(NamedTuple):
    """The label and log prior of each face, and each agent's log row [agent, face, report]."""

    labels: Integers
    priors: Floats
    rows: Floats
    evidence: float


class _Prior(NamedTuple):
    """Where rows come from: their mean, per face and report, and how closely agents keep to it."""

    mean: Floats
    likeness: float


def price(tally: Tally, faces: int) -> float:
    """What the numbers shared by all agents cost in evidence (Schwarz 1978)."""
    labels = tally.shape.labels
    return (faces * labels * (labels - 1) + 1) * math.log(tally.shape.items) / 2


def fit_faces(tally: Tally, faces: int) -> FaceFit:
    """The model in which every label shows this many faces."""
    import numpy as np

    size = tally.shape
    labels = np.repeat(np.arange(size.labels), faces)
    belief = _start(tally, faces)
    likeness = _LIKENESS
    for step in range(STEPS):
        before = belief
        seen = _by_cell(tally, belief)
        heard = _by_agent(tally, seen)
        mean = _common_rows(tally, seen, labels)
        if step > 1:
            likeness = _learned(tally, seen, heard, _Prior(mean, likeness))
        prior = _Prior(mean, likeness)
        common = (likeness * mean)[:, tally.cell_labels]
        slope = digamma(seen + common) - digamma(heard + likeness)[:, tally.cell_agents]
        crowd = belief.sum(axis=1) + 1 / faces
        log_prior = digamma(crowd) - digamma(crowd.sum(keepdims=True))
        told = _by_item(tally, slope) + log_prior[:, None]
        belief = believed(told)
        if settled(before, belief):
            break
    evidence = float(log_total(told).sum()) - price(tally, faces)
    evidence -= _divergence(tally, seen, heard, prior) + _prior_divergence(crowd, 1 / faces)
    return FaceFit(labels, np.log(crowd / crowd.sum()), _rows(tally, seen, heard, prior), evidence)


def _start(tally: Tally, faces: int) -> Floats:
    """Labels by their share of the votes; faces by how united the votes on an item are."""
    import numpy as np

    shares = tally.shares()
    _, group, sizes = np.unique(
        shares.max(axis=0).round(9), return_inverse=True, return_counts=True
    )
    items = len(group)
    middle = (np.cumsum(sizes) - sizes / 2) / items
    band = np.minimum((middle * faces).astype(np.int64), faces - 1)[group]
    at = np.full((faces, items), (1 - _BAND) / max(1, faces - 1))
    at[band, np.arange(items)] = _BAND if faces > 1 else 1.0
    start: Floats = (shares[:, None, :] * at[None, :, :]).reshape(-1, items)
    return start


def _by_cell(tally: Tally, belief: Floats) -> Floats:
    """How much each agent used each label, per face that the item may have had."""
    import numpy as np

    items, weights = tally.items_by_cell, tally.weights_by_cell
    return np.stack([np.add.reduceat(weights * c.take(items), tally.cell_starts) for c in belief])


def _by_agent(tally: Tally, seen: Floats) -> Floats:
    import numpy as np

    return np.stack([added(tally.cell_agents, c, tally.shape.agents) for c in seen])


def _by_item(tally: Tally, slope: Floats) -> Floats:
    """The evidence of all votes on an item, per face."""
    import numpy as np

    said = tally.cells
    return np.stack(
        [np.add.reduceat(tally.weights * c.take(said), tally.item_starts) for c in slope]
    )


def _common_rows(tally: Tally, seen: Floats, labels: Integers) -> Floats:
    import numpy as np

    rows = np.stack([added(tally.cell_labels, c, tally.shape.labels) for c in seen]) + _ANY
    rows[np.arange(len(labels)), labels] += _TRUTH
    mean: Floats = rows / rows.sum(axis=1, keepdims=True)
    return mean


def _learned(tally: Tally, seen: Floats, heard: Floats, prior: _Prior) -> float:
    """Two steps of Minka's fixed point (2000) towards the likeness that makes `seen` likeliest."""
    import numpy as np

    mean, likeness = prior.mean[:, tally.cell_labels], prior.likeness
    for _ in range(2):
        start = digamma(likeness * prior.mean)[:, tally.cell_labels]
        parts = (mean * (digamma(seen + likeness * mean) - start)).sum()
        whole = (digamma(heard + likeness) - digamma(np.array([likeness]))).sum()
        likeness = float(np.clip(likeness * parts / whole, _LEAST, _MOST))
    return likeness


def _divergence(tally: Tally, seen: Floats, heard: Floats, prior: _Prior) -> float:
    """How far the posteriors of all rows are from their prior; unused labels add nothing."""
    import numpy as np

    common = (prior.likeness * prior.mean)[:, tally.cell_labels]
    slope = digamma(seen + common) - digamma(heard + prior.likeness)[:, tally.cell_agents]
    whole = log_gamma(heard + prior.likeness) - log_gamma(np.array([prior.likeness]))
    parts = log_gamma(seen + common) - log_gamma(common)
    return float(whole.sum() - parts.sum() + (seen * slope).sum())


def _prior_divergence(crowd: Floats, start: float) -> float:
    import numpy as np

    total, before = crowd.sum(keepdims=True), np.array([start])
    whole = log_gamma(total) - log_gamma(before * len(crowd))
    parts = log_gamma(crowd) - log_gamma(before)
    slope = digamma(crowd) - digamma(total)
    return float(whole[0] - parts.sum() + ((crowd - start) * slope).sum())


def _rows(tally: Tally, seen: Floats, heard: Floats, prior: _Prior) -> Floats:
    """The logarithm of each agent's mean row."""
    import numpy as np

    size = tally.shape
    counts = np.zeros((size.agents, len(seen), size.labels))
    counts[tally.cell_agents, :, tally.cell_labels] = seen.T
    counts += prior.likeness * prior.mean
    rows: Floats = np.log(counts) - np.log(heard.T + prior.likeness)[:, :, None]
    return rows
