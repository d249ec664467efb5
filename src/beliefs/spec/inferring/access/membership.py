"""Rows that several accounts belong to: teams, households, boards and who is in them, as what.

`POST /teams/{id}/members` names an account, so that rows of their own say who belongs where and in
which role; whoever makes a team belongs to it first. What is below a team is all its members'.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.names import CREATED
from beliefs.spec.documents.places import Step, names, segment_word, steps, unwrapped
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.entities import Key
from beliefs.spec.inferring.keeping.holdings import Holding, Parent
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.access.accounts import Accounts
    from beliefs.spec.inferring.keeping.kept import Kept

PLACES = {"members", "memberships", "users", "participants", "collaborators", "people", "team"}
ROLES = {"role", "myrole", "yourrole", "permission", "accesslevel", "access", "level"}
_NAMES = {"username", "user", "name", "login", "member", "person", "email", "account", "handle"}
_KEYS = {"userid", "memberid", "accountid", "id", "personid"}
_SINCE = {"joinedat", "addedat", "since", "joined", "membersince", "memberfrom"} | CREATED


class Crowd(NamedTuple):
    """Who belongs to a row: the rows that say so, their fields, and the roles that there are."""

    name: str  # of the holding whose rows say it
    link: str  # its field that names the row which somebody belongs to
    who: str  # its field that names the account
    roles: tuple[str, ...]
    first: str  # the role of whoever makes a row
    usual: str  # and that of others, where nothing is said

    def of(self, row: str, key: str, whom: str) -> str:
        """The row that says that somebody belongs.

        >>> Crowd("Member", "team_id", "user_id", (), "", "").of("team", "id", "me.id")
        'first(Member[where .team_id = team.id and .user_id = me.id])'
        """
        return f"first({self.name}[where .{self.link} = {row}.{key} and .{self.who} = {whom}])"


def place(kept: Kept, accounts: Accounts) -> None:
    """Find what has members, before anything is said to be only its maker's."""
    users = accounts.users
    if users is None or not accounts.known or accounts.key:
        return
    for route in kept.contract.routes:
        chain = steps(route.path, kept.base)
        group = kept.at(chain[:-1]) if adds_member(route, chain) else None
        if group is None or group is users or group.crowd is not None or not route.secured:
            continue
        named = whom(route, users, accounts) or chain[-1].param
        if not named or not _makes(group, kept):
            continue
        members = kept.at(chain)
        if members is None or members in (users, group):
            members = _new(kept, group, chain, route)
        roles = _roles(kept, route, members, group)
        first = _first(kept, group, roles)
        usual = _usual(route, roles, first)
        roles = roles or (first, usual)
        link = f"{group.word}_{group.key.name}" if group.key.name != "id" else f"{group.word}_id"
        who = f"{users.word}_{users.key.name}"
        who = "user_id" if any(plain(each) == "userid" for each in members.shape.names) else who
        group.crowd = Crowd(members.name, link, who, roles, first, usual)
        accounts.belonging = tuple(dict.fromkeys((*accounts.belonging, *roles)))
        members.crowding = True
        for each in kept.holdings:
            below = any(
                len(one) > len(two) and one[: len(two)] == two
                for one in each.places
                for two in group.places
            )
            each.crowding = each.crowding or (below and each is not group)


def adds_member(route: Route, chain: tuple[Step, ...]) -> bool:
    """Whether a route lets somebody into a row that its path names."""
    if route.method not in {"POST", "PUT"} or len(chain) < 2:
        return False
    last = chain[-1]
    if last.param:
        return route.method == "PUT" and plain(last.name) in PLACES and bool(chain[-2].param)
    return route.method == "POST" and plain(last.name) in PLACES and bool(chain[-2].param)


def whom(route: Route, users: Holding, accounts: Accounts) -> str:
    """The name of a body that says who is let in."""
    parts = route.body.properties if route.body is not None else ()
    for part in parts:
        if plain(part.name) in _KEYS | {f"{plain(users.word)}id"}:
            return part.name
        if plain(part.name) in _NAMES | {plain(accounts.name)} and not is_record(part.shape):
            return part.name
    return ""


def _makes(group: Holding, kept: Kept) -> bool:
    """Whether somebody known makes such rows, who belongs to them then."""
    made = [each for each in group.routes if each.method == "POST" and each.secured]
    return any(not steps(each.path, kept.base)[-1].param for each in made)


def _new(kept: Kept, group: Holding, chain: tuple[Step, ...], route: Route) -> Holding:
    """Rows that say who belongs, where nothing keeps them yet."""
    shape, _ = unwrapped(route.good.shape if route.good else None)
    shape = shape if shape is not None and is_record(shape) else Shape(Type("record"))
    word = f"{group.word}_{singular(segment_word(chain[-1].name))}"
    title = "".join(each.capitalize() for each in word.split("_"))
    held = [each for each in kept.contract.routes if _at(each, kept) == names(chain)]
    made = Holding(title, word, {names(chain)}, held, replace(shape, name=""), route.body)
    made.siblings = kept.contract.routes
    for each in kept.holdings:
        each.places.discard(names(chain))
    kept.holdings.append(made)
    return made


