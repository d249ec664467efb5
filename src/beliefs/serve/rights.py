"""Rights, and what somebody was granted: which namespaces, and how much in each. Pure data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from beliefs.errors import Forbidden, InvalidInput, shown
from beliefs.ledger.text import clean_name


class Right(IntEnum):
    """What may be done. Each contains the ones before it, so comparing them is `>=`."""

    READ = 1
    WRITE = 2
    ADMIN = 3

    @property
    def word(self) -> str:
        """The right as it is written everywhere outside."""
        return self.name.lower()


def right_named(word: object) -> Right:
    """The right that a word names.

    >>> right_named("write")
    <Right.WRITE: 2>
    """
    right = _BY_WORD.get(word) if isinstance(word, str) else None
    if right is None:
        raise InvalidInput(f"a right is read, write or admin, not {shown(word)}.")
    return right


_BY_WORD = {right.word: right for right in Right}


@dataclass(frozen=True, slots=True)
class Grant:
    """What a checked key or token may do: `right`, in each of `namespaces`, or in all if None."""

    key_id: str
    namespaces: frozenset[str] | None
    right: Right
    token: bool = False
    """Whether it was a token that was shown; tokens make no further tokens."""

    def covers(self, other: Grant) -> bool:
        """Whether everything that `other` may do is within this one.

        >>> team = Grant("k", frozenset({"team"}), Right.WRITE)
        >>> team.covers(Grant("k", frozenset({"team"}), Right.READ))
        True
        >>> team.covers(Grant("k", None, Right.READ))
        False
        """
        if self.right < other.right:
            return False
        if self.namespaces is None:
            return True
        return other.namespaces is not None and other.namespaces <= self.namespaces

    def require(self, namespace: str | None, right: Right) -> None:
        """Refuse what is not granted; a namespace of None is the whole store.

        The namespace is cleaned the way a client does it, so that what is checked is what is
        opened. Whether it exists is not looked at, so a refusal does not tell.

        >>> Grant("k", frozenset({"team"}), Right.READ).require("other", Right.READ)
        Traceback (most recent call last):
        beliefs.errors.Forbidden: this key does not reach the namespace 'other'; use one that does.
        """
        if self.namespaces is not None:
            if namespace is None:
                raise Forbidden("this concerns every namespace; use a key for all of them.")
            if clean_name(namespace, "namespace") not in self.namespaces:
                raise Forbidden(
                    f"this key does not reach the namespace {shown(namespace)}; use one that does."
                )
        if self.right < right:
            raise Forbidden(
                f"this takes the right to {right.word}, and this key may only {self.right.word}."
            )


def reach_of(namespaces: Iterable[str] | None) -> frozenset[str] | None:
    """The namespaces of a grant, as the ledger names them; None stands for all.

    >>> reach_of([" team "])
    frozenset({'team'})
    """
    if namespaces is None:
        return None
    if isinstance(namespaces, str):
        raise InvalidInput("namespaces must be a list of names; put the one name into a list.")
    reach = frozenset(clean_name(name, "namespace") for name in namespaces)
    if not reach:
        raise InvalidInput("a key for no namespace opens nothing; name one, or all.")
    return reach
