"""Mixed load while workers are killed at random: is anything lost, does memory grow?

Writers post contributions under idempotency keys and ask again until they are answered; readers
get, list and search; listeners follow live events and resume when they are cut off. Every few
seconds a worker is killed. All of them connect anew now and then, or they would gather at whoever
is not killed. At the end the ledgers are read: each acknowledged contribution must be there exactly
once, each ledger must verify, and each listener must have come to its end.

Memory is judged on the two processes that live from beginning to end, the one that looks after the
workers and one worker that is spared: the median of its resident size over the last quarter of the
run, divided by that over the second quarter, when caches are warm.
"""

from __future__ import annotations

import itertools
import json
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import httpx
import psutil
from _measure import Report

from beliefs import Beliefs

if TYPE_CHECKING:
    from tests.crew import Crew

WORKERS, WRITERS, READERS = 3, 6, 2
NAMESPACES = ("north", "south", "east")
CLAIMS = 400
KILL_SECONDS = (2.5, 7.5)
REQUESTS_EACH, LISTENING_SECONDS = 10, 10.0
"""How long a connection is kept."""
AGAIN_SECONDS = 0.05
FLAT = 1.1
"""Where memory is called flat: at most a tenth more at the end than when caches were warm."""
SHORT_MINUTES = 2.0
"""A run that is shorter says nothing of memory: it is all warming up."""


class Acknowledged(NamedTuple):
    """A contribution that the server said is durable."""

    namespace: str
    reference: str
    belief: str


