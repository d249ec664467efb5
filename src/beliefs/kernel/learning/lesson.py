"""What was learned about a group of agents, as data, and how it bets on one item.

A lesson is a short list of weighted models. A model says, for each face an item may show, how
probable each report of each agent is. The log probability of a face is its prior and the evidence
of all reports, tempered; faces of one label are added, and models mixed by their weights. A bet
needs the reports on one item and the lesson, and nothing of the other items.

*Tempering.* Agents who read the same page err together, and agreement alone cannot show it: errors
that all share look like truth. So n voices count for more than one and less than n. Knowing no
better we take the middle, on the scale of orders of magnitude, and n voices have the evidence of
√n. Voices are counted by how loud they are: (Σ √l)² / Σ l, where a report's loudness l is the
largest difference it can make, so that one who says nothing counts for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict

from beliefs.errors import InvalidInput
from beliefs.kernel.learning.fitting import posterior
from beliefs.kernel.learning.votes import Sizes, Votes, added, checked, in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beliefs.kernel.learning.votes import Floats, Integers


class CoinsData(TypedDict):
    """A model of coins as plain data."""

    kind: Literal["coins"]
    weight: float
    right: list[float]
    wrong: list[float]


class RowsData(TypedDict):
    """A model of rows as plain data."""

    kind: Literal["rows"]
    weight: float
    faces: list[int]
    priors: list[float]
    rows: list[list[list[float]]]


class LessonData(TypedDict):
    """A lesson as plain data."""

    labels: int
    agents: int
    temper: float
    models: list[CoinsData | RowsData]


class Coins(NamedTuple):
    """Agents right with one probability each: the logs of it, and of any one wrong label.

    There is one face per label, all equally probable beforehand.
    """

    weight: float
    right: Floats
    wrong: Floats

    def row(self, agent: int, labels: int) -> Floats:
        """The probability of each report of an agent, per true label."""
        import numpy as np

        row = np.full((labels, labels), np.exp(self.wrong[agent]))
        np.fill_diagonal(row, np.exp(self.right[agent]))
        return row

    def data(self) -> CoinsData:
        """The model as plain data, ready for JSON."""
        return {
            "kind": "coins",
            "weight": self.weight,
            "right": self.right.tolist(),
            "wrong": self.wrong.tolist(),
        }


class Rows(NamedTuple):
    """Agents with a row of log probabilities per face: `rows[agent, face, report]`.

    `faces` holds the label of each face and `priors` its log probability beforehand.
    """

    weight: float
    faces: Integers
    priors: Floats
    rows: Floats

    def row(self, agent: int, labels: int) -> Floats:
        """The probability of each report of an agent, per true label."""
        import numpy as np

        row, chance = np.zeros((labels, labels)), np.exp(self.priors)
        np.add.at(row, self.faces, chance[:, None] * np.exp(self.rows[agent]))
        mean: Floats = row / np.bincount(self.faces, chance, labels)[:, None]
        return mean

    def data(self) -> RowsData:
        """The model as plain data, ready for JSON."""
        return {
            "kind": "rows",
            "weight": self.weight,
            "faces": self.faces.tolist(),
            "priors": self.priors.tolist(),
            "rows": self.rows.tolist(),
        }


Model = Coins | Rows


class Lesson(NamedTuple):
    """What was learned: models with their weights, and how much many voices are tempered."""

    labels: int
    agents: int
    temper: float
    models: tuple[Model, ...]

    def row(self, agent: int) -> list[list[float]]:
        """What an agent is expected to report (columns) for each truth (rows).

        >>> import numpy as np
        >>> coin = Coins(1.0, np.log([0.9]), np.log([0.1]))
        >>> np.round(Lesson(2, 1, 0.5, (coin,)).row(0), 6).tolist()
        [[0.9, 0.1], [0.1, 0.9]]
        """
        import numpy as np

        if not 0 <= agent < self.agents:
            raise InvalidInput(f"The lesson is about agents 0 to {self.agents - 1}, not {agent}.")
        mixed = [model.weight * model.row(agent, self.labels) for model in self.models]
        total = np.sum(mixed, axis=0)
        rows: list[list[float]] = (total / total.sum(axis=1, keepdims=True)).tolist()
        return rows

    def data(self) -> LessonData:
        """The lesson as plain data, ready for JSON."""
        return {
            "labels": self.labels,
            "agents": self.agents,
            "temper": self.temper,
            "models": [model.data() for model in self.models],
        }

    @classmethod
    def from_data(cls, data: LessonData) -> Lesson:
        """The lesson that plain data describes."""
        models = tuple(_model(model) for model in data["models"])
        return cls(int(data["labels"]), int(data["agents"]), float(data["temper"]), models)


class Report(NamedTuple):
    """What one agent says about an item: how often each label, and how much it weighs."""

    agent: int
    counts: Sequence[float]
    weight: float = 1.0


def bet(lesson: Lesson, reports: Sequence[Report]) -> list[float]:
    """The probability of each label of one item, given what agents report about it.

    An agent the lesson does not know says nothing.

    >>> import numpy as np
    >>> coin = Coins(1.0, np.log([0.9, 0.8]), np.log([0.1, 0.2]))
    >>> [round(p, 6) for p in bet(Lesson(2, 2, 0.5, (coin,)), [Report(0, [0, 1])])]
    [0.1, 0.9]
    """
    said = [
        (report.agent, label, count * report.weight)
        for report in reports
        for label, count in enumerate(report.counts)
        if 0 <= report.agent < lesson.agents
    ]
    agents, labels, weights = zip(*said, strict=True) if said else ((), (), ())
    sizes = Sizes(1, lesson.agents, lesson.labels)
    chances = bets(lesson, Votes([0] * len(said), agents, labels, sizes, weights))
    probabilities: list[float] = chances[0].tolist()
    return probabilities


def bets(lesson: Lesson, votes: Votes) -> Floats:
    """The probability of each label of each item, the same as `bet` on one item after another.

    >>> import numpy as np
    >>> coin = Coins(1.0, np.log([0.9, 0.8]), np.log([0.1, 0.2]))
    >>> votes = Votes([0, 1], [0, 1], [1, 0], Sizes(3, 2, 2))
    >>> bets(Lesson(2, 2, 0.5, (coin,)), votes).round(6).tolist()
    [[0.1, 0.9], [0.8, 0.2], [0.5, 0.5]]
    """
    import numpy as np

    if votes.sizes.labels != lesson.labels:
        raise InvalidInput(
            f"The lesson is about {lesson.labels} labels; the votes have {votes.sizes.labels}."
        )
    items, agents, labels, weights = checked(votes)
    known = (agents < lesson.agents) & (weights > 0)
    order = in_order(items, agents, labels, weights, among=known)
    said = _Said(items[order], agents[order], labels[order], weights[order], votes.sizes)
    mixed = np.zeros((lesson.labels, votes.sizes.items))
    for model in lesson.models:
        if isinstance(model, Coins):
            told, loud = _of_coins(model, said)
            mixed += model.weight * posterior(told / _voices(said, loud) ** lesson.temper)
        else:
            told, loud = _of_rows(model, said)
            evidence = told / _voices(said, loud) ** lesson.temper
            chances = posterior(model.priors[:, None] + evidence)
            np.add.at(mixed, model.faces, model.weight * chances)
    total: Floats = (mixed / mixed.sum(axis=0)).T
    return total


class _Said(NamedTuple):
    """Votes by known agents, in one order."""

    items: Integers
    agents: Integers
    labels: Integers
    weights: Floats
    sizes: Sizes


def _of_coins(model: Coins, said: _Said) -> tuple[Floats, Floats]:
    """What all votes say per item and face, and how loud each vote is."""
    import numpy as np

    gain = (model.right - model.wrong)[said.agents]
    at = said.labels * said.sizes.items + said.items
    told = added(at, said.weights * gain, said.sizes.items * said.sizes.labels)
    return told.reshape(said.sizes.labels, said.sizes.items), np.abs(gain)


def _of_rows(model: Rows, said: _Said) -> tuple[Floats, Floats]:
    """As for coins. One face at a time: votes by faces would be too many numbers at once."""
    import numpy as np

    told = np.zeros((len(model.faces), said.sizes.items))
    high, low = np.full(len(said.items), -np.inf), np.full(len(said.items), np.inf)
    for face in range(len(model.faces)):
        of_face = model.rows[said.agents, face, said.labels]
        told[face] = added(said.items, said.weights * of_face, said.sizes.items)
        np.maximum(high, of_face, out=high)
        np.minimum(low, of_face, out=low)
    return told, high - low


def _voices(said: _Said, loud: Floats) -> Floats:
    """How many voices are heard on each item, at least one."""
    import numpy as np

    total = added(said.items, said.weights * loud, said.sizes.items)
    roots = added(said.items, said.weights * np.sqrt(loud), said.sizes.items)
    spoken = total > 0
    voices = np.ones(said.sizes.items)
    voices[spoken] = np.maximum(1.0, roots[spoken] ** 2 / total[spoken])
    return voices


def _model(data: CoinsData | RowsData) -> Model:
    import numpy as np

    weight = float(data["weight"])
    if data["kind"] == "coins":
        return Coins(weight, np.asarray(data["right"], float), np.asarray(data["wrong"], float))
    if data["kind"] == "rows":
        faces = np.asarray(data["faces"], dtype=np.int64)
        return Rows(
            weight, faces, np.asarray(data["priors"], float), np.asarray(data["rows"], float)
        )
    raise InvalidInput(f"A lesson has no models of kind {data['kind']!r}: coins or rows.")
