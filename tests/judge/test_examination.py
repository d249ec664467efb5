"""A service that keeps to its Spec passes; one that breaks any promise of it does not."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from beliefs.judge.asking import Request
from beliefs.judge.examination import Examination
from beliefs.judge.goals import goal
from beliefs.judge.mutants import mutants
from beliefs.judge.oracle import Got, Oracle
from beliefs.judge.pretender import Pretender
from beliefs.spec.understanding import understand
from tests.build.samples import ALL, BOOKMARKS

SEEDS = range(3)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ALL)
def test_a_service_that_is_its_spec_passes(name, seed):
    examination = Examination(ALL[name], Pretender(ALL[name]), seed)
    assert examination.run() is None
    assert examination.asked > 50


@pytest.mark.parametrize("name", ALL)
def test_every_contract_mutant_is_seen(name):
    spec = ALL[name]
    made = list(mutants(spec))
    seen = [
        any(Examination(spec, Pretender(mutant.spec), seed).run() for seed in SEEDS)
        for mutant in made
    ]
    survivors = [mutant.breaks for mutant, found in zip(made, seen, strict=True) if not found]
    assert len(made) >= 10
    assert survivors == []


def test_slow_answers_are_right_whatever_ends_meanwhile():
    now = [1.8e9]

    class Slow(Pretender):
        def ask(self, request):
            now[0] += 0.01
            got = super().ask(request)
            now[0] += 0.5
            return got

    # Tasks that are tried again and again, each for as long as it lasts.
    spec = understand(goal("task-queue").sentence).spec
    slow = Slow(spec, clock=lambda: now[0])
    assert Examination(spec, slow, clock=lambda: now[0]).run() is None


def test_a_service_that_forgets_is_seen():
    class Forgetful(Pretender):
        def restart(self):
            self._oracle = Oracle(BOOKMARKS)

    assert Examination(BOOKMARKS, Forgetful(BOOKMARKS)).run() is not None


def test_a_service_that_always_draws_the_same_is_not_told_from_one_in_luck_but_a_foreign_row_is():
    class Inventive(Pretender):
        def ask(self, request):
            got = super().ask(request)
            if request.path == "/random" and got.status == 200:
                return type(got)(200, got.headers, got.body.replace(b'"id": ', b'"id": 9'))
            return got

    finding = Examination(BOOKMARKS, Inventive(BOOKMARKS)).run()
    assert finding is not None
    assert finding.request == "GET /random"


def test_bounds_that_rows_set_are_asked_for_on_both_sides():
    spec = understand(goal("inventory-system").sentence).spec
    asked: list[tuple[dict[str, Any], int]] = []

    class Watched(Pretender):
        def ask(self, request: Request) -> Got:
            got = super().ask(request)
            if request.path == "/movements" and isinstance(request.json, dict):
                asked.append((request.json, got.status))
            return got

    assert all(Examination(spec, Watched(spec), seed).run() is None for seed in SEEDS)
    pairs = list(itertools.pairwise(asked))
    assert any(
        (refused, taken) == (409, 201)
        and too_many == {**just_fits, "quantity": just_fits["quantity"] + 1}
        for (too_many, refused), (just_fits, taken) in pairs
    )
