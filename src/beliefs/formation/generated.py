"""A generated world: places where things go well or badly, and trouble that moves and recovers.

Every place has one family of news and a circle of followers. Most of what happens goes well; at
hot spots most goes badly, for some days, then ever less. A hot spot that has recovered moves on.

Chance is the raw stream of PCG64 under a seed, a day and a purpose, turned into choices by whole
numbers alone: any day can be drawn without those before it, and is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from beliefs.errors import InvalidInput, shown
from beliefs.formation.fixed import LAST_DAY, SEVERE, natural, whole
from beliefs.formation.tags import Family, Tags

RATES = {"delivery-fail": 4, "facility-down": 2, "route-risk": 3, "incident": 1}
KIND = "mishap"
"""What stands in the parts of a tag before its place."""

_FAMILY, _FOLLOWER, _EVENT, _HOT = range(4)
_CERTAIN = 1 << 32


@dataclass(frozen=True, slots=True)
class Process:
    """What happens in a generated world, and how often.

    >>> Process(per_day=100, targets=20, followers=5, hot_spots=2).hot_failing
    0.8
    """

    per_day: int
    targets: int
    followers: int
    """How many are drawn for each target; who is drawn twice follows once."""
    hot_spots: int
    hot_days: int = 10
    """How long a hot spot stays in one place; in the last third it recovers."""
    failing: float = 0.05
    """The part of events that are trouble, away from hot spots."""
    hot_failing: float = 0.8
    severity: tuple[float, float] = (0.1, 0.5)
    hot_severity: tuple[float, float] = (0.5, 1.0)
    rates: Mapping[str, int] = field(default_factory=RATES.copy)
    """For each family of trouble, how often a place is one of it."""

    def __post_init__(self) -> None:
        for name, least, most in (
            ("per_day", 0, 1 << 31),
            ("targets", 1, 1 << 26),
            ("followers", 0, 1 << 26),
            ("hot_spots", 0, 1 << 20),
            ("hot_days", 1, LAST_DAY),
        ):
            natural(getattr(self, name), name=name, least=least, most=most)
        for name in ("failing", "hot_failing"):
            whole(getattr(self, name), _CERTAIN, name=name, least=0, most=1)
        for name in ("severity", "hot_severity"):
            _range(getattr(self, name), name)
        for tag, rate in self.rates.items():
            natural(rate, name=f"the rate of {tag}", least=0, most=1 << 20)
        if not sum(self.rates.values()):
            raise InvalidInput(
                "One of the rates must be above 0: write delivery-fail = 1 under [events.rates]."
            )


class Follows(NamedTuple):
    """Who follows what, pair by pair."""

    agents: NDArray[Any]
    targets: list[str]


class Generated:
    """A process under a seed: who follows what, and what happens on each day.

    >>> process = Process(per_day=3, targets=2, followers=1, hot_spots=0)
    >>> world = Generated(process, Tags(), agents=10, seed=7)
    >>> world.follows().agents.tolist(), world.follows().targets
    ([4, 0], ['place-0', 'place-1'])
    >>> happened = world.on(0)
    >>> [happened["tag"].texts[code] for code in happened["tag"].codes]
    ['route-safe:place-0', 'route-safe:place-0', 'route-safe:place-0']
    """

    last_day = None

    def __init__(self, process: Process, tags: Tags, *, agents: int, seed: int) -> None:
        self.process, self.agents, self.seed = process, agents, seed
        known = {family.tag: family for family in tags.families()}
        rates = sorted(process.rates.items())
        pairs = [_sides(tag, known) for tag, _ in rates]
        bounds = np.cumsum([rate for _, rate in rates])
        drawn = _below(int(bounds[-1]), process.targets, seed, _FAMILY)
        kinds = np.searchsorted(bounds, drawn, side="right").tolist()
        # The texts of a place stand side by side: trouble first, then success.
        self._texts = [
            "" if family is None else _tag(family, place)
            for place, kind in enumerate(kinds)
            for family in pairs[kind]
        ]
        self._told = np.array([pairs[kind][1] is not None for kind in kinds])

    def follows(self) -> Follows:
        """Who follows what."""
        process = self.process
        size = process.targets * process.followers if self.agents else 0
        agents = _below(self.agents, size, self.seed, _FOLLOWER)
        names = [f"place-{place}" for place in range(process.targets)]
        return Follows(agents, [name for name in names for _ in range(process.followers)])

    def on(self, day: int) -> dict[str, Any]:
        """What happens on a day, as `Population.append` takes it."""
        from beliefs.formation.population.arrays import Coded

        process = self.process
        words = _words(2 * process.per_day, self.seed, _EVENT, day)
        first, second = words[: process.per_day], words[process.per_day :]
        places = _scaled(first >> np.uint64(32), process.targets)
        failing, hot = self._trouble(day)
        trouble = (first & np.uint64(_CERTAIN - 1)).astype(np.int64) < failing[places]
        severity = np.where(
            trouble & hot[places],
            _between(second, process.hot_severity),
            _between(second, process.severity),
        )
        codes = 2 * places + ~trouble
        # A family without a word for success is silent when all goes well.
        heard = trouble | self._told[places]
        distinct, codes = np.unique(codes[heard], return_inverse=True)
        texts = [self._texts[code] for code in distinct.tolist()]
        return {"day": day, "tag": Coded(codes, texts), "severity": severity[heard] / SEVERE}

    def hot_places(self, day: int) -> dict[int, int]:
        """Where the hot spots are on a day, and for how many days each has been there."""
        count, stay = self.process.hot_spots, self.process.hot_days
        found: dict[int, int] = {}
        for spot in range(count):
            # Each has begun at another time, so that they do not all move at once.
            journey, age = divmod(day + spot * stay // count, stay)
            place = int(_below(self.process.targets, 1, self.seed, _HOT, spot, journey)[0])
            found[place] = min(age, found.get(place, age))
        return found

    def _trouble(self, day: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """How much of what happens is trouble, in each place, × 2^32; and which places are hot."""
        process = self.process
        low, high = (int(part * _CERTAIN) for part in (process.failing, process.hot_failing))
        failing = np.full(process.targets, low, np.int64)
        hot = np.zeros(process.targets, bool)
        burning = -(-2 * process.hot_days // 3)
        for place, age in self.hot_places(day).items():
            recovered = max(0, age - burning + 1)
            failing[place] = high - (high - low) * recovered // (process.hot_days - burning + 1)
            hot[place] = True
        return failing, hot


def _sides(tag: str, known: Mapping[str, Family]) -> tuple[Family, Family | None]:
    """A family of trouble and the one that tells of success, if there is one."""
    family = known.get(tag)
    if family is None or family.good:
        bad = ", ".join(name for name, one in known.items() if not one.good)
        raise InvalidInput(f"There is no family of trouble {shown(tag)}: known are {bad}.")
    return family, next(
        (
            one
            for one in known.values()
            if one.good and (one.belief, one.parts) == (family.belief, family.parts)
        ),
        None,
    )


def _tag(family: Family, place: int) -> str:
    return ":".join([family.tag, *[KIND] * (family.parts - 1), f"place-{place}"])


def _words(size: int, seed: int, *purpose: int) -> NDArray[np.uint64]:
    """Chance: the raw stream, which no release of NumPy changes."""
    source = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=purpose))
    words: NDArray[np.uint64] = source.random_raw(size)
    return words


def _scaled(halves: NDArray[np.uint64], below: int) -> NDArray[np.int64]:
    """Numbers of 32 bits as numbers below another."""
    scaled: NDArray[np.int64] = (halves * np.uint64(below) >> np.uint64(32)).astype(np.int64)
    return scaled


def _below(below: int, size: int, seed: int, *purpose: int) -> NDArray[np.int64]:
    return _scaled(_words(size, seed, *purpose) >> np.uint64(32), below)


def _between(words: NDArray[np.uint64], range_: tuple[float, float]) -> NDArray[np.int64]:
    low, high = _range(range_, "severity")
    return low + _scaled(words >> np.uint64(32), high - low + 1)


def _range(range_: object, name: str) -> tuple[int, int]:
    """A range of severities in quanta."""
    if isinstance(range_, tuple) and len(range_) == 2:
        low, high = (whole(end, SEVERE, name=name, least=0, most=1) for end in range_)
        if low <= high:
            return low, high
    raise InvalidInput(f"{name} must be two numbers, the lower first, not {shown(range_)}.")
