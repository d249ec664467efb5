"""Where each value of a row comes from: kept as given, set by the service, or worked out.

A property that requests bring is kept. One that only answers show is explained by its name and type
and by what else is kept: a count of what belongs to the row, the row that a key names, a moment, a
state that actions change. What nothing explains is kept as null or its default, and said.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape, is_list, is_record, typed
from beliefs.spec.documents.names import CREATED, SECRETS, UPDATED
from beliefs.spec.documents.places import names, steps
from beliefs.spec.documents.words import plain, plural, singular, snaked, states, words
from beliefs.spec.entities import Key
from beliefs.spec.features import row_keys
from beliefs.spec.inferring.access.accounts import TOKENS, Accounts
from beliefs.spec.inferring.access.locking import locked, says_protected
from beliefs.spec.inferring.access.roles import roles_wanted
from beliefs.spec.inferring.families.contests import rank_rows
from beliefs.spec.inferring.families.eventful import logged
from beliefs.spec.inferring.families.handing import hand_out
from beliefs.spec.inferring.families.lineups import line_up
from beliefs.spec.inferring.families.lining import make_room, queue_up
from beliefs.spec.inferring.families.living import hear_rows
from beliefs.spec.inferring.families.marking import score_rows
from beliefs.spec.inferring.families.moving import derive
from beliefs.spec.inferring.families.positions import place_rows
from beliefs.spec.inferring.families.slots import is_slot
from beliefs.spec.inferring.families.threads import answers_own, leave_tombs
from beliefs.spec.inferring.families.trails import remember
from beliefs.spec.inferring.families.turns import moments as turn_moments
from beliefs.spec.inferring.families.visits import keep_visits
from beliefs.spec.inferring.families.voices import voiced
from beliefs.spec.inferring.families.waiting import queue
from beliefs.spec.inferring.keeping.counters import count_up
from beliefs.spec.inferring.keeping.dating import date_rows
from beliefs.spec.inferring.keeping.depending import waits
from beliefs.spec.inferring.keeping.ending import days_from_today, ends_after
from beliefs.spec.inferring.keeping.explaining import holder, worked_out
from beliefs.spec.inferring.keeping.filed import of_file
from beliefs.spec.inferring.keeping.holdings import (
    OPPOSITES,
    OWNERS,
    Holding,
    Parent,
    first_state,
    stored,
)
from beliefs.spec.inferring.keeping.inheriting import inherited
from beliefs.spec.inferring.keeping.itemising import itemise
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.linking import shorten
from beliefs.spec.inferring.keeping.listing import list_states
from beliefs.spec.inferring.keeping.multiplying import multiply
from beliefs.spec.inferring.keeping.statements import becomes, states_told
from beliefs.spec.inferring.keeping.unchanging import settle as share_columns
from beliefs.spec.inferring.routes import again
from beliefs.spec.inferring.rules.retiring import retire_rows
from beliefs.spec.inferring.rules.trash import throw_away
from beliefs.spec.inferring.told.spending import spend_rows
from beliefs.spec.service import Assumption
from beliefs.spec.types import Field, Type

Said = Callable[[Assumption], None]
ONCE = r"\b(?:nowhere else|only (?:here|once)|never (?:again|shown again|returned again)|just once)"


def fill(kept: Kept, accounts: Accounts, said: Said) -> None:
    """Give every holding its fields."""
    list_states(kept)
    again.place(kept)
    for holding in list(kept.holdings):
        _belonging(holding, kept)
        _inner(holding, kept)
    make_room(kept)
    for thing, name in kept.contract.capacities:
        held = kept.called(thing)
        if held is not None:
            held.capacity = name
    for holding in kept.holdings:
        _referring(holding, kept)
        _owning(holding, kept, accounts, said)
    shorten(kept)
    for holding in kept.holdings:
        _kept(holding, kept, accounts)
    line_up(kept)
    score_rows(kept)
    for holding in kept.holdings:
        _explained(holding, kept, accounts, said)
    for holding in kept.holdings:
        _stated(holding, kept)
        _again(holding, kept)
        throw_away(holding, kept)
    leave_tombs(kept)
    hear_rows(kept)
    turn_moments(kept)
    voiced(kept)
    count_up(kept)
    multiply(kept)
    queue_up(kept)
    queue(kept)
    hand_out(kept)
    place_rows(kept)
    rank_rows(kept)
    retire_rows(kept)
    spend_rows(kept)
    remember(kept)
    logged(kept)
    keep_visits(kept)
    share_columns(kept)
    date_rows(kept)
    for holding in kept.holdings:
        # Again, now that it is known what the rows beside it have.
        for name in holding.computed:
            part = holding.shape.part(name)
            template = worked_out(holding, part, kept) if part is not None else ""
            holding.computed[name] = template or holding.computed[name]
    derive(kept)


def key_reference(holding: Holding) -> Type:
    """What another row keeps of a key."""
    if holding.key.style == "integer":
        return Type("integer")
    if holding.key.style == "uuid":
        return Type("uuid")
    return Type("integer" if holding.key_type.kind == "integer" else "string")


def _parts(holding: Holding) -> list[Property]:
    """Every property that is brought or shown, as brought where it is."""
    made = holding.made
    found = [(made.part(each.name) or each) if made else each for each in holding.shape.properties]
    names = {each.name for each in found}
    return found + [each for each in (made.properties if made else ()) if each.name not in names]


def _belonging(holding: Holding, kept: Kept) -> None:
    """The rows that nested paths say it belongs to."""
    if holding.mark:
        return
    through = [
        each
        for each in kept.contract.routes
        if not holding.routes
        and any(names(steps(each.path, kept.base))[: len(one)] == one for one in holding.places)
    ]
    for route in holding.routes or through:
        chain = steps(route.path, kept.base)
        for end in range(len(chain) - 1, 0, -1):
            parent = kept.at(chain[:end]) if chain[end - 1].param else None
            if parent is None or parent is holding:
                continue
            if _linked_elsewhere(holding, parent, kept, chain[end - 1].param):
                continue
            if not any(each.name == parent.name for each in holding.parents):
                name = _foreign(holding, parent, chain[end - 1].param)
                holding.parents.append(Parent(parent.name, name))
            break


def _linked_elsewhere(holding: Holding, parent: Holding, kept: Kept, param: str) -> bool:
    """Whether rows only meet through others: courses of a student, by their enrolments."""
    made = any(
        each.method in {"POST", "PUT"} and f"{{{param}}}" in each.path for each in holding.routes
    )
    wanted = {plain(f"{parent.word}_{parent.key.name}"), plain(f"{parent.word}_id")}
    if made or any(plain(each.name) in wanted for each in _parts(holding)):
        return False
    both = (plain(f"{holding.word}_id"), plain(f"{parent.word}_id"))
    return any(
        all(name in {plain(each.name) for each in _parts(other)} for name in both)
        for other in kept.holdings
        if other is not holding and other is not parent
    )


def _foreign(holding: Holding, parent: Holding, param: str) -> str:
    """The field that holds a parent's key; a hidden one where none is shown."""
    wanted = {plain(parent.word + "id"), plain(parent.word + parent.key.name)}
    wanted |= {plain(param)} - {"id", plain(holding.key.name)}
    for each in _parts(holding):
        if plain(each.name) in wanted and not is_record(each.shape):
            return each.name
    for each in _parts(holding):
        if plain(each.name) == plain(parent.word) and not is_record(each.shape):
            return each.name
    name = f"{snaked(parent.word)}_{snaked(parent.key.name)}"
    holding.fields[name] = Field(name, key_reference(parent), hidden=True)
    return name


