"""What a document says that nothing built holds to: rules, failures and values without a source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias, cast

from beliefs.spec.documents.aliases import by_field_names
from beliefs.spec.documents.clauses import clauses
from beliefs.spec.documents.contract import (
    ITEMS_ONCE,
    ONE_OF,
    STEPS,
    Fault,
    Route,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.facts import facts
from beliefs.spec.documents.jotting import jotted_body
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.supposing import spoken_body
from beliefs.spec.documents.words import plain, plural, singular
from beliefs.spec.effects import (
    Answer,
    Each,
    Effect,
    Expr,
    For,
    Guard,
    If,
    Insert,
    Make,
    Patch,
    Var,
)
from beliefs.spec.failures import Way
from beliefs.spec.inferring.effects import effect_lines
from beliefs.spec.inferring.keeping.fields import ONCE
from beliefs.spec.inferring.rules.closing import says_closed
from beliefs.spec.inferring.rules.conditions import demands
from beliefs.spec.inferring.rules.lacking import brought, lacking
from beliefs.spec.inferring.rules.once import CLASH
from beliefs.spec.inferring.rules.rates import is_rate, rates_of
from beliefs.spec.inferring.rules.refusing import PLACED, stems
from beliefs.spec.inferring.writing import ONE_SESSION, Writer, ends_one
from beliefs.spec.operations import Operation
from beliefs.spec.service import Unknown

Reading: TypeAlias = Callable[[Writer, Route], list[str] | None]

_RULE = re.compile(
    r"(?i)\b(must|nobody|no one|cannot|can't|may not|only|never|at most|no more than|limited|"
    r"at least|expires?|"
    r"shares?|frees|becomes?|promot\w+|moves? up|is kept|are kept|as few as|derived|left out|"
    r"given back|no longer|loses?|its \w+ (?:is|are) (?:removed|"
    r"cleared|reset|taken away|dropped|lost|emptied)|more than what)\b"
)
_SENT = (
    r"\bonly (?:what|those|the \w+|fields?|values?|parts?)\b[^.;]*\b(?:sent|given|named|"
    r"provided|present|there|included|in the body)\b"
)
_CHANGES = r"\b(?:chang|updat|replac|overwrit|modif)\w+"
_PARTIAL = re.compile(rf"(?i){_SENT}[^.;]*{_CHANGES}|{_CHANGES}[^.;]*{_SENT}")
_CLOSED = re.compile(
    r"(?i)\b(?:cannot|can't|can not|may not|must not|never) be (?:chang|sent|set|edit)\w*"
)
_UNTOLD = re.compile(r"(?i)^never (?:show|return|send|give)s? (?:the |a )?passwords?(?: back)?\W*$")
_TOUCHING = re.compile(
    r"(?i)^(?=.*\b(?:touch\w*|back[- ]to[- ]back|adjacent|"
    r"ends? (?:exactly |just )?(?:when|where|as))"
    r"\b).*\b(?:not? (?:an? )?(?:overlap|conflict|clash)\w*|fine|ok(?:ay)?|allowed|possible)\b"
)
_PROPER = re.compile(
    r"(?i)^only [^.;,]*\b(?:valid|proper\w*|correct\w*|right|real|well[- ]?formed|canonical)\b"
    r"[^.;,]*\b(?:accepted|allowed|taken|ok|fine|good)\b"
)
_LISTED = re.compile(
    r"(?i)\b(?:answer|return|respond|repl|give|send)\w*\b[^.;]*\b(?:as a (?:json |plain )?"
    r"(?:list|array)\b|an? (?:json |plain )?(?:list|array) of\b|the names of (?:its|the|all)\b)"
)
_COUNTS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "ten": "10"}
# Failures of inputs and of whoever asks are answered by every operation, not by its effect.
_RULED = {402, 403, 409, 410, 423}
_EVERYWHERE = {400, 401, 405, 406, 411, 413, 414, 415, 422, 429}


def answers(writer: Writer, route: Route, made: Operation) -> None:
    """Say which names an answer is documented to have that the built one never has."""
    shape = route.good.shape if route.good else None
    for wanted, built in _pairs(shape, next(_answered(made.effect), None)):
        for name in wanted:
            if name not in built:
                about = f"{name} in the answer of {route.method} {route.path}"
                why = "nothing says where it comes from, and it is left out"
                writer.unknown(Unknown("material", about, route.source, why))
    told = _LISTED.search(route.words)
    if told and not is_record(shape) and _answers_new_row(made.effect):
        why = "it would be answered with the new row alone; say where the list comes from"
        about = f"{route.method} {route.path}: {told[0]}"
        writer.unknown(Unknown("blocking", about, route.source, why))


def _answers_new_row(effect: Effect) -> bool:
    made = {each.name for each in effect if isinstance(each, Insert)}
    body = next(_answered(effect), None)
    return isinstance(body, Var) and body.name in made


def unread(writer: Writer, made: Operation) -> None:
    """Say what a request must bring that its effect never looks at: of the path, nothing is built.

    Parameters of the query are listed where lists are read.
    """
    looked = repr(made.effect).replace("Get(of=Var(name='input')", "")
    if not made.effect or "Var(name='input')" in looked:
        return
    for each in made.inputs:
        if not each.required or each.place == "query" or f", field='{each.name}')" in looked:
            continue
        about = f"{each.wire} of {made.method} {made.path}"
        why = "nothing that is built looks at it"
        if each.place == "path":
            writer.unknown(Unknown("blocking", about, made.source, why))
        else:
            writer.unknown(Unknown("material", about, made.source, why))


def _answered(effect: Effect) -> Iterator[Expr]:
    for each in reversed(effect):
        if isinstance(each, Answer) and each.body is not None and 200 <= each.status < 300:
            yield each.body


def _pairs(shape: Shape | None, body: Expr | None) -> Iterator[tuple[list[str], set[str]]]:
    """The names of records that are documented, each with those that are built."""
    match body:
        case Make(fields) if shape is not None and is_record(shape):
            built = {name for name, _ in fields}
            yield [each.name for each in shape.properties if not each.write_only], built
            for name, value in fields:
                part = shape.part(name)
                yield from _pairs(part.shape if part else None, value)
        case Each(_, _, into) if shape is not None and is_list(shape):
            yield from _pairs(shape.item, into)


def rules(writer: Writer, route: Route, lines: list[str], reading: Reading = effect_lines) -> None:
    """Say which rules among the words about a route its effect does not hold to.

    A rule that is held to changes the effect: without its sentence another one is inferred, or
    (where other words say the same) with it alone another one than with no words at all.
    """
    silent = tuple(replace(each, words="") for each in route.replies)
    unsaid = tuple(replace(each, words="") for each in route.faults)
    quiet = replace(writer, said=lambda _: None, unknown=lambda _: None, stated=[])
    for sentence in re.split(r"(?<=[.;!?])\s+", route.words):
        # What stands in brackets is said of fields, and records are shown.
        outside = re.sub(r"\([^)]*\)|\{[^{}]*\}", "", sentence)
        if not _RULE.search(outside) or _of_fields(writer, route, sentence):
            continue
        if (
            is_rate(sentence)
            and rates_of(writer, route)
            and not re.search(r"(?i)\bonly\b|\bfailed\b|\bexcept\b", outside)
        ):
            continue
        if _SECRET.search(sentence) and writer.accounts.users is not None:
            continue  # passwords are hashed, and hidden
        bare = sentence.rstrip(".;!?")
        folded = _folds(bare)
        without = replace(
            route,
            words=route.words.replace(sentence, ""),
            replies=tuple(
                replace(each, words="") if each.words and each.words.rstrip(".") in bare else each
                for each in route.replies
            ),
            faults=tuple(
                replace(each, words="") if each.words and _folds(each.words) in folded else each
                for each in route.faults
            ),
        )
        alone, none = (
            replace(route, words=text, replies=silent, faults=unsaid) for text in (sentence, "")
        )
        if _no_method(writer, route, sentence):
            continue
        if _demanded(writer, route, sentence, lines) or _asked(writer, route, sentence, lines):
            continue
        if _TOUCHING.search(sentence) and _parted(route, lines):
            continue
        if _UNTOLD.search(sentence) and not re.search(r"answer \d+ .*password", " ".join(lines)):
            continue
        if ends_one(writer, route) and ONE_SESSION.search(sentence):
            continue
        if any("given(input)" in each for each in lines) and _PARTIAL.search(sentence):
            continue
        if (
            route.body is not None
            and route.body.closed
            and (_CLOSED.search(sentence) or says_closed(sentence))
        ):
            continue  # what it names is no input, and such a body is refused
        if _lets_in(writer, route) or (
            _written(quiet, without, reading) == lines
            and _written(quiet, alone, reading) == _written(quiet, none, reading)
        ):
            writer.unknown(Unknown("material", bare, route.source, "nothing built holds to it"))


def _parted(route: Route, lines: list[str]) -> bool:
    """Whether rows of which one ends when the other starts are not in each other's way."""
    strict = r"\.\w+ < input\.\w+ and \.\w+ > input\.\w+\]"
    return route.method == "GET" or any(re.search(strict, each) for each in lines)


