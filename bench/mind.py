"""What a turn costs in a large mind and in a long conversation, as ratios in the same run.

A turn is `before(text)`, which looks up what matters, and `after(paragraph)`, which reads, links
and writes. Sentences are drawn from templates over names with a natural spread: a few are spoken
of all the time, most hardly ever, and a larger mind knows more of them.
"""

from __future__ import annotations

import itertools
import random
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from _measure import Cost, Report, interleaved, timed

from beliefs import Beliefs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROUNDS = 9
BATCH = 10_000
PARTS = ("ba", "cor", "del", "fin", "gra", "hol", "jen", "kar", "lum", "mor", "nes", "por", "quil",
         "ros", "sil", "tan", "ver", "wex", "yar", "zan")  # fmt: skip
STATED = (
    "{a} runs on host {b}",
    "Host {a} stands in room {b}",
    "{a} calls {b} before it answers",
    "The {x} of {a} stays within its limit",
    "Team {a} owns {b}",
    "{a} was deployed with the {x} of {b}",
    "The {x} of {a} depends on the {x} of {b}",
    "{a} reads its {x} from {b}",
    "Customers in {a} prefer {b}",
    "The contract with {a} covers {b}",
)
NEWS = (
    "{a} is slow on host {b}.",
    "Team {a} moved {b} to another room.",
    "We measured that the {x} of {a} is 42 ms.",
    "{a} probably loses its {x} when {b} restarts.",
    "The {x} of {a} is not documented.",
    "According to {b}, {a} was patched.",
)
GAPS = ("We do not know who maintains {a}.", "It is unclear whether {a} needs {b}.")
GOALS = ("We want to move {a} to {b}.", "The goal is to lower the {x} of {a}.")
THINGS = ("latency", "backlog", "cache", "index", "queue", "schema", "key", "budget", "error rate",
          "memory", "log", "price", "capacity", "session", "report", "backup")  # fmt: skip