def _inner(holding: Holding, kept: Kept) -> None:
    """Lists that come without keys and are shown with them: rows of their own."""
    for part in holding.shape.properties:
        asked = holding.made.part(part.name) if holding.made else None
        item = part.shape.item
        if asked is None or item is None or not is_record(item) or not is_list(asked.shape):
            continue
        brought = asked.shape.item
        if "id" not in item.names or (brought is not None and "id" in brought.names):
            continue
        word = singular(snaked(part.name))
        known = kept.like(item) or kept.called(word)
        if known is None:
            title = "".join(each.capitalize() for each in word.split("_"))
            inner = brought if is_record(brought) else _texts(item, brought)
            known = Holding(title, word, set(), [], item, inner)
            known.key = Key("id", "integer")
            kept.holdings.append(known)
        if not any(each.name == holding.name for each in known.parents):
            known.parents.append(Parent(holding.name, _foreign(known, holding, "")))
        holding.inner[part.name] = known.name


def _texts(item: Shape, brought: Shape | None) -> Shape:
    """Texts that become rows: the record that would bring one of them."""
    names = [each.name for each in item.properties if each.shape.type.kind == "string"]
    usual = [each for each in ("text", "name", "title", "label", "option") if each in names]
    name = (usual or names or ["text"])[0]
    part = Property(name, brought or Shape(Type("string")), required=True)
    return Shape(Type("record"), properties=(part,))


