"""How fast minds form beliefs: columns against the readable reference, and against a memory copy.

Every night each agent has ten new tags out of five thousand, and a full store of 64 beliefs. CPU
time is per core; all figures come from one run on one machine.
"""

from __future__ import annotations

import multiprocessing
import resource
import statistics
import time
from collections.abc import Callable
from multiprocessing.synchronize import Barrier
from typing import Any

import numpy as np
from _measure import Report, timed

from beliefs.formation import (
    BeliefConfig,
    Coded,
    PlainWorld,
    Population,
    run_belief_formation_for_day,
)
from beliefs.formation.config import RuleName

TAGS = [f"route-risk:edge-{number}" for number in range(5_000)]
PER_NIGHT = 10
FILL = 9
"""Nights after which every store is full."""
NIGHTS = 7


def tell(population: Population, agents: np.ndarray[Any, Any], chance: np.random.Generator,
         day: int, tags: int = PER_NIGHT) -> None:  # fmt: skip
    """Give each of these agents so many new tags, in no order."""
    rows = chance.permutation(np.repeat(agents, tags))
    codes = chance.integers(0, len(TAGS), len(rows))
    population.tell(agent=rows, tag=Coded(codes, TAGS), day=day)


def nights(
    population: Population, agents: np.ndarray[Any, Any], fill: int = FILL
) -> Callable[[], None]:
    """Fill the stores; what is returned runs one more night, its news already told."""
    chance = np.random.default_rng(1)
    day = 0
    for day in range(fill):
        tell(population, agents, chance, day)
        population.form(day=day)
    tell(population, agents, chance, day + 1)

    def night() -> None:
        formed = population.form(day=population.last_run_day + 1)
        assert formed.agents == len(agents), "a night visits those with news, and nobody else"

    def told() -> None:
        tell(population, agents, chance, population.last_run_day + 1)

    night.told = told  # type: ignore[attr-defined]
    return night


def least(night: Any, rounds: int = NIGHTS) -> tuple[float, float]:
    """Median wall and CPU seconds of a night."""
    walls, cpus = [], []
    for _ in range(rounds):
        cost = timed(night)
        walls.append(cost.wall)
        cpus.append(cost.cpu)
        night.told()
    return statistics.median(walls), statistics.median(cpus)


def reference(agents: int, rule: RuleName) -> float:
    """CPU seconds per agent and night of the plain world."""
    world = PlainWorld(agents, BeliefConfig(rule=rule))
    chance = np.random.default_rng(1)
    costs = []
    for day in range(FILL + 3):
        for number, agent in world.agents.items():
            for code in chance.integers(0, len(TAGS), PER_NIGHT).tolist():
                agent.crumbs.bump(TAGS[code])
            world.agents_with_new_signals.add(number)
        cost = timed(lambda day=day: run_belief_formation_for_day(world, day=day))  # type: ignore[misc]
        costs.append(cost.cpu / agents)
    return statistics.median(costs[FILL:])


def speed(report: Report) -> float:
    """Columns against the reference, per core; returns seconds of a night of 100,000."""
    agents, few = (20_000, 500) if report.quick else (100_000, 10_000)
    seconds = 0.0
    for rule in ("v1", "evidence"):
        plain = reference(few, rule)
        population = Population(agents, BeliefConfig(rule=rule), shards=1)
        night = nights(population, np.arange(agents))
        wall, cpu = least(night)
        # What is wanted is wanted of the default rule.
        wanted = rule == "evidence"
        name = "" if wanted else "v1_"
        report.say(
            f"{name}reference_us_per_agent",
            plain * 1e6,
            "µs of CPU",
            most=60 if wanted else None,
        )
        report.say(
            f"{name}columnar_us_per_agent",
            cpu / agents * 1e6,
            "µs of CPU",
            most=1 if wanted else None,
        )
        report.say(
            f"{name}columnar_vs_reference_per_core",
            plain / (cpu / agents),
            "times",
            least=40 if wanted else None,
        )
        beliefs, everything = np.sum([shard.nbytes() for shard in population.shards], axis=0)
        if rule == "v1":
            report.say("bytes_per_agent_with_memory", everything / agents, "bytes", most=2_500)
        else:
            report.say("bytes_per_agent", beliefs / agents, "bytes", most=1_200)
            report.say(
                "fraction_of_copy_limit", moved(population) / wall / copy_limit(), "of a copy"
            )
        seconds = wall
    return seconds


def moved(population: Population) -> float:
    """Bytes a night moves: every row of beliefs in and out, and the news."""
    beliefs, everything = np.sum([shard.nbytes() for shard in population.shards], axis=0)
    return float(2 * beliefs + (everything - beliefs))


