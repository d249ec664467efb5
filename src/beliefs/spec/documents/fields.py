"""Where each value of a row comes from: kept as given, set by the service, or worked out.

A property that requests bring is kept. One that only answers show is explained by its name and type
and by what else is kept: a count of what belongs to the row, the row that a key names, a moment, a
state that actions change. What nothing explains is kept as null or its default, and said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace

from beliefs.spec.documents.accounts import Accounts
from beliefs.spec.documents.contract import Property, Shape, is_list, is_record, typed
from beliefs.spec.documents.kept import (
    CREATED,
    OWNERS,
    SECRETS,
    UPDATED,
    Holding,
    Kept,
    Parent,
    first_state,
    stored,
)
from beliefs.spec.documents.places import same_thing, steps
from beliefs.spec.documents.words import plain, plural, singular, snaked, states, words
from beliefs.spec.entities import Key
from beliefs.spec.service import Assumption
from beliefs.spec.types import Field, Type

Said = Callable[[Assumption], None]
_LEFT = re.compile(
    r"(available|remaining|free|open)(seats|spots|places|slots|tickets|capacity)?$|"
    r"(seats|spots|places|slots|tickets)(left|available|remaining)$"
)
CAPACITY = (
    "capacity",
    "max_attendees",
    "maxAttendees",
    "seats",
    "max_participants",
    "slots",
    "maxParticipants",
    "total_seats",
    "totalSeats",
    "max_capacity",
    "limit",
)
_DUE = {"duedate", "dueat", "due", "deadline", "dueon"}
_DONE = {"done", "completed", "iscompleted", "isdone", "complete", "finished"}


def fill(kept: Kept, accounts: Accounts, said: Said) -> None:
    """Give every holding its fields."""
    for holding in list(kept.holdings):
        _belonging(holding, kept)
        _inner(holding, kept)
    for holding in kept.holdings:
        _referring(holding, kept)
        _owning(holding, kept, accounts)
    for holding in kept.holdings:
        _kept(holding, accounts)
    for holding in kept.holdings:
        _explained(holding, kept, accounts, said)
    for holding in kept.holdings:
        _again(holding, kept)
    for holding in kept.holdings:
        # Again, now that it is known what the rows beside it have.
        for name in holding.computed:
            part = holding.shape.part(name)
            template = worked_out(holding, part, kept) if part is not None else ""
            holding.computed[name] = template or holding.computed[name]


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
    for route in holding.routes:
        chain = steps(route.path, kept.base)
        for end in range(len(chain) - 1, 0, -1):
            parent = kept.at(chain[:end]) if chain[end - 1].param else None
            if parent is None or parent is holding:
                continue
            if not any(each.name == parent.name for each in holding.parents):
                name = _foreign(holding, parent, chain[end - 1].param)
                holding.parents.append(Parent(parent.name, name))
            break


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
        if len(last) < 2 or last[-1] not in {"id", "ids", "uuid", "isbn", "sku", "slug", "code"}:
            continue
        other = kept.called("_".join(last[:-1]))
        if other is None and last[-2] in {"assignee", "owner", "creator", "member", "customer"}:
            other = kept.called("user")
        if last[:-1] == ("parent",):
            other = holding
        if other is not None and last[-1] in {"id", "ids", "uuid", *words(other.key.name)}:
            holding.references[part.name] = other.name


def _owning(holding: Holding, kept: Kept, accounts: Accounts) -> None:
    """Whose rows they are, where only somebody known may make them."""
    users = accounts.users
    if users is None or users is holding or not accounts.known:
        return
    makers = [
        each
        for each in holding.routes
        if each.method == "POST" and not steps(each.path, kept.base)[-1].param
    ]
    if not any(each.secured for each in makers):
        return
    made = holding.made
    shown = [
        each.name
        for each in holding.shape.properties
        if plain(each.name) in OWNERS | {f"{plain(users.word)}id"}
        and (made is None or made.part(each.name) is None)
    ]
    said = " ".join(
        each.words + " ".join(reply.words for reply in each.replies) for each in holding.routes
    )
    about = r"(?i)\b(own|owns|owner|owned|my|your|yours|mine|current user|belong|logged[- ]in)\b"
    forbids = any(403 in each.statuses for each in holding.routes)
    reads = [each for each in holding.routes if each.method == "GET"]
    private = bool(reads) and all(each.secured for each in reads)
    if not (shown or forbids or re.search(about, said) or private):
        return
    keyed = [each for each in shown if _holds_key(holding, each)]
    named = [each for each in shown if each not in keyed]
    holding.owner = keyed[0] if keyed else f"{users.word}_id"
    hidden = not keyed
    holding.fields.setdefault(
        holding.owner, Field(holding.owner, key_reference(users), hidden=hidden)
    )
    holding.sets[holding.owner] = f"me.{users.key.name}"
    for each in named:
        login = accounts.name or users.key.name
        owner = f"first({users.name}[where .{users.key.name} = $.{holding.owner}])"
        part = holding.shape.part(each)
        if part is not None and not is_record(part.shape):
            holding.computed[each] = f"{owner}.{login}"
    holding.private = private


def _holds_key(holding: Holding, name: str) -> bool:
    part = holding.shape.part(name)
    if part is None or is_record(part.shape):
        return False
    return plain(name).endswith("id") or part.shape.type.kind in {"integer", "uuid"}


def _kept(holding: Holding, accounts: Accounts) -> None:
    """What requests bring, and keys of what it belongs to."""
    made, shape = holding.made, holding.shape
    links = {each.field for each in holding.parents}
    fields: dict[str, Field] = {}
    shown = set(shape.names)
    for part in _parts(holding):
        name = part.name
        if name == holding.key.name or name in holding.inner:
            continue
        if plain(name) in SECRETS:
            fields["password_hash"] = Field("password_hash", Type("string"), hidden=True)
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
        unique = field.unique or (name == accounts.name and holding is accounts.users)
        fields[name] = replace(field, hidden=hidden, unique=unique)
    for name, each in holding.fields.items():
        if name == holding.lookup and shown and name not in shown:
            each = replace(each, hidden=True)  # noqa: PLW2901
        fields.setdefault(name, each)
    holding.fields = fields


def _explained(holding: Holding, kept: Kept, accounts: Accounts, said: Said) -> None:
    """What only answers show."""
    for part in holding.shape.properties:
        name = part.name
        if name in holding.fields or name in holding.computed or name == holding.key.name:
            continue
        if plain(name) in SECRETS or part.write_only:
            continue
        if holding is accounts.users and name == accounts.key:
            holding.fields[name] = Field(name, Type("string"))
            holding.sets[name] = "token(32)"
            continue
        template = worked_out(holding, part, kept)
        if template:
            holding.computed[name] = template
        else:
            _set(holding, part, said)


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


def _set(holding: Holding, part: Property, said: Said) -> None:
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
    source = _slug_source(holding) if plain(name) == "slug" else ""
    if source:
        holding.fields[name] = Field(name, Type("string"))
        taken = f"each(one in {holding.name}: one.{name})"
        holding.sets[name] = f"unique_slug(input.{source}, {taken})"
        return
    if not field.default:
        field = replace(field, default=_start(part))
    verbs = {
        state + end
        for route in holding.routes
        for step in steps(route.path)[-1:]
        if not step.param
        for state in states(snaked(step.name))
        for end in ("at", "on", "date")
    }
    timed = kind.kind in {"date", "datetime"} and not kind.nullable
    if timed and plain(name) not in {plain(each) for each in verbs} and _at_first(name):
        holding.fields[name] = Field(name, Type(kind.kind))
        holding.sets[name] = "today()" if kind.kind == "date" else "now()"
        return
    if not field.default:
        field = replace(field, type=replace(field.type, nullable=True))
    chosen = f"new rows have {field.default or 'null'}"
    said(Assumption(f"{holding.name}.{name}, which no request brings", chosen))
    holding.fields[name] = field


def _at_first(name: str) -> bool:
    """Whether a moment is that of a row's beginning: no end, no deed that is still to come."""
    later = (
        r"(due|end|expir|clos|finish|complet|deliver|return|cancel|pay|paid|last|next|delet"
        r"|publish)"
    )
    return not re.search(rf"(?i)^{later}", name)


