"""Classes of tokens: what the names in angle brackets of a phrase read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.features.crud import ALL, Verb
from beliefs.spec.features.resources import snake
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.acting import read_acted, read_acting, read_joining
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.bounds import read_bounds
from beliefs.spec.understanding.days import read_days
from beliefs.spec.understanding.doing import does
from beliefs.spec.understanding.fields import (
    read_fields,
    read_listing,
    read_partly,
    read_plain,
    read_sole,
    read_some,
    read_typed,
)
from beliefs.spec.understanding.letters import read_letters
from beliefs.spec.understanding.numbers import BYTES, SECONDS, number_at
from beliefs.spec.understanding.parts import read_parts
from beliefs.spec.understanding.patterns import FILLERS, Reader, Tokens
from beliefs.spec.understanding.picking import read_picked, read_timed
from beliefs.spec.understanding.records import record
from beliefs.spec.understanding.runs import read_excepted, read_kind, read_note, read_reason
from beliefs.spec.understanding.states import (
    BETWEEN,
    read_act,
    read_chain,
    read_done,
    read_either,
    read_long_steps,
    read_quoted,
    read_situation,
    read_state,
    read_states,
    read_steps,
)
from beliefs.spec.understanding.stopwords import GRAMMAR, NOT_FIELDS
from beliefs.spec.understanding.summing import read_summary
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.values import read_values
from beliefs.spec.understanding.words import is_noun, is_plural, is_verb, singular

FRAMEWORKS = {
    **{each: each for each in ("fastapi", "flask")},
    **dict.fromkeys(("fast-api", "starlette", "litestar"), "fastapi"),
    **dict.fromkeys(("django", "express", "rails", "bottle", "aiohttp", "sanic", "tornado"), ""),
    **dict.fromkeys(
        ("spring", "laravel", "gin", "nestjs", "quart", "falcon", "node.js", "node"), ""
    ),
}
STORAGES = {
    **dict.fromkeys(("sqlite", "sqlite3"), "sqlite"),
    **dict.fromkeys(("in-memory", "memory"), "memory"),
    **dict.fromkeys(("postgres", "postgresql"), "postgres"),
    **dict.fromkeys(("mysql", "mariadb", "mongodb", "mongo", "redis"), ""),
}
# Words for what a service is, rather than for what it keeps.
HEADS = frozenset(
    """api apis service services server backend app application manager management tracker tracking
    system engine runner platform tool book store website site microservice registry catalog
    catalogue organizer organiser planner database db collection library log repository keeper rest
    json http crud web directory archive portal hub gallery watchlist wishlist inventory diary
    collector box binder journal notebook logbook""".split()  # noqa: SIM905
)
_CRUD: dict[str, tuple[Verb, ...]] = {
    **dict.fromkeys(("create", "add", "post", "insert", "save", "record"), ("create",)),
    **dict.fromkeys(("list", "browse", "listing"), ("list",)),
    **dict.fromkeys(("read", "view", "fetch", "retrieve", "show", "see"), ("list", "show")),
    **dict.fromkeys(("update", "edit", "change", "modify", "alter"), ("replace", "change")),
    "replace": ("replace",),
    "patch": ("change",),
    **dict.fromkeys(("delete", "remove", "deletion"), ("remove",)),
}


@dataclass(frozen=True, slots=True)
class Noun:
    """A thing as a sentence names it, in the singular."""

    name: str
    known: bool
    several: bool
    beside: tuple[str, ...] = ()  # words before it that its name leaves out


@dataclass(frozen=True, slots=True)
class Named:
    """A route: methods and a path."""

    methods: tuple[str, ...]
    path: str
    query: tuple[str, ...]
    samples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Title:
    """What the goal calls the whole."""

    words: tuple[str, ...]
    nouns: tuple[Noun, ...]


def readers(
    placed: frozenset[str], called: frozenset[str] = frozenset(), *, unrouted: bool = False
) -> Mapping[str, Reader]:
    """Every class. `placed` are nouns that stand in paths, things too; `called` verbs that do.

    In a goal that is `unrouted`, what people do is told by verbs alone.
    """

    def known(tokens: Tokens, at: int) -> Iterator[tuple[int, Noun]]:
        for end, noun in _noun(tokens, at):
            if noun.known or noun.name in placed:
                yield end, Noun(noun.name, known=True, several=noun.several)

    def nouns(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Noun, ...]]]:
        yield from _several(tokens, at, placed)

    def call(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
        if at < len(tokens) and tokens[at].sort == "word" and tokens[at].low in called:
            yield at + 1, tokens[at].low

    def plurals(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Noun, ...]]]:
        yield from _side_by_side(tokens, at, placed)

    return {
        "acting": read_acting if unrouted else _nothing,
        "acted": read_acted if unrouted else _nothing,
        "joining": read_joining if unrouted else _nothing,
        "target": _target,
        "call": call,
        "noun": _noun,
        "nouns": nouns,
        "plurals": plurals,
        "known": known,
        "fields": read_fields,
        "values": read_values,
        "bounds": read_bounds,
        "number": _number,
        "status": _status,
        "span": _span,
        "unit": _unit,
        "letters": read_letters,
        "summary": read_summary,
        "bytes": _bytes,
        "route": _route,
        "path": _path,
        "json": _sorted("json"),
        "record": _record,
        "query": _query,
        "bare": _bare,
        "whom": _whom,
        "doing": _doing,
        "message": _message,
        "header": _matching(r"[A-Z][A-Za-z]*(-[A-Za-z]+)+|Authorization"),
        "constant": _matching(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*"),
        "lasting": _matching(r"[a-z]+(_[a-z]+)+|ttl|lifetime"),
        "sortal": _matching(
            r"status|state|stage|type|kind|priority|category|level|role|action|mode|severity|genre"
        ),
        "keyname": _matching(r"api_?key|key|token|access_token|apiKey"),
        "denial": _one_of(401, 403),
        "moved": _one_of(301, 302, 303, 307, 308),
        "excepted": read_excepted,
        "note": read_note,
        "kind": read_kind,
        "reason": read_reason,
        "made": _one_of(201),
        "fine": _one_of(200, 201, 202, 204),
        "reading": _reading,
        "keyed": _keyed,
        "kept": _one_of(200),
        "owner_status": _one_of(403, 404),
        "flag": _flag,
        "stamp": _stamp,
        "act": read_act,
        "states": read_states,
        "state": read_state,
        "done": read_done,
        "situation": read_situation,
        "quoted": read_quoted,
        "either": read_either,
        "picked": read_picked,
        "timed": read_timed,
        "partly": read_partly,
        "listing": read_listing,
        "plain": read_plain,
        "some": read_some,
        "sole": read_sole,
        "days": read_days,
        "parts": read_parts,
        "typed": read_typed,
        "writing": _writing,
        "filekind": _filekind,
        "currency": _matching(r"[A-Z]{3}"),
        "filing": _filing,
        "file_storage": _file_storage,
        "string": _sorted("string"),
        "framework": _named(FRAMEWORKS),
        "storage": _named(STORAGES),
        "crud": _crud,
        "title": _title,
        "word": _word,
        "chain": read_chain,
        "steps": read_steps,
        "long_steps": read_long_steps,
        "prefix": _prefix,
        "name": _identifier,
    }


def _nothing(_: Tokens, __: int) -> Iterator[tuple[int, Any]]:
    return iter(())


_NAME = re.compile(r"[A-Za-z][\w-]*", re.ASCII)


def _is_name(token: Token) -> bool:
    text = token.text.removesuffix("'s").removesuffix("’s")
    return token.sort == "word" and _NAME.fullmatch(text) is not None


# Words that mean little alone, and name a thing behind another noun: "leave requests".
_HEADED = frozenset(
    """request requests response responses project projects program programs feature features client
    clients user users answer answers""".split()  # noqa: SIM905
)
# Words that hold sentences together, and are things where they have something: "each run has".
_KEPT = frozenset(
    {"person", "run", "project", "request", "feature", "program", "resource", "answer"}
)
# What operations are, and what time is measured in: nothing that is kept.
_NO_THINGS = frozenset({"operation", "endpoint", "function", "second", "minute", "hour"})
_PLAIN = frozenset(
    {"http", "json", "api", "get", "post", "bad", "invalid", "rest", "web", "server"}
)


def _noun(tokens: Tokens, at: int) -> Iterator[tuple[int, Noun]]:
    while at < len(tokens) and tokens[at].low in FILLERS:
        at += 1
    for size in (2, 1):
        part = tokens[at : at + size]
        if len(part) < size or not all(_is_name(each) for each in part):
            continue
        if size > 1 and does(tokens, at):
            continue
        words = [each.low.removesuffix("'s").removesuffix("’s") for each in part]
        last = singular(words[-1])
        name = "_".join([*(snake(each) for each in words[:-1]), snake(last)])
        known = lexicon.knows_thing(name)
        heads = (
            words[:-1] if size > 1 and words[-1] in _HEADED and words[0] not in _PLAIN else words
        )
        barred = any(each in NOT_FIELDS or each in GRAMMAR for each in heads)
        after = tokens[at + size : at + size + 1]
        if size == 1 and last in _KEPT and after and after[0].low in {"have", "has", "with"}:
            barred = False
        if last in _NO_THINGS or (size == 1 and last == words[0] and _qualifies(after)):
            continue
        if not known and (barred or not all(is_noun(each) for each in words)):
            continue
        yield at + size, Noun(name, known, several=last != words[-1])


def _qualifies(after: Tokens) -> bool:
    """Whether a noun before these words only says of which kind they are: "customer feedback"."""
    low = after[0].low if after and after[0].sort == "word" else ""
    return lexicon.knows_thing(singular(low)) and low not in GRAMMAR and not is_verb(low)


def _target(tokens: Tokens, at: int) -> Iterator[tuple[int, Noun]]:
    """A thing by all of its name: "meeting rooms" are rooms, and no meetings."""
    found = max(_noun(tokens, at), key=lambda each: each[0], default=None)
    if found is not None:
        end, noun = found
        last = noun.name.rsplit("_", 1)[-1]
        short = not noun.known and lexicon.knows_thing(last)
        yield end, replace(noun, name=last, known=True) if short else noun


def _several(
    tokens: Tokens, at: int, placed: frozenset[str], before: tuple[Noun, ...] = ()
) -> Iterator[tuple[int, tuple[Noun, ...]]]:
    for end, named in _noun(tokens, at):
        # "kanban boards" are the boards of /boards.
        last = named.name.rsplit("_", 1)[-1]
        short = last in placed and named.name not in placed and not named.known
        noun = replace(named, name=last) if short else named
        if any(each.name == noun.name for each in before):
            continue
        if before and noun.name == "tag" and not noun.several:
            continue  # "delete bookmarks and tag them"
        if noun.several and any(not each.known and not each.several for each in before):
            continue  # "doctors with a name and specialty, patients with a name"
        seen = Noun(noun.name, noun.known or noun.name in placed, noun.several)
        found = (*before, seen)
        yield end, found
        after = end
        if after < len(tokens) and tokens[after].text == ",":
            after += 1
        if after < len(tokens) and tokens[after].low in {"and", "or", "&"}:
            after += 1
        if after > end:
            yield from _several(tokens, after, placed, found)


def _side_by_side(
    tokens: Tokens, at: int, placed: frozenset[str]
) -> Iterator[tuple[int, tuple[Noun, ...]]]:
    """Several kinds of rows, and nothing said of them: "a zoo: animals, keepers and cages"."""
    if at and tokens[at - 1].text != ":":
        return
    for end, found in _several(tokens, at, placed):
        after = [each.low for each in tokens[end : end + 2]]
        whole = after[:1] in ([], [","], ["("]) or after == ["with", "nested"]
        if len(found) > 1 and whole and all(each.several for each in found):
            yield end, found


def _matching(pattern: str) -> Reader:
    """A word of a certain form, as it stands."""

    def read(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
        if at < len(tokens) and tokens[at].sort in {"word", "string"}:
            text = tokens[at].text
            if len(text) > 2 and re.fullmatch(pattern, text):
                yield at + 1, text

    return read


def _reading(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """What is counted when something is read: "view", "visit", "download"."""
    kinds = {"view", "visit", "read", "hit", "click", "download", "access", "open"}
    if at < len(tokens) and (found := tokens[at].forms & kinds):
        yield at + 1, min(found)


def _keyed(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """What a key is called: "the key", "the owner token", "edit_key"."""
    for size in (1, 2):
        part = tokens[at : at + size]
        name = "_".join(each.low for each in part)
        if len(part) == size and re.fullmatch(r"(\w+_)?(key|token|secret|code|password|pin)", name):
            yield at + size, name


def _one_of(*statuses: int) -> Reader:
    def read(tokens: Tokens, at: int) -> Iterator[tuple[int, int]]:
        yield from ((end, status) for end, status in _status(tokens, at) if status in statuses)

    return read


def _number(tokens: Tokens, at: int) -> Iterator[tuple[int, float]]:
    found = number_at(tokens, at)
    if found is not None:
        yield found


def _status(tokens: Tokens, at: int) -> Iterator[tuple[int, int]]:
    if at < len(tokens) and tokens[at].sort == "number" and 100 <= float(tokens[at].text) < 600:
        yield at + 1, int(float(tokens[at].text))


def _span(tokens: Tokens, at: int) -> Iterator[tuple[int, int]]:
    """A span of time in seconds: "10 minutes", "a minute", "hour"."""
    found = number_at(tokens, at)
    count, after = (found[1], found[0]) if found else (1, at)
    while after < len(tokens) and tokens[after].low in FILLERS:
        after += 1
    several = after < len(tokens) and is_plural(tokens[after].low)
    if after < len(tokens) and (found or not several):  # "the given minutes" are not one minute
        for form in tokens[after].forms:
            if form in SECONDS:
                yield after + 1, int(count * SECONDS[form])
                return


def _unit(tokens: Tokens, at: int) -> Iterator[tuple[int, Token]]:
    """What time is measured in: "days"."""
    if at < len(tokens) and any(each in SECONDS for each in tokens[at].forms):
        yield at + 1, tokens[at]


def _bytes(tokens: Tokens, at: int) -> Iterator[tuple[int, int]]:
    found = number_at(tokens, at)
    if found and found[0] < len(tokens):
        for form in tokens[found[0]].forms:
            if form in BYTES:
                yield found[0] + 1, int(found[1] * BYTES[form])
                return
    if at < len(tokens) and tokens[at].sort == "word":
        text = tokens[at].low
        digits = text.rstrip("bkmgi")
        if digits.isdigit() and text[len(digits) :] in BYTES:
            yield at + 1, int(digits) * BYTES[text[len(digits) :]]


def _route(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Named, ...]]]:
    """Methods with a path: "GET /notes", "GET and PUT /notes/{id}"."""
    if at < len(tokens) and tokens[at].sort == "path":
        yield from _path_first(tokens, at)
        return
    methods: list[str] = []
    while at < len(tokens):
        token = tokens[at]
        if token.sort == "method":
            methods.append(token.text)
        elif token.sort == "path" or not (methods and token.low in BETWEEN):
            break
        at += 1
    if not methods or at >= len(tokens) or tokens[at].sort != "path":
        return
    found = Named(tuple(methods), tokens[at].text, tokens[at].keys, tokens[at].samples)
    yield at + 1, (found,)


def _path_first(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Named, ...]]]:
    """A path with its methods behind it: "/tasks (GET, POST)", "/tasks: GET"."""
    path, at = tokens[at], at + 1
    opened = at < len(tokens) and tokens[at].text in {"(", "["}
    at += opened or (at < len(tokens) and tokens[at].text in {":", "-", "–", "|"})
    methods: list[str] = []
    while at < len(tokens) and (
        tokens[at].sort == "method" or (methods and tokens[at].low in BETWEEN)
    ):
        if tokens[at].sort == "method":
            methods.append(tokens[at].text)
        elif at + 1 == len(tokens) or tokens[at + 1].sort != "method":
            break
        at += 1
    if opened and at < len(tokens) and tokens[at].text in {")", "]"}:
        at += 1
    elif opened or (at < len(tokens) and tokens[at].sort == "path"):
        return  # "/tasks, GET /notes": the method is of the next path
    if methods:
        yield at, (Named(tuple(methods), path.text, path.keys, path.samples),)


def _path(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Named, ...]]]:
    """Paths without a method: "/boards/{id}, /columns/{id} and /cards/{id}"."""
    found: list[Named] = []
    while at < len(tokens) and tokens[at].sort == "path":
        found.append(Named((), tokens[at].text, tokens[at].keys))
        at += 1
        yield at, tuple(found)
        if at < len(tokens) and tokens[at].text == ",":
            at += 1
        if at < len(tokens) and tokens[at].low in {"and", "or"}:
            at += 1


def _record(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    """Fields in braces."""
    if at < len(tokens) and tokens[at].sort == "json":
        found = record(tokens[at].text)
        if found is not None:
            yield at + 1, found


def _query(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Names of query parameters: "?status= and ?priority="."""
    names: list[str] = []
    while at < len(tokens) and tokens[at].sort == "query":
        names += tokens[at].keys
        at += 1
        yield at, tuple(names)
        after = at
        while after < len(tokens) and tokens[after].low in {",", "and", "or", "&"}:
            after += 1
        if after == at:
            return
        at = after


