"""A check that fell short: what was wanted, what was asked, and what came back."""

from __future__ import annotations

_LONGEST = 400


class Unmet(AssertionError):
    """The program did not do what the goal says; the message stands in the verdict."""


class TooLate(Unmet):
    """Nothing came in time, and that is all that is wrong: the machine may have been busy."""


def shorten(text: str) -> str:
    """As much of an answer as a person wants to read in a verdict.

    >>> shorten("a" * 500)[-12:]
    'aaa… (500 c)'
    """
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text)} c)"


def expect(held: object, wanted: str) -> None:
    """Hold the program to one sentence.

    >>> expect(2 > 1, "two is more than one")
    >>> expect([], "something is listed")
    Traceback (most recent call last):
    ...
    beliefs.judge.unmet.Unmet: wanted: something is listed
    """
    if not held:
        message = f"wanted: {wanted}"
        raise Unmet(message)


def equal(got: object, wanted: object, what: str) -> None:
    """Hold one value of an answer to what it must be, type included: `True` is not `1`.

    >>> equal(3, 4, "the number of words")
    Traceback (most recent call last):
    ...
    beliefs.judge.unmet.Unmet: the number of words: wanted 4, got 3
    """
    if got != wanted or isinstance(got, bool) is not isinstance(wanted, bool):
        message = f"{what}: wanted {shorten(repr(wanted))}, got {shorten(repr(got))}"
        raise Unmet(message)
