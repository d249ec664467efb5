"""Moves: what to find out next, and what it would be worth.

A move asks one question about one belief or gap. It is worth the information that the answer is
expected to bring, in nats, once more for each belief that rests on its target, and more of a kind
that has been welcome. Advice only: nothing here changes a belief, and whoever reads it decides.

    a gap; thin evidence                  gather_evidence
    evidence gone stale                   gather_evidence, as a re-check
    readings that are held alike          compare_paths
    voices or beliefs that disagree       clarify
    thin evidence under other beliefs     resolve_uncertainty
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from beliefs.kernel.families import Dirichlet
from beliefs.mind.belief import Belief, Note
from beliefs.mind.clarity import NOBODY, STANDING, bet, both_held, observations, standing
from beliefs.mind.wording import (
    CONFLICT_FROM,
    asked,
    asked_between,
    counted,
    named,
    quoted,
    share,
)

Action = Literal["gather_evidence", "clarify", "resolve_uncertainty", "compare_paths"]
Executor = Literal["agent", "user", "both"]

EXECUTORS: Final[Mapping[Action, Executor]] = MappingProxyType(
    {
        "gather_evidence": "agent",
        "resolve_uncertainty": "agent",
        # What voices meant, and which of them to follow, is for people to say.
        "clarify": "user",
        "compare_paths": "both",
    }
)
"""Who can best make a move."""

ONE_BIT: Final = math.log(2)
"""No answer counts for more than one bit, in nats; the answer to a gap counts for all of it."""

COMPLETE_BELOW: Final = 0.02
"""A belief that one more observation would teach less than this, in nats, is complete."""


CLOSE_WITHIN: Final = 0.1
"""Readings whose probabilities differ by less than this are held alike."""

THIN_BELOW: Final = 5.0
"""Fewer observations than this are thin: no fewer could put a claim's 95% on one side of ½."""


class Move(NamedTuple):
    """One question worth asking."""

    id: str
    """A hash of action and target: the same move has the same id everywhere."""
    action: Action
    subtype: str
    target: str
    """The words of the belief or gap."""
    target_id: str
    reason: str
    value: float
    executor: Executor
    question: str


class Feedback(NamedTuple):
    """What became of one move so far: how often it was accepted, put off, and turned down."""

    action: Action
    accepted: int = 0
    snoozed: int = 0
    dismissed: int = 0


class Generated(NamedTuple):
    """The best move for one belief, or None and why there is none."""

    move: Move | None
    reason: str | None
    """belief_complete, belief_closed or dismissed."""


class Fallout(NamedTuple):
    """A belief that would lose its ground."""

    belief_id: str
    probability: float
    """That the premise turns out otherwise."""
    change: float
    """How far its confidence is expected to move, at most; a number is lost as a whole."""


SILENCE: Final[Mapping[str, Feedback]] = MappingProxyType({})
"""Nobody has said anything about any move."""


class _Trigger(NamedTuple):
    """Why a belief asks for a move, and for which."""

    action: Action
    subtype: str
    reason: str


class _Seen(NamedTuple):
    """What takes work to find out about a belief: worked out once for its move."""

    conflict: float
    fragility: float


class _Welcome(NamedTuple):
    """What became of moves, and how likely each kind is to be accepted: worked out once."""

    feedback: Mapping[str, Feedback]
    accepted: Mapping[Action, float]

    @classmethod
    def of(cls, feedback: Mapping[str, Feedback]) -> _Welcome:
        return cls(feedback, {action: acceptance(feedback, action) for action in EXECUTORS})

    def weight(self, identity: str, action: Action) -> float:
        """How welcome a move is: 1 before any feedback, 0 once dismissed, halved by each snooze."""
        said = self.feedback.get(identity, Feedback(action))
        if said.dismissed:
            return 0.0
        return 2 * self.accepted[action] * 0.5**said.snoozed


def moves(
    beliefs: Iterable[Belief],
    *,
    gaps: Iterable[Note] = (),
    contradictions: Iterable[tuple[str, str]] = (),
    dependants: Mapping[str, int] = NOBODY,
    feedback: Mapping[str, Feedback] = SILENCE,
) -> list[Move]:
    """Return at most one move for each belief and gap, the most valuable first.

    A contradiction is a pair of ids. Feedback is what is known about each move by its id; a move
    that was dismissed does not come back while its feedback is passed in.

    >>> from beliefs import Beliefs
    >>> [move] = moves(Beliefs(":memory:").fuse(["The cache is warm"]))
    >>> move.action, move.question
    ('gather_evidence', 'Is it true that "The cache is warm"? 1 voice, confidence 0.67.')
    """
    held = standing(beliefs)
    rivals = _rivals(held, contradictions)
    heard = _Welcome.of(feedback)
    found = []
    for belief in held:
        rival = rivals.get(belief.id)
        # What rests on the rival is at stake too.
        resting = dependants.get(belief.id, 0) + (dependants.get(rival.id, 0) if rival else 0)
        found.append(_generate(belief, resting, rival, heard).move)
    found.extend(
        _ask_gap(gap, dependants.get(gap.id, 0), heard)
        for gap in {gap.id: gap for gap in gaps}.values()
        if gap.status in STANDING
    )
    return sorted((move for move in found if move), key=lambda move: (-move.value, move.id))


