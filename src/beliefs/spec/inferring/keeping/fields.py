"""Where each value of a row comes from: kept as given, set by the service, or worked out.

A property that requests bring is kept. One that only answers show is explained by its name and type
and by what else is kept: a count of what belongs to the row, the row that a key names, a moment, a
state that actions change. What nothing explains is kept as null or its default, and said.
"""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import typed
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, plural, snaked, states
from beliefs.spec.features import row_keys
from beliefs.spec.inferring.access.accounts import TOKENS, Accounts
from beliefs.spec.inferring.access.locking import locked, says_protected
from beliefs.spec.inferring.families.contests import rank_rows
from beliefs.spec.inferring.families.eventful import logged
from beliefs.spec.inferring.families.handing import hand_out
from beliefs.spec.inferring.families.lineups import line_up
from beliefs.spec.inferring.families.lining import make_room, queue_up
from beliefs.spec.inferring.families.living import hear_rows
from beliefs.spec.inferring.families.marking import score_rows
from beliefs.spec.inferring.families.moving import derive
from beliefs.spec.inferring.families.positions import place_rows
from beliefs.spec.inferring.families.threads import leave_tombs
from beliefs.spec.inferring.families.trails import base_of, remember
from beliefs.spec.inferring.families.turns import moments as turn_moments
from beliefs.spec.inferring.families.visits import keep_visits
from beliefs.spec.inferring.families.voices import voiced
from beliefs.spec.inferring.families.waiting import queue
from beliefs.spec.inferring.keeping.belonging import (
    belonging,
    list_inner,
    parts_of,
    referring,
)
from beliefs.spec.inferring.keeping.counters import count_up
from beliefs.spec.inferring.keeping.dating import date_rows
from beliefs.spec.inferring.keeping.explaining import worked_out
from beliefs.spec.inferring.keeping.holdings import (
    Holding,
    stored,
)
from beliefs.spec.inferring.keeping.inheriting import inherited
from beliefs.spec.inferring.keeping.itemising import itemise
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.linking import shorten
from beliefs.spec.inferring.keeping.listing import list_states
from beliefs.spec.inferring.keeping.multiplying import multiply
from beliefs.spec.inferring.keeping.owning import Said, owning
from beliefs.spec.inferring.keeping.starting import begun, started
from beliefs.spec.inferring.keeping.statements import becomes, states_told
from beliefs.spec.inferring.keeping.unchanging import settle as share_columns
from beliefs.spec.inferring.routes import again
from beliefs.spec.inferring.rules.retiring import retire_rows
from beliefs.spec.inferring.rules.trash import throw_away
from beliefs.spec.inferring.told.spending import spend_rows
from beliefs.spec.service import Assumption
from beliefs.spec.types import Field, Type


def fill(kept: Kept, accounts: Accounts, said: Said) -> None:
    """Give every holding its fields."""
    list_states(kept)
    again.place(kept)
    for holding in list(kept.holdings):
        belonging(holding, kept)
        list_inner(holding, kept)
    make_room(kept)
    for thing, name in kept.contract.capacities:
        held = kept.called(thing)
        if held is not None:
            held.capacity = name
    for holding in kept.holdings:
        referring(holding, kept)
        owning(holding, kept, accounts, said)
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


def _kept(holding: Holding, kept: Kept, accounts: Accounts) -> None:
    """What requests bring, and keys of what it belongs to."""
    made, shape = holding.made, holding.shape
    links = {each.field for each in holding.parents}
    fields: dict[str, Field] = {}
    shown = set(shape.names)
    for part in parts_of(holding):
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
        if name == base_of(made, shape):
            continue  # that an edit began with it is looked at, and not kept
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
        elif not begun(holding, part):
            started(holding, part, kept, said)


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


# What can be worked out.
