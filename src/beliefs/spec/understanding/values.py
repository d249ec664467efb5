"""Choices in a row: "low, medium or high", "draft|published", "new → confirmed → fixed"."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec.understanding.patterns import Tokens

_PLAIN = frozenset({"word", "string", "number"})
_BARS = frozenset({"/", "|", "→"})


def read_values(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Words with commas, and an `or` or `and` before the last: the choices of an enumeration."""
    values: list[str] = []
    while at < len(tokens) and tokens[at].sort in _PLAIN:
        values.append(tokens[at].text)
        at += 1
        if at >= len(tokens):
            return
        sign = tokens[at].low
        if sign == "or" or sign in _BARS or (sign == "and" and len(values) > 1):
            at += 1
            last = sign not in _BARS
        elif sign == ",":
            at += 1
            last = at < len(tokens) and tokens[at].low in {"or", "and"}
            at += last
        else:
            return
        if last and at < len(tokens) and tokens[at].sort in _PLAIN:
            yield at + 1, (*values, tokens[at].text)
            return
        if sign in _BARS and at < len(tokens) and tokens[at].sort in _PLAIN:
            following = tokens[at + 1].text if at + 1 < len(tokens) else ""
            if following not in _BARS:
                yield at + 1, (*values, tokens[at].text)
                return


def pieces(inner: Tokens) -> list[Tokens]:
    """What stands between commas."""
    found: list[list[int]] = [[]]
    depth = 0
    for place, each in enumerate(inner):
        depth += {"(": 1, ")": -1}.get(each.text, 0)
        if each.text in {",", ";"} and not depth:
            found.append([])
        else:
            found[-1].append(place)
    return [tuple(inner[place] for place in each) for each in found if each]