def _no_method(writer: Writer, route: Route, sentence: str) -> bool:
    """Whether a sentence only says that something cannot be done for which there is no route."""
    told = re.search(
        r"(?i)^(?:there is no |no )?(?:PUT|PATCH)\b[^.;]*\b(?:not a thing|not (?:possible|supported"
        r"|allowed|there))\b|^[\w ]*\b(?:cannot|can't|can never) be (?:edited|changed|updated)\W*$",
        sentence,
    )
    path = writer.chain(route)
    return told is not None and not any(
        each.method in {"PUT", "PATCH"} and writer.chain(each) == path
        for each in writer.contract.routes
    )


_SECRET = re.compile(
    r"(?i)\bpasswords?\b[^.]*\b(?:never|not)\b[^.]*\b(?:appear|shown?|returned|answer\w*|stored|"
    r"plain)\b"
)
_TAGGED = frozenset({412, 428})


def failures(writer: Writer, route: Route, operation: Operation) -> None:
    """Say which documented failures an operation never answers with."""
    if not operation.effect or writer.failures is None:
        return
    ways = set(_ways(operation.effect))
    table = writer.failures
    _unsaid(writer, route, operation)
    answered = {table.of(way, operation.failures).status for way in ways}
    answered |= {each.status for each in _answers(operation.effect)}
    if operation.needs:
        answered.add(table.of("unauthenticated", operation.failures).status)
    codes = {table.of(way, operation.failures).code for way in ways}
    for fault in route.faults:
        lost = fault.code and fault.status not in _EVERYWHERE and fault.code not in codes
        lost = lost and f"'{fault.code}'" not in repr(operation.effect)
        if lost and fault.status in answered and "{code}" in table.body:
            told = f"{route.method} {route.path}: {fault.status} {fault.code} {fault.words}".strip()
            why = "nothing built answers with this code"
            writer.unknown(Unknown("material", told, route.source, why))
    files = any(each.place == "file" for each in operation.inputs)
    everywhere = _EVERYWHERE - ({413, 415} if files else set())
    everywhere -= set() if _of_rates(writer, route) else {429}
    for status in sorted(route.statuses - answered - everywhere):
        if not 400 <= status < 500:
            continue
        if status in _TAGGED and re.search(r"(?i)if-match", route.words):
            continue  # conditional.py sees to it, once all operations are there
        if status == 404 and "{" not in route.path and not operation.inputs:
            continue
        gone = any(each.retired and route in each.siblings for each in writer.kept.holdings)
        if status == 409 and gone and re.search(r"(?i)\bagain\b|\breused?\b", route.words):
            continue  # rows that are gone keep what they are known by
        reply = route.reply(status)
        words = reply.words if reply is not None else ""
        told = f"{route.method} {route.path}: {status} {words}".strip()
        writer.unknown(Unknown("material", told, route.source, "nothing built answers with it"))


