"""Planning: what to find out next, what became of earlier advice, and what asking would bring."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Literal, get_args

from beliefs.errors import InvalidInput, NotFound, shown
from beliefs.ledger.entries import canonical
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.paging import pages
from beliefs.ledger.scopes import MOVES, Scope
from beliefs.ledger.statements import Statement
from beliefs.mind.belief import Belief
from beliefs.mind.forecast import Ask, Forecast, predict
from beliefs.mind.moves import Action, Fallout, Feedback, Generated, Move, cascade, generate
from beliefs.mind.outlook import Outlook

Answer = Literal["accept", "snooze", "dismiss"]

_SCOPE = Scope(MOVES, (MOVES,))


def feedback(ledger: Ledger) -> dict[str, Feedback]:
    """What became of each move so far."""
    counts: dict[tuple[str, Action], dict[str, int]] = {}
    with ledger.store.read(ledger.namespace) as snapshot:
        view = ledger.view_of(snapshot, _SCOPE)
        for page in pages(snapshot, view):
            for figure in page:
                move, action, answer = json.loads(figure.text)
                times = sum(subtotal.times for subtotal in figure.stands)
                counts.setdefault((move, action), {})[answer] = times
    return {
        move: Feedback(action, said.get("accept", 0), said.get("snooze", 0), said.get("dismiss", 0))
        for (move, action), said in counts.items()
    }


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
        return [*self._look(about).moves][:limit]

    def generate(self, belief: str | Belief) -> Generated:
        """Return the best move for one belief, or say why there is none."""
        found = belief if isinstance(belief, Belief) else self._get(belief)
        return generate(found, feedback=feedback(self._ledger))

    def act(self, move: Move, answer: Answer, *, idempotency_key: str | None = None) -> Feedback:
        """Say what becomes of a move; later ones are ranked by it."""
        if answer not in get_args(Answer):
            raise InvalidInput(f"a move is accepted, snoozed or dismissed, not {shown(answer)}.")
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
                if dependent not in reached:
                    reached[dependent] = self._get(dependent)
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
        beliefs: dict[str, Belief] = {}
        for action in actions:
            target = action if isinstance(action, str) else action.target
            try:
                found = [self._get(target)]
            except (NotFound, InvalidInput):  # words instead of an id
                found = list(self._look(target).beliefs)
            beliefs.update((belief.id, belief) for belief in found)
        known = list(beliefs.values())
        return predict(actions, known, horizon=horizon, rollouts=rollouts, seed=seed)
