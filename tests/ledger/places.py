"""Where the tests of the ledger and of the client keep their beliefs, and what they look at."""

from __future__ import annotations

import re
import uuid
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from beliefs import Beliefs, BeliefsError, StoreError
from beliefs.ledger.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KINDS = ("memory", "sqlite", "postgres")
START = datetime(2030, 1, 1, 12, tzinfo=UTC)
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
NOBODY = "0" * 32
"""The id of a belief that nobody has ever stated."""

LONGEST_SENTENCE = 250
LONGEST_PLACE = 100
"""An error of a store also names a path or a server, which may be long."""

_ADVICE = (
    "must|use|drop|give|pass|choose|remove|state|try|check|name|call|goes with|needs?|at most|"
    "the most is|is one of|is binary|is agent|is not among|a statement has|instead|decode|update|"
    "write through|open it again|retract it|run|free|make room|restore|takes stdev|between|"
    "is a timedelta|is True or False|those have|is text|resolve|is self|before it happens|format|"
    "grant|does its folder exist|this is not an export|the export is"
)
_SAYS_WHAT_TO_DO = re.compile(rf"\b({_ADVICE})\b|list\(\) shows")


class Clock:
    """A clock that stands until it is set."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def url_of(request: pytest.FixtureRequest, kind: str, folder: Path) -> str:
    """Say where a kind of store is."""
    if kind == "memory":
        return ":memory:"
    if kind == "sqlite":
        return f"sqlite:///{folder}/beliefs.db"
    url: str = request.getfixturevalue("postgres_url")
    return url


def fresh() -> str:
    """Make up the name of a namespace that is empty on every store."""
    return f"test {uuid.uuid4().hex}"


def beside(b: Beliefs, **options: Any) -> Beliefs:
    """Open another client on the same store, memory included: another seat or another ledger."""
    ledger = b._ledger  # noqa: SLF001
    namespace = options.get("namespace", b.namespace)
    clock = options.pop("clock", ledger.clock)
    other = Ledger(ledger.store, namespace, clock, ledger.entropy)
    return b._clone(other, **options)  # noqa: SLF001


def id_of(b: Beliefs, claim: str, **said: Any) -> str:
    """Add a claim and return its id."""
    return b.add(claim, **said).changes[0].belief_id


class Seen(NamedTuple):
    """Everything that a client can see of its ledger."""

    digest: str
    export: str
    beliefs: list[Any]
    notes: list[Any]
    trust: list[Any]
    half_lives: Any


def seen(b: Beliefs) -> Seen:
    """Look at everything."""
    statuses = (None, "retracted", "superseded", "reset")
    return Seen(
        b.digest(),
        b.export(),
        [belief for status in statuses for belief in b.list(limit=None, status=status)],
        [*b.goals(), *b.gaps()],
        b.trust.list(),
        b.settings.get(),
    )


@contextmanager
def refused(error: type[BeliefsError], *unchanged: Beliefs) -> Iterator[None]:
    """Expect an error that is one clear sentence, and ledgers that are as they were before."""
    before = [seen(b) for b in unchanged]
    with pytest.raises(error) as caught:
        yield
    assert_clear(caught.value)
    assert [seen(b) for b in unchanged] == before


def assert_clear(error: BeliefsError) -> None:
    """Check that an error is one sentence of readable length that says what to do."""
    assert unclear(error) is None


def assert_sentence(error: BeliefsError) -> None:
    """Check that an error is one sentence of readable length."""
    assert unclear(error, advice=False) is None


def unclear(error: BeliefsError, *, advice: bool = True) -> str | None:
    """Say what is wrong with the sentence of an error."""
    sentence = str(error)
    if sentence != sentence.strip() or "\n" in sentence:
        return f"more than a line: {sentence!r}"
    if not sentence.endswith((".", "?")) or (sentence.endswith("..") and sentence[-3:] != "..."):
        return f"ends like no sentence: {sentence}"
    if len(sentence) >= LONGEST_SENTENCE + LONGEST_PLACE * isinstance(error, StoreError):
        return f"too long to be read, {len(sentence)} characters: {sentence[:80]}"
    if advice and not _SAYS_WHAT_TO_DO.search(sentence):
        return f"says what is wrong, not what to do: {sentence}"
    return None


def sound(b: Beliefs) -> bool:
    """Check that what is stored is what the ledger says."""
    checked = b.verify()
    assert checked.problems == ()
    return checked.ok