def _referring(holding: Holding, kept: Kept) -> None:
    """Fields that hold another row's key."""
    for part in _parts(holding):
        if part.name == holding.key.name or is_record(part.shape):
            continue
        last = words(part.name)
        if answers_own(holding, part) or waits(holding, part):
            holding.references[part.name] = holding.name
            continue
        if (told := _told_key(part, kept)) and told is not holding:
            holding.references[part.name] = told.name
            continue
        named = kept.called(part.name) if len(last) == 1 else None
        if named is not None and named is not holding and named.key.style == "given":
            links = {each.field for each in holding.parents}
            if part.shape.type.kind == "string" and part.name not in links:
                holding.references[part.name] = named.name
        if len(last) < 2:
            continue
        keys = {words(each.key.name)[-1] for each in kept.holdings if each.key.style == "given"}
        if last[-1] not in {"id", "ids", "uuid", "isbn", "sku", "slug", "code"} | keys:
            continue
        other = kept.called("_".join(last[:-1]))
        if other is None and len(last) > 2 and last[-1] == "id":
            other = kept.called(last[-2])  # home_team_id, from_account_id
        if other is None and last[-2] in {"assignee", "owner", "creator", "member", "customer"}:
            other = kept.called("user")
        if last[:-1] == ("parent",):
            other = holding
        if other is holding and part.name == holding.lookup:
            continue  # the name that this row itself goes by
        if other is not None and holder(other, holding, part):
            continue  # worked out: it is the other one that names this
        if other is not None and last[-1] in {"id", "ids", "uuid", *words(other.key.name)}:
            holding.references[part.name] = other.name


# Names that keys of several things have.
_COMMON = {"id", "code", "name", "slug", "key", "number", "no", "title", "token", "date", "label"}


def _told_key(part: Property, kept: Kept) -> Holding | None:
    """The rows whose key a value is, where words say so: "the id of a player", "player ids"."""
    match = re.search(r"(?i)\bids? of (?:an? |the |its |their )?(\w+)|\b(\w+) ids?\b", part.words)
    if match:
        return kept.called(match[1] or match[2])
    item = part.shape.item
    named = item.words.strip("<> ") if is_list(part.shape) and item is not None else part.name
    if named == part.name and plain(named) in _COMMON:
        return None
    return next(
        (
            each
            for each in kept.holdings
            if named
            and each.key.style == "given"
            and plain(named) in {plain(each.key.name), plain(each.word + each.key.name)}
        ),
        None,
    )


def _owning(holding: Holding, kept: Kept, accounts: Accounts, hear: Said) -> None:
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