def copy_limit() -> float:
    """Bytes per second of a plain copy, read and written."""
    source = np.ones(1 << 27, np.uint8)
    target = np.empty_like(source)
    return 2 * source.nbytes / min(timed(lambda: np.copyto(target, source)).wall for _ in range(5))


def idle(report: Report) -> None:
    """The same agents with news, among ten times as many without."""
    active, sizes = (2_000, (20_000, 200_000)) if report.quick else (10_000, (100_000, 1_000_000))
    runs = []
    for size in sizes:
        spread = np.arange(0, size, size // active)
        runs.append(nights(Population(size, shards=1), spread))
    costs: list[list[float]] = [[], []]
    for _ in range(NIGHTS):
        for kept, night in zip(costs, runs, strict=True):
            kept.append(timed(night).cpu)
            night.told()  # type: ignore[attr-defined]
    few, many = (statistics.median(kept) for kept in costs)
    report.say("idle_growth", many / few, "times", most=1.5)
    report.say("idle_agents_read", 0, "agents")  # asserted in every night


def _process(agents: int, barrier: Barrier, results: Any) -> None:
    night = nights(Population(agents, shards=1), np.arange(agents))
    for _ in range(2 * NIGHTS):
        barrier.wait()  # until the threads have slept
        begun = time.perf_counter()
        night()
        results.put(time.perf_counter() - begun)
        night.told()  # type: ignore[attr-defined]
        barrier.wait()


def threads(report: Report) -> None:
    """Two shards in two threads, in turn with two processes that have half of the agents each."""
    agents = 20_000 if report.quick else 100_000
    night = nights(Population(agents, shards=2), np.arange(agents))
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(3), context.Queue()
    workers = [
        context.Process(target=_process, args=(agents // 2, barrier, results)) for _ in range(2)
    ]
    for worker in workers:
        worker.start()
    together, apart = [], []
    for _ in range(2 * NIGHTS):
        barrier.wait()
        # A night is over when both halves are.
        apart.append(max(results.get(), results.get()))
        barrier.wait()
        together.append(timed(night).wall)
        night.told()  # type: ignore[attr-defined]
    for worker in workers:
        worker.join()
    ratio = statistics.median(apart) / statistics.median(together)
    report.say("two_threads_vs_two_processes", ratio, "times", least=0.9)


def routing(report: Report) -> None:
    """Events from columns to beliefs, and what ten times as many agents change."""
    events = 100_000 if report.quick else 1_000_000
    chance = np.random.default_rng(2)
    codes = chance.integers(0, len(TAGS), events)
    costs = []
    for agents in (100_000, 1_000_000):
        population = Population(agents, shards=1)
        followers = chance.integers(0, agents, 5 * len(TAGS))
        population.follow(followers, [tag.partition(":")[2] for tag in TAGS] * 5)
        population.append(day=np.zeros(1, int), tag=[TAGS[0]])
        population.route(day=0)  # compiled, and the followers in order
        begun = time.perf_counter()
        population.append(day=np.zeros(events, int), tag=Coded(codes, TAGS))
        routed = timed(lambda p=population: p.route(day=0))  # type: ignore[misc]
        formed = population.form(day=0)
        seconds = time.perf_counter() - begun
        costs.append(routed.cpu)
        assert formed.agents == len(np.unique(followers))
        assert population.router.told.events == events + 1
        if agents == 100_000:
            report.say("events_routed_and_formed_per_second", events / seconds, "events")
            report.say("signals_per_event", population.router.told.signals / events, "signals")
    report.say("routing_growth", costs[1] / costs[0], "times with ten times the agents")


def ten_million(report: Report) -> None:
    """One process with ten million agents."""
    agents = 1_000_000 if report.quick else 10_000_000
    population = Population(agents, BeliefConfig(max_beliefs_per_agent=16), shards=2)
    chance = np.random.default_rng(3)
    everyone = np.arange(agents, dtype=np.uint32)
    for day in range(2):
        tell(population, everyone, chance, day, tags=2)
        cost = timed(lambda day=day: population.form(day=day))  # type: ignore[misc]
    report.say("agents_in_one_process", agents, "agents at K = 16")
    report.say("their_night_seconds", cost.wall, "s with two new tags each")
    report.say("peak_memory_gb", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, "GB")


def main() -> None:
    """Print every figure."""
    report = Report("Belief formation, ten new tags a night, stores of 64")
    speed(report)
    idle(report)
    threads(report)
    routing(report)
    ten_million(report)
    report.end()


if __name__ == "__main__":
    main()
