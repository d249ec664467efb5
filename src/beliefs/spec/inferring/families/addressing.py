"""Messages from one person to another: an inbox, what was sent, and marks of what was read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.documents.places import Step
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.lists import list_lines
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer, said_of
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.access.accounts import Accounts
    from beliefs.spec.inferring.keeping.kept import Kept

_TO = {"to", "recipient", "receiver", "addressee", "touser", "tousername", "recipientname"}
_FROM = {"from", "sender", "author", "fromuser", "fromusername", "sendername"}
_INBOX = re.compile(
    r"(?i)\binbox|received|incoming|\b(?:sent|addressed|written) to\b|\b\w+s (?:to|for) (?:me|the |"
    r"that |this |a )"
)
_SENT = re.compile(
    r"(?i)\boutbox|outgoing|(?:^|/)sent\b|\bsent by\b|"
    r"\b(?:i|they|user|caller|person) (?:has |have )?sent\b"
)
_OPENED = re.compile(
    r"(?i)\b(?:open|read|fetch|gett|view|show)ing\b[^.]*\bmarks?\b[^.]*\bread\b|"
    r"\bmark(?:s|ed)\b[^.]*\bread\b[^.]*\b(?:when|once|as soon as)\b"
)
_ONLY_TWO = re.compile(
    r"(?i)\bonly (?:the two|both|its (?:sender|recipient)|the (?:sender|recipient))\b|"
    r"\b(?:anybody|anyone|everybody|everyone|nobody) else\b|\bneither (?:sender|sent|wrote)"
)


def ends(holding: Holding) -> tuple[str, str]:
    """The fields that say to whom a row is, and from whom; empty where there is none."""
    names = (*holding.fields, *holding.shape.names, *(holding.made.names if holding.made else ()))
    to = next((each for each in names if plain(each) in _TO), "")
    return to, next((each for each in names if plain(each) in _FROM), "") if to else ""


def place(kept: Kept, accounts: Accounts) -> None:
    """Say of rows that are addressed to somebody who sent them, where that is whoever asks."""
    users = accounts.users
    for holding in kept.holdings:
        to, sender = ends(holding)
        brought = holding.made is not None and holding.made.part(sender) is not None
        if not to or not sender or brought or users is None or not accounts.known:
            continue
        makes = [each for each in holding.routes if each.method == "POST"]
        if makes and all(each.secured for each in makes):
            name = users.key.name if accounts.caller else accounts.name
            holding.addressed = True
            holding.fields[sender] = Field(sender, Type("string"))
            holding.sets[sender] = f"me.{name}"


def addressed_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that lists or counts the messages of one person; else None."""
    chain = writer.chain(route)
    if route.method != "GET" or not chain:
        return None
    for holding in writer.kept.holdings:
        to, sender = ends(holding)
        if not to or (writer.kept.at(chain) is holding and chain[-1].param):
            continue
        field = _meant(route, chain, to, sender)
        who = _who(writer, route, chain, field)
        if not field or not who:
            continue
        return _some(writer, route, holding, chain, f".{field} = {who}")
    return None


def _meant(route: Route, chain: tuple[Step, ...], to: str, sender: str) -> str:
    """Whether it is about what somebody got, or about what they sent."""
    last = "/".join(each.name for each in chain)
    for text in (f"/{last}", f"{route.words} {route.summary}"):
        if sender and _SENT.search(text):
            return sender
        if _INBOX.search(text) or re.search(r"(?i)unread", text):
            return to
    return ""


def _who(writer: Writer, route: Route, chain: tuple[Step, ...], field: str) -> str:
    """The person: who the path or the query names, else whoever asks."""
    names = {"user", "name", "username", "person", "member", "for", plain(field)}
    for each in chain:
        if each.param and plain(each.param) in names:
            return f"input.{each.param}"
    if writer.needs(route) and writer.accounts.users is not None:
        return writer.my_name()
    asked = [each for each in route.params if each.place == "query" and plain(each.name) in names]
    return f"input.{writer.name(asked[0].name)}" if asked and asked[0].required else ""


def _some(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...], holds: str
) -> list[str] | None:
    read = _read(holding)
    shape = route.good.shape if route.good else None
    counts = shape is not None and is_record(shape) and len(shape.properties) == 1
    if counts and shape is not None and shape.properties[0].shape.type.kind == "integer":
        unread = re.search(r"(?i)unread|not (?:yet )?read", f"{route.path} {route.words}")
        where = f"{holds} and not(.{read})" if unread and read else holds
        many = f"count({holding.name}[where {where}])"
        return [f"answer {route.good.status if route.good else 200} {{{shape.names[0]}: {many}}}"]
    return list_lines(writer, route, holding, (Step(chain[-1].name),), [holds])


def _read(holding: Holding) -> str:
    return next((each for each in holding.fields if plain(each) in {"read", "isread", "seen"}), "")


def seen_by(writer: Writer, route: Route, holding: Holding) -> str:
    """The condition that a message is the caller's, sent or got; empty where all may see it."""
    to, sender = ends(holding)
    if not holding.addressed or not writer.needs(route):
        return ""
    if not _ONLY_TWO.search(said_of(writer.contract, route)) and 403 not in route.statuses:
        return ""
    return f"(.{to} = {writer.my_name()} or .{sender} = {writer.my_name()})"


def opened(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """That a message is read once whom it is for has opened it, where words say so."""
    to, _ = ends(holding)
    read = _read(holding)
    if route.method != "GET" or not to or not read:
        return []
    if not _OPENED.search(said_of(writer.contract, route)):
        return []
    one = holding.variable
    mark = f"patch {holding.name} {one} {{{read}: true}}"
    if not writer.needs(route):
        return [mark]
    return [f"if {one}.{to} = {writer.my_name()}:", f"    {mark}"]
