"""Values that must be among those that the row above offers: "not one of the options"."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain, plural, singular, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer


def offered_guards(writer: Writer, route: Route, parent: Holding) -> list[str]:
    """Guards that what is chosen is in the list of the same name that the row above has."""
    told = [route.words, *(each.words for each in route.replies)]
    said = " ".join([*told, *(each.words for each in route.faults)])
    lines = []
    for each in writer.inputs(route):
        if each.place not in {"json", "form"} or each.type.kind not in {"string", "integer"}:
            continue
        wanted = {plain(plural(each.wire)), f"available{plain(plural(each.wire))}"}
        field = next((one for one in parent.fields.values() if plain(one.name) in wanted), None)
        item = field.type.item if field is not None and field.type.kind == "list" else None
        if field is None or item is None or item.kind != each.type.kind:
            continue
        many = re.escape(field.name).replace("_", "[ _]")
        one = re.escape(each.wire).replace("_", "[ _]")
        ruled = (
            rf"(?i)\b(?:one|any|none|part|among|in) (?:of )?(?:the |its |these |those |that )*"
            rf"(?:{parent.word}'s )?{many}\b"
            rf"|\b{one}`? (?:that|which) is not (?:in|on|part of|one of) "
            rf"(?:the|that) {parent.word}\b"
            rf"|\b(?:unknown|no such|invalid|wrong|not an?|not a valid) "
            rf"(?:{parent.word} or )?{one}\b(?! given)"
            rf"|\b{one}`? (?:that |which )?(?:is unknown|(?:does not|doesn't) exist|"
            rf"is not (?:there|offered|listed)|the {parent.word} (?:does not|doesn't) have)"
        )
        if not re.search(ruled, said):
            continue
        usual = f"{each.wire} is not one of the {field.name}"
        absent = [one_.words for one_ in route.faults if one_.status == 404]
        among = (422, 400, 404) if any(re.search(ruled, text) for text in absent) else (422, 400)
        way = writer.refuse(route, "out_of_range", usual, f"{field.name} {each.wire}", among)
        free = "" if each.required else f"input.{each.name} = null or "
        test = f"{free}input.{each.name} in {parent.variable}.{field.name}"
        lines.append(f'guard {test} else {way.split(" ")[0]} "{usual}"')
    return [*lines, *_members(writer, route, parent, " ".join(lines))]


def _members(writer: Writer, route: Route, parent: Holding, held: str) -> Iterator[str]:
    """Guards that values of any name are in a list of the row above: "the payer is a member"."""
    said = " ".join([route.words, *(each.words for each in route.faults)])
    for each in writer.inputs(route):
        part = route.body.part(each.wire) if route.body is not None else None
        inner = each.type.item if each.type.kind == "list" else each.type
        if part is None or inner is None or f"input.{each.name} in " in held:
            continue
        if words(each.wire)[-1:] in {("id",), ("code",)}:
            continue  # keys of rows, which are looked for
        for field in parent.fields.values():
            item = field.type.item if field.type.kind == "list" else None
            if item is None or item.kind != inner.kind or item.kind not in {"string", "integer"}:
                continue
            some = {field.name, singular(field.name)}
            noun = "|".join(re.escape(one).replace("_", "[ _]") for one in some)
            one = re.escape(each.wire).replace("_", "[ _]")
            ruled = (
                rf"(?i)^\W*(?:an?|one|some|any) (?:of )?(?:the |its )*(?:{noun})\b"
                rf"|\b{one}`? (?:must|has to|have to|may only|can only|is|are)(?: all| only)?"
                rf"(?: be| name| list)?(?: all| only)? (?:an?|one of|some of|among|in|part of|of)"
                rf"(?: the| its| those)* (?:{noun})\b"
            )
            if not re.search(ruled, part.words) and not re.search(ruled, said):
                continue
            usual = f"{each.wire} is not one of the {field.name}"
            way = writer.refuse(
                route, "out_of_range", usual, f"{field.name} {each.wire}", (422, 400)
            )
            free = "" if each.required else f"input.{each.name} = null or "
            known = f"{parent.variable}.{field.name}"
            test = f"input.{each.name} in {known}"
            if each.type.kind == "list":
                test = f"count(input.{each.name}[where not(row in {known})]) = 0"
            yield f'guard {free}{test} else {way.split(" ")[0]} "{usual}"'
            break
