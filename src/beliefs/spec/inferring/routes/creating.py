"""New rows: from a body, from a file, many at once, with the rows that belong to them."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.documents.places import Step, unwrapped
from beliefs.spec.documents.spelling import strictly_dashed
from beliefs.spec.documents.uploading import many_files
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.access.accounts import KEYS, secret_of
from beliefs.spec.inferring.answers.figures import figure
from beliefs.spec.inferring.families.addressing import self_guards
from beliefs.spec.inferring.families.answering import answered_guards, least_guards
from beliefs.spec.inferring.families.bidding import bid_ends, bid_guards
from beliefs.spec.inferring.families.daily import daily_guards
from beliefs.spec.inferring.families.lineups import opening_lines
from beliefs.spec.inferring.families.logs import event_lines
from beliefs.spec.inferring.families.mail import mail_guards
from beliefs.spec.inferring.families.marking import place_guards, score_lines
from beliefs.spec.inferring.families.moving import flow_guards, moved_guards
from beliefs.spec.inferring.families.owing import owed_guards, settled_lines
from beliefs.spec.inferring.families.reporting import report_guards, report_lines
from beliefs.spec.inferring.families.scheduling import cron_guards
from beliefs.spec.inferring.families.versions import kept_lines
from beliefs.spec.inferring.keeping.filling import filled
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.issuing import issued_lines
from beliefs.spec.inferring.keeping.keys import (
    counted_key,
    digits_of,
    letters_of,
    made_up,
    otherwise_made,
    spelled_key,
)
from beliefs.spec.inferring.keeping.spelled import spelled_guards
from beliefs.spec.inferring.keeping.stocks import stock_guards
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.again import again_lines
from beliefs.spec.inferring.routes.amounts import booked_lines, moved_lines
from beliefs.spec.inferring.routes.apiece import apiece, kept_scene
from beliefs.spec.inferring.routes.assigning import assigned
from beliefs.spec.inferring.routes.coded import coded_facts, coded_lines
from beliefs.spec.inferring.routes.filing import file_guards, unlike_names
from beliefs.spec.inferring.routes.following import follow_lines
from beliefs.spec.inferring.routes.sequences import list_guards
from beliefs.spec.inferring.routes.taking import taking
from beliefs.spec.inferring.routes.texts import text_guards
from beliefs.spec.inferring.routes.unpacking import opened, packed_facts, packed_in
from beliefs.spec.inferring.routes.uploads import (
    brought_file,
    from_file,
    same_file_guards,
    shown_again,
)
from beliefs.spec.inferring.rules.elsewhere import elsewhere_guards
from beliefs.spec.inferring.rules.guarding import (
    compared_guards,
    references_of,
    state_guards,
)
from beliefs.spec.inferring.rules.offered import offered_guards
from beliefs.spec.inferring.rules.once import unique_guards
from beliefs.spec.inferring.rules.quotas import quota_guards
from beliefs.spec.inferring.rules.rationing import ration_guards
from beliefs.spec.inferring.rules.relating import order_guards, parent_guards
from beliefs.spec.inferring.rules.rooms import room_guards
from beliefs.spec.inferring.rules.times import length_guards, time_guards
from beliefs.spec.inferring.writing import Scene, Writer


def create_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str]:
    """An effect that keeps a new row."""
    lines = writer.above(route, chain[:-1])
    parents = []
    booked: list[str] = []
    several = many_files(route)
    ends: list[str] = []
    settled: list[str] = []
    for end in range(len(chain) - 1, 0, -1):
        parent = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        link = next((each for each in holding.parents if parent and each.name == parent.name), None)
        if parent is not None and link is not None:
            parents.append((link.field, f"{parent.variable}.{parent.key.name}"))
            lines += state_guards(writer, route, parent)
            lines += room_guards(writer, route, holding, parent, link.field)
            lines += offered_guards(writer, route, parent)
            lines += bid_guards(writer, route, holding, parent, link.field)
            ends = bid_ends(route, holding, parent, link.field)
            key = f"{parent.variable}.{parent.key.name}"
            booked = moved_guards(writer, route, holding, key, parent)
            booked = booked or booked_lines(writer, route, parent)
            booked += owed_guards(writer, route, holding, parent)
            booked += report_guards(writer, route, holding, parent)
            settled = settled_lines(writer, route, holding, parent)
            settled += report_lines(writer, route, holding, parent)
            parents += _further(writer, holding, chain[: end - 1], link.field)
            break
    lines += moved_lines(writer, route)
    lines += booked
    added = _added(writer, route, holding, parents)
    inserted = added or inserted_lines(writer, route, holding, parents)
    lines += unlike_names(writer, route)
    lines += apiece(holding, several, inserted) if several else inserted
    lines += ends
    lines += settled
    scene = Scene(holding, holding.variable, message=f"{holding.spoken} created")
    if several:
        scene = kept_scene(holding)
    above = writer.kept.like(unwrapped(route.good.shape)[0]) if route.good else None
    if (
        above is not None
        and above is not holding
        and parents
        and above.name in {each.name for each in holding.parents}
    ):
        scene = Scene(above, above.variable)
    elif (answered := _answered(writer, route, holding, parents)) is not None:
        scene = Scene(answered, answered.variable)
    if parents and route.good and is_record(route.good.shape) and route.good.shape is not None:
        rows = f"{holding.name}[where .{parents[0][0]} = {parents[0][1]}]"
        for each in route.good.shape.properties:
            told = holding.named(each.name) or plain(each.name) in scene.values
            if not told and each.shape.type.kind in {"integer", "number"}:
                found = figure(writer, each, rows, holding, {})
                scene.values |= {plain(each.name): found} if found else {}
    if writer.accounts.key and holding is writer.accounts.users:
        scene.values |= {
            each: f"{holding.variable}.{writer.accounts.key}"
            for each in KEYS
            if each == plain(writer.accounts.key)
        }
    if (before := shown_again(route)) is not None:
        others = tuple(each for each in route.replies if each is not before)
        route = replace(route, replies=others)
    return again_lines(writer, route, holding, lines, scene, parents)


def _answered(
    writer: Writer, route: Route, holding: Holding, parents: list[tuple[str, str]]
) -> Holding | None:
    """The row above, where words alone say that it is the answer: "the proposal"."""
    good = route.good
    if good is None or good.shape is not None or not parents:
        return None
    for link in holding.parents:
        parent = writer.kept.of(link.name)
        noun = re.escape(parent.word.replace("_", " ")) if parent is not None else ""
        told = rf"(?i)(?:\W|and |with )*(?:the |its )?(?:updated |changed |whole )?{noun}\b"
        if link.field == parents[0][0] and re.match(told, good.words):
            return parent
    return None


_AMOUNTS = {"count", "quantity", "qty", "amount", "units", "number"}


def _added(
    writer: Writer, route: Route, holding: Holding, parents: list[tuple[str, str]]
) -> list[str]:
    """More of what is in a row already: a second request for the same adds to the first."""
    inputs = {each.wire: f"input.{each.name}" for each in writer.inputs(route)}
    many = next((each for each in holding.fields if plain(each) in _AMOUNTS), "")
    same = holding.lookup
    if not many or many not in inputs or same not in inputs or not parents:
        return []
    if 409 in route.statuses or not re.search(r"(?i)\badd(?:s|ed|ing)?\b", route.words):
        return []
    one, (link, value) = holding.variable, parents[0]
    inserted = inserted_lines(writer, route, holding, parents)
    kept = [each for each in inserted if f".{same} = {inputs[same]} and" not in each]
    return [
        f"let {one} = first({holding.name}[where .{same} = {inputs[same]} and .{link} = {value}])",
        f"if {one} != null:",
        f"    patch {holding.name} {one} {{{many}: {one}.{many} + {inputs[many]}}}",
        "else:",
        *(f"    {each}" for each in kept),
    ]


def _further(
    writer: Writer, holding: Holding, chain: tuple[Step, ...], known: str
) -> list[tuple[str, str]]:
    """The rows further up a path that a new row belongs to as well."""
    rows = [
        parent
        for end in range(len(chain), 0, -1)
        if chain[end - 1].param and (parent := writer.kept.at(chain[:end])) is not None
    ]
    return [
        (each.field, f"{parent.variable}.{parent.key.name}")
        for parent in rows
        for each in holding.parents
        if each.name == parent.name and each.field != known
    ]


def referred_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], one: str = ""
) -> list[str]:
    """States that rows named by keys must be in, and place that they must have left."""
    lines: list[str] = []
    for name, to in holding.references.items():
        other = writer.kept.of(to)
        if name not in brought or other is None or other is holding:
            continue
        row = f"first({to}[where .{other.key.name} = {brought[name]}])"
        guards = [] if one else state_guards(writer, route, other)
        said = " ".join([route.words, *(f"{each.words} {each.message}" for each in route.faults)])
        if re.search(r"(?i)\bfull\b|capacity|enough|seats left|places left|sold out", said):
            guards += room_guards(writer, route, holding, other, name, one)
        if not holding.fields[name].required:
            free = f"guard {brought[name]} = null or "
            guards = [f"{free}{each.removeprefix('guard ')}" for each in guards]
        if guards:
            lines += [f"let {other.variable} = {row}", *guards]
    return lines


def inserted_lines(
    writer: Writer, route: Route, holding: Holding, parents: list[tuple[str, str]]
) -> list[str]:
    """Guards, the new row, and rows that belong to it."""
    one, inputs, file = holding.variable, writer.inputs(route), brought_file(writer, route)
    brought = {each.wire: f"input.{each.name}" for each in inputs if each.place != "path"}
    values: dict[str, str] = dict(parents)
    for name in holding.fields:
        if name in values:
            continue
        if name == "password_hash" and (secret := secret_of(route.body)):
            shown = f"input.{writer.name(secret)}"
            free = not holding.fields[name].required
            hashed = f"hash_password({shown})"
            values[name] = f"if({shown} = null, null, {hashed})" if free else hashed
        elif name in holding.sets and (name == holding.owner) <= writer.needs(route):
            values[name] = holding.sets[name]
        elif name in brought:
            values[name] = filled(brought[name], holding, name, brought, file)
    values |= from_file(holding, file)
    values |= coded_facts(holding, route)
    looks = opened(writer, route, file) if file and packed_in(holding) else []
    values |= packed_facts(holding) if looks else {}
    spot = assigned(writer, route, holding, brought)
    issued, told = issued_lines(writer, route, holding, "")
    values |= spot.values | told
    unique = unique_guards(writer, route, holding, brought)
    lines = [
        *file_guards(writer, route),
        *(text_guards(writer, route, holding) if route.method != "PUT" else ()),
        *coded_lines(writer, route),
        *looks,
        *same_file_guards(writer, route, holding, file, parents),
        *mail_guards(writer, route, holding, brought),
        *self_guards(writer, route, holding, brought),
        *list_guards(writer, route, holding, brought),
        *cron_guards(writer, route, holding, brought),
        *references_of(writer, route, holding, brought),
        *referred_guards(writer, route, holding, brought),
        *flow_guards(writer, route, holding, brought),
        *spelled_guards(writer, route, holding, brought),
        *_above(writer, route, holding, brought),
        *quota_guards(writer, route, holding, brought, parents, unique),
        *elsewhere_guards(writer, route, holding, brought),
        *ration_guards(writer, route, holding, brought),
        *compared_guards(writer, route, holding, brought),
        *answered_guards(writer, route, holding, parents),
        *score_lines(writer, route, holding),
        *order_guards(
            writer, route, holding, brought, [f".{name} = {value}" for name, value in parents]
        ),
    ]
    takes, as_kept = taking(writer, route, holding, brought)
    lines += takes
    values |= as_kept
    lines += [*spot.lines, *issued]
    lines += time_guards(writer, route, holding, brought)
    lines += daily_guards(writer, route, holding, values)
    made_key = _key(writer, route, holding, brought)
    if made_key:
        lines += made_key[0]
        values = {holding.key.name: made_key[1], **values}
    lines += opening_lines(writer, route, holding)
    lines += [f"insert {holding.name} {made(values)} as {one}", *spot.then]
    lines += kept_lines(writer, holding)
    lines += event_lines(writer, route, holding)
    lines += [] if spot.then else follow_lines(writer, route, holding)
    for listed, to in holding.inner.items():
        child = writer.kept.of(to)
        if child is None or listed not in brought:
            continue
        link = next(each.field for each in child.parents if each.name == holding.name)
        lines += _inner(
            writer, child, link, f"{one}.{holding.key.name}", brought[listed], route, listed
        )
    return lines


def _above(writer: Writer, route: Route, holding: Holding, brought: dict[str, str]) -> list[str]:
    """Rules between the new row and the one that its path names."""
    chain = writer.chain(route)
    for end in range(len(chain) - 1, 0, -1):
        parent = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        if parent is not None and any(each.name == parent.name for each in holding.parents):
            stock = stock_guards(writer, route, holding, brought, parent)
            lasts = length_guards(writer, route, holding, brought, parent)
            return [*parent_guards(writer, route, holding, brought, parent), *stock, *lasts]
    return length_guards(writer, route, holding, brought, None)


def _inner(
    writer: Writer, child: Holding, link: str, key: str, given: str, route: Route, listed: str
) -> list[str]:
    """Rows for the items of a list that came with the row they belong to."""
    body = route.body.part(listed) if route.body else None
    item = body.shape.item if body else None
    guards: list[str] = []
    if is_record(item) and item is not None:
        guards = least_guards(child, item, route, writer)
        guards += place_guards(child, item.properties, route, writer)
        values = {each: f"each_one.{each}" for each in item.names if each in child.fields}
    else:
        text = next(
            (
                name
                for name, each in child.fields.items()
                if each.type.kind == "string" and not each.hidden
            ),
            "text",
        )
        values = {text: "each_one"}
    return [
        f"for each_one in {given}:",
        *guards,
        f"    insert {child.name} {made({link: key, **values})} as {child.variable}",
    ]


_WISH = re.compile(
    r"(?i)\b(?:(?:would|'d) (?:like|want|prefer)|wants?|wish(?:es)?|choose|chosen|own|custom|"
    r"preferred|desired|instead of)\b"
)


def _is_wish(name: str, route: Route, key: str) -> bool:
    """Whether a request may bring the key that it wants under another name: `alias`, `vanity`."""
    if plain(name) in {
        "customcode",
        "alias",
        "customalias",
        "slug",
        "customslug",
        f"custom{plain(key)}",
    }:
        return True
    part = route.body.part(name) if route.body is not None else None
    if part is None or part.required or part.shape.type.kind != "string" or not part.words:
        return False
    named = re.search(rf"(?i)\b{re.escape(key.replace('_', ' '))}\b", part.words)
    return bool(named and _WISH.search(part.words))


def _key(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> tuple[list[str], str] | None:
    """Statements before, and the value of a key that the service does not count."""
    key = holding.key
    if key.style != "given":
        return None
    chain = writer.chain(route)
    taken = f"This {key.name.replace('_', ' ')} is taken"
    way = writer.refuse(route, "conflict", taken, f"exists duplicate unique {holding.word}")
    if key.name in brought:
        asked = route.body.part(key.name) if route.body else None
        value = brought[key.name]
        if asked is not None and not asked.required:
            value = f"or_else({value}, {made_up(asked, holding.shape.part(key.name))})"
        lines = [f"let chosen = {value}"] if value != brought[key.name] else []
        value = "chosen" if lines else value
        guard = f"guard count({holding.name}[where .{key.name} = {value}]) = 0 else {way}"
        return [*lines, guard], value
    wish = next((each for each in brought if _is_wish(each, route, key.name)), "")
    wanted = brought[wish] if wish else ""
    if chain and chain[-1].param and route.method in {"PUT", "POST"}:
        return [], f"input.{chain[-1].param}"
    if plain(key.name) == "slug" and not wanted:
        source = next((brought[each] for each in ("title", "name") if each in brought), "")
        said = " ".join([route.words, *(each.words for each in route.faults if each.status == 409)])
        if (
            source
            and 409 in route.statuses
            and re.search(r"(?i)slug[^.]*(?:exist|taken|conflict|unique)", said)
        ):
            guard = f"guard count({holding.name}[where .{key.name} = chosen]) = 0 else {way}"
            made_ = "dashed" if strictly_dashed(route.words) else "slug"
            return [f"let chosen = {made_}({source})", guard], "chosen"
        if source:
            source = f"dashed({source})" if strictly_dashed(route.words) else source
            return [], f"unique_slug({source}, each(one in {holding.name}: one.{key.name}))"
    if wanted:
        guard = f"guard count({holding.name}[where .{key.name} = chosen]) = 0 else {way}"
        made_ = otherwise_made(holding.shape.part(key.name))
        return [f"let chosen = or_else({wanted}, {made_})", guard], "chosen"
    if digits := digits_of(holding.shape.part(key.name)):
        return counted_key(holding, digits)
    if spelled := spelled_key(holding.shape.part(key.name)):
        return [], spelled
    return [], f"code({letters_of(part) if (part := holding.shape.part(key.name)) else 8})"