def _of_rates(writer: Writer, route: Route) -> bool:
    """Whether too many requests are what is told of 429, which is counted before any effect."""
    told = [each.words for each in route.faults if each.status == 429]
    told += [each.words for each in route.replies if each.status == 429]
    rate = r"(?i)\brequests?\b|\brates?\b|\bcalls?\b|\bper (?:second|minute|hour)\b|too many"
    stated = any(re.search(rate, each) for each in told) or bool(rates_of(writer, route))
    return not any(told) or stated


_UNFIT = re.compile(
    r"(?i)\b(?:invalid|not valid|malformed|bad request|validation|unprocessable|wrong input)\b"
)
_SHORT = 5


def _shown_as_example(fault: Fault) -> bool:
    """Whether words are shown of all that inputs may be at fault for: "Validation failed"."""
    return bool(_UNFIT.search(fault.words)) and len(fault.words.split()) <= _SHORT


def _unsaid(writer: Writer, route: Route, operation: Operation) -> None:
    """Say which words of a rule about values an operation never answers with."""
    assert writer.failures is not None
    spoken = {each.message for each in (*writer.failures.stated, *operation.failures)}
    text = repr(operation.effect)
    missing = writer.failures.of("missing", operation.failures).body
    for each in route.faults:
        if each.status not in {400, 422} or not each.message or each.message in spoken:
            continue
        if (words := lacking(each.message, brought(route))) and words in missing:
            continue
        if any(one not in text for one in PLACED.split(each.message)) and not _RULE.search(
            each.words
        ):
            told = f"{route.method} {route.path}: {each.status} {each.words} {each.message!r}"
            why = "nothing built answers with these words"
            if _shown_as_example(each):
                writer.unknown(Unknown("narrative", told, route.source, why))
            else:
                writer.unknown(Unknown("material", told, route.source, why))


