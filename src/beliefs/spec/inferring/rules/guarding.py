"""What must hold before a row is kept or changed: keys that name rows, values taken once, times."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import clauses, sentences
from beliefs.spec.documents.comparing import bounded, compared
from beliefs.spec.documents.contract import Fault, Param, Route
from beliefs.spec.documents.places import Step, same_thing
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.families import threads
from beliefs.spec.inferring.keeping.depending import depending
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.routes.taking import named_by
from beliefs.spec.inferring.rules.conditions import demands
from beliefs.spec.inferring.rules.refusing import PLACED, code_of, message_of, stems
from beliefs.spec.inferring.writing import Writer


def _inside(writer: Writer, route: Route, holding: Holding, brought: dict[str, str]) -> list[str]:
    """Guards that the rows named by keys inside of lists are there."""
    lines = []
    for name, given in brought.items():
        kept = holding.fields.get(name)
        item = kept.type.item if kept is not None else None
        for each in item.fields if item is not None else ():
            other = named_by(writer.kept, each.name)
            if other is None or other is holding:
                continue
            rows = other.name + _beside(writer, route, holding, other)
            known = f"each(one in {rows}: one.{other.key.name})"
            lines.append(
                f"guard count({given}[where not(.{each.name} in {known})]) = 0 "
                f"else {_missing(writer, route, other)}"
            )
    return lines


def _beside(writer: Writer, route: Route, holding: Holding, other: Holding) -> str:
    """Rows that belong to the same one as the row that names them: answers to its questions."""
    chain = writer.chain(route)
    for end, step in enumerate(chain, 1):
        parent = writer.kept.at(chain[:end]) if step.param else None
        if parent is None or not any(each.name == parent.name for each in holding.parents):
            continue
        for each in other.parents:
            if each.name == parent.name:
                return f"[where .{each.field} = {parent.variable}.{parent.key.name}]"
    return ""


def references_of(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """Guards that the rows named by keys are there."""
    lines = _inside(writer, route, holding, brought)
    for name, to in holding.references.items():
        other = writer.kept.of(to)
        if name not in brought or other is None or other.key.name == "":
            continue
        way = _missing(writer, route, other)
        given = brought[name]
        member = _member(writer, route, name, other)
        if member:
            said = f"{name} is none of them"
            way = writer.refuse(route, "refused", said, f"{name} {other.word} of", (400, 422, 409))
            lines.append(f"guard {given} in {member} else {way}")
            continue
        if name.endswith("ids") or (
            holding.fields.get(name) and (holding.fields[name].type.kind == "list")
        ):
            told = _naming(writer, route, other, given)
            if told:
                lines += told
                continue
            known = f"each(one in {to}: one.{other.key.name})"
            lines.append(f"guard count({given}[where not(row in {known})]) = 0 else {way}")
            continue
        field = route.body.part(name) if route.body else None
        in_path = f"{{{given.removeprefix('input.')}}}" in route.path
        sure = field is not None and field.required and route.method != "PATCH"
        sure = sure and field is not None and not field.shape.type.nullable
        silent = "" if in_path or sure else f"{given} = null or "
        kept = f" and .{other.gone} = null" if other.gone else ""
        kept += threads.beside(writer, route, holding) if other is holding else ""
        there = f"count({to}[where .{other.key.name} = {given}{kept}]) > 0"
        lines.append(f"guard {silent}{there} else {way}")
    return lines


def _member(writer: Writer, route: Route, name: str, other: Holding) -> str:
    """The list of a row above that a value must be one of: "code must be a stop of that line"."""
    match = re.search(
        rf"(?i)\b{re.escape(name)}`? must be (?:an? |one of (?:the )?)?(\w+) of "
        r"(?:that|the|this|its) (\w+)",
        route.words,
    )
    chain = writer.chain(route)
    for end in range(1, len(chain) + 1) if match else ():
        parent = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        if parent is None or match is None or not same_thing(parent.word, match[2]):
            continue
        for field, to in parent.references.items():
            if to == other.name and parent.fields[field].type.kind == "list":
                return f"{parent.variable}.{field}"
    return ""


def _naming(writer: Writer, route: Route, other: Holding, given: str) -> list[str]:
    """Lines that refuse the first of several keys that names nothing, where the words name it."""
    for fault in route.faults:
        said = message_of(fault)
        placed = PLACED.search(said)
        about = re.search(
            r"(?i)unknown|not exist|not found|no such|missing", f"{fault.words} {said}"
        )
        if not placed or not about or plain(other.word) not in plain(f"{fault.words} {said}"):
            continue
        known = f"each(one in {other.name}: one.{other.key.name})"
        before, after = (
            json.dumps(each) for each in (said[: placed.start()], said[placed.end() :])
        )
        words_ = f"{before} + text(unknown)" + (f" + {after}" if after != '""' else "")
        return [
            f"let unknown = first({given}[where not(row in {known})])",
            "if unknown != null:",
            f"    answer {fault.status} {writer.failed(fault, words_)}",
        ]
    return []


_UNKNOWN = re.compile(
    r"(?i)\b(?:unknown|no such|not (?:be )?(?:exist|found|known|there)|non-?exist)"
)


def _missing(writer: Writer, route: Route, other: Holding) -> str:
    """The end of a guard that a row is there which only a body names."""
    told = [each.words for each in route.faults if each.status == 404]
    told += [each.words for each in route.replies if each.status == 404]
    above = [
        each.word for each in writer.kept.holdings if each is not other and _speaks(told, each)
    ]
    elsewhere = bool(above) and "{" in route.path and not _speaks(told, other)
    missing = 404 in route.statuses and not elsewhere
    said = f"{other.spoken} not found"
    stated = [(each.status, each.words) for each in route.faults]
    stated += [(each.status, each.words) for each in clauses(route.words)]
    told_so = {
        status
        for status, words in stated
        for part in re.split(r"[.;]", words)
        if _UNKNOWN.search(part) and plain(other.word) in plain(part)
    }
    if len(told_so) == 1 and told_so <= {400, 409, 422}:
        return writer.refuse(
            route, "refused", said, f"exist unknown {other.spoken}", tuple(told_so)
        )
    if missing or not {400, 422} & route.statuses:
        return writer.absent(route, other)
    about = {each.status for each in route.faults if plain(other.word) in plain(each.words)}
    among = tuple(sorted(about & {400, 422})) or ((400,) if 400 in route.statuses else (422,))
    return writer.refuse(route, "refused", said, f"unknown {other.spoken}", among)


def _speaks(said: list[str], holding: Holding) -> bool:
    return any(plain(holding.word) in plain(each) for each in said)


def state_guards(
    writer: Writer, route: Route, holding: Holding, row: str = "", *, but: tuple[str, ...] = ()
) -> list[str]:
    """States that a row must be in for a request to be done at all, where the words say so."""
    said = f"The {holding.spoken.lower()} is in another state"
    lines = []
    role = f".{writer.accounts.role} " if holding is writer.accounts.users else "\0"
    for holds in _apart(route, demands(route, holding, row or holding.variable, but=but)):
        if role in holds:
            continue  # of whoever asks, not of whom it is done to
        about = " ".join(re.findall(r'"([^"]+)"', holds)) or holds.partition(".")[2]
        among: tuple[int, ...] = (409, 423, 403, 410, 400, 422)
        if told := _coded(route, holding, row or holding.variable, holds):
            about, among = code_of(told), (told.status,)
        way = writer.refuse(route, "conflict", said, about, among)
        lines.append(f"guard {holds} else {way}")
    return [*lines, *_waiting(writer, route, holding, row or holding.variable)]


def _waiting(writer: Writer, route: Route, holding: Holding, row: str) -> list[str]:
    """That the rows which a row waits for are as far as words demand."""
    from beliefs.spec.inferring.valuing.conditions import state_of

    told = [(each.status, each.words) for each in route.faults]
    told += [(each.status, each.words) for each in clauses(route.words)]
    lines: dict[str, str] = {}
    for status, words in told:
        for piece in re.split(r"(?i),? or (?=if\b|when\b)|[,;] ", words) if status >= 400 else ():
            unless = re.match(r"(?i)(?:unless|only (?:if|when|once)) ", piece)
            bare = piece[unless.end() :] if unless else piece
            if found := depending(bare, holding, row, state_of):
                holds = found if unless else f"not({found})"
                said = f"The {holding.spoken.lower()} waits for others"
                way = writer.refuse(route, "conflict", said, words, (status,))
                lines[holds] = f"guard {holds} else {way}"
    return list(lines.values())


def _apart(route: Route, demanded: list[str]) -> list[str]:
    """Conditions, with states that are ruled out one by one where each has a failure of its own.

    "409: accepted before; 410: revoked" are two rules.
    """
    found = []
    for holds in demanded:
        tests = holds.split(" and ")
        states_ = [re.findall(r' != "([^"]+)"', each) for each in tests]
        told = {
            fault.status
            for fault in route.faults
            for names in states_
            if len(names) == 1 and stems(names[0]) & stems(f"{fault.words} {fault.message}")
        }
        found += tests if all(states_) and len(told) > 1 else [holds]
    return found


def described_guards(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """The state of the row that a deed is said to be done to: "adds a vote to a waiting song"."""
    one = holding.variable
    for field in holding.fields.values():
        for state in field.type.choices:
            spoken = re.escape(state).replace("_", "[ _-]")
            told = rf"(?i)^(?:[\w`]+ ){{1,5}}?(?:an?|one) [`\"]?{spoken}[`\"]? [a-z]\w+(?! to\b)"
            if any(re.match(told, each) for each in sentences(route.words)):
                said = f"The {holding.spoken.lower()} is in another state"
                way = writer.refuse(route, "conflict", said, f"not {state}", (409,))
                way = way if "another state" in way else f'conflict "{said}"'
                return [f"guard {one}.{field.name} = {json.dumps(state)} else {way}"]
    return []


def _coded(route: Route, holding: Holding, row: str, holds: str) -> Fault | None:
    """The failure that the sentence which demands a state gives a code."""
    for sentence in sentences(route.words):
        alone = replace(route, words=sentence, faults=())
        for each in clauses(sentence):
            told = Fault(each.status, each.code, body=each.body)
            if each.status >= 400 and code_of(told) and holds in demands(alone, holding, row):
                return told
    return None


def above_guards(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str]:
    """States that the rows which a row belongs to must be in: items of an order that is open."""
    own = {each for field in holding.fields.values() for each in field.type.choices}
    lines = []
    for end in range(1, len(chain) + 1):
        parent = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        if parent is None or parent is holding:
            continue
        if not own & {each for field in parent.fields.values() for each in field.type.choices}:
            lines += state_guards(writer, route, parent)
    return lines


# "UTC, later than start": a field is told by another one, without being named itself.
_BESIDE = re.compile(
    r"(?i)(?:^|[,;(] ?)(?:always |strictly )?((?:(?:later|earlier|greater|larger|higher|smaller|"
    r"lower|less|more) than|on or after|on or before|after|before|at least|at most) "
    r"(?:the )?`?\w+`?)"
    r"(?=$|[.,;)])"
)


def compared_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], one: str = ""
) -> list[str]:
    """One field against another: "salary_max must not be less than salary_min"."""
    words = [route.words, route.body.words if route.body else ""]
    words += [each.words for each in route.faults]
    for part in route.body.properties if route.body else ():
        bound = re.match(r"(?i)(?:not|never) (?:below|above|less than|more than) ", part.words)
        rest = part.words.partition(" ")[2]
        verb = re.match(r"(?i)(?:must|may not|cannot|has to|should|is|differs)\b", part.words)
        said = f"{part.name} {part.words}" if verb else part.words
        words += [f"{part.name} must be {each[1]}" for each in _BESIDE.finditer(part.words)]
        words.append(f"{part.name} must not be {rest}" if bound else said)
    lines: list[str] = []
    kept = dict.fromkeys(holding.fields) if one else {}
    names = {plain(each): each for each in (*kept, *brought)}
    for sentence in (each for text in words for each in sentences(text)):
        found = compared(sentence, names)
        for left, sign, right in [found] if found else bounded(sentence, names):
            if left not in brought and right not in brought:
                continue
            line = _compared_guard(writer, route, holding, brought, one, (left, sign, right))
            if line not in lines:
                lines.append(line)
    return lines


def _compared_guard(
    writer: Writer,
    route: Route,
    holding: Holding,
    brought: dict[str, str],
    one: str,
    rule: tuple[str, str, str],
) -> str:
    """The guard of a rule between a field and another one, or a number."""
    left, sign, right = rule
    values = {each: changed_value(brought, each, one, route) for each in (left, right)}
    told = f"{left} does not fit" if right.isdigit() else f"{left} and {right} do not fit"
    way = writer.refuse(route, "out_of_range", told, f"{left} {right}", (422, 400))
    free = [
        f"{value} = null"
        for name, value in values.items()
        if not name.isdigit()
        and (
            not (known := holding.fields.get(name))
            or not (known.required or known.default)
            or (one and value.startswith("input."))
        )
    ]
    test = " or ".join([*free, f"{values[left]} {sign} {values[right]}"])
    return f"guard {test} else {way}"


def query_guards(writer: Writer, route: Route) -> list[str]:
    """One parameter against another: "`from` after `to` is 400"."""
    if route.method != "GET":
        return []
    asked = {each.name: each for each in route.params if each.place == "query"}
    names = {plain(each): each for each in asked}
    lines: list[str] = []
    for sentence in sentences(route.words):
        found = compared(sentence, names)
        if found is None:
            continue
        left, sign, right = found
        values = {each: f"input.{writer.name(each)}" for each in (left, right)}
        said = f"{left} and {right} do not fit"
        way = writer.refuse(route, "out_of_range", said, f"{left} {right}", (400, 422))
        free = [f"{values[each]} = null" for each in values if not _sure(asked[each])]
        test = " or ".join([*free, f"{values[left]} {sign} {values[right]}"])
        lines.append(f"guard {test} else {way}")
    return list(dict.fromkeys(lines))


def _sure(param: Param) -> bool:
    return param.required or bool(param.default)


def least_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], one: str
) -> list[str]:
    """A field against what is worked out of a row: "a quantity below what is reserved is 409"."""
    lines = []
    for name, given in brought.items():
        match = re.search(
            rf"(?i)\b{re.escape(name)}`? (?:is |to )?(?:below|less than|under|lower than|smaller"
            r" than) (?:what is |those |the |number |of )*(?:already |currently )*`?(\w+)",
            route.words,
        )
        template = holding.computed.get(match[1], "") if match else ""
        if not template:
            continue
        said = f"{name} is below what is {match[1]}" if match else ""
        way = writer.refuse(route, "conflict", said, f"{name} below")
        least = template.replace("$", one)
        lines.append(f"guard {given} = null or {given} >= {least} else {way}")
    return lines


def changed_value(brought: dict[str, str], name: str, one: str, route: Route) -> str:
    """What a field has behind a request: what is brought, else what the row has already."""
    if name.isdigit():
        return name
    if name not in brought:
        return f"{one}.{name}"
    if one and route.method == "PATCH":
        return f"or_else({brought[name]}, {one}.{name})"
    return brought[name]
