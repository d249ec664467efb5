"""What each route does, inferred from its method, its path, its shapes and the words about it."""

from __future__ import annotations

import json
import re

from beliefs.spec.documents.accounts import DAY, KEYS, TOKENS, secret_of
from beliefs.spec.documents.actions import action_lines, member_lines
from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.fields import active, capacity_of
from beliefs.spec.documents.figures import figures, groups_of
from beliefs.spec.documents.kept import SECRETS, Holding
from beliefs.spec.documents.lists import every, list_lines, read_query, rowwise
from beliefs.spec.documents.places import Step, lists_records, unwrapped
from beliefs.spec.documents.small import small_lines
from beliefs.spec.documents.values import made
from beliefs.spec.documents.words import plain, singular, snaked, words
from beliefs.spec.documents.writing import Scene, Writer
from beliefs.spec.service import Unknown

_FUNCTIONS = {
    "stats",
    "statistics",
    "summary",
    "count",
    "metrics",
    "analytics",
    "report",
    "overview",
    "totals",
    "dashboard",
    "total",
    "figures",
}


def effect_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route in the notation; None when nothing explains it."""
    found = _account(writer, route)
    if found is not None:
        return found
    chain = writer.chain(route)
    holding = writer.kept.at(chain) if chain else None
    if chain and chain[-1].param:
        if holding is not None:
            found = _item(writer, route, holding, chain)
        elif len(chain) > 1 and (owner := writer.kept.at(chain[:-1])) is not None:
            found = member_lines(writer, route, owner, chain)
        return found or small_lines(writer, route)
    if holding is not None:
        return _collection(writer, route, holding, chain)
    if len(chain) > 1:
        before = writer.kept.at(chain[:-1])
        if before is not None and chain[-2].param:
            return _below(writer, route, before, chain) or small_lines(writer, route)
        if before is not None:
            return _beside(writer, route, before, chain) or small_lines(writer, route)
    return small_lines(writer, route) or _alone(writer, route, chain)


# Who asks.


def _account(writer: Writer, route: Route) -> list[str] | None:
    found = writer.accounts
    if route == found.login:
        return _login(writer, route)
    if route == found.register:
        return _register(writer, route)
    if route == found.logout and found.users is not None:
        if found.signed:
            return [writer.answer(route, Scene(message="Logged out"), 204)]
        owner = f"me.{found.users.key.name}"
        return [
            f"delete Session where .user_id = {owner}",
            writer.answer(route, Scene(message="Logged out"), 204),
        ]
    chain = writer.chain(route)
    last = plain(chain[-1].name) if chain and not chain[-1].param else ""
    if last in {"me", "whoami", "profile", "current", "currentuser"} and writer.needs(route):
        return _myself(writer, route)
    if last == "refresh" and writer.needs(route) and found.signed:
        return [*_token(writer), writer.answer(route, _tokens(writer, "me"))]
    return None


def _myself(writer: Writer, route: Route) -> list[str] | None:
    users = writer.accounts.users
    assert users is not None
    scene = Scene(users, "me")
    if route.method == "GET":
        return [writer.answer(route, scene)]
    one = users.variable
    key = users.key.name
    read = f"let {one} = first({users.name}[where .{key} = me.{key}])"
    scene = Scene(users, one, message="Account deleted")
    if route.method == "DELETE":
        return [f"delete {users.name} where .{key} = me.{key}", writer.answer(route, scene, 204)]
    values = {
        name: f"if(input.{each.name} = null, {one}.{name}, input.{each.name})"
        if route.method == "PATCH"
        else f"input.{each.name}"
        for each in writer.inputs(route)
        if each.place in {"json", "form"} and (name := users.named(each.wire))
    }
    return [read, f"patch {users.name} {one} {made(values)}", writer.answer(route, scene)]


def _register(writer: Writer, route: Route) -> list[str] | None:
    users = writer.accounts.users
    assert users is not None
    name = writer.accounts.name
    way = writer.way(route, "conflict")
    status = 409 if 409 in route.statuses else 400
    said = writer.words(route, status) or f' "This {name} is taken"'
    lines = [f"guard count({users.name}[where .{name} = input.{name}]) = 0 else {way}{said}"]
    one = users.variable
    lines += _inserted(writer, route, users, [])
    scene = Scene(users, one, message="Account created")
    shape = route.good.shape if route.good else None
    if shape is not None and any(plain(each) in TOKENS for each in shape.names):
        lines += _token(writer, one)
        scene = _tokens(writer, one)
    return [*lines, writer.answer(route, scene, 201)]


def _login(writer: Writer, route: Route) -> list[str] | None:
    users = writer.accounts.users
    if users is None:
        return None
    body = route.body
    secret = secret_of(body)
    if not secret or "password_hash" not in users.fields:
        return None
    names = [
        each.name
        for each in writer.inputs(route)
        if each.place in {"json", "form"} and plain(each.name) not in SECRETS and each.required
    ]
    name = next((each for each in names if users.named(each)), "")
    given = name or (names[0] if names else "")
    field = users.named(name) if name else writer.accounts.name
    if not given:
        return None
    one = users.variable
    way = "unauthenticated" if 401 in route.statuses else writer.way(route, "unauthenticated")
    status = 401 if 401 in route.statuses else 400
    said = writer.words(route, status) or f' "Wrong {given} or password"'
    return [
        f"let {one} = first({users.name}[where .{field} = input.{given}])",
        (f"guard {one} != null and check_password(input.{writer.name(secret)}, {one}.password_hash) "
        f"else {way}{said}"),
        *_token(writer, one),
        writer.answer(route, _tokens(writer, one)),
    ]


def _token(writer: Writer, one: str = "me") -> list[str]:
    users = writer.accounts.users
    assert users is not None
    if writer.accounts.key:
        return [f"let made = {one}.{writer.accounts.key}"]
    if writer.accounts.signed:
        return [f"let made = sign({{user_id: {one}.{users.key.name}}}, {DAY})"]
    return [
        (f"insert Session {{user_id: {one}.{users.key.name}, expires_at: later(now(), {DAY})}} "
        "as session"),
        "let made = session.token",
    ]


def _tokens(writer: Writer, one: str) -> Scene:
    values = dict.fromkeys(TOKENS, "made")
    values |= {"tokentype": '"bearer"', "expiresin": str(DAY), "type": '"bearer"'}
    values["expiresat"] = f"later(now(), {DAY})"
    return Scene(writer.accounts.users, one, values=values, message="Logged in")


# Collections and items.


def _collection(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    match route.method:
        case "GET":
            if route.good is None or lists_records(route) or not is_record(route.good.shape):
                where = _belonging(writer, holding, chain)
                return (
                    list_lines(writer, route, holding, chain, where) if where is not None else None
                )
            return _figures(writer, route, holding, chain)
        case "POST":
            if is_list(route.body):
                return _several(writer, route, holding, chain)
            return create_lines(writer, route, holding, chain)
        case "DELETE":
            where = _belonging(writer, holding, chain)
            if where is None:
                return None
            holds = every([*where, *writer.mine(route, holding)] or ["true"])
            lines = writer.above(route, chain[:-1])
            many = f"let many = count({holding.name}[where {holds}])"
            scene = Scene(
                values={"deleted": "many", "count": "many", "deletedcount": "many"},
                message="All deleted",
            )
            answer = writer.answer(route, scene, 204)
            counts = [many] if "many" in answer else []
            return [*lines, *counts, f"delete {holding.name} where {holds}", answer]
    return None


def _belonging(writer: Writer, holding: Holding, chain: tuple[Step, ...]) -> list[str] | None:
    """Conditions for rows below others; None when nothing says how they belong together."""
    found = writer.within(holding, chain[:-1])
    if found or not any(each.param for each in chain[:-1]):
        return found
    end = max(at for at, each in enumerate(chain[:-1]) if each.param)
    parent = writer.kept.at(chain[: end + 1])
    if parent is None:
        return None
    for link in writer.kept.holdings:
        ours = [name for name, to in _links(link) if to == holding.name]
        theirs = [name for name, to in _links(link) if to == parent.name]
        if ours and theirs and link is not holding:
            rows = f"{link.name}[where .{theirs[0]} = {parent.variable}.{parent.key.name}]"
            return [f".{holding.key.name} in each(one in {rows}: one.{ours[0]})"]
    return None


def _links(holding: Holding) -> list[tuple[str, str]]:
    return [*holding.references.items(), *((each.field, each.name) for each in holding.parents)]


def _item(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    one = holding.variable
    reads = writer.above(route, chain)
    match route.method:
        case "GET":
            if route.good and 300 <= route.good.status < 400:
                return _followed(writer, route, holding, reads)
            content = next(
                (each.name for each in holding.fields.values() if each.type.kind == "file"), ""
            )
            if content and route.good and route.good.media and "json" not in route.good.media:
                return [*reads, f"answer {route.good.status} content({one}.{content})"]
            return [
                *reads,
                *_viewed(writer, route, holding),
                writer.answer(route, Scene(holding, one)),
            ]
        case "DELETE":
            return [*reads, *_removed(writer, route, holding, one)]
        case "PUT" | "PATCH" | "POST":
            return change_lines(writer, route, holding, chain, reads)
    return None


def _viewed(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Reading may count: where the words say so."""
    said = re.search(
        r"(?i)(increment|increase|count)\w* (the |its )?(view|read|visit)", route.words
    )
    views = next((each for each in holding.fields if plain(each) in {"views", "viewcount"}), "")
    del writer
    if not said or not views:
        return []
    one = holding.variable
    return [f"patch {holding.name} {one} {{{views}: {one}.{views} + 1}}"]


