"""The order that the words about a list ask for."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.folding import any_case
from beliefs.spec.documents.names import CREATED
from beliefs.spec.documents.places import same_thing, steps
from beliefs.spec.documents.words import plain, plural, singular, words
from beliefs.spec.inferring.keeping.holdings import Holding, is_clock
from beliefs.spec.types import Field

_NEW = r"newest|most recent(?:ly \w+)?|latest|recent(?:ly \w+)?|youngest|last"
_OLD = r"oldest|earliest|soonest|first come|upcoming"
# "from oldest to newest" is oldest first.
_FROM_TO = re.compile(
    rf"(?i)\b(?:from )?(?:the )?({_NEW}|oldest|earliest)(?: \w+)? to (?:the )?"
    rf"(?:{_NEW}|oldest|earliest)\b"
)
_DUE = {"duedate", "dueat", "due", "deadline", "dueon"}
_DOWN = re.compile(
    r"(?i)\bdesc|highest|newest|latest|largest|biggest|most\b|high to low|best|longest|reverse"
    r"|z to a"
)


def stated_order(route: Route, holding: Holding) -> list[str]:
    """The keys to sort by, as the notation has them; none where nothing is said.

    A key that is the same for several rows leaves them in the order in which they came.
    """
    said = f"{route.words}. {route.good.words if route.good else ''}"
    if holding.ranking and re.search(r"(?i)\bbest|\brank|\btop\b|\bhigh|leader|standing", said):
        return list(holding.ranking)
    first = _most_first(said, holding) or _truth_first(said, holding) or _by_time(said, holding)
    named = first or _by_names(said, holding) or _by_degree(said, holding)
    return named or _by_adjectives(said, holding)


def _by_adjectives(said: str, holding: Holding) -> list[str]:
    """As in "quickest first", where rows have one number that makes them quick."""
    from beliefs.spec.inferring.valuing.orders import by_adjective

    told = re.findall(r"(?i)\b([a-z]+est) (?:ones? )?first\b", said)
    return next((found for each in told if (found := by_adjective(each.lower(), holding))), [])


def _most_first(said: str, holding: Holding) -> list[str]:
    """As in "most votes first, then the newest first"."""
    match = re.search(r"(?i)\b(most|fewest|highest|lowest|largest|smallest) (\w+) first\b", said)
    field = _field(match[2], holding) if match else ""
    known = holding.fields.get(field)
    if match is None or not field or field == holding.key.name:
        return []
    if known is not None and known.type.kind not in {"integer", "number"}:
        return []
    low = match[1].lower() in {"fewest", "lowest", "smallest"}
    rest = re.sub(r"(?i)\bfirst come,? first served\b", "", said[match.end() :])
    return [f".{field}{'' if low else ' down'}", *(_by_time(rest, holding) or _ties(rest, holding))]


def _ties(said: str, holding: Holding) -> list[str]:
    """What decides between rows that are equal otherwise: "ties by title", "then by name"."""
    match = re.search(
        r"(?i)\b(?:ties|equal(?: \w+)?|draws?|the same \w+)\b[^.;]*?\bby "
        r"(?:their |the |its )?`?(\w+)"
        r"|\bthen (?:alphabetically )?by (?:their |the |its )?`?(\w+)",
        said,
    )
    field = _field(match[1] or match[2], holding) if match else ""
    return [f".{field}"] if field else []


def _truth_first(said: str, holding: Holding) -> list[str]:
    """As in "pinned ones first, then the newest first": a truth, or one of the states of rows."""
    nouns = rf"(?: (?:ones|{plural(holding.word).replace('_', ' ')}))?"
    for each in holding.fields.values():
        told = (
            [each.name.removeprefix("is_").replace("_", " ")] if each.type.kind == "boolean" else []
        )
        for spoken in told:
            match = re.search(
                rf"(?i)\b(?P<no>un|not )?`?{re.escape(spoken)}`?{nouns} (?:(?:come|go|are|is|stand|"
                rf"listed|shown|put)s? )*(?P<where>first|last|at the (?:top|bottom|end))\b",
                said,
            )
            if match:
                last = match["where"].lower() not in {"first", "at the top"}
                key = f".{each.name}{'' if bool(match['no']) != last else ' down'}"
                rest, before = said[match.end() :], said[: match.start()]
                return [key, *(_within(rest, holding) or _within(before, holding))]
    return []


def _within(said: str, holding: Holding) -> list[str]:
    """The order among rows that are alike."""
    return _by_time(said, holding) or _by_names(said, holding) or _by_degree(said, holding)


def by_time(route: Route, holding: Holding) -> list[str]:
    """The keys of "newest first" and its like alone."""
    return _by_time(f"{route.words}. {route.good.words if route.good else ''}", holding)


def by_moment_told(said: str, holding: Holding) -> list[str]:
    """The keys of an order by time that words tell."""
    return _by_time(said, holding)


# "the one that starts first at the top" is the earliest start first.
_AT_TOP = re.compile(
    r"(?i)\b(?:the )?(?:ones?|\w+) (?:that|which|who) (?:is |are |was |were )?(?P<verb>\w+?)s? "
    r"(?P<end>first|earliest|soonest|last|latest) (?:comes? |is |are )?"
    r"(?:first|on top|at the (?:top|front|head))\b"
)


def _at_top(said: str, holding: Holding) -> list[str]:
    """By the moment at which something happens to rows: "the one that ends last on top"."""
    match = _AT_TOP.search(said)
    verb = match["verb"].lower().removesuffix("ed") if match else ""
    found = [each.name for each in _moments(holding) if plain(each.name).startswith(verb)]
    if match is None or len(found) != 1:
        return []
    return [f".{found[0]}{' down' if match['end'].lower() in {'last', 'latest'} else ''}"]


# "in the order in which they start": by the moment of that, where rows have one.
_HAPPENS = re.compile(
    r"(?i)\bin (?:the )?order (?:in which|that|of when) (?:the )?\w+ "
    r"(?:(?:are|were|was|is|have|has|will|been) )*(?P<verb>[a-z]+)"
)


def _as_it_happens(said: str, holding: Holding) -> list[str]:
    match = _HAPPENS.search(said)
    verb = re.sub(r"(?:s|ed|ing)$", "", match["verb"].lower()) if match else ""
    found = [each.name for each in _moments(holding) if plain(each.name).startswith(verb)]
    return [f".{found[0]}"] if verb and len(found) == 1 else []


def _by_last(noun: str, holding: Holding) -> list[str]:
    """When the last of what belongs to rows came: "the one with the latest reply first"."""
    bare = plain(noun)
    forms = {f"{each}{bare}{end}" for each in ("last", "latest", "newest") for end in ("", "at")}
    named = [each for each in (*holding.computed, *holding.fields) if plain(each) in forms]
    return [f".{named[0]} down"] if named else []


def _of_others(noun: str, holding: Holding) -> bool:
    """Whether a noun means rows of another kind, which paths name."""
    last = noun.rsplit(" ", maxsplit=1)[-1]
    paths = {each.name for route in holding.siblings for each in steps(route.path) if each.name}
    other = any(same_thing(each, last) for each in paths)
    return other and not same_thing(holding.word, last)


def newest_asked(route: Route, holding: Holding) -> bool:
    """Whether a list has the newest first, and nothing that is kept says which that is."""
    said = f"{route.words}. {route.good.words if route.good else ''}"
    asked = re.search(rf"(?i)\b(?:{_NEW})(?: [\w ]+?)? first\b|reverse chronological", said)
    return asked is not None and not stated_order(route, holding)


def _by_time(said: str, holding: Holding) -> list[str]:
    if top := _at_top(said, holding) or _as_it_happens(said, holding):
        return top
    said = _FROM_TO.sub(lambda each: f"{each[1]} first", said)
    match = re.search(
        rf"(?i)\b(?:(?P<new>{_NEW})|(?P<old>{_OLD}))(?: (?P<noun>[\w ]+?))? "
        r"(?:first|on top|at the top)\b|reverse chronological",
        said,
    )
    if match is None:
        return []
    named = _field(match["noun"] or "", holding)
    if match["noun"] and not named and _of_others(match["noun"], holding):
        return _by_last(match["noun"], holding) if match["new"] else []
    if match["old"]:
        moment = named or _moment(holding)
        return (
            [f".{moment}"]
            if moment
            else [f".{holding.key.name}"] * (holding.key.style == "integer")
        )
    created = next((each for each in holding.fields if plain(each) in CREATED), "")
    dated = [each.name for each in _moments(holding) if each.name == holding.lookup]
    brought = (
        _moment(holding) if re.match(r"(?i)latest|most recent|last", match["new"] or "") else ""
    )
    key = (
        named
        or created
        or "".join(dated)
        or (brought if len(_moments(holding)) == 1 else "")
        or (holding.key.name if holding.key.style == "integer" else _moment(holding))
    )
    if not key:
        return []
    also = [f".{holding.key.name} down"] if holding.key.style == "integer" else []
    return [f".{key} down", *(also if key != holding.key.name else [])]


def _moments(holding: Holding) -> list[Field]:
    kinds = {"date", "datetime"}
    return [each for each in holding.fields.values() if each.type.kind in kinds]


def _moment(holding: Holding) -> str:
    brought = _moments(holding)
    own = [each.name for each in brought if plain(each.name) not in CREATED and each.required]
    own = own or [each.name for each in holding.fields.values() if is_clock(each.type)]
    # What is null until something is done to a row does not say how old it is.
    return (own or [each.name for each in brought if not each.type.nullable] or [""])[0]


def _by_names(said: str, holding: Holding) -> list[str]:
    """Sorted by points (most first), then by rating; episodes by season and number."""
    match = re.search(
        r"(?i)(?:sort(?:ed)?|order(?:ed)?|ranked|ranking|arranged|listed) (?:alphabetically "
        r")?by ([^.;]+)|"
        r"in (?:the )?order of (?:their |the )?([^.;]+)",
        said,
    )
    text = match[1] or match[2] if match else ""
    if not text:
        match = re.search(
            r"(?i)(?<!filter)(?<!filtered)(?<!created)(?<!search)(?<!grouped)(?<!made)(?<!paid)"
            r"\bby ([^.;]+)",
            said,
        )
        text = match[1] if match else ""
        first = re.match(r"(?i)(?:the |their |its )?[`\"']?([\w -]+)", text)
        if not first or not _field(re.split(r" and |,", first[1])[0], holding):
            return []
    # "by name, each with its latest state", "sorted by name, and can be filtered by genre": what
    # follows says no order.
    text = re.split(r"(?i),? (?:and )?(?:each|all|every one|both) (?:of them )?with\b", text)[0]
    text = re.split(r"(?i),? (?:and |which |it |they )*(?:can|may|could) (?:also )?be ", text)[0]
    found: list[str] = []
    for piece in re.split(r"(?i),? then (?:by )?|,? and (?:then )?(?:by )?(?=\w)|, (?=by )", text):
        name = re.match(r"(?i)(?:by )?(?:their |the |its )?[`\"']?([\w -]+)", piece.strip())
        field = _field(name[1], holding) if name else ""
        if not field:
            continue
        rest = piece[piece.lower().find(name[1].split(" ")[0].lower()) :] if name else ""
        known = holding.fields.get(field)
        folds = any_case(piece) and known is not None and known.type.kind == "string"
        key = f"lower(.{field})" if folds else f".{field}"
        key = f"{key}{' down' if _DOWN.search(rest) else ''}"
        if key.split(" ", maxsplit=1)[0] not in {each.split(" ")[0] for each in found}:
            found.append(key)
    return found


def _by_degree(said: str, holding: Holding) -> list[str]:
    best = re.search(r"(?i)\b(highest|lowest|most|top|best|fewest|cheapest)[- ](\w+)", said)
    if best:
        found = _field(best[2], holding) or _field(singular(best[2]), holding)
        kinds = {"integer", "number", "date", "datetime"}
        known = holding.fields.get(found)
        if found and found != holding.key.name and (known is None or known.type.kind in kinds):
            low = best[1].lower() in {"lowest", "fewest", "cheapest"}
            return [f".{found}{'' if low else ' down'}"]
    due = next((each for each in holding.fields if plain(each) in _DUE), "")
    if due and re.search(r"(?i)\b(?:most|longest) (?:overdue|late)\b|\bearliest due\b", said):
        return [f".{due}"]
    first = re.search(
        r"(?i)\b(highest|largest|biggest|best|lowest|smallest|cheapest|worst)(?: \w+)? first\b",
        said,
    )
    numbers = [
        each.name
        for each in holding.fields.values()
        if each.type.kind in {"integer", "number"}
        and each.name not in holding.references
        and not each.hidden
        and not plain(each.name).endswith("id")
    ]
    if first and len(numbers) == 1:
        low = first[1].lower() in {"lowest", "smallest", "cheapest", "worst"}
        return [f".{numbers[0]}{'' if low else ' down'}"]
    if re.search(r"(?i)alphabetical|a to z", said):
        names = ("name", "title", "label", holding.key.name)
        return [f".{next(each for each in names if holding.named(each))}"]
    return []


def _field(name: str, holding: Holding) -> str:
    """A field, or a worked out value, by words of a text that begins with its name."""
    parts = re.findall(r"\w+", name)
    for end in range(len(parts), 0, -1):
        word = "_".join(parts[:end])
        for one in (word, singular(word)):
            found = holding.named(one) or next(
                (each for each in holding.computed if plain(each) == plain(one)), ""
            )
            if found:
                return found
    units = [each for each in holding.fields if words(each)[:-1] == tuple(map(str.lower, parts))]
    sure = bool(parts) and len(units) == 1 and words(units[0])[-1] != "id"
    return units[0] if sure else ""  # `height_mm`
