"""Paths, taken apart: which segments are collections, which items of them, which neither."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, Shape, is_list, is_record
from beliefs.spec.documents.words import is_plural, plain, singular, snaked, words


class Step(NamedTuple):
    """A named segment with the parameter behind it, or one of the two alone."""

    name: str
    param: str = ""


def steps(path: str, base: str = "") -> tuple[Step, ...]:
    """The steps of a path, below the base.

    >>> steps("/api/posts/{id}/comments", "/api")
    (Step(name='posts', param='id'), Step(name='comments', param=''))
    >>> steps("/{code}")
    (Step(name='', param='code'),)
    """
    found: list[Step] = []
    for part in path.removeprefix(base).strip("/").split("/"):
        match = re.fullmatch(r"\{(\w+)\}", part)
        if match is None:
            if part:
                found.append(Step(part))
        elif found and found[-1].name and not found[-1].param:
            found[-1] = Step(found[-1].name, match[1])
        else:
            found.append(Step("", match[1]))
    return tuple(found)


def names(chain: tuple[Step, ...]) -> tuple[str, ...]:
    """What a chain of steps is told by.

    >>> names(steps("/posts/{id}/comments"))
    ('posts', 'comments')
    """
    return tuple(each.name for each in chain)


def restores(chain: tuple[Step, ...]) -> bool:
    """Whether a path is about bringing back what was deleted.

    >>> restores(steps("/notes/{id}/restore")), restores(steps("/notes/{id}"))
    (True, False)
    """
    return bool(chain) and plain(chain[-1].name) in {"restore", "undelete", "recover", "undodelete"}


# Names that a record or a list stands under when it is wrapped.
WRAPS = (
    *("content", "entries", "elements", "values", "list", "hits", "objects", "collection"),
    *("data", "result", "results", "items", "item", "payload", "response", "records", "rows"),
)
_SUFFIXES = (
    *("create", "update", "patch", "new", "input", "request", "response", "out", "in", "read"),
    *("base", "dto", "schema", "model", "detail", "details", "summary", "list", "payload", "body"),
    *("collection", "page", "paginated", "with", "full", "public", "entity", "object", "resource"),
    *("write", "edit", "replace", "params", "envelope", "result", "view", "brief"),
)


def core(name: str) -> str:
    """The name of a schema without what says how it is used.

    >>> core("BookCreateRequest"), core("NewBook"), core("TaskList"), core("PaginatedTasks")
    ('Book', 'Book', 'Task', 'Task')
    """
    parts = [each for each in words(name) if each not in _SUFFIXES] or list(words(name))
    parts[-1:] = [singular(parts[-1])] if parts else []
    return "".join(each.capitalize() for each in parts)


def unwrapped(shape: Shape | None) -> tuple[Shape | None, str]:
    """A record or list out of its envelope, and the name it stood under.

    An envelope is a record one of whose properties is the thing itself: the only list of records in
    it, or a record under a usual name.
    """
    if shape is None or not is_record(shape) or _is_row(shape):
        return shape, ""
    if is_envelope(shape):
        return None, next(each.name for each in shape.properties if each.shape.type.kind == "json")
    lists = [each for each in shape.properties if is_list(each.shape)]
    records = [each for each in lists if is_record(each.shape.item)]
    if len(records) == 1 or (not records and len(lists) == 1):
        found = (records or lists)[0]
        texts = [
            each
            for each in shape.properties
            if each.shape.type.kind == "string" and not _LEADS.search(plain(each.name))
        ]
        if found.name in WRAPS or (is_plural(plain(found.name)) and not texts):
            return found.shape, found.name
    for each in shape.properties:
        if is_record(each.shape) and (
            each.name in WRAPS or (len(shape.properties) <= 3 and _is_row(each.shape))
        ):
            return each.shape, each.name
    return shape, ""


# What leads from one page to others.
_LEADS = re.compile(
    r"^(?:next|prev|previous|first|last|self)(?:$|page|link|url|cursor|token)|cursor$"
)


def is_envelope(shape: Shape | None) -> bool:
    """Whether a record only says that something stands in it, and not what."""
    if shape is None or not is_record(shape):
        return False
    free = [each for each in shape.properties if each.shape.type.kind == "json"]
    return len(free) == 1 and free[0].name in WRAPS and not free[0].shape.example


def _is_row(shape: Shape) -> bool:
    """Whether a record has a key of its own, and so is no envelope."""
    return any(
        each.name in {"id", "_id", "uuid", "slug", "code", "key"}
        or re.search(r"(?:[a-z]Id|_id)$", each.name)
        for each in shape.properties
        if not is_record(each.shape) and not is_list(each.shape)
    )


def segment_word(name: str) -> str:
    """The thing that a segment's items are, as one small word.

    >>> segment_word("blog-posts"), segment_word("todos")
    ('blog_post', 'todo')
    """
    return singular(snaked(name))


def same_thing(one: str, other: str) -> bool:
    """Whether two names say the same thing, casing and number aside.

    >>> same_thing("BlogPost", "blog-posts"), same_thing("Task", "todo")
    (True, False)
    """
    return plain(singular(snaked(one))) == plain(singular(snaked(other)))


def lists_records(route: Route) -> bool:
    """Whether a route answers a list of records, wrapped or not."""
    found, _ = unwrapped(route.good.shape if route.good else None)
    return is_list(found)
