"""What a goal says, request by request, before anybody asks what it means."""

from __future__ import annotations

from dataclasses import dataclass, field

from beliefs.spec import patterns as re
from beliefs.spec.brief.said import Said


@dataclass(slots=True)
class Line:
    """A named value in a list or a table, with all that is said of it there."""

    name: str
    said: Said
    role: str = ""  # query, body or answer, where it stands below a request
    optional: bool = False


@dataclass(slots=True)
class Request:
    """A method and a path with the sentences about them."""

    method: str
    path: str
    source: str
    query: dict[str, str] = field(default_factory=dict)  # names in the path, with their samples
    said: list[Said] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

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

    def request(self, method: str, path: str) -> Request | None:
        """The request of this method and path, whatever its names in braces are called."""
        wanted = method, form(path)
        return next((x for x in self.requests if (x.method, form(x.path)) == wanted), None)


def form(path: str) -> str:
    """A path without the names of what stands in braces."""
    return re.sub(r"\{\w+\}", "{}", path)
