"""What documents say of a service, before anybody asks what it does.

OpenAPI documents and Markdown descriptions are both read into a `Contract`: routes with what they
are brought and what they answer, shapes of values with the names they go by, how requests fail, who
is let in. What a route does to the rows behind it is inferred from all of this together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.operations import Method, Place
from beliefs.spec.service import Assumption, Example, Unknown
from beliefs.spec.types import Field, Type

Consumed: TypeAlias = Literal["", "application/json", "multipart/form-data", "text/plain"]

JSON = "application/json"
ANYTHING = Type("json")
ITEMS_ONCE = "No item twice"  # what words say of a list, where a schema does
ONE_OF = "One of the numbers"  # … and of a number: "One of the numbers 30, 60, 90"
STEPS = "In steps of"  # … "In steps of 0.5"


@dataclass(frozen=True, slots=True)
class Shape:
    """A value: its type, the name of the schema that says it, and what it is made of."""

    type: Type
    name: str = ""
    properties: tuple[Property, ...] = ()
    item: Shape | None = None
    open: bool = False  # has names of its own choice
    closed: bool = False  # a request with any other name is refused
    values: Shape | None = None  # under each of them
    words: str = ""
    example: str = ""  # JSON text

    def part(self, name: str) -> Property | None:
        """One of its properties."""
        return next((each for each in self.properties if each.name == name), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its properties."""
        return tuple(each.name for each in self.properties)


@dataclass(frozen=True, slots=True)
class Property:
    """A named value of a record. `default` is JSON text."""

    name: str
    shape: Shape
    required: bool = False
    default: str = ""
    read_only: bool = False
    write_only: bool = False
    unique: bool = False

    @property
    def words(self) -> str:
        """What is said about it."""
        return self.shape.words


@dataclass(frozen=True, slots=True)
class Param:
    """A value beside the body."""

    name: str
    place: Place
    shape: Shape
    required: bool = False
    default: str = ""
    silent: bool = False  # nothing but its name is said of it


@dataclass(frozen=True, slots=True)
class Reply:
    """One of the answers to a route."""

    status: int
    shape: Shape | None = None
    media: str = JSON
    words: str = ""
    example: str = ""  # JSON text, or the text itself
    headers: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()  # where several are shown
    usual: bool = False  # nobody says its status


@dataclass(frozen=True, slots=True)
class Fault:
    """A row of a table of errors: what goes wrong with a status."""

    status: int
    code: str = ""
    words: str = ""
    source: str = ""
    message: str = ""
    body: str = ""  # JSON text, as an example shows it
    live: str = ""  # the same with texts that only say what stands there


class Posting(NamedTuple):
    """A form: the path that pages post it to, and the status and path that its answer leads to."""

    path: str
    status: int = 0  # no answer that leads elsewhere
    back: str = ""


@dataclass(frozen=True, slots=True)
class Route:
    """One method and path; `words` is everything that is said about it."""

    method: Method
    path: str
    name: str = ""
    summary: str = ""
    words: str = ""
    params: tuple[Param, ...] = ()
    body: Shape | None = None
    body_required: bool = True
    demanded: tuple[str, ...] = ()  # names that a body must have, a PATCH too, because it is said
    consumes: Consumed = ""
    form: bool = False
    replies: tuple[Reply, ...] = ()
    faults: tuple[Fault, ...] = ()  # all that is said of how it fails, several of one status too
    secured: bool = False
    warded: bool = False  # by what the contract's warden shows, and by nothing else
    source: str = ""
    example: str = ""  # of the body, as JSON text
    like: str = ""  # "create": the body is that of another route of the same collection
    shows: tuple[str, ...] = ()  # names that its answer has beside what is kept
    many: str = ""  # what is said of a body that is a list of such records
    posting: Posting | None = None  # where a form of a page is posted to it

    @property
    def good(self) -> Reply | None:
        """The answer when all goes well."""
        fine = [each for each in self.replies if 200 <= each.status < 400]
        return fine[0] if fine else None

    def reply(self, status: int) -> Reply | None:
        """The answer with a status."""
        return next((each for each in self.replies if each.status == status), None)

    @property
    def statuses(self) -> frozenset[int]:
        """The statuses of all its answers."""
        return frozenset(each.status for each in self.replies)


