"""Messages between accounts: written to somebody by name, in a box of each, read, put away.

Who sends is whoever asks, and both sides are known by the name that accounts go by. People who are
blocked cannot write to those who blocked them.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import Clause, clauses, sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.sending import RECEIVERS
from beliefs.spec.documents.words import plain
from beliefs.spec.entities import Key
from beliefs.spec.inferring.access.accounts import Accounts
from beliefs.spec.inferring.answers.lists import list_lines
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Field, Type

_FROM = ("from", "sender")
_READ = ("read", "seen", "opened", "isread")
_PEOPLE = {"people", "users", "members", "accounts", "contacts", "others"}
_GOT = re.compile(
    r"(?i)\b(?:to|for) (?:you|me|the caller|whoever asks)\b|\b(?:you|i) (?:got|received)\b|"
    r"\breceived\b|\binbox\b"
)
_SENT = re.compile(
    r"(?i)\b(?:from|by|of) (?:you|me|the caller|whoever asks)\b|\b(?:you|i) (?:sent|wrote)\b|"
    r"\bsent\b|\boutbox\b"
)
_ASIDE = re.compile(
    r"(?i)\b(?:own|your|caller'?s) (?:\w+ )?(?:box|side|copy|mailbox|inbox|folder) only\b|"
    r"\bonly (?:from|in|for) (?:your|the caller)|"
    r"\bother (?:side|one|person|party) (?:still )?keeps\b"
)
_OPENS = re.compile(
    r"(?i)\b(?:receiver|recipient|addressee) (?:opens?|reads?|gets?|fetch\w*|looks?)\b[^.;]*"
    r"\b(?:marked|set|becomes?|counts?|is)\b[^.;]*\b(?:read|seen|opened|true)\b"
)
_BLOCKED = re.compile(r"(?i)\bblocked\b[^.;]*\b(?:writes?|sends?|messages?|contacts?)\b")


_BOTH = re.compile(r"(?i)\b(?:sender|receiver|recipient|both|only|own|you|your)\b")


class Mail(NamedTuple):
    """What is sent, by which names, and how accounts are called."""

    holding: Holding
    sender: str
    receiver: str
    name: str

    @property
    def mine(self) -> str:
        """The condition that a row is in a box of whoever asks."""
        return " or ".join(f"({each})" for each in (self.box(self.sender), self.box(self.receiver)))

    def box(self, side: str) -> str:
        """The condition that a row is in the box of one side."""
        gone = gone_by(side)
        kept = f" and not(.{gone})" if gone in self.holding.fields else ""
        return f".{side} = me.{self.name}{kept}"


def gone_by(side: str) -> str:
    """The field that says that one side has put a row away."""
    return f"removed_by_{side}"


def mail_of(kept: Kept, accounts: Accounts) -> Mail | None:
    """The rows that accounts send to each other; None where there are none."""
    if accounts.users is None or not accounts.known or not accounts.name:
        return None
    for holding in kept.holdings:
        brought = holding.made.names if holding.made is not None else ()
        to = next((each for each in brought if plain(each) in RECEIVERS), "")
        texts = [e.name for e in holding.shape.properties if e.shape.type.kind == "string"]
        sender = next((each for each in texts if plain(each) in _FROM), "")
        if to and sender and sender not in brought and holding is not accounts.users:
            return Mail(holding, sender, to, accounts.name)
    return None


def settle(kept: Kept, accounts: Accounts) -> None:
    """Say who sends, what is put away by whom, and who blocked whom."""
    mail = mail_of(kept, accounts)
    if mail is None or accounts.users is None:
        return
    holding, own = mail.holding, f"count({mail.holding.name}[where .{{}} = $.{mail.name}])"
    if holding.owner and holding.owner != mail.sender:
        holding.fields.pop(holding.owner, None)
        holding.sets.pop(holding.owner, None)
    holding.owner = ""  # it is both sides'
    holding.computed.pop(mail.sender, None)
    holding.fields[mail.sender] = Field(mail.sender, Type("string"))
    holding.sets[mail.sender] = f"me.{mail.name}"
    if any(each.method == "DELETE" and _ASIDE.search(each.words) for each in holding.routes):
        for side in (mail.sender, mail.receiver):
            gone = Field(gone_by(side), Type("boolean"), default="false", hidden=True)
            holding.fields[gone.name] = gone
    for names, side in ((("sent",), mail.sender), (("received", "got"), mail.receiver)):
        for figure in names:
            accounts.users.computed[figure] = own.format(side)
    for each in kept.holdings:
        keyed = each.key.name == mail.name and each.key.style == "given"
        if set(each.fields) - {each.owner} == (set() if keyed else {mail.name}) and each.owner:
            each.key, each.key_given, each.owner = Key(), False, ""
            each.sets = {}
            _forget(kept, each)
            each.fields = {"by": Field("by", Type("string")), "whom": Field("whom", Type("string"))}


def _forget(kept: Kept, named: Holding) -> None:
    """Let no field be taken for the key of rows that are known by two names."""
    for each in kept.holdings:
        each.references = {name: to for name, to in each.references.items() if to != named.name}


def mail_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """Guards that somebody is written to who is there, and lets whoever asks write."""
    mail = mail_of(writer.kept, writer.accounts)
    users = writer.accounts.users
    if mail is None or mail.holding is not holding or users is None:
        return []
    given = brought.get(mail.receiver, "")
    if not given or not writer.needs(route):
        return []
    there = writer.refuse(route, "absent", "There is nobody of this name", "no person", (404,))
    lines = [f"guard count({users.name}[where .{mail.name} = {given}]) > 0 else {there}"]
    blocks, rule = _blocks(writer, mail), _said(route, _BLOCKED)
    if blocks is not None and rule is not None:
        said = "You are blocked"
        way = writer.refuse(route, "forbidden", said, rule.words, (rule.status,))
        holds = f".by = {given} and .whom = me.{mail.name}"
        lines.append(f"guard count({blocks.name}[where {holds}]) = 0 else {way}")
    return lines


def _said(route: Route, pattern: re.Pattern[str]) -> Clause | None:
    for sentence in sentences(route.words):
        if pattern.search(sentence):
            return next((each for each in clauses(sentence) if each.status >= 400), None)
    return None


def _blocks(writer: Writer, mail: Mail) -> Holding | None:
    del mail
    return next((each for each in writer.kept.holdings if {"by", "whom"} == set(each.fields)), None)


def mail_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route about messages, boxes and blocks; None for any other."""
    mail = mail_of(writer.kept, writer.accounts)
    chain = writer.chain(route)
    if mail is None or not chain or not writer.needs(route):
        return None
    blocks = _blocks(writer, mail)
    at = writer.kept.at(chain)
    if blocks is not None and at is blocks:
        return _block_lines(writer, route, blocks, mail)
    if at is mail.holding and chain[-1].param:
        return _one_lines(writer, route, mail)
    if route.method != "GET" or chain[-1].param:
        return None
    if at is None and len(chain) == 1 and plain(chain[0].name) in _PEOPLE:
        users = writer.accounts.users
        assert users is not None
        others = re.search(r"(?i)\bothers?\b|\bbut (?:you|me)\b", route.words)
        where = [f".{mail.name} != me.{mail.name}"] if others else []
        return list_lines(writer, route, users, chain, where)
    got, sent = (bool(each.search(f"{route.words} {route.path}")) for each in (_GOT, _SENT))
    if at is None and got != sent:
        side = mail.receiver if got else mail.sender
        return list_lines(writer, route, mail.holding, chain, [mail.box(side)])
    return None