def _kept(holding: Holding, kept: Kept, accounts: Accounts) -> None:
    """What requests bring, and keys of what it belongs to."""
    made, shape = holding.made, holding.shape
    links = {each.field for each in holding.parents}
    fields: dict[str, Field] = {}
    shown = set(shape.names)
    for part in _parts(holding):
        name = part.name
        if name == holding.key.name or name in holding.inner:
            continue
        if plain(name) in SECRETS and any(locked(kept.of(each.name)) for each in holding.parents):
            continue  # that of the row above, which is opened by it
        if plain(name) in SECRETS:
            free = not part.required and holding is not accounts.users
            kind = Type("string", nullable=free)
            fields["password_hash"] = Field("password_hash", kind, required=not free, hidden=True)
            continue
        if name in links:
            kind = typed(part.shape)
            fields[name] = Field(name, kind, hidden=name not in shown)
            continue
        if made is None or made.part(name) is None or part.read_only:
            continue
        field = stored(part)
        visible = shape.part(name)
        if visible is not None and visible.shape.type.nullable and not field.required:
            field = replace(field, type=replace(field.type, nullable=True))
        hidden = part.write_only or (bool(shown) and name not in shown)
        unique = field.unique or (
            name == accounts.name and holding is accounts.users and not accounts.key
        )
        fields[name] = replace(field, hidden=hidden, unique=unique)
    for name, each in holding.fields.items():
        if name == holding.lookup and shown and name not in shown:
            each = replace(each, hidden=True)  # noqa: PLW2901
        fields.setdefault(name, each)
    holding.fields = fields


def _explained(holding: Holding, kept: Kept, accounts: Accounts, said: Said) -> None:
    """What only answers show."""
    itemise(holding, kept)
    for part in holding.shape.properties:
        name = part.name
        if name in holding.fields or name in holding.computed or name == holding.key.name:
            continue
        if plain(name) in SECRETS or part.write_only:
            continue
        if holding is accounts.users and accounts.login is not None and plain(name) in TOKENS:
            continue  # what lets somebody in is made anew each time
        if holding is accounts.users and name == accounts.key:
            # Whoever sees it could ask as somebody else: only answers that name it show it.
            holding.fields[name] = Field(name, Type("string"), hidden=True)
            holding.sets[name] = "token(32)"
            continue
        if (holding.name, name) == accounts.held:
            holding.fields[name] = row_keys.secret(name)
            holding.sets[name] = row_keys.MADE
            continue
        template = worked_out(holding, part, kept)
        if says_protected(holding, part):
            template = "$.password_hash != null"
        if template:
            holding.computed[name] = template
        elif above := inherited(holding, part, kept):
            chosen = f"that of the {above.replace('_', ' ')} which the row is made of"
            said(Assumption(f"{holding.name}.{name}, which no request brings", chosen))
        elif not _begun(holding, part):
            _set(holding, part, kept, said)


def _stated(holding: Holding, kept: Kept) -> None:
    """The states that a text stands for, where no list says them but routes and filters do."""
    for name, field in list(holding.fields.items()):
        if plain(name) not in {"status", "state"} or field.type.kind != "string":
            continue
        if field.type.choices or (holding.made and holding.made.part(name)):
            continue
        found = [json.loads(field.default)] if field.default else []
        alone = not any(
            {"status", "state"} & set(each.fields) for each in kept.holdings if each is not holding
        )
        about = kept.contract.routes if alone else tuple(holding.siblings)
        said = " ".join(each.words for each in about)
        found += re.findall(rf"\b{re.escape(name)}=(\w+)", said)
        found += states_told(said, name)
        for route in holding.siblings:
            chain = steps(route.path, kept.base)
            counted = plain(plural(snaked(chain[-1].name))) if chain else ""
            if becomes(route.words, name) or counted in {plain(each) for each in holding.fields}:
                continue
            below = kept.at(chain) if chain else None
            if below is not None and below is not holding:
                continue  # a thing of its own, and no deed
            if len(chain) > 1 and not chain[-1].param and kept.at(chain[:-1]) is holding:
                found += states(snaked(chain[-1].name))[:1] if route.method == "POST" else ()
        choices = tuple(dict.fromkeys(each for each in found if isinstance(each, str)))
        if len(choices) > 1:
            holding.fields[name] = replace(field, type=replace(field.type, choices=choices))


