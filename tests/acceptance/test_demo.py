"""`belief demo`: a research conversation in which everything shown is computed on the way."""

from __future__ import annotations

import time


def test_the_conversation_gets_clearer_and_trust_shifts(belief):
    started = time.monotonic()
    shown = belief.json("demo")
    assert time.monotonic() - started < 60
    assert shown["ok"]
    assert len(shown["chapters"]) == 10
    assert all(check["kept"] for chapter in shown["chapters"] for check in chapter["checks"])
    facts = [fact for chapter in shown["chapters"] for fact in chapter["facts"]]
    clarity = [fact["clarity"] for fact in facts if "clarity" in fact and isinstance(fact, dict)]
    assert clarity[0] < clarity[1] > clarity[2] < clarity[-1]  # a voice, a dispute, a test
    told = [fact for fact in facts if isinstance(fact, str)]
    assert any(fact.startswith("contradiction: The well is safe") for fact in told)
    assert any("clarify: Is it true that" in fact for fact in told)
    assert any(fact.startswith("mayor: 0 of 1 right, words now count × 0.91") for fact in told)


def test_the_demo_shows_how_far_it_is(belief):
    told = belief("demo", "--fast")
    assert " 1/10  It begins with a question" in told
    assert "10/10  All of it can be proved" in told
