"""An export that was tampered with is refused in one sentence, or does no harm."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from beliefs import Beliefs
from beliefs.errors import BeliefsError
from tests.simulation.histories import Author, Clock, everything_seen, perform

ROUNDS = 400
WRONG: tuple[Any, ...] = (
    None, True, -1, 0, 1.5, 2**70, "", "x", "zz" * 16, "ab" * 16, [], [[]], [["space"]], {},
    [None], float("nan"), "a\0b",
)  # fmt: skip


def test_a_damaged_export_is_refused_or_harmless() -> None:
    clock, chance = Clock(), Random(1)
    source = Beliefs(":memory:", clock=clock, entropy=Random(1).randbytes)
    author = Author(chance, clock)
    for _ in range(150):
        author.tick()
        perform(source, author.next())
    lines = source.export().split("\n")
    for round_ in range(ROUNDS):
        chance = Random(round_)
        damaged, what = damage(lines, chance)
        client = Beliefs(":memory:", clock=clock)
        client.add("The cache is warm", value=3, stdev=1)
        before = client.export()
        try:
            client.merge("\n".join(damaged))
        except BeliefsError:
            assert client.export() == before, what
        except Exception as error:
            error.add_note(f"Round {round_}: {what}")
            raise
        else:
            try:
                everything_seen(client)
                client.at(clock.now).digest()
                assert client.verify().problems == ()
                client.add("The cache is warm")
                client.export()
            except Exception as error:
                error.add_note(f"Round {round_}: {what}")
                raise


def damage(lines: list[str], chance: Random) -> tuple[list[str], str]:
    """Change one field of one line."""
    damaged = list(lines)
    number = chance.randrange(len(lines) - 1)
    data = json.loads(damaged[number])
    part = data["entry"] if "entry" in data and chance.random() < 0.85 else data
    name = chance.choice(sorted(part))
    if chance.random() < 0.3:
        del part[name]
        what = f"{name} is missing"
    else:
        part[name] = chance.choice(WRONG)
        what = f"{name} is {part[name]!r}"
    damaged[number] = json.dumps(data)
    return damaged, f"{what} in {lines[number]}"
