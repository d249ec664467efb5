"""Settings of a namespace: how fast evidence fades."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import NamedTuple

from beliefs.errors import InvalidInput, shown
from beliefs.ledger.fold import HalfLives
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.scopes import Scope

_MICROSECOND = timedelta(microseconds=1)
_SPACE = Scope("space", ("space",))
_LEAST, _MOST = timedelta(seconds=1), timedelta(days=365_000)


class HalfLife(NamedTuple):
    """How long evidence takes to lose half of its weight; None does not fade."""

    default: timedelta | None
    by_type: dict[str, timedelta]


class Settings:
    """`b.settings.set(half_life=timedelta(days=30))`."""

    def __init__(self, ledger: Ledger, agent: str) -> None:
        self._ledger = ledger
        self._agent = agent

    def get(self) -> HalfLife:
        """Return the half-lives that hold."""
        with self._ledger.view(_SPACE) as view:
            known = HalfLives.read(view.rows)
        default = known.default * _MICROSECOND if known.default else None
        return HalfLife(default, {k: v * _MICROSECOND for k, v in known.by_type.items()})

    def set(
        self, *, half_life: timedelta | None, by_type: Mapping[str, timedelta] | None = None
    ) -> HalfLife:
        """Let evidence fade; None switches it off. The namespace is folded again once."""
        default = None if half_life is None else _micros(half_life)
        if by_type is not None and not isinstance(by_type, Mapping):
            raise InvalidInput(
                f"by_type must map types of evidence to timedeltas, not {shown(by_type)}."
            )
        types = {name: _micros(time) for name, time in (by_type or {}).items()}
        self._ledger.set_half_lives(default, types, self._agent)
        return self.get()


def _micros(time: object) -> int:
    if not isinstance(time, timedelta) or not _LEAST <= time <= _MOST:
        raise InvalidInput(
            f"a half-life must be a timedelta from 1 second to 1,000 years, not {shown(time)}."
        )
    return time // _MICROSECOND