def _followed(writer: Writer, route: Route, holding: Holding, reads: list[str]) -> list[str] | None:
    one = holding.variable
    target = next(
        (
            each.name
            for each in holding.fields.values()
            if each.type.kind == "url"
            or plain(each.name) in {"url", "longurl", "originalurl", "target", "targeturl"}
        ),
        "",
    )
    if not target or route.good is None:
        return None
    ends = next((each for each in holding.fields if plain(each) in {"expiresat", "expires"}), "")
    guard = []
    if ends and {410, 404} & route.statuses:
        way = "gone" if 410 in route.statuses else "absent"
        guard = [f"guard {one}.{ends} = null or {one}.{ends} > now() else {way}"]
    clicks = [
        each
        for each in holding.fields
        if plain(each)
        in {
            "clicks",
            "clickcount",
            "visits",
            "hits",
            "visitcount",
            "hitcount",
            "accesscount",
            "redirects",
        }
    ]
    changed = {each: f"{one}.{each} + 1" for each in clicks}
    seen = [
        each
        for each in holding.fields
        if plain(each) in {"lastaccessed", "lastclickedat", "lastaccessedat", "lastvisited"}
    ]
    changed |= dict.fromkeys(seen, "now()")
    patch = [f"patch {holding.name} {one} {made(changed)}"] if changed else []
    headers = f"headers {{Location: {one}.{target}}}"
    del writer
    return [*reads, *guard, *patch, f"answer {route.good.status} {headers}"]


def _removed(writer: Writer, route: Route, holding: Holding, one: str) -> list[str]:
    key = holding.key.name
    lines = []
    keeps = 409 in route.statuses or (
        400 in route.statuses
        and re.search(
            r"(?i)has|have|still|referenc|in use", (route.reply(400) or route.replies[0]).words
        )
    )
    for child, link in writer.kept.children(holding):
        if child is holding:
            continue
        belongs = any(each.field == link for each in child.parents)
        if keeps:
            way = writer.way(route, "conflict")
            said = writer.words(route, 409) or (
                f' "The {holding.spoken.lower()} still has {child.entity.plural.replace("_", " ")}"'
            )
            lines.append(
                f"guard count({child.name}[where .{link} = {one}.{key}]) = 0 else {way}{said}"
            )
        elif belongs:
            lines += _cascade(writer, child, link, f"{one}.{key}", {holding.name})
    moved = next((each for each in holding.fields if plain(each) == "deletedat"), "")
    if moved:
        lines.append(f"patch {holding.name} {one} {{{moved}: now()}}")
    scene = Scene(holding, one, message=f"{holding.spoken} deleted")
    answer = writer.answer(route, scene, 204)
    if not moved:
        drop = f"delete {holding.name} where .{key} = {one}.{key}"
        lines.append(drop)
    return [*lines, answer if route.good is None or route.good.shape else _quiet(route, scene)]


