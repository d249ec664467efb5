"""Two readings of one route: which of them does more of what its sentences say."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec.effects import Delete, Effect, For, If, Insert, Make, Patch, Stmt


def says_more(told: Effect, other: Effect) -> bool:
    """Whether an effect of sentences alone does all that another does, and more.

    One that keeps a row which the other drops says more, too: the sentences say what becomes of it.
    """
    if not told or not other:
        return False
    mine, theirs = set(_written(told)), set(_written(other))
    drops = any(isinstance(each, Delete) for each in _statements(other))
    keeps = not any(isinstance(each, Delete) for each in _statements(told))
    if drops and keeps and mine:
        return not theirs - mine
    made = any(isinstance(each, Insert) for each in _statements(other))
    return not made and bool(theirs) and theirs < mine


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
