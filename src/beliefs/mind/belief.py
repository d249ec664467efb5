"""A belief as a reader sees it, and what a write did to beliefs.

Confidence and the amount of evidence are two numbers, always. What needs more than arithmetic
(an interval, a logarithm) is worked out when it is asked for.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from beliefs.kernel import agreement, information, intervals
from beliefs.kernel.agreement import Estimate, NumericVoice
from beliefs.kernel.exact import SIGHT, divide
from beliefs.kernel.families import Beta, Dirichlet, Gaussian, Parameters
from beliefs.kernel.freshness import freshness
from beliefs.kernel.intervals import Interval
from beliefs.ledger.bets import Wager, wager
from beliefs.ledger.entries import Entry
from beliefs.ledger.figure import Figure, Weighed
from beliefs.ledger.statements import Statement
from beliefs.ledger.text import datetime_of
from beliefs.ledger.writing import Change, Reply


class Voice(NamedTuple):
    """One voice behind a belief: what it adds after every weight."""

    agent: str
    source: str | None
    origin: str | None
    weight: float
    """Share × agent factor × source factor."""
    freshness: float
    """The weight left of the newest thing it said."""
    amounts: tuple[float, ...]
    """What it adds: (for, against), or per category in `labels`, or (τ, τx, τx²)."""
    labels: tuple[str, ...]
    contributions: int
    observed: datetime


STALE_BELOW = 0.5
"""A belief is stale when its newest evidence has lost more than half of its weight."""


class Belief:
    """A claim with everything that was said about it, added up."""

    __slots__ = ("_conflict", "_figure", "_voices", "_wagered")

    def __init__(self, figure: Figure) -> None:
        self._figure = figure
        # Asked for again and again in one turn.
        self._voices: tuple[Voice, ...] | None = None
        self._conflict: float | None = None
        self._wagered: tuple[Wager | None] | None = None

    @property
    def id(self) -> str:
        """The hash of family and words: the same claim has the same id everywhere."""
        return self._figure.claim.hex()

    @property
    def claim(self) -> str:
        """The words."""
        return self._figure.text

    @property
    def family(self) -> str:
        """binary, categorical or numeric."""
        return self._figure.family

    @property
    def status(self) -> str:
        """active, unsupported, retracted, superseded or reset."""
        return self._figure.status

    @property
    def parameters(self) -> Parameters:
        """The pooled distribution: Beta, Dirichlet or Gaussian."""
        return self._figure.pooled.parameters

    @property
    def evidence(self) -> float:
        """How much evidence is in it, after every weight; of a number, its precision."""
        return self._figure.pooled.evidence

    @property
    def contributions(self) -> int:
        """How many contributions stand behind it."""
        return sum(one.subtotal.times for one in self._figure.weighed)

    @property
    def leading(self) -> str | None:
        """The weightiest category of a categorical belief."""
        parameters = self.parameters
        if isinstance(parameters, Dirichlet) and parameters.leading is not None:
            return parameters.categories[parameters.leading]
        return None

    @property
    def confidence(self) -> float | None:
        """The mean of the claim, or of its leading category; None for a number."""
        parameters = self.parameters
        if isinstance(parameters, Beta):
            return parameters.mean
        if isinstance(parameters, Dirichlet) and parameters.leading is not None:
            return parameters.alpha[parameters.leading] / parameters.total
        return None

    @property
    def probability(self) -> float | None:
        """What the engine would bet on the claim, or on its leading category.

        None for a number, and while no voice has outcomes or a learned row. Until there are
        enough outcomes of its kind of source, it is the bet as it is, without a map.
        """
        found = self._wager
        return None if found is None else found.probability

    @property
    def _wager(self) -> Wager | None:
        if self._wagered is None:
            self._wagered = (wager(self._figure),)
        return self._wagered[0]

    @property
    def label(self) -> str | None:
        """high, medium or low, once calibrated on outcomes of its kind of source; None until then.

        What each of them means is said in `calibration.LABELS`.
        """
        from beliefs.mind.calibration import label_of

        found = self._wager
        return label_of(found.probability) if found is not None and found.calibrated else None

    @property
    def interval(self) -> Interval:
        """The central 95% of the claim, of its leading category, or of the number."""
        parameters = self.parameters
        if isinstance(parameters, Dirichlet):
            if parameters.leading is None:
                return Interval(0.0, 1.0)
            return intervals.credible_interval(parameters, category=parameters.leading)
        return intervals.credible_interval(parameters)

    @property
    def fragility(self) -> float:
        """The information that one more observation is expected to bring, in nats."""
        parameters = self.parameters
        if isinstance(parameters, Gaussian):
            # The next observation is taken to be as precise as those before it.
            unit = self.evidence / self.contributions if self.contributions else 1.0
            return information.fragility(parameters, unit_precision=unit or 1.0)
        return information.fragility(parameters)

    @property
    def conflict(self) -> float:
        """How far the voices disagree, from 0 to 1."""
        if self._conflict is None:
            self._conflict = self._worked_out_conflict()
        return self._conflict

    def _worked_out_conflict(self) -> float:
        if self.family == "numeric":
            return agreement.numeric_conflict(self._numeric_voices())
        # Nobody speaks for "something else", but a lone category needs it beside it.
        spare = (0.0,) if self.family == "categorical" else ()
        return agreement.conflict([voice.amounts + spare for voice in self.voices])

    @property
    def estimate(self) -> Estimate | None:
        """For a number: a robust mean over the voices, and its spread."""
        if self.family != "numeric":
            return None
        return agreement.robust_estimate(self._numeric_voices())

    def _numeric_voices(self) -> list[NumericVoice]:
        found = []
        for voice in self.voices:
            precision, moment, _ = voice.amounts
            if precision:
                found.append(NumericVoice(moment / precision, precision, voice.weight))
        return found

    @property
    def freshness(self) -> float:
        """The weight left of its newest evidence; 1 where nothing decays."""
        return max((self._freshness(one) for one in self._figure.weighed), default=0.0)

    def _freshness(self, one: Weighed) -> float:
        return freshness(one.subtotal.last, self._figure.now, one.subtotal.voice.half_life)

    @property
    def stale(self) -> bool:
        """Whether it should be checked again."""
        return self.status == "active" and self.freshness < STALE_BELOW

    @property
    def voices(self) -> tuple[Voice, ...]:
        """Who said it, with which weight, and what that adds."""
        if self._voices is None:
            self._voices = self._worked_out_voices()
        return self._voices

    def _worked_out_voices(self) -> tuple[Voice, ...]:
        weighed = self._figure.weighed
        return tuple(
            Voice(
                one.subtotal.voice.agent,
                one.subtotal.voice.source or None,
                one.subtotal.voice.origin or None,
                divide(one.weight.mantissa, 1 << -one.weight.exponent),
                self._freshness(one),
                _rounded(one),
                self._figure.labels,
                one.subtotal.times,
                datetime_of(one.subtotal.last),
            )
            for one in weighed
        )

    @property
    def created(self) -> datetime:
        """When it was first recorded here."""
        return datetime_of(self._figure.created)

    @property
    def observed(self) -> datetime | None:
        """When its newest standing evidence was observed."""
        moments = [one.subtotal.last for one in self._figure.weighed]
        return datetime_of(max(moments)) if moments else None

    @property
    def depends_on(self) -> tuple[str, ...]:
        """The premises that contributions to it rest on."""
        return self._figure.rests_on

    @property
    def fallen(self) -> tuple[str, ...]:
        """Those premises that no longer stand, and so took evidence with them."""
        return self._figure.fallen

    @property
    def superseded_by(self) -> str | None:
        """The belief that took its place."""
        return self._figure.closed.by if self._figure.closed else None

    @property
    def why(self) -> str | None:
        """Why it is not active, or why some of its evidence does not count, in words."""
        closed = self._figure.closed
        if closed is not None:
            said = {
                "superseded": f"superseded by {closed.by}",
                "reset": "its scope was reset",
            }.get(closed.status, closed.status)
            return f"{said}: {closed.reason}" if closed.reason else said
        if self.fallen:
            lost = "all" if self.status == "unsupported" else "some"
            return (
                f"{lost} of its evidence rests on {', '.join(self.fallen)}, which no longer stands"
            )
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Belief) and self._content == other._content

    @property
    def _content(self) -> tuple[object, ...]:
        return (
            self.id, self.status, self.parameters, self.evidence, self.voices, self.created,
            self.superseded_by, self.why, self.depends_on, self.fallen,
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return (
            f"Belief({self.claim!r}, {self.status}, {self.parameters}, "
            f"evidence={self.evidence:g}, id={self.id!r})"
        )


def _rounded(one: Weighed) -> tuple[float, ...]:
    if one.exponent < -2 * SIGHT:
        return tuple(0.0 for _ in one.amounts)
    unit = one.denominator << max(0, -one.exponent)
    return tuple(divide(amount << max(0, one.exponent), unit) for amount in one.amounts)


class Delta:
    """What a write changed; its numbers are worked out when they are asked for."""

    __slots__ = ("_reply", "said")

    def __init__(self, reply: Reply, said: tuple[Statement, ...] = ()) -> None:
        self._reply = reply
        self.said = said
        """What was stated, so that deltas can be fused."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """What the call did to each belief, with its confidence before and after."""
        return self._reply.changes

    @property
    def replayed(self) -> bool:
        """Whether this answers a call that had been made before."""
        return self._reply.replayed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Delta) and (self.changes, self.replayed) == (
            other.changes,
            other.replayed,
        )

    def __hash__(self) -> int:
        return hash((self.changes, self.replayed))

    def __repr__(self) -> str:
        return f"Delta({self.changes!r}, replayed={self.replayed})"


class Note(NamedTuple):
    """A goal or a gap: never evidence."""

    id: str
    kind: str
    text: str
    status: str
    created: datetime


def note_of(figure: Figure) -> Note:
    """A goal or a gap as a reader sees it."""
    return Note(
        figure.claim.hex(), figure.family, figure.text, figure.status, datetime_of(figure.created)
    )


class TraceEntry(NamedTuple):
    """One line of a belief's history."""

    action: str
    recorded: datetime
    observed: datetime
    agent: str
    source: str | None
    layer: str
    reason: str | None
    details: dict[str, object]


def trace_entry(entry: Entry) -> TraceEntry:
    """Read a ledger entry as history."""
    body = entry.body
    spoken = {"kind", "layer", "agent", "claim", "source", "reason", "observed", "key", "call"}
    return TraceEntry(
        body["kind"],
        datetime_of(entry.recorded),
        datetime_of(body.get("observed", entry.recorded)),
        body.get("agent", ""),
        body.get("source"),
        body["layer"],
        body.get("reason") or body.get("note"),
        {name: value for name, value in body.items() if name not in spoken},
    )
