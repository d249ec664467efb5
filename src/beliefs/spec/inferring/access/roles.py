"""Roles: which there are, what a new account is, who sees everything, and whom a route is for."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, Shape
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.access.accounts import Accounts
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.types import Type

_FIELDS = {"role", "type", "kind", "scope", "permission"}
_FIRST = re.compile(
    r"(?i)\bfirst (?:account|user|person|one|member)\b[^.;]*?\b(?:is|becomes|gets|has|will be)\b"
    r"(?: made)?(?: the role)?(?: an?| the)? [`\"']?([\w-]+)"
)
_LATER = re.compile(
    r"(?i)\b(?:(?:every|each|any|all) (?:later|other|further|following|new) (?:one|account|user)s?|"
    r"(?:all |the )?(?:others|rest|later ones)|(?:new|later|other|all) (?:accounts|users)|"
    r"everyone else|(?:a|every) new (?:account|user))\b[^.;]*?"
    r"\b(?:is|are|becomes?|gets?|has|have|starts? as|begins? as)\b"
    r"(?: made)?(?: the role)?(?: an?| the)? [`\"']?([\w-]+)"
)
# Roles that do what they do to what is anybody's.
ABOVE = {"admin", "administrator", "moderator", "editor", "manager", "staff", "librarian"}
_WHO = "|".join(sorted(ABOVE))
_ONLY = re.compile(rf"(?i)\b({_WHO})s? only\b|\bonly (?:for |by |to )?(?:an? |the )?({_WHO})s?\b")


def place(contract: Contract, found: Accounts) -> None:
    """Find the field of an account that says what somebody may do, and what it may say."""
    users = found.users
    if users is None:
        return
    parts = (*users.shape.properties, *(users.made.properties if users.made else ()))
    part = next((each for each in parts if plain(each.name) in _FIELDS), None)
    told = tuple(each for each in _told(contract) if each not in found.belonging)
    told = told if len(told) > 1 else ()
    choices = (part.shape.type.choices or _changed(part, contract)) if part is not None else ()
    choices = choices or told
    if not choices or (part is not None and plain(part.name) != "role" and choices == told):
        return
    found.role, found.roles = part.name if part is not None else "role", choices
    kind = Type("string", choices=choices)
    if part is None:
        own = Property("role", Shape(kind), default=json.dumps(choices[0]), read_only=True)
        users.shape = replace(users.shape, properties=(*users.shape.properties, own))
    elif not part.shape.type.choices and users.shape.part(part.name) is not None:
        known = tuple(
            replace(each, shape=replace(each.shape, type=kind)) if each.name == part.name else each
            for each in users.shape.properties
        )
        users.shape = replace(users.shape, properties=known)
    words = ". ".join([*(each.words for each in contract.routes), contract.summary])
    found.seeing = tuple(each for each in choices if _sees(each, choices, words))


def _told(contract: Contract) -> tuple[str, ...]:
    """The roles that the document lists, else those that routes are said to be for."""
    if contract.roles:
        return contract.roles
    words = [f"{each.words} {each.summary}" for each in contract.routes if not each.warded]
    words += [contract.summary, *(text for _, text in contract.prose)]
    said = ". ".join(words)
    named = [match[1].lower() for match in _ONLY.finditer(said) if match[1]]
    named += [match[2].lower() for match in _ONLY.finditer(said) if match[2]]
    kinds = [each for each in dict.fromkeys(named) if each in ABOVE]
    if not kinds:
        return ()
    later = _LATER.search(said)
    usual = later[1].lower() if later else "user"
    usual = usual.removesuffix("s")
    return tuple(dict.fromkeys((usual, *kinds)))


def settle(contract: Contract, found: Accounts) -> None:
    """Say what role a new account has: of the first one, and of all that come later."""
    users = found.users
    if users is None or found.role not in users.fields:
        return
    if users.made is not None and users.made.part(found.role) is not None:
        return
    words = ". ".join([*(each.words for each in contract.routes), contract.summary])
    words += ". ".join(text for _, text in contract.prose)
    first, later = (_named(each, words, found.roles) for each in (_FIRST, _LATER))
    if later:
        field = users.fields[found.role]
        users.fields[found.role] = replace(field, default=json.dumps(later))
    if first:
        usual = json.dumps(later) if later else users.fields[found.role].default
        usual = usual or json.dumps(found.roles[0])
        users.sets[found.role] = f"if(count({users.name}) = 0, {json.dumps(first)}, {usual})"


def _named(pattern: re.Pattern[str], words: str, roles: tuple[str, ...]) -> str:
    for match in pattern.finditer(words):
        told = next((each for each in roles if plain(each) == plain(match[1])), "")
        if told:
            return told
    return ""


def _changed(part: Property, contract: Contract) -> tuple[str, ...]:
    """The roles that a route brings which changes somebody's role."""
    for route in contract.routes:
        brought = route.body.part(part.name) if route.body is not None else None
        if brought is not None and route.method in {"PUT", "PATCH", "POST"}:
            return brought.shape.type.choices
    return ()


def _sees(role: str, roles: tuple[str, ...], words: str) -> bool:
    name = re.escape(role)
    others = "|".join(re.escape(each) for each in roles)
    sees = (
        rf"(?i)\b{name}s?\b(?:(?:,| and| or)+ (?:{others})s?)*[^.,;]*\b(?:sees?|views?|reads?"
        rf"|access(?:es)?|lists?|manages?)\b[^.,;]*\b(?:all|every|any)\b"
    )
    also = rf"(?i)\bfor an? {name}\b[^.;]*\ball\b"
    return bool(re.search(sees, words) or re.search(also, words))


