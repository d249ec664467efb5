"""The crash: a writer in a process of its own, killed in the middle of its work."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from beliefs.mind.beliefs import Beliefs

if TYPE_CHECKING:
    from beliefs.cli.demo.stage import Stage

CLAIM = "The writer is alive"
_MOST = 2_000
_SECONDS = 1.0


def survive_a_crash(stage: Stage, beliefs: Beliefs, url: str) -> None:
    """Kill a writer, and compare what it was told with what is there."""
    acknowledged = _killed_writer(url, beliefs.namespace)
    found = beliefs.search(CLAIM, limit=1)
    there = found[0].contributions if found else 0
    stage.tell(f"the writer was told {acknowledged} times that its write is safe, then killed")
    stage.check(
        f"{there} writes are there: nothing acknowledged is lost, nothing is half there",
        0 < acknowledged <= there <= acknowledged + 1,
    )
    # It does not know how far it came, so it starts over.
    again = [_write(beliefs, number) for number in range(acknowledged)]
    after = beliefs.search(CLAIM, limit=1)
    once = all(again) and (not after or after[0].contributions == there)
    stage.check(f"its successor repeats all {acknowledged}: each is recognised, none doubled", once)


def _killed_writer(url: str, namespace: str) -> int:
    """Let a process write until it is killed; returns how many writes it had confirmed."""
    # The address goes through the environment, where no list of processes shows its password.
    environment = {**os.environ, "BELIEFS_STORE": url, "BELIEFS_NAMESPACE": namespace}
    writer = subprocess.Popen(
        [sys.executable, "-m", "beliefs.cli.demo.crash"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None
    with writer, writer.stdout as confirmations:
        lines = [confirmations.readline()]
        end = time.monotonic() + _SECONDS * random.uniform(0.5, 1.0)  # noqa: S311  any instant
        while time.monotonic() < end and len(lines) < _MOST:
            lines.append(confirmations.readline())
        writer.kill()
        lines += confirmations.readlines()
    return sum(line.endswith("\n") for line in lines)


def _write(beliefs: Beliefs, number: int) -> bool:
    """Write once; returns whether that had been done before."""
    return beliefs.add(CLAIM, agent="writer", idempotency_key=f"crash-{number}").replayed


def _write_until_killed() -> None:
    number = 0
    with Beliefs(os.environ["BELIEFS_STORE"], namespace=os.environ["BELIEFS_NAMESPACE"]) as beliefs:
        while True:
            _write(beliefs, number)
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()
            number += 1


if __name__ == "__main__":
    _write_until_killed()