def _one_lines(writer: Writer, route: Route, mail: Mail) -> list[str] | None:
    """One message: seen by both sides, marked once it is opened, put away by one of them."""
    holding, one = mail.holding, mail.holding.variable
    if not _BOTH.search(route.words):
        return None
    param = writer.chain(route)[-1].param
    find = f".{holding.key.name} = input.{param} and ({mail.mine})"
    reads = [
        f"let {one} = first({holding.name}[where {find}])",
        f"guard {one} != null else {writer.absent(route, holding)}",
    ]
    if route.method == "GET":
        truth = next((each for each in holding.fields if plain(each) in _READ), "")
        marks = [
            f"if {one}.{mail.receiver} = me.{mail.name}:",
            f"    patch {holding.name} {one} {{{truth}: true}}",
        ]
        marks = marks if truth and _OPENS.search(route.words) else []
        return [*reads, *marks, writer.answer(route, Scene(holding, one))]
    if route.method == "DELETE" and _ASIDE.search(route.words):
        aside = [
            f"if {one}.{mail.sender} = me.{mail.name}:",
            f"    patch {holding.name} {one} {{{gone_by(mail.sender)}: true}}",
            "else:",
            f"    patch {holding.name} {one} {{{gone_by(mail.receiver)}: true}}",
        ]
        return [*reads, *aside, writer.answer(route, Scene(holding, one), 204)]
    return None


def _block_lines(writer: Writer, route: Route, blocks: Holding, mail: Mail) -> list[str] | None:
    """Who is blocked by whoever asks: set, taken back, listed."""
    users, param = writer.accounts.users, writer.chain(route)[-1].param
    assert users is not None
    me = f"me.{mail.name}"
    rows = f"{blocks.name}[where .by = {me}"
    if route.method == "GET" and not param:
        return [f"answer 200 each(one in {rows}]: one.whom)"]
    there = writer.refuse(route, "absent", "There is nobody of this name", "person", (404,))
    guard = f"guard count({users.name}[where .{mail.name} = input.{param}]) > 0 else {there}"
    answer = writer.answer(route, Scene(message="Done"), 204)
    if route.method == "PUT":
        keep = made({"by": me, "whom": f"input.{param}"})
        once = f"if count({rows} and .whom = input.{param}]) = 0:"
        return [guard, once, f"    insert {blocks.name} {keep} as block", answer]
    if route.method == "DELETE":
        return [guard, f"delete {blocks.name} where .by = {me} and .whom = input.{param}", answer]
    return None