def roles_wanted(found: Accounts, route: Route) -> tuple[str, ...]:
    """The roles that a route is for, where its words say so."""
    choices = found.roles if found.role else ()
    if not choices or or_owner(found, route):
        return ()
    said = " ".join([route.words, *(each.words for each in route.faults if each.status == 403)])
    return for_roles(choices, said) or doing(choices, route)


def doing(choices: tuple[str, ...], route: Route) -> tuple[str, ...]:
    """The role that sentences say does what others may not: "The admin publishes a notice"."""
    one = "|".join(re.escape(each) for each in choices)
    told = re.search(
        rf"(?i)(?:^|[.;] )(?:an? |the )?({one})(?:s [a-z]+|e?s? [a-z]+s)\b", route.words
    )
    if told is None or 403 not in route.statuses:
        return ()
    return tuple(each for each in choices if plain(each) == plain(told[1]))


def for_roles(choices: tuple[str, ...], said: str) -> tuple[str, ...]:
    """The roles among some that words say something is for.

    >>> for_roles(("owner", "editor", "viewer"), "Owners and editors only.")
    ('owner', 'editor')
    >>> for_roles(("owner", "editor", "viewer"), "Viewers may not write.")
    ('owner', 'editor')
    """
    one = "|".join(re.escape(each).replace("_", "[ _-]") for each in choices)
    said = re.sub(rf"(?i)\b(?:its|their|whose) (?:{one})\b", "", said)  # whom a row belongs to
    each_one = rf"(?:an? |the )?(?:{one})(?:e?s)?(?: (?:keys?|tokens?|users?|accounts?|scopes?))?"
    several = rf"{each_one}(?:(?:, and |, or |, | and | or ){each_one})*"
    forms = (
        rf"(?P<a>{several}) only\b",
        rf"\bonly (?:for |by |to )?(?P<b>{several})\b",
        rf"\bnot an? (?P<c>{one})\b",
        rf"\b(?P<d>{one}) role (?:is )?required",
        rf"\brequires? (?:the )?(?:role )?(?P<e>{several})\b",
        rf"(?<!\bno )\b(?P<f>{several}) (?:may|can)\b(?! not|not)",
        rf"\bneeds? (?:the )?(?:role )?(?P<g>{several})\b",
        rf"(?P<h>{several}) \(\s*(?:403\b)?[^)]*\bfor (?:the )?(?:{one})s?\)",
        rf"\b(?:is|are) for (?P<i>{several})\b",
        rf"\((?:for |by |as )?(?P<j>{several})\)",
        rf"\bfor (?P<k>(?:{one})e?s(?:(?:, and |, or |, | and | or )(?:{one})e?s)*)\b",
    )
    for form in forms:
        match = re.search(f"(?i){form}", said)
        told = next((each for each in match.groupdict().values() if each), "") if match else ""
        found_ = tuple(
            each
            for each in choices
            if re.search(rf"(?i)\b{re.escape(each).replace('_', '[ _-]')}(?:e?s)?\b", told)
        )
        if found_:
            return found_
    barred = re.search(
        rf"(?i)\b(?P<no>{several}) (?:may not|cannot|can't|must not|(?:are|is) not allowed)\b", said
    )
    if barred:
        return tuple(
            each for each in choices if not re.search(rf"(?i)\b{re.escape(each)}s?\b", barred["no"])
        )
    return ()


def or_owner(found: Accounts, route: Route) -> tuple[str, ...]:
    """The roles that may do what otherwise only whom a row belongs to may.

    >>> told = Route("DELETE", "/posts/{id}", words="Only the author or an admin may do this.")
    >>> or_owner(Accounts(role="role", roles=("user", "admin")), told)
    ('admin',)
    """
    if not found.role or not found.roles:
        return ()
    said = " ".join([route.words, *(each.words for each in route.faults if each.status == 403)])
    one = "|".join(re.escape(each).replace("_", "[ _-]") for each in found.roles)
    who = r"(?:author|owner|creator|(?:person|one|user) who (?:made|created|wrote|posted) it)s?"
    a, of = r"(?:an? |the |its |their |by |any )*", r"(?:,? (?:or|and|nor)(?: also)? |/|, )"
    behind = re.search(rf"(?i)\b{who}{of}{a}({one})s?\b", said)
    before = re.search(rf"(?i)\b({one})s?{of}{a}{who}\b", said)
    told = behind or before
    return tuple(each for each in found.roles if told and plain(each) == plain(told[1]))


def one_of(value: str, choices: tuple[str, ...]) -> str:
    """The condition that a value is one of some texts.

    >>> one_of("me.role", ("admin",)), one_of("me.role", ("a", "b"))
    ('me.role = "admin"', 'me.role in ["a", "b"]')
    """
    if len(choices) == 1:
        return f"{value} = {json.dumps(choices[0])}"
    return f"{value} in {json.dumps(list(choices))}"


def by_owner(route: Route, holding: Holding) -> bool:
    """Whether only whom a row belongs to may do something: "its speaker only".

    >>> from beliefs.spec.documents.contract import Shape
    >>> row = Holding("Talk", "talk", set(), [], Shape(Type("record")), owner="speaker_id")
    >>> by_owner(Route("POST", "/", words="its speaker only"), row)
    True
    """
    who = re.escape(holding.owner.removesuffix("_id")).replace("_", "[ _-]")
    who = rf"(?:{who}|owner|author|creator|(?:person|one|user) who (?:made|created|submitted) it)"
    said = rf"(?i)\b(?:its|the) {who} only\b|\bonly (?:its|the|by its|by the) {who}\b"
    return bool(re.search(said, route.words))
