"""What holds after premises changed, went missing or were deleted: the part of answers right.

Worlds are drawn from seeds, with the right answers. They are told once with given edges
(`depends_on=`), and once as sentences through `after`, where only the words say what rests on
what. Every question is answered through the client alone. Questions of these three kinds, in other
worlds, six published memory systems answer right at 0.03, 0.01 and 0.17 on average.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from _cascade_worlds import KINDS, Event, Fact, Verdict, World, world
from _measure import Report

from beliefs import Beliefs, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable

Ids = dict[int, str]
"""Under which id a client knows each fact."""


def given(world: World) -> tuple[Beliefs, Ids]:
    """Tell a world with its edges."""
    client, ids = Beliefs(":memory:"), Ids()

    def state(number: int, supersedes: str | None = None) -> None:
        fact = world.facts[number]
        for way in fact.derivations:
            said = client.add(
                fact.claim, depends_on=[ids[premise] for premise in way], supersedes=supersedes,
                origin=" and ".join(world.facts[premise].claim for premise in way) or None,
            )  # fmt: skip
            ids[number] = said.changes[0].belief_id

    for what, fact, by in world.events:
        if what == "state":
            state(fact)
        elif what == "replace":
            state(by, supersedes=ids[fact])
        else:
            getattr(client, what)(ids[fact])
    return client, ids


def told(world: World) -> tuple[Beliefs, Ids]:
    """Tell a world in sentences; only deleting is no matter of words."""
    client, ids = Beliefs(":memory:"), Ids()
    numbers = {fact.claim: number for number, fact in enumerate(world.facts)}
    for event in world.events:
        if event.what in ("remove", "erase"):
            if event.fact in ids:
                getattr(client, event.what)(ids[event.fact])
            continue
        for sentence in sentences(world.facts, event):
            for change in client.after(sentence).changes:
                if change.claim in numbers:
                    ids[numbers[change.claim]] = change.belief_id
    return client, ids


def sentences(facts: list[Fact], event: Event) -> list[str]:
    """An event in words."""
    what, number, by = event
    fact = facts[number]
    if what == "replace":
        return [f"{fact.topic} switched from {fact.value} to {facts[by].value}."]
    if what == "retract":
        return [f"We no longer know whether {fact.claim}."]
    return [
        f"{fact.claim} because {' and '.join(facts[premise].claim for premise in way)}."
        if way
        else f"{fact.claim}."
        for way in fact.derivations
    ]


def verdict(client: Beliefs, name: str | None) -> Verdict:
    """What a client says of a fact; where it does not hold, it has to say why."""
    if name is None:
        return "unknown"
    try:
        belief = client.get(name)
    except NotFound:
        return "unknown"
    if belief.status == "active":
        return "holds" if (belief.confidence or 0.0) > 0.5 else "no longer holds"
    if belief.why is None or belief.status == "retracted":
        return "unknown"
    if belief.status == "unsupported":
        grounds = {verdict(client, premise) for premise in belief.fallen}
        return "no longer holds" if "no longer holds" in grounds else "unknown"
    return "no longer holds"


def values(client: Beliefs, topic: str) -> list[set[str]]:
    """What a client says that a topic uses: in a search, in a prompt's beliefs, in its text."""
    start = f"{topic} uses "
    views = (client.search(topic), client.before(topic).beliefs)
    found = [
        {b.claim.removeprefix(start) for b in beliefs if b.status == "active" and start in b.claim}
        for beliefs in views
    ]
    lines = client.before(topic).prompt.splitlines()
    shown = {
        line.split(start)[1].split(" #")[0]
        for line in lines
        if f"] {start}" in line and "unsupported" not in line and "next move" not in line
    }
    return [*found, shown]


def score(kind: str, seed: int, tell: Callable[[World], tuple[Beliefs, Ids]]) -> Counter[str]:
    """Ask about every fact that was touched, as many that were not, and what their topics use."""
    drawn = world(kind, seed)  # type: ignore[arg-type]
    client, ids = tell(drawn)
    touched = [number for number, is_touched in enumerate(drawn.touched) if is_touched]
    others = [number for number, is_touched in enumerate(drawn.touched) if not is_touched]
    counts: Counter[str] = Counter()
    for number in touched + others[: len(touched)]:
        fact, expected = drawn.facts[number], drawn.verdicts[number]
        current = drawn.current(fact.topic)
        right = verdict(client, ids.get(number)) == expected
        right_value = all(one == current for one in values(client, fact.topic))
        counts.update(asked=2, right=right + right_value)
        if expected != "holds" and number not in drawn.struck:
            counts.update(fallen=1, fallen_right=right and right_value)
    return counts


def main() -> None:
    """Ask everything."""
    report = Report("What holds after changes, in drawn worlds of 24 facts that rest on facts")
    worlds = 20 if report.quick else 100
    report.say("worlds_each", worlds)
    for ending, tell, least in (("", given, 0.95), ("_from_text", told, None)):
        for kind in KINDS:
            counts: Counter[str] = Counter()
            for seed in range(worlds):
                counts += score(kind, seed, tell)
            right, fallen = counts["right"] / counts["asked"], counts["fallen"]
            report.say(f"{kind}{ending}", right, f"right, of {counts['asked']}", least=least)
            report.say(
                f"{kind}{ending}_downstream", counts["fallen_right"] / fallen,
                f"of {fallen} facts that fell with their ground", least=least,
            )  # fmt: skip
    report.end()


if __name__ == "__main__":
    main()
