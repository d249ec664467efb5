"""Maps and labels come from outcomes: of the same kind, of others, and only if there are enough."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from beliefs import Beliefs
from beliefs.kernel.held_out import best_map
from beliefs.ledger import answers
from beliefs.ledger.answers import MIN_OUTCOMES
from beliefs.mind.calibration import LABELS, label_of

if TYPE_CHECKING:
    from pathlib import Path

AGENTS = {"expert": 0.95, "scout": 0.85, "critic": 0.7, "coin": 0.5}
NOW = datetime(2030, 1, 1, tzinfo=UTC)


def told(b: Beliefs, seed: int, size: int, source: str | None = "web") -> list[tuple[str, bool]]:
    """Let agents of different reliability speak about many claims; returns ids and truths."""
    chance = random.Random(seed)
    said: list[dict[str, object]] = []
    truths = {}
    for n in range(size):
        claim, truth = f"claim {n} of {seed} from {source}", chance.random() < 0.5
        truths[claim] = truth
        for agent, right in AGENTS.items():
            says = truth == (chance.random() < right)
            said.append({"claim": claim, "agent": agent, "source": source, "refutes": not says})
    return [(one.belief_id, truths[one.claim]) for one in b.add(said).changes]


def answer(b: Beliefs, told: list[tuple[str, bool]]) -> None:
    for belief, truth in told:
        b.outcome(belief, truth)


def bets(b: Beliefs) -> dict[str, float | None]:
    return {belief.id: belief.probability for belief in b.list(limit=None)}


def test_labels_cover_everything():
    assert list(LABELS.values()) == sorted(LABELS.values(), reverse=True)
    assert {label_of(n / 100) for n in range(101)} == {*LABELS} == {"high", "medium", "low"}
    assert LABELS["low"] == 0


def test_no_label_until_there_are_enough_outcomes(b: Beliefs):
    found = told(b, 1, MIN_OUTCOMES + 1)
    answer(b, found[: MIN_OUTCOMES - 1])
    asked = found[-1][0]
    raw = b.get(asked).probability
    assert raw is not None
    assert b.get(asked).label is None
    assert b.calibration().kinds[0].map is None
    answer(b, found[MIN_OUTCOMES - 1 : MIN_OUTCOMES])
    assert b.get(asked).label in LABELS
    assert b.calibration().kinds[0].map is not None
    assert b.calibration().outcomes == MIN_OUTCOMES


def test_each_kind_of_source_has_its_own_map():
    b = Beliefs(":memory:")
    web, tool = (told(b, 2, MIN_OUTCOMES + 1, source) for source in ("web", "tool"))
    answer(b, web[:-1])
    assert b.get(web[-1][0]).label is not None
    assert b.get(tool[-1][0]).label is None
    assert b.get(tool[-1][0]).probability is not None
    answer(b, tool[:-1])
    assert b.get(tool[-1][0]).label is not None
    kinds = b.calibration().kinds
    assert [(kind.family, kind.sources) for kind in kinds] == [
        ("binary", ("tool",)),
        ("binary", ("web",)),
    ]
    # What was heard from both is of a third kind, and so is what came without a source.
    both = b.add([{"claim": "x", "agent": "scout", "source": s} for s in ("web", "tool")])
    assert b.get(both.changes[0].belief_id).label is None
    assert b.get(b.add("y", agent="scout").changes[0].belief_id).label is None


def test_a_voice_is_judged_by_its_grades_on_other_claims():
    """With its grade on this very claim it would look better, without that one alone worse."""
    b = Beliefs(":memory:")
    for n in range(200):
        b.outcome(b.add(f"matter {n}", agent="scout").changes[0].belief_id, n % 5 > 0)
    (kind,) = b.calibration().kinds
    assert kind.outcomes == 200
    assert kind.before.ece < 0.1
    assert all(0.75 < point.stated < 0.85 for point in kind.curve)
    for n in range(9):
        b.outcome(
            b.add(f"once {n}", agent=f"guest {n}", source="web").changes[0].belief_id, truth=True
        )
    assert len(b.calibration().kinds) == 1  # nothing is known of a guest but this


def test_a_first_outcome_is_no_example():
    b = Beliefs(":memory:")
    b.outcome(b.add("matter", agent="scout").changes[0].belief_id, truth=True)
    report = b.calibration()
    assert report.kinds == ()
    assert report.outcomes == 0


def test_what_was_observed_after_the_outcome_does_not_count():
    now = NOW
    b = Beliefs(":memory:", clock=lambda: now)
    found = told(b, 3, 60)
    answer(b, found)
    before = b.calibration()
    now += timedelta(hours=1)
    for belief, truth in found:
        b.add(belief=belief, agent="coin", source="late", refutes=not truth, strength=9.0)
    assert b.calibration() == before
    assert b.at(now).calibration() == before  # worked out anew, not remembered
    assert b.verify().ok


def test_what_was_observed_before_but_heard_later_does_count():
    now = NOW
    b = Beliefs(":memory:", clock=lambda: now)
    found = told(b, 3, 60)
    now += timedelta(hours=1)
    answer(b, found)
    before = b.calibration()
    # The expert was right and says it again: no grade changes, and yet every bet does.
    for belief, _ in found:
        side = next(v.amounts for v in b.get(belief).voices if v.agent == "expert")
        b.add(belief=belief, agent="expert", source="web", refutes=side[0] < side[1], observed=NOW)
    after = b.calibration()
    assert after.outcomes == before.outcomes
    assert after.kinds[0].before != before.kinds[0].before
    assert b.verify().ok


@pytest.mark.parametrize("change", ["outcome", "override", "unset", "lesson", "other outcome"])
def test_another_process_changes_the_map(tmp_path: Path, change: str):
    url = f"sqlite:///{tmp_path}/shared.db"
    here, there = Beliefs(url), Beliefs(url)
    found = told(here, 4, 130)
    answer(here, found[:60])
    here.trust.set(source="web", confidence=0.5, lock=True)
    before = bets(here), here.calibration()
    if change == "outcome":
        answer(there, found[60:120])
    elif change == "override":
        there.trust.set(source="web", confidence=0.9, lock=True)
    elif change == "unset":
        there.trust.unset(source="web")
    elif change == "lesson":
        assert there.trust.learn().recorded
    else:
        for belief, truth in found[:20]:
            there.outcome(belief, not truth)
    # The bets first: they have to notice by themselves.
    after = bets(here), here.calibration()
    assert after[1] != before[1]
    fresh = Beliefs(url)
    assert (bets(fresh), fresh.calibration()) == after
    for b in (here, there, fresh):
        b.close()


def test_it_is_fitted_again_only_when_something_changed(monkeypatch: pytest.MonkeyPatch):
    fits: list[int] = []

    def counted(stated: list[float], came_true: list[bool], folds: list[int]) -> object:
        fits.append(len(stated))
        return best_map(stated, came_true, folds)

    monkeypatch.setattr(answers, "best_map", counted)
    b = Beliefs(":memory:")
    found = told(b, 5, 80)
    answer(b, found[:60])
    for belief in b.list():
        assert belief.probability is not None
    b.add("Something else", agent="scout", source="web")
    assert b.get(found[-1][0]).label is not None
    assert fits == [60]
    answer(b, found[60:61])
    assert b.get(found[-1][0]).label is not None
    assert fits == [60, 61]


def test_two_ledgers_that_meet_bet_alike(b: Beliefs):
    one, other = Beliefs(":memory:"), Beliefs(":memory:")
    for client, seed in ((one, 6), (other, 7)):
        answer(client, told(client, seed, 60)[:40])
    text = one.export(), other.export()
    b.merge(text[0])
    b.merge(text[1])
    other.merge(text[0])
    assert bets(b) == bets(other)
    assert None not in bets(b).values()
    assert b.calibration() == other.calibration()
    assert b.calibration().outcomes == 80
    assert b.verify().ok
    assert other.verify().ok


def test_erasing_takes_outcomes_with_it(b: Beliefs):
    found = told(b, 8, 6)
    answer(b, found)
    assert b.calibration().outcomes == 6
    for belief, _ in found:
        b.erase(belief)
    assert b.calibration().outcomes == 0
    assert b.verify().ok


def test_the_report_measures_what_a_map_was_not_fitted_on():
    b = Beliefs(":memory:")
    chance = random.Random(9)
    # Three agents who copy each other: the bet counts them as three, and is far too sure.
    said: list[dict[str, object]] = []
    truths = {}
    for n in range(400):
        claim, truth = f"claim {n}", chance.random() < 0.5
        truths[claim] = truth
        says = truth == (chance.random() < 0.75)
        said += [{"claim": claim, "agent": f"copy {k}", "refutes": not says} for k in range(3)]
    answer(b, [(one.belief_id, truths[one.claim]) for one in b.add(said).changes])
    (kind,) = b.calibration().kinds
    assert kind.outcomes == 400
    assert kind.sources == (None,)
    assert kind.after is not None
    assert kind.before.ece > 0.1 > kind.after.ece
    assert kind.before.log_loss > kind.after.log_loss
    assert kind.before.brier > kind.after.brier
    assert 0 < kind.after.floor.expected < kind.after.floor.upper
    assert sum(point.n for point in kind.curve) == sum(p.n for p in kind.corrected) == 400


def test_choices_are_calibrated_by_themselves():
    b = Beliefs(":memory:")
    chance = random.Random(10)
    names = ["eu", "us", "asia"]
    for n in range(MIN_OUTCOMES + 2):
        truth = chance.choice(names)
        said: list[dict[str, object]] = [
            {
                "claim": f"region {n}",
                "agent": agent,
                "among": names,
                "choice": truth if chance.random() < right else chance.choice(names),
            }
            for agent, right in AGENTS.items()
        ]
        b.outcome(b.add(said).changes[0].belief_id, truth)
    (kind,) = b.calibration().kinds
    assert kind.family == "categorical"
    assert kind.map is not None
    assert all(belief.label in LABELS for belief in b.list())
