"""Lists of a row, votes and amounts: what is done to one of their items."""

from __future__ import annotations

from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.places import Step, same_thing
from beliefs.spec.documents.words import plain, singular, snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.deeds import Change
from beliefs.spec.inferring.writing import Scene, Writer


def member(writer: Writer, route: Route, holding: Holding, verb: str) -> Change | None:
    """An item for one of the row's lists: POST /books/{id}/tags {"tag": "x"}."""
    field = next(
        (
            each
            for each in holding.fields.values()
            if each.type.kind == "list" and same_thing(each.name, verb)
        ),
        None,
    )
    one = holding.variable
    if field is None or route.method not in {"POST", "PUT", "PATCH"}:
        return None
    brought = [each for each in writer.inputs(route) if each.place in {"json", "form", "body"}]
    if len(brought) != 1:
        return None
    given = f"input.{brought[0].name}"
    if brought[0].type.kind == "list":
        if route.method == "PUT":
            return Change({field.name: given}, [])
        return Change({field.name: f"distinct(flat([{one}.{field.name}, {given}]))"}, [])
    return Change({field.name: f"with({one}.{field.name}, {given})"}, [])


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
