"""One thing of a kind, with nobody's key in the path: /profile, /cart, /settings, /motd.

It is that of whoever asks, where somebody is known, else the only one there is. Before it was set
it is what the document says that it begins as.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_record
from beliefs.spec.documents.names import CREATED, UPDATED
from beliefs.spec.documents.places import lists_records, names, segment_word, steps
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.access.accounts import SELF
from beliefs.spec.inferring.keeping.belonging import key_reference
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.keys import keyed
from beliefs.spec.inferring.keeping.rows import made_by
from beliefs.spec.inferring.keeping.values import literal, made
from beliefs.spec.inferring.rules.resetting import reset_lines, resets
from beliefs.spec.inferring.writing import Scene, Writer, said_of
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.access.accounts import Accounts
    from beliefs.spec.inferring.keeping.kept import Kept

OWNER = "user_id"
_BEGINS = re.compile(
    r"(?i)\bdefaults?\b|\bbefore (?:anything|it|something)\b|\buntil\b|\binitial|\bat first\b|"
    r"\bback to\b|\b(?:nothing|none) (?:was|has been|is) (?:yet )?(?:set|saved|stored)|\bunset\b"
)
_SAYS_NOTHING = {"health", "healthz", "ping", "status", "version", "echo", "headers", "time"}


def place(kept: Kept, accounts: Accounts) -> None:
    """Make what there is one of part of what is kept."""
    groups: dict[tuple[str, ...], list[Route]] = {}
    for route in kept.contract.routes:
        chain = steps(route.path, kept.base)
        if chain and not any(each.param for each in chain):
            groups.setdefault(names(chain), []).append(route)
    for path, routes in groups.items():
        shown = next((each for each in routes if each.method == "GET"), None)
        if shown is None or lists_records(shown) or plain(path[-1]) in _SAYS_NOTHING:
            continue
        body = made_by(routes, kept.base)
        body = body or next((each.body for each in routes if each.method == "PATCH"), None)
        if body is None or not is_record(body) or not body.properties:
            continue
        _one_of(kept, accounts, path, routes, shown, body)


def _one_of(
    kept: Kept,
    accounts: Accounts,
    path: tuple[str, ...],
    routes: list[Route],
    shown: Route,
    body: Shape,
) -> None:
    chain = steps(shown.path, kept.base)
    methods = {each.method for each in routes}
    mine = accounts.users is not None and accounts.known and all(each.secured for each in routes)
    if mine and (plain(path[-1]) in SELF and not accounts.pretended):
        return
    whole = "PATCH" in methods and all(each.default for each in body.properties)
    if not (whole or methods & {"PUT", "POST"} if mine else methods & {"PUT", "PATCH"}):
        return  # of the account itself, unless it is there before anything was brought
    if kept.at(chain) is not None:
        return
    word = segment_word(path[-1])
    title = "".join(each.capitalize() for each in word.split("_"))
    if kept.of(title) is not None:
        return
    answered = shown.good.shape if shown.good else None
    shape = answered if answered is not None and answered.properties else body
    holding = Holding(title, word, {path}, routes, shape, body, own="caller" if mine else "all")
    keyed(holding, kept.base)
    kept.holdings.append(holding)


def settle(kept: Kept, accounts: Accounts) -> None:
    """Say of each whose it is, and what it is before it was set."""
    for holding in kept.holdings:
        if holding.own == "caller" and accounts.users is not None:
            kind = key_reference(accounts.users)
            holding.fields[OWNER] = Field(OWNER, Type(kind.kind), hidden=True)


def own_lines(writer: Writer, route: Route, holding: Holding) -> list[str] | None:
    """What is done to the one that there is."""
    one = holding.variable
    whose = _whose(writer, holding)
    holds = " and ".join(f".{name} = {value}" for name, value in whose.items())
    read = f"let {one} = first({holding.name}{f'[where {holds}]' if holds else ''})"
    there = f"guard {one} != null else {writer.absent(route, holding)}"
    scene = Scene(holding, one, message=f"{holding.spoken} saved")
    brought = {
        name: f"input.{each.name}"
        for each in writer.inputs(route)
        if each.place in {"json", "form"} and (name := holding.named(each.wire))
    }
    begins = _begins(writer, holding)
    match route.method:
        case "GET" if begins is None:
            return [read, there, writer.answer(route, scene)]
        case "GET":
            answer = writer.answer(route, scene)
            first = f"answer {route.good.status if route.good else 200} {made(begins or {})}"
            return [read, f"if {one} = null:", f"    {first}", answer]
        case "DELETE":
            gone = f"delete {holding.name} where {holds or 'true'}"
            asked = [read, there] if begins is None or 404 in route.statuses else []
            return [*asked, gone, writer.answer(route, scene, 204)]
        case "PATCH" if brought:
            values = "given(input)"
            if holding.touches:
                values = f"merge({values}, {made(holding.touches)})"
            fresh = {name: each for name, each in (begins or {}).items() if name in holding.fields}
            fresh |= holding.sets
            found = [there] if begins is None else _found(holding, one, {**fresh, **whose})
            change = [f"patch {holding.name} {one} {values}"]
            if resets(route):
                change = reset_lines(route, holding, one, values)
            return [read, *found, *change, writer.answer(route, scene)]
        case "PUT" | "POST" if brought:
            return [
                read,
                f"if {one} = null:",
                f"    insert {holding.name} {made({**whose, **brought, **holding.sets})} as {one}",
                "else:",
                f"    patch {holding.name} {one} {made({**brought, **holding.touches})}",
                writer.answer(route, scene),
            ]
    return None


def begun_lines(
    writer: Writer, route: Route, holding: Holding, reads: list[str]
) -> list[str] | None:
    """What reading or dropping one does that was never set, where everything has a default."""
    makes = [each.method for each in holding.routes if each.method in {"POST", "PUT"}]
    reading = any(each.method == "GET" for each in holding.routes)
    if not holding.key_given or makes != ["PUT"] or not reading or 404 in route.statuses:
        return None
    begins = _begins(writer, holding)
    if begins is None or len(reads) != 2:
        return None
    one = holding.variable
    if route.method == "DELETE":
        gone = f"delete {holding.name} where .{holding.key.name} = {one}.{holding.key.name}"
        return [reads[0], f"if {one} != null:", f"    {gone}", writer.answer(route, Scene(), 204)]
    first = f"answer {route.good.status if route.good else 200} {made(begins)}"
    answer = writer.answer(route, Scene(holding, one))
    return [reads[0], f"if {one} = null:", f"    {first}", answer]


def _found(holding: Holding, one: str, values: dict[str, str]) -> list[str]:
    return [f"if {one} = null:", f"    insert {holding.name} {made(values)} as {one}"]


def _whose(writer: Writer, holding: Holding) -> dict[str, str]:
    """Whose it is, where there is more than one: the field that says so, with its value."""
    if holding.own != "caller":
        return {}
    users = writer.accounts.users
    assert users is not None
    return {OWNER: f"me.{users.key.name}"}


def _begins(writer: Writer, holding: Holding) -> dict[str, str] | None:
    """What an answer has before anything was set; None where it is that there is nothing."""
    shown = next(each for each in holding.routes if each.method == "GET")
    if 404 in shown.statuses:
        return None
    shape = shown.good.shape if shown.good else None
    parts = shape.properties if shape is not None and is_record(shape) else ()
    said = " ".join([said_of(writer.contract, shown), shown.good.words if shown.good else ""])
    said += " ".join(each.words for each in holding.routes)
    values: dict[str, str] = {}
    sure = False
    for part in parts or holding.shape.properties:
        value = _begun(part, holding, shown, said)
        if part.name == holding.key.name and holding.key_given:
            value = f"input.{holding.key.name}"
            values[part.name] = value
            continue
        sure = sure or (value is not None and value != "null")
        values[part.name] = value if value is not None else "null"
        brought = holding.made.part(part.name) if holding.made else None
        if value is None and brought is not None and brought.required:
            return None
    if holding.own == "caller" and not sure:
        return None
    return values if sure or holding.own == "all" else None


def _begun(part: Property, holding: Holding, shown: Route, said: str) -> str | None:
    """The value that one name begins with; None where nothing says so."""
    brought = holding.made.part(part.name) if holding.made else None
    for default in (part.default, brought.default if brought else ""):
        if default:
            return literal(json.loads(default))
    if not _BEGINS.search(said):
        return None
    for sentence in re.split(r"(?<=[.;])\s+", said):
        told = re.search(
            rf"\b{re.escape(part.name)}[`\"]?[^\w\"]{{1,3}}(?:is |to |= ?|: ?)?"
            r"(\"[^\"]*\"|true\b|false\b|-?\d+(?:\.\d+)?\b)",
            sentence,
        )
        if told and _BEGINS.search(sentence):
            return literal(json.loads(told[1]))
    if part.shape.type.kind == "string" and re.search(r"(?i)\bempty (?:strings?|texts?)\b", said):
        return '""'
    example = shown.good.example if shown.good else ""
    if example and isinstance(value := json.loads(example), dict) and part.name in value:
        return literal(value[part.name])
    return "null" if plain(part.name) in CREATED | UPDATED else None
