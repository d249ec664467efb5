"""Two readings of one route: which of them does more of what its sentences say."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec.effects import Delete, Effect, For, If, Insert, Make, Patch, Stmt


def says_more(told: Effect, other: Effect) -> bool:
    """Whether an effect of sentences alone does all that another does, and more.

    One that keeps a row which the other drops says more, too: the sentences say what becomes of it,
    or which rows are dropped.
    """
    if not told or not other:
        return False
    mine, theirs = set(_written(told)), set(_written(other))
    if _drops_fewer(told, other):
        return not theirs - mine
    drops = any(isinstance(each, Delete) for each in _statements(other))
    keeps = not any(isinstance(each, Delete) for each in _statements(told))
    if drops and keeps and mine:
        return not theirs - mine
    made = any(isinstance(each, Insert) for each in _statements(other))
    return not made and bool(theirs) and theirs < mine


def _drops_fewer(told: Effect, other: Effect) -> bool:
    """Whether an effect drops only some of the rows that another drops: "all that are done"."""
    mine, theirs = (
        {each.entity: repr(each.where) for each in _statements(one) if isinstance(each, Delete)}
        for one in (told, other)
    )
    return (
        bool(mine)
        and all(
            mine[each] != theirs[each] and theirs[each] in mine[each]
            for each in mine.keys() & theirs
        )
        and mine.keys() == theirs.keys()
    )


def _written(effect: Effect) -> Iterator[tuple[str, str]]:
    """The fields that an effect changes."""
    for each in _statements(effect):
        if isinstance(each, Patch) and isinstance(each.values, Make):
            yield from ((each.entity, name) for name, _ in each.values.fields)


def _statements(effect: Effect) -> Iterator[Stmt]:
    for each in effect:
        yield each
        match each:
            case If(_, then, otherwise):
                yield from _statements((*then, *otherwise))
            case For(_, _, body):
                yield from _statements(body)
