"""A request while it is read: which rows it is about, what it is brought.

What has been written of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Fault, Request, Told
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind, called, type_in_path
from beliefs.spec.brief.sketch import Sketch
from beliefs.spec.failures import Failure, Way
from beliefs.spec.operations import Input, Place
from beliefs.spec.service import Assumption, Identity, Rate, Unknown
from beliefs.spec.types import Type

if TYPE_CHECKING:
    from beliefs.spec.brief.moves import Move


@dataclass(slots=True)
class Given:
    """What a request brings under a name."""

    place: Place
    held: Held
    partial: bool = False  # of a change that names what it changes

    def input(self) -> Input:
        """As an operation has it."""
        told = self.held.field()
        kind = told.type
        required = told.required and not self.partial
        if self.held.declared and self.held.type is not None:
            kind = replace(kind, nullable=self.held.type.nullable)
        elif self.place != "json" and kind.nullable:
            kind = replace(kind, nullable=False)
        return Input(told.name, self.place, kind, required, "" if self.partial else told.default)


@dataclass(slots=True)
class Service:
    """All that is read of a goal, shared by its requests."""

    brief: Brief
    kinds: list[Kind]
    failures: list[Failure] = field(default_factory=list)
    body: str = ""  # of failures
    invalid: int = 0
    identity: Identity | None = None  # how it is known who asks
    assumptions: list[Assumption] = field(default_factory=list)
    unknowns: list[Unknown] = field(default_factory=list)
    derived: dict[tuple[str, str], str] = field(
        default_factory=dict
    )  # kind and name: a template over `$`
    moves: dict[str, Move] = field(
        default_factory=dict
    )  # kind: what a new row does to a number of the row above
    shapes: dict[str, Sketch] = field(
        default_factory=dict
    )  # kind: what its rows show, where that is not all of them
    order: dict[str, str] = field(default_factory=dict)  # kind: how its lists are sorted
    kept: dict[tuple[str, str], list[str]] = field(
        default_factory=dict
    )  # kind and deed: what it is brought
    met: set[tuple[int, str]] = field(default_factory=set)  # failures that a request was given
    logs: dict[str, list[Kind]] = field(
        default_factory=dict
    )  # kind: rows that tell of what was done to one
    tallies: dict[tuple[str, str], str] = field(
        default_factory=dict
    )  # kind and a number that counts how often a value changes: that value
    users: Kind | None = None  # who can log in
    rates: list[Rate] = field(default_factory=list)
    worded: list[Fault] = field(default_factory=list)  # failures of all, in words of their own
    unfit: list[Fault] = field(default_factory=list)  # of what does not fit, whoever brings it
    largest: int = 0  # bytes of a body
    origins: tuple[str, ...] = ()

    def kind(self, word: str) -> Kind | None:
        """The kind that a word stands for."""
        return called(self.kinds, word)

    def below(self, kind: Kind) -> list[Kind]:
        """The kinds whose rows belong to a row of this one."""
        return [each for each in self.kinds if each.parent is kind]


@dataclass(slots=True)
class Scene:
    """One request."""

    service: Service
    request: Request
    told: Told
    rows: list[Kind] = field(default_factory=list)  # that the path names one of, outermost first
    kind: Kind | None = None  # of what it makes, lists, shows or changes
    given: dict[str, Given] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    stated: dict[Way, Failure] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)  # why nothing can be made of it
    also: list[Input] = field(default_factory=list)  # inputs that are no values of the contract
    by: tuple[Kind, str, str] | None = (
        None  # rows with the value that the path says: kind, field, param
    )
    asked: dict[str, str] | None = None  # what callers may narrow by, with a sample of each
    needs: bool = False  # somebody must be known to ask
    messages: dict[int, str] = field(default_factory=dict)  # of failures, as examples show them
    unfit: list[Fault] = field(default_factory=list)  # those of what does not fit
    sorting: list[str] = field(default_factory=list)  # clauses of what callers sort by
    shows: Kind | None = None  # what is above what it changes, and what its answer shows
    checks: list[str] = field(
        default_factory=list
    )  # lines behind the reading of the rows of the path
    deed: Callable[[Scene, list[str]], None] | None = None  # what it does, where a family says so
    after: list[Callable[[Scene], None]] = field(
        default_factory=list
    )  # what is done to its lines then
    consumes: str = ""

    @property
    def row(self) -> Kind | None:
        """The kind of the row that the end of the path, or what is before it, names."""
        return self.rows[-1] if self.rows else None

    def says(self, status: int, otherwise: str) -> str:
        """What a failure says, in quotes: as an example shows it, or in words of the house."""
        return json.dumps(self.messages.get(status, otherwise), ensure_ascii=False)

    def bring(
        self, name: str, place: Place, held: Held | None = None, *, partial: bool = False
    ) -> None:
        """Take an input under a name."""
        self.given.setdefault(name, Given(place, held or Held(name, STRING), partial))

    def fails(self, way: Way, status: int, message: str = "") -> None:
        """State how a way of failing is answered, where that is not the house's way."""
        self.stated.setdefault(way, Failure(way, status, message))

    def inputs(self) -> tuple[Input, ...]:
        """What it is brought, in order."""
        told = (*(each.input() for each in self.given.values()), *self.also)
        if self.request.wire is None:
            return told
        place: Place = (
            "query" if self.request.wire[0] == "GET" else "json"
        )  # a call has no names in its path
        return tuple(
            replace(each, place=place) if each.place in {"path", "query"} else each for each in told
        )


def is_number(held: Held | None) -> bool:
    """Whether a value is counted or measured."""
    return held is not None and held.type is not None and held.type.kind in {"integer", "number"}


def is_time(held: Held | None) -> bool:
    """Whether a value is a day or a moment."""
    return held is not None and held.type is not None and held.type.kind in {"date", "datetime"}


def numbers(kind: Kind) -> list[str]:
    """The fields that hold numbers, keys of other rows aside."""
    return [
        name
        for name, held in kind.fields.items()
        if is_number(held) and not name.endswith("_id") and not held.of
    ]


def moments(kind: Kind) -> list[str]:
    """The fields that hold a day or a moment."""
    return [name for name, held in kind.fields.items() if is_time(held)]


def path_inputs(scene: Scene) -> None:
    """Bring what stands in braces in the path."""
    for name in scene.request.params:
        kind = next((each for each in scene.rows if each.param == name), None)
        told = next(
            (x.type for x in scene.request.lines if x.name == name and x.role == "path"), None
        )
        scene.bring(
            name, "path", Held(name, type_in_path(kind) if kind is not None else told or STRING)
        )


def rows_below(above: Kind, below: Kind, row: str) -> str:
    """The rows of a kind that belong to one row."""
    return f"{below.name}[where .{below.within} = {row}.{above.key.name}]"


def whole(kind: Type) -> bool:
    """Whether a number is a whole one."""
    return kind.kind == "integer"


CREATED = re.compile(
    r"(?i)^(?:created|created_?(?:at|on)|createdAt|timestamp|time|date_?added|added_?(?:at|on)|"
    r"posted_?at|sent_?at|received_?at|at|when|recorded_?at|logged_?at|uploaded_?at|joined_?at|"
    r"submitted_?at|started_?at|borrowed_?at|taken_?at|published_?at|made_?at|registered_?at)$"
)
UPDATED = re.compile(
    r"(?i)^(?:updated|updated_?(?:at|on)|updatedAt|modified_?(?:at|on)?|last_?(?:changed|modified|"
    r"updated)|edited_?at|changed_?at)$"
)
