"""What must hold before a row is kept or changed: keys that name rows, values taken once, times."""

from __future__ import annotations

import json
import re

from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.fields import active
from beliefs.spec.documents.kept import Holding
from beliefs.spec.documents.words import plain, words
from beliefs.spec.documents.writing import Writer


def _inside(writer: Writer, route: Route, holding: Holding, brought: dict[str, str]) -> list[str]:
    """Guards that the rows named by keys inside of lists are there."""
    lines = []
    for name, given in brought.items():
        kept = holding.fields.get(name)
        item = kept.type.item if kept is not None else None
        for each in item.fields if item is not None else ():
            other = writer.kept.called("_".join(words(each.name)[:-1]))
            if other is None or words(each.name)[-1] != "id":
                continue
            known = f"each(one in {other.name}: one.{other.key.name})"
            lines.append(
                f"guard count({given}[where not(.{each.name} in {known})]) = 0 "
                f"else {_missing(writer, route, other)}"
            )
    return lines


def references_of(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """Guards that the rows named by keys are there."""
    lines = _inside(writer, route, holding, brought)
    for name, to in holding.references.items():
        other = writer.kept.of(to)
        if name not in brought or other is None or other.key.name == "":
            continue
        way = _missing(writer, route, other)
        given = brought[name]
        if name.endswith("ids") or (
            holding.fields.get(name) and (holding.fields[name].type.kind == "list")
        ):
            known = f"each(one in {to}: one.{other.key.name})"
            lines.append(f"guard count({given}[where not(row in {known})]) = 0 else {way}")
            continue
        field = route.body.part(name) if route.body else None
        silent = (
            ""
            if field is not None
            and field.required
            and route.method != "PATCH"
            and not (field.shape.type.nullable)
            else f"{given} = null or "
        )
        there = f"count({to}[where .{other.key.name} = {given}]) > 0"
        lines.append(f"guard {silent}{there} else {way}")
    return lines


def _missing(writer: Writer, route: Route, other: Holding) -> str:
    """The end of a guard that a row is there which only a body names."""
    if 404 in route.statuses or not {400, 422} & route.statuses:
        return writer.absent(route, other)
    said = f"{other.spoken} not found"
    about = {each.status for each in route.faults if plain(other.word) in plain(each.words)}
    among = tuple(sorted(about & {400, 422})) or ((400,) if 400 in route.statuses else (422,))
    return writer.refuse(route, "refused", said, f"unknown {other.spoken}", among)


_CLASH = re.compile(r"(?i)exist|duplicate|taken|unique|already|in use|registered")


_NATURAL = ("email", "username", "isbn", "sku", "slug", "code", "name", "title", "label", "url")


def unique_fields(route: Route, holding: Holding, brought: dict[str, str]) -> list[str]:
    """Fields that no two rows may share: said so, or what a documented conflict is about."""
    found = [each for each in brought if each in holding.fields and holding.fields[each].unique]
    reply = route.reply(409)
    if found or reply is None or holding.key_given:
        return found
    about = [each for each in re.split(r"(?<=[.!?])\s+", route.words) if _CLASH.search(each)]
    said = " ".join([reply.words, reply.example, *about])
    if re.search(r"(?i)already (booked|reserved)|overlap|at that time", said):
        return []
    words_ = [plain(each) for each in re.findall(r"\w+", said)]
    clash = _CLASH.search(said)
    named = [each for each in brought if each in holding.fields and plain(each) in words_]
    if clash and named:
        natural = [each for each in _NATURAL if each in named]
        return (natural or named)[:1]
    if holding.key.style == "given" or re.search(
        r"(?i)full|capacity|overlap|stock|state|closed|booked|available", said
    ):
        return []
    return [each for each in _NATURAL[:-1] if each in brought and each in holding.fields][:1]


def unique_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], one: str = ""
) -> list[str]:
    """Guards that no other row has these values."""
    if holding is writer.accounts.users and route == writer.accounts.register:
        return []
    lines = []
    for name in unique_fields(route, holding, brought):
        others = f" and .{holding.key.name} != {one}.{holding.key.name}" if one else ""
        within = ""
        if not one and holding.parents and name not in {"isbn", "sku"}:
            parent = next(
                (
                    writer.kept.of(each.name)
                    for each in holding.parents
                    if f"{{{writer.chain(route)[0].param}}}" in route.path
                ),
                None,
            )
            if parent is not None and len(writer.chain(route)) > 1:
                link = next(each for each in holding.parents if each.name == parent.name)
                within = f" and .{link.field} = {parent.variable}.{parent.key.name}"
        field = holding.fields[name]
        silent = f"{brought[name]} = null or " if one or not field.required else ""
        said = (
            f"{_article(holding.spoken)} {holding.spoken.lower()} with this "
            f"{name.replace('_', ' ')} already exists"
        )
        way = writer.refuse(route, "conflict", said, f"{name} taken duplicate unique use")
        lines.append(
            f"guard {silent}count({holding.name}[where .{name} = {brought[name]}{within}{others}]) "
            f"= 0 else {way}"
        )
    return lines


