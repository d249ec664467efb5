"""The benchmark: every goal tried, several at once, each result kept as soon as it is there."""

from __future__ import annotations

import json
import math
import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from beliefs.build.odds import Came, measured, suites
from beliefs.build.release import digest
from beliefs.build.trial import Trial, Variant, tried
from beliefs.judge.goals import Goal

_TWO_SIDED = 1.959963984540054  # standard normal, 95 %


class Share(NamedTuple):
    """How many of how many were met, and the 95 % interval of the rate behind it."""

    met: int
    of: int
    low: float
    high: float


def wilson(met: int, of: int) -> Share:
    """Wilson's score interval, which stays honest for few trials and rates near 0 and 1.

    >>> wilson(15, 15)
    Share(met=15, of=15, low=0.7961, high=1.0)
    >>> wilson(0, 0)
    Share(met=0, of=0, low=0.0, high=1.0)
    """
    if not of:
        return Share(0, 0, 0.0, 1.0)
    squared = _TWO_SIDED**2
    rate = met / of
    centre = rate + squared / (2 * of)
    reach = _TWO_SIDED * math.sqrt(rate * (1 - rate) / of + squared / (4 * of * of))
    low, high = ((centre + side * reach) / (1 + squared / of) for side in (-1, 1))
    return Share(met, of, round(max(low, 0.0), 4), round(min(high, 1.0), 4))


def trials(
    goals: Sequence[Goal],
    kept: Path,
    *,
    jobs: int,
    resume: bool,
    variants: bool = False,
    thorough: bool = False,
) -> Iterator[Trial]:
    """Try goals, `jobs` at once; each is written to a file of JSON lines as it comes.

    With `resume`, what the file has is not tried again, as long as it was tried with this code.
    With `variants`, services are also built with what their goals did not ask for. A `thorough`
    judge takes as long as it needs.
    """
    code = digest()
    earlier = _earlier(kept, code) if resume else {}
    every = [(goal, variant) for goal in goals for variant in _variants(goal, every=variants)]
    wanted = {(goal.name, variant) for goal, variant in every}
    yield from (trial for name, trial in earlier.items() if name in wanted)
    left = [each for each in every if (each[0].name, each[1]) not in earlier]
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a" if resume else "w", encoding="utf-8") as lines:
        for trial in _tried(left, jobs, thorough=thorough):
            lines.write(json.dumps({"code": code, **trial.document()}, ensure_ascii=False) + "\n")
            lines.flush()
            yield trial


def sample(goals: Sequence[Goal], few: int) -> list[Goal]:
    """One goal a tier, a service where there is one, and a few more that change with the code.

    >>> from beliefs.judge.goals import goals
    >>> [each.name for each in sample(goals(), 0)]
    ['fizzbuzz', 'health-api', 'url-shortener', 'blog-engine', 'event-system']
    """
    tiers: dict[int, Goal] = {}
    for each in sorted(goals, key=lambda goal: goal.kind != "service"):
        tiers.setdefault(each.tier, each)
    chosen = set(tiers.values())
    rest = [each for each in goals if each.kind == "service" and each not in chosen]
    start = int(digest(), 16) % len(rest) if rest else 0
    chosen |= set((rest[start:] + rest[:start])[:few])
    return [each for each in goals if each in chosen]


def summary(found: Iterable[Trial]) -> dict[str, Any]:
    """What a run comes to: shares with their intervals, medians of seconds, tokens."""
    every = list(found)
    all_ = [each for each in every if not each.variant and not each.unsafe]
    services = [each for each in all_ if each.kind == "service"]
    tiers = sorted({each.tier for each in all_})
    built = [each for each in all_ if each.verdict]
    stages = dict.fromkeys(name for each in built for name in each.seconds)
    return {
        "accepted": _accepted(all_),
        "accepted_services": _accepted(services),
        "tiers": {
            str(tier): _accepted(each for each in all_ if each.tier == tier) for tier in tiers
        },
        "refused": sum(each.outcome == "refused" for each in all_),
        "failed": sum(each.outcome == "failed" for each in all_),
        "overclaimed": sum(each.overclaimed for each in all_),
        "p_accept": measured(
            (each.p_accept, each.outcome == "accepted")
            for each in every
            if each.p_accept is not None and each.checks
        ),
        "unsafe_on_request": _accepted(each for each in every if each.unsafe and each.checks),
        "faults_noticed": wilson(
            sum(each.faults - len(each.unnoticed) for each in all_),
            sum(each.faults for each in all_),
        )._asdict(),
        "variants": _accepted(each for each in every if each.variant and each.checks),
        "median_seconds": {
            name: round(median(each.seconds[name] for each in built if name in each.seconds), 3)
            for name in stages
        },
        "median_seconds_whole": _whole(built),
        "seconds": round(sum(sum(each.seconds.values()) for each in every), 1),
        "tokens": sum(each.tokens for each in every),
    }


def learn(found: Iterable[Trial]) -> None:
    """Let what the suites said count for P(accept), of whatever is built from now on."""
    came = [
        Came(each.goal, each.variant, tuple(each.parts), each.outcome == "accepted")
        for each in found
        if each.checks
    ]
    with suites() as known:
        known.hear(came, digest())


def _accepted(found: Iterable[Trial]) -> dict[str, float]:
    each = list(found)
    return wilson(sum(one.outcome == "accepted" for one in each), len(each))._asdict()


def _whole(built: list[Trial]) -> float | None:
    """The median of what a build takes, without the suite, which only a benchmark runs."""
    sums = [sum(each.seconds.values()) - each.seconds.get("suite", 0.0) for each in built]
    return round(median(sums), 3) if sums else None


def _variants(goal: Goal, *, every: bool) -> tuple[Variant, ...]:
    return ("", "flask", "json") if every and goal.kind == "service" else ("",)


def _tried(left: list[tuple[Goal, Variant]], jobs: int, *, thorough: bool) -> Iterator[Trial]:
    if jobs == 1 or len(left) == 1:
        yield from (tried(goal, variant, thorough=thorough) for goal, variant in left)
        return
    # Spawned: a fork would take the locks of whatever else runs in this process with it.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        asked = [pool.submit(tried, *each, thorough=thorough) for each in left]
        try:
            for done in as_completed(asked):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _earlier(kept: Path, code: str) -> dict[tuple[str, Variant], Trial]:
    """What was tried with the same code; a line cut off by a kill is none."""
    found: dict[tuple[str, Variant], Trial] = {}
    if not kept.exists():
        return found
    for line in kept.read_text(encoding="utf-8").splitlines():
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if told.pop("code", None) == code:
            trial = Trial(**told)
            found[trial.goal, trial.variant] = trial
    return found