def _start(part: Property) -> str:
    kind = part.shape.type
    if kind.nullable:
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


def worked_out(holding: Holding, part: Property, kept: Kept) -> str:
    """A template over `$` for a value that is not kept; empty when nothing explains it."""
    rules = (_joined, _children, _counted, _figured, _left, _own, _linked)
    for rule in rules:
        template = rule(holding, part, kept)
        if template:
            return template
    return ""


def _joined(holding: Holding, part: Property, kept: Kept) -> str:
    """The row that a key names, or one of its fields."""
    links = {**holding.references, **{each.field: each.name for each in holding.parents}}
    if holding.owner:
        users = next((each for each in kept.holdings if each.account), None)
        if users is not None:
            links[holding.owner] = users.name
    for name, to in links.items():
        other = kept.of(to)
        if other is None or name.endswith("ids"):
            continue
        row = f"first({to}[where .{other.key.name} = $.{name}])"
        stem = plain(name).removesuffix(plain(other.key.name)).removesuffix("id")
        if is_record(part.shape) and plain(part.name) in {stem, plain(other.word), plain(name)}:
            from beliefs.spec.documents.values import projected

            return projected(part.shape, other, row, kept)
        for prefix in {stem, plain(other.word)} - {""}:
            rest = plain(part.name).removeprefix(prefix)
            if rest != plain(part.name):
                found = next((each for each in other.fields if plain(each) == rest), "")
                if found and not other.fields[found].hidden:
                    return f"{row}.{found}"
    return ""


