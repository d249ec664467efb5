"""What is said of routes while a description is read, before it is a contract."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Fault,
    Param,
    Property,
    Reply,
    Shape,
)
from beliefs.spec.documents.facts import Fact, values_in
from beliefs.spec.documents.names import OFFSETS, PAGES, SIZES, SORTS, WAYS
from beliefs.spec.documents.pseudo import Told, jotted
from beliefs.spec.documents.spelling import MONTH
from beliefs.spec.documents.words import plain
from beliefs.spec.types import Type

METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"


ROUTE = re.compile(
    rf"(?:^|[\s`*(\[|:])({METHODS})[`*]*\s+[`*]*(?:https?://[^/\s`]+)?(/(?:[^\s`*|)\],;]|(?<=\w)\|(?=\w))*)"
)


LEAD = re.compile(r"^(\d{3})\b[\s:)–—-]*(.*)$")


FIELD = re.compile(
    r"^[`*_]*([A-Za-z_][\w.-]*)[`*_]*(\??)\s*(?:[:–—=-]\s+|\s*[(\[](?=[^)\]]*[)\]])|"
    r"\s+[–—-]\s+|:\s*)(.*)$"
)


LABELS = re.compile(
    r"(?<=[.;])\s+(?=(?:Responses?|Errors?|Body|Request(?: body)?|Query(?: params?|"
    r" parameters)?|Returns?)\b|Answers?:)"
)


MODEL = (
    r"(?i)\b(objects?|models?|resources?|schemas?|entit(?:y|ies)|fields|attributes|properties|"
    r"structure|shape|type)\b"
)


@dataclass(slots=True)
class Draft:
    """A route while its section is read."""

    method: str
    path: str
    line: int
    words: list[str] = field(default_factory=list)
    summary: str = ""
    params: dict[str, Param] = field(default_factory=dict)
    fields: dict[str, Property] = field(default_factory=dict)
    body: Shape | None = None
    body_example: str = ""
    consumes: str = ""
    replies: dict[int, Reply] = field(default_factory=dict)
    secured: bool | None = None
    warded: bool = False  # by the second of two credentials
    like: str = ""
    told: dict[str, Told] = field(default_factory=dict)
    shows: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    changes: tuple[str, ...] = ()  # what it changes of a row, where words list that
    facts: list[Fact] = field(default_factory=list)  # about fields that are not known yet
    named: dict[int, tuple[str, bool]] = field(default_factory=dict)  # models, and lists of them
    brings: tuple[str, tuple[str, ...]] = ("", ())  # a model, and what of it is left out
    beside: list[Property] = field(default_factory=list)  # shown with the fields that are brought
    headers: list[str] = field(default_factory=list)
    shown: bool = False  # by a request with real keys in its path
    many: str = ""  # what is said of a body that is a list
    called: str = ""  # the name of a call that is read as a deed on a thing


def one_form(path: str) -> tuple[str, list[tuple[str, str]]]:
    """A path in one form, and the names of its query.

    >>> one_form("/books/:id?tag=x&limit=")
    ('/books/{id}', [('tag', 'x'), ('limit', '')])
    """
    path, _, query = path.partition("?")
    path = re.sub(r":([A-Za-z_]\w*)", r"{\1}", path)
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)
    path = re.sub(
        r"\{([^}]+)\}", lambda each: f"{{{re.sub(r'[^A-Za-z0-9_]', '_', each[1])}}}", path
    )
    path = path.rstrip(".:'\"")
    pairs = re.findall(r"(?:^|&|\[)([A-Za-z_][\w-]*)(?:=([^&\]]*))?", query)
    return path or "/", [(name, value) for name, value in pairs]


def queried(name: str, value: str) -> Param:
    """A parameter that only a path shows."""
    counts = SIZES | OFFSETS | PAGES
    if plain(name) in counts - {"from", "start", "first", "count", "max", "p"}:
        default = value if value.isdigit() else ""
        low = 0 if plain(name) in OFFSETS else 1
        return Param(name, "query", Shape(Type("integer", minimum=low)), default=default)
    if set(value.lower().split("|")) <= {"true", "false"}:
        return Param(name, "query", Shape(Type("boolean")))
    if plain(name) == "month" and re.fullmatch(r"\d{4}-\d\d", value):
        month = Type("string", pattern=MONTH)
        return Param(name, "query", Shape(month), required=True)
    if re.fullmatch(r"[\w-]+(?:\|[\w-]+)+", value):
        return Param(name, "query", Shape(Type("string", choices=tuple(value.split("|")))))
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        return Param(name, "query", Shape(Type("date")), silent=True)
    shape = jotted("", name).shape
    if value and shape.type.kind == "integer" and not value.isdigit():
        shape = Shape(Type("string"))
    return Param(name, "query", shape, silent=True)


def valued(text: str, known: dict[str, Param]) -> dict[str, Param]:
    """Parameters that a sentence shows with their values: "`sort=name` or `sort=price`".

    >>> valued("`sort=name` or `sort=price`", {})["sort"].shape.type.choices
    ('name', 'price')
    """
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"`\??([A-Za-z_]\w*)=([\w-]+)`", text):
        found.setdefault(name, []).append(value)
    made: dict[str, Param] = {}
    for name, values in found.items():
        if name in known and not known[name].silent:
            continue
        if {each.lower() for each in values} <= {"true", "false"}:
            made[name] = Param(name, "query", Shape(Type("boolean")))
        elif plain(name) in SORTS | WAYS and (
            len(values) > 1 or re.search(rf"`\??{name}={values[0]}` (?:sorts|orders)\b", text)
        ):
            made[name] = Param(name, "query", Shape(Type("string", choices=tuple(values))))
    return made


def same_path(one: str, other: str) -> bool:
    """Whether two paths are one but for the names in them."""
    return re.sub(r"\{\w+\}", "{}", one) == re.sub(r"\{\w+\}", "{}", other)


def matches(pattern: str, path: str) -> bool:
    """Whether a path is an instance of another: `/books/1` of `/books/{id}`."""
    if same_path(pattern, path):
        return True
    if "{" in path:
        return False
    ours, theirs = pattern.split("/"), path.split("/")
    if len(ours) != len(theirs) or "{" not in pattern:
        return False
    return all(a == b or a.startswith("{") for a, b in zip(ours, theirs, strict=True))


def join(known: Draft, other: Draft) -> None:
    """Add what another draft of the same route says."""
    known.words += other.words
    known.changes = known.changes or other.changes
    known.faults += [each for each in other.faults if each not in known.faults]
    known.facts += other.facts
    known.headers += other.headers
    known.beside = known.beside or other.beside
    known.named = {**other.named, **known.named}
    known.body = known.body or (other.body if not known.fields else None)
    known.body_example = known.body_example or other.body_example
    for status, reply in other.replies.items():
        mine = known.replies.get(status)
        if mine is None or (mine.shape is None and reply.shape is not None):
            known.replies[status] = replace(reply, words=mine.words if mine else reply.words)
    for name, param in other.params.items():
        known.params.setdefault(name, param)


def shown_beside(text: str) -> list[str]:
    """Names that an answer has, as a sentence says: "rooms with their `message_count`".

    >>> shown_beside("shows its fields plus `id`, `guests` (names) and `left`")
    ['id', 'guests', 'left']
    """
    found = re.findall(
        r"(?i)\b(?:with|including|includes?|plus|and|incl\.?)(?: (?:its|their|a|an|"
        r"the))*[ :]+`([a-z_]\w*)`",
        text,
    )
    found += re.findall(r"(?i)\b(?:including|includes?|plus)[ :]+`?\"([a-z_]\w*)\"", text)
    cue = re.search(
        r"(?i)\b(?:including|includes?|plus|contains?(?: additionally)?|additionally|along with)"
        r"\b(.*)",
        text,
    )
    told = [name for name, _ in values_in(cue[1].partition(". ")[0])] if cue else []
    return list(dict.fromkeys([*told, *found]))


def default_of(text: str, told: Told) -> str:
    """A default as a table shows it, in JSON text."""
    raw = text.strip("`'\"")
    if told.shape.type.kind in {"integer", "number", "boolean"}:
        return raw.lower() if re.fullmatch(r"-?\d+(\.\d+)?|true|false", raw.lower()) else ""
    if told.shape.type.kind == "list":
        return "[]"
    return json.dumps(raw)


def column(head: list[str], names: tuple[str, ...], but: int | None = None) -> int | None:
    """The first column with one of these heads."""
    return next((at for at, each in enumerate(head) if each in names and at != but), None)