def sources(writer: Writer, operations: list[Operation]) -> None:
    """Say which values that answers show come from nowhere: no request or effect ever sets them."""
    text = " ".join(repr(each.effect) for each in operations)
    for holding in writer.kept.holdings:
        made = holding.made
        if holding.fixed:
            continue
        if made is None and not holding.routes and f"Insert(entity='{holding.name}'" not in text:
            why = "nothing says what makes such rows"
            writer.unknown(Unknown("blocking", holding.entity.plural, "", why))
        for field in holding.fields.values():
            shown = holding.shape.part(field.name)
            brought = made is not None and made.part(field.name) is not None
            if shown is None or brought or field.hidden or field.name in holding.sets:
                continue
            if any(each.field == field.name for each in holding.parents):
                continue
            if f"Insert(entity='{holding.name}'" not in text or any(
                entity == holding.name and f"('{field.name}', " in values
                for each in operations
                for entity, values in _writes(each.effect)
            ):
                continue
            if _given(operations, holding.name, field.name):
                continue
            first = holding.routes[0].source if holding.routes else ""
            value = field.default or "null"
            why = f"it is always {value}: nothing says where it comes from"
            writer.unknown(Unknown("material", f"{holding.name}.{field.name}", first, why))


def lists(writer: Writer, route: Route, made: Operation) -> None:
    """Say which lists may hold an item twice that must not."""
    held = "function='distinct'" in repr(made.effect)
    for name, shape in _within(route.body) if made.effect else ():
        if ITEMS_ONCE in shape.words and (not held or shape not in _brought(route)):
            about = f"{name} in the body of {route.method} {route.path}"
            why = "a list may hold an item twice"
            writer.unknown(Unknown("material", about, route.source, why))
    for name, told in _stepped(route.body) if made.effect else ():
        about = f"{name} in the body of {route.method} {route.path}: {told}"
        writer.unknown(Unknown("material", about, route.source, "all between may be there, too"))