def generate(
    belief: Belief,
    *,
    dependants: int = 0,
    rival: Belief | None = None,
    feedback: Mapping[str, Feedback] = SILENCE,
) -> Generated:
    """Return the best move for one belief; `rival` is a belief that contradicts it.

    >>> from beliefs import Beliefs, Statement
    >>> generate(Beliefs(":memory:").fuse([Statement("The cache is warm", strength=50)])[0])
    Generated(move=None, reason='belief_complete')
    """
    return _generate(belief, dependants, rival, _Welcome.of(feedback))


def _generate(belief: Belief, dependants: int, rival: Belief | None, heard: _Welcome) -> Generated:
    if belief.status not in STANDING:
        return Generated(None, "belief_closed")
    seen = _Seen(belief.conflict, belief.fragility)
    triggers = list(_triggers(belief, seen, dependants, rival))
    if not triggers:
        return Generated(None, "belief_complete")
    for action, subtype, reason in triggers:
        identity = move_id(action, belief.id)
        weight = heard.weight(identity, action)
        if weight:
            worth = _worth(belief, seen, dependants, rival) * weight
            question = asked(belief) if rival is None else asked_between(belief, rival)
            return Generated(
                Move(
                    identity, action, subtype, belief.claim, belief.id, reason, worth,
                    EXECUTORS[action], question,
                ),
                None,
            )  # fmt: skip
    return Generated(None, "dismissed")


def value_of(target: Belief | Note, *, dependants: int = 0, rival: Belief | None = None) -> float:
    """Return what an answer is worth: nats, once more for each belief that rests on the target.

    One more observation brings the belief's fragility. Where voices or beliefs disagree, the
    answer also says which side is right, and that is worth the entropy of the question.

    >>> from beliefs import Beliefs
    >>> [warm] = Beliefs(":memory:").fuse(["The cache is warm"])
    >>> value_of(warm) == warm.fragility, value_of(warm, dependants=2) == 3 * warm.fragility
    (True, True)
    """
    if isinstance(target, Note):
        return ONE_BIT * (1 + dependants)
    return _worth(target, _Seen(target.conflict, target.fragility), dependants, rival)


def _worth(target: Belief, seen: _Seen, dependants: int, rival: Belief | None) -> float:
    gains = [seen.fragility, _entropy(seen.conflict / 2)]
    if rival is not None:
        one, other = _chance(target), _chance(rival)
        if one + other:
            gains.append(both_held(target, rival) * _entropy(one / (one + other)))
    return min(ONE_BIT, max(gains)) * (1 + dependants)


def acceptance(feedback: Mapping[str, Feedback], action: Action) -> float:
    """Return how likely a move of this kind is to be accepted: the mean of a Beta from uniform.

    >>> acceptance({"m1": Feedback("clarify", accepted=2)}, "clarify")
    0.75
    """
    of_kind = [one for one in feedback.values() if one.action == action]
    accepted = sum(one.accepted for one in of_kind)
    dismissed = sum(one.dismissed for one in of_kind)
    return (1 + accepted) / (2 + accepted + dismissed)


def cascade(move: Move, beliefs: Iterable[Belief]) -> list[Fallout]:
    """Return which beliefs would lose their ground if the target turned out otherwise.

    Those are the beliefs that rest on it, directly or through others, taken to lose all of their
    evidence: the most that can happen. The largest change comes first.
    """
    known = {belief.id: belief for belief in standing(beliefs)}
    if move.target_id not in known:
        return []
    flips = _doubt(known[move.target_id])
    fallen = {move.target_id}
    front = fallen
    while front:
        front = {
            belief.id
            for belief in known.values()
            if belief.id not in fallen and not front.isdisjoint(belief.depends_on)
        }
        fallen = fallen | front
    losses = [Fallout(one, flips, flips * _lean(known[one])) for one in fallen - {move.target_id}]
    return sorted(losses, key=lambda loss: (-loss.change, loss.belief_id))


