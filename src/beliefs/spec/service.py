"""The Spec: everything a builder and a judge need to know, and nothing else.

It is frozen and hashable, and says of each fact where the goal states it. What the goal left open
is an assumption; what was not understood is an unknown, and has a rank.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from beliefs.spec.effects import Expr
from beliefs.spec.entities import Entity
from beliefs.spec.failures import Failures
from beliefs.spec.operations import Operation

# blocking: an operation that cannot be built; material: a rule that is not enforced; narrative: a
# sentence that asks for nothing.
Rank: TypeAlias = Literal["blocking", "material", "narrative"]
Storage: TypeAlias = Literal["sqlite", "json", "memory", "postgres"]
Framework: TypeAlias = Literal["fastapi", "flask"]


_HOUSE = Failures()


@dataclass(frozen=True, slots=True)
class Unknown:
    """Words of the goal that are in nothing built."""

    rank: Rank
    words: str
    source: str
    why: str = ""


# Why a clause is listed that was read without the word that turns it around.
TURNED = "nothing holds to it"

# How an assumption ends that settles a contradiction; the other thing is its `instead`.
TWO_THINGS = "of which two things are said"


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something chosen where the goal is silent or unclear; `instead` is what else it could be."""

    about: str
    chosen: str
    source: str = ""
    instead: tuple[str, ...] = ()


# In the answer of an example, a value that nobody can foretell.
ANY = "{any}"


@dataclass(frozen=True, slots=True)
class Example:
    """A request and what must come back, as the goal shows it. Bodies are text, as they stand.

    Examples are asked in their order, of a service that holds nothing before the first.
    """

    method: str
    path: str
    status: int | None
    source: str
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Identity:
    """How it is known who asks.

    `credential` is where the request shows it; `who`, an expression over the variable `credential`,
    is the row of whoever asks, or null.
    """

    place: Literal["bearer", "header", "cookie", "query", "basic"]
    name: str
    who: Expr


@dataclass(frozen=True, slots=True)
class Rate:
    """No more than so many requests by one address, or one caller, in so many seconds."""

    requests: int
    seconds: int
    path: str = ""  # a prefix; everywhere when it is empty
    by: Literal["address", "caller"] = "address"
    method: str = ""  # any, when it is empty

    def counts(self, operation: Operation) -> bool:
        """Whether requests for an operation are counted; whether it is up may always be asked.

        >>> Rate(5, 60).counts(Operation("health", "GET", "/health", ()))
        False
        """
        told = self.method in {"", operation.method} and (self.by == "address" or operation.needs)
        here = operation.path.startswith(self.path) and not operation.path.endswith("/health")
        return bool(told) and here


@dataclass(frozen=True, slots=True)
class Spec:
    """What was asked."""

    name: str  # kebab-case: the folder's name
    title: str
    summary: str
    entities: tuple[Entity, ...] = ()
    operations: tuple[Operation, ...] = ()
    failures: Failures = _HOUSE
    identity: Identity | None = None
    rates: tuple[Rate, ...] = ()
    largest: int = 0  # bytes of a request's body, where there is a limit
    base: str = ""  # "/api/v1"; paths of operations include it
    port: int = 8000
    storage: Storage = "sqlite"
    framework: Framework = "fastapi"
    python: str = ""  # the version that was asked for: "3.12"
    secret: str = ""  # the environment variable that holds the signing secret, where there is one
    origins: tuple[str, ...] = ()  # that CORS lets in
    examples: tuple[Example, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    unknowns: tuple[Unknown, ...] = ()
    warnings: tuple[str, ...] = ()  # unsafe on request

    def entity(self, name: str) -> Entity | None:
        """One of its entities by name."""
        return next((each for each in self.entities if each.name == name), None)


def blocked(spec: Spec) -> str:
    """Why a Spec cannot be built; empty when it can."""
    for each in spec.unknowns:
        if each.rank == "blocking":
            return f"{each.words}: {each.why}" if each.why else each.words
    return "" if spec.operations else "it asks for no operation"
