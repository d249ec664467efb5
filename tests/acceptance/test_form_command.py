"""`belief form`: a population's beliefs, from scenario to page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.acceptance.command import Command

WORLD = ("--agents", "300", "--days", "6", "--seed", "7")

# What differs from run to run, or says how it was run.
TIMED = ("seconds", "events_per_second", "agents_per_second", "daily_seconds", "shards", "files")
# What is said of this run alone, and not of the whole world.
OF_THIS_RUN = ("first_day", "nights", "daily", "risk_map")


def settled(document: dict[str, Any], *but: str) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in (*TIMED, *but)}


def test_the_same_seed_is_the_same_world_on_any_number_of_shards(belief: Command):
    one = belief.json("form", *WORLD, "--shards", "1")
    two = belief.json("form", *WORLD, "--shards", "2")
    assert (one["shards"], two["shards"]) == (1, 2)
    assert settled(one) == settled(two)
    other = belief.json("form", *WORLD[:-1], "8")
    assert other["digest"] != one["digest"]


def test_the_numbers_add_up(belief: Command):
    found = belief.json("form", *WORLD, "--events", "400")
    assert (found["agents"], found["seed"], found["rule"]) == (300, 7, "evidence")
    assert (found["first_day"], found["last_day"], found["nights"]) == (0, 5, 6)
    assert found["events"] == 6 * 400 == sum(day["events"] for day in found["daily"])
    assert found["signals"] == sum(day["signals"] for day in found["daily"])
    assert found["formed"] == sum(day["formed"] for day in found["daily"])
    assert sum(found["values"]) == sum(found["weights"]) == found["beliefs"]
    assert 0 < found["believers"] <= 300
    assert len(found["top_risks"]) == 10
    assert found["top_risks"][0]["risk"] == max(risk["risk"] for risk in found["top_risks"])
    assert found["seconds"] == pytest.approx(sum(found["daily_seconds"]))
    assert found["events_per_second"] == pytest.approx(2400 / found["seconds"])
    assert found["files"] == []


@pytest.mark.parametrize("rule", ["evidence", "v1"])
def test_saved_and_resumed_is_one_long_run(belief: Command, tmp_path: Path, rule: str):
    whole, half, rest = (tmp_path / name for name in ("whole", "half", "rest"))
    long = belief.json("form", *WORLD, "--rule", rule, "--save", str(whole))
    short = belief.json("form", *WORLD, "--rule", rule, "--days", "2", "--save", str(half))
    assert short["digest"] != long["digest"]
    assert long["rule"] == short["rule"] == rule
    resumed = belief.json(
        "form", *WORLD, "--rule", rule, "--resume", str(half), "--save", str(rest), "--shards", "1"
    )
    assert (resumed["first_day"], resumed["nights"]) == (2, 4)
    assert settled(resumed, *OF_THIS_RUN) == settled(long, *OF_THIS_RUN)
    assert rest.read_bytes() == whole.read_bytes()


def test_the_page_and_the_summary_are_written(belief: Command, tmp_path: Path):
    out = tmp_path / "made" / "here"
    shown = belief("form", *WORLD, "--out", str(out))
    assert f"Written: {out / 'report.html'}" in shown
    summary = json.loads((out / "summary.json").read_text("utf-8"))
    assert settled(summary) == settled(belief.json("form", *WORLD))
    page = (out / "report.html").read_text("utf-8")
    drawn = Drawn(page)
    assert drawn.open == []
    assert drawn.counted["svg"] == 5
    assert drawn.counted["path"] == 20 + 20 + 6 + 6
    known = sum(risk is not None for row in summary["risk_map"]["risks"] for risk in row)
    assert drawn.counted["rect"] == 20 + 20 + 6 + 6 + known
    for part in (summary["digest"], "300 agents, day 0 to 5", "Risk map", ">0.75</text>"):
        assert part in page
    for key in summary["risk_map"]["keys"]:
        assert key in page
    # Nothing is asked of anybody else.
    assert not {"script", "link", "img", "iframe"} & set(drawn.counted)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


class Drawn(HTMLParser):
    """Counts the elements of a page, and notices those left open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.counted: dict[str, int] = {}
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        self.counted[tag] = self.counted.get(tag, 0) + 1
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        del attrs
        self.counted[tag] = self.counted.get(tag, 0) + 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_people_see_a_summary_on_one_screen(belief: Command):
    belief.environment["COLUMNS"] = "80"
    shown = belief("form", *WORLD, "--shards", "1")
    for part in (
        "300 agents, 6 days",
        "1 shard",
        "events told",
        "values",
        "most feared",
        "digest ",
    ):
        assert part in shown
    assert "█" in shown
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 24
    assert shown == "\n".join(line.rstrip() for line in lines) + "\n"


