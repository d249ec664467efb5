"""One thing of whoever asks: /profile, /cart, /settings, with nobody's key in the path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.documents.fields import key_reference
from beliefs.spec.documents.holdings import Holding
from beliefs.spec.documents.keys import keyed
from beliefs.spec.documents.places import lists_records, names, segment_word, steps
from beliefs.spec.documents.rows import made_by
from beliefs.spec.documents.values import made
from beliefs.spec.documents.words import plain
from beliefs.spec.documents.writing import Scene, Writer
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.documents.accounts import Accounts
    from beliefs.spec.documents.kept import Kept

OWNER = "user_id"
# These are the account itself.
_SELF = {"me", "whoami", "profile", "current", "currentuser", "account", "user"}


def place(kept: Kept, accounts: Accounts) -> None:
    """Make what everybody has one of part of what is kept."""
    if accounts.users is None or not accounts.known:
        return
    groups: dict[tuple[str, ...], list[Route]] = {}
    for route in kept.contract.routes:
        chain = steps(route.path, kept.base)
        if route.secured and chain and not any(each.param for each in chain):
            groups.setdefault(names(chain), []).append(route)
    for path, routes in groups.items():
        methods = {each.method for each in routes}
        shown = next((each for each in routes if each.method == "GET"), None)
        if shown is None or lists_records(shown) or not methods & {"PUT", "POST"}:
            continue
        if plain(path[-1]) in _SELF or kept.at(steps("/".join(path))) is not None:
            continue
        body = made_by(routes, kept.base)
        if body is None or not is_record(body) or not body.properties:
            continue
        word = segment_word(path[-1])
        title = "".join(each.capitalize() for each in word.split("_"))
        if kept.of(title) is None:
            answered = shown.good.shape if shown.good else None
            shape = answered if answered is not None and answered.properties else body
            holding = Holding(title, word, {path}, routes, shape, body, own=True)
            keyed(holding, kept.base)
            kept.holdings.append(holding)


def settle(kept: Kept, accounts: Accounts) -> None:
    """Say of each whose it is."""
    for holding in kept.holdings:
        if holding.own and accounts.users is not None:
            kind = key_reference(accounts.users)
            holding.fields[OWNER] = Field(OWNER, Type(kind.kind), hidden=True)


def own_lines(writer: Writer, route: Route, holding: Holding) -> list[str] | None:
    """What is done to the caller's own one."""
    users = writer.accounts.users
    assert users is not None
    one, me = holding.variable, f"me.{users.key.name}"
    read = f"let {one} = first({holding.name}[where .{OWNER} = {me}])"
    there = f"guard {one} != null else {writer.absent(route, holding)}"
    scene = Scene(holding, one, message=f"{holding.spoken} saved")
    brought = {
        name: f"input.{each.name}"
        for each in writer.inputs(route)
        if each.place in {"json", "form"} and (name := holding.named(each.wire))
    }
    match route.method:
        case "GET":
            return [read, there, writer.answer(route, scene)]
        case "DELETE":
            gone = f"delete {holding.name} where .{OWNER} = {me}"
            return [read, there, gone, writer.answer(route, scene, 204)]
        case "PATCH" if brought:
            given = ", ".join(f'"{each}"' for each in brought)
            change = f"patch {holding.name} {one} only(given(input), {given})"
            return [read, there, change, writer.answer(route, scene)]
        case "PUT" | "POST" if brought:
            return [
                read,
                f"if {one} = null:",
                f"    insert {holding.name} {made({OWNER: me, **brought})} as {one}",
                "else:",
                f"    patch {holding.name} {one} {made(brought)}",
                writer.answer(route, scene),
            ]
    return None
