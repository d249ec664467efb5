"""A kind of row with a place among the paths, and what holds for all its operations.

The texts of a resource are in the notation of effects. In `shows`, `$` stands for the row shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from beliefs.spec import patterns as re
from beliefs.spec.effects import BUILTINS, Effect
from beliefs.spec.entities import Entity
from beliefs.spec.operations import Input, Place
from beliefs.spec.parsing import read
from beliefs.spec.types import Field, Type

_TAKEN = {
    *("row", "true", "false", "null", "and", "or", "in", "each", "headers", "as", "else", "down"),
    *("input", "me", "let", "guard", "insert", "patch", "delete", "answer", "for", "where", "by"),
    *("skip", "limit", "credential"),
    *BUILTINS,
}


@dataclass(frozen=True, slots=True)
class Parent:
    """The row that a nested collection belongs to: `param` is its key in the path."""

    entity: Entity
    param: str
    field: str  # of the child, that holds the parent's key
    visible: str = ""


@dataclass(frozen=True, slots=True)
class Resource:
    """Rows of an entity at a path."""

    entity: Entity
    path: str  # of the collection
    item: str = ""  # of one row; the collection's with the key, when it is empty
    given: tuple[str, ...] | None = None  # the fields that requests bring; all, when it is None
    parent: Parent | None = None
    sets: tuple[tuple[str, str], ...] = ()  # what the service itself puts into a new row
    touches: tuple[tuple[str, str], ...] = ()  # and into a changed one
    checks: tuple[str, ...] = ()  # statements before a row is kept
    changes: tuple[str, ...] = ()  # statements before a row is changed; it is read already
    moves: tuple[str, ...] = ()  # statements before fields of a row are changed, one by one
    changeable: tuple[str, ...] = ()  # fields that only such a change brings
    once: tuple[str, ...] = ()  # fields that only the creation of a row brings
    references: tuple[tuple[str, Entity], ...] = ()  # fields that hold another row's key
    beside: tuple[Input, ...] = ()  # what a new row is made from, and is no field of it
    visible: str = ""  # which rows the caller may see
    touchable: str = ""  # which of them may be changed: a condition over `$`; else forbidden
    removal: tuple[str, ...] = ()  # statements before a row is dropped
    buried: str = ""  # the field that says when a row was deleted, where rows are kept
    shows: str = "$"
    lists: str = ""  # as `shows`, in lists; the same, when it is empty
    needs: bool = False  # somebody must be known to ask
    writers: bool = False  # ... only to write

    @property
    def one(self) -> str:
        """The variable that a row is called by."""
        return variable(self.entity)

    @property
    def item_path(self) -> str:
        """Where one row is."""
        return self.item or f"{self.path}/{{{self.entity.key.name}}}"

    @property
    def brought(self) -> tuple[Field, ...]:
        """The fields that requests bring."""
        if self.given is None:
            return self.entity.fields
        named = (self.entity.field(name) for name in self.given)
        return tuple(each for each in named if each is not None)

    @property
    def changed(self) -> tuple[Field, ...]:
        """The fields that requests may bring again."""
        return tuple(each for each in self.brought if each.name not in self.once)


def variable(entity: Entity) -> str:
    """What a row of an entity is called in effects.

    >>> variable(Entity("TaskList", "task_lists", ()))
    'task_list'
    """
    name = snake(entity.name)
    return f"the_{name}" if name in _TAKEN else name


def snake(name: str) -> str:
    """A name in lower case, words joined by underscores.

    >>> snake("TaskList"), snake("check-in")
    ('task_list', 'check_in')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[-\s]+", "_", name).lower()


def spoken(entity: Entity) -> str:
    """An entity as messages say it: "Task list"."""
    return snake(entity.name).replace("_", " ").capitalize()


# How a word sounds, where its first letter says otherwise.
_HARD = re.compile(r"(uni(?!n)|us[aeiu]|ut[ei]|ur[li]|eu|one\b|once)")
_SOFT = re.compile(r"(hour|honou?r|honest|heir)")


def an(noun: str) -> str:
    """A noun with its article.

    >>> [an(each) for each in ("note", "item", "user", "hour")]
    ['a note', 'an item', 'a user', 'an hour']
    """
    vowel = noun[:1].lower() in set("aeiou") and not _HARD.match(noun.lower())
    return f"{'an' if vowel or _SOFT.match(noun.lower()) else 'a'} {noun}"


def key_type(entity: Entity) -> Type:
    """What its key looks like in a path or a reference."""
    kinds = {"integer": Type("integer"), "uuid": Type("uuid")}
    return kinds.get(entity.key.style, Type("string"))


def params(path: str) -> list[str]:
    """The names in braces of a path.

    >>> params("/boards/{board_id}/columns/{id}")
    ['board_id', 'id']
    """
    return re.findall(r"\{(\w+)\}", path)


class NamesNoRow(ValueError):
    """A path of which a row was wanted, and which names none."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} names no row: say which, as in {path.rstrip('/')}/{{id}}")
        self.path = path


def key_param(path: str) -> str:
    """The name in a path that says which row it is about: the last one in braces.

    >>> key_param("/boards/{board_id}/columns/{id}")
    'id'
    """
    return key_params(path, 1)[-1]


def key_params(path: str, least: int) -> list[str]:
    """The names in braces of a path that must have so many of them."""
    named = params(path)
    if len(named) < least:
        raise NamesNoRow(path)
    return named


def path_inputs(resource: Resource, path: str) -> tuple[Input, ...]:
    """The inputs that stand in a path of a resource."""
    parent = resource.parent
    return tuple(
        Input(
            name,
            "path",
            key_type(parent.entity)
            if parent is not None and name == parent.param and path != resource.item
            else key_type(resource.entity),
        )
        for name in params(path)
    )


def body_inputs(fields: tuple[Field, ...], place: Place = "json") -> tuple[Input, ...]:
    """Fields as inputs of a body."""
    return tuple(Input(each.name, place, each.type, each.required, each.default) for each in fields)


def parent_read(resource: Resource) -> list[str]:
    """Statements that read the row a collection belongs to."""
    parent = resource.parent
    if parent is None or parent.param not in params(resource.path):
        return []
    return found(parent.entity, parent.param, parent.visible)


def found(entity: Entity, param: str, visible: str = "", key: str = "") -> list[str]:
    """Statements that read one row by its key, or fail.

    >>> found(Entity("Note", "notes", ()), "id")[1]
    'guard note != null else absent "Note not found"'
    """
    also = f" and ({visible})" if visible else ""
    name = variable(entity)
    key = key or entity.key.name
    return [
        f"let {name} = first({entity.name}[where .{key} = input.{param}{also}])",
        f'guard {name} != null else absent "{spoken(entity)} not found"',
    ]


def shown(template: str, name: str) -> str:
    """A row as it is shown: `$` of the template is the row's name."""
    return template.replace("$", name)


def record(values: list[tuple[str, str]]) -> str:
    """A record in the notation, field by field."""
    return f"{{{', '.join(f'{name}: {value}' for name, value in values)}}}"


def sets_from(resource: Resource, name: str) -> list[tuple[str, str]]:
    """What the service puts into a new row, where that comes from a list and not from the input."""
    return [(field, value.replace("input.", f"{name}.")) for field, value in resource.sets]


def program(*lines: str) -> Effect:
    """The effect that lines of notation say."""
    return read("\n".join(lines))