def _at(route: Route, kept: Kept) -> tuple[str, ...]:
    return names(steps(route.path, kept.base))


def _said(contract: Contract) -> str:
    texts = [each.words for each in contract.routes]
    texts += [contract.summary, *(text for _, text in contract.prose)]
    return ". ".join(texts)


def _roles(kept: Kept, route: Route, members: Holding, group: Holding) -> tuple[str, ...]:
    """What members may be: as a schema lists them, else as words or examples do."""
    parts = _role_parts(route.body, members.shape, group.shape)
    found = [each for part in parts for each in part.shape.type.choices]
    found = found or list((parts and kept.contract.roles) or _listed(_said(kept.contract)))
    if found:
        return tuple(dict.fromkeys(found))
    shown = [json.loads(each.shape.example) for each in parts if each.shape.example]
    return tuple(dict.fromkeys(each for each in shown if isinstance(each, str)))


def _role_parts(*shapes: Shape | None) -> list[Property]:
    parts = [part for shape in shapes if shape is not None for part in shape.properties]
    return [each for each in parts if plain(each.name) in ROLES]


def _listed(said: str) -> tuple[str, ...]:
    """The roles that words list.

    >>> _listed("Roles are `owner`, `editor` and `viewer`.")
    ('owner', 'editor', 'viewer')
    """
    listed = re.search(
        r"(?i)\broles?`?(?: \([^()]*\))?:? (?:is |are |may be |can be |must be |one of |either )+:?"
        r"((?:[`\"']?\w+[`\"']?(?:, (?:and |or )?| and | or |/))+[`\"']?\w+[`\"']?)",
        said,
    )
    return tuple(re.findall(r"\b(?!and\b|or\b)\w+", listed[1])) if listed else ()


def chosen_roles(contract: Contract) -> Contract:
    """The contract in which a role that is given to a member is one of those that words list."""
    listed = contract.roles or _listed(_said(contract))
    routes = []
    for route in contract.routes:
        body = route.body
        named = {plain(each.name) for each in steps(route.path, contract.base)} & PLACES
        if listed and named and body is not None:
            parts = tuple(
                replace(each, shape=replace(each.shape, type=Type("string", choices=listed)))
                if plain(each.name) == "role" and each.shape.type == Type("string")
                else each
                for each in body.properties
            )
            routes.append(replace(route, body=replace(body, properties=parts)))
        else:
            routes.append(route)
    return replace(contract, routes=tuple(routes))


_MAKER = (
    r"\b(?:creator|maker|founder|(?:whoever|who|the (?:one|user|caller|member) (?:who|that)) "
    r"(?:creates?|created|makes?|made|founds|founded|starts?|opens?) (?:it|one|an? \w+|the \w+))\b"
)


def _first(kept: Kept, group: Holding, roles: tuple[str, ...]) -> str:
    """The role of whoever makes such a row."""
    said = _said(kept.contract)
    named = roles or ("owner", "admin", "host", "leader", "member")
    one = "|".join(re.escape(each) for each in named)
    thing = re.escape(group.word.replace("_", " "))
    forms = (
        rf"(?i){_MAKER}[^.;]*?\b({one})\b",
        rf"(?i)\b(?:creator|caller|you)\b[^.;]*\b(?:becomes?|is|as)\b[^.;]*?\b({one})\b",
        rf"(?i)\bmakes? (?:the )?(?:caller|creator|you) (?:its |the |an? )?({one})\b",
        rf"(?i)\b(?:creat|mak)\w+ an? {thing}\b[^.;]*\b(?:becomes?|as|is)\b[^.;]*?\b({one})\b",
    )
    for form in forms:
        if told := re.search(form, said):
            return next(each for each in named if each.lower() == told[1].lower())
    shown = next((each for each in group.shape.properties if plain(each.name) in ROLES), None)
    if shown is not None and shown.shape.example.strip('"') in roles:
        return shown.shape.example.strip('"')
    return next((each for each in ("owner", "admin") if each in named), named[0])


def _usual(route: Route, roles: tuple[str, ...], first: str) -> str:
    """The role of whom a request lets in without saying as what."""
    parts = route.body.properties if route.body is not None else ()
    told = next((each for each in parts if plain(each.name) in ROLES), None)
    if told is not None and told.default:
        return str(json.loads(told.default))
    said = re.search(r"(?i)\bas (?:an? )?[`\"']?(\w+)", route.words)
    if said and said[1] in roles:
        return said[1]
    others = [each for each in roles if each != first]
    return next((each for each in others if each == "member"), others[0] if others else "member")


