"""From what documents say to a Spec: what is kept, what each route does, how it fails."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.beside_rows import told_beside
from beliefs.spec.documents.claiming import HOLDS_ANYHOW
from beliefs.spec.documents.contract import Contract, Route
from beliefs.spec.documents.folding import folded
from beliefs.spec.documents.forming import formed_texts
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.of_several import told_alike
from beliefs.spec.documents.told_replies import told_replies
from beliefs.spec.documents.words import plain
from beliefs.spec.effects import Effect
from beliefs.spec.entities import Entity
from beliefs.spec.failures import Failures
from beliefs.spec.features.resources import program
from beliefs.spec.inferring import unheld, unruled
from beliefs.spec.inferring.access import callers, membership, own, resets, roles, sharing
from beliefs.spec.inferring.access.accounts import Accounts, accounts, identity, owner_type
from beliefs.spec.inferring.access.carrying import carried, carried_input, known_lines
from beliefs.spec.inferring.access.cookies import sessioned
from beliefs.spec.inferring.access.guarding import guarded
from beliefs.spec.inferring.access.locking import locked, openable
from beliefs.spec.inferring.access.presenting import presented
from beliefs.spec.inferring.access.row_keys import key_failures, row_keyed
from beliefs.spec.inferring.access.warding import warded_input, warded_lines
from beliefs.spec.inferring.aliases import resourced, restored
from beliefs.spec.inferring.answers.alike import alike
from beliefs.spec.inferring.answers.bounds import bounded
from beliefs.spec.inferring.answers.params import typed_params
from beliefs.spec.inferring.computing import remembering
from beliefs.spec.inferring.computing.routes import settled
from beliefs.spec.inferring.effects import (
    completed_lines,
    effect_lines,
    hole,
    single_effect,
    told_effect,
)
from beliefs.spec.inferring.families import (
    addressing,
    counted,
    mail,
    marks,
    rolls,
    scoring,
    single_values,
)
from beliefs.spec.inferring.families.moving import freed_ends
from beliefs.spec.inferring.families.single_values import Single
from beliefs.spec.inferring.keeping import bundles, unchanging, under
from beliefs.spec.inferring.keeping.beginning import begun
from beliefs.spec.inferring.keeping.defaults import defaulted
from beliefs.spec.inferring.keeping.depending import keyed
from beliefs.spec.inferring.keeping.fields import fill
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.pointing import pointed
from beliefs.spec.inferring.keeping.values import reached
from beliefs.spec.inferring.naming import name_of, summary_of
from beliefs.spec.inferring.routes import texts
from beliefs.spec.inferring.routes.apart import Apart, Unclear
from beliefs.spec.inferring.routes.batch_sizes import freed as freed_items
from beliefs.spec.inferring.routes.batches import Batch, taken_out, told_once
from beliefs.spec.inferring.routes.changing import is_partial
from beliefs.spec.inferring.routes.forms import formed
from beliefs.spec.inferring.routes.several import freed
from beliefs.spec.inferring.routes.texts import named_texts
from beliefs.spec.inferring.routes.tooling import tool_inputs
from beliefs.spec.inferring.rules.closing import closed_bodies
from beliefs.spec.inferring.rules.conditional import conditional
from beliefs.spec.inferring.rules.empty import empty_row
from beliefs.spec.inferring.rules.failing import failures, invalid_here, unknown_here
from beliefs.spec.inferring.rules.itemised import unheld_items
from beliefs.spec.inferring.rules.once import (
    each_their_own,
    lasting,
    unique_fields,
    unique_together,
)
from beliefs.spec.inferring.rules.overlaps import clashes_in_time
from beliefs.spec.inferring.rules.precedence import unordered
from beliefs.spec.inferring.rules.rates import rates_of
from beliefs.spec.inferring.rules.resetting import resettable
from beliefs.spec.inferring.rules.rounding import rounded
from beliefs.spec.inferring.rules.together import untied
from beliefs.spec.inferring.rules.trimming import unpadded
from beliefs.spec.inferring.showing import examples
from beliefs.spec.inferring.told.weighing import says_more
from beliefs.spec.inferring.valuing.fields import tell_fields
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Assumption, Spec, Unknown


def infer(contract: Contract, *, anyhow: bool = False) -> Spec:
    """The Spec of a contract; rules that hold `anyhow` are listed only where they are wanted."""
    contract = keyed(freed_ends(rounded(contract)))
    contract = folded(
        unpadded(
            alike(
                begun(
                    defaulted(
                        bounded(formed_texts(told_alike(told_beside(told_replies(contract)))))
                    )
                )
            )
        )
    )
    contract, singles = single_values.taken_out(_based(openable(contract)))
    contract, together = taken_out(contract)
    contract, verbs = resourced(formed(resettable(closed_bodies(contract))))
    contract, tokens = carried(sessioned(row_keyed(presented(contract))))
    contract = named_texts(freed(guarded(settled(callers.named(pointed(contract))))))
    said: list[Assumption] = list(contract.assumptions)
    unknowns: list[Unknown] = [*contract.unknowns, *unordered(contract)]
    contract = membership.chosen_roles(contract)
    kept = Kept(contract)
    unchanging.place(kept)
    unknowns += unchanging.unlisted(contract)
    found = _filled(contract, kept, said)
    worked_out = {
        f"{one.name}.{each}" for one in kept.holdings for each in (*one.computed, *one.sets)
    }
    said = [
        each
        for each in said
        if each.about.partition(",")[0] not in worked_out
        or not each.chosen.startswith("new rows have")
    ]
    contract = typed_params(contract, kept)
    table = key_failures(contract, failures(contract, said))
    if found.assumed and any(each.secured for each in contract.routes):
        source = contract.security.source if contract.security else ""
        chosen = "the environment variable API_KEY"
        said.append(Assumption("where the key comes from", chosen, source))
    writer = Writer(contract, kept, found, said.append, unknowns.append, table)
    writer.tokens = tokens
    _unguarded(contract, kept, found, unknowns)
    told = tell_fields(writer)
    said[:] = [each for each in said if each.about.partition(",")[0] not in told]
    operations = conditional(writer, _operations(writer))
    entities = [each.entity for each in kept.holdings]
    operations, items = _put_back(writer, operations, together)
    operations = _put_singles_back(writer, operations, singles)
    items += [each.entity for each in singles]
    if found.known and not found.key and found.users is not None and found.login is not None:
        entities += found.tokens.entities(owner_type(found.users))
    used = _used(operations, found)
    unknowns = [each for each in unknowns if anyhow or each.why != HOLDS_ANYHOW]
    spec = Spec(
        name=_kebab(contract.title),
        title=contract.title or "API",
        summary=contract.summary.split("\n")[0].strip(),
        entities=(*(each for each in entities if each.name in used), *items),
        operations=tuple(restored(each, verbs) for each in operations),
        failures=table,
        identity=identity(contract, found)
        if not tokens or any(each.needs for each in operations)
        else None,
        base=contract.base,
        port=contract.port or 8000,
        rates=tuple(one for each in contract.routes for one in rates_of(writer, each)),
        secret=_secret(contract, found),
        assumptions=tuple(dict.fromkeys(said)),
        unknowns=tuple(dict.fromkeys(unknowns)),
    )
    return replace(spec, examples=examples(contract, spec, kept))


def _filled(contract: Contract, kept: Kept, said: list[Assumption]) -> Accounts:
    """Who there is, with all that is kept filled in; each place builds on those before it."""
    found = accounts(contract, kept)
    membership.place(kept, found)
    roles.place(contract, found)
    own.place(kept, found)
    marks.place(kept, found)
    resets.place(kept, found)
    sharing.place(kept, found)
    addressing.place(kept, found)
    under.place(kept)
    scoring.place(kept, found)
    fill(kept, found, said.append)
    bundles.place(kept)
    texts.place(kept)
    remembering.place(kept)
    counted.place(kept)
    rolls.call_roll(kept)
    own.settle(kept, found)
    membership.settle(kept, found)
    roles.settle(contract, found)
    mail.settle(kept, found)
    return found


def _secret(contract: Contract, found: Accounts) -> str:
    """The environment variable that tokens are signed with; empty where none are."""
    unsigned = found.key or found.variable or found.caller or not found.signed
    return (contract.secret or "SECRET_KEY") if found.known and not unsigned else ""


def _based(contract: Contract) -> Contract:
    """Every path below the base."""
    base = contract.base
    if not base:
        return contract
    routes = tuple(
        each
        if each.path.startswith(f"{base}/") or each.path == base
        else replace(each, path=base + each.path)
        for each in contract.routes
    )
    return replace(contract, routes=routes)


def _kebab(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "api"


def _used(operations: list[Operation], found: Accounts) -> set[str]:
    text = " ".join(repr(each.effect) for each in operations)
    named = set(re.findall(r"entity='(\w+)'", text))
    if found.users is not None and found.known:
        named |= {found.users.name, "Session", "EndedLogin"}
    return named


def _unguarded(contract: Contract, kept: Kept, found: Accounts, unknowns: list[Unknown]) -> None:
    """Say which routes would be open to everybody that the document says are not."""
    secured = [each for each in contract.routes if each.secured]
    security = contract.security
    rows = kept.holdings
    if secured and not found.known:
        unknowns.append(
            Unknown(
                "blocking",
                f"security of {len(secured)} operations",
                security.source if security else secured[0].source,
                "nothing gives out what callers would have to show, and no environment variable"
                " is named that holds it",
            )
        )
    for route in contract.routes:
        for each in route.params:
            secret = re.search(r"(?i)key|token|secret|auth|password", each.name)
            if each.place != "header" or not secret or not {401, 403} & route.statuses:
                continue
            if re.sub(r"^x", "", plain(each.name)) in SECRETS and any(map(locked, rows)):
                continue  # that of a row
            if security is None or each.name.lower() != security.name.lower():
                why = "nothing gives out what it would have to hold"
                unknowns.append(Unknown("blocking", f"the header {each.name}", route.source, why))


def _uniques(writer: Writer) -> None:
    """What a documented conflict on making a row is about holds for changing one too."""
    for holding in writer.kept.holdings:
        if each_their_own(writer, holding):
            continue
        for route in holding.routes:
            if route.method == "POST" and not holding.parents and route.body is not None:
                names = dict.fromkeys(route.body.names, "")
                if unique_together(route, holding, names):
                    continue
                if clashes_in_time(writer, route, holding, names):
                    continue  # taken for a while, and free before and behind it
                for name in unique_fields(route, holding, names):
                    if lasting(route, holding, [name]):
                        continue  # two rows may share it, in other states
                    holding.fields[name] = replace(holding.fields[name], unique=True)


def _operations(writer: Writer) -> list[Operation]:
    _uniques(writer)
    names: set[str] = set()
    made: dict[tuple[str, str], Operation] = {}
    for route in writer.contract.routes:
        place = (route.method, re.sub(r"\{\w+\}", "{}", route.path))
        if place in made:
            continue
        name = name_of(route, writer, names)
        names.add(name)
        made[place] = _operation(writer, route, name)
    unheld.sources(writer, list(made.values()))
    unheld.shared(writer, list(made.values()))
    return list(made.values())


def _put_back(
    writer: Writer, operations: list[Operation], together: tuple[Batch, ...]
) -> tuple[list[Operation], list[Entity]]:
    """All operations with those that do for many what others do for one; kinds of their items."""
    items: list[Entity] = []
    made_up = [each.twin for each in together if each.made_up]
    rest = [each for each in operations if (each.method, each.path) not in made_up]
    for batch in together:
        quiet = replace(writer, stated=[])
        route = freed_items(batch)
        one = next((x for x in operations if (x.method, x.path) == batch.twin), None)
        name = name_of(route, writer, {each.name for each in rest})
        if one is None or not one.effect:
            hole(writer, route)
            rest.insert(min(batch.at, len(rest)), _made(quiet, route, name, (), ()))
            continue
        entities = tuple(each.entity for each in writer.kept.holdings)
        apart = Apart(batch, one, entities, writer.failures or Failures())
        try:
            lines = apart.lines()
            effect = program(*lines)
            _unskipped(writer, batch, lines)
        except Unclear as what:
            why = f"nothing says what {what} of an item is"
            told = f"{route.method} {route.path}: {route.words[:80]}"
            writer.unknown(Unknown("blocking", told, route.source, why))
            effect = ()
        for about, chosen in apart.said:
            writer.said(Assumption(f"{about} of {route.path}", chosen, route.source))
        if apart.checked is not None and apart.checked not in entities:
            items.append(apart.checked)
        made = _made(quiet, route, name, effect, ())
        rest.insert(min(batch.at, len(rest)), replace(made, needs=one.needs))
    return rest, items


def _put_singles_back(
    writer: Writer, operations: list[Operation], singles: tuple[Single, ...]
) -> list[Operation]:
    """All operations with those of values that there are once, each at its place."""
    rest = list(operations)
    placed = [(at, route, each) for each in singles for at, route in each.routes]
    placed.sort(key=lambda each: each[0])
    for at, route, single in placed:
        name = name_of(route, writer, {each.name for each in rest})
        made = _told_by(writer, _drafted(writer, route, name, single_effect(single)))
        rest.insert(min(at, len(rest)), made)
    return rest


def _unskipped(writer: Writer, batch: Batch, lines: list[str]) -> None:
    """Say that items that are there already are not left out, where words want it."""
    route = batch.route
    if (name := told_once(route, batch.item)) and not any('"again"' in each for each in lines):
        told = f"{route.method} {route.path}: those whose {name} is there already are left out"
        why = f"nothing says of one that its {name} may not be there already"
        writer.unknown(Unknown("material", told, route.source, why))


class _Draft(NamedTuple):
    """An operation as one reading of a route has it, and what that leaves open."""

    operation: Operation
    said: list[Assumption]
    unknowns: list[Unknown]

    @property
    def open(self) -> int:
        """How much is in the way, or not held to."""
        return sum({"blocking": 100, "material": 1}.get(each.rank, 0) for each in self.unknowns)


def _operation(writer: Writer, route: Route, name: str) -> Operation:
    """The operation of a route: by what is known of such routes, else by its sentences alone."""
    draft = _drafted(writer, route, name, effect_lines)
    if draft.open:
        for reading in (completed_lines, told_effect):
            other = _drafted(writer, route, name, reading)
            if other.operation.effect and other.open < draft.open:
                draft = other
    if route.method != "GET":
        told = _drafted(writer, route, name, told_effect)
        if told.open <= draft.open and says_more(told.operation.effect, draft.operation.effect):
            draft = told
    return _told_by(writer, draft)


def _told_by(writer: Writer, draft: _Draft) -> Operation:
    """The operation of a draft, with what that leaves open said."""
    for assumption in draft.said:
        writer.said(assumption)
    for unknown in draft.unknowns:
        writer.unknown(unknown)
    return draft.operation


def _drafted(writer: Writer, route: Route, name: str, reading: unruled.Reading) -> _Draft:
    said: list[Assumption] = []
    unknowns: list[Unknown] = []
    quiet = replace(writer, said=said.append, unknown=unknowns.append, stated=[])
    return _Draft(_built(quiet, route, name, reading), said, unknowns)


def _built(writer: Writer, route: Route, name: str, reading: unruled.Reading) -> Operation:
    lines = reading(writer, route)
    token = writer.tokens.get((route.method, route.path)) if writer.accounts.known else None
    if lines is not None:
        lines = [*writer.role(route), *lines]
    if lines is not None and token is not None:
        lines = known_lines(writer, route, token, lines)
    shown: tuple[Input, ...] = (carried_input(token),) if token is not None else ()
    warden = writer.contract.warden if route.warded else None
    if lines is not None and warden is not None:
        lines = warded_lines(writer, route, warden, lines)
        shown = (warded_input(warden),)
    if writer.accounts.caller and writer.needs(route):
        lines = callers.caller_lines(writer, route, lines) if lines is not None else None
        shown = (callers.caller_input(writer, route),)
    effect: Effect = ()
    if lines is None:
        hole(writer, route)
    else:
        names = {name for each in writer.kept.holdings for name in (*each.fields, each.key.name)}
        effect = program(*(reached(each, names) for each in lines))
        effect = unchanging.written_out(effect, writer.kept)
        if reading is not told_effect:  # that one reads all sentences, or none
            unruled.rules(writer, route, lines, reading)
            unruled.order(writer, route, lines)
    made = _made(writer, route, name, effect, shown)
    unheld.failures(writer, route, made)
    unheld.answers(writer, route, made)
    unheld.unread(writer, made)
    unheld.headers(writer, route)
    unheld_items(writer, route, made)
    untied(writer, route)
    empty_row(writer, route, made)
    return made


def _made(
    writer: Writer, route: Route, name: str, effect: Effect, shown: tuple[Input, ...]
) -> Operation:
    table = writer.failures
    stated = tuple(each for each in writer.stated if table is None or each != table.of(each.way))
    holding = writer.kept.at(writer.chain(route)) if writer.chain(route) else None
    optional = route.method == "PATCH" or (
        route.method == "PUT" and holding is not None and is_partial(route, holding)
    )
    if (
        optional
        and route.method == "PATCH"
        and route.body is not None
        and holding is not None
        and any(each.required and each.name not in route.demanded for each in route.body.properties)
    ):
        writer.said(
            Assumption(
                f"the body of PATCH {route.path}", "every field of it may be left out", route.source
            )
        )
    own = holding is not None
    if route.method == "PATCH" and not own:
        optional = False
    return Operation(
        name=name,
        method=route.method,
        path=route.path,
        effect=effect,
        inputs=(
            *tool_inputs(writer, route, writer.inputs(route, optional=optional)),
            *shown,
        ),
        summary=route.summary or summary_of(route),
        needs="caller" if writer.needs(route) and not shown else "",
        failures=(
            *stated,
            *invalid_here(route, writer.failures, stated),
            *(unknown_here(writer.contract, route) if writer.needs(route) else ()),
        ),
        consumes=route.consumes if route.consumes != "application/json" else "",
        closed=bool(route.body and route.body.closed)
        and route.consumes in {"", "application/json"}
        and not route.form,
        source=route.source,
    )
