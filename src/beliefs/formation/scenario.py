"""A scenario: a world to run, written down as TOML.

    [world]      agents, days, seed, phases = { 0 = 0, 20 = 2 }   (from that day on, that phase)
    [config]     any field of BeliefConfig
    [[families]] tag, belief, good, parts
    [events]     either per_day, targets, followers … (see `generated.Process`), or file
    [follow]     file, with the columns agent and target

Everything may be left out. Files are Parquet, CSV or JSON lines, and lie beside the scenario.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beliefs.errors import InvalidInput, shown
from beliefs.formation.config import BeliefConfig, config_of
from beliefs.formation.fixed import LAST_DAY, natural
from beliefs.formation.tags import Family, Tags

if TYPE_CHECKING:
    from beliefs.formation.generated import Process

AGENTS = 10_000
DAYS = 30
_TABLES = ("world", "config", "families", "events", "follow")
_WORLD = ("agents", "days", "seed", "phases")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A world to run: how many minds, for how long, how they form beliefs, and what happens."""

    agents: int
    days: int | None
    """The first day that is not lived; None for the day after the last event of a file."""
    seed: int
    phases: tuple[tuple[int, int], ...]
    """From which day on the world is in which phase, by day."""
    config: BeliefConfig
    families: tuple[Family, ...]
    events: Process | Path
    follow: Path | None

    def phase(self, day: int) -> int:
        """The phase of a day."""
        return next((phase for since, phase in reversed(self.phases) if since <= day), 0)

    def tags(self) -> Tags:
        """What tags mean here."""
        tags = Tags()
        for family in self.families:
            tags.register(family.tag, family.belief, good=family.good, parts=family.parts)
        return tags


def read_document(path: str | Path) -> dict[str, Any]:
    """The tables of a scenario file."""
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise InvalidInput(
            f"The scenario {path} cannot be read ({error.strerror}): check the path."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(f"The scenario {path} is not TOML: {error}.") from None


def scenario_of(document: Mapping[str, Any], folder: Path = Path()) -> Scenario:
    """A scenario from its tables; files are looked for in a folder.

    >>> scenario = scenario_of({"world": {"days": 7, "phases": {"0": 0, "5": 2}}})
    >>> scenario.agents, scenario.phase(4), scenario.phase(6)
    (10000, 0, 2)
    """
    _known(document, _TABLES, "table")
    world, follow = _table(document, "world"), _table(document, "follow")
    _known(world, _WORLD, "setting")
    _known(follow, ("file",), "setting")
    agents = natural(world.get("agents", AGENTS), name="agents", least=1, most=(1 << 32) - 1)
    events = _events(_table(document, "events"), agents, folder)
    recorded = isinstance(events, Path)
    if recorded and "file" not in follow:
        raise InvalidInput(
            "Nobody would hear of events from a file: name a file of followers under [follow]."
        )
    days = world.get("days", None if recorded else DAYS)
    return Scenario(
        agents=agents,
        days=None if days is None else natural(days, name="days", least=1, most=LAST_DAY + 1),
        seed=natural(world.get("seed", 0), name="seed", least=0, most=(1 << 64) - 1),
        phases=_phases(world.get("phases", {})),
        config=config_of(_table(document, "config")),
        families=tuple(_family(one) for one in _families(document)),
        events=events,
        follow=_file(follow, folder) if "file" in follow else None,
    )


def _events(table: Mapping[str, Any], agents: int, folder: Path) -> Process | Path:
    if "file" in table:
        _known(table, ("file",), "setting beside a file of events")
        return _file(table, folder)
    from beliefs.formation.generated import Process

    _known(table, [field.name for field in fields(Process)], "setting")
    if not isinstance(table.get("rates", {}), Mapping):
        raise InvalidInput("rates must be a table: write [events.rates] and delivery-fail = 1.")
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in table.items()
    }
    targets = natural(
        given.get("targets", min(max(20, agents // 20), 1 << 20)),
        name="targets",
        least=1,
        most=1 << 26,
    )
    defaults = {
        "per_day": agents // 2,
        "targets": targets,
        "followers": min(agents, 100),
        "hot_spots": max(1, targets // 50),
    }
    return Process(**defaults | given)


def _families(document: Mapping[str, Any]) -> list[Any]:
    found = document.get("families", [])
    if isinstance(found, list):
        return found
    raise InvalidInput("Families are written as [[families]], one table for each.")


def _family(table: object) -> Family:
    if not isinstance(table, Mapping):
        raise InvalidInput("Families are written as [[families]], one table for each.")
    _known(table, Family._fields, "setting of a family")
    for name in ("tag", "belief"):
        if name not in table:
            raise InvalidInput(f'A family needs a {name}: write {name} = "…" under [[families]].')
    if not isinstance(table.get("good", False), bool):
        raise InvalidInput(f"good must be true or false, not {shown(table['good'])}.")
    return Family(**table)


def _phases(table: object) -> tuple[tuple[int, int], ...]:
    """From which day on which phase, sorted."""
    if not isinstance(table, Mapping):
        raise InvalidInput(f"phases maps days to phases, {{ 20 = 2 }}, not {shown(table)}.")
    for day in table:
        if not (day.isascii() and day.isdigit()):
            raise InvalidInput(f"phases maps days to phases, and {shown(day)} is no day.")
    return tuple(
        sorted(
            (
                natural(int(day), name="a day of phases", least=0, most=LAST_DAY),
                natural(phase, name="a phase", least=0, most=255),
            )
            for day, phase in table.items()
        )
    )


def _file(table: Mapping[str, Any], folder: Path) -> Path:
    name = table["file"]
    if isinstance(name, str) and name:
        return folder / name
    raise InvalidInput(f"file must be the name of a file, not {shown(name)}.")


def _table(document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = document.get(name, {})
    if isinstance(found, Mapping):
        return found
    raise InvalidInput(f"{name} must be a table: write [{name}] and its settings below.")


def _known(table: Mapping[str, Any], names: tuple[str, ...] | list[str], what: str) -> None:
    for name in table:
        if name not in names:
            raise InvalidInput(f"There is no {what} {shown(name)}: known are {', '.join(names)}.")
