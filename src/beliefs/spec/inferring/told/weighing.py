"""Two readings of one route: which of them does more of what its sentences say."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.effects import Delete, Effect, For, Guard, If, Insert, Make, Patch, Stmt


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
    if made or drops or not theirs or not theirs <= mine:
        return False
    if theirs == mine and _brought(told) > _brought(other):
        return True
    if theirs < mine or _guards(told) > _guards(other) or _depends(told) > _depends(other):
        return True
    return _guards(told) == _guards(other) and _looked(told) > _looked(other)


def _brought(effect: Effect) -> set[str]:
    """What an effect writes of what the request brings: "adds the points", not one of them."""
    writes = [each for each in _statements(effect) if isinstance(each, Patch)]
    inputs = re.findall(r"Get\(of=Var\(name='input'\), field='(\w+)'\)", repr(writes))
    return set(inputs)


def _guards(effect: Effect) -> int:
    """How much an effect asks for before it does anything."""
    return sum(isinstance(each, Guard) for each in _statements(effect))


def _looked(effect: Effect) -> set[str]:
    """The fields of rows that an effect asks about before it does anything."""
    guards = [each for each in _statements(effect) if isinstance(each, Guard)]
    return {name for each in guards for name in re.findall(r"field='(\w+)'", repr(each.holds))}


def _depends(effect: Effect) -> int:
    """How many deeds are only done under a condition."""
    stated = sum(isinstance(each, If) for each in _statements(effect))
    return stated + repr(effect).count("function='if'")


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
