"""A rule about addresses is seen from both sides: of who asked before, and of who did not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from beliefs.judge.addresses import ADDRESSES, tells_apart
from beliefs.judge.examination import Examination
from beliefs.judge.mutants import mutants
from beliefs.judge.pretender import Pretender
from beliefs.spec.understanding import understand
from tests.build.samples import BOOKMARKS

VOTES = understand(
    "A poll service: POST /polls with question and options, GET /polls/{id} shows the options with "
    "their votes, POST /polls/{id}/vote with option. One vote per IP address per poll; a second "
    "vote is 409."
).spec
RATED = understand("A notes API. At most 5 requests a minute per client IP, then 429.").spec

pytestmark = pytest.mark.skipif(len(ADDRESSES) < 2, reason="there is one loopback address here")


def test_only_rules_about_addresses_want_several():
    assert tells_apart(VOTES)
    assert tells_apart(RATED)
    assert not tells_apart(BOOKMARKS)


def test_votes_of_other_addresses_are_told_apart():
    assert Examination(VOTES, Pretender(VOTES)).run() is None
    voting = [each for each in mutants(VOTES) if each.breaks.startswith("vote")]
    lenient = [each for each in voting if "filter" in each.breaks]
    assert lenient
    for mutant in lenient:
        assert any(Examination(VOTES, Pretender(mutant.spec), seed).run() for seed in range(3))


def test_a_rate_for_everybody_together_is_seen():
    class Together(Pretender):
        def ask(self, request):
            return super().ask(replace(request, address=""))

    assert Examination(RATED, Pretender(RATED)).run() is None
    assert Examination(RATED, Together(RATED)).run() is not None
