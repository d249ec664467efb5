"""Lists of a row, votes and amounts: what is done to one of their items."""

from __future__ import annotations

from collections.abc import Iterable

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.places import Step, same_thing
from beliefs.spec.documents.words import plain, singular, snaked, undone
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.deeds import Change
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Field

_ADDS = ("add", "attach", "put", "give")
_TAKES = ("remove", "delete", "drop", "detach", "take")


def list_of(fields: Iterable[Field], verb: str) -> tuple[Field, bool] | None:
    """The list whose items a verb adds to, or takes out of (false): tag, addTag, untag, removeTag.

    >>> from beliefs.spec.types import Type
    >>> tags = Field("tags", Type("list"))
    >>> [list_of([tags], each)[1] for each in ("tag", "add_tag", "untag", "remove_tag")]
    [True, True, False, False]
    """
    first, _, rest = snaked(verb).partition("_")
    names = {verb: True, undone(verb): False}
    names |= {rest: first in _ADDS} if first in {*_ADDS, *_TAKES} else {}
    for each in fields:
        for name, adds in names.items():
            if each.type.kind == "list" and name and same_thing(each.name, name):
                return each, adds
    return None


def member(writer: Writer, route: Route, holding: Holding, verb: str) -> Change | None:
    """An item for one of the row's lists: POST /books/{id}/tags {"tag": "x"}."""
    found = list_of(holding.fields.values(), verb)
    one = holding.variable
    if found is None or route.method not in {"POST", "PUT", "PATCH"}:
        return None
    field, adds = found
    brought = [each for each in writer.inputs(route) if each.place in {"json", "form", "body"}]
    if len(brought) != 1:
        return None
    given = f"input.{brought[0].name}"
    if brought[0].type.kind == "list":
        if route.method == "PUT":
            return Change({field.name: given}, [])
        whole = f"distinct(flat([{one}.{field.name}, {given}]))"
        return Change({field.name: whole}, []) if adds else None
    if adds:
        return Change({field.name: f"with({one}.{field.name}, {given})"}, [])
    return Change(
        {field.name: f"without({one}.{field.name}, {given})"},
        _has_item(writer, route, f"{given} in {one}.{field.name}", singular(field.name)),
    )


def _has_item(writer: Writer, route: Route, test: str, item: str) -> list[str]:
    """A guard that a list has what is taken out of it, where a failure is told for that."""
    lacks = r"(?i)\b(?:not|no|n't|without|unknown|lacks?|none|missing)\b"
    told = [each for each in route.faults if re.search(lacks, f"{each.words} {each.message}")]
    told = [each for each in told if re.search(rf"(?i)\b(?:{item}|it|one|such)", each.words)]
    if not told:
        return []
    said, status = f"There is no such {item.replace('_', ' ')}", told[0].status
    way = writer.refuse(route, "absent", said, told[0].words, (status,))
    return [f"guard {test} else {way}"]


def vote(writer: Writer, route: Route, holding: Holding, verb: str) -> Change | None:
    """A vote for one of the rows that belong to this one."""
    if singular(verb) not in {"vote", "answer", "choose"} or route.method not in {"POST", "PUT"}:
        return None
    kept = writer.kept
    brought = [each for each in writer.inputs(route) if each.place in {"json", "form", "query"}]
    one = holding.variable
    for child, link in kept.children(holding):
        chosen = [
            each
            for each in brought
            if plain(each.name) in {plain(child.word + "id"), plain(child.word)}
        ]
        counter = next(
            (
                each
                for each in child.fields.values()
                if each.type.kind == "integer"
                and plain(each.name) in {"votes", "count", "votecount"}
            ),
            None,
        )
        if not chosen or counter is None:
            continue
        rows = f"{child.name}[where .{child.key.name} = input.{chosen[0].name} and "
        lines = [
            f"let {child.variable} = first({rows}.{link} = {one}.{holding.key.name}])",
            f"guard {child.variable} != null else {writer.absent(route, child)}",
            (
                f"patch {child.name} {child.variable} "
                f"{{{counter.name}: {child.variable}.{counter.name} + 1}}"
            ),
        ]
        return Change({}, [*_open(writer, route, holding), *lines])
    lists = [
        each for each in holding.fields.values() if each.type.kind == "list" and each.type.item
    ]
    del lists
    return None


def _open(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """A guard that votes are still taken, where the document says when they are not."""
    if not {409, 400, 403, 410} & route.statuses:
        return []
    one = holding.variable
    for each in holding.fields.values():
        closed = f"The {holding.word} is closed"
        test = ""
        if plain(each.name) in {"closed", "isclosed"}:
            test = f"not({one}.{each.name})"
        elif plain(each.name) in {"open", "isopen", "active", "isactive"}:
            test = f"{one}.{each.name}"
        elif "open" in each.type.choices:
            test = f'{one}.{each.name} = "open"'
        if test:
            way = writer.refuse(route, "conflict", closed, "ended over", (409, 400, 403, 410))
            return [f"guard {test} else {way}"]
    return []


def member_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """An item of a row's list in the path itself: PUT or DELETE /books/{id}/tags/{tag}."""
    field = next(
        (
            each
            for each in holding.fields.values()
            if each.type.kind == "list" and same_thing(each.name, chain[-1].name)
        ),
        None,
    )
    if field is None:
        return None
    one, given = holding.variable, f"input.{chain[-1].param}"
    lines = writer.above(route, chain[:-1])
    scene = Scene(holding, one, message=f"{holding.spoken} updated")
    if route.method in {"PUT", "POST"}:
        change = f"with({one}.{field.name}, {given})"
    elif route.method == "DELETE":
        change = f"without({one}.{field.name}, {given})"
        if 404 in route.statuses:
            what = singular(snaked(chain[-1].name)).replace("_", " ").capitalize()
            lines.append(f'guard {given} in {one}.{field.name} else absent "{what} not found"')
    else:
        return None
    changes = {field.name: change, **holding.touches}
    lines.append(f"patch {holding.name} {one} {made(changes)}")
    return [*lines, writer.answer(route, scene)]