class Names:
    """Names of a world: the more beliefs, the more names, the first spoken of most."""

    def __init__(self, beliefs: int, seed: int) -> None:
        self.draw = random.Random(seed)
        spelled = ("".join(parts).capitalize() for parts in itertools.product(PARTS, repeat=4))
        every = list(itertools.islice(spelled, len(PARTS) ** 4))
        random.Random(0).shuffle(every)
        self._names = every[: max(50, beliefs // 8)]
        weights = (1 / rank for rank in range(1, len(self._names) + 1))
        self._odds = list(itertools.accumulate(weights))

    def fill(self, template: str) -> str:
        """A sentence about two names."""
        a, b = self.draw.choices(self._names, cum_weights=self._odds, k=2)
        return template.format(a=a, b=b, x=self.draw.choice(THINGS))

    def stated(self) -> Iterator[str]:
        """Claims, without end, no two alike."""
        seen: set[str] = set()
        while True:
            claim = self.fill(self.draw.choice(STATED))
            if claim not in seen:
                seen.add(claim)
                yield claim

    def question(self) -> str:
        """What somebody asks an agent."""
        return self.fill("Why is {a} slow since {b} was deployed, and what about its {x}?")

    def paragraph(self, *, notes: bool = True) -> str:
        """What an agent answers: four claims and, maybe, something not known and a wish."""
        kinds = [NEWS] * 4 + ([GAPS, GOALS] if notes else [])
        return " ".join(self.fill(self.draw.choice(kind)) for kind in kinds)


def mind(folder: Path, beliefs: int) -> Beliefs:
    """A mind with so many beliefs, linked."""
    client = Beliefs(folder / f"mind{beliefs}.db")
    stated = Names(beliefs, seed=1).stated()
    for start in range(0, beliefs, BATCH):
        client.add(itertools.islice(stated, min(BATCH, beliefs - start)))
    client.link()
    return client


def growth(report: Report, folder: Path) -> None:
    """A turn in a hundred times as many beliefs."""
    sizes = (1_000, 10_000 if report.quick else 100_000)
    clients = [mind(folder, size) for size in sizes]
    names = [Names(size, seed=2) for size in sizes]

    def befores(client: Beliefs, name: Names) -> Callable[[int], Cost]:
        def ask(_: int) -> Cost:
            return timed(lambda: client.before(name.question()), 5)

        return ask

    def afters(client: Beliefs, name: Names) -> Callable[[int], Cost]:
        def answer(_: int) -> Cost:
            return timed(lambda: client.after(name.paragraph()), 5)

        return answer

    pairs = list(zip(clients, names, strict=True))
    for call in (befores, afters):  # warm up
        interleaved(1, *(call(*pair) for pair in pairs))
    small, large = interleaved(ROUNDS, *(befores(*pair) for pair in pairs))
    report.say("before_growth", large.wall / small.wall, "times", most=3.0)
    report.say("before_1000_ms", small.wall * 1e3, "ms")
    report.say(f"before_{sizes[1]}_ms", large.wall * 1e3, "ms")
    small, large = interleaved(ROUNDS, *(afters(*pair) for pair in pairs))
    report.say("after_growth", large.wall / small.wall, "times", most=2.0)
    report.say("after_1000_ms", small.wall * 1e3, "ms")
    report.say(f"after_{sizes[1]}_ms", large.wall * 1e3, "ms")
    empty = timed(lambda: clients[0].after(""), 1_000)
    report.say("empty_after_part", empty.wall / small.wall, "of a real one", most=0.01)
    report.say("empty_after_us", empty.wall * 1e6, "µs")
    for client in clients:
        client.close()


class Conversation:
    """Questions and answers on a file of their own, with new claims, repeats, gaps and goals."""

    def __init__(self, file: Path, seed: int) -> None:
        self.client = Beliefs(file)
        self._names = Names(1_000, seed)
        self._told = [self._names.paragraph()]
        self._turns = itertools.count()

    def turn(self) -> tuple[Cost, Cost]:
        """Ask and answer; what is done about advice and gaps is done beside it."""
        number, client, draw = next(self._turns), self.client, self._names.draw
        text, answer = self._names.question(), self._names.paragraph(notes=number % 2 == 0)
        if number % 4 == 3:
            answer = draw.choice(self._told)
        self._told.append(answer)
        costs = timed(lambda: client.before(text)), timed(lambda: client.after(answer))
        if number % 5 == 0 and (moves := client.moves.list(text, limit=1)):
            client.moves.act(moves[0], draw.choice(("accept", "snooze", "dismiss")))
        if number % 10 == 9 and (gaps := client.gaps()):
            client.resolve(draw.choice(gaps))
        return costs


def length(report: Report, folder: Path) -> None:
    """The last turns of long conversations, between the tenth turns of others."""
    turns, early, late = 200 if report.quick else 1_000, [], []
    for number in range(1 if report.quick else 3):
        long, short = (Conversation(folder / f"{kind}{number}.db", number) for kind in "ls")
        for conversation, before in ((long, turns - 10), (short, 5)):
            for _ in range(before):
                conversation.turn()
        for _ in range(10):
            early.append(short.turn())
            late.append(long.turn())
        beliefs, notes = long.client.list(limit=None), long.client.gaps() + long.client.goals()
        long.client.close()
        short.client.close()
    report.say("conversation_turns", turns)
    report.say("conversation_beliefs", len(beliefs))
    report.say("conversation_open_goals_and_gaps", len(notes))
    for name, part in (("before", 0), ("after", 1)):
        for when, costs in (("tenth", early), ("last", late)):
            middle = statistics.median(one[part].wall for one in costs)
            report.say(f"{when}_{name}_ms", middle * 1e3, "ms")
    tenth, last = (statistics.median(a.wall + b.wall for a, b in part) for part in (early, late))
    report.say("last_turn_over_tenth", last / tenth, "times", most=1.5)
    tenth, last = (statistics.median(a.cpu + b.cpu for a, b in part) for part in (early, late))
    report.say("last_turn_over_tenth_cpu", last / tenth, "times of CPU")


def main() -> None:
    """Measure everything."""
    report = Report(
        "A turn in small and large minds, on SQLite files; their beliefs were added and then linked"
        " once, since after() else catches up with a thousand of them in each call"
    )
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        growth(report, folder)
        length(report, folder)
    report.end()


if __name__ == "__main__":
    main()
