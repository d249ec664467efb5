"""Lists of groups with their figures: hours by person, how often each tag is used."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_record
from beliefs.spec.documents.places import same_thing, steps
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.answers.figures import figure
from beliefs.spec.inferring.families.moving import by_place
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer

_GROUPS = re.compile(r"(?i)\b(per|by|each|every|how (?:many|often)|number of|count|totals?|sum)\b")


# Lines for all that there may be, also for those without rows.
ALWAYS = re.compile(
    r"(?i)\b(?:always|all (?:two|three|four|five|six|seven|eight|nine|ten|twelve|\d+))\b|"
    r"\beven (?:if|when|those|without)\b|\b(?:also|including) (?:those|the ones|\w+) without\b"
)


def grouped(
    writer: Writer, route: Route, item: Shape | None, among: list[Holding], where: str = ""
) -> str | None:
    """The groups that a list of records shows; None when its records are no groups."""
    if (
        item is None
        or not is_record(item)
        or ALWAYS.search(f"{route.words} {route.good.words if route.good else ''}")
        or not (_GROUPS.search(f"{route.path} {route.words}") or _by_path(route, item))
    ):
        return None
    if any(plain(each) == "id" for each in item.names):
        return None
    if not where and (placed := by_place(writer, item)):
        return placed
    for holding in among:
        found = _of(writer, route, item, holding, where)
        if found:
            return found
    return None


def _by_path(route: Route, item: Shape) -> bool:
    """Whether a path is of the values that records are told apart by: `/tags` of `{tag, links}`."""
    last = steps(route.path)[-1] if steps(route.path) else None
    return last is not None and bool(last.name) and same_thing(item.names[0], last.name)


def _of(writer: Writer, route: Route, item: Shape, holding: Holding, where: str) -> str:
    key = _key(item, holding)
    if key is None:
        return ""
    part, field, listed = key
    rows = f"{holding.name}[where {where}]" if where else holding.name
    inside = f"{rows}[where one_of in .{field}]" if listed else "part.items"
    values: dict[str, str] = {}
    for each in item.properties:
        if each is part:
            values[each.name] = "one_of" if listed else "part.key"
            continue
        value = _figure(writer, each, inside, holding)
        if not value:
            return ""
        values[each.name] = value
    if listed:
        every = f"distinct(flat(each(one in {rows}: one.{field})))"
        text = f"each(one_of in {every}: {made(values)})"
    else:
        text = f'each(part in group({rows}, "{field}"): {made(values)})'
    order = _order(route, item, part)
    return f"{text}[{', '.join(order)}]" if order else text


def _key(item: Shape, holding: Holding) -> tuple[Property, str, bool] | None:
    for part in item.properties:
        for field in holding.fields.values():
            kinds = {"string", "boolean", "date", "email", "integer", "uuid"}
            same = plain(part.name) == plain(field.name)
            if same and field.type.kind in kinds and part.shape.type.kind != "number":
                if part.shape.type.kind == "integer" and field.type.kind != "integer":
                    continue
                return part, field.name, False
            if field.type.kind == "list" and plain(singular(field.name)) == plain(part.name):
                return part, field.name, True
    return None


def _figure(writer: Writer, part: Property, rows: str, holding: Holding) -> str:
    name, words = plain(part.name), part.shape.words
    numbers = [each for each in holding.fields.values() if each.type.kind in {"integer", "number"}]
    different = re.search(r"(?i)(?:different|distinct|unique) (\w+)", words)
    if different:
        found = holding.named(different[1]) or holding.named(singular(different[1]))
        if found:
            return f"count(distinct(each(one in {rows}: one.{found})))"
    for pattern, function in (
        (r"earliest|oldest|lowest|smallest|minimum|\bleast", "least"),
        (r"latest|newest|highest|largest|maximum|\bmost", "most"),
    ):
        if re.search(rf"(?i){pattern}", f"{words} {part.name}"):
            said = f"{words} {part.name}".lower()
            named = [each for each in numbers if plain(each.name)[:5] in plain(said)]
            chosen = (named or numbers)[:1]
            if chosen:
                return f"{function}(each(one in {rows}: one.{chosen[0].name}))"
    same = next(
        (each for each in numbers if plain(each.name) in {name, name.removeprefix("total")}), None
    )
    if same is not None:
        return f"sum(each(one in {rows}: one.{same.name}))"
    template = next((told for each, told in holding.computed.items() if plain(each) == name), "")
    if template and part.shape.type.kind in {"integer", "number", "string", "json"}:
        return f"sum(each(one in {rows}: {template.replace('$', 'one')}))"
    found = figure(writer, part, rows, holding, {}) or ""
    return found if rows in found else ""  # of all rows there are, and not of these


def _order(route: Route, item: Shape, key: Property) -> list[str]:
    said = f"{route.words} {route.good.words if route.good else ''}"
    figures = [each.name for each in item.properties if each is not key]
    most = re.search(
        r"(?i)\b(?:the )?(most|highest|largest|biggest)\b[^.;]*\bfirst\b|descending", said
    )
    if most and figures:
        by = re.search(
            r"(?i)\b(?:sorted|ordered|ranked)? ?by (?:the |their )?`?(\w+)[^.;]*$",
            said[: most.start()],
        )
        near = f"{by[1] if by else ''} {most[0]}"
        named = [each for each in figures if singular(plain(each)) in plain(near)]
        return [f"by .{(named or figures)[0]} down", f"by .{key.name}"]
    if re.search(
        r"(?i)alphabet|a to z|(?:sorted|ordered) by (?:the )?(?:name|" + re.escape(key.name) + ")",
        said,
    ):
        return [f"by .{key.name}"]
    return []
