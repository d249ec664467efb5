"""How a belief moved and why: what each entry did to it, and what happened between entries.

Just before an entry and just after it, the belief is looked at. So what the entry did is told
apart from what trust, time and premises had done since the one before it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from beliefs.errors import NotFound
from beliefs.kernel.intervals import Interval
from beliefs.mind.belief import Belief, TraceEntry, Voice
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.past import spread, stages, standing
from beliefs.mind.wording import number, share, stated
from beliefs.serve.dashboard.courses import Series, over_time, times
from beliefs.serve.dashboard.markup import Html, Inside, joined, tag
from beliefs.serve.dashboard.shell import table, when

MOST_STEPS = 40
MOST_TURNS = 7
MOST_NAMED = 3
MOST_REPLAYED = 200_000
"""Entries that are folded again for a picture of the past."""

_TICK = timedelta(microseconds=1)
"""Moments are recorded in microseconds."""


class Turn(NamedTuple):
    """One step of a belief's way: from where to where, and why; None while it was not active."""

    moment: datetime | None
    """None for what happened since the last entry."""
    before: float | None
    after: float | None
    within: Interval | None
    why: str

    @property
    def size(self) -> float:
        """How far it went; coming and going is as far as can be."""
        if self.before is None or self.after is None:
            return 0.0 if self.before == self.after else math.inf
        return abs(self.after - self.before)


def past(client: Beliefs, belief: Belief) -> Html:
    """The picture of how a belief moved, with the biggest of its turns."""
    entries = client.count()
    if entries > MOST_REPLAYED:
        words = f"The ledger has {entries:,} entries, too many to fold again for a picture."
        return tag("p", words, class_="quiet")
    taken = turns(client, belief)
    if all(turn.after is None for turn in taken):
        return tag("p", "It has never been active.", class_="quiet")
    told = len({entry.recorded for entry in client.trace(belief)})
    cut = f"{MOST_STEPS} of {told:,} moments are drawn."
    note = tag("p", cut, class_="quiet") if told > MOST_STEPS else None
    return joined(_chart(client, belief, taken), note, _biggest(belief, taken))


def turns(client: Beliefs, belief: Belief) -> list[Turn]:
    """Every turn that a belief took, oldest first.

    >>> b = Beliefs(":memory:")
    >>> for agent in ("scout", "probe"):
    ...     delta = b.add("The cache is warm", agent=agent)
    >>> [turn.why for turn in turns(b, b.list()[0])]
    ['scout: 1.00 × 1', 'probe: 1.00 × 1']
    """
    told = sorted(client.trace(belief), key=lambda entry: entry.recorded)
    heard = {at: list(some) for at, some in groupby(told, key=lambda entry: entry.recorded)}
    moments = spread(list(heard), MOST_STEPS)
    # With moments left out, what lies between two of them is not between two entries.
    whole = len(moments) == len(heard)
    wanted = [*moments, *(at - _TICK for at in moments[1:] if whole)]
    seen = {at: _looked_up(then, belief) for at, then in stages(client, wanted, belief)}
    taken: list[Turn] = []
    last: Belief | None = None
    waiting = iter(heard.items())
    for at in moments:
        earlier = seen.get(at - _TICK, last)
        if _changed(last, earlier):
            taken.append(_turn(at - _TICK, last, earlier, _between(last, earlier)))
        said: list[TraceEntry] = []
        for moment, some in waiting:
            said += some
            if moment == at:
                break
        taken.append(_turn(at, earlier, seen[at], _said(said)))
        last = seen[at]
    if _changed(last, belief):
        taken.append(_turn(None, last, belief, _between(last, belief)))
    return taken


def _turn(at: datetime | None, before: Belief | None, after: Belief | None, why: str) -> Turn:
    within = after.interval if after is not None and after.status == "active" else None
    return Turn(at, _stood(before), _stood(after), within, why)


def _stood(belief: Belief | None) -> float | None:
    return None if belief is None else standing(belief)


def _changed(before: Belief | None, after: Belief | None) -> bool:
    """Whether anybody could see a difference."""
    shown = {_told(_stood(one), one.family) for one in (before, after) if one is not None}
    return len(shown) > 1 or (before is None) != (after is None)


