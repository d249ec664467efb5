"""How an adapter is doing: what it gave, what it heard, and what went wrong, counted.

An adapter keeps its failures from its host. So that they are not hidden from everybody, each one is
counted here, and the first of its kind is written to the log.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Mapping
from typing import Literal, NamedTuple

Count = Literal["contexts", "observations", "late", "dropped"]

_log = logging.getLogger("beliefs")


class Health(NamedTuple):
    """What became of an adapter's reads and writes so far.

    >>> Health().ok, Health(late=1).ok
    (True, False)
    """

    contexts: int = 0
    """How often the host was given something to know."""
    observations: int = 0
    """Texts that were read and written down."""
    waiting: int = 0
    """Texts that are not read yet."""
    late: int = 0
    """Calls of the host that went on without context, since it was not there in time."""
    dropped: int = 0
    """Texts that were never read: the queue was full, or the adapter was closed."""
    failures: Mapping[str, int] = {}
    """What was raised, by its kind."""
    last_error: str | None = None

    @property
    def ok(self) -> bool:
        """Whether nothing was late, dropped or raised."""
        return not (self.late or self.dropped or self.failures)


class Tally:
    """The counts behind `Health`, for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[Count] = Counter()
        self._failures: Counter[str] = Counter()
        self._last_error: str | None = None
        self._logged: set[str] = set()

    def count(self, what: Count, times: int = 1) -> None:
        """Count what is no error of anybody; what the host goes without is logged once."""
        with self._lock:
            self._counts[what] += times
        if what == "late":
            self._log_once(what, "the context was not there in time; the host goes on without it.")
        elif what == "dropped":
            self._log_once(what, "an observation was dropped; see health.dropped for how many.")

    def failed(self, error: BaseException) -> None:
        """Count what was raised, and keep it from the host."""
        kind = type(error).__name__
        with self._lock:
            self._failures[kind] += 1
            self._last_error = f"{kind}: {error}"
        self._log_once(kind, f"an adapter went without beliefs: {kind}: {error}")

    def _log_once(self, kind: str, sentence: str) -> None:
        with self._lock:
            if kind in self._logged:
                return
            self._logged.add(kind)
        _log.warning("%s", sentence)

    def health(self, waiting: int) -> Health:
        """The counts as they are now."""
        with self._lock:
            return Health(
                self._counts["contexts"],
                self._counts["observations"],
                waiting,
                self._counts["late"],
                self._counts["dropped"],
                dict(self._failures),
                self._last_error,
            )


class Unharmed:
    """Keeps whatever is raised within from the host, and counts it.

    >>> tally = Tally()
    >>> with Unharmed(tally):
    ...     raise OSError("the disk is gone")
    >>> tally.health(0).failures
    {'OSError': 1}
    """

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def __enter__(self) -> None:
        """There is nothing to prepare."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, Exception):  # a host that is cancelled is to be cancelled
            return False
        self._tally.failed(error)
        return True