def _again(holding: Holding, kept: Kept) -> None:
    """What was only assumed, worked out now that it is known what the rows beside it have."""
    for part in holding.shape.properties:
        field = holding.fields.get(part.name)
        brought = holding.made.part(part.name) if holding.made else None
        if field is None or brought is not None or part.name in holding.sets or field.hidden:
            continue
        links = {each.field for each in holding.parents} | {holding.owner, *holding.references}
        if part.name in links or field.type.kind not in {"integer", "number"}:
            continue
        template = worked_out(holding, part, kept)
        if template:
            holding.computed[part.name] = template
            del holding.fields[part.name]


def _begun(holding: Holding, part: Property) -> bool:
    """A value that begins as another one which is brought: a balance as its initial balance."""
    starts = {f"{each}{plain(part.name)}" for each in ("initial", "starting", "opening", "start")}
    brought = holding.made.properties if holding.made is not None else ()
    first = next((each for each in brought if plain(each.name) in starts), None)
    if first is None or part.shape.type.kind not in {"integer", "number", "string"}:
        return False
    zero = "" if first.required or first.default or part.shape.type.kind == "string" else ", 0"
    value = f"input.{first.name}"
    holding.fields[part.name] = Field(part.name, typed(part.shape))
    holding.sets[part.name] = f"or_else({value}{zero})" if zero else value
    if first.name not in holding.shape.names:
        holding.fields.pop(first.name, None)
    return True


def _set(holding: Holding, part: Property, kept: Kept, said: Said) -> None:
    """A value that the service itself puts into rows."""
    name, kind = part.name, part.shape.type
    field = Field(name, typed(part.shape), required=False, default=part.default)
    if plain(name) in CREATED | UPDATED:
        now = "today()" if kind.kind == "date" else "now()"
        moment = Type(kind.kind if kind.kind in {"date", "datetime"} else "datetime")
        holding.fields[name] = Field(name, moment)
        holding.sets[name] = now
        if plain(name) in UPDATED:
            holding.touches[name] = now
        return
    if (told := of_file(holding, part)) is not None:
        holding.fields[name] = told
        return
    if until := ends_after(holding, part, kept.contract):
        holding.fields[name] = Field(name, Type("datetime", nullable="null" in until))
        holding.sets[name] = until
        return
    if days := days_from_today(holding, part):
        holding.fields[name] = Field(name, Type("date"))
        holding.sets[name] = f"date(later(now(), {days} * 86400))"
        return
    if _is_secret(holding, part):
        holding.fields[name] = row_keys.secret(name)
        holding.sets[name] = row_keys.MADE
        holding.secret = name
        return
    if kind.kind == "string" and plain(name).endswith("token") and not kind.choices:
        once = rf"(?i)\b{snaked(name).replace('_', '[ _-]')}\b[^.]*{ONCE}"
        hidden = any(re.search(once, each.words) for each in holding.siblings)
        holding.fields[name] = Field(name, Type("string"), hidden=hidden)
        holding.sets[name] = "token(32)"
        return
    source = _slug_source(holding) if plain(name) == "slug" else ""
    if source:
        holding.fields[name] = Field(name, Type("string"))
        taken = f"each(one in {holding.name}: one.{name})"
        holding.sets[name] = f"unique_slug(input.{source}, {taken})"
        return
    own = next((each for each in kind.choices if snaked(each) == holding.word), "")
    if own and len(kind.choices) > 1:
        holding.fields[name] = field
        holding.sets[name] = json.dumps(own)  # what it is called by
        return
    if not field.default:
        ends = kind.kind == "boolean" and _ended(holding, name)
        begins = "true" if ends else _start(part)
        field = replace(field, default=_shown_first(holding, part) or begins)
    verbs = {
        state + end
        for route in holding.routes
        for step in steps(route.path)[-1:]
        if not step.param
        for state in states(snaked(step.name))
        for end in ("at", "on", "date")
    }
    timed = kind.kind in {"date", "datetime"} and not kind.nullable
    if timed and plain(name) not in {plain(each) for each in verbs} and _at_first(holding, name):
        holding.fields[name] = Field(name, Type(kind.kind))
        holding.sets[name] = "today()" if kind.kind == "date" else "now()"
        return
    if not field.default:
        field = replace(field, type=replace(field.type, nullable=True))
    if is_slot(holding, part):
        holding.fields[name] = replace(field, default="", type=replace(kind, nullable=True))
        return
    chosen = f"new rows have {field.default or 'null'}"
    said(Assumption(f"{holding.name}.{name}, which no request brings", chosen))
    holding.fields[name] = field


