"""Whose rows are: the field that says who made them, or for whom they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape, is_record
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, plural
from beliefs.spec.entities import Key
from beliefs.spec.inferring.access.accounts import Accounts
from beliefs.spec.inferring.access.roles import roles_wanted
from beliefs.spec.inferring.keeping.belonging import (
    key_reference,
)
from beliefs.spec.inferring.keeping.holdings import (
    OWNERS,
    Holding,
)
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.service import Assumption
from beliefs.spec.types import Field, Type

Said = Callable[[Assumption], None]


def owning(holding: Holding, kept: Kept, accounts: Accounts, hear: Said) -> None:
    """Whose rows they are, where only somebody known may make them."""
    users = accounts.users
    if users is None or users is holding or not accounts.known or holding.addressed:
        return
    makers = [
        each
        for each in holding.routes
        if each.method == "POST" and not steps(each.path, kept.base)[-1].param
    ]
    makers = makers or [each for each in holding.routes if each.method == "PUT"]
    if not any(each.secured for each in makers):
        return
    made = holding.made
    shown = [
        each.name
        for each in holding.shape.properties
        if (
            plain(each.name)
            in OWNERS
            | {f"{plain(users.word)}id", *(f"{plain(role)}id" for role in accounts.roles)}
            | ({plain(users.word), f"{plain(users.word)}name"} if accounts.name else set())
            or _doer(holding, each, accounts)
            or _of_maker(each, users)
        )
        and (made is None or made.part(each.name) is None)
    ]
    said = " ".join(
        " ".join([each.words, *(reply.words for reply in each.replies)]) for each in holding.routes
    )
    about = (
        r"(?i)\b(own|owns|owner|owned|my|your|yours|mine|current user|belong|logged[- ]in|caller|"
        r"somebody else|others?)\b"
    )
    below = [
        each for each in holding.siblings if kept.at(steps(each.path, kept.base)[:1]) is holding
    ]
    forbids = any(
        403 in each.statuses and not roles_wanted(accounts, each)
        for each in (*holding.routes, *below)
    )
    reads = [each for each in holding.routes if each.method == "GET"]
    private = bool(reads) and all(each.secured for each in reads)
    private = private and not any(_FOR_ALL.search(each.words) for each in reads)
    private = private and not any(roles_wanted(accounts, each) for each in makers)
    apiece = any(_APIECE.search(each.words) for each in holding.routes) or any(
        _APIECE.search(text) and re.search(rf"(?i)\b{spoken}s?\b", text)
        for spoken in (holding.word.replace("_", " "),)
        for _, text in kept.contract.prose
    )
    if holding.crowd is not None or holding.crowding:
        private = apiece = False  # it is all members'
        if not shown:
            return
    if not (shown or forbids or re.search(about, said) or private or apiece):
        return
    if private and not (forbids or apiece or re.search(about, said)):
        whose = f"who sees {plural(holding.word.replace('_', ' '))}"
        hear(Assumption(whose, "only whoever made them", holding.routes[0].source))
    keyed = [each for each in shown if _holds_key(holding, each) or accounts.pretended]
    named = [each for each in shown if each not in keyed]
    holding.owner = keyed[0] if keyed else f"{users.word}_id"
    hidden = not keyed
    holding.fields.setdefault(
        holding.owner, Field(holding.owner, key_reference(users), hidden=hidden)
    )
    holding.sets[holding.owner] = f"me.{users.key.name}"
    for each in named:
        part_ = holding.shape.part(each)
        login = each if _of_maker(part_, users) else accounts.name or users.key.name
        owner = f"first({users.name}[where .{users.key.name} = $.{holding.owner}])"
        if part_ is not None and not is_record(part_.shape):
            holding.computed[each] = f"{owner}.{login}"
    if holding.crowd is not None or (holding.crowding and not _by_maker(holding)):
        holding.owner = ""  # it only says who made it
    holding.private = private
    if (private or apiece) and holding.key.style == "given" and holding.key_given:
        # A name that is only one's own among the rows of one account.
        name, part = holding.key.name, holding.shape.part(holding.key.name)
        if part is not None and part.shape.type.kind == "date":
            holding.key_type = Type("date")
        holding.fields.setdefault(name, Field(name, Type(holding.key_type.kind)))
        holding.lookup, holding.key, holding.key_given = name, Key(), False
        holding.apiece = True
        if holding.shape.part(name) is None:
            own = Property(name, Shape(Type(holding.key_type.kind)))
            holding.shape = replace(holding.shape, properties=(own, *holding.shape.properties))


def _by_maker(holding: Holding) -> bool:
    """Whether words say of rows that only whoever made one may do something to it."""
    who = (
        r"(?:author|creator|maker|writer|own|(?:person|member|one|user) who (?:made|wrote|created))"
    )
    return any(re.search(rf"(?i)\b{who}\b", each.words) for each in holding.routes)


_FOR_ALL = re.compile(
    r"(?i)\b(?:whole|entire) (?:team|group|club|family|class|household|company|crew)\b|"
    r"\b(?:of|from|by|for) (?:everybody|everyone|all (?:the )?(?:users|members|people|others|of us|"
    r"colleagues|players|accounts))\b|\beverybody's\b|\beveryone's\b|\b(?:any|every) role\b"
)
_PERSON = (
    r"(?:person|user|member|account|caller|author|player|employee|colleague|somebody|everybody)"
)
_APIECE = re.compile(
    rf"(?i)\b(?:one|1|a single) (?:\w+ )?(?:per|for (?:each|every)) {_PERSON}\b|"
    rf"\b(?:each|every) {_PERSON} (?:has|writes|gives|keeps|may have|can have) "
    rf"(?:only |exactly |at most |just )?(?:one|1|a single)\b"
)


def _doer(holding: Holding, part: Property, accounts: Accounts) -> bool:
    """Whether a text says who made a row: what somebody is known by, or the doer of its deed."""
    word = plain(holding.word)
    doers = {f"{word}er", f"{word}r", f"{word}{word[-1:]}er"}
    said = bool(accounts.name) and plain(part.words) == plain(accounts.name)
    text = part.shape.type.kind in {"string", "email"} and not part.shape.type.nullable
    said = said or _done_by(holding, part)
    login = bool(accounts.name) and plain(part.name) == plain(accounts.name)
    return text and (said or login or plain(part.name) in doers)


_ANYBODYS = {"id", "name", "title", "text", "status", "state", "note", "description", "type", "key"}
_ANYBODYS |= {"role", "url", "image", "bio", "about", "body", "date", "language", "active"}


def _of_maker(part: Property | None, users: Holding) -> bool:
    """Whether a text that no request brings is one that whoever makes a row was made with."""
    known = users.made.part(part.name) if part is not None and users.made is not None else None
    if part is None or known is None or plain(part.name) in _ANYBODYS | SECRETS:
        return False
    return part.shape.type.kind in {"string", "email"} and not part.shape.type.nullable


def _done_by(holding: Holding, part: Property) -> bool:
    """Whether words say that the caller did what a value names: "paid by the caller"."""
    deed = re.fullmatch(r"(\w+?)_?[bB]y", part.name)
    did = re.escape(deed[1]) if deed else ""
    said = (
        rf"(?i)\b{did} by (?:the caller|whoever|you|the (?:current|calling))\b|"
        rf"\b(?:who|whoever|that) {did} (?:it|this)\b"
        if deed
        else ""
    )
    makers = [each for each in holding.routes if each.method == "POST"]
    return bool(said) and any(re.search(said, f"{each.words} {part.words}") for each in makers)


def _holds_key(holding: Holding, name: str) -> bool:
    part = holding.shape.part(name)
    if part is None or is_record(part.shape):
        return False
    return plain(name).endswith("id") or part.shape.type.kind in {"integer", "uuid"}
