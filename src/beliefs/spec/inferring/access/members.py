"""What requests do where rows have members: let in, put out, change a role, leave; and who may."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.places import Step
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.access.membership import (
    ROLES,
    Crowd,
    adds_member,
    role_field,
    whom,
)
from beliefs.spec.inferring.access.roles import doing, for_roles, one_of
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer, said_of
from beliefs.spec.types import Kind

_LEAVES = {"leave", "quit", "leaving"}
_BUT_SELF = re.compile(r"(?i) (?:but|except)(?: for)? (?:themsel\w+|himself|herself)")
_SELF = re.compile(r"(?i)\bthemsel\w+|\boneself\b|\byourself\b|\bmay leave\b|\bcan leave\b")


def member_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that changes who belongs to a row; None when it is none of these."""
    chain = writer.chain(route)
    group = next(
        (
            found
            for end in range(len(chain), 0, -1)
            if chain[end - 1].param
            and (found := writer.kept.at(chain[:end])) is not None
            and found.crowd is not None
        ),
        None,
    )
    if group is None or group.crowd is None or not writer.needs(route):
        return None
    members = writer.kept.of(group.crowd.name)
    if members is None:
        return None
    leaves = not chain[-1].param and plain(chain[-1].name) in _LEAVES
    if leaves and writer.kept.at(chain[:-1]) is group and route.method in {"POST", "DELETE"}:
        return _left(writer, route, chain, group, members)
    if writer.kept.at(chain) is not members:
        return None
    if route.method == "POST" and adds_member(route, chain):
        return _added(writer, route, chain, group, members)
    if not chain[-1].param or route.method not in {"DELETE", "PATCH", "PUT"}:
        return None
    below = [(each, writer.chain(each)) for each in writer.contract.routes]
    posted = any(
        each.method == "POST" and adds_member(each, at) and writer.kept.at(at) is members
        for each, at in below
    )
    if route.method == "PUT" and not posted:
        return _put(writer, route, chain, group, members)
    return _changed(writer, route, chain, group, members)


def _put(
    writer: Writer, route: Route, chain: tuple[Step, ...], group: Holding, members: Holding
) -> list[str] | None:
    """Somebody whom the path names is let in, or is something else from now on."""
    crowd, users = group.crowd, writer.accounts.users
    role = next((each for each in writer.inputs(route) if plain(each.wire) in ROLES), None)
    assert crowd is not None
    assert users is not None
    one, link = members.variable, f"{group.variable}.{group.key.name}"
    who, read = _account(writer, route, chain[-1].param)
    given = f"input.{role.name}" if role is not None else f'"{crowd.usual}"'
    values = {crowd.link: link, crowd.who: who, role_field(members): given, **members.sets}
    scene = Scene(members, one, message="Member saved")
    made_ = 201 if 201 in route.statuses else 200
    kept = _kept_in(writer, route, group, members, one, given)
    change = [f"patch {members.name} {one} {{{role_field(members)}: {given}}}"] if role else []
    return [
        *writer.above(route, chain[:-1]),
        *read,
        f"let {one} = {crowd.of(group.variable, group.key.name, who)}",
        f"if {one} = null:",
        f"    insert {members.name} {made(values)} as {one}",
        f"    {writer.answer(_answering(route, made_), scene, made_)}",
        *kept,
        *change,
        writer.answer(_answering(route, 200), scene, 200),
    ]


def _answering(route: Route, status: int) -> Route:
    """A route of whose good answers only the one with a status is left, where there is one."""
    good = tuple(each for each in route.replies if each.status == status or each.status >= 300)
    return replace(route, replies=good) if status in route.statuses else route


