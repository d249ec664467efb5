"""What a build takes long over, begun before it is asked for, where there is a core for it.

The goal is read while the stages are made ready, and what holds a service to its description is
warm by the time there is a service.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from beliefs.judge.colleague import Colleague, Gone, company

if TYPE_CHECKING:
    from beliefs.build.noted import Asked
    from beliefs.build.wanted import Grasped, Wanted


class Ahead(NamedTuple):
    """Who helps, if anybody does, and what a goal comes to."""

    colleague: Colleague | None
    understood: Callable[[Wanted], Grasped]


@contextmanager
def ahead(asked: Asked | None) -> Iterator[Ahead]:
    """Begin with what is asked for, if that is known, and with what judging takes."""
    colleague = company()
    if colleague is None:
        yield Ahead(None, _understood)
        return
    with colleague:
        waiting = [colleague.begin(_understood, asked["wanted"])] if asked else []
        if asked is None or not asked["emit_only"]:
            colleague.prepare(_rehearsed)

        def understood(wanted: Wanted) -> Grasped:
            if waiting:  # the first time; repairs are read here
                try:
                    return waiting.pop()()
                except Gone:
                    pass
            return _understood(wanted)

        yield Ahead(colleague, understood)


# Imported where they are called: whoever passes these on does not wait for that.


def _understood(asked: Wanted) -> Grasped:
    from beliefs.build.wanted import grasped

    return grasped(asked)


def _rehearsed() -> None:
    from beliefs.judge import verdict  # noqa: F401 - what judging imports
    from beliefs.judge.description import rehearse
    from beliefs.mind.files import home

    rehearse(home() / "tables")