def test_a_scenario_with_events_from_parquet(belief: Command, tmp_path: Path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    events = {
        "day": [0, 0, 1, 2],
        "tag": ["depot-short:d-1", "weather:rain", "depot-short:d-1", "delivery-fail:d-2"],
        "severity": [0.9, 0.1, 0.2, 0.3],
    }
    pq.write_table(pa.table(events), tmp_path / "events.parquet")
    (tmp_path / "follow.csv").write_text("agent,target\n0,d-1\n1,d-1\n", "utf-8")
    scenario = tmp_path / "depots.toml"
    scenario.write_text(
        """
        [world]
        agents = 4
        phases = { 0 = 0, 1 = 2 }
        [config]
        max_events_per_day = 1
        episode_bonus_weight = 0.5
        [[families]]
        tag = "depot-short"
        belief = "depot-risk"
        [events]
        file = "events.parquet"
        [follow]
        file = "follow.csv"
        """,
        "utf-8",
    )
    found = belief.json("form", str(scenario))
    assert (found["last_day"], found["events"], found["signals"]) == (2, 3, 4)
    assert (found["deferred"], found["waiting"], found["unheard"]) == (2, 1, 0)
    assert (found["quarantined"], found["quarantine"]) == (1, {"weather:rain": 1})
    top = found["top_risks"]
    assert [(risk["key"], risk["agents"]) for risk in top] == [("depot-risk:d-1", 2)]
    # Two crumbs and half a one for the episode, against a prior of three; they fade a bit.
    assert top[0]["risk"] == pytest.approx(2.5 / 5.5, abs=0.01)
    later = belief.json("form", str(scenario), "--days", "4")
    assert (later["events"], later["unheard"], later["waiting"]) == (4, 1, 0)
    shown = belief("form", str(scenario))
    assert "not understood: weather:rain" in shown
    assert "still waiting" in shown


def test_what_is_wrong_is_said_in_one_sentence(belief: Command, tmp_path: Path):
    scenario = tmp_path / "s.toml"
    gone = str(tmp_path / "gone" / "x")
    assert "check the path" in belief.fails(2, "form", gone)
    scenario.write_text("[config]\nlearning_rate = 1\n", "utf-8")
    assert "no setting 'learning_rate': known are enabled, rule" in belief.fails(
        2, "form", str(scenario)
    )
    assert "agents must be a whole number from 1" in belief.fails(2, "form", "--agents", "0")
    assert "does not exist" in belief.fails(2, "form", "--resume", gone)
    assert "no folder" in belief.fails(2, "form", "--save", gone)
    assert "cannot write to" in belief.fails(2, "form", "--out", str(scenario / "x"))


def test_more_agents_than_memory_are_refused(belief: Command):
    pytest.importorskip("resource")
    limited = "import resource as r; r.setrlimit(r.RLIMIT_AS, (1 << 36,) * 2); "
    belief.program = (sys.executable, "-c", limited + "from beliefs.cli import main; main()")
    assert "not fit into memory" in belief.fails(2, "form", "--agents", str(2**32 - 1))


def test_a_damaged_snapshot_is_refused(belief: Command, tmp_path: Path):
    file = tmp_path / "end"
    belief.json("form", *WORLD, "--save", str(file))
    file.write_bytes(file.read_bytes()[:-5])
    assert "damaged" in belief.fails(5, "form", *WORLD, "--days", "9", "--resume", str(file))


def test_without_compiled_kernels_it_says_what_to_install(belief: Command, tmp_path: Path):
    missing = "raise ModuleNotFoundError('No module named numba', name='numba')\n"
    (tmp_path / "numba.py").write_text(missing, "utf-8")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    answer = belief.run("form", *WORLD, PYTHONPATH=path)
    assert answer.status == 2
    assert "needs numba: pip install 'beliefs[formation]'" in answer.err


@pytest.mark.parametrize("arguments", [("--help",), ("form", "--help")])
def test_help_asks_for_nothing_heavy(belief: Command, arguments: tuple[str, ...]):
    python, *module = belief.program
    done = subprocess.run(
        [python, "-X", "importtime", *module, *arguments],
        capture_output=True,
        env=belief.environment,
        check=True,
        text=True,
    )
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "click" in imported
    assert not imported & {"numpy", "numba", "llvmlite", "pyarrow", "rich", "beliefs.formation"}
