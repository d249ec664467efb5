"""Texts in quotes that only show what a value may be: `a kind like "tea" or "coffee"`.

Elsewhere a text in quotes may well be the name of a field; an example never is.
"""

from __future__ import annotations

from beliefs.spec.understanding.patterns import Tokens

_LEADS = ("such as", "for example", "for instance", "e.g", "e.g.", "like")
_BETWEEN = frozenset({",", "or", "and", "/", "|"})


def lead_at(tokens: Tokens, at: int) -> int:
    """Past words that an example follows: "such as", "like"; the same place where there are none.

    >>> from beliefs.spec.understanding.tokens import tokens
    >>> lead_at(tokens('such as "tea"'), 0), lead_at(tokens('with "tea"'), 0)
    (2, 0)
    """
    two = " ".join(each.low for each in tokens[at : at + 2])
    if two in _LEADS:
        return at + 2
    return at + (at < len(tokens) and tokens[at].low in _LEADS)


def samples_end(tokens: Tokens, at: int) -> int:
    """Past all examples that are told in a row: `"tea", "coffee" or "milk"`."""
    end = at
    while end < len(tokens) and tokens[end].sort == "string":
        end += 1
        after = end
        while after < len(tokens) and tokens[after].low in _BETWEEN:
            after += 1
        if after == end or after >= len(tokens) or tokens[after].sort != "string":
            break
        end = after
    return end


def is_sample(tokens: Tokens, at: int) -> bool:
    """Whether a text in quotes is an example: behind such words, or as a query shows it.

    >>> from beliefs.spec.understanding.tokens import tokens
    >>> found = tokens('?q=kim finds all with "kim" in it, or a "nick"')
    >>> [each.text for at, each in enumerate(found) if is_sample(found, at)]
    ['kim']
    """
    if tokens[at].sort != "string":
        return False
    if tokens[at].low in {each for token in tokens for each in _asked(token.text, token.samples)}:
        return True
    for lead in range(at):
        start = lead_at(tokens, lead)
        if start > lead and start <= at < samples_end(tokens, start):
            return True
    return False


def _asked(text: str, samples: tuple[str, ...]) -> tuple[str, ...]:
    """The values that a query shows."""
    if not text.startswith("?"):
        return tuple(each.lower() for each in samples if each)
    pairs = (each.partition("=")[2] for each in text[1:].split("&"))
    return tuple(each.lower() for each in pairs if each)
