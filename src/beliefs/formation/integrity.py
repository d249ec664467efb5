"""What must hold of a snapshot before anything is made of it.

A checksum says that a file is as it was written; it does not say that what was written can be a
world. Columns go to compiled code that trusts their lengths, so everything it relies on is checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from beliefs.errors import CorruptStore
from beliefs.formation.fixed import FULL, LAST_DAY, ONE, SEVERE
from beliefs.formation.tags import Tags

if TYPE_CHECKING:
    from beliefs.formation.snapshot import Column, Minds, Routes, Snapshot


def check(snapshot: Snapshot) -> None:
    """Refuse a snapshot that no world can have written."""
    config, minds, routes = snapshot.config, snapshot.minds, snapshot.routes
    Tags(snapshot.families)  # refuses what is no family
    _check_minds(minds, _room(config))
    most = FULL if config.rule == "evidence" else ONE
    _at_most(minds.belief_a, most, "belief_a")
    _at_most(minds.belief_b, most, "belief_b")
    _at_most(minds.crumb_total, FULL, "crumb_total")
    _check_news(minds, config.max_episodes_per_agent)
    _check_routes(routes, agents=len(minds.beliefs))
    words = (
        *(minds.belief_word, minds.crumb_word, minds.news_word),
        *(routes.follow_target, routes.queue_word, routes.quarantine_word),
    )
    for column in words:
        for word in np.unique(column).tolist():
            _hold(word in snapshot.texts, f"no text stands for the hash {word}")
    _check_counts(snapshot)


def _room(config: Any) -> dict[str, int]:
    """How many rows an agent may have of each kind."""
    kept = config.max_crumbs_per_agent if config.rule == "v1" else 0
    return {"beliefs": config.max_beliefs_per_agent, "crumbs": kept, "news": (1 << 32) - 1}


def _check_minds(minds: Minds, room: dict[str, int]) -> None:
    rows, group = 0, ""
    for name, column in zip(minds._fields, minds, strict=True):
        if name in room:
            group, rows = name, int(column.sum(dtype=np.uint64))
            _hold(len(column) == len(minds.beliefs), f"{name} is not of every agent")
            _at_most(column, room[name], name)
        else:
            _hold(len(column) == rows, f"{name} has {len(column)} rows, not {rows}")
        if name.endswith("_word"):
            agent = np.repeat(np.arange(len(minds.beliefs)), getattr(minds, group))
            _hold(_rising(agent, column), f"{name} is not in order")


def _check_news(minds: Minds, episodes: int) -> None:
    _at_most(minds.news_amount, FULL, "news_amount")
    _hold(bool((minds.news_amount > 0).all()), "news_amount has a 0")
    vivid = minds.news_vivid > 0
    _at_most(minds.news_vivid, (SEVERE + 1) << 16 | LAST_DAY, "news_vivid")
    _hold(bool((minds.news_vivid[vivid] >> 16 > 0).all()), "news_vivid has no severity")
    agent = np.repeat(np.arange(len(minds.news)), minds.news)
    _at_most(np.bincount(agent[vivid], minlength=1), episodes, "episodes")


def _check_routes(routes: Routes, *, agents: int) -> None:
    for group in (routes[:2], routes[2:6], routes[6:]):
        _hold(len({len(column) for column in group}) == 1, "columns of routes differ in length")
    _hold(_rising(routes.follow_target, routes.follow_agent), "followers are not in order")
    _at_most(routes.follow_agent, agents - 1, "follow_agent")
    _hold(bool((np.diff(routes.queue_day.astype(np.int64)) >= 0).all()), "the queue goes back")
    _at_most(routes.queue_severity, SEVERE, "queue_severity")
    _at_most(routes.queue_amount, FULL, "queue_amount")
    _hold(bool((routes.queue_amount > 0).all()), "queue_amount has a 0")
    words = routes.quarantine_word
    _hold(_rising(np.zeros(len(words)), words), "quarantine_word is not in order")
    _at_most(routes.quarantine_times, 1 << 62, "quarantine_times")


def _check_counts(snapshot: Snapshot) -> None:
    told = snapshot.told
    _hold(snapshot.first == 0, "its agents are not numbered from 0")
    _hold(_whole(snapshot.phase, -LAST_DAY), "phase is no number")
    for name in ("last_run_day", "processed"):
        _hold(_whole(getattr(snapshot, name), -1), f"{name} is no count")
    _hold(snapshot.last_run_day <= LAST_DAY, "last_run_day is no day")
    expected = {"day", "today", "events", "signals", "deferred", "unheard", "quarantined"}
    _hold(set(told) == expected, "told has other counts")
    for name, number in told.items():
        _hold(_whole(number, -1 if name == "day" else 0), f"{name} is no count")
    _hold(told["day"] <= LAST_DAY, "told is of no day")


def _rising(group: Column, column: Column) -> bool:
    """Whether a column rises within each group, and groups do not fall."""
    same = group[1:] == group[:-1]
    ordered = bool((group[1:] >= group[:-1]).all())
    return ordered and bool((column[1:] > column[:-1])[same].all())


def _at_most(column: Column, most: int, name: str) -> None:
    _hold(int(column.max(initial=0)) <= max(most, 0), f"{name} has a number above {most}")
    _hold(most >= 0 or not len(column), f"{name} names an agent that is not there")


def _whole(number: object, least: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= least


def _hold(condition: bool, otherwise: str) -> None:
    if not condition:
        raise CorruptStore(f"The snapshot is not of a world: {otherwise}. Use an older copy.")