def _is_secret(holding: Holding, part: Property) -> bool:
    """Whether a text is given out with a new row and wanted by what is done to it."""
    if part.shape.type.kind != "string" or part.shape.type.choices:
        return False
    last = words(part.name)[-1:]
    return last in {("key",), ("token",), ("secret",), ("pin",)} and any(
        {401, 403} & route.statuses
        and any(
            each in {part.name, *last}
            for each in (
                *(route.body.names if route.body is not None else ()),
                *(one.name for one in route.params if one.place == "query"),
            )
        )
        for route in holding.siblings
    )


def _ended(holding: Holding, name: str) -> bool:
    """Whether a deed ends what a truth says: a survey that is closed was open until then."""
    bare = plain(name).removeprefix("is")
    deeds = {
        snaked(step.name)
        for route in holding.siblings
        for step in steps(route.path)[-1:]
        if not step.param
    }
    return any(OPPOSITES.get(each) == bare for each in deeds)


def _at_first(holding: Holding, name: str) -> bool:
    """Whether a moment is that of a row's beginning: no end, no deed that is still to come."""
    drafted = {"status", "state", "published", "draft", "ispublished", "visible"}
    if re.match(r"(?i)publish", name):
        return not any(plain(each) in drafted for each in holding.shape.names)
    later = r"(due|end|expir|clos|finish|complet|deliver|return|cancel|pay|paid|last|next|delet)"
    return not re.search(rf"(?i)^{later}", name)


def _shown_first(holding: Holding, part: Property) -> str:
    """The truth or the state that the answer to making a row shows, as JSON text."""
    kind = part.shape.type
    for route in holding.routes:
        shape = route.good.shape if route.good and route.method == "POST" else None
        shown = shape.part(part.name) if shape is not None and shape is not part.shape else None
        if shown is None or steps(route.path)[-1].param:
            continue
        if kind.kind == "boolean" and shown.shape.example in {"true", "false"}:
            return shown.shape.example
        if plain(part.name) in {"status", "state"} and kind.kind == "string":
            word = re.fullmatch(r"[a-z][a-z_]*", shown.shape.words)
            told = shown.shape.example or (json.dumps(word[0]) if word else "")
            if told and (not kind.choices or json.loads(told) in kind.choices):
                return told if json.loads(told) not in {"string", "text", "str"} else ""
    return ""


_NULL_AT_FIRST = r"(?i)\bnull (?:until|before|unless|while|as long as|at first|if|when|for)\b"
_NULL_AT_FIRST += r"|\bor null\b"


def _start(part: Property) -> str:
    kind = part.shape.type
    if kind.nullable or re.search(_NULL_AT_FIRST, part.words):
        return ""
    if kind.choices:
        return json.dumps(first_state(kind.choices))
    if kind.kind == "boolean":
        return "true" if plain(part.name) in _TRUE_AT_FIRST else "false"
    if kind.kind in {"integer", "number"}:
        return "1" if plain(part.name) in {"version", "revision", "level"} else "0"
    if kind.kind == "list":
        return "[]"
    if plain(part.name) in {"status", "state"} and kind.kind == "string":
        return part.shape.example
    return ""


_TRUE_AT_FIRST = {"active", "isactive", "enabled", "isenabled", "available", "isavailable"}


def _slug_source(holding: Holding) -> str:
    return next((each for each in ("title", "name", "headline") if each in holding.fields), "")


# What can be worked out.