_STARTS = ("start", "starttime", "startsat", "startdate", "startat", "from", "begin", "checkin")


_ENDS = ("end", "endtime", "endsat", "enddate", "endat", "to", "until", "checkout")


def time_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """An end after its start; no two rows over the same time, where a conflict is about that."""
    by = {plain(each): each for each in brought if each in holding.fields}
    start = next((by[each] for each in _STARTS if each in by), "")
    end = next((by[each] for each in _ENDS if each in by), "")
    if not start or not end or holding.fields[start].type.kind not in {"date", "datetime"}:
        return []
    said = " ".join([route.words, *(each.words + each.example for each in route.replies)])
    lines = []
    if re.search(
        r"(?i)(end|check.?out)\w*( \w+)? (must be|has to be|is) (after|later)|"
        r"before (the )?(end|check.?out)|after (the )?(start|check.?in)",
        said,
    ):
        order = f"{end} must be after {start}"
        way = writer.refuse(route, "out_of_range", order, "before", (422, 400))
        lines.append(f"guard {brought[start]} < {brought[end]} else {way}")
    if 409 in route.statuses and re.search(
        r"(?i)overlap|already (booked|reserved|taken)|not available|unavailable|double|conflict",
        said,
    ):
        same = next((each for each in brought if each in holding.references), "")
        links = [f".{same} = {brought[same]}"] if same else []
        links += [
            f".{each.field} = {parent.variable}.{parent.key.name}"
            for each in holding.parents
            if (parent := writer.kept.of(each.name))
            and f"{parent.variable}"
            and any(
                step.param and writer.kept.at(writer.chain(route)[: at + 1]) is parent
                for at, step in enumerate(writer.chain(route))
            )
        ]
        if not links:
            same = next(
                (
                    each
                    for each in brought
                    if each in holding.fields
                    and plain(each)
                    in {"room", "resource", "table", "seat", "court", "desk", "car", "vehicle"}
                ),
                "",
            )
            links = [f".{same} = {brought[same]}"] if same else []
        test = " and ".join([*links, f".{start} < {brought[end]}", f".{end} > {brought[start]}"])
        taken = active(holding, test)
        way = writer.refuse(route, "conflict", "This time is taken", "overlap booked", (409,))
        lines.append(f"guard {taken} = 0 else {way}")
    return lines


def _article(word: str) -> str:
    return "An" if word[:1].lower() in "aeiou" else "A"


def state_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """A state that a row must be in to be changed at all, where the words say so."""
    from beliefs.spec.documents.actions import origins

    if not {409} & route.statuses:
        return []
    reply = route.reply(409)
    said = f"{route.words}. {reply.words if reply else ''}"
    for each in holding.fields.values():
        if not each.type.choices or each.name in brought:
            continue
        allowed, refused = origins(said, each.type.choices, "")
        test = f"{holding.variable}.{each.name}"
        if allowed or refused:
            holds = " or ".join(f"{test} = {json.dumps(one)}" for one in allowed) or " and ".join(
                f"{test} != {json.dumps(one)}" for one in refused
            )
            said = f"The {holding.spoken.lower()} is in another state"
            way = writer.refuse(route, "conflict", said, " ".join((*allowed, *refused)), (409,))
            return [f"guard {holds} else {way}"]
    return []