def _cascade(writer: Writer, child: Holding, link: str, key: str, seen: set[str]) -> list[str]:
    """Statements that drop what belongs to a row, and what belongs to that."""
    lines = []
    for below, field in writer.kept.children(child):
        if below.name not in seen and any(each.field == field for each in below.parents):
            rows = f"{child.name}[where .{link} = {key}]"
            lines.append(
                f"delete {below.name} where .{field} in each(one in {rows}: one.{child.key.name})"
            )
    return [*lines, f"delete {child.name} where .{link} = {key}"]


def _quiet(route: Route, scene: Scene) -> str:
    status = route.good.status if route.good else 204
    if status == 204:
        return "answer 204"
    return f"answer {status} {made({'message': json.dumps(scene.message)})}"


# Writing rows.


def create_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str]:
    """An effect that keeps a new row."""
    lines = writer.above(route, chain[:-1])
    parents = []
    for end in range(len(chain) - 1, 0, -1):
        parent = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        link = next((each for each in holding.parents if parent and each.name == parent.name), None)
        if parent is not None and link is not None:
            parents.append((link.field, f"{parent.variable}.{parent.key.name}"))
            lines += _room(writer, route, holding, parent, link.field)
            break
    lines += _moved(writer, route)
    lines += _inserted(writer, route, holding, parents)
    scene = Scene(holding, holding.variable, message=f"{holding.spoken} created")
    if writer.accounts.key and holding is writer.accounts.users:
        scene.values |= {
            each: f"{holding.variable}.{writer.accounts.key}"
            for each in KEYS
            if each == plain(writer.accounts.key)
        }
    return [*lines, writer.answer(route, scene, 201)]


_HELD = ("balance", "stock", "quantity", "points", "credits")


def _moved(writer: Writer, route: Route) -> list[str]:
    """So much from one row to another, where the request names both and how much."""
    inputs = {
        plain(each.name): f"input.{each.name}"
        for each in writer.inputs(route)
        if each.place == "json"
    }
    amount = next((inputs[each] for each in ("amount", "quantity", "points") if each in inputs), "")
    for other in writer.kept.holdings:
        held = next((each for each in _HELD if each in other.fields), "")
        word = plain(other.word)
        forms = [
            (f"{a}{word}{end}", f"{b}{word}{end}")
            for end in ("id", "")
            for a, b in (("from", "to"), ("source", "target"), ("source", "destination"))
        ]
        forms += [("fromid", "toid"), ("from", "to")]
        pair = next((each for each in forms if each[0] in inputs and each[1] in inputs), None)
        if not held or not amount or pair is None:
            continue
        said = f'absent "{other.spoken} not found"'
        way = writer.way(route, "conflict")
        lines = []
        for name, key in (("source", inputs[pair[0]]), ("target", inputs[pair[1]])):
            lines.append(f"let {name} = first({other.name}[where .{other.key.name} = {key}])")
            lines.append(f"guard {name} != null else {said}")
        return [
            *lines,
            f"guard source.{held} >= {amount} else {way}{writer.rule(route, f'Insufficient {held}')}",
            f"patch {other.name} source {{{held}: source.{held} - {amount}}}",
            f"let target = first({other.name}[where .{other.key.name} = {inputs[pair[1]]}])",
            f"patch {other.name} target {{{held}: target.{held} + {amount}}}",
        ]
    return []


def _room(writer: Writer, route: Route, holding: Holding, parent: Holding, link: str) -> list[str]:
    """A guard that there is place left, where the row above says how much there is."""
    capacity = capacity_of(parent)
    said = " ".join([route.words, *(each.words for each in route.replies)])
    if not capacity or not (
        {409, 400, 422} & route.statuses or re.search(r"(?i)full|capacity", said)
    ):
        return []
    taken = active(holding, f".{link} = {parent.variable}.{parent.key.name}")
    way = writer.way(route, "conflict")
    told = writer.rule(route, f"The {parent.spoken.lower()} is full")
    return [f"guard {taken} < {parent.variable}.{capacity} else {way}{told}"]


def _inserted(
    writer: Writer, route: Route, holding: Holding, parents: list[tuple[str, str]]
) -> list[str]:
    """Guards, the new row, and rows that belong to it."""
    one, inputs = holding.variable, writer.inputs(route)
    brought = {each.wire: f"input.{each.name}" for each in inputs if each.place != "path"}
    values: dict[str, str] = dict(parents)
    for name in holding.fields:
        if name in values:
            continue
        if name == "password_hash" and (secret := secret_of(route.body)):
            values[name] = f"hash_password(input.{writer.name(secret)})"
        elif name in holding.sets and (name == holding.owner) <= writer.needs(route):
            values[name] = holding.sets[name]
        elif name in brought:
            values[name] = brought[name]
    values |= _from_file(holding, inputs_file(route, writer))
    lines = [
        *references_of(writer, route, holding, brought),
        *_unique(writer, route, holding, brought),
    ]
    lines += _rules(writer, route, holding, brought)
    made_key = _key(writer, route, holding, brought)
    if made_key:
        lines += made_key[0]
        values = {holding.key.name: made_key[1], **values}
    lines.append(f"insert {holding.name} {made(values)} as {one}")
    for listed, to in holding.inner.items():
        child = writer.kept.of(to)
        if child is None or listed not in brought:
            continue
        link = next(each.field for each in child.parents if each.name == holding.name)
        lines += _inner(child, link, f"{one}.{holding.key.name}", brought[listed], route, listed)
    return lines


