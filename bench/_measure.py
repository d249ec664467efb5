"""What the benchmarks share: interleaved timing, and a table with one JSON line at its end."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import NamedTuple


class Cost(NamedTuple):
    """Seconds on the wall and of this process, per call."""

    wall: float
    cpu: float


def timed(call: Callable[[], object], times: int = 1) -> Cost:
    """Run a call a number of times and return its mean cost."""
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(times):
        call()
    return Cost((time.perf_counter() - wall) / times, (time.process_time() - cpu) / times)


def interleaved(rounds: int, *calls: Callable[[int], Cost]) -> list[Cost]:
    """Run several measurements in turn, so that noise meets all alike; medians of the rounds."""
    costs: list[list[Cost]] = [[] for _ in calls]
    for number in range(rounds):
        for kept, call in zip(costs, calls, strict=True):
            kept.append(call(number))
    return [
        Cost(statistics.median(c.wall for c in kept), statistics.median(c.cpu for c in kept))
        for kept in costs
    ]


class Report:
    """Named figures, shown as they come in and as one JSON object at the end."""

    def __init__(
        self, title: str, *, named: str = "", texts: tuple[str, ...] = (), **numbers: float
    ) -> None:
        """Read the options; a benchmark may have numbers of its own, given with their defaults.

        `named` says what names on the command line mean, for those that take some; `texts` are
        options with a text each.
        """
        parser = argparse.ArgumentParser(description=title)
        parser.add_argument("--json", action="store_true", help="end with one line of JSON")
        parser.add_argument("--quick", action="store_true", help="smaller sizes, for trying out")
        for name, usual in numbers.items():
            parser.add_argument(f"--{name}", type=float, default=usual, help=f"usually {usual:g}")
        for name in texts:
            parser.add_argument(f"--{name}", default="")
        if named:
            parser.add_argument("names", nargs="*", help=named)
        options = parser.parse_args()
        self.names: set[str] = set(options.names) if named else set()
        self.numbers: dict[str, float] = {name: getattr(options, name) for name in numbers}
        self.texts: dict[str, str] = {name: getattr(options, name) for name in texts}
        self.quick: bool = options.quick
        self._json: bool = options.json
        self._figures: dict[str, float] = {}
        self._missed = False
        print(title)

    def say(self, name: str, value: float, unit: str = "", *, least: float | None = None,
            most: float | None = None) -> None:  # fmt: skip
        """Show a figure, and whether it is where it should be."""
        self._figures[name] = round(value, 6)
        mark = ""
        if least is not None:
            mark = f"   (at least {least:g}: {'yes' if value >= least else 'NO'})"
            self._missed |= value < least
        if most is not None:
            mark = f"   (at most {most:g}: {'yes' if value <= most else 'NO'})"
            self._missed |= value > most
        print(f"  {name:<44} {value:>12.4g} {unit}{mark}", flush=True)

    def end(self) -> None:
        """Print the JSON line if asked; exit 1 if a bound was missed."""
        if self._json:
            print(json.dumps(self._figures))
        sys.exit(1 if self._missed else 0)