def _looked_up(client: Beliefs, belief: Belief) -> Belief | None:
    try:
        return client.get(belief)
    except NotFound:
        return None


def _told(stood: float | None, family: str) -> str:
    return number(stood) if stood is None or family == "numeric" else share(stood)


def _between(before: Belief | None, after: Belief | None) -> str:
    """Why a belief moved though nobody spoke of it."""
    if before is None or after is None:
        return "claims that say the same were joined or split"
    if before.fallen != after.fallen:
        lost = len(after.fallen) > len(before.fallen)
        return "it lost a premise" if lost else "a premise stands again"
    once, now = _weights(before.voices), _weights(after.voices)
    if once.keys() != now.keys():
        return "claims that say the same were joined or split"
    changed = [
        f"{name} {share(once[name])} → {share(now[name])}"
        for name in now
        if share(now[name]) != share(once[name])
    ]
    if changed:
        return "trust in what is said by " + _few(changed)
    if before.freshness > after.freshness:
        return "time went by"
    return "what it hangs together with changed"


def _weights(voices: Iterable[Voice]) -> dict[str, float]:
    return {name_of(voice): voice.weight for voice in voices}


def _said(entries: list[TraceEntry]) -> str:
    return _few([f"{by(entry)}: {what(entry)}" for entry in entries])


def _few(parts: list[str]) -> str:
    more = len(parts) - MOST_NAMED
    named = "; ".join(parts[:MOST_NAMED])
    return f"{named}; and {more:,} more" if more > 0 else named


def name_of(voice: Voice) -> str:
    """A voice, as it is spoken of."""
    via = f" via {voice.source}" if voice.source else ""
    return voice.agent + via + (f" from {voice.origin}" if voice.origin else "")


def by(entry: TraceEntry) -> str:
    """Who is behind an entry."""
    via = f" via {entry.source}" if entry.source else ""
    return entry.agent + via + ("" if entry.layer == "space" else f" in {entry.layer}")


def what(entry: TraceEntry) -> str:
    """What an entry says; that it contributes goes without saying."""
    action = "" if entry.action == "contribution" else entry.action
    reason = f"“{entry.reason}”" if entry.reason else ""
    return ", ".join(part for part in (action, stated(entry.details), reason) if part)


def _chart(client: Beliefs, belief: Belief, taken: list[Turn]) -> Html:
    if taken[-1].moment is not None:  # as it stood last, it stands now
        taken = [*taken, taken[-1]._replace(moment=None, why="")]
    stood = [turn.after for turn in taken]
    low, high = 0.0, 1.0
    numeric = belief.family == "numeric"
    if numeric:
        known = [value for value in stood if value is not None]
        room = (max(known) - min(known)) * 0.15 or abs(known[0]) * 0.1 or 1.0
        low, high = min(known) - room, max(known) + room
    now = "now" if client._ledger.moment is None else "then"  # noqa: SLF001
    course = Series(
        "mean" if numeric else "confidence",
        stood,
        within=[turn.within for turn in taken],
        notes=[turn.why for turn in taken],
    )
    moments = [turn.moment for turn in taken]
    return over_time(times(moments, now), [course], top=high, bottom=low)


def _biggest(belief: Belief, taken: list[Turn]) -> Html:
    least = sorted((turn.size for turn in taken), reverse=True)[:MOST_TURNS][-1]
    chosen = [turn for turn in taken if turn.size and turn.size >= least][-MOST_TURNS:]
    rows: list[tuple[Inside, ...]] = [
        (when(turn.moment) if turn.moment else "since then", _way(turn, belief), turn.why)
        for turn in reversed(chosen)
    ]
    told = table(("When", "Moved", "Why"), rows, "turns")
    cut = len(chosen) < len(taken)
    return joined(tag("p", "Its biggest turns:", class_="quiet") if cut else None, told)


def _way(turn: Turn, belief: Belief) -> Html:
    before, after = turn.before, turn.after
    if before is None or after is None:
        arrow, class_ = "→", None
    else:
        arrow, class_ = ("↗", "up") if after > before else ("↘", "down")
    if belief.family == "numeric":  # more is not better
        class_ = None
    ends = (_told(one, belief.family) for one in (before, after))
    return tag("span", tag("span", f" {arrow} ".join(ends), class_=class_), class_="figure")
