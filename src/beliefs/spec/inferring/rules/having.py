"""What must belong to a row, or must not, before something is done to it."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.places import same_thing
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.rules.conditions import wanted_children, whole_children
from beliefs.spec.inferring.writing import Writer


def having_guards(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Guards that a row has enough of what belongs to it."""
    lines = []
    for noun, least in wanted_children(route):
        for child, link in writer.kept.children(holding):
            if not same_thing(child.word, noun):
                continue
            rows = f"{child.name}[where .{link} = {holding.variable}.{holding.key.name}]"
            said = (
                f"The {holding.spoken.lower()} has too few {child.entity.plural.replace('_', ' ')}"
            )
            about = f"without few least {noun}"
            way = writer.refuse(route, "conflict", said, about, (409, 422, 400))
            lines.append(f"guard count({rows}) >= {least} else {way}")
    lines += _filled(writer, route, holding)
    for noun, words_ in whole_children(route):
        for child, link in writer.kept.children(holding):
            open_ = _unfinished(child, words_) if same_thing(child.word, noun) else ""
            if not open_:
                continue
            rows = (
                f"{child.name}[where .{link} = {holding.variable}.{holding.key.name} and {open_}]"
            )
            said = f"Not all {child.entity.plural.replace('_', ' ')} are done"
            way = writer.refuse(
                route, "conflict", said, f"all {noun} {words_} open", (409, 422, 400)
            )
            lines.append(f"guard count({rows}) = 0 else {way}")
    return list(dict.fromkeys(lines))


def _filled(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """A guard that something belongs to a row, where an empty one is refused."""
    noun = re.escape(holding.word.replace("_", " "))
    none = rf"(?i)\b(?:{noun}|it) (?:is|was) (?:still )?empty\b|\bempty {noun}\b|\bnothing in it\b"
    said = [(each.status, each.words) for each in route.faults]
    said += [(each.status, each.words) for each in route.replies]
    told = [status for status, words in said if re.search(none, words)]
    told = [each for each in told if each in {400, 409, 422}]
    below = [each for each in writer.kept.children(holding) if not each[0].shadow]
    if not told or len(below) != 1:
        return []
    child, link = below[0]
    why = f"The {holding.spoken.lower()} is empty"
    way = writer.refuse(route, "conflict", why, f"empty {holding.word}", (told[0],))
    rows = f"{child.name}[where .{link} = {holding.variable}.{holding.key.name}]"
    return [f"guard count({rows}) > 0 else {way}"]


def childless_guards(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Guards that nothing belongs to a row, where words say that it stays as it is then."""
    lines = []
    for child, link in writer.kept.children(holding):
        has = rf"(?i)\b(?:has|have|with) (?:any |some )?{re.escape(child.word)}s?\b"
        if any(each.status == 409 and re.search(has, each.words) for each in route.faults):
            said = f"The {holding.spoken.lower()} has {child.entity.plural.replace('_', ' ')}"
            way = writer.refuse(route, "conflict", said, f"has {child.word}", (409,))
            rows = f"{child.name}[where .{link} = {holding.variable}.{holding.key.name}]"
            lines.append(f"guard count({rows}) = 0 else {way}")
    return lines


def _unfinished(child: Holding, words_: str) -> str:
    """The condition that a row is not yet as words say: "have a result", "are done"."""
    for field in child.fields.values():
        spoken = rf"(?i)\b{re.escape(field.name.replace('_', ' '))}\b"
        choice = next(
            (each for each in field.type.choices if re.search(rf"(?i)\b{each}\b", words_)), ""
        )
        if choice:
            return f'.{field.name} != "{choice}"'
        if re.search(spoken, words_.replace("_", " ")):
            return (
                f"not(.{field.name})" if field.type.kind == "boolean" else f".{field.name} = null"
            )
    return ""
