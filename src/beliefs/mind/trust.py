"""Trust: what somebody decided about a voice, what its record says, and what agreement taught."""

from __future__ import annotations

from typing import Any, NamedTuple

from beliefs.errors import InvalidInput, shown
from beliefs.kernel.evidence import checked, checked_strength
from beliefs.kernel.trust import Override
from beliefs.ledger.learned import Lessons, lessons_of
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.paging import pages
from beliefs.ledger.scopes import Scope
from beliefs.ledger.text import clean_name
from beliefs.ledger.view import View
from beliefs.ledger.votes import LabelSet, ballots, lesson_of

_SPACE = Scope("space", ("space",))


class Trusted(NamedTuple):
    """A voice and the weight its words carry."""

    kind: str
    """agent or source."""
    name: str
    confidence: float | None
    """The stated mean, or None where nobody decided."""
    strength: float | None
    lock: bool
    right: int
    graded: int
    factor: float
    """What its contributions are multiplied by."""
    learned: float | None = None
    """How often an agent is right as `learn` found it; None without a learned row."""


class Group(NamedTuple):
    """What was learned about one set of labels."""

    labels: tuple[str, ...]
    agents: int
    beliefs: int
    votes: int
    models: dict[str, float]
    """How far each kind of model is believed: coins, or rows with so many faces per label."""


class Learned(NamedTuple):
    """What `trust.learn()` found."""

    agents: int
    beliefs: int
    groups: tuple[Group, ...]
    recorded: bool
    """Whether it was written down: nothing is if there is nothing to learn, or nothing new."""


class Trust:
    """Overrides of a namespace: `b.trust.set(agent="scout", confidence=0.1, strength=50)`."""

    def __init__(self, ledger: Ledger, agent: str) -> None:
        self._ledger = ledger
        self._agent = agent

    def set(
        self,
        *,
        agent: str | None = None,
        source: str | None = None,
        confidence: float,
        strength: float = 10.0,
        lock: bool = False,
    ) -> Trusted:
        """Decide how far to trust a voice; unlocked, outcomes keep refining it."""
        kind, name = _target(agent, source)
        override = Override(
            checked("confidence", confidence, 0.0, 1.0), checked_strength(strength), lock
        )
        if not isinstance(lock, bool):
            raise InvalidInput(f"lock must be True or False, not {shown(lock)}.")
        self._ledger.set_trust(kind, name, override, self._agent)
        return self.look(agent=agent, source=source)

    def get(self, *, agent: str | None = None, source: str | None = None) -> Trusted | None:
        """Return what was decided or learned about a voice, or None if nothing was."""
        trusted = self.look(agent=agent, source=source)
        return None if trusted.confidence is None and trusted.learned is None else trusted

    def look(self, *, agent: str | None = None, source: str | None = None) -> Trusted:
        """Return what holds for a voice, decided or earned."""
        kind, name = _target(agent, source)
        with self._ledger.view(_SPACE) as view:
            return _looked_up(view, kind, name, lessons_of(view.rows))

    def list(self, *, kind: str | None = None) -> list[Trusted]:
        """Return every voice with a decision, a record or a row, in order of kind and name."""
        if kind not in (None, "agent", "source"):
            raise InvalidInput(f"kind must be agent or source, not {shown(kind)}.")
        with self._ledger.view(_SPACE) as view:
            keys = [key for key, _ in view.rows.under(b"a" + (kind or "").encode())]
            lessons = lessons_of(view.rows)
            targets = {(kind_, name) for key in keys for kind_, name in [_named(key)]}
            if kind != "source":
                targets |= {("agent", name) for name in lessons.agents}
            found = [
                _looked_up(view, *target, lessons) for target in sorted(targets, key=_in_order)
            ]
        return [one for one in found if one.confidence is not None or one.graded or one.learned]

    def unset(self, *, agent: str | None = None, source: str | None = None) -> None:
        """Take a decision back."""
        kind, name = _target(agent, source)
        self._ledger.set_trust(kind, name, None, self._agent)

    def learn(self) -> Learned:
        """Learn how agents err from their agreement alone, in place of what was learned before.

        What is shared in the space counts; every set of labels with enough overlap is learned by
        itself. Bets use the rows from then on; an agent with a locked decision keeps to that.
        """
        self._ledger.refuse_the_past()
        with self._ledger.store.read(self._ledger.namespace) as snapshot:
            view = self._ledger.view_of(snapshot, _SPACE)
            cast = ballots(figure for page in pages(snapshot, view) for figure in page)
            mark = snapshot.head.fingerprint
        lessons = [lesson_of(about, votes) for about, votes in cast.items()]
        origin = {"digest": mark.digest(), "entries": mark.entries}
        recorded = bool(lessons) and self._ledger.set_lessons(lessons, origin, self._agent)
        groups = tuple(_group(about, lesson) for about, lesson in zip(cast, lessons, strict=True))
        agents = {agent for lesson in lessons for agent in lesson["agents"]}
        return Learned(len(agents), sum(group.beliefs for group in groups), groups, recorded)


def _group(about: LabelSet, taught: dict[str, Any]) -> Group:
    models: dict[str, float] = {}
    for model in taught["lesson"]["models"]:
        faces = len(model.get("faces", ())) // len(about.labels)
        name = f"rows {faces}" if faces else "coins" if len(set(model["right"])) > 1 else "even"
        models[name] = models.get(name, 0.0) + model["weight"]
    counts = len(taught["agents"]), taught["beliefs"], taught["votes"]
    return Group(about.labels, *counts, models)


def _looked_up(view: View, kind: str, name: str, lessons: Lessons) -> Trusted:
    confidence, strength, lock = view.override(kind, name) or (None, None, False)
    right, graded = view.record(kind, name)
    factor = view.factor(kind, name)
    # What was locked stays what it is; no row is used for it.
    learned = lessons.accuracy(name) if kind == "agent" and not lock else None
    return Trusted(kind, name, confidence, strength, lock, right, graded, factor, learned)


def _named(key: bytes) -> tuple[str, str]:
    kind, name = key[1:].decode().split("\0", 1)
    return kind, name


def _in_order(target: tuple[str, str]) -> tuple[str, bytes]:
    return target[0], target[1].encode()


def _target(agent: str | None, source: str | None) -> tuple[str, str]:
    if (agent is None) == (source is None):
        raise InvalidInput("name one voice: agent=... or source=...")
    kind, name = ("agent", agent) if agent is not None else ("source", source)
    return kind, clean_name(name, kind)
