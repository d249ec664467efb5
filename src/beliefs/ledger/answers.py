"""Answers: what would have been bet on each belief that has an outcome, and the maps that follow.

An example is a claim as it stood when the world answered: what had been observed by then, in all
layers, whatever closed it later; with the records of its voices *without* their grades on a fifth
of all claims, this one among them, since the bet on the next one will not know its answer either.
(Leaving out this one alone would bet less exactly where a voice was right.) Maps are fitted per
kind of source, where there are enough outcomes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from beliefs.kernel.held_out import FOLDS, best_map
from beliefs.kernel.maps import CalibrationMap
from beliefs.ledger import rows as row
from beliefs.ledger import subtotals
from beliefs.ledger.bets import kind_of, question_of, raw_bet
from beliefs.ledger.figure import Figure
from beliefs.ledger.fold import Fold, latest
from beliefs.ledger.grading import Target
from beliefs.ledger.learned import Example, Lessons, SourceKind, Taught, lessons_of
from beliefs.ledger.rows import Rows
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.subtotals import Subtotal, Voice
from beliefs.ledger.trust import Trust

MIN_OUTCOMES = 50
"""Below this many outcomes of one kind of source there is no map: None, not a guess."""

_CHUNK = 256


def study(snapshot: Snapshot, before: Taught) -> Taught:
    """What outcomes and agreement have taught; `before` again if nothing has changed."""
    rows = Rows(snapshot)
    mark = rows.get(row.TAUGHT)
    if mark == before.mark:
        return before
    lessons = lessons_of(rows)
    examples: dict[SourceKind, list[Example]] = {}
    for kind, example in _examples(snapshot, lessons):
        examples.setdefault(kind, []).append(example)
    maps = {kind: fitted for kind, some in examples.items() if (fitted := _fitted(some))}
    return Taught(mark, lessons, maps, dict(sorted(examples.items())))


def fold_of(claim: bytes) -> int:
    """The fold of a claim where maps are cross-validated; its hash decides, not its arrival."""
    return claim[-1] % FOLDS


def _fitted(examples: Sequence[Example]) -> CalibrationMap | None:
    if len(examples) < MIN_OUTCOMES:
        return None
    return best_map(
        [one.probability for one in examples],
        [one.came_true for one in examples],
        [fold_of(one.claim) for one in examples],
    )


def _examples(snapshot: Snapshot, lessons: Lessons) -> Iterator[tuple[SourceKind, Example]]:
    """Every claim with an outcome on which something would have been bet, in order of claims."""
    grades = _grades(snapshot)
    after = b"o"
    while page := snapshot.page(b"o", after, _CHUNK):
        after = page[-1][0]
        answered = {key[1:]: json.loads(text) for key, text in page}
        rows = Rows(snapshot)
        rows.load([row.SETTINGS], [b"s" + claim for claim in answered])
        fold = Fold(rows, snapshot)
        stands = {
            claim: _said(fold, claim, latest(known["set"]))
            for claim, known in answered.items()
            if "mark" in known  # of a belief of several claims, one
        }
        Trust(rows).load(one for said in stands.values() for one in said)
        for claim, said in stands.items():
            trust = Trust(rows, left_out=grades[fold_of(claim)])
            example = _example(trust, claim, said, latest(answered[claim]["set"]), lessons)
            if example is not None:
                yield example


def _said(fold: Fold, claim: bytes, answer: list[Any]) -> list[Subtotal]:
    """The voices of a claim as they stood at its outcome."""
    _, _, truth, until = answer
    if not isinstance(truth, bool | str):
        return []  # a number is never simply right
    known = [subtotal for _, subtotal in fold.rows.under(b"s" + claim)]
    if len(fold.members(claim)) == 1 and all(subtotal.last <= until for subtotal in known):
        return known
    earlier: dict[Voice, Subtotal] = {}
    for entry, body, evidence in fold.said_by(claim, until):
        said = fold.spoken(body, entry.recorded, evidence)
        voice = said.voice
        earlier[voice] = subtotals.plus(earlier[voice], said) if voice in earlier else said
    return list(earlier.values())


def _grades(snapshot: Snapshot) -> list[dict[Target, tuple[int, int]]]:
    """For each fold of claims, how often each voice was right there, of how many."""
    folds: list[dict[Target, tuple[int, int]]] = [{} for _ in range(FOLDS)]
    after = b"g"
    while page := snapshot.page(b"g", after, _CHUNK):
        after = page[-1][0]
        for key, right in page:
            kind, name = key[17:].decode().split("\0", 1)
            grades = folds[fold_of(key[1:17])]
            known, graded = grades.get((kind, name), (0, 0))
            grades[kind, name] = known + int(right), graded + 1
    return folds


def _example(
    trust: Trust, claim: bytes, said: Sequence[Subtotal], answer: list[Any], lessons: Lessons
) -> tuple[SourceKind, Example] | None:
    _, _, truth, until = answer
    if not said:
        return None
    family = "binary" if isinstance(truth, bool) else "categorical"
    figure = Figure(claim, (family, ""), said, trust, until, 0, None, (), (), claim, {claim: False})
    probability = raw_bet(figure, lessons)
    if probability is None:
        return None
    question = question_of(figure)
    assert question is not None
    came_true = truth if isinstance(truth, bool) else question.labels[question.leading] == truth
    return kind_of(figure), Example(claim, probability, came_true)
