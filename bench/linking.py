"""How well claims meet: precision and recall on the labelled pairs, false links, speed.

A link is right if it says "same" or "denies" where the label does; "contradicts" is a quantity or
choice whose subjects must meet as the same. The world is thousands of facts made to be mistaken for
each other; there, every link between two facts is false.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations, pairwise
from pathlib import Path

from _measure import Report, timed

sys.path.insert(0, str(Path(__file__).parents[1]))

from beliefs.reading.linking.comparing import compare, normal
from beliefs.reading.linking.handles import handles
from tests.reading.linking.world import Pair, Said, pairs, world

MANY = 20_000


def found(pair: Pair) -> str:
    """What `compare` says of a pair."""
    link = compare(pair.one, pair.other, pair.family)
    return "different" if link is None else "denies" if link.denies else "same"


def share(of: Iterable[bool]) -> float:
    """The part that is true."""
    listed = list(of)
    return sum(listed) / len(listed) if listed else 1.0


def labelled(report: Report, half: str) -> None:
    """Precision and recall on one half, in all and by family and label."""
    results = [(pair, found(pair)) for pair in pairs(half)]
    linked = [(pair, label) for pair, label in results if label != "different"]
    wanted = [(pair, label) for pair, label in results if pair.expected != "different"]
    report.say(f"{half}_pairs", len(results))
    precision = share(label == pair.expected for pair, label in linked)
    report.say(f"{half}_precision", precision, least=0.95)
    report.say(f"{half}_recall", share(label == pair.expected for pair, label in wanted))
    kinds = sorted({(pair.family, pair.label) for pair, _ in results})
    for family, wish in kinds:
        right = [
            label == pair.expected
            for pair, label in results
            if (pair.family, pair.label) == (family, wish)
        ]
        report.say(f"{half}_{family}_{wish}_right", share(right), f"of {len(right)}")
    for name, among in (("linked", linked), ("all_that_should", wanted)):
        shared = share(
            bool(set(handles(p.one, p.family)) & set(handles(p.other, p.family))) for p, _ in among
        )
        report.say(f"{half}_handle_recall_{name}", shared)


def apart(report: Report, said: list[Said]) -> None:
    """False links between claims that share a handle, and how many share one."""
    groups: dict[tuple[str, str], list[Said]] = defaultdict(list)
    for one in said:
        for handle in handles(one.text, one.family):
            groups[one.family, handle].append(one)
    false = met = strangers = 0
    for group in groups.values():
        for one, other in combinations(group, 2):
            link = compare(one.text, other.text, one.family)
            if one.fact != other.fact:
                strangers += 1
                false += link is not None
            elif link is not None:
                met += 1
                false += link.denies != (one.denied != other.denied)
    facts: dict[tuple[str, ...], int] = defaultdict(int)
    for one in said:
        facts[one.fact] += 1
    report.say("world_claims", len(said), least=MANY)
    report.say("world_facts", len(facts))
    report.say("world_largest_group", max(map(len, groups.values())))
    report.say("world_strangers_compared", strangers)
    report.say("world_false_links", false, most=0)
    report.say("world_recall", met / sum(n * (n - 1) // 2 for n in facts.values()))


def speed(report: Report, said: list[Said]) -> None:
    """Microseconds a call, with normal forms at hand and without."""
    some = said[:4_000]
    together = list(pairwise(some))
    alike = [(p.one, p.other, p.family) for p in pairs("develop") if p.expected != "different"]

    def first() -> None:
        normal.cache_clear()
        for one in some:
            normal(one.text, one.family)

    def again() -> None:
        for one in some:
            handles(one.text, one.family)

    def unlike() -> None:
        for one, other in together:
            compare(one.text, other.text, one.family if one.family == other.family else "binary")

    def meeting() -> None:
        for one, other, family in alike:
            compare(one, other, family)

    report.say("normal_us", timed(first, 3).cpu / len(some) * 1e6, "µs, first time")
    report.say("handles_us", timed(again, 3).cpu / len(some) * 1e6, "µs, form at hand", most=50)
    unlike()
    cost = timed(unlike, 3).cpu / len(together)
    report.say("compare_unlike_us", cost * 1e6, "µs, forms at hand", most=30)
    meeting()
    cost = timed(meeting, 20).cpu / len(alike)
    report.say("compare_linked_us", cost * 1e6, "µs, forms at hand", most=30)
    report.say("compare_linked_pairs_per_s", 1 / cost, "pairs/s")


def main() -> None:
    """Measure, print, and fail if links are wrong too often."""
    report = Report("Linking claims")
    for half in ("develop", "test"):
        labelled(report, half)
    said = world()
    apart(report, said)
    speed(report, said)
    report.end()


if __name__ == "__main__":
    main()
