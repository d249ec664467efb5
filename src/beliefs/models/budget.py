"""What a model may cost: calls, tokens and seconds, counted over all threads."""

from __future__ import annotations

import threading
from typing import NamedTuple

from beliefs.errors import BudgetSpent, InvalidInput, shown


class Spent(NamedTuple):
    """What has been used so far."""

    calls: int
    tokens: int
    """Of prompts and answers together."""
    seconds: float


class Budget:
    """Limits that are checked before each call; None is no limit.

    A call sets the tokens of its longest answer aside beforehand and gives back what it did not
    use, so that threads which share a budget cannot all take the last of it. The tokens of
    prompts and the seconds are known only afterwards: what is running when they run out is
    finished and counted, and nothing is started any more.

    >>> budget = Budget(calls=1)
    >>> budget.open(max_tokens=100)
    >>> budget.close(max_tokens=100, tokens=40, seconds=0.5)
    >>> budget.spent
    Spent(calls=1, tokens=40, seconds=0.5)
    >>> budget.open(max_tokens=100)
    Traceback (most recent call last):
    beliefs.errors.BudgetSpent: the model's budget of 1 call is used up.
    """

    def __init__(
        self,
        *,
        calls: int | None = None,
        tokens: int | None = None,
        seconds: float | None = None,
    ) -> None:
        for name, limit in (("calls", calls), ("tokens", tokens), ("seconds", seconds)):
            allowed = int | float if name == "seconds" else int
            wrong = isinstance(limit, bool) or not isinstance(limit, allowed | None)
            # Written so that NaN is refused as well.
            if wrong or (limit is not None and not limit >= 0):
                raise InvalidInput(f"a budget of {name} must be 0 or more, not {shown(limit)}.")
        self._calls, self._tokens, self._seconds = calls, tokens, seconds
        self._lock = threading.Lock()
        self._spent = Spent(0, 0, 0.0)
        self._aside = 0

    @property
    def spent(self) -> Spent:
        """What has been used by calls that are over, and the number of all calls."""
        return self._spent

    def open(self, *, max_tokens: int) -> None:
        """Count a call and set its tokens aside, or raise BudgetSpent."""
        with self._lock:
            calls, tokens, seconds = self._spent
            if self._calls is not None and calls >= self._calls:
                raise BudgetSpent(f"the model's budget of {_many(self._calls, 'call')} is used up.")
            if self._seconds is not None and seconds >= self._seconds:
                raise BudgetSpent(f"the model's budget of {self._seconds:g} s is used up.")
            if self._tokens is not None and tokens + self._aside + max_tokens > self._tokens:
                raise BudgetSpent(
                    f"of the model's budget of {_many(self._tokens, 'token')},"
                    f" {max(0, self._tokens - tokens - self._aside)} are left,"
                    f" and this call may need {max_tokens}."
                )
            self._aside += max_tokens
            self._spent = Spent(calls + 1, tokens, seconds)

    def close(self, *, max_tokens: int, tokens: int, seconds: float) -> None:
        """Give back what was set aside, and count what was used."""
        with self._lock:
            spent = self._spent
            self._aside -= max_tokens
            self._spent = Spent(spent.calls, spent.tokens + tokens, spent.seconds + seconds)


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
