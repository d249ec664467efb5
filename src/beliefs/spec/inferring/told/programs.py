"""Effects of routes that sentences alone explain: which row, what must hold, what is written."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.documents.places import same_thing, unwrapped
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.explaining import naming
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.rules.refusing import WAYS
from beliefs.spec.inferring.told.deeds import Deed
from beliefs.spec.inferring.told.failing import Refusal, ruled
from beliefs.spec.inferring.told.reading import Story, story, third
from beliefs.spec.inferring.told.settings import Row, Setting
from beliefs.spec.inferring.told.states import done_to, nothing_in
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.operations import Input
from beliefs.spec.service import Assumption


def told_deed(writer: Writer, route: Route) -> list[str] | None:
    """The effect that the sentences about a route tell; None where one is not understood."""
    if route.method not in {"POST", "PUT", "PATCH", "DELETE"} or not route.words:
        return None
    told = story(at_hand(writer, route))
    if told.unread or not (told.deeds or told.cases):
        return None
    if not _refusals(told):
        return None
    main = _main(told)
    if main is None:
        return None
    lines = [
        *writer.above(route, writer.chain(route)),
        *_named(told),
        *picked_lines(told, 404, 409),
        *_guards(told, after=False),
    ]
    kept, shown = _before(told, main)
    counted, many = _counted(told)
    kept, shown = [*kept, *counted], {**shown, **many}
    writes = _writes(told)
    if not writes:
        return None
    for each in told.colours:
        about = f"“{each}” in {route.method} {route.path}"
        writer.said(Assumption(about, "what people do: nothing is kept of it", route.source))
    writes += _guards(told, after=True)
    lines += [*kept, *writes, _answer(told, main, shown)]
    return _read_before(lines, told)


def unread_sentence(writer: Writer, route: Route) -> str:
    """The first clause about a route that nobody understood."""
    if route.method not in {"POST", "PUT", "PATCH", "DELETE"} or not route.words:
        return ""
    told = story(at_hand(writer, route))
    return told.unread


def _answer(told: Story, main: Row, shown: dict[str, str]) -> str:
    """The last statement; nothing was made, so that 201 is answered only where it is stated."""
    writer, route = told.setting.writer, told.setting.route
    good = route.good
    if good is not None and good.status == 201 and not good.words and "201" not in route.words:
        replies = tuple(
            replace(each, status=200) if each is good else each for each in route.replies
        )
        route = replace(route, replies=replies)
    scene = Scene(main.holding, main.at, values=shown)
    shape = route.good.shape if route.good else None
    if shown and shape is not None and route.good is not None:
        body = {each.name: writer.part(each, scene) for each in shape.properties}
        return f"answer {route.good.status} {made(body)}"
    return writer.answer(route, scene)


def at_hand(writer: Writer, route: Route) -> Setting:
    """The rows that a path, a body and the rows themselves name."""
    chain = writer.chain(route)
    rows = [
        Row(holding, holding.variable)
        for end in range(len(chain), 0, -1)
        if chain[end - 1].param and (holding := writer.kept.at(chain[:end])) is not None
    ]
    inputs = writer.inputs(route)
    for each in inputs:
        holding = keyed_by(writer, each) if each.place != "path" else None
        if holding is not None and all(holding is not row.holding for row in rows):
            test = f".{holding.finder} = input.{each.name}"
            read = f"let {holding.variable} = first({holding.name}[where {test}])"
            rows.append(Row(holding, holding.variable, read))
    for row in [*rows]:
        rows += [each for each in _reached(writer, row) if each.at not in {one.at for one in rows}]
    return Setting(writer, route, tuple(rows), inputs)


def keyed_by(writer: Writer, given: Input) -> Holding | None:
    """The holding one of whose rows an input names: `courier_id`, `locker` that is a number."""
    for holding in writer.kept.holdings:
        kinds = {holding.key_type.kind, given.type.kind}
        if len(kinds) > 1:
            continue
        named = re.sub(r"_?id$|_?number$|_?code$", "", given.wire, flags=re.IGNORECASE)
        word = plain(holding.word)
        if plain(given.wire) == f"{word}{plain(holding.key.name)}":
            return holding
        if same_thing(holding.word, named) and (named != given.wire or kinds != {"string"}):
            return holding
    return None


def _reached(writer: Writer, row: Row) -> list[Row]:
    """The rows that another names by their keys."""
    links = {**row.holding.references, **{each.field: each.name for each in row.holding.parents}}
    found = []
    for link, to in links.items():
        other = writer.kept.of(to)
        if other is not None and other is not row.holding:
            test = f".{other.key.name} = {row.of(link)}"
            read = f"let {other.variable} = first({to}[where {test}])"
            found.append(Row(other, other.variable, read))
    known = {each.holding.name for each in found}
    for link, other, key in links_set(writer, row.holding):
        if other.name not in known:
            read = f"let {other.variable} = first({other.name}[where .{key} = {row.of(link)}])"
            found.append(Row(other, other.variable, read))
    return found


def links_set(writer: Writer, holding: Holding) -> list[tuple[str, Holding, str]]:
    """The fields by which the service itself names rows of others, and what these are named by."""
    return [
        (part.name, other, key)
        for part in holding.shape.properties
        for other in writer.kept.holdings
        if part.name in holding.fields
        and part.name not in holding.sets
        and other is not holding
        and (key := naming(holding, part, other))
    ]


def _refusals(told: Story) -> bool:
    """Add what the replies of a route say of failures; false where one is not understood."""
    known = {(each.status, each.test) for each in told.refusals}
    stated = {each.status for each in told.refusals if each.test}
    for fault in told.setting.route.faults:
        found = ruled(fault.status, fault.words or fault.message, told.setting)
        if found is None and fault.status not in {400, 401, 404, 415, 422, *stated}:
            told.unread = f"{fault.status} {fault.words}"
            return False
        if found is not None and found.test and (found.status, found.test) not in known:
            told.refusals.append(found)
    return True


def _main(told: Story) -> Row | None:
    """The row that a request is about: the one that its answer shows, or that is changed first."""
    shape, _ = unwrapped(told.setting.route.good.shape if told.setting.route.good else None)
    shown = told.setting.writer.kept.like(shape) if is_record(shape) else None
    for row in told.setting.rows:
        if shown is not None and row.holding is shown:
            return row
    changed = [
        each.row for each in (*told.deeds, *(one for two in told.cases for one in two.deeds))
    ]
    rows = [each for each in changed if each is not None]
    return rows[0] if rows else None


def _named(told: Story) -> list[str]:
    """Statements that read the rows which the request names, and say that they are there."""
    lines: list[str] = []
    given = {f"input.{each.name}" for each in told.setting.inputs}
    for row in told.setting.rows:
        if row.read and any(row.read.endswith(f"= {each}])") for each in given):
            way = _absence(told, row)
            lines += [row.read, f"guard {row.at} != null else {way}"]
    return lines


def _absence(told: Story, row: Row) -> str:
    for each in told.refusals:
        if each.test in {f"{row.at} != null", f"not({row.at} = null)"}:
            return _way(told, each, f"{row.holding.spoken} not found")
    return told.setting.writer.absent(told.setting.route, row.holding)


def _way(told: Story, rule: Refusal, said: str) -> str:
    usual = WAYS.get(rule.status, "conflict")
    writer = told.setting.writer
    return writer.refuse(told.setting.route, usual, said, rule.words, (rule.status,))


def picked_lines(told: Story, *usual: int) -> list[str]:
    """Statements that read the rows which words pick, and say what is answered without any."""
    lines: list[str] = []
    for pick in told.picks:
        row = Row(pick.holding, pick.holding.variable)
        lines += pick.lines
        if told.none:
            lines += [f"if {row.at} = null:", f"    answer {told.none}"]
            continue
        rule = next((each for each in told.refusals if each.test == f"{row.at} != null"), None)
        said = f"There is no such {pick.holding.spoken.lower()}"
        if rule is not None:
            way = _way(told, rule, said)
        else:
            route = told.setting.route
            way = told.setting.writer.refuse(route, WAYS[usual[0]], said, "no none free", usual)
        lines.append(f"guard {row.at} != null else {way}")
    return lines


def _guards(told: Story, *, after: bool) -> list[str]:
    """What must hold before the deed, or of what it makes; what fails undoes the deed."""
    lines = []
    for each in told.refusals:
        if each.after is not after:
            continue
        if each.test and not re.fullmatch(r"\w+ != null|not\(\w+ = null\)", each.test):
            said = f"{each.words[:1].upper()}{each.words[1:]}"
            lines.append(f"guard {each.test} else {_way(told, each, said)}")
    return list(dict.fromkeys(lines))


def _before(told: Story, main: Row) -> tuple[list[str], dict[str, str]]:
    """Values that an answer shows as they were, where deeds take them away."""
    shape = told.setting.route.good.shape if told.setting.route.good else None
    if shape is None or not is_record(shape):
        return [], {}
    emptied = {
        name for each in told.deeds for name, given in each.values if given in {"null", "0", "[]"}
    }
    lines, shown = [], {}
    for part in shape.properties:
        name = main.holding.named(part.name)
        alone = told.before or len(shape.properties) <= len(main.holding.fields) / 2
        if name in emptied and alone:
            lines.append(f"let had_{name} = {main.of(name)}")
            shown[plain(part.name)] = f"had_{name}"
        elif not name and told.before and len(shape.properties) == 1:
            held = re.search(r"\.(\w+)", nothing_in(main))
            if held:
                lines.append(f"let had_{held[1]} = {main.of(held[1])}")
                shown[plain(part.name)] = f"had_{held[1]}"
    return lines, shown


_DROPPED = {"removed", "deleted", "count", "cleared", "dropped", "purged", "discarded"}


def _counted(told: Story) -> tuple[list[str], dict[str, str]]:
    """How many rows a deed drops, where that is what the answer shows."""
    shape = told.setting.route.good.shape if told.setting.route.good else None
    drops = [line for each in told.deeds for line in each.lines if line.startswith("delete ")]
    names = [each.name for each in (shape.properties if shape is not None else ())]
    if len(drops) != 1 or len(names) != 1 or plain(names[0]) not in _DROPPED:
        return [], {}
    rows = re.sub(r"^delete (\w+) where (.+)$", r"\1[where \2]", drops[0])
    return [f"let many = count({rows})"], {plain(names[0]): "many"}


def _writes(told: Story) -> list[str]:
    """One change for each row, then what is done to others, then what depends on something."""
    changes: dict[str, tuple[Row, dict[str, str]]] = {}
    for each in told.deeds:
        if each.row is not None:
            changes.setdefault(each.row.at, (each.row, {}))[1].update(dict(each.values))
    _by_path(told, changes)
    _brought(told, changes)
    lines = [
        f"patch {row.holding.name} {row.at} {made(values)}"
        for row, values in changes.values()
        if values
    ]
    lines += [line for each in told.deeds for line in each.lines]
    for case in told.cases:
        lines += [f"if {case.test}:", *(f"    {line}" for line in _lines(case.deed))]
        if case.otherwise is not None:
            lines += ["else:", *(f"    {line}" for line in _lines(case.otherwise))]
    return lines


def _by_path(told: Story, changes: dict[str, tuple[Row, dict[str, str]]]) -> None:
    """What the verb of the path makes of its row, where no sentence says otherwise: `fired_at`."""
    chain = told.setting.writer.chain(told.setting.route)
    above = told.setting.writer.kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
    if above is None or chain[-1].param:
        return
    found = done_to(above, third(chain[-1].name))
    deeds = (*told.deeds, *(one for each in told.cases for one in each.deeds))
    written = {name for each in deeds for name, _ in each.values}
    if found and not written & {each for each, given in found.items() if given not in _MOMENTS}:
        _, values = changes.setdefault(above.variable, (Row(above, above.variable), {}))
        values |= {name: given for name, given in found.items() if name not in written}


_MOMENTS = {"now()", "today()"}


def _lines(deed: Deed) -> list[str]:
    """The statements of one deed."""
    row = deed.row
    if row is None or not deed.values:
        return [*deed.lines]
    return [*deed.lines, f"patch {row.holding.name} {row.at} {made(dict(deed.values))}"]


def _brought(told: Story, changes: dict[str, tuple[Row, dict[str, str]]]) -> None:
    """Values of the row that the request brings along, which no condition looks at."""
    if not changes:
        return
    row, values = next(iter(changes.values()))
    looked = " ".join(
        [
            *(line for each in told.picks for line in each.lines),
            *(each.test for each in told.refusals),
        ]
    )
    looked += " ".join(given for _, each in changes.values() for given in each.values())
    for each in told.setting.inputs:
        name = row.holding.named(each.wire)
        used = re.search(rf"\binput\.{each.name}\b", looked)
        if each.place in {"json", "form"} and name in row.holding.fields and not used:
            values.setdefault(name, f"input.{each.name}")


def _read_before(lines: list[str], told: Story) -> list[str]:
    """The statements, with those before them that read the rows which they speak of."""
    for row in told.setting.rows:
        reads = any(each.startswith(f"let {row.at} = ") for each in lines)
        used = next((at for at, each in enumerate(lines) if _speaks(each, row.at)), None)
        if row.read and not reads and used is not None:
            lines = [*lines[:used], row.read, *lines[used:]]
    return lines


def _speaks(line: str, name: str) -> bool:
    bare = re.sub(r"\"(?:[^\"\\]|\\.)*\"", "", line)
    return bool(re.search(rf"(?<![\w.]){name}(?:\.\w|\s*=|$)| {name} \{{", bare))