def _children(holding: Holding, part: Property, kept: Kept) -> str:
    """The rows that belong to this one, or those that its list of keys names."""
    item = part.shape.item
    if not is_list(part.shape) or item is None:
        return ""
    from beliefs.spec.documents.values import projected

    if part.name in holding.inner:
        child = kept.of(holding.inner[part.name])
        assert child is not None
        field = next(each.field for each in child.parents if each.name == holding.name)
        return _each(
            child,
            f"{child.name}[where .{field} = $.{holding.key.name}]",
            projected(item, child, child.variable, kept),
        )
    for name, to in holding.references.items():
        other = kept.of(to)
        if name.endswith("ids") and other is not None and same_thing(part.name, other.word):
            rows = f"{to}[where .{other.key.name} in $.{name}]"
            return _each(other, rows, projected(item, other, other.variable, kept))
    if not is_record(item):
        return ""
    for child, field in kept.children(holding):
        if same_thing(part.name, child.word) or kept.like(item) is child:
            rows = f"{child.name}[where .{field} = $.{holding.key.name}]"
            return _each(child, rows, projected(item, child, child.variable, kept))
    return ""


def _each(child: Holding, rows: str, into: str) -> str:
    one = child.variable
    return rows if into == one else f"each({one} in {rows}: {into})"


def _counted(holding: Holding, part: Property, kept: Kept) -> str:
    if part.shape.type.kind not in {"integer", "number"}:
        return ""
    name = plain(part.name)
    for child, field in kept.children(holding):
        one, many = plain(child.word), plain(plural(child.word))
        forms = {f"{one}count", f"{many}count", f"num{many}", f"number of{many}", f"total{many}"}
        forms |= {f"numberof{many}", f"count{many}", f"n{many}", many, f"{one}total"}
        stem = re.fullmatch(r"(?:num|numberof|total|current)?(\w+?)(?:count|s|total)?", name)
        kin = (
            stem is not None and len(one) > 5 and stem[1][:6] == one[:6]
        )  # registered, registration
        if name in forms or kin:
            return active(child, f".{field} = $.{holding.key.name}")
    for each in holding.fields.values():
        if each.type.kind == "list" and name in {
            f"{plain(singular(each.name))}count",
            f"{plain(each.name)}count",
            f"total{plain(each.name)}",
            f"num{plain(each.name)}",
        }:
            return f"count($.{each.name})"
    return ""