def _added(
    writer: Writer, route: Route, chain: tuple[Step, ...], group: Holding, members: Holding
) -> list[str] | None:
    crowd, users = group.crowd, writer.accounts.users
    assert crowd is not None
    assert users is not None
    given = whom(route, users, writer.accounts)
    lines = writer.above(route, chain[:-1])
    who, read = _account(writer, route, given)
    lines += read
    there = crowd.of(group.variable, group.key.name, who)
    twice = writer.refuse(
        route, "conflict", "Already a member", "member already exists twice", (409, 400, 422)
    )
    lines.append(f"guard {there} = null else {twice}")
    role = next((each for each in writer.inputs(route) if plain(each.wire) in ROLES), None)
    values = {
        crowd.link: f"{group.variable}.{group.key.name}",
        crowd.who: who,
        role_field(members): _as(crowd, f"input.{role.name}" if role else "", role is None),
        **members.sets,
    }
    if role is not None and (role.required or role.default):
        values[role_field(members)] = f"input.{role.name}"
    one = members.variable
    lines.append(f"insert {members.name} {made(values)} as {one}")
    return [*lines, writer.answer(route, Scene(members, one, message="Member added"), 201)]


def _as(crowd: Crowd, given: str, silent: bool) -> str:
    usual = f'"{crowd.usual}"'
    return usual if silent else f"or_else({given}, {usual})"


def _account(writer: Writer, route: Route, given: str) -> tuple[str, list[str]]:
    """The key of the account that a value names, and the statements that find it."""
    users = writer.accounts.users
    assert users is not None
    value = f"input.{writer.name(given)}"
    if writer.accounts.pretended:
        return value, []
    key = users.key.name
    by = users.named(given) or (key if plain(given).endswith("id") else writer.accounts.name)
    way = writer.refuse(
        route, "absent", "User not found", "user account nobody unknown", (404, 422)
    )
    read = f"let somebody = first({users.name}[where .{by} = {value}])"
    return f"somebody.{key}", [read, f"guard somebody != null else {way}"]


def _changed(
    writer: Writer, route: Route, chain: tuple[Step, ...], group: Holding, members: Holding
) -> list[str] | None:
    """Somebody is put out, or is something else from now on."""
    crowd, users = group.crowd, writer.accounts.users
    assert crowd is not None
    assert users is not None
    param = chain[-1].param
    value, one = f"input.{param}", members.variable
    key = users.key.name
    if param_kind(writer, param) == "string" and not writer.accounts.pretended:
        by = users.named(param) or writer.accounts.name
        value = f"first({users.name}[where .{by} = {value}]).{key}"
    lines = writer.above(route, chain[:-1])
    gone = writer.refuse(route, "absent", "Member not found", "member not user", (404,))
    lines += [
        f"let {one} = {crowd.of(group.variable, group.key.name, value)}",
        f"guard {one} != null else {gone}",
    ]
    scene = Scene(members, one, message="Member removed")
    if route.method == "DELETE":
        lines += _kept_in(writer, route, group, members, one)
        drop = f"delete {members.name} where .id = {one}.id"
        return [*lines, drop, writer.answer(route, scene, 204)]
    role = next((each for each in writer.inputs(route) if plain(each.wire) in ROLES), None)
    if role is None:
        return None
    change = f"patch {members.name} {one} {{{role_field(members)}: input.{role.name}}}"
    lines += _kept_in(writer, route, group, members, one, f"input.{role.name}")
    return [*lines, change, writer.answer(route, scene, 200)]


def _left(
    writer: Writer, route: Route, chain: tuple[Step, ...], group: Holding, members: Holding
) -> list[str] | None:
    if route.body is not None:
        return None
    lines = writer.above(route, chain[:-1])
    one = mine(group)
    lines += _kept_in(writer, route, group, members, one)
    drop = f"delete {members.name} where .id = {one}.id"
    scene = Scene(group, group.variable, message="You left")
    return [*lines, drop, writer.answer(route, scene, 204)]


