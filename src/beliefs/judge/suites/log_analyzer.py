"""What a log says: how many of each level, how slow each endpoint, when errors spiked.

Percentiles are reckoned in several right ways, and so is an average minute. The logs here are made
so that all of them agree: many durations close together, and errors in every minute.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from random import SystemRandom
from secrets import token_hex
from typing import Any

from beliefs.judge.command import Command
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Command] = Suite("log-analyzer", "command")

_CHANCE = SystemRandom()
# Shortly before midnight, so that hour, day and month change within the log.
_BEGIN = datetime(2024, 2, 29, 23, 20, tzinfo=UTC)


def _entry(minute: int, level: str, endpoint: str = "/", duration: float = 5) -> dict[str, Any]:
    at = _BEGIN + timedelta(minutes=minute, seconds=_CHANCE.randint(0, 59))
    stamp = at.strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"timestamp": stamp, "level": level, "endpoint": endpoint, "duration_ms": duration}


def _report(command: Command, entries: Iterable[dict[str, Any]], *broken: str) -> dict[str, Any]:
    lines = [*(json.dumps(each) for each in entries), *broken]
    _CHANCE.shuffle(lines)
    command.write("app.log", "".join(f"{line}\n" for line in lines))
    told: dict[str, Any] = command("app.log").succeeds().json()
    return told


def _seen(told: dict[str, Any]) -> dict[str, int]:
    """The levels that there were; whether others are told as zero is left open."""
    return {level: count for level, count in told["levels"].items() if count}


def _spikes(told: dict[str, Any]) -> list[str]:
    """The minutes, told as such or in objects, with or without seconds."""
    minutes = [
        str(each.get("minute") if isinstance(each, dict) else each) for each in told["error_spikes"]
    ]
    return sorted(each[:16].replace(" ", "T") for each in minutes)


def _minute(minute: int) -> str:
    return (_BEGIN + timedelta(minutes=minute)).strftime("%Y-%m-%dT%H:%M")


@suite.check("each level is counted, and lines that are not JSON are counted apart")
def levels(command: Command) -> None:
    many = {level: _CHANCE.randint(3, 30) for level in ("DEBUG", "INFO", "WARNING", "ERROR")}
    entries = [_entry(0, level) for level, count in many.items() for _ in range(count)]
    broken = ["plain words", '{"level": "INFO", ', "{'level': 'INFO'}", "Traceback:"]
    broken += [token_hex(4) + "x"] * _CHANCE.randint(0, 5)
    told = _report(command, entries, *broken)
    equal(_seen(told), many, "levels")
    equal(told["malformed"], len(broken), "malformed")


@suite.check("p50 and p95 of each endpoint, whatever the order of the lines")
def percentiles(command: Command) -> None:
    slow, even, once = f"/{token_hex(3)}", f"/api/{token_hex(3)}", f"/{token_hex(2)}"
    unit = _CHANCE.randint(2, 9) / 10
    # Squares, so that the median is not the mean; 101 of them, so that a percent is a step.
    entries = [_entry(0, "INFO", slow, round(each * each * unit, 1)) for each in range(101)]
    entries += [_entry(0, "INFO", even, 40 + each % 3 - 1) for each in range(200)]
    entries += [_entry(0, "INFO", once, 77.5)]
    told = _report(command, entries)["endpoints"]
    equal(sorted(told), sorted([slow, even, once]), "the endpoints")
    for name, rank in (("p50", 50), ("p95", 95)):
        low, high = (rank - 1) ** 2 * unit - 0.1, (rank + 1) ** 2 * unit + 0.1
        got = told[slow][name]
        expect(low <= got <= high, f"{name} of {slow} is {rank**2 * unit:.1f}, not {got}")
        equal(told[once][name], 77.5, f"{name} of a single request")
    equal((told[even]["p50"], told[even]["p95"]), (40, 41), "p50 and p95 of 39, 40 and 41")


@suite.check("minutes with more than three times the average of errors are spikes")
def spikes(command: Command) -> None:
    # Seventy minutes with 140 errors: the average is two, and six are not more than three times it.
    counts = [1] * 10 + [2] * 58
    _CHANCE.shuffle(counts)
    calm, wild = sorted(_CHANCE.sample(range(1, 68), 2))
    counts.insert(calm, 6)
    counts.insert(wild, 8)
    entries = [_entry(at, "ERROR") for at, count in enumerate(counts) for _ in range(count)]
    busy = (wild + 30) % 70
    entries += [_entry(at, "INFO") for at in range(70)] + [_entry(busy, "WARNING")] * 60
    told = _report(command, entries, "not JSON")
    equal(_spikes(told), [_minute(wild)], "error_spikes")


@suite.check("two spikes are both told, and steady errors are none")
def steady(command: Command) -> None:
    spiked = {5, 65}
    entries = [_entry(at, "ERROR") for at in range(70) for _ in range(20 if at in spiked else 1)]
    equal(_spikes(_report(command, entries)), sorted(map(_minute, spiked)), "error_spikes")
    calm = [_entry(at, "ERROR") for at in range(20) for _ in range(3)]
    equal(_spikes(_report(command, calm)), [], "error_spikes")


@suite.check("a log without errors, and one without lines, have no spikes")
def quiet(command: Command) -> None:
    told = _report(command, [_entry(at, "INFO") for at in range(3)])
    equal((_seen(told), _spikes(told), told["malformed"]), ({"INFO": 3}, [], 0), "the report")
    told = _report(command, [])
    equal((_seen(told), told["endpoints"], _spikes(told)), ({}, {}, []), "the report of nothing")


@suite.check("a missing file is an error")
def missing(command: Command) -> None:
    command(f"{token_hex(4)}.log").fails()