class Tally:
    """What the threads have seen, added up."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.stop = threading.Event()
        self.counts: Counter[str] = Counter()
        self.seconds: dict[str, list[float]] = {"post": [], "get": []}
        self.acknowledged: list[Acknowledged] = []
        self.told: dict[str, set[str]] = {name: set() for name in NAMESPACES}
        self.reached: dict[str, int] = dict.fromkeys(NAMESPACES, 0)

    def count(self, what: str) -> None:
        with self.lock:
            self.counts[what] += 1


class Caller:
    """Asks until there is an answer, as a client with idempotency keys may."""

    def __init__(self, url: str, tally: Tally) -> None:
        self._http = httpx.Client(base_url=f"{url}/v1", trust_env=False, timeout=20)
        self._tally = tally
        self._asked = 0

    def ask(
        self,
        verb: str,
        path: str,
        namespace: str,
        body: object = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        params = {"namespace": namespace}
        self._asked += 1
        if self._asked % REQUESTS_EACH == 0:
            headers = {**(headers or {}), "Connection": "close"}
        while True:
            try:
                found = self._http.request(verb, path, params=params, json=body, headers=headers)
            except httpx.TransportError:
                self._tally.count("cut off")
            else:
                if found.status_code != 503:
                    self._tally.count("answered")
                    if found.is_error:
                        self._tally.count("refused")
                        print(found.status_code, found.text[:200], file=sys.stderr)
                    return found
                self._tally.count("unavailable")
            time.sleep(AGAIN_SECONDS)

    def close(self) -> None:
        self._http.close()


def write(url: str, number: int, tally: Tally) -> None:
    """Post contributions; now and then one that was posted before."""
    chance, caller = random.Random(number), Caller(url, tally)
    mine: list[tuple[str, dict[str, object], str]] = []
    for turn in itertools.count():
        if tally.stop.is_set():
            break
        again = bool(mine) and chance.random() < 0.1
        if again:
            namespace, said, key = chance.choice(mine)
        else:
            namespace, key = chance.choice(NAMESPACES), f"{number}-{turn}"
            said = {
                "claim": f"Station {chance.randrange(CLAIMS)} of the line is open",
                "confidence": chance.choice((0.2, 0.7, 0.9)),
                "reference": key,
            }
        begun = time.perf_counter()
        found = caller.ask("POST", "/beliefs", namespace, said, {"Idempotency-Key": key})
        if again:
            tally.count("repeated")
            if not found.json().get("replayed"):
                tally.count("not known again")
            continue
        with tally.lock:
            tally.seconds["post"].append(time.perf_counter() - begun)
            belief = found.json()["changes"][0]["belief_id"]
            tally.acknowledged.append(Acknowledged(namespace, key, belief))
        mine.append((namespace, said, key))
        del mine[:-500]
    caller.close()


def read(url: str, number: int, tally: Tally) -> None:
    """Get what was acknowledged, list and search."""
    chance, caller = random.Random(1000 + number), Caller(url, tally)
    while not tally.stop.is_set():
        with tally.lock:
            one = chance.choice(tally.acknowledged) if tally.acknowledged else None
        if one is None:
            time.sleep(0.05)
            continue
        match chance.randrange(4):
            case 0:
                caller.ask("GET", "/beliefs", one.namespace)
            case 1:
                words = {"query": f"station {chance.randrange(CLAIMS)}"}
                caller.ask("POST", "/search", one.namespace, words)
            case _:
                begun = time.perf_counter()
                found = caller.ask("GET", f"/beliefs/{one.belief}", one.namespace)
                with tally.lock:
                    tally.seconds["get"].append(time.perf_counter() - begun)
                if found.json().get("id") != one.belief:
                    tally.count("not found")
    caller.close()


def listen(url: str, namespace: str, tally: Tally, done: threading.Event) -> None:
    """Follow a ledger from its beginning, and go on where it was cut off."""
    http = httpx.Client(base_url=f"{url}/v1", trust_env=False, timeout=5)
    params: dict[str, str | int] = {"namespace": namespace, "heartbeat": 1}
    while not done.is_set():
        last = {"Last-Event-ID": str(tally.reached[namespace])}
        try:
            with http.stream("GET", "/events", params=params, headers=last) as heard:
                until = time.monotonic() + LISTENING_SECONDS
                for line in heard.iter_lines():
                    _hear(line, namespace, tally)
                    if done.is_set() or (not line and time.monotonic() > until):
                        break
        except httpx.TransportError:
            tally.count("listeners cut off")
            time.sleep(AGAIN_SECONDS)
    http.close()


def _hear(line: str, namespace: str, tally: Tally) -> None:
    if not line.startswith("data: "):
        return
    event = json.loads(line.removeprefix("data: "))
    if event["entries"] <= tally.reached[namespace]:
        tally.count("events out of order")
    tally.reached[namespace] = event["entries"]
    tally.told[namespace].update(event["beliefs"])
    tally.count("events" if event["kind"] == "changed" else "stale events")


def kill(crew: Crew, tally: Tally, spared: psutil.Process) -> None:
    """End a worker now and then, at once and without a word."""
    chance = random.Random(7)
    while not tally.stop.wait(chance.uniform(*KILL_SECONDS)):
        others = [one for one in crew.workers() if one != spared]
        if others:
            chance.choice(others).kill()
            tally.count("kills")


def sample(processes: list[psutil.Process], tally: Tally) -> list[list[int]]:
    """Resident sizes, ten times a second at most, until it is over."""
    sizes: list[list[int]] = [[] for _ in processes]
    while not tally.stop.wait(0.1):
        for kept, process in zip(sizes, processes, strict=True):
            kept.append(process.memory_info().rss)
    return sizes


def growth(sizes: list[int]) -> float:
    """The median of the last quarter over that of the second."""
    quarter = max(1, len(sizes) // 4)
    return statistics.median(sizes[-quarter:]) / statistics.median(sizes[quarter : 2 * quarter])


def load(crew: Crew, tally: Tally, seconds: float) -> list[list[int]]:
    """Let everything go on at once; returns the sizes of supervisor and spared worker."""
    spared = crew.workers()[0]
    over = threading.Event()
    listeners = [
        threading.Thread(target=listen, args=(crew.url, name, tally, over)) for name in NAMESPACES
    ]
    callers = [
        *(threading.Thread(target=write, args=(crew.url, n, tally)) for n in range(WRITERS)),
        *(threading.Thread(target=read, args=(crew.url, n, tally)) for n in range(READERS)),
        threading.Thread(target=kill, args=(crew, tally, spared)),
    ]
    for thread in (*listeners, *callers):
        thread.start()
    end = threading.Timer(seconds, tally.stop.set)
    end.start()
    sizes = sample([crew.supervisor, spared], tally)
    for thread in callers:
        thread.join()
    _let_hear(crew, tally)
    over.set()
    for thread in listeners:
        thread.join()
    return sizes


def _let_hear(crew: Crew, tally: Tally, patience: float = 20) -> None:
    """Wait until the listeners have heard of the last write."""
    until = time.monotonic() + patience
    for name in NAMESPACES:
        last = httpx.get(
            f"{crew.url}/v1/events/last", params={"namespace": name}, trust_env=False, timeout=20
        ).json()["value"]
        while tally.reached[name] < last and time.monotonic() < until:
            time.sleep(0.05)
        tally.counts["entries never told"] += max(0, last - tally.reached[name])


def examine(url: str, tally: Tally, report: Report) -> None:
    """Look into the ledgers: is everything there that was acknowledged, and once?"""
    lost = doubled = unasked = unverified = untold = 0
    for name in NAMESPACES:
        promised = {one.reference for one in tally.acknowledged if one.namespace == name}
        beliefs = {one.belief for one in tally.acknowledged if one.namespace == name}
        with Beliefs(url, namespace=name) as b:
            ledger = b._ledger  # noqa: SLF001
            with ledger.store.read(name) as snapshot:
                found = Counter(entry.body.get("reference") for entry in snapshot.entries())
            unverified += not b.verify().ok
        lost += len(promised - found.keys())
        doubled += sum(times - 1 for times in found.values())
        unasked += len(found.keys() - promised)
        if not tally.counts["stale events"]:
            untold += len(beliefs - tally.told[name])
    report.say("acknowledged", len(tally.acknowledged))
    report.say("lost", lost, most=0)
    report.say("doubled", doubled, most=0)
    report.say("written_unacknowledged", unasked, most=0)
    report.say("repetitions", tally.counts["repeated"])
    report.say("repetitions_not_known", tally.counts["not known again"], most=0)
    report.say("ledgers_not_verified", unverified, most=0)
    report.say("beliefs_never_told", untold, most=0)


def main() -> None:
    """Run it."""
    sys.path.insert(0, str(Path(__file__).parent.parent))
    from tests.crew import Crew
    from tests.postgres_server import PostgresServer

    report = Report("Mixed load with workers killed at random", minutes=10.0)
    minutes = 0.2 if report.quick else report.numbers["minutes"]
    tally = Tally()
    with (
        PostgresServer() as postgres,
        tempfile.TemporaryDirectory() as home,
        Crew(postgres.url, Path(home), WORKERS) as crew,
    ):
        sizes = load(crew, tally, 60 * minutes)
        counts = tally.counts
        report.say("minutes", minutes)
        report.say("workers", WORKERS)
        report.say("kills", counts["kills"], least=1)
        report.say("answered", counts["answered"])
        report.say("answered_per_second", counts["answered"] / (60 * minutes))
        report.say("cut_off_and_asked_again", counts["cut off"])
        report.say("answered_unavailable", counts["unavailable"])
        report.say("refused_or_failed", counts["refused"], most=0)
        report.say("acknowledged_not_found", counts["not found"], most=0)
        examine(postgres.url, tally, report)
        report.say("events", counts["events"], least=1)
        report.say("events_stale", counts["stale events"])
        report.say("listeners_cut_off", counts["listeners cut off"])
        report.say("events_out_of_order", counts["events out of order"], most=0)
        report.say("entries_never_told", counts["entries never told"], most=0)
        for what, seconds in tally.seconds.items():
            if len(seconds) < 2:
                continue  # too few to have quantiles
            cuts = statistics.quantiles(seconds, n=100)
            report.say(f"{what}_p50_ms", 1000 * cuts[49], "ms")
            report.say(f"{what}_p99_ms", 1000 * cuts[98], "ms")
        bound = FLAT if minutes >= SHORT_MINUTES else None
        for name, kept in zip(("supervisor", "spared_worker"), sizes, strict=True):
            report.say(f"{name}_mb", kept[-1] / 1e6, "MB")
            report.say(f"{name}_growth", growth(kept), most=bound)
    report.end()


if __name__ == "__main__":
    main()
