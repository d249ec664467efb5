"""What a goal says, request by request, before anybody asks what it means."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.sketch import Sketch
from beliefs.spec.documents.contract import Security
from beliefs.spec.types import Type

# What requests make of what they are brought that do nothing else.
Turning: TypeAlias = Literal[
    "html", "program", "unzip", "zip", "combine", "pages", "text", "resize", "convert", "count"
]


@dataclass(slots=True)
class Line:
    """A named value in a list or a table, with all that is said of it there."""

    name: str
    said: Said
    role: str = ""  # path, query, body or answer, where it stands below a request
    optional: bool = False
    type: Type | None = None  # where a schema says it
    default: str = ""  # JSON text


class Fault(NamedTuple):
    """A status with the words of what leads to it; `otherwise` when they say what must hold."""

    status: int
    cause: Said
    otherwise: bool = False
    body: Sketch | None = None
    message: str = ""  # where it is told
    code: str = ""
    form: str = ""  # the template that its body shows
    field: str = ""  # the name under which it tells the input at fault
    why: str = ""  # what leads to it, as it was first read

    @property
    def worded(self) -> bool:
        """Whether anything is said of how it is told."""
        return bool(self.message or self.code or self.form or self.body or self.field)


@dataclass(slots=True)
class Told:
    """What was read of a request."""

    status: int = 0
    body: Sketch | None = None
    spare: set[str] = field(default_factory=set)  # names of the body that may be left out
    answer: Sketch | None = None
    several: bool = False  # an array of what the answer shows
    left_out: set[str] = field(default_factory=set)  # names that are not shown
    more: dict[str, None] = field(default_factory=dict)  # names that are shown besides, in order
    falling: set[str] = field(default_factory=set)  # kinds of which a row shows the newest first
    faults: list[Fault] = field(default_factory=list)
    every: list[Fault] = field(default_factory=list)  # all of them, whoever makes something of one
    said: list[Said] = field(default_factory=list)  # what is left of the sentences


@dataclass(slots=True)
class Request:
    """A method and a path with the sentences about them."""

    method: str
    path: str
    source: str
    query: dict[str, str] = field(default_factory=dict)  # names in the path, with their samples
    said: list[Said] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    told: Told = field(default_factory=Told)  # where a document has places for it
    unread: list[str] = field(
        default_factory=list
    )  # what no reader knows, so that nothing can be made of it
    secured: bool = False  # it is not for everybody
    closed: bool = False  # a body with any other name is refused
    wire: tuple[str, str] | None = (
        None  # the method and path on the wire, where it is read as another request
    )

    turning: Turning | Literal[""] = (
        ""  # what it makes of what it is brought, where it keeps nothing
    )

    @property
    def on_wire(self) -> tuple[str, str]:
        """The method and the path that callers use."""
        return self.wire or (self.method, self.path)

    @property
    def segments(self) -> tuple[str, ...]:
        """The names between the slashes."""
        return tuple(each for each in self.path.split("/") if each)

    @property
    def params(self) -> tuple[str, ...]:
        """The names in braces."""
        return tuple(re.findall(r"\{(\w+)\}", self.path))

    @property
    def tail(self) -> str:
        """The last segment, where it is written out; empty where it is a name in braces."""
        last = self.segments[-1] if self.segments else ""
        return "" if last.startswith("{") else last


@dataclass(slots=True)
class Topic:
    """A heading or a name with the fields that stand below it."""

    name: str
    source: str
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Brief:
    """All that a goal says."""

    title: str = ""
    requests: list[Request] = field(default_factory=list)
    topics: list[Topic] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    complete: bool = False  # no words ask for more requests
    security: Security | None = None  # what a request shows to say who asks
    short: bool = False  # moments that were brought are shown without a fraction where it is zero
    error: str = ""  # the template of what requests answer that fail

    def request(self, method: str, path: str) -> Request | None:
        """The request of this method and path, whatever its names in braces are called."""
        wanted = method, form(path)
        return next((x for x in self.requests if (x.method, form(x.path)) == wanted), None)


def form(path: str) -> str:
    """A path without the names of what stands in braces."""
    return re.sub(r"\{\w+\}", "{}", path)
