"""A figure: one claim in one view, added up when its numbers are asked for.

What counts has been decided by the view; here it is weighed and summed, exactly:
share × freshness × agent factor × source factor × evidence, over the voices that stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from beliefs.kernel import pooling
from beliefs.kernel.exact import ONE, Dyadic, Sum, Term, product, within_sight
from beliefs.kernel.freshness import fade
from beliefs.kernel.pooling import Pooled
from beliefs.ledger.fold import Claim
from beliefs.ledger.subtotals import Subtotal, Voice
from beliefs.ledger.trust import Trust

Status = Literal["active", "unsupported", "retracted", "superseded", "removed", "reset", "resolved"]

_WIDTHS = {"binary": 2, "numeric": 3}


class Closed(NamedTuple):
    """Why a belief is not active: what happened, who took over, what was said about it."""

    status: Status
    by: str | None = None
    reason: str | None = None


class Weighed(NamedTuple):
    """One subtotal with its weight: amounts × 2^exponent / denominator, exactly."""

    subtotal: Subtotal
    weight: Dyadic
    amounts: Sequence[int]
    exponent: int
    denominator: int


class Figure:
    """One claim as a view shows it."""

    __slots__ = (
        "_pooled", "_weighed", "claim", "closed", "created", "fallen", "family",
        "labels", "lead", "members", "now", "rests_on", "stands", "text", "trust",
    )  # fmt: skip

    def __init__(
        self,
        claim: bytes,
        known: Claim,
        stands: Sequence[Subtotal],
        trust: Trust,
        now: int,
        created: int,
        closed: Closed | None,
        rests_on: tuple[str, ...],
        fallen: tuple[str, ...],
        lead: bytes,
        members: dict[bytes, bool],
    ) -> None:
        self.claim = claim
        self.family, self.text = known
        self.stands = stands
        self.now = now
        self.created = created
        self.closed = closed
        self.rests_on = rests_on
        self.fallen = fallen
        """Premises that no longer stand, if that is why something here does not count."""
        self.lead = lead
        """The claim that was said first."""
        self.members = members
        """All claims that are this belief, and whether they deny the one that names it."""
        self.labels: tuple[str, ...] = ()
        """The categories that weighed amounts are in order of."""
        self.trust = trust
        self._weighed: tuple[Weighed, ...] | None = None
        self._pooled: Pooled | None = None

    @property
    def status(self) -> Status:
        """Whether it is active, and if not, why."""
        if self.closed is not None:
            return self.closed.status
        return "active" if self.stands else "unsupported"

    @property
    def weighed(self) -> tuple[Weighed, ...]:
        """The voices that stand, each with its weight."""
        if self._weighed is None:
            if self.family == "categorical":
                names = {label for subtotal in self.stands for label in subtotal.labels}
                self.labels = tuple(sorted(names, key=str.encode))
            shares = self.shares()
            self._weighed = tuple([self._weigh(subtotal, shares) for subtotal in self.stands])
        return self._weighed

    @property
    def pooled(self) -> Pooled:
        """The parameters and the amount of evidence."""
        if self._pooled is None:
            terms: list[Term] = [one[2:] for one in self.weighed if any(one.amounts)]
            if terms and self._fades:
                terms = within_sight(terms)
            categorical = self.family == "categorical"
            total = Sum(len(self.labels) if categorical else _WIDTHS.get(self.family, 2))
            total.add_all(terms)
            if categorical:
                declared = frozenset(name for subtotal in self.stands for name in subtotal.among)
                self._pooled = pooling.dirichlet_of(total, self.labels, declared)
            elif self.family == "numeric":
                self._pooled = pooling.gaussian_of(total)
            else:
                self._pooled = pooling.beta_of(total)
        return self._pooled

    @property
    def _fades(self) -> bool:
        return any(subtotal.voice.half_life for subtotal in self.stands)

    def _weigh(self, subtotal: Subtotal, shares: dict[str, float]) -> Weighed:
        voice = subtotal.voice
        agent = self.trust.factor("agent", voice.agent)
        source = self.trust.factor("source", voice.source) if voice.source else 1.0
        share = shares.get(voice.origin, 1.0) if voice.origin else 1.0
        weight = ONE
        amounts: Sequence[int] = subtotal.amounts
        if not agent == source == share == 1.0:
            weight = product((share, agent, source))
            amounts = [amount * weight.mantissa for amount in amounts]
        if subtotal.labels:
            by_label = dict(zip(subtotal.labels, amounts, strict=True))
            amounts = [by_label.get(label, 0) for label in self.labels]
        exponent, denominator = subtotal.exponent + weight.exponent, 1
        if voice.half_life:
            denominator, shift = fade(self.now, voice.half_life, voice.window)
            exponent -= shift
        return Weighed(subtotal, weight, amounts, exponent, denominator)

    def shares(self) -> dict[str, float]:
        """For each origin, the strongest report over the sum of all: one report, told often."""
        groups: dict[str, list[Subtotal]] = {}
        for subtotal in self.stands:
            if subtotal.voice.origin and subtotal.peak:
                groups.setdefault(subtotal.voice.origin, []).append(subtotal)
        shares = {}
        for origin, members in groups.items():
            if sum(member.times for member in members) > 1:
                terms = within_sight([self._strengths(member) for member in members])
                exact = [[Fraction(a) * Fraction(2) ** e / d for a in pair] for pair, e, d in terms]
                strongest = max(peak for peak, _ in exact)
                shares[origin] = float(strongest / sum(strength for _, strength in exact))
        return shares

    def _strengths(self, subtotal: Subtotal) -> Term:
        """The strongest report of a voice and all of them together, faded."""
        voice: Voice = subtotal.voice
        pair = (subtotal.peak, subtotal.strength)
        if not voice.half_life:
            return pair, subtotal.exponent, 1
        denominator, shift = fade(self.now, voice.half_life, voice.window)
        return pair, subtotal.exponent - shift, denominator
