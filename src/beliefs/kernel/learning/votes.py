"""Who answered what: the votes that reliability is learned from, and their sums.

A tally holds the same votes sorted and added up, so that everything computed from it is a function
of the set of votes and not of their order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Mask = NDArray[np.bool_]


class Sizes(NamedTuple):
    """How many items, agents and labels there are; each is named by a number below its size."""

    items: int
    agents: int
    labels: int


class Votes(NamedTuple):
    """One row per vote: on which item, by which agent, which label, and how much it weighs."""

    items: ArrayLike
    agents: ArrayLike
    labels: ArrayLike
    sizes: Sizes
    weights: ArrayLike | None = None


class Tally(NamedTuple):
    """Checked votes, one per item, agent and label, in that order.

    Items without votes and agents who never voted are left out: `items` and `agents` are
    positions in `heard_items` and `heard_agents`. A cell is one agent's use of one label.
    What is needed by cell is kept in that order too, and the starts of runs in both orders.
    """

    items: Integers
    agents: Integers
    labels: Integers
    weights: Floats
    item_starts: Integers
    cells: Integers
    items_by_cell: Integers
    weights_by_cell: Floats
    cell_starts: Integers
    cell_agents: Integers
    cell_labels: Integers
    heard_items: Integers
    heard_agents: Integers
    sizes: Sizes

    @property
    def shape(self) -> Sizes:
        """How many items and agents were heard, and how many labels there are."""
        return Sizes(len(self.heard_items), len(self.heard_agents), self.sizes.labels)

    def shares(self) -> Floats:
        """What part of the votes each label (row) has on each item (column): where models start."""
        size = self.shape
        at = self.labels * size.items + self.items
        counts = added(at, self.weights, size.items * size.labels)
        counts = counts.reshape(size.labels, size.items)
        shares: Floats = counts / counts.sum(axis=0)
        return shares


def added(places: Integers, values: Floats, size: int) -> Floats:
    """The sum of the values at each place.

    >>> import numpy as np
    >>> added(np.array([0, 2, 0]), np.array([1.0, 2.0, 3.0]), 3).tolist()
    [4.0, 0.0, 2.0]
    """
    import numpy as np

    return np.bincount(places, values, size).astype(np.float64, copy=False)


def tally(votes: Votes) -> Tally:
    """The votes, checked, sorted and added up.

    >>> counted = tally(Votes([1, 0, 1], [0, 0, 0], [1, 1, 1], Sizes(2, 1, 2)))
    >>> counted.items.tolist(), counted.weights.tolist()
    ([0, 1], [1.0, 2.0])
    """
    import numpy as np

    items, agents, labels, weights = checked(votes)
    heard = weights > 0
    if not heard.any():
        raise InvalidInput("There is nothing to learn from: give at least one vote.")
    order = in_order(items, agents, labels, weights, among=heard)
    items, agents, labels, weights = items[order], agents[order], labels[order], weights[order]
    starts = _starts(items, agents, labels)
    total = np.add.reduceat(weights, starts)
    heard_items, items = np.unique(items[starts], return_inverse=True)
    heard_agents, agents = np.unique(agents[starts], return_inverse=True)
    labels = labels[starts]
    used, cells = np.unique(agents * votes.sizes.labels + labels, return_inverse=True)
    cell_agents, cell_labels = np.divmod(used, votes.sizes.labels)
    by_cell = np.argsort(cells, kind="stable")
    return Tally(
        items, agents, labels, total, _starts(items), cells,
        items[by_cell], total[by_cell], _starts(cells[by_cell]), cell_agents, cell_labels,
        heard_items, heard_agents, votes.sizes,
    )  # fmt: skip


def _starts(*columns: Integers) -> Integers:
    """Where a run of equal rows begins."""
    import numpy as np

    changes = np.any([np.diff(column) != 0 for column in columns], axis=0)
    return np.concatenate((np.zeros(1, dtype=np.int64), np.flatnonzero(changes) + 1))


def in_order(
    items: Integers, agents: Integers, labels: Integers, weights: Floats, *, among: Mask
) -> Integers:
    """Where the votes chosen by `among` are, by item, agent, label and weight."""
    import numpy as np

    columns = (weights, labels, agents, items)
    order: Integers = np.flatnonzero(among)[np.lexsort([column[among] for column in columns])]
    return order


def checked(votes: Votes) -> tuple[Integers, Integers, Integers, Floats]:
    """The columns of the votes as arrays, or an error that says which one is wrong.

    >>> checked(Votes([0], [0], [5], Sizes(1, 1, 2)))
    Traceback (most recent call last):
    beliefs.errors.InvalidInput: A label is a whole number from 0 to 1; 5 is not.
    """
    import numpy as np

    columns = []
    for name, values, size in (
        ("n item", votes.items, votes.sizes.items),
        ("n agent", votes.agents, votes.sizes.agents),
        (" label", votes.labels, votes.sizes.labels),
    ):
        column = np.asarray(values)
        if column.size and not np.issubdtype(column.dtype, np.integer):
            raise InvalidInput(f"A{name} is named by a whole number, not by {column.dtype}.")
        outside = (column < 0) | (column >= size)
        if outside.any():
            wrong = column[outside].flat[0]
            raise InvalidInput(f"A{name} is a whole number from 0 to {size - 1}; {wrong} is not.")
        columns.append(column.astype(np.int64))
    items, agents, labels = columns
    given = votes.weights
    weights = np.ones(len(items)) if given is None else np.asarray(given, dtype=np.float64)
    if items.ndim != 1 or not items.shape == agents.shape == labels.shape == weights.shape:
        raise InvalidInput("Each vote needs one item, one agent, one label and one weight.")
    if not np.all((weights >= 0) & (weights < np.inf)):
        raise InvalidInput("A vote's weight is a finite number not below 0.")
    return items, agents, labels, weights
