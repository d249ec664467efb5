"""When something ought to happen by itself: links that expire, time that is over, tasks that end.

The judge sets the clock of a service ahead, to just before such a moment or just behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

from beliefs.judge.functions import Moment
from beliefs.judge.references import parts
from beliefs.judge.world import World
from beliefs.spec.effects import Call, Get, Lit
from beliefs.spec.service import Spec

_TIMELY = {"now", "today", "later", "seconds", "sign", "signed"}
# Judge and service are a little apart about a moment: none is aimed at but from a distance.
_BESIDE = (-1.7, 1.7)
_CLEAR = 1.5
_MOST = 20 * 365 * 86400.0
_NEXT = 3
_MOST_ENDS, _TICK = 12, 1e-6
_WHOLE = 1.0  # tokens tell whole seconds, so they may end that much sooner
_ANYWAY = (61.0, 3601.0, 86401.0)


def timely(spec: Spec) -> bool:
    """Whether what a service answers depends on when it is asked."""
    return any(isinstance(each, Call) and each.function in _TIMELY for each in _all(spec))


def ahead(spec: Spec, world: World, now: float, random: Random) -> float:
    """Seconds to go: to one of the next moments that mean something, or somewhere else."""
    moments = _moments(world)
    spans = [0.0, *_spans(spec, world)]
    coming = sorted({each + span - now for each in moments for span in spans})
    coming += sorted(until - now for _, until in world.signed.values())
    aims = [each + way for each in coming for way in _BESIDE]
    clear = [aim for aim in aims if aim > 0 and not any(abs(aim - it) < _CLEAR for it in coming)]
    near = [each for each in clear if each < _MOST][: _NEXT * len(_BESIDE)]
    if not near or random.random() < 0.1:
        return random.choice(_ANYWAY)
    return random.choice(near)


def ends(
    spec: Spec, worlds: list[World], held: Callable[[Moment], World], first: Moment, last: Moment
) -> Iterator[Moment]:
    """The moments between two at which something ends; `held` is what there is once it is over.

    A task that is tried again every tenth of a second is tried several times while one slow answer
    is under way, and the answer shows one of them.
    """
    coming = [each for world in worlds for each in _coming(spec, world, first, last)]
    for _ in range(_MOST_ENDS):
        if not coming:
            return
        at = Moment(min(coming) + _TICK)
        yield at
        others = [each for each in coming if each > at.seconds]
        coming = [*others, *_coming(spec, held(at), at, last)]


def _coming(spec: Spec, world: World, first: Moment, last: Moment) -> list[float]:
    spans = [0.0, *_spans(spec, world)]
    every = (each + span for each in _moments(world) for span in spans)
    over = [until for _, until in world.signed.values()]
    return [
        *(each for each in every if first.seconds < each <= last.seconds),
        *(each for each in over if first.seconds < each <= last.seconds + _WHOLE),
    ]


def _all(spec: Spec) -> Any:
    for operation in spec.operations:
        yield from parts(operation.effect)
    if spec.identity is not None:
        yield from parts(spec.identity.who)


def _moments(world: World) -> list[float]:
    found = []
    for rows in world.rows.values():
        for value in (each for row in rows for each in row.values() if isinstance(each, str)):
            if value.endswith("Z") and "T" in value:
                try:
                    moment = datetime.fromisoformat(value)
                except ValueError:
                    continue
                found.append(moment.astimezone(UTC).timestamp())
    return found


def _spans(spec: Spec, world: World) -> list[float]:
    """How long things last: what effects add to a moment, or hold the time between two against."""
    names, spans = set(), set()
    for part in _all(spec):
        match part:
            case Call("later" | "sign", (_, Lit(value))) if isinstance(value, int | float):
                spans.add(float(value))
            case Call("<" | "<=" | ">" | ">=" | "=" | "!=", (left, right)):
                for one, other in ((left, right), (right, left)):
                    match one, other:
                        case Call("seconds"), Lit(value) if isinstance(value, int | float):
                            spans.add(float(value))
                        case Call("seconds"), Get(_, name):
                            names.add(name)
    for rows in world.rows.values():
        for row in rows:
            held = (row.get(name) for name in names)
            spans |= {float(each) for each in held if isinstance(each, int | float)}
    return sorted(spans)
