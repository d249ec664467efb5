"""What the phrases of a goal say, put in order: settings, things, routes, and cues about them.

A cue is used once a family of behaviour has made something of it; what nobody used is not
understood. How phrases are put in order is in folding.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from beliefs.spec.features.crud import Verb
from beliefs.spec.operations import Method
from beliefs.spec.service import Unknown
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.classes import Title
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.words import plural, singular


@dataclass(slots=True, eq=False)
class Cue:
    """A phrase found in the goal: what it says, with what, and where."""

    says: str
    bound: Mapping[str, Any]
    tokens: tuple[Token, ...]
    sentence: int
    line: int = 1
    used: str = ""  # by which family

    @property
    def source(self) -> str:
        """Where the goal says it."""
        return f"goal:{self.line}"

    @property
    def words(self) -> frozenset[str]:
        """Every form of its words."""
        return frozenset(form for each in self.tokens for form in each.forms)

    @property
    def text(self) -> str:
        """As it stands, roughly."""
        return " ".join(each.text for each in self.tokens)


@dataclass(slots=True, eq=False)
class Route:
    """A method and a path that the goal names, and what is said about it."""

    method: Method
    path: str
    query: tuple[str, ...] = ()
    samples: dict[str, str] = field(default_factory=dict)  # of the query, where one is given
    takes: list[Asked] = field(default_factory=list)
    answers: list[Asked] = field(default_factory=list)
    example: Token | None = None  # a JSON answer, written out
    cues: list[Cue] = field(default_factory=list)
    done: bool = False
    crosses: tuple[str, ...] = ()  # what it joins, or does: not a move of a state

    def said(self, *says: str) -> Cue | None:
        """The first cue about it that says one of these."""
        return next((each for each in self.cues if each.says in says), None)

    @property
    def source(self) -> str:
        """Where the goal names it."""
        named = self.said("route")
        return named.source if named else ""

    @property
    def way(self) -> tuple[Method, str]:
        """Its method and its path."""
        return self.method, self.path

    @property
    def segments(self) -> list[str]:
        """The parts of its path."""
        return [each for each in self.path.split("/") if each]

    @property
    def last(self) -> str:
        """The last part of its path that is no parameter, in lower case."""
        plain = [each for each in self.segments if "{" not in each]
        return plain[-1].lower() if plain else ""

    @property
    def of_item(self) -> bool:
        """Whether the path ends in a parameter."""
        return bool(self.segments) and "{" in self.segments[-1]


@dataclass(slots=True, eq=False)
class Thing:
    """A kind of row that the goal names, and what is said about it."""

    name: str
    fields: list[Asked] = field(default_factory=list)
    verbs: set[Verb] = field(default_factory=set)
    path: str = ""
    item: str = ""
    cues: list[Cue] = field(default_factory=list)
    stated: bool = False  # as something to keep, not only as a word

    @property
    def plural(self) -> str:
        """Several of it."""
        return plural(self.name)

    def said(self, *says: str) -> Cue | None:
        """The first cue about it that says one of these."""
        return next((each for each in self.cues if each.says in says), None)


@dataclass(slots=True)
class Draft:
    """All of it."""

    title: Title | None = None
    routes: list[Route] = field(default_factory=list)
    things: dict[str, Thing] = field(default_factory=dict)
    cues: list[Cue] = field(default_factory=list)
    crud_of_all: bool = False
    contrary: list[tuple[str, str, str]] = field(default_factory=list)  # what, said first, later
    lost: list[Unknown] = field(default_factory=list)  # what a route says that nothing was made of

    def said(self, *says: str) -> Cue | None:
        """The first cue that says one of these, wherever it stands."""
        return next((each for each in self.cues if each.says in says), None)

    def all_said(self, *says: str) -> list[Cue]:
        """Every cue that says one of these."""
        return [each for each in self.cues if each.says in says]

    def use(self, family: str, *says: str) -> bool:
        """Mark every cue that says one of these as used; whether there was one."""
        found = self.all_said(*says)
        for each in found:
            each.used = each.used or family
        return bool(found)

    def thing(self, name: str) -> Thing:
        """A thing by its name, made if it is new."""
        name = singular(name)
        if name not in self.things:
            self.things[name] = Thing(name)
        return self.things[name]

    def route(self, method: str, path: str) -> Route | None:
        """A route that was named."""
        return next(
            (each for each in self.routes if (each.method, each.path) == (method, path)), None
        )

    def open_routes(self) -> Iterator[Route]:
        """Routes that nothing was made of yet."""
        return (each for each in self.routes if not each.done)
