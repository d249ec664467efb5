"""Planning: what to find out next, what became of earlier advice, and what asking would bring."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, get_args

from beliefs.errors import InvalidInput, NotFound, shown
from beliefs.ledger.entries import canonical
from beliefs.ledger.figure import Figure
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.paging import pages
from beliefs.ledger.scopes import MOVES, Scope
from beliefs.ledger.statements import Statement
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.text import clean
from beliefs.mind.belief import Belief
from beliefs.mind.forecast import Ask, Forecast, predict
from beliefs.mind.moves import Fallout, Feedback, Generated, Move, cascade, generate
from beliefs.mind.outlook import Outlook

Answer = Literal["accept", "snooze", "dismiss"]

_SCOPE = Scope(MOVES, (MOVES,))
_ANSWERS = get_args(Answer)  # in the order of the counts of Feedback


def feedback(ledger: Ledger) -> dict[str, Feedback]:
    """What became of each move so far."""
    found: dict[str, Feedback] = {}
    with ledger.store.read(ledger.namespace) as snapshot:
        for page in pages(snapshot, ledger.view_of(snapshot, _SCOPE)):
            _count(found, page)
    return found


def _count(found: dict[str, Feedback], answers: Iterable[Figure]) -> None:
    """Enter how often an answer was given to a move."""
    for figure in answers:
        move, action, answer = json.loads(figure.text)
        times = sum(subtotal.times for subtotal in figure.stands)
        counts = dict(zip(_ANSWERS, found.get(move, Feedback(action))[1:], strict=True))
        counts[answer] = times
        found[move] = Feedback(action, *counts.values())


class Answers:
    """What became of each move, kept up with: only what changed since is read again."""

    def __init__(self, ledger: Ledger, read: Callable[[], dict[str, Feedback]]) -> None:
        self._ledger = ledger
        self._read = read
        self._known: dict[str, Feedback] = {}
        self._seen: int | None = None

    def at(self, snapshot: Snapshot) -> Mapping[str, Feedback]:
        """What became of each move by the time of a snapshot."""
        tail = snapshot.tail
        changed = None if self._seen is None else tail.since(self._seen)
        if changed is None:
            self._known = self._read()
        elif changed:
            view = self._ledger.view_of(snapshot, _SCOPE)
            view.load(changed)
            _count(self._known, view.figures(changed).values())
        self._seen = tail.arrivals
        return self._known


class Moves:
    """Questions worth asking, ranked by what the answers are expected to tell."""

    def __init__(
        self,
        ledger: Ledger,
        agent: str,
        look: Callable[[str], Outlook],
        get: Callable[[str], Belief],
        dependents: Callable[[str], list[str]],
    ) -> None:
        self._ledger = ledger
        self._agent = agent
        self._look = look
        self._get = get
        self._dependents = dependents

    def list(self, about: str = "", *, limit: int = 10) -> list[Move]:
        """Return the most valuable moves, about a text or about everything."""
        if type(limit) is not int or limit < 0:
            raise InvalidInput(f"limit must be a whole number, 0 or more, not {shown(limit)}.")
        return [*self._look(clean(about, "a text")).moves][:limit]

    def generate(self, belief: str | Belief) -> Generated:
        """Return the best move for one belief, or say why there is none."""
        found = belief if isinstance(belief, Belief) else self._get(belief)
        return generate(found, feedback=feedback(self._ledger))

    def act(self, move: Move, answer: Answer, *, idempotency_key: str | None = None) -> Feedback:
        """Say what becomes of a move; later ones are ranked by it."""
        if not isinstance(move, Move):
            raise InvalidInput(f"act() must get a move of moves.list(), not {shown(move)}.")
        if answer not in get_args(Answer):
            raise InvalidInput(f"an answer must be accept, snooze or dismiss, not {shown(answer)}.")
        said = Statement(canonical([move.id, move.action, answer]))
        self._ledger.contribute(_SCOPE, [said], self._agent, idempotency_key)
        return feedback(self._ledger)[move.id]

    def forecast(self, move: Move, *, horizon: int = 1, seed: int = 0) -> Forecast:
        """Say what making a move would tell about its target."""
        return Forecasts(self._look, self._get).predict(
            [Ask(move.target_id)], horizon=horizon, seed=seed
        )[0]

    def cascade(self, move: Move) -> Sequence[Fallout]:
        """Return the beliefs that would lose their ground if the target fell."""
        try:
            reached = {move.target_id: self._get(move.target_id)}
        except NotFound:  # nothing rests on a gap
            return []
        waiting = [move.target_id]
        while waiting:
            for dependent in self._dependents(waiting.pop()):
                if dependent in reached:
                    continue
                try:
                    reached[dependent] = self._get(dependent)
                except NotFound:  # removed since
                    continue
                waiting.append(dependent)
        return cascade(move, reached.values())


class Forecasts:
    """What asking would bring, before it is asked."""

    def __init__(self, look: Callable[[str], Outlook], get: Callable[[str], Belief]) -> None:
        self._look = look
        self._get = get

    def predict(
        self, actions: Sequence[str | Ask], *, horizon: int = 1, rollouts: int = 30, seed: int = 0
    ) -> list[Forecast]:
        """Forecast each action, in order; the same seed gives the same forecast."""
        if isinstance(actions, str) or not isinstance(actions, Sequence):
            raise InvalidInput(f"predict() must get a list of actions, not {shown(actions)}.")
        beliefs: dict[str, Belief] = {}
        asked: list[str | Ask] = []
        for action in actions:
            if not isinstance(action, str | Ask):
                raise InvalidInput(
                    f"an action must be words, an id or an Ask, not {shown(action)}."
                )
            target = action if isinstance(action, str) else action.target
            try:
                found = [self._get(target)]
                target = found[0].id  # whichever wording was named
            except (NotFound, InvalidInput):  # words instead of an id
                found = list(self._look(clean(target, "an action")).beliefs)
            beliefs.update((belief.id, belief) for belief in found)
            asked.append(target if isinstance(action, str) else action._replace(target=target))
        known = list(beliefs.values())
        return predict(asked, known, horizon=horizon, rollouts=rollouts, seed=seed)