def _figured(holding: Holding, part: Property, kept: Kept) -> str:
    """An average, a sum, a least or a most over what belongs to the row."""
    if part.shape.type.kind not in {"integer", "number"}:
        return ""
    match = re.fullmatch(
        r"(average|avg|mean|total|sum|min|max|highest|lowest|best)?(.+?)(average|avg|total|sum)?",
        plain(part.name),
    )
    figure = (match[1] or match[3]) if match else ""
    subject = match[2] if match else ""
    usual = {"rating": "average", "score": "average"}
    figure = figure or usual.get(subject, "")
    word = {
        "avg": "average",
        "mean": "average",
        "total": "sum",
        "min": "least",
        "max": "most",
        "highest": "most",
        "lowest": "least",
        "best": "most",
    }.get(figure, figure)
    summed = re.search(
        r"(?i)\b(?:sum|total) (?:of )?(?:the |all |its )*(\w+)|\b(\w+) of (?:all|its) \w+",
        part.words,
    )
    if summed and not word:
        word, subject = "sum", plain(summed[1] or summed[2])
    elif not word and re.match(r"(booked|spent|logged|used|tracked|total)", plain(part.name)):
        word, subject = (
            "sum",
            re.sub(r"^(booked|spent|logged|used|tracked|total)", "", plain(part.name)),
        )
    if not word:
        return ""
    for child, field in kept.children(holding):
        wanted = {
            subject,
            singular(subject),
            *({"stars", "score", "rating"} if subject == "rating" else ()),
        }
        found = [
            each
            for each in child.fields.values()
            if plain(each.name) in wanted and each.type.kind in {"integer", "number"}
        ]
        if found:
            rows = f"{child.name}[where .{field} = $.{holding.key.name}]"
            value = f"{word}(each(one in {rows}: one.{found[0].name}))"
            empty = not part.shape.type.nullable and word != "sum"
            return f"or_else({value}, 0)" if empty else value
    return ""


def capacity_of(holding: Holding) -> str:
    """The field that says how many there is place for."""
    return next((each for each in CAPACITY if each in holding.fields), "")


def _left(holding: Holding, part: Property, kept: Kept) -> str:
    if part.shape.type.kind != "integer" or not _LEFT.fullmatch(plain(part.name)):
        return ""
    capacity, children = capacity_of(holding), kept.children(holding)
    if not capacity or not children:
        return ""
    child, field = children[0]
    amount = amount_of(child)
    return f"$.{capacity} - {active(child, f'.{field} = $.{holding.key.name}', amount)}"


def amount_of(child: Holding) -> str:
    """The field that says how many places one row takes."""
    names = (
        "places",
        "seats",
        "quantity",
        "tickets",
        "spots",
        "guests",
        "people",
        "count",
        "slots",
    )
    found = [each for each in child.fields.values() if plain(each.name) in names]
    found += [
        each
        for each in child.fields.values()
        if plain(each.name) in {"partysize", "numberofguests", "numberofseats", "numtickets"}
    ]
    return next((each.name for each in found if each.type.kind == "integer" and each.required), "")


def active(child: Holding, where: str, amount: str = "") -> str:
    """How many rows hold and were not cancelled, or how much they come to."""
    status = child.fields.get("status")
    gone = [
        each
        for each in (status.type.choices if status else ())
        if snaked(each) in {"cancelled", "canceled", "waitlisted", "rejected", "declined"}
    ]
    also = "".join(f' and .status != "{each}"' for each in gone)
    rows = f"{child.name}[where {where}{also}]"
    return f"sum(each(one in {rows}: one.{amount}))" if amount else f"count({rows})"


