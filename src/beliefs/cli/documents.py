"""What programs read: every answer as plain JSON, with field names that stay."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from beliefs.kernel.families import Beta, Dirichlet, Gaussian, Parameters

if TYPE_CHECKING:
    from datetime import datetime

    from beliefs.ledger.writing import Change
    from beliefs.mind.belief import Belief, Delta, TraceEntry, Voice
    from beliefs.mind.trust import Trusted

Document = dict[str, Any]


def belief_document(belief: Belief) -> Document:
    """One belief."""
    return {
        "id": belief.id,
        "claim": belief.claim,
        "family": belief.family,
        "status": belief.status,
        "confidence": belief.confidence,
        "leading": belief.leading,
        "interval": [finite(end) for end in belief.interval],
        "evidence": finite(belief.evidence),
        "contributions": belief.contributions,
        "parameters": _parameters(belief.parameters),
        "fragility": finite(belief.fragility),
        "conflict": belief.conflict,
        "freshness": belief.freshness,
        "stale": belief.stale,
        "probability": belief.probability,
        "label": belief.label,
        "created": iso(belief.created),
        "observed": iso(belief.observed),
        "depends_on": list(belief.depends_on),
        "fallen": list(belief.fallen),
        "superseded_by": belief.superseded_by,
        "why": belief.why,
    }


def voice_document(voice: Voice) -> Document:
    """One voice behind a belief."""
    return {
        "agent": voice.agent,
        "source": voice.source,
        "origin": voice.origin,
        "weight": voice.weight,
        "freshness": voice.freshness,
        "contributions": voice.contributions,
        "amounts": [finite(amount) for amount in voice.amounts],
        "labels": list(voice.labels),
        "observed": iso(voice.observed),
    }


def delta_document(delta: Delta) -> Document:
    """What a write changed."""
    return {
        "replayed": delta.replayed,
        "changes": [_change(change) for change in delta.changes],
    }


def _change(change: Change) -> Document:
    return {
        "action": change.action,
        "id": change.belief_id,
        "claim": change.claim,
        "before": change.before,
        "after": change.after,
        "reason": change.reason,
    }


def trace_document(entry: TraceEntry) -> Document:
    """One line of a belief's history."""
    return {
        "action": entry.action,
        "recorded": iso(entry.recorded),
        "observed": iso(entry.observed),
        "agent": entry.agent,
        "source": entry.source,
        "layer": entry.layer,
        "reason": entry.reason,
        "details": entry.details,
    }


def trust_document(trusted: Trusted) -> Document:
    """One voice and the weight of its words."""
    return trusted._asdict()


def _parameters(parameters: Parameters) -> Document:
    if isinstance(parameters, Beta):
        return {"alpha": parameters.alpha, "beta": parameters.beta}
    if isinstance(parameters, Gaussian):
        return {"mean": parameters.mean, "variance": finite(parameters.variance)}
    assert isinstance(parameters, Dirichlet)
    weights = dict(zip(parameters.categories, parameters.alpha, strict=True))
    return {"alpha": weights, "rest": parameters.rest}


def finite(number: float) -> float | None:
    """A number as JSON can hold it: what is infinite is not known, so null."""
    return number if math.isfinite(number) else None


def iso(time: datetime | None) -> str | None:
    """A moment in UTC, as ISO 8601."""
    return None if time is None else time.isoformat().replace("+00:00", "Z")
