"""Fields that tie rows to others: of what they are below, of what they name, of what they list."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape, is_list, is_record
from beliefs.spec.documents.places import names, steps
from beliefs.spec.documents.words import plain, singular, snaked, words
from beliefs.spec.entities import Key
from beliefs.spec.inferring.families.threads import answers_own
from beliefs.spec.inferring.keeping.depending import waits
from beliefs.spec.inferring.keeping.explaining import holder
from beliefs.spec.inferring.keeping.holdings import (
    Holding,
    Parent,
)
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Field, Type


def key_reference(holding: Holding) -> Type:
    """What another row keeps of a key."""
    if holding.key.style == "integer":
        return Type("integer")
    if holding.key.style == "uuid":
        return Type("uuid")
    return Type("integer" if holding.key_type.kind == "integer" else "string")


def parts_of(holding: Holding) -> list[Property]:
    """Every property that is brought or shown, as brought where it is."""
    made = holding.made
    found = [(made.part(each.name) or each) if made else each for each in holding.shape.properties]
    names = {each.name for each in found}
    return found + [each for each in (made.properties if made else ()) if each.name not in names]


def belonging(holding: Holding, kept: Kept) -> None:
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
    if made or any(plain(each.name) in wanted for each in parts_of(holding)):
        return False
    both = (plain(f"{holding.word}_id"), plain(f"{parent.word}_id"))
    return any(
        all(name in {plain(each.name) for each in parts_of(other)} for name in both)
        for other in kept.holdings
        if other is not holding and other is not parent
    )


def _foreign(holding: Holding, parent: Holding, param: str) -> str:
    """The field that holds a parent's key; a hidden one where none is shown."""
    wanted = {plain(parent.word + "id"), plain(parent.word + parent.key.name)}
    wanted |= {plain(param)} - {"id", plain(holding.key.name)}
    for each in parts_of(holding):
        if plain(each.name) in wanted and not is_record(each.shape):
            return each.name
    for each in parts_of(holding):
        if plain(each.name) == plain(parent.word) and not is_record(each.shape):
            return each.name
    name = f"{snaked(parent.word)}_{snaked(parent.key.name)}"
    holding.fields[name] = Field(name, key_reference(parent), hidden=True)
    return name


def list_inner(holding: Holding, kept: Kept) -> None:
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


def referring(holding: Holding, kept: Kept) -> None:
    """Fields that hold another row's key."""
    for part in parts_of(holding):
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