def move_id(action: Action, target_id: str) -> str:
    """Return the id of a move.

    >>> move_id("clarify", "217ecd4bedace887ce9a95d0087e34a7")
    '3c825a86163f'
    """
    return hashlib.sha256(f"{action} {target_id}".encode()).hexdigest()[:12]


def _triggers(
    belief: Belief, seen: _Seen, dependants: int, rival: Belief | None
) -> Iterator[_Trigger]:
    """The moves a belief asks for, the most fitting first."""
    voices = counted(belief)
    if belief.stale:
        yield _Trigger(
            "gather_evidence", "re-check", "its newest evidence has lost over half of its weight"
        )
    if rival is not None:
        reason = f"it is contradicted by {quoted(rival.claim)}"
        if abs(_chance(belief) - _chance(rival)) < CLOSE_WITHIN:
            yield _Trigger("compare_paths", "synthesize", f"{reason}, which is held alike")
        yield _Trigger("clarify", "resolve_contradiction", reason)
    if (race := _race(belief)) is not None:
        ahead, behind = map(named, race)
        yield _Trigger("compare_paths", "design_test", f"{ahead} and {behind} are close")
    if seen.conflict >= CONFLICT_FROM:
        reason = f"its voices disagree: conflict {share(seen.conflict)} among {voices}"
        yield _Trigger("clarify", "resolve_contradiction", reason)
    if seen.fragility < COMPLETE_BELOW:
        return
    if dependants and observations(belief) < THIN_BELOW:
        reason = f"{dependants} rest on it, and it rests on {voices}"
        yield _Trigger("resolve_uncertainty", "validate_assumption", reason)
    if belief.status == "unsupported":
        yield _Trigger("gather_evidence", "research", "its evidence fell with its premises")
    else:
        yield _Trigger("gather_evidence", "research", f"thin evidence: {voices}")


def _ask_gap(gap: Note, dependants: int, heard: _Welcome) -> Move | None:
    identity = move_id("gather_evidence", gap.id)
    weight = heard.weight(identity, "gather_evidence")
    if not weight:
        return None
    return Move(
        identity, "gather_evidence", "research", gap.text, gap.id, "nobody has answered it yet",
        value_of(gap, dependants=dependants) * weight, EXECUTORS["gather_evidence"], asked(gap),
    )  # fmt: skip


def _rivals(
    beliefs: Iterable[Belief], contradictions: Iterable[tuple[str, str]]
) -> dict[str, Belief]:
    """For each pair, ask about one of the two: the one of which more can be learnt."""
    known = {belief.id: belief for belief in beliefs}
    rivals: dict[str, Belief] = {}
    for pair in sorted({tuple(sorted(pair)) for pair in contradictions}):
        if pair[0] != pair[1] and all(one in known for one in pair):
            asked_of, rival = sorted(
                (known[one] for one in pair), key=lambda one: (-value_of(one), one.id)
            )
            # Of several rivals, the one most believed.
            before = rivals.get(asked_of.id)
            if before is None or _chance(rival) > _chance(before):
                rivals[asked_of.id] = rival
    return rivals


def _race(belief: Belief) -> tuple[str, str] | None:
    """The two leading categories, if both were spoken for and neither is ahead."""
    parameters = belief.parameters
    if not isinstance(parameters, Dirichlet) or len(parameters.alpha) < 2:
        return None
    unheard = 1.0 if parameters.rest is None else 0.0
    pairs = zip(parameters.alpha, parameters.categories, strict=True)
    (first, ahead), (second, behind), *_ = sorted(pairs, key=lambda pair: (-pair[0], pair[1]))
    close = (first - second) / parameters.total < CLOSE_WITHIN
    return (ahead, behind) if close and second > unheard else None


def _chance(belief: Belief) -> float:
    """What to bet on a reading; a number stands as it is."""
    chance = bet(belief)
    return 1.0 if chance is None else chance


def _doubt(belief: Belief) -> float:
    """The probability that a belief turns out otherwise; of a number, by the rule of succession."""
    chance = bet(belief)
    if chance is None:
        return 1 / (2 + observations(belief))
    return 1 - chance if belief.family == "categorical" else min(chance, 1 - chance)


def _lean(belief: Belief) -> float:
    """How far the confidence is from where it would be without evidence."""
    chance = belief.confidence
    if chance is None:
        return 1.0
    parameters = belief.parameters
    if not isinstance(parameters, Dirichlet):
        return abs(chance - 0.5)
    return max(0.0, chance - (1 / len(parameters.alpha) if parameters.rest is None else 0.0))


def _entropy(side: float) -> float:
    """The entropy of a yes-or-no question, in nats."""
    return -math.fsum(p * math.log(p) for p in (side, 1 - side) if p > 0)