def _own(holding: Holding, part: Property, kept: Kept) -> str:
    """A value that its own fields give."""
    name, kind, has = plain(part.name), part.shape.type.kind, holding.fields
    by = {plain(each): each for each in has}
    price = next((by[each] for each in ("price", "unitprice", "cost") if each in by), "")
    many = next((by[each] for each in ("quantity", "qty", "stock", "amount") if each in by), "")
    if kind in {"integer", "number"} and re.fullmatch(
        r"(sub|grand|order|cart|line)?total(price|amount|cost|value)?|value|amountdue", name
    ):
        listed = _line_total(holding, kept)
        if listed:
            return listed
        if price and many:
            return f"$.{price} * $.{many}"
    if kind == "boolean":
        due = next((by[each] for each in _DUE if each in by), "")
        done = next((by[each] for each in _DONE if each in by), "")
        if name in {"overdue", "isoverdue"} and due:
            now = "today()" if has[due].type.kind == "date" else "now()"
            also = f" and not($.{done})" if done else ""
            return f"$.{due} < {now}{also}"
        if name in {"instock", "isinstock"} and many:
            return f"$.{many} > 0"
        low = next(
            (
                by[each]
                for each in by
                if "threshold" in each
                or "reorder" in each
                or each in {"minstock", "minquantity", "minimumstock"}
            ),
            "",
        )
        if name in {"lowstock", "islowstock", "needsreorder", "needsrestock"} and low and many:
            return f"$.{many} <= $.{low}"
        ends = next((each for each in has if plain(each) in {"expiresat", "expiry"}), "")
        if name in {"expired", "isexpired"} and ends:
            return f"$.{ends} != null and $.{ends} < now()"
    if name == "fullname" and {"firstname", "lastname"} <= set(by):
        return f'$.{by["firstname"]} + " " + $.{by["lastname"]}'
    if kind == "integer" and name == "wordcount":
        text = next((by[each] for each in ("content", "body", "text") if each in by), "")
        return f'count(split($.{text}, " "))' if text else ""
    return ""


def _line_total(holding: Holding, kept: Kept) -> str:
    for each in holding.fields.values():
        item = each.type.item
        if each.type.kind != "list" or item is None or item.kind != "record":
            continue
        names = {plain(one.name): one.name for one in item.fields}
        price = next((names[one] for one in ("price", "unitprice", "cost") if one in names), "")
        many = next((names[one] for one in ("quantity", "qty", "count") if one in names), "")
        if price and many:
            return f"sum(each(one in $.{each.name}: one.{price} * one.{many}))"
        for inner in item.fields:
            other = kept.called("_".join(words(inner.name)[:-1]))
            if many and other is not None and "price" in other.fields:
                found = f"first({other.name}[where .{other.key.name} = one.{inner.name}]).price"
                found = f"or_else({found}, 0)"
                return f"sum(each(one in $.{each.name}: {found} * one.{many}))"
    return ""


def _linked(holding: Holding, part: Property, kept: Kept) -> str:
    """An address of this service that leads to the row."""
    name = plain(part.name)
    if not re.search(r"url$|link$|href$|^self$|uri$", name) or part.shape.type.kind not in {
        "url",
        "string",
    }:
        return ""
    found = [
        each
        for each in kept.contract.routes
        if each.method == "GET"
        and steps(each.path, kept.base)
        and (chain := steps(each.path, kept.base))[-1].param
        and kept.at(chain) is holding
        and len(re.findall(r"\{", each.path)) == 1
    ]
    ending = re.compile(r"download|content|raw")
    if "download" in name:
        found = [
            each
            for each in kept.contract.routes
            if ending.search(each.path) and each.path.count("{") == 1
        ] or found
    redirects = [each for each in found if each.good and 300 <= each.good.status < 400]
    best = (redirects or found)[:1]
    if not best:
        return ""
    head, _, tail = re.sub(r"\{\w+\}", "\0", best[0].path).partition("\0")
    after = f' + "{tail}"' if tail else ""
    return f'url("{head}" + text($.{holding.key.name}){after})'