def inputs_file(route: Route, writer: Writer) -> str:
    """The name of the file that a route is brought."""
    return next((each.name for each in writer.inputs(route) if each.place == "file"), "")


def _from_file(holding: Holding, file: str) -> dict[str, str]:
    """What an uploaded file says of itself."""
    if not file:
        return {}
    found = {}
    for name, each in holding.fields.items():
        if each.type.kind == "file":
            found[name] = f"input.{file}"
        elif plain(name) in {"filename", "name", "originalname", "originalfilename"}:
            found[name] = f"input.{file}.name"
        elif plain(name) in {"size", "filesize", "bytes", "sizebytes"}:
            found[name] = f"input.{file}.size"
        elif plain(name) in {"contenttype", "mimetype", "type", "mediatype"}:
            found[name] = f"input.{file}.type"
    return found


def _inner(child: Holding, link: str, key: str, given: str, route: Route, listed: str) -> list[str]:
    """Rows for the items of a list that came with the row they belong to."""
    body = route.body.part(listed) if route.body else None
    item = body.shape.item if body else None
    if is_record(item) and item is not None:
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
        f"    insert {child.name} {made({link: key, **values})} as {child.variable}",
    ]


def _key(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> tuple[list[str], str] | None:
    """Statements before, and the value of a key that the service does not count."""
    key = holding.key
    if key.style != "given":
        return None
    chain = writer.chain(route)
    status = next((each for each in (409, 400, 422) if each in route.statuses), 409)
    said = writer.words(route, status) or f' "This {key.name.replace("_", " ")} is taken"'
    way = writer.way(route, "conflict")
    if key.name in brought:
        asked = route.body.part(key.name) if route.body else None
        value = brought[key.name]
        if asked is not None and not asked.required:
            value = f"or_else({value}, code(7))"
        lines = [f"let chosen = {value}"] if value != brought[key.name] else []
        value = "chosen" if lines else value
        guard = f"guard count({holding.name}[where .{key.name} = {value}]) = 0 else {way}{said}"
        return [*lines, guard], value
    wanted = next(
        (
            brought[each]
            for each in brought
            if plain(each) in {"customcode", "alias", "customalias", "slug", "customslug"}
        ),
        "",
    )
    if chain and chain[-1].param and route.method in {"PUT", "POST"}:
        return [], f"input.{chain[-1].param}"
    if plain(key.name) == "slug" and not wanted:
        source = next((brought[each] for each in ("title", "name") if each in brought), "")
        if source:
            return [], f"unique_slug({source}, each(one in {holding.name}: one.{key.name}))"
    if wanted:
        guard = f"guard count({holding.name}[where .{key.name} = chosen]) = 0 else {way}{said}"
        return [f"let chosen = or_else({wanted}, code(7))", guard], "chosen"
    return [], f"code({key.length if key.length < 12 else 8})"


def _inside(writer: Writer, route: Route, holding: Holding, brought: dict[str, str]) -> list[str]:
    """Guards that the rows named by keys inside of lists are there."""
    lines = []
    for name, given in brought.items():
        kept = holding.fields.get(name)
        item = kept.type.item if kept is not None else None
        for each in item.fields if item is not None else ():
            other = writer.kept.called("_".join(words(each.name)[:-1]))
            if other is None or words(each.name)[-1] != "id":
                continue
            known = f"each(one in {other.name}: one.{other.key.name})"
            way = "absent" if 404 in route.statuses else writer.way(route, "absent", (400, 422))
            lines.append(
                f"guard count({given}[where not(.{each.name} in {known})]) = 0 "
                f'else {way} "{other.spoken} not found"'
            )
    return lines


def references_of(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """Guards that the rows named by keys are there."""
    lines = _inside(writer, route, holding, brought)
    for name, to in holding.references.items():
        other = writer.kept.of(to)
        if name not in brought or other is None or other.key.name == "":
            continue
        if "400" in "".join(str(each) for each in route.statuses) and 404 not in route.statuses:
            way = writer.way(route, "refused", (400,))
        elif 404 not in route.statuses and 422 in route.statuses:
            way = "out_of_range"
        else:
            way = "absent"
        said = writer.words(route, 404, other) if way == "absent" else ""
        said = said or f' "{other.spoken} not found"'
        given = brought[name]
        if name.endswith("ids") or (
            holding.fields.get(name) and (holding.fields[name].type.kind == "list")
        ):
            known = f"each(one in {to}: one.{other.key.name})"
            lines.append(f"guard count({given}[where not(row in {known})]) = 0 else {way}{said}")
            continue
        field = route.body.part(name) if route.body else None
        silent = (
            ""
            if field is not None
            and field.required
            and route.method != "PATCH"
            and not (field.shape.type.nullable)
            else f"{given} = null or "
        )
        there = f"count({to}[where .{other.key.name} = {given}]) > 0"
        lines.append(f"guard {silent}{there} else {way}{said}")
    return lines


_CLASH = re.compile(r"(?i)exist|duplicate|taken|unique|already|in use|registered")
_NATURAL = ("email", "username", "isbn", "sku", "slug", "code", "name", "title", "label", "url")


def unique_fields(route: Route, holding: Holding, brought: dict[str, str]) -> list[str]:
    """Fields that no two rows may share: said so, or what a documented conflict is about."""
    found = [each for each in brought if each in holding.fields and holding.fields[each].unique]
    reply = route.reply(409)
    if found or reply is None or holding.key_given:
        return found
    about = [each for each in re.split(r"(?<=[.!?])\s+", route.words) if _CLASH.search(each)]
    said = " ".join([reply.words, reply.example, *about])
    if re.search(r"(?i)already (booked|reserved)|overlap|at that time", said):
        return []
    words_ = [plain(each) for each in re.findall(r"\w+", said)]
    clash = _CLASH.search(said)
    named = [each for each in brought if each in holding.fields and plain(each) in words_]
    if clash and named:
        natural = [each for each in _NATURAL if each in named]
        return (natural or named)[:1]
    if holding.key.style == "given" or re.search(
        r"(?i)full|capacity|overlap|stock|state|closed|booked|available", said
    ):
        return []
    return [each for each in _NATURAL[:-1] if each in brought and each in holding.fields][:1]


def _unique(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], one: str = ""
) -> list[str]:
    if holding is writer.accounts.users and route == writer.accounts.register:
        return []
    lines = []
    for name in unique_fields(route, holding, brought):
        others = f" and .{holding.key.name} != {one}.{holding.key.name}" if one else ""
        within = ""
        if not one and holding.parents and name not in {"isbn", "sku"}:
            parent = next(
                (
                    writer.kept.of(each.name)
                    for each in holding.parents
                    if f"{{{writer.chain(route)[0].param}}}" in route.path
                ),
                None,
            )
            if parent is not None and len(writer.chain(route)) > 1:
                link = next(each for each in holding.parents if each.name == parent.name)
                within = f" and .{link.field} = {parent.variable}.{parent.key.name}"
        field = holding.fields[name]
        silent = f"{brought[name]} = null or " if one or not field.required else ""
        status = next((each for each in (409, 400, 422) if each in route.statuses), 409)
        del status
        said = writer.rule(
            route,
            f"{_article(holding.spoken)} {holding.spoken.lower()} with this {name.replace('_', ' ')} already exists",
        )
        way = writer.way(route, "conflict")
        lines.append(
            f"guard {silent}count({holding.name}[where .{name} = {brought[name]}{within}{others}]) "
            f"= 0 else {way}{said}"
        )
    return lines


_STARTS = ("start", "starttime", "startsat", "startdate", "startat", "from", "begin", "checkin")
_ENDS = ("end", "endtime", "endsat", "enddate", "endat", "to", "until", "checkout")


def _rules(writer: Writer, route: Route, holding: Holding, brought: dict[str, str]) -> list[str]:
    """An end after its start; no two rows over the same time, where a conflict is about that."""
    by = {plain(each): each for each in brought if each in holding.fields}
    start = next((by[each] for each in _STARTS if each in by), "")
    end = next((by[each] for each in _ENDS if each in by), "")
    if not start or not end or holding.fields[start].type.kind not in {"date", "datetime"}:
        return []
    said = " ".join([route.words, *(each.words + each.example for each in route.replies)])
    lines = []
    if re.search(
        r"(?i)(end|check.?out)\w*( \w+)? (must be|has to be|is) (after|later)|before (the )?(end|check.?out)|after (the )?(start|check.?in)",
        said,
    ):
        way = writer.way(route, "out_of_range", (422, 400))
        lines.append(
            f'guard {brought[start]} < {brought[end]} else {way} "{end} must be after {start}"'
        )
    if 409 in route.statuses and re.search(
        r"(?i)overlap|already (booked|reserved|taken)|not available|unavailable|double|conflict",
        said,
    ):
        same = next((each for each in brought if each in holding.references), "")
        links = [f".{same} = {brought[same]}"] if same else []
        links += [
            f".{each.field} = {parent.variable}.{parent.key.name}"
            for each in holding.parents
            if (parent := writer.kept.of(each.name))
            and f"{parent.variable}"
            and any(
                step.param and writer.kept.at(writer.chain(route)[: at + 1]) is parent
                for at, step in enumerate(writer.chain(route))
            )
        ]
        if not links:
            same = next(
                (
                    each
                    for each in brought
                    if each in holding.fields
                    and plain(each)
                    in {"room", "resource", "table", "seat", "court", "desk", "car", "vehicle"}
                ),
                "",
            )
            links = [f".{same} = {brought[same]}"] if same else []
        test = " and ".join([*links, f".{start} < {brought[end]}", f".{end} > {brought[start]}"])
        taken = active(holding, test)
        told = writer.words(route, 409) or ' "This time is taken"'
        lines.append(f"guard {taken} = 0 else conflict{told}")
    return lines


def _article(word: str) -> str:
    return "An" if word[:1].lower() in "aeiou" else "A"


def _several(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """Many rows at once."""
    item = route.body.item if route.body else None
    if not is_record(item) or item is None or holding.key.style == "given" or holding.inner:
        return None
    lines = writer.above(route, chain[:-1])
    values = {name: each for name, each in holding.sets.items() if "input." not in each}
    for end in range(len(chain) - 1, 0, -1):
        parent = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        link = next((each for each in holding.parents if parent and each.name == parent.name), None)
        if parent is not None and link is not None:
            values[link.field] = f"{parent.variable}.{parent.key.name}"
            break
    values |= {each: f"each_one.{each}" for each in item.names if each in holding.fields}
    one = holding.variable
    scene = Scene(
        holding,
        rows="kept",
        values={"created": "count(kept)", "count": "count(kept)", "imported": "count(kept)"},
    )
    return [
        *lines,
        "let kept = []",
        "for each_one in input.body:",
        f"    insert {holding.name} {made(values)} as {one}",
        f"    let kept = append(kept, {one})",
        writer.answer(route, scene, 201),
    ]


def change_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...], reads: list[str]
) -> list[str] | None:
    """An effect that replaces or changes a row, or makes it where there is none."""
    one = holding.variable
    inputs = [each for each in writer.inputs(route) if each.place in {"json", "form", "body"}]
    brought = {each.wire: f"input.{each.name}" for each in inputs if each.wire in holding.fields}
    if secret_of(route.body) and "password_hash" in holding.fields and is_partial(route, holding):
        return None
    if not is_record(route.body) and inputs and "value" in holding.fields:
        brought = {"value": f"input.{inputs[0].name}"}
    if not brought and inputs:
        return None
    guards = [
        *references_of(writer, route, holding, brought),
        *_unique(writer, route, holding, brought, one),
    ]
    if upserts(route, holding, writer):
        return _upsert(writer, route, holding, chain, brought)
    if is_partial(route, holding):
        values = "given(input)"
        if any(each.wire not in holding.fields or each.name != each.wire for each in inputs):
            values = f"only(given(input), {', '.join(json.dumps(each) for each in brought)})"
        if holding.touches:
            values = f"merge({values}, {made(holding.touches)})"
    else:
        whole = dict(brought)
        if secret := secret_of(route.body):
            whole["password_hash"] = f"hash_password(input.{writer.name(secret)})"
        values = made({**whole, **holding.touches})
    lines = [*reads, *guards, *_guarded(writer, route, holding, brought)]
    if not inputs:
        lines += []
    else:
        lines.append(f"patch {holding.name} {one} {values}")
    scene = Scene(holding, one, message=f"{holding.spoken} updated")
    return [*lines, writer.answer(route, scene)]