def _kept_in(
    writer: Writer, route: Route, group: Holding, members: Holding, one: str, given: str = ""
) -> list[str]:
    """Guards that somebody is not one who must stay: the owner, or the last of them."""
    crowd = group.crowd
    assert crowd is not None
    role = role_field(members)
    lines = []
    told_of = [(each.status, f"{each.words} {each.message}") for each in route.faults]
    for sentence in sentences(route.words):
        told_of += [(int(each), sentence) for each in re.findall(r"\b(4\d\d)\b", sentence)]
    guarded: set[str] = set()
    for status, told in told_of:
        named = next((each for each in crowd.roles if re.search(rf"(?i)\b{each}s?\b", told)), "")
        if (
            status not in {400, 403, 409, 422}
            or not named
            or named in guarded
            or re.search(rf"(?i)\bonly (?!{named}s?\b|one\b|an? )|^only\b", told)
        ):
            continue
        if status == 403 and not re.search(r"(?i)\b(?:cannot|can't|may not|must)\b", told):
            continue
        guarded.add(named)
        said = re.sub(
            r"(?i)(?:,? (?:is|are) (?:refused|rejected|answered)(?: with| by)?)?\s*\(?\b4\d\d\b.*",
            "",
            told,
        )
        said = said.strip() or told.strip()
        way = writer.refuse(route, "conflict", said, told, (status,))
        other = f'{one}.{role} != "{named}"'
        other += f' or {given} = "{named}"' if given else ""
        if re.search(
            rf"(?i)\b(?:last|only one|without an?|at least one|(?:the|its|an) only {named}|"
            rf"last_\w+)\b",
            told,
        ):
            all_ = f"{members.name}[where .{crowd.link} = {group.variable}.{group.key.name} and "
            other += f' or count({all_}.{role} = "{named}"]) > 1'
        lines.append(f"guard {other} else {way}")
    return lines


def param_kind(writer: Writer, param: str) -> Kind:
    """Whether a path names a member by the key of their account, or by what they are called."""
    users = writer.accounts.users
    assert users is not None
    if users.key.style == "given" or (plain(param).endswith("id") and not users.fields.get(param)):
        return users.key_type.kind
    return "string"


def mine(group: Holding) -> str:
    """The name of the row that says that the caller belongs."""
    return f"my_{group.word}_member"