class Alias(NamedTuple):
    """The path of things that a verb stands for, and where its key really is.

    A key that is not in the path is a query there.
    """

    method: Method
    path: str
    param: str = ""
    place: Place = "query"

    @property
    def stands(self) -> Place:
        """Where the key is while the route is read."""
        return "path" if f"{{{self.param}}}" in self.path else "query"


class EnvKey(NamedTuple):
    """A key that an environment variable holds, and what it is good for."""

    variable: str
    default: str = ""  # where the variable is not set
    reads: bool = False  # and nothing else


@dataclass(frozen=True, slots=True)
class Security:
    """Where a request shows who asks."""

    place: Literal["bearer", "header", "cookie", "query", "basic"]
    name: str
    source: str = ""
    variable: str = ""  # of the environment, that holds the one key
    keys: tuple[EnvKey, ...] = ()  # where there are several
    user: str = ""  # the one whom Basic authorization names
    words: str = ""  # what is said of it


class Fixed(NamedTuple):
    """A table of all that there is of something, by its columns; the first is what it goes by."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: str = ""


class RowKey(NamedTuple):
    """A secret of each row: the path of the route that gives it out, its name, its header."""

    path: str
    name: str
    header: str


def variable_in(text: str) -> str:
    """The environment variable that a text names.

    >>> variable_in("It must equal the environment variable API_KEY.")
    'API_KEY'
    """
    named = r"`?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`?"
    of = r"(?i:env(?:ironment)?(?: var(?:iable)?)?)"
    found = re.search(rf"\b{of} {named}(?![\w-])|{named} {of}\b", text)
    return (found[1] or found[2]) if found else ""


@dataclass(frozen=True, slots=True)
class Contract:
    """Everything that one document says."""

    title: str = ""
    summary: str = ""
    base: str = ""
    port: int = 0
    routes: tuple[Route, ...] = ()
    shapes: tuple[Shape, ...] = ()  # by their names
    security: Security | None = None
    warden: Security | None = None  # a second one: what the environment holds, for some routes
    row_key: RowKey | None = None
    caller: str = ""  # the header in which whoever asks names themselves, and is believed
    error: str = ""  # the body template of failures
    invalid: str = ""  # that of inputs that do not fit, where it lists their faults
    secret: str = ""  # the environment variable of the signing secret
    roles: tuple[str, ...] = ()  # that accounts may have
    faults: tuple[Fault, ...] = ()
    derived: tuple[tuple[str, str], ...] = ()  # truths that a sentence works out: name, condition
    folds: tuple[str, ...] = ()  # fields that are compared ignoring case; "*" is all texts
    capacities: tuple[tuple[str, str], ...] = ()  # things, and what says how much they hold
    calls: tuple[tuple[Route, Alias], ...] = ()  # routes of verbs, that are read as those of things
    fixed: tuple[Fixed, ...] = ()  # what there is once and for all
    examples: tuple[Example, ...] = ()
    prose: tuple[tuple[str, str], ...] = ()  # source and sentence
    assumptions: tuple[Assumption, ...] = ()
    unknowns: tuple[Unknown, ...] = ()
    brief: bool = False  # moments that were brought are shown without a fraction where it is zero


def typed(shape: Shape | None) -> Type:
    """The type of a shape, with what it is made of.

    >>> typed(Shape(Type("list"), item=Shape(Type("integer")))).item
    Type(kind='integer', ...
    """
    if shape is None:
        return ANYTHING
    if shape.type.kind == "list":
        return replace(shape.type, item=typed(shape.item) if shape.item else ANYTHING)
    if shape.type.kind == "record":
        fields = tuple(field_of(each) for each in shape.properties if not each.read_only)
        return replace(shape.type, fields=() if shape.open else fields)
    return shape.type


def field_of(given: Property) -> Field:
    """A property as a field of a record."""
    return Field(given.name, typed(given.shape), given.required, given.default, given.unique)


def is_record(shape: Shape | None) -> bool:
    """Whether a shape has named parts."""
    return shape is not None and shape.type.kind == "record"


def unlisted(shape: Shape | None) -> Shape | None:
    """What the items of a list look like; None for what is no list."""
    return shape.item if shape is not None and is_list(shape) else None


def is_list(shape: Shape | None) -> bool:
    """Whether a shape is a list."""
    return shape is not None and shape.type.kind == "list"
