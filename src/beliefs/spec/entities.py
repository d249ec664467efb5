"""What is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from beliefs.spec.types import Field

# integer: 1, 2, 3 …, never used again; uuid: version 4; token: unguessable, with a prefix if it has
# one; given: the effect that inserts a row says its key (a slug, a code, a natural name).
KeyStyle: TypeAlias = Literal["integer", "uuid", "token", "given"]


@dataclass(frozen=True, slots=True)
class Key:
    """How a row is told from the others."""

    name: str = "id"
    style: KeyStyle = "integer"
    prefix: str = ""
    length: int = 22


@dataclass(frozen=True, slots=True)
class Entity:
    """A kind of row. `plural` names it in paths and tables; an `open` one keeps unknown fields."""

    name: str  # a capital first, as effects say it: "Bookmark"
    plural: str  # "bookmarks"
    fields: tuple[Field, ...]
    key: Key = Key()
    open: bool = False

    def field(self, name: str) -> Field | None:
        """One of its fields by name."""
        return next((each for each in self.fields if each.name == name), None)