def _guarded(writer: Writer, route: Route, holding: Holding, brought: dict[str, str]) -> list[str]:
    """A state that a row must be in to be changed at all, where the words say so."""
    from beliefs.spec.documents.actions import origins

    if not {409} & route.statuses:
        return []
    reply = route.reply(409)
    said = f"{route.words}. {reply.words if reply else ''}"
    for each in holding.fields.values():
        if not each.type.choices or each.name in brought:
            continue
        allowed, refused = origins(said, each.type.choices, "")
        test = f"{holding.variable}.{each.name}"
        if allowed or refused:
            holds = " or ".join(f"{test} = {json.dumps(one)}" for one in allowed) or " and ".join(
                f"{test} != {json.dumps(one)}" for one in refused
            )
            told = (
                writer.words(route, 409) or f' "The {holding.spoken.lower()} is in another state"'
            )
            return [f"guard {holds} else conflict{told}"]
    return []


def is_partial(route: Route, holding: Holding) -> bool:
    """Whether only what a request names is changed."""
    if route.method == "PATCH":
        return True
    if not is_record(route.body) or route.body is None:
        return False
    needs = any(each.required for each in route.body.properties)
    made = holding.made
    return not needs and made is not None and any(each.required for each in made.properties)


def upserts(route: Route, holding: Holding, writer: Writer) -> bool:
    """Whether a PUT also makes rows: it says so, or nothing else could."""
    if route.method not in {"PUT", "POST"} or holding.key.style != "given":
        return False
    if {200, 201} <= route.statuses or {201, 204} <= route.statuses:
        return True
    makers = [
        each
        for each in holding.routes
        if each.method == "POST"
        and each != route
        and writer.kept.at(writer.chain(each)) is holding
        and not writer.chain(each)[-1].param
    ]
    return not makers or bool(
        re.search(r"(?i)create or|upsert|or creates?|if (it does not|not) exist", route.words)
    )


