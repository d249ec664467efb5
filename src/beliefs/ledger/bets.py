"""What to bet on a belief, from the same subtotals as its parameters.

A voice's reports count as they were made, before any factor; how far they can be believed is in
its row: the one learned of that agent, else a coin with its record of outcomes. The weight of a
voice is freshness × share × source factor × what somebody decided about the agent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beliefs.kernel.betting import Report, Row, bet, coin
from beliefs.kernel.exact import SIGHT, divide
from beliefs.kernel.families import Dirichlet
from beliefs.kernel.freshness import fade
from beliefs.ledger.figure import Figure
from beliefs.ledger.learned import Lessons, SourceKind
from beliefs.ledger.subtotals import Subtotal

_SIDES = ("true", "false")


class Wager(NamedTuple):
    """What the engine would bet on a claim or its leading category."""

    probability: float
    calibrated: bool
    """Whether a map fitted on outcomes of the same kind has been applied."""


class Question(NamedTuple):
    """What there is to bet on: the labels, and which of them leads."""

    labels: tuple[str, ...]
    is_open: bool
    leading: int

    @property
    def truths(self) -> int:
        """How many things may be true, "something else" included where the set is open."""
        return len(self.labels) + self.is_open


def wager(figure: Figure) -> Wager | None:
    """The calibrated bet on a belief; None if no voice has outcomes or a learned row."""
    if figure.family not in ("binary", "categorical") or not figure.stands:
        return None
    taught = figure.trust.taught()
    raw = raw_bet(figure, taught.lessons)
    if raw is None:
        return None
    fitted = taught.maps.get(kind_of(figure))
    if fitted is None:
        return Wager(raw, calibrated=False)
    return Wager(fitted.apply(raw), calibrated=True)


def kind_of(figure: Figure) -> SourceKind:
    """The family and the sources of the voices that stand."""
    sources = {subtotal.voice.source for subtotal in figure.stands}
    return SourceKind(figure.family, tuple(sorted(sources, key=str.encode)))


def raw_bet(figure: Figure, lessons: Lessons) -> float | None:
    """The bet before any calibration map."""
    question = question_of(figure)
    if question is None:
        return None
    rows = {agent: _row(figure, question, lessons, agent) for agent in _agents(figure)}
    if all(row is None for row in rows.values()):
        return None
    shares = figure.shares()
    reports = [
        Report(
            _counts(subtotal, figure.now, question.labels), _weight(figure, subtotal, shares), row
        )
        for subtotal in figure.stands
        if (row := rows[subtotal.voice.agent]) is not None
    ]
    return bet(reports, question.truths)[question.leading]


def question_of(figure: Figure) -> Question | None:
    """What a belief asks; None if there is nothing to bet on."""
    if figure.family == "binary":
        return Question(_SIDES, is_open=False, leading=0)
    parameters = figure.pooled.parameters
    if not isinstance(parameters, Dirichlet) or parameters.leading is None:
        return None
    return Question(parameters.categories, parameters.rest is not None, parameters.leading)


def _agents(figure: Figure) -> set[str]:
    return {subtotal.voice.agent for subtotal in figure.stands}


def _row(figure: Figure, question: Question, lessons: Lessons, agent: str) -> Row | None:
    """How an agent errs; None if nothing is known, and so nothing can be heard from it."""
    override = figure.trust.override("agent", agent)
    if override is None or not override.lock:
        learned = lessons.row(agent, figure.family, question.labels, is_open=question.is_open)
        if learned is not None:
            return learned
    right, graded = figure.trust.record("agent", agent)
    if not graded:
        return None
    return coin(right, graded, question.truths, len(question.labels))


def _weight(figure: Figure, subtotal: Subtotal, shares: dict[str, float]) -> float:
    """Share × source factor × the agent's override; a record is in the row, not in here."""
    voice, trust = subtotal.voice, figure.trust
    share = shares.get(voice.origin, 1.0) if voice.origin else 1.0
    source = trust.factor("source", voice.source) if voice.source else 1.0
    decided = trust.override("agent", voice.agent) is not None
    return share * source * (trust.factor("agent", voice.agent) if decided else 1.0)


def _counts(subtotal: Subtotal, now: int, labels: Sequence[str]) -> tuple[float, ...]:
    """What a voice reported of each label, faded."""
    amounts: Sequence[float] = faded(subtotal, now)
    if not subtotal.labels:
        return tuple(amounts)
    by_label = dict(zip(subtotal.labels, amounts, strict=True))
    return tuple(by_label.get(label, 0.0) for label in labels)


def faded(subtotal: Subtotal, now: int) -> list[float]:
    """The amounts of a subtotal as they are at a moment, before any factor."""
    voice, exponent, denominator = subtotal.voice, subtotal.exponent, 1
    if voice.half_life:
        denominator, shift = fade(now, voice.half_life, voice.window)
        exponent -= shift
    if exponent < -2 * SIGHT:
        return [0.0] * len(subtotal.amounts)
    unit = denominator << max(0, -exponent)
    return [divide(amount << max(0, exponent), unit) for amount in subtotal.amounts]