def crowded(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """An effect in which whoever makes a row belongs to it, and others have to belong."""
    if not writer.needs(route) or writer.accounts.users is None:
        return lines
    for group in writer.kept.holdings:
        if group.crowd is not None:
            lines = _first_in(writer, group, group.crowd, lines)
            lines = _guarded(writer, route, group, group.crowd, lines)
    return lines


def _first_in(writer: Writer, group: Holding, crowd: Crowd, lines: list[str]) -> list[str]:
    """Whoever makes a row belongs to it first."""
    users, members = writer.accounts.users, writer.kept.of(crowd.name)
    assert users is not None
    assert members is not None
    found: list[str] = []
    for line in lines:
        found.append(line)
        if new := re.match(rf"( *)insert {group.name} .* as (\w+)$", line):
            values = {
                crowd.link: f"{new[2]}.{group.key.name}",
                crowd.who: f"me.{users.key.name}",
                role_field(members): f'"{crowd.first}"',
                **members.sets,
            }
            found.append(f"{new[1]}insert {crowd.name} {made(values)} as {mine(group)}")
    return found


def _guarded(
    writer: Writer, route: Route, group: Holding, crowd: Crowd, lines: list[str]
) -> list[str]:
    """Only those who belong to a row get at it, and at what is below it."""
    users = writer.accounts.users
    assert users is not None
    links = {group.name: group.key.name}
    for each in writer.kept.holdings:
        for parent in each.parents:
            if parent.name == group.name and each.name != crowd.name:
                links[each.name] = parent.field
        for name, to in each.references.items():
            if to == group.name and each.name != crowd.name:
                links.setdefault(each.name, name)
    found: list[str] = []
    done = False
    for at, line in enumerate(lines):
        found.append(line)
        there = re.match(r"guard (\w+) != null else (.*)$", line)
        read = re.match(r"let (\w+) = first\((\w+)\[where ", lines[at - 1]) if there else None
        if done or not there or not read or read[1] != there[1] or read[2] not in links:
            continue
        done = True
        one = mine(group)
        member = crowd.of(read[1], links[read[2]], f"me.{users.key.name}")
        found += [
            f"let {one} = {member}",
            f"guard {one} != null else {_other(writer, route, there[2])}",
        ]
        wanted = _wanted(route, crowd)
        if wanted:
            members = writer.kept.of(crowd.name)
            role = role_field(members) if members is not None else "role"
            test = one_of(f"{one}.{role}", wanted)
            if _SELF.search(route.words) and (target := _target(writer, route)):
                test = f"{test} or {target} = me.{users.key.name}"
            way = writer.refuse(route, "forbidden", "Forbidden", "role only", (403,))
            found.append(f"guard {test} else {way}")
    return found


def _target(writer: Writer, route: Route) -> str:
    """The key of the account that a path names."""
    chain = writer.chain(route)
    users = writer.accounts.users
    if not chain or not chain[-1].param or users is None:
        return ""
    value = f"input.{chain[-1].param}"
    if param_kind(writer, chain[-1].param) == "string" and not writer.accounts.pretended:
        by = users.named(chain[-1].param) or writer.accounts.name
        return f"first({users.name}[where .{by} = {value}]).{users.key.name}"
    return value


_STRANGERS = re.compile(
    r"(?i)\b(?:only|for) (?:the |its )?members\b|\bmembers only\b|"
    r"\b(?:not|no|non-?) ?(?:an? )?members?\b"
    r"|\bnot (?:in|part of|belong(?:ing)? to) (?:it|the|that|this)\b"
)


_HIDDEN = re.compile(
    r"(?i)\b(?:(?:every|any)(?:body|one) else|strangers?|others|non-?members?)\b"
    r"[^.;]*(?:\b404\b|not exist|not found|no such)|"
    r"\b404\b[^.;]*\b(?:everybody|everyone|anyone) else\b"
    r"|\b404\b[^.;]*\b(?:others|strangers|non-?members?|not (?:an? )?member)\b"
)


def _other(writer: Writer, route: Route, absent: str) -> str:
    """How a request of somebody fails who does not belong."""
    contract = writer.contract
    if _HIDDEN.search(said_of(contract, route)):
        return absent
    said = [fault for fault in contract.faults if fault.status == 403]
    said += [
        fault
        for each in contract.routes
        for fault in each.faults
        if fault.status == 403 and _STRANGERS.search(fault.words)
    ]
    if 403 in route.statuses or said or _STRANGERS.search(route.words):
        return writer.refuse(route, "forbidden", "Not a member", "member belong", (403,))
    return absent


def _wanted(route: Route, crowd: Crowd) -> tuple[str, ...]:
    """The roles that a route is for; none where all who belong may ask."""
    faults = [each.words for each in route.faults if each.status == 403]
    faults = [each for each in faults if not _SOMETIMES.search(each)]
    said = re.sub(r"(?i)\b(?:its|their) ", "the ", ". ".join([route.words, *faults]))
    said = _BUT_SELF.sub("", said)
    others = [each for each in re.split(r"(?<=[.;,])\s+", said) if not _SELF.search(each)]
    said = " ".join(others) if len(others) < len(re.split(r"(?<=[.;,])\s+", said)) else said
    if found := for_roles(crowd.roles, said) or doing(crowd.roles, route):
        return found if "member" not in found else ()  # which all of them are
    one = "|".join(re.escape(each) for each in crowd.roles)
    some = rf"((?:{one})s?(?:(?:, | and | or )(?:{one})s?)*)"
    denied = re.search(
        rf"(?i)\b{some} (?:may not|can ?not|can't|must not|get 403|are refused|are not allowed)"
        rf"|\bno(?:t for| ) {some}\b|\b(?:403|forbidden) for {some}\b",
        said,
    )
    out = next(each for each in denied.groups() if each) if denied else ""
    return tuple(
        each for each in crowd.roles if out and not re.search(rf"(?i)\b{re.escape(each)}s?\b", out)
    )


# What is said of all routes at once: "not a director where one is needed".
_SOMETIMES = re.compile(
    r"(?i)\b(?:where|when|if) (?:one|it|that|this) is (?:needed|required|wanted)\b"
)
