"""From phrases to a draft: what each says, and of what.

A phrase that says more about something says it of what was named last: a route, or a thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from beliefs.spec import patterns as re
from beliefs.spec.features.crud import ALL, Verb
from beliefs.spec.operations import Method
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.classes import FILES, Named, Noun, Title
from beliefs.spec.understanding.draft import Cue, Draft, Route, Thing
from beliefs.spec.understanding.items import put_inside, told_inside
from beliefs.spec.understanding.records import record
from beliefs.spec.understanding.stopwords import GRAMMAR
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.words import is_noun, is_plural, singular


@dataclass(slots=True)
class _Focus:
    """What was named last."""

    routes: list[Route] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    pending: list[Cue] = field(default_factory=list)  # cues since the last comma
    last: list[Cue] = field(default_factory=list)  # every cue of the sentence so far
    chain: list[Route] = field(default_factory=list)  # routes with only commas between them
    owed: set[Verb] = field(default_factory=set)  # "CRUD at /posts": of what is named next
    joined: list[Route] = field(default_factory=list)  # routes with "and" between, and brackets
    ahead: list[Cue] = field(default_factory=list)  # "With the key: …": of all that is named next
    part: Cue | None = None  # "Admin: …": of all that is named up to the next of its kind


def drafted(cues: list[Cue], texts: Mapping[int, tuple[Token, ...]]) -> Draft:
    """The draft that cues make, in the order in which they stand."""
    draft = Draft(cues=cues)
    focus = _Focus()
    before: list[Route] = []  # those that were named last
    sentence = -1
    for cue in cues:
        if cue.sentence != sentence:
            sentence = cue.sentence
            before = focus.routes or before
            kept = before if _goes_on(texts[sentence]) else []
            focus.routes, focus.pending, focus.last, focus.chain = kept, [], [], []
            focus.ahead, focus.joined = [], []
        _fold(draft, focus, cue, texts[cue.sentence])
    draft.crud_of_all = bool(focus.owed)
    _alone(draft, texts)
    put_inside(draft)
    return draft


def _goes_on(sentence: tuple[Token, ...]) -> bool:
    """Whether a sentence is about what the one before was about: "It takes …"."""
    words = [each.low for each in sentence[:2]]
    if sentence[0].sort == "method" and len(sentence) > 1 and sentence[1].sort == "word":
        return True  # "GET returns it."
    if words == ["it", "also"]:
        words = [each.low for each in sentence[:1]]
    return words[:1] == ["it"] or words in (["the", "response"], ["the", "body"], ["the", "reply"])


def _alone(draft: Draft, texts: Mapping[int, tuple[Token, ...]]) -> None:
    """Things that are a sentence of their own are kept: "products with a name; locations"."""
    for number, sentence in texts.items():
        cues = [each for each in draft.cues if each.sentence == number]
        plain = {"thing", "title", "about", "framework", "storage", "port", "base"}
        covered = {token for each in cues for token in each.tokens}
        told = all(
            each in covered or each.sort == "sign" or each.low in GRAMMAR for each in sentence
        )
        heading = (
            number == 0 and len(cues) == 1 and any(each.stated for each in draft.things.values())
        )
        if told and not heading and all(each.says in plain for each in cues):
            for each in cues:
                if each.says == "thing" and each.bound["known"].several:
                    draft.thing(each.bound["known"].name).stated = True


def _fold(draft: Draft, focus: _Focus, cue: Cue, sentence: tuple[Token, ...]) -> None:
    before = _before(cue, sentence)
    if (
        cue.says == "with"
        and cue.tokens[0].forms & {"have", "has"}
        and _aside(focus, cue, sentence)
    ):
        focus.routes = []  # "Pages belong to a book (POST /pages, …) and have a number"
    if cue.says != "route" and (before in {",", ":", ";", "("} or _begins(focus, cue, sentence)):
        focus.pending = []
    if cue.says == "key_in" and cue.tokens[0].low in {"need", "require", "want"}:
        for each in focus.joined:  # "POST /a (name) and DELETE /a/{id} need the header X-Key"
            if each not in focus.routes:
                each.cues.append(cue)
    if cue.says == "key_in" and not focus.routes and _leads(cue, sentence):
        focus.ahead.append(cue)  # "Editors send the header X-Key: GET /queue …"
    if cue.says == "has" and _announces(cue, sentence):
        focus.things, focus.routes = [], []
        cue.says = "with"
    if not focus.routes and _shows_answer(cue, sentence):
        cue.says, cue.bound = "answers", {"json": cue.tokens[-1]}  # and no fields
    handler = _HANDLERS.get(cue.says)
    if cue.says == "has" and told_inside(draft, focus.routes, cue, sentence):
        pass
    elif handler is not None:
        handler(draft, focus, cue, before)
    else:
        _attach(focus, cue)
    focus.pending.append(cue)
    focus.last.append(cue)


# What is said before braces that show an answer, and none of the fields of a thing.
_ANSWERED = frozenset(
    """answer return respond reply give yield response error failure found missing unknown invalid
    success successful fail""".split()  # noqa: SIM905
)


_VERBS = frozenset({"answer", "return", "respond", "reply", "give", "yield"})


def _begins(focus: _Focus, cue: Cue, sentence: tuple[Token, ...]) -> bool:
    """Whether a clause with somebody in it begins before a cue: ", and I would add places"."""
    last = focus.last[-1].tokens[-1].end if focus.last else cue.tokens[0].start
    between = [each.low for each in sentence if last <= each.start < cue.tokens[0].start]
    return between[:1] == [","] and bool({"i", "we", "they", "one"} & set(between))


def _shows_answer(cue: Cue, sentence: tuple[Token, ...]) -> bool:
    """Whether braces show what is answered: "errors are {…}", "deleting returns 200 {…}"."""
    if cue.says not in {"body", "has"} or cue.tokens[-1].sort != "json":
        return False
    if cue.says == "has":  # "unknown cities answer {…}" is no thing called so
        named = cue.tokens[-2].low not in {"answers", "answer"} or len(cue.tokens) > 2
        return named and bool(cue.tokens[-2].forms & _VERBS)
    clause: list[Token] = []
    for each in sentence:
        if each.start >= cue.tokens[0].start:
            break
        clause = [] if each.text in {",", ";", ":", "("} else [*clause, each]
    statuses = [each for each in clause if each.sort == "number" and len(each.text) == 3]
    return bool(statuses) or any(each.forms & _ANSWERED for each in clause)


def _announces(cue: Cue, sentence: tuple[Token, ...]) -> bool:
    """Whether what stands behind a colon has something itself: "a menu: dishes have a price"."""
    after = next((each for each in sentence if each.start >= cue.tokens[-1].end), None)
    colon = any(each.text == ":" for each in cue.tokens)
    return colon and after is not None and bool(after.forms & {"have", "can", "may", "belong"})


def _leads(cue: Cue, sentence: tuple[Token, ...]) -> bool:
    """Whether what follows a cue is a colon, and then a route."""
    after = [each for each in sentence if each.start >= cue.tokens[-1].end]
    colon = next((at for at, each in enumerate(after) if each.text == ":"), None)
    first = next((at for at, each in enumerate(after) if each.sort in {"method", "path"}), None)
    return colon is not None and first is not None and colon < first


def _aside(focus: _Focus, cue: Cue, sentence: tuple[Token, ...]) -> bool:
    """Whether the routes that were named last stand in brackets that are closed before a cue."""
    named = [each.tokens[0].start for each in focus.last if each.says in {"route", "same_path"}]
    if not named or not focus.things:
        return False
    between = [each.text for each in sentence if named[-1] < each.start < cue.tokens[0].start]
    return between.count(")") > between.count("(")


def _with_key(_: Draft, focus: _Focus, cue: Cue, __: str) -> None:
    """As in "With the key: GET /reports, POST /reports": all that the sentence names from here."""
    focus.ahead.append(cue)


def _part(_: Draft, focus: _Focus, cue: Cue, __: str) -> None:
    """As in "public: GET /status; GET /. admin: POST /status": until the next one."""
    focus.part = cue


def _same_path(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    """As in "POST /rooms/{id}/bookings, GET the same"."""
    method = next((each.text for each in cue.tokens if each.sort == "method"), "")
    if focus.routes and method:
        last = focus.routes[-1]
        cue.bound = {"route": (Named((method,), last.path, ()),)}
        cue.says = "route"
        _route(draft, focus, cue, before)


def _before(cue: Cue, sentence: tuple[Token, ...]) -> str:
    """The token before a cue."""
    start = cue.tokens[0].start
    earlier = [each for each in sentence if each.end <= start]
    return earlier[-1].low if earlier else ""


def _attach(focus: _Focus, cue: Cue) -> None:
    for each in focus.routes or focus.things:
        each.cues.append(cue)


def _title(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    title: Title = cue.bound["title"]
    known = [each for each in title.nouns if each.known or each.name in draft.things]
    if draft.title is not None and draft.title.nouns:
        if known:  # "a polls backend: create a poll with …"
            cue.says, cue.bound = "thing", {"known": known[-1]}
            _things(draft, focus, cue, before)
        else:
            _attach(focus, cue)
        return
    # "A Flask API for a movie watchlist" is called after what it is for.
    draft.title, cue.used = title, "title"
    focus.things = [draft.thing(each.name) for each in title.nouns if each.known]
    for each in focus.things:
        each.cues.append(cue)


def _things(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    """Phrases that name things: "for notes", "CRUD for notes", "notes"."""
    nouns: tuple[Noun, ...] = cue.bound.get("nouns", ())
    if "known" in cue.bound:
        nouns = (cue.bound["known"],)
    writes = bool(focus.routes) and all(each.method != "GET" for each in focus.routes)
    goes_on = before in {"and", ","} and [each.says for each in focus.last[-1:]] == ["takes"]
    brings = writes and (before == "with" or goes_on)  # "takes a name and a course"
    if cue.says == "thing" and brings and not nouns[0].several:
        brought = Asked(lexicon.field(nouns[0].name), known=True)
        cue.says, cue.bound = "with", {"fields": (brought,)}  # "POST /shifts/start with employee"
        _with(draft, focus, cue, before)
        return
    verbs = cue.bound.get("crud", ())
    if cue.says == "about" and nouns and _records(focus, cue):
        cue.says, cue.bound = "happens", {"noun": nouns[0]}
        _attach(focus, cue)
        return
    if cue.says == "crud" and verbs and nouns and not all(n.known or n.several for n in nouns):
        for route in focus.routes:  # "POST /items/{id}/adjust changes the quantity"
            route.cues += [cue] if "{" in route.path and not route.of_item else []
        return  # "Create a …" is the goal itself
    told = cue.says == "crud" and verbs and before not in {",", ";", ":", "+"}
    if (cue.says == "thing" or told) and focus.routes:
        _attach(focus, cue)
        return
    if nouns:
        named = [draft.thing(each.name) for each in nouns]
        if cue.says == "thing" and focus.pending and focus.pending[-1].says == "thing":
            named = [*focus.things, *(each for each in named if each not in focus.things)]
        focus.things, focus.routes = named, []
    for each in focus.things:
        each.cues.append(cue)
        if cue.says == "crud":
            each.verbs |= set(verbs) or set(ALL)
        each.verbs |= focus.owed if nouns else set()
        meant = cue.says == "crud" or any(noun.known or noun.several for noun in nouns)
        meant = meant and not _purpose(cue, nouns)
        each.stated = each.stated or (cue.says in {"crud", "about"} and meant)
    focus.owed = set() if nouns else focus.owed
    if cue.says == "crud":
        cue.used = "crud"
        focus.owed = set(verbs) or set(ALL) if not nouns and not focus.things else set()
    elif nouns and cue.says == "about":
        cue.used = "things"


def _purpose(cue: Cue, nouns: tuple[Noun, ...]) -> bool:
    """Whether "an API to monitor websites" says what it is for, not what it keeps."""
    said = {each.low for each in cue.tokens}
    return "to" in said and any("_" in each.name and not each.known for each in nouns)


def _records(focus: _Focus, cue: Cue) -> bool:
    """Whether what is kept is what a request below one row does: "…/take logs an intake"."""
    below = [each for each in focus.routes if "{" in each.path and not each.of_item]
    deed = not cue.tokens[0].forms.isdisjoint({"log", "record", "register"})
    return deed and bool(below) and all(each.method == "POST" for each in focus.routes)


_BARE = frozenset({"delete", "remove"})


def _verbs(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    # "… and can be deleted", "… and delete them" are no part of what the request before does.
    able = cue.tokens[0].low == "can" or (before == "and" and cue.tokens[0].low in _BARE)
    if focus.routes and before != "," and not (able and focus.things):
        _attach(focus, cue)
        return
    things = focus.things or list(draft.things.values())
    for each in things:
        each.verbs |= set(cue.bound["crud"])
        each.cues.append(cue)
    if things:
        cue.used = "crud"


def _has(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    nouns: tuple[Noun, ...] = cue.bound["nouns"]
    fields: tuple[Asked, ...] = cue.bound["fields"]
    meant = any(each.known or each.several for each in nouns) or any(each.known for each in fields)
    colon = any(each.text == ":" for each in cue.tokens)
    if not meant or (colon and not any(each.known or each.typed for each in fields)):
        return
    equal = [each.text for each in cue.tokens].count("=")
    defined = colon or bool(equal)
    vague = defined and not any(each.known or each.several for each in nouns)
    if vague and (
        equal > 1 or (len(fields) == 1 and not _kept(fields[0]))
    ):  # "for a cinema: a seat can be booked once", "right = 1 point", "low = 1, high = 2"
        return
    if _is_value(cue):  # "none = "fine", minor = "degraded"": what values stand for
        return
    if defined and any(_is_field(each) for each in nouns):  # "status: confirmed while …"
        return
    if focus.routes and before not in {",", ";", "", ":"}:
        _with(draft, focus, cue, before)
        return
    again = {singular(each.field.name) for each in fields} & {each.name for each in nouns}
    whole = colon and (bool(again) or not any(each.several for each in nouns))
    kept = [_kept(each) for each in fields]
    bare = len(fields) > 1 and all(each.guessed and is_plural(each.field.name) for each in fields)
    loose = bare and any(kept) and not any(each.known for each in nouns)
    if whole and (all(kept) or loose):  # "a plant nursery: plants with …"
        focus.things, focus.routes = [], []
        _with(draft, focus, cue, before)
        return
    focus.things, focus.routes = [draft.thing(each.name) for each in nouns], []
    for each in focus.things:
        each.stated = True
        each.verbs |= focus.owed
        each.cues.append(cue)
    focus.owed = set()
    _with(draft, focus, cue, before)


def _is_value(cue: Cue) -> bool:
    """Whether what stands behind an equals sign is a text in quotes."""
    signs = [at for at, each in enumerate(cue.tokens) if each.text == "="]
    after = cue.tokens[signs[0] + 1 : signs[0] + 2] if signs else ()
    return bool(after) and after[0].sort == "string"


def _side_by_side(draft: Draft, focus: _Focus, cue: Cue, _: str) -> None:
    """Things that are only named, one beside the other."""
    focus.things, focus.routes = [draft.thing(each.name) for each in cue.bound["plurals"]], []
    for each in focus.things:
        each.stated = True
        each.verbs |= focus.owed
        each.cues.append(cue)
    focus.owed = set()
    cue.used = "things"


def _has_at(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    """As in "CRUD for notes at /api/notes: title and text": a thing, its path, its fields."""
    (path, *more), (noun, *others) = cue.bound["path"], cue.bound["nouns"]
    if more or others:
        return
    thing = draft.thing(noun.name)
    thing.path, thing.stated = thing.path or path.path, True
    thing.verbs |= set(ALL) if cue.tokens[0].low.startswith("crud") else set()
    thing.cues.append(cue)
    focus.things, focus.routes, focus.owed = [thing], [], set()
    _with(draft, focus, cue, before)


def _with(draft: Draft, focus: _Focus, cue: Cue, _: str) -> None:
    asked: tuple[Asked, ...] = cue.bound.get("fields") or ()
    if "values" in cue.bound:  # "of type in, out or transfer"
        kind = Field("type", Type("string", choices=tuple(cue.bound["values"])))
        asked = (Asked(kind, known=True, typed=True), *asked)
    if "other" in cue.bound:  # "for in and out it also has an origin"
        values = (str(cue.bound["one"]), str(cue.bound["other"]))
        asked = tuple(replace(each, only_for=values) for each in asked)
    if focus.routes:
        back = bool(focus.last) and focus.last[-1].says == "success"  # "returns 201 with an id"
        for route in focus.routes:
            answering = _answering(route, cue) or (back and cue.tokens[0].low == "with")
            if route.method == "GET" and cue.tokens[0].forms & {"include", "contain"}:
                cue.says = "answers"  # what nobody shows is then listed
            told = route.answers if answering else route.takes
            names = {each.field.name for each in told}
            told += [each for each in asked if each.field.name not in names]
            route.cues.append(cue)
        cue.used = "fields" if cue.says != "answers" else ""
        return
    if focus.last and focus.last[-1].says == "has_many" and cue.tokens[0].low == "with":
        return  # "an order has several dishes with quantities": of neither of them
    rows = [each for each in asked if is_plural(each.field.name) and not each.typed]
    several = bool(rows) and len(rows) == len(asked)
    loose = not any(each.stated for each in focus.things)
    again = {singular(each.field.name) for each in rows} & {each.name for each in focus.things}
    kept = bool(again) or all(_kept(each) for each in rows)
    if focus.things and not (loose and several and kept):
        for thing in focus.things:
            _more_fields(draft, thing, asked)
            if cue not in thing.cues:
                thing.cues.append(cue)
        cue.used = "fields"
        return
    if several:  # "a shop with products and customers"
        counts = [each for each in rows if each.field.default == "0" and not each.inner]
        rows = [each for each in rows if each not in counts] or rows
        focus.things = [draft.thing(each.field.name) for each in rows]
        for thing, each in zip(focus.things, rows, strict=True):
            thing.stated = True
            thing.cues.append(cue)
            _more_fields(draft, thing, each.inner)
        if counts and counts != rows:  # "posts, comments and likes": of what was named first
            bound = {"names": tuple(each.field.name for each in counts)}
            counted = Cue("counters", bound, cue.tokens, cue.sentence, cue.line)
            focus.things[0].cues.append(counted)
        cue.used = "things"


def _is_field(noun: Noun) -> bool:
    return lexicon.knows_field(noun.name) and not lexicon.knows_thing(noun.name)


def _kept(asked: Asked) -> bool:
    """Whether a field may be rows of their own: those of a known thing, or with fields."""
    name = asked.field.name
    known = lexicon.knows_thing(singular(name)) and not lexicon.knows_field(name)
    return bool(asked.inner) or known


def _more_fields(draft: Draft, thing: Thing, asked: tuple[Asked, ...]) -> None:
    names = {each.field.name for each in thing.fields}
    for each in asked:
        known = next((one for one in thing.fields if one.field.name == each.field.name), None)
        if known is not None and known.typed and each.typed and known.field.type != each.field.type:
            about = f"{thing.name.replace('_', ' ')}: {each.field.name}"
            draft.contrary.append((about, known.field.type.kind, each.field.type.kind))
    thing.fields += [each for each in asked if each.field.name not in names]


def _answering(route: Route, cue: Cue) -> bool:
    """Whether "with …" says what comes back: a GET, or after the answer was spoken of."""
    more = bool(route.takes) or bool(cue.tokens[0].forms & {"include"})
    return route.method == "GET" or (bool(route.answers) and cue.says == "with" and more)


def _route(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    named: tuple[Named, ...] = cue.bound["route"]
    found: list[Route] = []
    for each in named:
        for method in each.methods:
            known = draft.route(method, each.path)
            if known is None:
                known = Route(_method(method), each.path)
                draft.routes.append(known)
            known.query = tuple(dict.fromkeys((*known.query, *each.query)))
            known.samples |= dict(zip(each.query, each.samples, strict=False))
            found.append(known)
    moved = focus.pending if before in {"at", "via", "through", "on", "by", "with", ":"} else []
    follows = bool(focus.last) and focus.last[-1].says == "route"
    focus.chain = [*focus.chain, *found] if follows and before in {"and", ",", "&"} else found
    focus.routes = focus.chain if before in {"and", "&"} else found
    told = bool(focus.last) and focus.last[-1].says in {"route", "with", "takes"}
    focus.joined = [*focus.joined, *found] if told and before in {"and", ",", "&"} else found
    for route in found:
        route.cues += [cue, *focus.ahead, *([focus.part] if focus.part is not None else [])]
        for earlier in moved:
            if earlier.says not in {"route", "title", "framework", "storage"}:
                if _told_before(draft, found, earlier):
                    continue
                _moved(route, earlier, focus)
    cue.used = "route"


def _told_before(draft: Draft, found: list[Route], cue: Cue) -> bool:
    """Whether brackets are of the request before: "POST /a (name) and cards with POST /b"."""
    others = (each for each in draft.routes if all(each is not one for one in found))
    return cue.tokens[0].text == "(" and any(cue in each.cues for each in others)


def _only_with(draft: Draft, focus: _Focus, cue: Cue, _: str) -> None:
    """As in "With "paidBy" in the body only …": of the route before it, in another sentence too."""
    for each in focus.routes or draft.routes[-1:]:
        each.cues.append(cue)


def _answered(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    """As in "DELETE /notes/{id} 204": the route, and how it answers."""
    stated = Cue("success", {"status": cue.bound["status"]}, cue.tokens, cue.sentence, cue.line)
    cue.says = "route"
    _route(draft, focus, cue, before)
    for route in draft.routes:
        if route.cues and any(each is cue for each in route.cues):
            route.cues.append(stated)


def _moved(route: Route, cue: Cue, focus: _Focus) -> None:
    """A cue that stands before "at GET /x" is about that route."""
    route.cues.append(cue)
    asked = cue.bound.get("fields")
    if asked and cue.says in {"with", "list_with", "takes", "answers"}:
        (route.answers if route.method == "GET" else route.takes).extend(asked)
        cue.used = "fields"
    for thing in focus.things:
        if cue.says in {"verbs", "crud"} and cue in thing.cues and "crud" in cue.bound:
            thing.verbs -= set(cue.bound["crud"])
            other = singular(route.last) != thing.name and not route.of_item
            if cue.says == "crud" and other and {id(each) for each in thing.cues} == {id(cue)}:
                thing.stated = False  # "add teammates with POST /people": rows of that path


def _method(text: str) -> Method:
    methods: dict[str, Method] = {
        "GET": "GET",
        "POST": "POST",
        "PUT": "PUT",
        "PATCH": "PATCH",
        "DELETE": "DELETE",
        "HEAD": "HEAD",
        "OPTIONS": "OPTIONS",
    }
    return methods[text]


_RELATIVE = frozenset({"that", "which", "who", "they", "ones", "it"})


def _takes(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    if not focus.routes:
        if before not in _RELATIVE:  # "list those that need water" asks which, and brings nothing
            _with(draft, focus, cue, before)
        return
    if cue.tokens[0].low in {"receive", "receives", "given"} and all(
        each.takes for each in focus.routes
    ):
        cue.says = "answers"  # whoever asks receives what comes back
        _answers(draft, focus, cue, before)
        return
    for route in focus.routes:
        names = {each.field.name for each in route.takes}
        asked = cue.bound.get("fields") or ()
        route.takes += [each for each in asked if each.field.name not in names]
        route.cues.append(cue)
    if "fields" in cue.bound:
        cue.used = "fields"


def _body(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    """Fields in braces: what a request brings, else what comes back, or what a thing has."""
    said = focus.last[-1].says if focus.last else ""
    answering = said in {"success", "default_status", "answers"} or before == "→"
    if not focus.routes:
        _with(draft, focus, cue, before)
    elif answering or all(each.method == "GET" for each in focus.routes):
        cue.says = "answers"
        cue.bound = {"json": cue.tokens[0]}
        _answers(draft, focus, cue, before)
    else:
        cue.says = "takes"
        _takes(draft, focus, cue, before)


def _sent(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    """As in "send name and price to POST /items": what goes there, and the route."""
    named = cue.bound.get("route") or tuple(
        replace(each, methods=("POST",)) for each in cue.bound["path"]
    )
    rows = {singular(each.path.rstrip("/").rsplit("/", 1)[-1]) for each in named}
    fields = [each for each in cue.bound["fields"] if each.field.name not in rows or each.typed]
    cue.says, cue.bound = "route", {"route": named}
    _route(draft, focus, cue, before)
    for route in focus.routes:
        told = route.answers if route.method == "GET" else route.takes
        names = {each.field.name for each in told}
        told += [each for each in fields if each.field.name not in names]


def _made_from(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    """As in "POST /boards creates a board from a name"."""
    if focus.routes and all(each.method == "POST" for each in focus.routes):
        cue.says = "takes"
        _takes(draft, focus, cue, before)


def _query(draft: Draft, focus: _Focus, cue: Cue, _: str) -> None:
    """Names of query parameters: of the list that was named last."""
    for route in focus.routes:
        if route.method == "GET":
            route.query = tuple(dict.fromkeys((*route.query, *cue.bound["query"])))
            cue.used = "route"
    _attach(focus, cue)
    del draft


def _base(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    """A path that others are under; "CRUD under /todos" says where the todos are."""
    path = cue.bound["path"][0].path
    last = path.rstrip("/").rsplit("/", 1)[-1].lower()
    crud = bool(focus.pending) and focus.pending[-1].says in {"crud", "verbs", "websocket"}
    asked = bool(focus.pending) and focus.pending[-1].says in _ASKED_AT
    if crud or asked or singular(last) in draft.things:
        cue.says = "at_path"
        _at_path(draft, focus, cue, before)
    else:
        _attach(focus, cue)


def _rows(cue: Cue) -> bool:
    """Whether a verb is a noun here: "reports with title and body"."""
    first, *rest = cue.tokens
    after = rest[0].low if rest else ""
    return first.low.endswith("s") and is_noun(first.low) and after == "with" and bool(rest[1:])


_BRINGING = frozenset(
    {"given", "giving", "providing", "sending", "passing", "supplying", "entering"}
)


def _answers(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    if not focus.routes and cue.says == "answers" and "fields" in cue.bound and _rows(cue):
        noun = Noun(singular(cue.tokens[0].low), known=True, several=True)
        cue.says, cue.bound = "has", {"nouns": (noun,), "fields": cue.bound["fields"]}
        _has(draft, focus, cue, before)
        return
    told = cue.bound.get("json")
    bare = focus.routes and all(each.method == "POST" and not each.takes for each in focus.routes)
    named = cue.bound.get("fields") or (record(told.text) if told is not None else ()) or ()
    if bare and cue.tokens[0].low in _BRINGING and named:
        cue.says = "takes"  # "order with POST /orders, giving a name"
        cue.bound = {"fields": named}
        _takes(draft, focus, cue, "")
        return
    for route in focus.routes:
        if told is not None and named:
            route.answers = []  # what is written out is all of it
        names = {each.field.name for each in route.answers}
        route.answers += [each for each in named if each.field.name not in names]
        route.example = route.example or cue.bound.get("json")
        route.cues.append(cue)
    if not focus.routes:
        _attach(focus, cue)
    del draft


def _gives(_: Draft, focus: _Focus, cue: Cue, __: str) -> None:
    """What comes back, some of it made here: "a random code of 6 characters and a secret key"."""
    for route in focus.routes:
        names = {each.field.name for each in route.answers}
        told = [Asked(lexicon.field(each.name), known=True) for each in cue.bound["parts"]]
        route.answers += [each for each in told if each.field.name not in names]
        route.cues.append(cue)


def _upload(draft: Draft, focus: _Focus, cue: Cue, _: str) -> None:
    """Files that come in are kept, with what is said of them: "photos uploaded with a title"."""
    kind = cue.bound.get("filekind")
    if kind is None:
        _attach(focus, cue)
        return
    above = {singular(each.last) for each in focus.routes}
    thing = draft.thing(next(iter(above)) if len(above) == 1 and above <= {*FILES} else kind)
    thing.stated = True
    thing.cues.append(cue)
    _more_fields(draft, thing, cue.bound.get("fields", ()))
    for route in focus.routes:
        route.cues.append(cue)
    if not focus.routes:
        focus.things = [thing]


def _filing(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    """As in "upload, list and delete documents"."""
    verbs, kind = cue.bound["filing"]
    cue.bound = {**cue.bound, "filekind": kind}
    _upload(draft, focus, cue, before)
    thing = draft.thing(kind)
    thing.verbs |= {"list"} if "list" in verbs else set()
    thing.verbs |= {"remove"} if verbs & {"delete", "remove"} else set()


# What is asked for at a path that stands behind it without a method: "export as CSV at /a.csv".
_ASKED_AT: dict[str, str] = {
    **dict.fromkeys(("export", "sheet", "pdf", "zip", "thumbnail", "random", "top"), "GET"),
    **dict.fromkeys(("stats", "figures", "figures_by", "count_by", "counts", "search"), "GET"),
    **dict.fromkeys(("leaderboard", "results", "health", "distinct", "picked", "download"), "GET"),
    "html": "GET",
    **dict.fromkeys(("import", "bulk", "upload", "login", "register", "shorten", "vote"), "POST"),
}


def _at_path(draft: Draft, focus: _Focus, cue: Cue, before: str) -> None:
    """A path without a method: where a thing is, or what was asked for before it."""
    named: tuple[Named, ...] = cue.bound["path"]
    said = focus.pending[-1].says if focus.pending else ""
    if draft.said("all_post") and len(named) == 1:
        cue.says, cue.bound = "route", {"route": (replace(named[0], methods=("POST",)),)}
        _route(draft, focus, cue, before)
        return
    if said in _ASKED_AT and len(named) == 1 and "route" not in {e.says for e in focus.pending}:
        cue.bound = {"route": (replace(named[0], methods=(_ASKED_AT[said],)),)}
        cue.says = "route"
        _route(draft, focus, cue, "at")
        return
    paths = [each.path for each in named]
    items = [each for each in paths if re.search(r"/[A-Za-z][\w-]*/\{\w+\}/?$", each, re.ASCII)]
    if items and len(items) == len(paths):
        for path, thing in zip(items, _item_things(draft, items), strict=True):
            thing.item = path
            thing.stated = True
            if focus.pending and focus.pending[-1].says in {"verbs", "crud"}:
                thing.verbs |= set(focus.pending[-1].bound.get("crud", ())) - {"list", "create"}
                focus.pending[-1].used = "crud"
        cue.used = "path"
        return
    last = paths[0].rstrip("/").rsplit("/", 1)[-1].lower()
    name = singular(last) if re.fullmatch(r"[a-z][\w-]*", last, re.ASCII) else ""
    earlier = focus.pending[-1] if focus.pending else None
    if len(paths) == 1 and name and (is_plural(last) or earlier is not None):
        thing = draft.thing(name)
        if earlier is not None and earlier.says in {"crud", "verbs"} and not focus.owed:
            focus.owed = set(earlier.bound.get("crud", ())) or set(ALL)
            for each in focus.things:
                each.verbs -= focus.owed if each is not thing else set()
        if is_plural(last) or thing in focus.things or focus.owed:
            thing.path, thing.stated = thing.path or paths[0], True
            thing.verbs |= focus.owed
            focus.things, focus.routes, focus.owed = [thing], [], set()
            cue.used = "path"
    _attach(focus, cue)
    del before


def _item_things(draft: Draft, items: list[str]) -> list[Thing]:
    return [draft.thing([part for part in each.split("/") if part][-2]) for each in items]


def _belongs(draft: Draft, focus: _Focus, cue: Cue, _: str) -> None:
    """Things of things: what is said next is about the former."""
    if "child" in cue.bound:
        thing = draft.thing(cue.bound["child"].name)
    elif focus.things:
        thing = focus.things[-1]
    else:
        return
    thing.stated = True
    thing.cues.append(cue)
    draft.thing(cue.bound["owner"].name)
    focus.things, focus.routes = [thing], []


_HANDLERS = {
    "title": _title,
    "crud": _things,
    "about": _things,
    "thing": _things,
    "verbs": _verbs,
    "has": _has,
    "has_at": _has_at,
    "side_by_side": _side_by_side,
    "with": _with,
    "route": _route,
    "answered": _answered,
    "only_with": _only_with,
    "same_path": _same_path,
    "takes": _takes,
    "answers": _answers,
    "lists": _answers,
    "list_with": _answers,
    "counts": _answers,
    "at_path": _at_path,
    "body": _body,
    "query": _query,
    "sent": _sent,
    "made_from": _made_from,
    "base": _base,
    "belongs": _belongs,
    "with_key": _with_key,
    "public_part": _part,
    "guarded_part": _part,
    "gives": _gives,
    "upload": _upload,
    "filing": _filing,
}
