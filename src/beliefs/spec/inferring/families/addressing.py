"""Messages from one person to another: an inbox, what was sent, and marks of what was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import clauses, sentences
from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.documents.places import Step
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.lists import list_lines
from beliefs.spec.inferring.families.corresponding import corresponding_lines
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer, hides, said_of
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


_TO_WHOM = "recipients?|receivers?|addressees?"
_BY_WHOM = "senders?|authors?"
# That the other side is told apart from everybody else, by whether it is the receiver's deed.
_OTHER_SIDE = {
    True: re.compile(r"(?i)\b(?:you|i|caller) sent\b|\b(?:for|by|is|are) the sender\b"),
    False: re.compile(r"(?i)\b(?:you|i|caller) (?:got|received)\b|\b(?:for|by) the recipient\b"),
}
_SELF = re.compile(r"(?i)\bto (?:your|one|them|him|her|my)sel(?:f|ves)\b")


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
        between = corresponding_lines(writer, route, holding, to, sender) if to else None
        if between is not None:
            return between
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


def seen_by(writer: Writer, route: Route, holding: Holding) -> tuple[list[str], list[str]]:
    """Conditions and guards that a message is the caller's; none where all may do this."""
    to, sender = ends(holding)
    if not holding.addressed or not writer.needs(route):
        return [], []
    me, one = writer.my_name(), holding.variable
    both = [f"(.{to} = {me} or .{sender} = {me})"]
    side = _only_side(route, to, sender)
    if not side:
        hidden = _ONLY_TWO.search(said_of(writer.contract, route)) or 403 in route.statuses
        return both if hidden else [], []
    if 403 not in route.statuses:
        return [f".{side} = {me}"], []
    way = writer.refuse(route, "forbidden", "Forbidden", "recipient sender only", (403,))
    told = hides(writer.contract, route)
    told = told or any(map(_OTHER_SIDE[side == to].search, _said(route)))
    return both if told else [], [f"guard {one}.{side} = {me} else {way}"]


def _said(route: Route) -> list[str]:
    """All that is said of a route and of its answers."""
    answers = [*(each.words for each in route.replies), *(each.words for each in route.faults)]
    return [route.words, *answers]


def _only_side(route: Route, to: str, sender: str) -> str:
    """The side that alone may do what a route does, where words say so."""
    said = _said(route)
    for field, names in ((to, _TO_WHOM), (sender, _BY_WHOM)):
        only = (
            rf"(?i)\b(?:only|unless|except) (?:by |for )?(?:you are )?(?:the |its )?(?:{names})\b"
        )
        only += rf"(?! (?:and|or) )|\b(?:not|isn't) the (?:{names})\b(?! (?:and|or) )"
        only += rf"|\b(?:the )?(?:{names}) (?:only|alone)\b"
        if any(re.search(only, each) for each in said):
            return field
    return ""


def self_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """A guard that somebody else is written to, where words say how it fails."""
    given = brought.get(ends(holding)[0], "")
    if not holding.addressed or not given or not writer.needs(route):
        return []
    told = [each.status for each in route.faults if _SELF.search(each.words)]
    for sentence in sentences(route.words):
        if _SELF.search(sentence):
            told += [each.status for each in clauses(sentence) if each.status >= 400]
    if not told:
        return []
    said = "Nobody writes to themselves"
    way = writer.refuse(route, "refused", said, "yourself themselves", (told[0],))
    return [f"guard {given} != {writer.my_name()} else {way}"]


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
