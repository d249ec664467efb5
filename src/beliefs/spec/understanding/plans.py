"""What will be built, while it is being worked out: one plan for each thing, one world for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.entities import Entity, Key
from beliefs.spec.failures import Failure, Failures
from beliefs.spec.features.crud import Verb
from beliefs.spec.features.listing import Filter, Listing, Paging
from beliefs.spec.features.machines import Machine
from beliefs.spec.features.resources import Parent, Resource, params, snake
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import (
    Assumption,
    Framework,
    Identity,
    Rate,
    Storage,
    Unknown,
)
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue, Draft, Route, Thing
from beliefs.spec.understanding.reading import Choose, Option


@dataclass(slots=True, eq=False)
class Plan:
    """A thing as it will be kept."""

    thing: Thing
    path: str
    item: str = ""
    fields: list[Field] = field(default_factory=list)  # that requests bring
    own: list[Field] = field(default_factory=list)  # that the service itself sets
    verbs: set[Verb] = field(default_factory=set)
    key: Key = field(default_factory=Key)
    parent: Plan | None = None
    parent_field: str = ""
    sets: list[tuple[str, str]] = field(default_factory=list)
    touches: list[tuple[str, str]] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    changeable: list[str] = field(default_factory=list)
    machine: Machine | None = None
    once: list[str] = field(default_factory=list)
    beside: list[Input] = field(default_factory=list)  # that make a new row, and are no fields
    implicit: bool = False  # a row is made when a request first needs it
    removal: list[str] = field(default_factory=list)
    visible: str = ""
    listed: str = ""  # a condition for lists and pages alone
    touchable: str = ""
    buried: str = ""
    shows: str = "$"
    lists: str = ""
    needs: bool = False
    writers: bool = False
    filters: list[Filter] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    downs: list[str] = field(default_factory=list)  # of them, those with the highest first
    sorts: list[str] = field(default_factory=list)
    paging: Paging = field(default_factory=Paging)
    wants_fields: bool = True  # may take the usual fields when the goal names none
    failures: list[Failure] = field(default_factory=list)  # of what makes and changes rows
    handled: set[Verb] = field(default_factory=set)  # that a family writes itself
    fixed: Entity | None = None  # what a family keeps, whatever else is said

    @property
    def name(self) -> str:
        """As effects say it."""
        return "".join(part.capitalize() for part in snake(self.thing.name).split("_"))

    @property
    def entity(self) -> Entity:
        """What is kept."""
        if self.fixed is not None:
            return self.fixed
        parent: tuple[Field, ...] = ()
        if self.parent is not None:
            parent = (Field(self.parent_field, _reference(self.parent.key)),)
        return Entity(
            self.name, snake(self.thing.plural), (*parent, *self.fields, *self.own), self.key
        )

    def resource(self, others: Iterable[Plan] = ()) -> Resource:
        """The rows at their path."""
        parent = None
        names = params(self.path)
        if self.parent is not None and names:
            parent = Parent(self.parent.entity, names[-1], self.parent_field, self.parent.visible)
        given = [each.name for each in self.fields]
        if self.parent is not None and not names:
            given.insert(0, self.parent_field)
        references = [
            (each.name, other.entity)
            for each in self.fields
            for other in others
            if refers(each, other)
        ]
        if self.parent is not None and not names:
            references.insert(0, (self.parent_field, self.parent.entity))
        return Resource(
            self.entity,
            self.path,
            item=self.item,
            given=tuple(given),
            parent=parent,
            sets=tuple(self.sets),
            touches=tuple(self.touches),
            checks=tuple(self.checks),
            changes=tuple(self.changes),
            moves=tuple(self.moves),
            changeable=tuple(self.changeable),
            once=tuple(self.once),
            beside=tuple(self.beside),
            references=tuple(references),
            visible=self.visible,
            touchable=self.touchable,
            removal=tuple(self.removal),
            buried=self.buried,
            shows=self.shows,
            lists=self.lists,
            needs=self.needs,
            writers=self.writers,
        )

    @property
    def wants(self) -> Listing:
        """What its list can do."""
        filters, order = tuple(self.filters), tuple(self.order)
        sorts, downs = tuple(self.sorts), tuple(self.downs)
        return Listing(filters, order, sorts, downs, paging=self.paging)

    def field(self, name: str) -> Field | None:
        """One of its fields."""
        if self.fixed is not None:
            return self.fixed.field(name)
        return next((each for each in (*self.fields, *self.own) if each.name == name), None)

    def adds(self, added: Field, value: str = "") -> None:
        """A field that the service sets; `value` when a row is made."""
        if self.field(added.name) is None:
            self.own.append(added)
            if value:
                self.sets.append((added.name, value))

    def changes_field(self, changed: Field) -> None:
        """Put a field in place of the one of the same name."""
        self.fields = [changed if each.name == changed.name else each for each in self.fields]
        self.own = [changed if each.name == changed.name else each for each in self.own]


# Natural keys that say nothing of what they are keys of.
_VAGUE = frozenset({"id", "name", "title", "code", "slug", "key", "number", "email", "username"})


def refers(field: Field, other: Plan) -> bool:
    """Whether a field holds the key of another thing: `room_id`, or `isbn` where books have one."""
    natural = other.key.style in {"given", "integer"} and other.key.name not in _VAGUE
    return field.name == f"{snake(other.thing.name)}_id" or (
        natural and field.name == other.key.name
    )


def _reference(key: Key) -> Type:
    return Type({"integer": "integer", "uuid": "uuid"}.get(key.style, "string"))  # type: ignore[arg-type]


@dataclass(slots=True)
class World:
    """Everything that is worked out."""

    draft: Draft
    choose: Choose
    plans: dict[str, Plan] = field(default_factory=dict)
    entities: list[Entity] = field(default_factory=list)  # besides those of plans
    operations: list[Operation] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    unknowns: list[Unknown] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    body: str = Failures().body
    identity: Identity | None = None
    rates: list[Rate] = field(default_factory=list)
    base: str = ""
    port: int = 8000
    python: str = ""
    storage: Storage = "sqlite"
    framework: Framework = "fastapi"
    secret: str = ""
    origins: tuple[str, ...] = ()
    largest: int = 0
    families: set[str] = field(default_factory=set)
    kept: dict[str, Any] = field(default_factory=dict)  # what a family found out, for its writing
    also: dict[str, str] = field(default_factory=dict)  # paths by another name: of which thing

    def add(self, operation: Operation, route: Route | None = None, source: str = "") -> None:
        """Keep an operation, unless its method and path are taken.

        A path with a parameter that the operation makes nothing of is not understood.
        """
        named = {each.name for each in operation.inputs}
        path = route.path if route is not None else operation.path
        if any(each not in named for each in params(path)):
            return
        if self.identity is not None and not operation.needs and _asks_who(operation):
            operation = replace(operation, needs="caller")
        if route is not None:
            route.done = True
            operation = replace(operation, method=route.method, path=route.path)
        if any(
            (each.method, each.path) == (operation.method, operation.path)
            for each in self.operations
        ):
            return
        taken = {each.name for each in self.operations}
        name, number = operation.name, 2
        while name in taken:
            name, number = f"{operation.name}_{number}", number + 1
        self.operations.append(replace(operation, name=name, source=source or operation.source))

    def assume(self, about: str, chosen: str, *instead: str) -> None:
        """Say what was chosen where the goal is silent."""
        told = Assumption(about, chosen, instead=instead)
        if told not in self.assumptions:
            self.assumptions.append(told)

    def decide(self, question: str, *options: tuple[str, float]) -> str:
        """Choose between options with priors, and say so."""
        chosen = self.prefer(question, *options)
        self.assume(question, chosen, *(name for name, _ in options if name != chosen))
        return chosen

    def prefer(self, question: str, *options: tuple[str, float]) -> str:
        """Choose between options with priors, where nobody needs to be told."""
        return self.choose(question, tuple(Option(name, prior) for name, prior in options))

    def main(self) -> Plan | None:
        """The thing that the goal is about."""
        title = self.draft.title
        for noun in title.nouns if title else ():
            if noun.name in self.plans:
                return self.plans[noun.name]
        return next((each for each in self.plans.values() if each.parent is None), None)

    def asked_of_one(self, says: str) -> Iterator[tuple[Route, Plan, Cue]]:
        """Open questions below one row about which something is said, with what says it."""
        for route in self.draft.open_routes():
            cue, at = route.said(says), self.at(route.path)
            if cue and at and route.method == "GET" and at[1].startswith("{}/"):
                yield route, at[0], cue

    def at(self, path: str) -> tuple[Plan, str] | None:
        """The plan that a path is of, and the rest of it: "" is its list, "{}" one row."""
        best: tuple[Plan, str] | None = None
        longest = -1
        for each in self.plans.values():
            for prefix, item in ((each.path, False), (item_path(each), True)):
                rest = _rest(prefix, path)
                if rest is not None and len(prefix) + item > longest:
                    best, longest = (each, f"{'{}' if item else ''}{rest}"), len(prefix) + item
        for prefix, name in self.also.items():
            rest = _rest(prefix, path)
            if best is None and rest is not None and name in self.plans:
                key, below = re.match(r"/\{\w+\}", rest), rest.removeprefix("/").partition("/")[2]
                best = self.plans[name], f"{{}}/{below}".rstrip("/") if key else prefix + rest
        return best


def _asks_who(operation: Operation) -> bool:
    """Whether an effect looks at whoever asks."""
    text = re.sub(r'"(?:[^"\\]|\\.)*"', "", notation.write(operation.effect))
    return re.search(r"\bme\b", text) is not None


def item_path(plan: Plan) -> str:
    """Where one row of a plan is."""
    return plan.item or f"{plan.path}/{{{plan.key.name}}}"


def _rest(prefix: str, path: str) -> str | None:
    """What a path has after a prefix, the names of parameters aside."""
    wanted, had = prefix.strip("/").split("/"), path.strip("/").split("/")
    if len(had) < len(wanted):
        return None
    for left, right in zip(wanted, had, strict=False):
        if left != right and not (left.startswith("{") and right.startswith("{")):
            return None
    rest = had[len(wanted) :]
    return "".join(f"/{each}" for each in rest)
