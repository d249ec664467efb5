"""What a goal says in so many words, and a Spec says nothing of: whoever read it lost it.

Readers account for words, and a word may be used up by something else than what it means. Some
words mean one thing wherever they stand: a status that must be answered, an address that callers
are told apart by, a difference between versions. A Spec in which there is none of it is not what
was asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.effects import Answer, Effect, For, Guard, If
from beliefs.spec.operations import Operation
from beliefs.spec.promised_forms import unkept_forms
from beliefs.spec.service import TURNED, Spec, Unknown
from beliefs.spec.whom import lets_others

_SENTENCES = re.compile(r"(?<=[.;!?])\s+|\n+")
# "404", where it stands as a status does, and is no amount of anything.
_STATUS = re.compile(
    r"(?<![\w.,:/$€£#-])(4(?:0[0-9]|1[0-8]|2[2-9]))(?![\w%]|[.,:/-]\d| (?:px|pixels?|characters?|"
    r"chars|letters|items|rows|bytes|[kKmMg]i?B|words|ms|seconds?|minutes?|hours?|days|grams?|km|"
    r"euros?|dollars|entries|results|requests|times)\b)"
)
_NEAR = re.compile(
    r"(?i)\b(?:answers?|returns?|gives?|gets?|is|are|be|with|status(?: code)?|code|yields?|fails?|"
    r"refused?|rejected?|responds?|else|otherwise|or|then|a|an|→|->|=>|=|:|\()\s*$|[→>=(:]\s*$"
)
_BY_ADDRESS = re.compile(
    r"(?i)\b(?:per|by|each|every|same|one|an|from|unique|distinct) (?:client |remote |caller )?"
    r"IP(?:[- ]?address(?:es)?)?\b|\bIP[- ]based\b|\bonce (?:per|from) [^.;]{0,12}\bIP\b"
)
_ONCE = re.compile(
    r"(?i)\b(?:one|once|only|single|twice|again|second|unique|already|same|at most)\b"
)
_BY_INPUT = {400, 401, 413, 415, 422, 428}  # of inputs, and of whoever asks
# "through `wc -l`", "with the program pandoc", "runs the external command sort".
_RUNS = re.compile(
    r"(?i)\b(?:through|pip(?:es?|ed|ing)|runs?|executes?|invokes?)\b[^.;`]{0,40}"
    r"`([a-z][\w.+-]*)(?: [^`/]*)?`"
    r"|\b(?:with|by|via|through|using|runs?|calls?) (?:the |an? )?(?:external |other |outside )?"
    r"(?:program|command|binary|executable|command[- ]line tool) [`\"']?([a-z][\w.+-]+)"
    r"|\b(?:with|by|via|through|using)\b[^.;`]{0,12}`?\b([a-z][\w+]*) -[a-z]\b"
)
_NO_PROGRAM = frozenset(
    "that which named called and to for in is on of with a the".split()  # noqa: SIM905
)
_HAVING = re.compile(
    r"(?:^|: )([A-Za-z]{3,}s) (?:with|have) (?!the|that|this|no|only|any)(?:an? )?[a-z]"
    r"|^(?:[A-Z]\w+ )?([a-z]{3,}s) \([a-z_]+(?:, [a-z_]+)+\)\.?$"
)
_REFUSED = re.compile(r"(?i)\b(?:is|are|be|get|gets) (?:refused|rejected|declined|turned down)\b")
# "PUT /notes/{id}", also in code and in bold; what is only denied is not asked for.
_REQUEST = re.compile(
    r"(?<![\w/])(GET|POST|PUT|PATCH|DELETE)[`*]*[\s|]+[`*\"']*(?:https?://[^\s/`]+)?"
    r"(/[\w{}<>:.~@%/-]*)"
)
_DENIED = re.compile(
    r"(?i)\b(?:no|not|without|never|isn't|instead of|rather than|nor|existing|old|unlike)\b"
)
_DIFFERS = re.compile(r"(?i)diff|compar|changes")
# Words that mean one thing, what an effect that does it has in it, and what is missing otherwise.
_MEANT = (
    (
        re.compile(
            r"(?i)\bis\b[^.;]{0,60}\b(?:if|when)\b[^.;]{0,60}\b(?:contains?|mentions?|includes) "
            r"(?:the (?:words?|texts?) )?[\"'“`\w]"
        ),
        re.compile(r"\bcontains\(|\bwhole_word\(|\boccurrences\(| in (?:input|lower)"),
        "nothing looks into a text for it",
    ),
    (
        re.compile(
            r"(?i)\bas an? (?:nested |threaded )?tree\b|\b(?:replies|children|comments) nested\b|"
            r"\bnested (?:replies|children|comments)\b"
        ),
        re.compile(r"\btree\("),
        "no request answers with rows in each other",
    ),
    (
        re.compile(
            r"(?i)\bno gaps\b|\bwithout (?:any )?gaps\b|\b(?:others?|rest|ones behind|later "
            r"ones)\b"
            r"[^.;]{0,12}\b(?:shift|move|close|slide)s?\b(?: (?:up|down|back))?"
        ),
        re.compile(r"[+-] 1\b|- count\(|count\("),
        "no request moves the others",
    ),
    (
        re.compile(
            r"(?i)\b(?:one|a) (?:place|position|step)s? (?:earlier|later|up|down|higher|lower)\b"
        ),
        re.compile(r"[+-] 1\b"),
        "no request moves anything by one place",
    ),
)
_UNREAD = "no such request was read"
_HASHED = re.compile(r"(?i)\b(bcrypt|argon2(?:id|i|d)?|pbkdf2)\b")
_ENOUGH = 3  # words: less of a sentence does not tell what of it is lost
_COMPARES = re.compile(r"(?i)\bdiffs?\b|\bdifferences? between\b[^.;]{0,30}\bversions?\b")


def kept(text: str, spec: Spec, name: str = "goal") -> Spec:
    """The Spec, with every promise of the goal that nothing keeps told as not understood.

    >>> from beliefs.spec.service import Spec
    >>> [each.words for each in kept("GET /a. Old ones are 410.", Spec("a", "A", "")).unknowns]
    ['Old ones are 410.']
    """
    told = [_bare(each.words) for each in spec.unknowns if each.rank != "narrative"]
    # That a clause was not taken in as a whole says less than that it is in the way.
    sure = [
        _bare(each.words)
        for each in spec.unknowns
        if each.rank != "narrative" and each.why != TURNED
    ]
    found = tuple(
        each
        for each in dict.fromkeys(_lost(text, spec, name))
        if each.why == _UNREAD
        or not _listed(_bare(each.words), sure if each.rank == "blocking" else told)
    )
    stop = [_bare(each.words) for each in found if each.rank == "blocking"]
    rest = [  # not what is in the way as a whole
        each
        for each in spec.unknowns
        if each.why != TURNED or not any(_bare(each.words) in one for one in stop)
    ]
    return replace(spec, unknowns=(*rest, *found)) if found else spec


def _lost(text: str, spec: Spec, name: str) -> Iterator[Unknown]:
    possible = {*_always(spec), *(each for one in spec.operations for each in statuses(spec, one))}
    names = frozenset(one.name for each in spec.entities for one in each.fields)
    effects = "\n".join(notation.write(each.effect) for each in spec.operations)
    compared = "diff(" in effects or any(_DIFFERS.search(each.path) for each in spec.operations)
    for number, line in enumerate(text.split("\n"), 1):
        yield from _unanswered(line, f"{name}:{number}", spec)
    at = 0
    for said in _SENTENCES.split(text):
        source = f"{name}:{text.count(chr(10), 0, text.find(said, at)) + 1}"
        at = max(text.find(said, at), at)
        words = said.strip()
        for status in _stated(words):
            if status not in possible:
                yield Unknown("material", words, source, f"no request answers {status}")
                break
        by_address = _BY_ADDRESS.search(words) and _ONCE.search(words)
        if by_address and not spec.rates and "caller()" not in effects:
            why = "rows do not know the address of who asks; say what callers name themselves by"
            yield Unknown("blocking", words, source, why)
        if _COMPARES.search(words) and not compared:
            yield Unknown("material", words, source, "no request compares two versions")
        program = _program(words)
        if program and f'"{program}"' not in effects and not _is_name(program, spec):
            yield Unknown("blocking", words, source, f"no request runs {program}")
        for meant, done, why in _MEANT:
            if meant.search(words) and not done.search(effects):
                yield Unknown("material", words, source, why)
        if (literal := _literal(words)) and literal not in effects:
            yield Unknown("material", words, source, f"nothing is ever set to {literal}")
        for request in (
            *_unbuilt(words, spec),
            *_unserved(words, spec),
            *_undone(words, spec),
        ):
            yield Unknown("blocking", request, source, _UNREAD)
        if key := _textual_key(words, spec):
            yield Unknown("material", words, source, f"{key} is a number that is counted up")
        if _shows_more(words, spec):
            yield Unknown("material", words, source, "the list shows whole rows")
        for clause, why in unkept_forms(
            words, spec.operations, lambda named, path: _is_at(named, path, spec.base), names
        ):
            yield Unknown("material", clause, source, why)
        if _FORM.search(words) and not _takes_form(spec):
            yield Unknown("material", words, source, "no request takes what a form sends")
        if (hashed := _HASHED.search(words)) and "hash_password(" in effects:
            why = f"passwords are hashed with scrypt, which is as slow on purpose as {hashed[1]}"
            yield Unknown("material", words, source, why)
        if who := lets_others(words, spec):
            why = f"nothing built tells who is {_an(who)} from others"
            yield Unknown("material", words, source, why)
        if (thing := _unkept(words, spec)) is not None:
            yield Unknown("blocking", words, source, f"nothing is kept that is called {thing}")


_FORM = re.compile(
    r"(?i)\b(?:an?|the|html|this|that) (?:\w+ )?form\b(?! of\b)|\bform fields?\b|\burlencoded\b"
)


def _takes_form(spec: Spec) -> bool:
    """Whether some request is brought what forms on pages send."""
    return any(one.place in {"form", "file"} for each in spec.operations for one in each.inputs)


_TURNED = re.compile(
    r"(?i)\b(?:replac|chang|turn|set|overwrit)\w*\b[^.;\"]{0,40}\b(?:by|with|to|into) "
    r"[`]?(\"[^\"{}]+\")"
)


def _literal(words: str) -> str:
    """The text that a deed puts into the place of another, as effects would have it."""
    told = _TURNED.search(words)
    return told[1] if told else ""


def _unbuilt(words: str, spec: Spec) -> Iterator[str]:
    """The requests that a sentence names and nothing answers."""
    for told in _REQUEST.finditer(words):
        method, path = told[1], told[2].rstrip(".:,") or "/"
        there = any(
            each.method == method and _is_at(path, each.path, spec.base) for each in spec.operations
        )
        if not there and not _DENIED.search(words):
            yield f"{method} {path}"


# "a WebSocket at /ws", "the endpoint /metrics": a place where something is answered.
_PLACE = re.compile(
    r"(?i)\b(?:websockets?|ws|endpoints?|routes?|listens?|serves?|served|exposes?|exposed|"
    r"answers?|"
    r"returns?|repl(?:y|ies))\b"
)
_BARE = re.compile(
    r"(?<![\w/.:{}<>)\]\"'`*~-])(?<!GET )(?<!POST )(?<!PUT )(?<!PATCH )(?<!DELETE )"
    r"(/[a-z][\w{}/-]*)(?![\w.~])"
)


def _unserved(words: str, spec: Spec) -> Iterator[str]:
    """The paths that a sentence names without a method, as places that answer, and none does."""
    if not _PLACE.search(words) or _DENIED.search(words):
        return
    built = [each.path.removeprefix(spec.base) for each in spec.operations]
    for path in _BARE.findall(words):
        told = path.removeprefix(spec.base).rstrip("/")
        if not any(f"{each}/".startswith(f"{told}/") or _is_at(path, each, "") for each in built):
            yield path


# A record that is shown with a text for its key: {"id": "<random>"}.
_SHOWN_KEY = re.compile(r"[{,]\s*\"(\w+)\"\s*:\s*\"(?!\d+\")[^\"]+\"")


def _textual_key(words: str, spec: Spec) -> str:
    """The key that is shown as a text and built as a number; nothing if there is none."""
    shown = _SHOWN_KEY.findall(words)
    others = {*re.findall(r"\"(\w+)\"\s*:", words)}
    for each in spec.entities:
        names = {one.name for one in each.fields}
        if each.key.style == "integer" and each.key.name in shown and others & names:
            return each.key.name
    return ""


# "GET /sensors lists id and name of all sensors": these and nothing else.
_COLUMNS = re.compile(
    r"GET (/\S*) (?:lists?|shows?|returns?|gives?) (?:only |just )?(?:the )?"
    r"((?:\w+, )*\w+,? and \w+) of (?:all|every|each)\b"
)


def _shows_more(words: str, spec: Spec) -> bool:
    """Whether a list is said to show some columns, and shows whole rows that have others."""
    told = _COLUMNS.search(words)
    if told is None:
        return False
    names = {*re.findall(r"\w+", told[2])} - {"and"}
    kept = ({each.key.name, *(one.name for one in each.fields)} for each in spec.entities)
    if not any(names < each for each in kept):
        return False
    made = [e for e in spec.operations if e.method == "GET" and _is_at(told[1], e.path, spec.base)]
    return any(
        "only(" not in (effect := notation.write(each.effect))
        and not all(f"{name}:" in effect for name in names)
        for each in made
        if each.effect
    )


# "/boards/{id} and /cards/{id} can be changed and deleted": by which methods that is done.
_DONE_AT = (
    (re.compile(r"(?i)\b(?:delet|remov)(?:ed|ing|able)\b"), {"DELETE"}),
    (re.compile(r"(?i)\b(?:chang|updat|edit|modif)(?:ed|ied|ing|ying)\b"), {"PUT", "PATCH"}),
)


def _undone(words: str, spec: Spec) -> Iterator[str]:
    """What a sentence says can be done with rows at paths without a method, and cannot."""
    paths = [each for each in _BARE.findall(words) if each.endswith("}")]
    if not paths or _REQUEST.search(words) or _DENIED.search(words):
        return
    for said, methods in _DONE_AT:
        for path in paths if said.search(words) else ():
            there = {each.method for each in spec.operations if _is_at(path, each.path, spec.base)}
            if not there & methods:
                yield f"{min(methods)} {path}"


def _unanswered(words: str, source: str, spec: Spec) -> Iterator[Unknown]:
    """The statuses that a line about one request states, and that this request never answers."""
    named = list(_REQUEST.finditer(words))
    if not named or re.search(r"[A-Za-z]", words[: named[0].start()]):
        return  # what it is about stands first
    made = [
        each
        for each in spec.operations
        if len(named) == 1
        and each.method == named[0][1]
        and _is_at(named[0][2].rstrip(".:,") or "/", each.path, spec.base)
    ]
    if len(made) != 1 or not made[0].effect:
        return
    possible = {*_always(spec), *statuses(spec, made[0])}
    for told in _STATUS.finditer(words[named[0].end() :]):
        if int(told[1]) not in possible and int(told[1]) not in _BY_INPUT:
            about = f"{named[0][1]} {named[0][2]}: {told[1]}{words[named[0].end() :][told.end() :]}"
            yield Unknown("material", about, source, f"it never answers {told[1]}")


def _is_at(named: str, path: str, base: str) -> bool:
    """Whether a path is meant, by its names or by samples of what stands in their place.

    >>> _is_at("/notes/7", "/api/notes/{id}", "/api"), _is_at("/notes/", "/notes/{id}", "")
    (True, False)
    """
    parts = [re.escape(part) for part in re.split(r"\{\w+\}", path.removeprefix(base))]
    form = r"[^/]+".join(parts)
    return bool(re.fullmatch(rf"(?:{re.escape(base)})?{form}/?", named))


_NO_THINGS = frozenset(  # of a file that is brought, whatever is kept, or what is asked
    "rows lines records row line record files entries requests routes calls endpoints".split()  # noqa: SIM905
)


def _unkept(words: str, spec: Spec) -> str | None:
    """A thing that a sentence begins with and says the fields of, and that nothing keeps."""
    told = _HAVING.search(words)
    if told is None or _REFUSED.search(words):
        return None  # "Plans with cycles are rejected" names no fields
    if not spec.operations or not all(each.effect for each in spec.operations):
        return None  # what is not understood says so itself
    thing = told[1] or told[2]
    name = thing.lower()
    if name in _NO_THINGS:
        return None
    known = {each.plural.lower() for each in spec.entities}
    known |= {each.name.lower() for entity in spec.entities for each in entity.fields}
    said = any(name in each or each in name for each in known)
    return None if said else thing


def _program(words: str) -> str:
    """The program that a sentence wants run, by its name."""
    told = _RUNS.search(words) if words[:1] not in {"{", "["} else None  # a sample runs nothing
    name = next((each for each in told.groups() if each), "") if told else ""
    return "" if name.lower() in _NO_PROGRAM else name.rstrip(".")


def _is_name(word: str, spec: Spec) -> bool:
    """Whether a word names a value that is kept or brought: "lists runs with their `id`"."""
    brought = {each.wire for one in spec.operations for each in one.inputs}
    return word in brought | {
        name for each in spec.entities for name in (each.key.name, *(e.name for e in each.fields))
    }


def _stated(words: str) -> list[int]:
    return [int(each[1]) for each in _STATUS.finditer(words) if _NEAR.search(words[: each.start()])]


def _always(spec: Spec) -> set[int]:
    """What any request may be answered with: no such path, too much of something."""
    none, other = spec.failures.of("no_route"), spec.failures.of("not_allowed")
    found = {none.status, other.status, spec.failures.of("malformed").status}
    found |= {spec.failures.of("rate").status} if spec.rates else set()
    return found | ({spec.failures.of("too_large").status} if spec.largest else set())


def statuses(spec: Spec, operation: Operation) -> set[int]:
    """What an operation may be answered with."""
    found = stated_statuses(spec, operation, operation.effect)
    if operation.inputs:
        for way in ("missing", "wrong_type", "out_of_range", "unknown_choice", "unsupported_type"):
            found.add(spec.failures.of(way, operation.failures).status)
    if operation.needs:
        found.add(spec.failures.of("unauthenticated", operation.failures).status)
        found.add(spec.failures.of("forbidden", operation.failures).status)
    return found


def stated_statuses(spec: Spec, operation: Operation, effect: Effect) -> set[int]:
    """The statuses that the statements of an effect answer with."""
    found: set[int] = set()
    for statement in effect:
        match statement:
            case Answer(status):
                found.add(status)
            case Guard(failure=way):
                found.add(spec.failures.of(way, operation.failures).status)  # type: ignore[arg-type]
            case If(then=then, otherwise=otherwise):
                found |= stated_statuses(spec, operation, (*then, *otherwise))
            case For(body=body):
                found |= stated_statuses(spec, operation, body)
            case _:
                pass
    return found


def _listed(sentence: str, told: list[str]) -> bool:
    """Whether it is said already that a sentence, or more than a word of it, is not understood."""
    parts = [each for each in told if each in sentence and len(each.split()) >= _ENOUGH]
    return bool(parts) or any(sentence in each for each in told)


def _an(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _bare(words: str) -> str:
    return re.sub(r"\W+", " ", words).strip().lower()