def _stepped(shape: Shape | None, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Numbers inside of what is brought that words allow only some of: guards see the outermost."""
    for each in shape.properties if shape is not None else ():
        told = re.search(rf"(?:{ONE_OF}|{STEPS}) [^.]*", each.shape.words)
        if depth and told:
            yield each.name, told[0]
        yield from _stepped(each.shape, depth + 1)
        yield from _stepped(each.shape.item, depth + 1)


def _brought(route: Route) -> list[Shape]:
    return [each.shape for each in (route.body.properties if route.body is not None else ())]


def _within(shape: Shape | None, name: str = "") -> Iterator[tuple[str, Shape]]:
    """Every list in a shape, with its name."""
    if shape is None:
        return
    if is_list(shape):
        yield name, shape
        yield from _within(shape.item, name)
    for each in shape.properties:
        yield from _within(each.shape, each.name)


def _given(operations: list[Operation], entity: str, name: str) -> bool:
    """Whether a request changes a field of rows by naming it."""
    return any(
        any(each.wire == name and each.place == "json" for each in one.inputs)
        and f"Patch(entity='{entity}'" in repr(one.effect)
        and "function='given'" in repr(one.effect)
        for one in operations
    )


def shared(writer: Writer, operations: list[Operation]) -> None:
    """Say which rules among the failures of the whole service no guard is about."""
    if writer.failures is None:
        return
    guards = [(each, guard) for each in operations for guard in _guards(each.effect)]
    for fault in writer.contract.faults:
        words, numbers = stems(fault.words), set(re.findall(r"\d+", fault.words))
        if fault.status not in _RULED or not words:
            continue
        rest = re.match(r"(?i)(?:everything|anything|all(?: the)?) (?:else|rest)\b", fault.words)
        held = any(
            writer.failures.of(cast("Way", guard.failure), made.failures).status == fault.status
            and (rest or words & stems(f"{guard.message} {made.summary} {made.path}"))
            and numbers <= set(re.findall(r"\d+", repr(guard.holds)))
            for made, guard in guards
        )
        if not held:
            told, why = f"{fault.status} {fault.words}", "nothing built answers with it"
            writer.unknown(Unknown("material", told, fault.source, why))


def _writes(effect: Effect) -> Iterator[tuple[str, str]]:
    """The rows that an effect makes or changes, each with what they are given."""
    for statement in effect:
        match statement:
            case Insert() | Patch():
                yield statement.entity, repr(statement.values)
            case If(_, then, otherwise):
                yield from _writes((*then, *otherwise))
            case For(_, _, body):
                yield from _writes(body)


def _guards(effect: Effect) -> Iterator[Guard]:
    for statement in effect:
        match statement:
            case Guard():
                yield statement
            case If(_, then, otherwise):
                yield from _guards((*then, *otherwise))
            case For(_, _, body):
                yield from _guards(body)


def _ways(effect: Effect) -> Iterator[Way]:
    return (cast("Way", each.failure) for each in _guards(effect))


def _answers(effect: Effect) -> Iterator[Answer]:
    for statement in effect:
        match statement:
            case Answer():
                yield statement
            case If(_, then, otherwise):
                yield from _answers((*then, *otherwise))


def _written(writer: Writer, route: Route, reading: Reading) -> list[str]:
    return [*writer.role(route), *(reading(writer, route) or ())]


def _folds(words: str) -> str:
    return re.sub(r"\W+", "", words)


def _lets_in(writer: Writer, route: Route) -> bool:
    return route in {writer.accounts.login, writer.accounts.register, writer.accounts.logout}


def _of_fields(writer: Writer, route: Route, sentence: str) -> bool:
    """Whether all that a sentence rules is what single fields may be, which inputs hold to."""
    if spoken_body(sentence) is not None or jotted_body(sentence) is not None:
        return True
    for noun in re.findall(r"(?i)\b(?:of|in) (?:the|its|that|this) (\w+)", sentence):
        if any(same_thing(each.word, noun) for each in writer.kept.holdings):
            return False  # it is about what another row has
    if re.search(r"(?i)\bthan (?:that|those|the (?:one|previous|last))\b|\bearlier\b", sentence):
        return False
    names = {plain(each) for each in (route.body.names if route.body else ())}
    for _, inner in _within(route.body):
        names |= {plain(each) for each in (inner.item.names if inner.item else ())}
    names |= {plain(each.name) for each in route.params}
    meant = by_field_names(sentence, route.body.names if route.body else ())
    told = [plain(name) for fact in facts(meant) for name in fact.names]
    if re.search(r"(?i)\bbody must (?:have|contain|include)\b", sentence):
        return True
    if re.search(r"(?i)\bmust be [^.]*\bof (?:that|the|this|its)\b", sentence):
        return False
    told = [
        next((one for one in (each, singular(each), plural(each)) if one in names), each)
        for each in told
    ]
    others = [each for each in clauses(sentence) if each.status not in {400, 422}]
    return bool(told) and set(told) <= names and not others


# Both ends of a period belong to it.
_BETWEEN = re.compile(
    r"(?i)^(?!.*\b(?:exclu|without the|not includ)).*\bonly (?:those|the|\w+)\b[^.;]*"
    r"\b(?:between|within|from) (?:them|these|the two|both|then on)\b"
)


def _asked(writer: Writer, route: Route, sentence: str, lines: list[str]) -> bool:
    """Whether a sentence only says what a parameter does that the effect looks at."""
    text = "\n".join(lines)
    asked = [each for each in route.params if each.place == "query"]
    if re.search(r"(?i)\bwith (?:both|all|several)\b.*\bmatch (?:both|all|every)\b", sentence):
        return all(f"input.{writer.name(each.name)}" in text for each in asked)
    if _BETWEEN.search(sentence):
        names = "|".join(re.escape(writer.name(each.name)) for each in asked)
        return all(re.search(rf" {sign} input\.(?:{names})\b", text) for sign in (">=", "<="))
    return any(
        re.search(
            rf"(?<!\w){re.escape(each.name)}=|(?i:^(?:(?:with|by|given|if) )?(?:the |an? )?"
            rf"(?:query |optional )?(?:parameter )?[`'\"]?{re.escape(each.name)}[`'\"]?"
            rf"(?: is (?:given|set))?,? (?:shows |lists |returns |gives )?only (?:those|the|\w+ )"
            rf"[\w ]*\b(?:with|of|in|has|have) (?:that|this|the same|it)\b)",
            sentence,
        )
        and f"input.{writer.name(each.name)}" in text
        for each in asked
    )


def _demanded(writer: Writer, route: Route, sentence: str, lines: list[str]) -> bool:
    """Whether the state that a sentence demands is what a guard looks at."""
    said = replace(route, words=sentence, faults=())
    text = "\n".join(lines)
    spoken = {plain(each) for each in re.findall(r"\w+", sentence)}
    if CLASH.search(sentence) and any(
        {plain(name), plain(name).removesuffix("id")} & spoken
        for name in re.findall(r"\[where (?:lower\()?\.(\w+)", text)
    ):
        return True
    if re.search(r"(?i)\bwithout\b[^.]*\bleft out\b", sentence) and "group(" in text:
        return True  # a grouping has no groups of nothing
    if _replaced(route, sentence, text) or _rounded(sentence, text):
        return True
    having = re.match(
        r"(?i)(?:an? |the )?\w+ (?:with|that has) (?:any )?\w+ (?:can|may|must)", sentence
    )
    if having and "guard count(" in text:
        return True
    if re.match(r"(?i)only the \w+ ", sentence) and re.search(r"guard \w+\.\w+ = me\.", text):
        return True  # who it is for is whose row it is
    key = writer.contract.row_key
    secrets = {each.secret for each in writer.kept.holdings if each.secret}
    secrets |= {key.name} if key is not None else set()
    if re.search(ONCE, sentence, re.IGNORECASE) and any(
        plain(each) in plain(sentence) for each in secrets
    ):
        return True
    if _PROPER.search(sentence) and "guard found != null" in text:
        return True  # whatever cannot be worked out is refused
    if re.search(r"(?i)\bmust belong to\b", sentence) and re.search(r"not\(\.\w+ in each\(", text):
        return True
    most = re.search(r"(?i)\b(?:at most|up to) (\w+)", sentence)
    if most and re.search(rf"\blimit {_COUNTS.get(most[1].lower(), most[1])}\b", text):
        return True
    enough = re.search(r"(?i)\bmore (\w+) than (?:there|is|are)\b", sentence)
    if enough and re.search(rf"\.{enough[1]}\)+ >= input\.{enough[1]}", text):
        return True
    set_here = {plain(each) for each in re.findall(r'\w+: "([^"]+)"', text)}
    if re.search(r"(?i)becomes?|sets?|turns", sentence) and set_here & spoken:
        return True
    return any(
        condition in text or _implied(condition, lines)
        for holding in writer.kept.holdings
        for condition in demands(said, holding, holding.variable)
    )


def _rounded(sentence: str, text: str) -> bool:
    """Whether a sentence says how a figure is rounded, and one is."""
    told = re.search(
        r"(?i)^(?:the )?`?(\w+)`? [^.;]*\brounded to (?:an? |the )?(?:nearest )?"
        r"(?:(whole|integer)|(\w+) (?:decimal|digit|place))",
        sentence,
    )
    if told is None or f"{told[1]}: " not in text:
        return False
    digits = "0" if told[2] else _COUNTS.get(told[3].lower(), told[3])
    return bool(re.search(rf"\b{told[1]}: [^\n]*round\([^\n]*, {digits}\)", text))


def _replaced(route: Route, sentence: str, text: str) -> bool:
    """Whether a sentence says what replacing does anyhow: what is left out becomes null."""
    becomes = re.search(
        r"(?i)`?(\w+)`? (?:that|which) (?:is|was) (?:left out|missing|not given|omitted),? "
        r"(?:becomes|is(?: then)?(?: set to)?) `?null`?",
        sentence,
    )
    if becomes and route.method == "PUT":
        return f"{becomes[1]}: input.{becomes[1]}" in text
    fixed = re.fullmatch(
        r"(?i)(?:the )?`?(\w+)`? (?:(?:cannot|can't|can not|never|must not) (?:be )?changed?s?"
        r"(?: and (?:is|are) ignored)?|(?:is|are) ignored)(?: in the body)?\.?",
        sentence,
    )
    name = fixed[1] if fixed else ""
    same = name in {each.name for each in route.params if each.place == "path"}
    return bool(name) and route.method in {"PUT", "PATCH"} and same and f"{name}: " not in text


def _implied(condition: str, lines: list[str]) -> bool:
    """Whether a state that is ruled out is none of those that a guard lets through.

    >>> _implied('lot.state != "sold"', ['guard lot.state = "open" else conflict "Closed"'])
    True
    """
    ruled = re.fullmatch(r'([\w.]+) != "([^"]+)"', condition)
    return ruled is not None and any(
        line.startswith(f"guard {ruled[1]} = ") and f'"{ruled[2]}"' not in line.split(" else ")[0]
        for line in lines
    )
