"""Every guard gets somebody to refuse: also where somebody has to be let in first."""

from __future__ import annotations

from random import Random

import pytest

from beliefs.judge.choosing import Chooser
from beliefs.judge.examination import Examination
from beliefs.judge.mutants import mutants
from beliefs.judge.oracle import Oracle
from beliefs.judge.pretender import Pretender
from beliefs.judge.sampling import Sampler
from beliefs.spec.effects import Guard
from tests.build.access import COOKIE
from tests.build.samples import BOOKMARKS

SEEDS = range(3)
_UNGUARDED = [each for each in mutants(COOKIE) if "unguarded" in each.breaks]


@pytest.mark.parametrize("mutant", _UNGUARDED, ids=[each.breaks for each in _UNGUARDED])
def test_a_guard_that_only_a_member_meets_is_missed(mutant):
    assert any(Examination(COOKIE, Pretender(mutant.spec), seed).run() for seed in SEEDS)


def test_it_is_known_which_guard_refused():
    examination = Examination(BOOKMARKS, Pretender(BOOKMARKS))
    assert examination.run() is None
    guards = {
        (operation.name, part)
        for operation in BOOKMARKS.operations
        for part in operation.effect
        if isinstance(part, Guard)
    }
    assert examination.oracle.refused == guards


def test_what_is_only_supposed_is_forgotten():
    oracle = Oracle(BOOKMARKS)
    kept = oracle.world.insert("Bookmark", {"url": "https://example.org", "title": "a"})
    chooser = Chooser(BOOKMARKS, Sampler(Random(0)))
    for each in BOOKMARKS.operations:
        chooser.values(each, oracle.world)
    late, used = dict(chooser.late), {name: list(held) for name, held in chooser.used.items()}
    world = oracle.world.copied()
    world.insert("Bookmark", {"url": "https://example.org", "title": "b"})
    with oracle.supposing(world), chooser.forgetting():
        chooser.late.clear()
        for each in BOOKMARKS.operations:
            chooser.values(each, oracle.world)
    assert oracle.world.of("Bookmark") == [kept]
    assert (chooser.late, chooser.used) == (late, used)
