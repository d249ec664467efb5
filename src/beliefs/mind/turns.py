"""Turns: read state, act, feed back.

before(text) ──► what matters for this turn, as text for a prompt and as data
after(text)  ──► without what was shown ──► read ──► linked and written ──► what changed
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from beliefs.errors import InvalidInput, shown
from beliefs.ledger.contributing import Heard
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.linking import find
from beliefs.ledger.scopes import Scope
from beliefs.ledger.text import clean, moment_of
from beliefs.ledger.writing import Change, Reply, key_of
from beliefs.mind.belief import Belief, Delta, Note
from beliefs.mind.clarity import Channels, Clarity, Readiness
from beliefs.mind.hearing import Shown, Understood, Words, understand
from beliefs.mind.moves import Feedback, Move
from beliefs.mind.notes import Noted, Notes
from beliefs.mind.observation import Observation
from beliefs.mind.outlook import Outlook, outlook, relevant
from beliefs.mind.planning import Answers
from beliefs.mind.prompt import BUDGET, prompt
from beliefs.reading.echo import without_block
from beliefs.reading.heard import Listener, Reader, Reading

WORDS = Words()
RULES = "rules/1"
LONGEST_REASON = 500
"""Characters that are recorded of why the rules had to read."""

_NOTHING = Understood((), (), frozenset(), (), ())


class Context(NamedTuple):
    """What an agent should know before it acts."""

    prompt: str
    """The same as text, within the budget; empty if nothing is known."""
    beliefs: tuple[Belief, ...]
    goals: tuple[Note, ...]
    gaps: tuple[Note, ...]
    contradictions: tuple[tuple[str, str], ...]
    clarity: float
    channels: Channels
    readiness: Readiness
    moves: tuple[Move, ...]
    left_out: int
    """How many lines the prompt lacks: what did not fit, and goals and gaps not looked at."""


class TurnDelta(Delta):
    """What a text changed; clarity, moves and state are worked out when they are asked for."""

    __slots__ = ("_look", "_outlook", "_understood", "fallback")

    def __init__(
        self,
        reply: Reply,
        understood: Understood,
        look: Callable[[tuple[Change, ...]], Outlook],
        fallback: str | None = None,
    ) -> None:
        super().__init__(reply, understood.statements)
        self._understood = understood
        self._look = look
        self._outlook: Outlook | None = None
        self.fallback = fallback
        """Why the rules read what a model should have read, if so."""

    @property
    def unknown(self) -> tuple[Reading, ...]:
        """The sentences that were not understood, and why."""
        return self._understood.unknown

    @property
    def echoes(self) -> tuple[str, ...]:
        """The sentences that only repeat what `before` had shown, and so are no evidence."""
        return self._understood.echoes

    @property
    def state(self) -> Outlook:
        """The beliefs that the text is about, as they are now, with goals and gaps."""
        if self._outlook is None:
            self._outlook = self._look(self.changes)
        return self._outlook

    @property
    def clarity(self) -> float:
        """How clear the matter is, from 0 to 1."""
        return self.state.clarity.value

    @property
    def channels(self) -> Channels:
        """The four parts of clarity."""
        return self.state.clarity.channels

    @property
    def readiness(self) -> Readiness:
        """Whether that is enough to act: low, medium or high."""
        return self.state.clarity.readiness

    @property
    def moves(self) -> tuple[Move, ...]:
        """What to find out next, the most valuable first."""
        return self.state.moves


class Turns:
    """The loop of one client: what it was shown, and who reads for it."""

    def __init__(
        self,
        ledger: Ledger,
        scope: Callable[[], Scope],
        agent: str,
        reader: Callable[[], Reader],
        shown: Callable[[], Shown],
        notes: Callable[[], list[Note]],
        feedback: Callable[[], dict[str, Feedback]],
    ) -> None:
        self._ledger = ledger
        self._scope = scope
        self._agent = agent
        self._reader = reader
        self._all_notes = notes
        self._notes = Notes()
        self._answers = Answers(ledger, feedback)
        self._shown = shown

    def before(self, text: str, budget: int = BUDGET) -> Context:
        """Look up what matters for a text, and remember what is shown of it."""
        found = self._look(clean(text, "a text"))
        block = prompt(
            found.beliefs,
            goals=found.goals,
            gaps=found.gaps,
            contradictions=found.contradictions,
            moves=found.moves[:5],
            more=(found.more_goals, found.more_gaps),
            clarity=found.clarity,
            budget=budget,
        )
        listed = set(block.shown)
        self._shown().remember(
            [belief for belief in found.beliefs if belief.id in listed],
            [(note.kind, note.text) for note in (*found.goals, *found.gaps) if note.id in listed],
        )
        clear: Clarity = found.clarity
        return Context(
            block.text,
            found.beliefs,
            found.goals,
            found.gaps,
            found.contradictions,
            clear.value,
            clear.channels,
            clear.readiness,
            found.moves,
            block.left_out,
        )

    def observe(self, observation: Observation, key: str | None = None) -> TurnDelta:
        """Read a text and write down what it says."""
        if not isinstance(observation, Observation):
            raise InvalidInput(
                f"observe() takes an Observation, not {shown(observation)}; use after() for text."
            )
        observation = observation.checked()
        text, agent = observation.text, observation.agent or self._agent
        scope = self._scope()
        if not text:
            return self._delta(Reply(), _NOTHING, "")
        call = key_of(scope, key, "observe", _request(observation))
        if call is not None and (known := self._ledger.heard(scope, call)) is not None:
            return self._delta(known, _NOTHING, text)
        # Whoever passes it on: the lines of a prompt are what is believed, and no news of it.
        readings, readers, fallback = self._read(without_block(text))
        remembered = self._shown()
        with self._ledger.store.read(self._ledger.namespace) as snapshot:
            remembered.hear_of(snapshot.claims)
            understood = understand(
                readings,
                readers,
                observation,
                agent=agent,
                shown=remembered,
                find=lambda words, family: find(snapshot, scope.reads, WORDS, words, family),
            )
        heard = Heard(agent, WORDS, understood.notes, understood.renewed)
        reply = self._ledger.hear(scope, understood.statements, heard, call)
        return self._delta(reply, understood, text, fallback)

    def _read(self, text: str) -> tuple[list[Reading], list[str | None], str | None]:
        """What was read, by whom where it was not plainly the rules, and why they had to."""
        reader = self._reader()
        if isinstance(reader, Listener):
            listened = reader.listen(text)
            instead = f"instead of {reader.name}: {listened.reason}"[:LONGEST_REASON]
            by = [one if one == reader.name else f"{one} {instead}" for one in listened.by]
            return listened.readings, list(by), listened.reason
        readings = reader.read(text)
        return readings, [None if reader.name == RULES else reader.name] * len(readings), None

    def _delta(
        self, reply: Reply, understood: Understood, text: str, fallback: str | None = None
    ) -> TurnDelta:
        def look(changes: tuple[Change, ...]) -> Outlook:
            return self.about(text, [bytes.fromhex(change.belief_id) for change in changes])

        return TurnDelta(reply, understood, look, fallback)

    def about(self, text: str, named: Iterable[bytes]) -> Outlook:
        """Work out where a text leaves things, given the beliefs that it changed."""
        return self._look(text, named)

    def look(self, text: str = "", named: Iterable[bytes] = ()) -> Outlook:
        """Work out what matters for the beliefs named and a text, or without one for the world."""
        return self._look(text, named, None if text else Noted(self._all_notes()))

    def _look(self, text: str, named: Iterable[bytes] = (), noted: Noted | None = None) -> Outlook:
        """Work out what matters; without notes, with those that a turn looks at."""
        with self._ledger.store.read(self._ledger.namespace) as snapshot:
            view = self._ledger.view_of(snapshot, self._scope())
            figures = relevant(snapshot, view, self._ledger.postings, text, named)
            if noted is None:
                noted = self._notes.at(snapshot, view)
            return outlook(view, figures, noted, self._answers.at(snapshot))


def _request(observation: Observation) -> list[object]:
    """What was asked, for recognising it when it is asked again."""
    observed = observation.observed
    moment = None if observed is None else moment_of(observed, "observed")
    return [*observation._replace(observed=None), moment]