def settle(kept: Kept, accounts: Accounts) -> None:
    """Give the rows that say who belongs their fields, and the others what they show of it."""
    users = accounts.users
    for group in kept.holdings:
        members = kept.of(group.crowd.name) if group.crowd is not None else None
        if group.crowd is None or members is None or users is None:
            continue
        _rows(members, group, group.crowd, users, accounts)
        _shown(group, members, group.crowd, users, accounts)


def _rows(
    members: Holding, group: Holding, crowd: Crowd, users: Holding, accounts: Accounts
) -> None:
    from beliefs.spec.inferring.keeping.belonging import key_reference

    parts = members.shape.properties
    role = role_field(members)
    shown = {each.name for each in parts}
    kind = Type("string", choices=crowd.roles)
    fields = {
        crowd.link: Field(crowd.link, key_reference(group), hidden=crowd.link not in shown),
        crowd.who: Field(crowd.who, key_reference(users), hidden=crowd.who not in shown),
        role: Field(role, kind, hidden=role not in shown),
    }
    members.sets, members.computed = {}, {}
    for part in parts:
        if part.name in fields or part.name == role:
            continue
        if plain(part.name) in _SINCE:
            fields[part.name] = Field(part.name, Type("datetime"))
            members.sets[part.name] = "now()"
        elif template := _of_account(part, crowd, users, accounts):
            members.computed[part.name] = template
    members.fields = fields
    members.key, members.key_given, members.lookup = Key(), False, ""
    members.key_type = Type("integer")
    members.parents, members.references = [Parent(group.name, crowd.link)], {}
    members.owner, members.private, members.apiece = "", False, False


def role_field(members: Holding) -> str:
    """The field that says as what somebody belongs."""
    named = [each.name for each in members.shape.properties if plain(each.name) in ROLES]
    return named[0] if named else "role"


def _of_account(part: Property, crowd: Crowd, users: Holding, accounts: Accounts) -> str:
    """What a row shows of the account that belongs: its key, or one of its fields."""
    bare = plain(part.name)
    key = f"$.{crowd.who}"
    if bare == "id" and accounts.pretended:
        return ""
    if bare in _KEYS | {f"{plain(users.word)}id", plain(crowd.who)}:
        return key
    if accounts.caller and accounts.pretended:
        return key if bare in _NAMES else ""
    row = f"first({users.name}[where .{users.key.name} = {key}])"
    if is_record(part.shape):
        inner = {each.name: users.named(each.name) for each in part.shape.properties}
        if not inner or not all(inner.values()):
            return ""
        return f"only({row}, {', '.join(json.dumps(each) for each in inner.values())})"
    if field := users.named(part.name):
        return f"{row}.{field}" if field != users.key.name else key
    return f"{row}.{accounts.name}" if bare in _NAMES else ""


def _shown(
    group: Holding, members: Holding, crowd: Crowd, users: Holding, accounts: Accounts
) -> None:
    """What a row shows of those who belong to it: the caller's role, all of them, how many."""
    inside = f"{crowd.name}[where .{crowd.link} = $.{group.key.name}]"
    mine = crowd.of("$", group.key.name, f"me.{users.key.name}")
    for part in group.shape.properties:
        bare = plain(part.name)
        brought = group.made is not None and group.made.part(part.name) is not None
        if brought:
            continue
        if bare in ROLES:
            template = f"{mine}.{role_field(members)}"
        elif bare in {"members", "users", "participants", "people"}:
            template = _all(part, inside, members, crowd, users, accounts)
        elif bare in {"membercount", "memberscount", "nummembers", "size", "participantcount"}:
            template = f"count({inside})"
        else:
            continue
        if template:
            group.fields.pop(part.name, None)
            group.sets.pop(part.name, None)
            group.computed[part.name] = template


def _all(
    part: Property,
    inside: str,
    members: Holding,
    crowd: Crowd,
    users: Holding,
    accounts: Accounts,
) -> str:
    """Everybody who belongs, as a list shows them; or how many they are."""
    if part.shape.type.kind == "integer":
        return f"count({inside})"
    item = part.shape.item
    if not is_list(part.shape):
        return ""
    if item is None or not is_record(item):
        whole = item is not None and item.type.kind == "integer"
        told = Property("id" if whole else "name", item or Shape(Type("string")))
        value = _of_account(told, crowd, users, accounts)
        value = value.replace("$", "member")
        return f"each(member in {inside}: {value})"
    values = {}
    for each in item.properties:
        value = f"member.{each.name}" if each.name in members.fields else ""
        value = value or members.computed.get(each.name, "")
        value = value or _of_account(each, crowd, users, accounts)
        if not value:
            return ""
        values[each.name] = value.replace("$", "member")
    told_all = ", ".join(f"{name}: {value}" for name, value in values.items())
    return f"each(member in {inside}: {{{told_all}}})"
