"""`belief trust`, `settings`, `retract`, `remove`, `reset` and `erase`."""

from __future__ import annotations

from pathlib import Path

import pytest


def test_trust_is_decided_seen_and_taken_back(belief):
    belief.add("It holds", "--agent", "scout", "--source", "logs")
    assert "× 0.10" in belief(
        "trust", "set", "--agent", "scout", "--confidence", "0.1", "--strength", "50", "--lock"
    )
    assert belief.state()["It holds"].voices[0].weight == 0.1
    one = belief.json("trust", "get", "--agent", "scout")
    assert (one["confidence"], one["strength"], one["lock"]) == (0.1, 50.0, True)
    belief.json("trust", "set", "--source", "logs", "--confidence", "0.5")
    assert [voice["name"] for voice in belief.json("trust", "list")] == ["scout", "logs"]
    assert [voice["name"] for voice in belief.json("trust", "list", "--kind", "source")] == ["logs"]
    assert "locked" in belief("trust", "list")
    assert belief.json("trust", "unset", "--agent", "scout")["confidence"] is None
    belief("trust", "unset", "--source", "logs")
    assert belief.json("trust", "list") == []
    assert "counts in full" in belief("trust", "list")
    assert "× 1.00" in belief("trust", "get", "--agent", "scout")


def test_trust_needs_one_voice_and_a_number(belief):
    assert "name one voice" in belief.fails(2, "trust", "set", "--confidence", "0.5")
    both = ["trust", "set", "--agent", "a", "--source", "s", "--confidence", "0.5"]
    assert "name one voice" in belief.fails(2, *both)
    assert "between 0 and 1" in belief.fails(2, "trust", "set", "--agent", "a", "--confidence", "2")


def test_settings_let_evidence_fade(belief):
    assert "does not fade" in belief("settings", "get")
    assert "every 30d" in belief("settings", "set", "--half-life", "30d")
    belief("settings", "set", "--type", "measurement=12h")
    assert belief.json("settings", "get") == {
        "half_life_seconds": 30 * 86_400.0,
        "by_type": {"measurement": 12 * 3_600.0},
    }
    belief("add", "Old news", "--observed", "60d")
    (found,) = belief.json("list", "--stale")
    assert found["freshness"] == pytest.approx(0.25, abs=1e-3)
    assert "fresh 0.25" in belief("list")
    belief("settings", "set", "--half-life", "off", "--type", "measurement=off")
    assert belief.json("settings", "get") == {"half_life_seconds": None, "by_type": {}}


def test_settings_refuse_what_is_no_time_span(belief):
    assert "no time span" in belief.fails(2, "settings", "set", "--half-life", "5 parsecs")
    assert "measurement=7d" in belief.fails(2, "settings", "set", "--type", "measurement")
    assert "Say what to set" in belief.fails(2, "settings", "set")
    assert "unknown evidence type" in belief.fails(2, "settings", "set", "--type", "rumour=7d")
    assert "1 second to" in belief.fails(2, "settings", "set", "--half-life", "9999999y")


@pytest.mark.parametrize("command", ["retract", "remove"])
def test_letting_go(belief, command):
    found = belief.add("It holds")
    other = belief.add("It holds, too")
    assert "It holds" in belief(command, found[:8], "--reason", "not true")
    delta = belief.json(command, other, "--key", "k")
    assert delta["changes"][0]["action"] in ("retracted", "removed")
    assert belief.json(command, other, "--key", "k")["replayed"]
    assert belief.state() == {}
    assert belief.json("trace", found)[-1]["reason"] == "not true"


def test_retracting_twice_changes_nothing(belief):
    found = belief.add("It holds")
    belief("retract", found)
    assert "nothing was changed" in belief("retract", found)
    assert belief.json("retract", found)["changes"] == []


def test_what_was_removed_is_not_found(belief):
    found = belief.add("It holds")
    belief("remove", found)
    assert "no belief" in belief.fails(3, "show", found)


def test_reset_hides_the_scope_that_is_written_to(belief):
    belief.add("Shared")
    belief.add("Mine", "--thread", "42")
    assert "not confirmed" in belief.run("reset", "--thread", "42", stdin="n\n").err
    assert "1 hidden" in belief("reset", "--yes", "--thread", "42")
    assert [*belief.state(thread="42", write_scope="thread")] == ["Shared"]
    assert belief.json("reset", "--yes") == {"hidden": 1}
    assert belief.state() == {}


def test_erase_asks_first(belief):
    found = belief.add("A secret nobody should keep")
    assert belief.run("erase", found[:8], stdin="n\n").status == 2
    assert belief.run("erase", found[:8], stdin="").status == 2
    assert "--yes" in belief.run("erase", found[:8], "--json").error["message"]
    assert len(belief.state()) == 1
    assert "is erased" in belief("erase", found[:8], stdin="y\n")
    assert belief.state() == {}
    for file in Path(belief.store).parent.glob("beliefs.db*"):
        assert b"secret nobody" not in file.read_bytes()


def test_erase_can_be_told_not_to_ask(belief):
    found = belief.add("A secret")
    assert belief.json("erase", found, "--yes") == {"id": found, "erased": 1}
    # Again, as after an interruption: there is nothing left to delete.
    assert belief.json("erase", found, "--yes") == {"id": found, "erased": 0}
    assert "no belief" in belief.fails(3, "erase", "00" * 16, "--yes")