# What a request does, where only its method is named: "GET returns it, DELETE removes it".
_BARE = frozenset(
    """return show list read fetch give answer remove delete drop update replace change overwrite
    create add store clear reset retrieve load save""".split()  # noqa: SIM905
)


def _bare(tokens: Tokens, at: int) -> Iterator[tuple[int, Token]]:
    """A method without a path, before a verb that says what it does."""
    if at + 1 < len(tokens) and tokens[at].sort == "method":
        verb = tokens[at + 1]
        if verb.low.endswith("s") and not verb.forms.isdisjoint(_BARE):
            yield at + 1, tokens[at]


def _whom(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Noun, ...]]]:
    """What tells one person from another: "once per email"."""
    words = {"email", "e-mail", "username", "phone", "name", "nickname", "device"}
    if at < len(tokens) and tokens[at].low in words:
        yield at + 1, (Noun(tokens[at].low.replace("-", ""), known=True, several=False),)


def _doing(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """A verb in its -ing form, as its base form."""
    if at < len(tokens) and tokens[at].low.endswith("ing") and tokens[at].sort == "word":
        low = tokens[at].low
        verbs = [each for each in tokens[at].forms if each != low and is_verb(each)]
        if verbs:
            yield at + 1, min(verbs, key=lambda each: (-len(each), each))


def _message(tokens: Tokens, at: int) -> Iterator[tuple[int, Token]]:
    """What a failure says: a text in quotes, or a body in braces."""
    while at < len(tokens) and tokens[at].low in {
        "with",
        "and",
        "the",
        "message",
        "body",
        "error",
        ":",
    }:
        at += 1
    if at < len(tokens) and tokens[at].sort in {"string", "json"}:
        yield at + 1, tokens[at]


def _flag(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """A value that is true, false or a number."""
    if at < len(tokens) and (
        tokens[at].low in {"true", "false", "null"} or tokens[at].sort == "number"
    ):
        yield at + 1, tokens[at].low


FILES = ("file", "document", "image", "photo", "attachment", "picture")


def _filekind(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """What is uploaded: "images", in one word."""
    if at < len(tokens) and (kind := singular(tokens[at].low)) in FILES:
        yield at + 1, kind


def _filing(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[frozenset[str], str]]]:
    """What is done with files, in a row: "upload, list and download files"."""
    verbs: set[str] = set()
    while at < len(tokens) and tokens[at].sort == "word":
        told = tokens[at].forms & {"upload", "download", "list", "delete", "remove"}
        if not told:
            break
        verbs |= told
        at += 1
        while at < len(tokens) and tokens[at].low in BETWEEN:
            at += 1
    if len(verbs) > 1 and verbs & {"upload", "download"}:
        for end, kind in _filekind(tokens, at):
            yield end, (frozenset(verbs), kind)


def _file_storage(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """Where rows are kept; a "file storage API" is a service that keeps files."""
    words = [each.low for each in tokens[at : at + 3]]
    if words[:2] == ["file", "storage"] and not set(words[2:]) & HEADS:
        yield at + 2, "json"


_WRITING = frozenset(
    """write writing change changing modify modifying mutate mutating modification
    mutation""".split()  # noqa: SIM905
)
_REQUESTS = frozenset({"request", "operation", "endpoint", "call", "access", "route", "anything"})


def _writing(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """Requests that change something: "writing", "all write operations", "POST and DELETE"."""
    while at < len(tokens) and tokens[at].low in {*FILLERS, "all", "any", "every"}:
        at += 1
    start = at
    while at < len(tokens) and (
        (tokens[at].sort == "method" and tokens[at].text != "GET")
        or (at > start and tokens[at].low in BETWEEN)
    ):
        at += 1
    named = at > start
    if not named and at < len(tokens) and not tokens[at].forms.isdisjoint(_WRITING):
        at += 1
    if at > start and tokens[at - 1].low not in BETWEEN:
        if at < len(tokens) and not tokens[at].forms.isdisjoint(_REQUESTS):
            at += 1
        yield at, "writing"


def _stamp(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """The name of a field that says when something was."""
    if at < len(tokens) and re.fullmatch(
        r"last_\w+|\w+_(at|on|seen|time|timestamp)|timestamp", tokens[at].low
    ):
        yield at + 1, tokens[at].text


def _sorted(sort: str) -> Reader:
    def read(tokens: Tokens, at: int) -> Iterator[tuple[int, Any]]:
        if at < len(tokens) and tokens[at].sort == sort:
            yield at + 1, tokens[at]

    return read


def _named(table: Mapping[str, str]) -> Reader:
    def read(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, str]]]:
        if at < len(tokens) and tokens[at].low in table and not _everyday(tokens, at):
            yield at + 1, (table[tokens[at].low], tokens[at].text)

    return read


def _everyday(tokens: Tokens, at: int) -> bool:
    """Whether the name of a framework is a word like any other here: "a bottle has a name"."""
    common = {"bottle", "express", "spring", "falcon", "gin", "tornado", "rails"}
    before = tokens[at - 1].low if at else ""
    named = tokens[at].text[:1].isupper() or before in {"with", "in", "using", "on", ","}
    return tokens[at].low in common and not named


def _crud(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Verb, ...]]]:
    """Verbs of collections with commas: "create, list and delete"."""
    found: list[Verb] = []
    count = 0
    while at < len(tokens) and tokens[at].sort == "word" and not _rows_have(tokens, at):
        verbs = next((_CRUD[each] for each in sorted(tokens[at].forms) if each in _CRUD), None)
        if "look" in tokens[at].forms and [each.low for each in tokens[at + 1 : at + 2]] == ["at"]:
            verbs, at = _CRUD["view"], at + 1
        if verbs is None:
            break
        found += verbs
        count += 1
        at += 1
        if "show" not in found and tokens[at - 1].low in {"get", "read"}:
            found.append("show")
        if at < len(tokens) and tokens[at].low in {"all", "them", "it"}:
            at += 1
        yield at, tuple(each for each in ALL if each in found)
        after = at
        if after < len(tokens) and tokens[after].text in {",", "/"}:
            after += 1
        if after < len(tokens) and tokens[after].low in {"and", "or", "&"}:
            after += 1
        if after == at:
            break
        at = after


def _rows_have(tokens: Tokens, at: int) -> bool:
    """Whether a word that could be a verb is several of something: "records have a title"."""
    after = tokens[at + 1 : at + 2]
    return bool(after) and after[0].low in {"have", "has"} and is_plural(tokens[at].low)


def _title(tokens: Tokens, at: int) -> Iterator[tuple[int, Title]]:
    """Words that end in what services are called: "bookmark manager API", "a bug reporter:"."""
    words: list[str] = []
    heading = at == 0 and (tokens[at].low in {"a", "an"} or _announced(tokens))
    while at < len(tokens) and tokens[at].low in FILLERS:
        at += 1
    while at < len(tokens) and tokens[at].sort == "word" and len(words) < 6:
        low = tokens[at].low
        if low in FRAMEWORKS or low in STORAGES:
            if not FRAMEWORKS.get(low):
                break
        elif low in GRAMMAR and low not in HEADS:
            break
        words.append(tokens[at].text)
        at += 1
        headed = heading and tokens[at : at + 1] and tokens[at].text == ":"
        named = words[-1].lower() in HEADS - _MIDDLES and len(words) > 1
        if _family(words) or named or headed:
            yield at, Title(tuple(words), _title_nouns(words))


def _announced(tokens: Tokens) -> bool:
    """Whether what stands before a colon is a heading: "Library loans: loans have a borrower"."""
    colon = next((place for place, each in enumerate(tokens[:5]) if each.text == ":"), 0)
    after = tokens[colon + 1 : colon + 3]
    rows = len(after) == 2 and is_plural(after[0].low) and is_noun(after[0].low)
    return colon > 1 and rows and (after[1].low == "with" or "have" in after[1].forms)


_MIDDLES = frozenset({"json", "http", "crud", "rest", "web"})
_FAMILIES = frozenset({"shortener", "vault", "queue", "board", "blog", "poll", "quiz"})


def _family(words: list[str]) -> bool:
    return words[-1].lower() in _FAMILIES


def _title_nouns(words: list[str]) -> tuple[Noun, ...]:
    rest = [each for each in words if each.lower() not in HEADS and each.lower() not in FRAMEWORKS]
    found = [
        Noun(singular(each), lexicon.knows_thing(singular(each)), several=False) for each in rest
    ]
    known = [each for each in found if each.known]
    return tuple(known or found)


def _prefix(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """The beginning of identifiers: "ord_", or "ord_x7k2" as one of them."""
    if at < len(tokens) and tokens[at].sort in {"word", "string"}:
        text = tokens[at].text
        found = re.match(r"[A-Za-z][A-Za-z0-9]*[_-]", text)
        if found and (text == found.group() or any(each.isdigit() for each in text)):
            yield at + 1, found.group()


def _word(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    if at < len(tokens) and tokens[at].sort == "word" and tokens[at].low not in GRAMMAR:
        yield at + 1, tokens[at].low


def _identifier(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    if at < len(tokens) and tokens[at].sort in {"word", "string"}:
        yield at + 1, tokens[at].text