def _upsert(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...], brought: dict[str, str]
) -> list[str]:
    one, key = holding.variable, holding.key.name
    values = {**brought, **holding.touches}
    fresh = {
        key: f"input.{chain[-1].param}",
        **brought,
        **{name: each for name, each in holding.sets.items() if "input." not in each},
    }
    holds = every(
        [
            f".{key} = input.{chain[-1].param}",
            *writer.within(holding, chain[:-1]),
            *writer.mine(route, holding),
        ]
    )
    for end in range(len(chain) - 1, 0, -1):
        parent = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        link = next((each for each in holding.parents if parent and each.name == parent.name), None)
        if parent is not None and link is not None:
            fresh[link.field] = f"{parent.variable}.{parent.key.name}"
            break
    scene = Scene(holding, one, message=f"{holding.spoken} saved")
    fine = sorted(each.status for each in route.replies if 200 <= each.status < 300)
    old = next((each for each in fine if each != 201), 201 if fine else 200)
    new = 201 if 201 in fine or not fine else old

    def said(status: int) -> str:
        from dataclasses import replace

        chosen = tuple(each for each in route.replies if each.status == status)
        return writer.answer(replace(route, replies=chosen), scene, status)

    return [
        *writer.above(route, chain[:-1]),
        f"let {one} = first({holding.name}[where {holds}])",
        f"if {one} = null:",
        f"    insert {holding.name} {made(fresh)} as {one}",
        f"    {said(new)}",
        f"patch {holding.name} {one} {made(values)}",
        said(old),
    ]


# Below an item, beside a collection, and alone.


