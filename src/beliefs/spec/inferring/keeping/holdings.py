"""Rows of one kind, with all that is known of them before effects are written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from beliefs.spec.documents.contract import (
    Property,
    Route,
    Shape,
    field_of,
    is_list,
)
from beliefs.spec.documents.grading import Grade
from beliefs.spec.documents.spelling import CLOCK
from beliefs.spec.documents.words import plain, plural, snaked
from beliefs.spec.effects import Scalar
from beliefs.spec.entities import Entity, Key
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.access.membership import Crowd

COUNTERS = {
    "clicks",
    "clickcount",
    "visits",
    "hits",
    "views",
    "viewcount",
    "visitcount",
    "hitcount",
    "accesscount",
    "redirects",
    "downloads",
    "downloadcount",
    "lastaccessed",
    "plays",
    "lastaccessedat",
    "lastclickedat",
    "lastvisited",
}


# What there is of something, in all.
STOCK = {"stock", "total", "totalstock", "stocktotal", "stocklevel", "currentstock", "onhand"}
STOCK |= {"totalquantity", "quantityonhand", "quantityinstock", "instock", "quantity"}


OWNERS = {"ownerid", "userid", "authorid", "createdby", "owner", "creatorid", "user", "username"}
OWNERS |= {"author", "creator", "sender", "poster", "postedby", "uploader", "uploadedby", "writer"}
OWNERS |= {"organizer", "organiser", "host", "seller", "submittedby", "addedby"}


# Deeds, and the truth that each of them ends.
OPPOSITES = {
    "close": "open",
    "lock": "unlocked",
    "disable": "enabled",
    "end": "active",
    "deactivate": "active",
    "unsubscribe": "active",
}


_FIRST_STATES = (
    *("pending", "open", "new", "todo", "to_do", "draft", "active", "created", "available"),
    *("requested", "scheduled", "backlog", "submitted", "placed", "unpaid", "waiting", "queued"),
    *("in_stock", "unread", "planned", "idle"),
)


_OF_FILES = {
    **dict.fromkeys(("filename", "name", "originalname", "originalfilename"), "name"),
    **dict.fromkeys(("size", "filesize", "bytes", "sizebytes"), "size"),
    **dict.fromkeys(("contenttype", "mimetype", "type", "mediatype"), "type"),
}


def file_fact(name: str) -> str:
    """What a field says of a file that came in: its name, its size or its type; else nothing.

    >>> file_fact("fileName"), file_fact("title")
    ('name', '')
    """
    return _OF_FILES.get(plain(name), "")


@dataclass(frozen=True, slots=True)
class Parent:
    """Another holding, and the field that says which of its rows this one belongs to."""

    name: str
    field: str


class Lineup(NamedTuple):
    """How rows are numbered: the field, the one whose rows count together, the first number."""

    position: str
    scope: str
    first: int


@dataclass(slots=True, eq=False)
class Holding:
    """Rows of one kind, with all that is known of them before effects are written."""

    name: str
    word: str  # "blog_post"
    places: set[tuple[str, ...]]
    routes: list[Route]
    shape: Shape
    made: Shape | None = None
    key: Key = field(default_factory=Key)
    key_type: Type = field(default_factory=lambda: Type("integer"))
    key_given: bool = False  # by whoever creates a row
    siblings: tuple[Route, ...] = ()  # every route of the service
    lookup: str = ""  # the field that paths name a row by, where it is no key of its own
    fields: dict[str, Field] = field(default_factory=dict)
    computed: dict[str, str] = field(default_factory=dict)  # templates over `$`
    derived: dict[str, str] = field(default_factory=dict)  # the same, of what no answer shows
    grades: dict[str, list[Grade]] = field(default_factory=dict)  # of those that cases decide
    sets: dict[str, str] = field(default_factory=dict)
    touches: dict[str, str] = field(default_factory=dict)
    parents: list[Parent] = field(default_factory=list)
    references: dict[str, str] = field(default_factory=dict)  # field to the holding's name
    inner: dict[str, str] = field(default_factory=dict)  # lists kept as rows: field to holding
    # What the items of lists show beside what they are brought with, over `one`.
    items: dict[str, dict[str, str]] = field(default_factory=dict)
    # Rows that a document has, which no request changes.
    fixed: tuple[tuple[tuple[str, Scalar], ...], ...] = ()
    ordered: str = ""  # the field that keeps the order which a request gives
    lineup: Lineup | None = None  # positions that have no gaps
    tomb: str = ""  # the truth that says that only answers to a row are left of it
    retired: str = ""  # the field that says since when a row is gone, with 410 for an answer
    ranking: tuple[str, ...] = ()  # what the best come first by
    secret: str = ""  # the field that whoever made a row was told, and others have to show
    owner: str = ""
    private: bool = False
    apiece: bool = False  # everybody has one of their own under the name that paths have for it
    under: tuple[str, str] = ("", "")  # a name of its paths that nothing else keeps, and its field
    addressed: bool = False  # its rows are messages of whoever makes them to somebody
    crowd: Crowd | None = None  # who belongs to its rows, where several may
    crowding: bool = False  # its rows are below such rows, or say who belongs to them
    readers: str = ""  # the list of names that a row is shared with
    editors: str = ""  # and the list of those among them who may change it, where some may not
    account: bool = False
    mark: str = ""  # the verb, where rows only say who did it to what
    scored: str = ""  # the holding whose rows these give a number to, one of everybody
    own: Literal["", "caller", "all"] = ""  # there is one of it: for each caller, or for all
    free: bool = False  # its rows are one record each, of any names
    capacity: str = ""  # the field that says how many of what names it there is place for
    log: str = ""  # the holding that keeps what was done to its rows
    visits: str = ""  # the holding that keeps who followed the address of its rows
    trail: str = ""  # the holding that keeps what its rows were
    shadow: bool = False  # rows that only say what others were

    @property
    def entity(self) -> Entity:
        """As the Spec says it."""
        return Entity(self.name, snaked(plural(self.word)), tuple(self.fields.values()), self.key)

    @property
    def variable(self) -> str:
        """What a row is called in effects."""
        from beliefs.spec.features.resources import variable

        return variable(Entity(self.name, self.word, ()))

    @property
    def spoken(self) -> str:
        """As messages say it."""
        return self.word.replace("_", " ").capitalize()

    @property
    def shown(self) -> list[str]:
        """The names that a row shows as it is."""
        return [self.key.name, *(each.name for each in self.fields.values() if not each.hidden)]

    @property
    def gone(self) -> str:
        """The field that says since when a row is deleted, where it is kept all the same."""
        return next((each for each in self.fields if plain(each) == "deletedat"), "")

    @property
    def finder(self) -> str:
        """The field that paths name a row by."""
        return self.lookup or self.key.name

    def worked(self, name: str) -> str:
        """The name of what is worked out under a name: its stock is also "the total stock"."""
        bare = plain(name)
        found = [each for each in (*self.computed, *self.derived) if plain(each) == bare]
        if not found and bare in STOCK:
            found = [each for each in (*self.computed, *self.derived) if plain(each) in STOCK]
        return found[0] if found else ""

    def named(self, name: str) -> str:
        """Its field, or key, of a name in whatever casing; empty when there is none."""
        if name in self.fields or name == self.key.name:
            return name
        found = [each for each in (*self.fields, self.key.name) if plain(each) == plain(name)]
        return found[0] if found else ""


def is_clock(kind: Type) -> bool:
    """Whether a text is a time of day."""
    return kind.kind == "string" and kind.pattern.startswith(CLOCK[:-1])


def first_state(choices: tuple[str, ...]) -> str:
    """The state that new rows are in.

    >>> first_state(("done", "open")), first_state(("red", "green"))
    ('open', 'red')
    >>> first_state(("draft", "open", "paid"))
    'draft'
    """
    if choices and snaked(choices[0]) in _FIRST_STATES:
        return choices[0]
    for each in _FIRST_STATES:
        for choice in choices:
            if snaked(choice) == each:
                return choice
    return choices[0]


def stored(given: Property) -> Field:
    """A property as a field of rows."""
    made = field_of(given)
    if is_list(given.shape) and not made.default and not made.required:
        return replace(made, default="" if made.type.nullable else "[]")
    return made