def _below(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    one = holding.variable
    reads = writer.above(route, chain[:-1])
    if route.method != "GET":
        shown, _ = unwrapped(route.good.shape if route.good else None)
        child = writer.kept.like(shown)
        if route.method == "POST" and child not in {None, holding} and child is not None:
            if any(each.name == holding.name for each in child.parents):
                return create_lines(writer, route, child, chain)
        return action_lines(writer, route, holding, chain)
    shape = route.good.shape if route.good else None
    media = route.good.media if route.good else ""
    content = next((each.name for each in holding.fields.values() if each.type.kind == "file"), "")
    if content and (
        (media and "json" not in media) or plain(chain[-1].name) in {"download", "content"}
    ):
        return [
            *reads,
            f"answer {route.good.status if route.good else 200} content({one}.{content})",
        ]
    inner, _ = unwrapped(shape)
    listed = inner.item if is_list(inner) and inner is not None else None
    other = writer.kept.like(listed) if listed is not None else None
    if other is not None:
        where = _belonging(writer, other, (*chain[:-1], Step(chain[-1].name)))
        if where:
            return list_lines(writer, route, other, chain, where)
        inside = next((each for each in writer.kept.children(holding) if each[0] is other), None)
        if inside is not None:
            link = f".{inside[1]} = {one}.{holding.key.name}"
            return list_lines(writer, route, other, chain, [link])
        return None
    if shape is not None and is_record(shape) and shape.properties:
        return _about(writer, route, holding, shape, reads)
    beside = writer.kept.called(chain[-1].name) if shape is None else None
    if beside is not None and beside is not holding:
        where = _belonging(writer, beside, chain)
        return list_lines(writer, route, beside, chain, where) if where else None
    field = holding.named(chain[-1].name)
    if field and (shape is None or not is_record(shape)):
        return [*reads, f"answer {route.good.status if route.good else 200} {one}.{field}"]
    return None


def _about(
    writer: Writer, route: Route, holding: Holding, shape: Shape, reads: list[str]
) -> list[str] | None:
    """A record about one row: its own fields, and figures over what belongs to it."""
    one = holding.variable
    values: dict[str, str] = {}
    lines = list(reads)
    children = writer.kept.children(holding)
    for each in shape.properties:
        name = each.name
        near = holding.named(name)
        from beliefs.spec.documents.fields import worked_out

        if near or plain(name) == plain(f"{holding.word}_id"):
            values[name] = f"{one}.{near or holding.key.name}"
            continue
        if name in holding.computed:
            values[name] = holding.computed[name].replace("$", one)
            continue
        template = worked_out(holding, each, writer.kept) or _results(writer, holding, each)
        if template:
            values[name] = template.replace("$", one)
            continue
        found = None
        for child, link in children:
            from beliefs.spec.documents.figures import figure

            rows = f"{child.name}[where .{link} = {one}.{holding.key.name}]"
            found = found or figure(writer, each, rows, child, {})
        if found is None:
            return None
        values[name] = found
    return [*lines, f"answer {route.good.status if route.good else 200} {made(values)}"]


def _results(writer: Writer, holding: Holding, part: Property) -> str:
    """Votes for each choice, with their share; or their sum."""
    for child, link in writer.kept.children(holding):
        counter = next(
            (
                each.name
                for each in child.fields.values()
                if plain(each.name) in {"votes", "votecount", "count"}
            ),
            "",
        )
        if not counter:
            continue
        rows = f"{child.name}[where .{link} = $.{holding.key.name}]"
        total = f"sum(each(one in {rows}: one.{counter}))"
        if plain(part.name) in {"total", "totalvotes", "votes", "totalcount"}:
            return total
        item = part.shape.item
        if not is_list(part.shape) or item is None or not is_record(item):
            continue
        one = child.variable
        values: dict[str, str] = {}
        for each in item.properties:
            near = child.named(each.name)
            if near:
                values[each.name] = f"{one}.{near}"
            elif plain(each.name) in {"percent", "percentage", "share"}:
                values[each.name] = f"percent({one}.{counter}, {total})"
            elif plain(each.name) in {"option", "choice", "label", "text", "name"}:
                text = next(
                    (
                        name
                        for name, kept in child.fields.items()
                        if kept.type.kind == "string" and not kept.hidden
                    ),
                    "",
                )
                values[each.name] = f"{one}.{text}" if text else "null"
            elif plain(each.name) in {plain(child.word + "id"), "votes", "count"}:
                key = child.key.name if "id" in plain(each.name) else counter
                values[each.name] = f"{one}.{key}"
            else:
                return ""
        return f"each({one} in {rows}: {made(values)})"
    return ""


def _beside(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """A word behind a collection: a search, a figure, one at random, many at once."""
    word = plain(chain[-1].name)
    above = (*chain[:-1],)
    if route.method == "POST" and is_list(route.body):
        return _several(writer, route, holding, above)
    if route.method == "POST" and is_record(route.body) and route.body is not None:
        wrapped, under = unwrapped(route.body)
        del wrapped
        if under and word in {"bulk", "batch", "import"}:
            return None
        if word in {"search", "query", "upload", "create", "new", "add"}:
            return (
                create_lines(writer, route, holding, above)
                if word not in {"search", "query"}
                else None
            )
        return None
    if route.method != "GET":
        return None
    shape = route.good.shape if route.good else None
    where = _belonging(writer, holding, above)
    if where is None:
        return None
    if word == "random" or re.search(r"(?i)\brandom\b", route.words):
        return _random(writer, route, holding)
    if lists_records(route) or (shape is None and word not in _FUNCTIONS):
        found = _narrowed(writer, route, holding, word)
        if found is None:
            inner, _ = unwrapped(shape)
            item = inner.item if inner is not None else None
            if writer.kept.like(item) is not holding and item is not None and inner is not None:
                groups = groups_of(writer, inner, holding.name, holding)
                if groups and is_list(shape):
                    return [f"answer 200 {groups}"]
            return None
        return list_lines(writer, route, holding, (*above, Step(chain[-1].name)), [*where, *found])
    if shape is not None and is_record(shape):
        if writer.kept.like(shape) is holding:
            return _one(writer, route, holding, word)
        return _figures(writer, route, holding, chain)
    if shape is not None and shape.type.kind in {"integer", "number"}:
        return [
            *writer.above(route, above),
            writer.answer(route, Scene(holding, rows=holding.name)),
        ]
    field = next(
        (
            each
            for each in holding.fields.values()
            if plain(each.name) == word or plain(singular(each.name)) == singular(word)
        ),
        None,
    )
    if field is not None and is_list(shape):
        values = f"each(one in {holding.name}: one.{field.name})"
        values = f"flat({values})" if field.type.kind == "list" else values
        return [f"answer {route.good.status if route.good else 200} distinct({values})"]
    return None


def _random(writer: Writer, route: Route, holding: Holding) -> list[str]:
    one = holding.variable
    query = read_query(writer, route, holding)
    holds = [*writer.mine(route, holding), *query.holds]
    rows = f"{holding.name}[where {every(holds)}]" if holds else holding.name
    said = writer.words(route, 404) or f' "There is no {holding.spoken.lower()} yet"'
    return [
        f"let {one} = any_of({rows})",
        f"guard {one} != null else absent{said}",
        writer.answer(route, Scene(holding, one)),
    ]


def _one(writer: Writer, route: Route, holding: Holding, word: str) -> list[str] | None:
    """The first or last row by some order."""
    from beliefs.spec.documents.lists import stated_order

    order = stated_order(route, holding)
    ways = {
        "latest": " down",
        "newest": " down",
        "last": " down",
        "recent": " down",
        "oldest": "",
        "first": "",
    }
    if word in ways and holding.key.style == "integer":
        order = [f".{holding.key.name}{ways[word]}"]
    if not order:
        return None
    one = holding.variable
    clauses = ", ".join(f"by {each}" for each in order)
    return [
        f"let {one} = first({holding.name}[{clauses}])",
        f'guard {one} != null else absent "There is no {holding.spoken.lower()} yet"',
        writer.answer(route, Scene(holding, one)),
    ]


def _narrowed(writer: Writer, route: Route, holding: Holding, word: str) -> list[str] | None:
    """The rows that a word stands for; None when it stands for none."""
    plainly = {
        "search",
        "find",
        "query",
        "list",
        "all",
        "filter",
        "top",
        "best",
        "leaderboard",
        "ranking",
        "rankings",
        "latest",
        "recent",
        "newest",
        "popular",
        "trending",
        "sorted",
        "highscores",
    }
    if word in plainly:
        return []
    for each in holding.fields.values():
        bare = plain(each.name).removeprefix("is")
        if each.type.kind == "boolean" and word in {bare, plain(each.name)}:
            return [f".{each.name}"]
        if each.type.kind == "boolean" and word in {f"un{bare}", f"in{bare}", f"not{bare}"}:
            return [f"not(.{each.name})"]
        for choice in each.type.choices:
            if plain(choice) == word:
                return [f".{each.name} = {json.dumps(choice)}"]
    for name, template in holding.computed.items():
        if plain(name).removeprefix("is") == word and rowwise(template):
            return [rowwise(template)]
    if word in {"mine", "my", "me"} and holding.owner and writer.needs(route):
        users = writer.accounts.users
        return [f".{holding.owner} = me.{users.key.name}"] if users else None
    from beliefs.spec.documents.fields import worked_out
    from beliefs.spec.types import Type

    told = Property(word, Shape(Type("boolean")))
    template = rowwise(worked_out(holding, told, writer.kept))
    if template:
        return [template]
    if word in {"lowstock", "low"}:
        stock = next((each for each in holding.fields if plain(each) in {"stock", "quantity"}), "")
        given = next((each for each in route.params if "threshold" in plain(each.name)), None)
        if stock and given is not None:
            bound = f"input.{writer.name(given.name)}"
            return [f".{stock} <= {bound}" if given.default else f".{stock} <= or_else({bound}, 5)"]
    return None


def _figures(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    shape = route.good.shape if route.good else None
    if shape is None or not is_record(shape):
        return None
    where = writer.within(holding, chain[:-1])
    query = read_query(writer, route, holding)
    holds = [*where, *writer.mine(route, holding), *query.holds]
    rows = f"{holding.name}[where {every(holds)}]" if holds else holding.name
    lines = writer.above(route, chain[:-1])
    if holds:
        lines.append(f"let found = {rows}")
        rows = "found"
    inner = shape
    wrap = ""
    if (
        len(shape.properties) == 1
        and is_record(shape.properties[0].shape)
        and (shape.properties[0].name in {"data", "stats", "result", "summary"})
    ):
        inner, wrap = shape.properties[0].shape, shape.properties[0].name
    if not inner.properties and inner.open:
        from beliefs.spec.documents.figures import figure

        by = Property(re.sub(r"^.*\bby[-_ ]", "by_", chain[-1].name), inner)
        body = figure(writer, by, rows, holding, {})
    else:
        body = figures(writer, inner, rows, holding, query.values)
    if body is None:
        return None
    body = made({wrap: body}) if wrap else body
    return [*lines, f"answer {route.good.status if route.good else 200} {body}"]


def _alone(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """A path of its own: a list or figures of whatever its words and shapes say."""
    shape = route.good.shape if route.good else None
    inner, _ = unwrapped(shape)
    item = inner.item if is_list(inner) and inner is not None else None
    word = chain[-1].name if chain else ""
    if route.method == "GET":
        other = writer.kept.like(item) or (writer.kept.like(inner) if item is None else None)
        named = [
            each
            for each in writer.kept.holdings
            if re.search(rf"(?i)\b{re.escape(each.word.replace('_', ' '))}s?\b", route.words)
        ]
        if shape is None and word:
            ranks = re.search(
                r"(?i)leaderboard|ranking|top|best|latest|recent|all", f"{word} {route.words}"
            )
            many = [each for each in writer.kept.holdings if each.places]
            other = named[0] if named else many[0] if ranks and len(many) == 1 else None
            return list_lines(writer, route, other, (Step(word),), []) if other else None
        if item is not None:
            other = other or _scored(writer, item)
            if other is not None:
                return list_lines(writer, route, other, (Step(word),), [])
            return None
        if other is not None and re.search(r"(?i)random", f"{word} {route.words}"):
            return _random(writer, route, other)
        if shape is not None and is_record(shape) and not writer.kept.like(shape):
            subjects = named or [each for each in writer.kept.holdings if each.places]
            for each in [*subjects, *writer.kept.holdings]:
                found = _figures(writer, route, each, (Step(word),))
                if found is not None:
                    return found
        return None
    if route.method == "POST" and is_record(route.body):
        made_ = writer.kept.like(inner)
        if made_ is None:
            made_ = next((each for each in writer.kept.holdings if route in each.routes), None)
        if made_ is not None and re.search(
            r"(?i)creat|add|submit|shorten|upload|register|new|record|post|place|send|save|make",
            f"{snaked(word)} {route.words}",
        ):
            return create_lines(writer, route, made_, chain)
    return None


def _scored(writer: Writer, item: Shape) -> Holding | None:
    """The holding that a list of other records is about, by the names that they share."""
    best: tuple[int, Holding] | None = None
    for each in writer.kept.holdings:
        shared = sum(bool(each.named(name)) for name in item.names)
        if shared >= 2 and (best is None or shared > best[0]):
            best = (shared, each)
    return best[1] if best else None


def hole(writer: Writer, route: Route) -> None:
    """Say that nobody understood a route."""
    words_ = route.summary or route.words or f"{route.method} {route.path}"
    writer.unknown(
        Unknown(
            "blocking",
            f"{route.method} {route.path}: {words_.splitlines()[0][:120]}",
            route.source,
            "what it does cannot be told from its path, its shapes and its words",
        )
    )
