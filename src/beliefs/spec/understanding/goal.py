"""From the text of a goal to a Spec, with a trace that accounts for every word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from beliefs.errors import OtherLanguage
from beliefs.spec import patterns as re
from beliefs.spec.failures import Failures
from beliefs.spec.operations import Operation
from beliefs.spec.rendering import is_rendered
from beliefs.spec.rendering import read as read_rendered
from beliefs.spec.service import Assumption, Spec, Unknown
from beliefs.spec.soundness import faults
from beliefs.spec.types import Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.assembly import assembled
from beliefs.spec.understanding.classes import readers
from beliefs.spec.understanding.customary import Customary, customary
from beliefs.spec.understanding.denials import denials
from beliefs.spec.understanding.draft import Cue, Draft, Route
from beliefs.spec.understanding.families.cascades import of_kept
from beliefs.spec.understanding.families.things import NO_THINGS
from beliefs.spec.understanding.families.verbs import call, spoken
from beliefs.spec.understanding.folding import drafted
from beliefs.spec.understanding.patterns import FILLERS, Match, Tokens
from beliefs.spec.understanding.plans import World
from beliefs.spec.understanding.ranking import NOTHING_DONE, left_over, unknowns
from beliefs.spec.understanding.reach import other_language
from beliefs.spec.understanding.reading import Choose, likeliest, read
from beliefs.spec.understanding.rewording import in_both, reworded
from beliefs.spec.understanding.spelling import corrected
from beliefs.spec.understanding.stopwords import GRAMMAR
from beliefs.spec.understanding.tokens import Token, sentences, tokens
from beliefs.spec.understanding.totals import with_totals
from beliefs.spec.understanding.transcripts import told
from beliefs.spec.understanding.turning import DENYING, turned, without_repeats
from beliefs.spec.understanding.words import is_verb, singular
from beliefs.spec.understanding.working import clauses

_ROUTED = 2  # paths: whoever names these names the others too
# Places that run out have a family of their own.
_PLACES = re.compile(r"(?i)\bwait(?:ing|[- ]?list)|\bcapacity\b|\b(?:is|are|be) full\b")


_MANY = re.compile(r"\b([Mm]any) to many\b")


@dataclass(frozen=True, slots=True)
class Use:
    """A word of the goal, where it stands, and which rule used it; `unknown` if none did."""

    word: str
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True)
class Understood:
    """What a goal says, and how each of its words was read."""

    spec: Spec
    trace: tuple[Use, ...] = ()


def understand(text: str, choose: Choose = likeliest) -> Understood:
    """The Spec of a goal.

    >>> spec = understand("A notes API with Flask: CRUD, GET /random.").spec
    >>> spec.framework, [each.path for each in spec.operations if each.method == "GET"]
    ('flask', ['/random', '/notes', '/notes/{id}'])
    """
    if is_rendered(text):
        spec = read_rendered(text)
        words = re.finditer(r"\S+", text)
        uses = (Use(each.group(), each.start(), each.end(), "rendered") for each in words)
        return Understood(spec, tuple(uses))
    found = _denied_nothing(text, understand_literally(text, choose))
    return _wished(text, choose, found) if _open(found.spec) or _odd(found.spec) else found


def _denied_nothing(text: str, found: Understood) -> Understood:
    """What was read, with clauses that were read without the word that turns them around.

    Where requests are named, what is said of each is held to by itself.
    """
    if len({each.text for each in tokens(text) if each.sort == "path"}) >= _ROUTED:
        return found
    passed = [each.start for each in found.trace if each.rule == "grammar"]
    clauses = turned(text, passed, DENYING)
    unknowns = without_repeats(found.spec.unknowns, clauses)
    return replace(found, spec=replace(found.spec, unknowns=unknowns)) if clauses else found


_WISHED = frozenset({"leave", "total", "show", "see", "get", "give", "add", "average", "list"})


def _odd(spec: Spec) -> bool:
    """Whether what is kept looks like wishes that were taken for values: `leave_comments`."""
    from beliefs.spec.wishes import relations

    fields = [(each, one) for each in spec.entities for one in each.fields]
    names = {each.plural for each in spec.entities}
    return any(
        one.name.partition("_")[0] in _WISHED and "_" in one.name and one.required
        for _, one in fields
    ) or any(
        one.type == Type("list", item=Type("string"))
        and (relations.knows(singular(one.name)) or lexicon.knows_field(singular(one.name)))
        and one.required
        and one.name not in names
        and not lexicon.knows_field(one.name)
        for _, one in fields
    )


# Words of a goal that may stay open, for each that it has, where requests are made up for wishes.
_SPARE = 0.35


def _wished(text: str, choose: Choose, found: Understood) -> Understood:
    """A goal by what people want to do, where that leaves less of it open than its own words.

    Whoever names requests has said what is wanted; and what cannot be built is not wished into it.
    """
    from beliefs.spec.wishes import wished

    paths = {each.text for each in tokens(text) if each.sort == "path"}
    beyond = any(
        each.rank == "blocking" and each.why != NOTHING_DONE for each in found.spec.unknowns
    )
    if beyond and not paths:
        return found
    other = wished(text, choose)
    if faults(other.spec):
        return found
    left, before = _open(other.spec), _open(found.spec)
    if not before:  # all of it was read, if oddly
        return found if left or paths or _odd(other.spec) else other
    if not left:
        return other
    spare = _SPARE * len(other.trace) if len(paths) < _ROUTED else 0
    # Wishes list whole clauses where others list words: what counts is which words are in nothing.
    worse = _lost(other) > _lost(found) if not before[0] else left >= before
    if left[0] or left[1] > spare or worse:
        return found
    return other


def _lost(found: Understood) -> int:
    """How many words no rule used."""
    return sum(each.rule == "unknown" for each in found.trace)


def understand_literally(text: str, choose: Choose) -> Understood:
    """A goal by its own words, with what a service of its name does where it says nothing."""
    found = _plainly(text, choose)
    service = customary(text, found.spec)
    if service is None:
        return found
    stop = "" if text.rstrip().endswith((".", "!", "?")) else "."
    more = _understood(f"{text.rstrip()}{stop} {service.does}", choose)
    if any(each.rank == "blocking" for each in more.spec.unknowns):
        return found
    does = Assumption(f"what a service called {service.called} does", service.does)
    spec = replace(
        more.spec,
        assumptions=(does, *more.spec.assumptions),
        unknowns=tuple(each for each in more.spec.unknowns if not service.names(each.words)),
    )
    uses = (each for each in more.trace if each.end <= len(text))
    return Understood(spec, tuple(_by_name(each, service) for each in uses))


def _plainly(text: str, choose: Choose) -> Understood:
    """A goal as it stands, or in plainer words where these leave less of it open."""
    found = _understood(text, choose)
    if not _open(found.spec) or (plainer := reworded(text)) == text:
        return found
    other = _understood(plainer, choose)
    if _open(other.spec) >= _open(found.spec):
        return found
    uses = dict(zip(_words(plainer), other.trace, strict=True))
    there = {one: uses[two].rule for one, two in in_both(text, plainer) if two in uses}
    said = tokens(text)
    trace = tuple(
        Use(text[said[at].start : said[at].end], said[at].start, said[at].end, rule)
        for at in _words(text)
        if (rule := there.get(at, "reworded"))
    )
    return Understood(other.spec, trace)


def _words(text: str) -> list[int]:
    """The places of the words of a text among its tokens."""
    return [at for at, each in enumerate(tokens(text)) if each.sort not in {"sign", "break"}]


def _open(spec: Spec) -> tuple[int, ...]:
    """How much of a goal is not understood: requests, and words of rules; nothing is false."""
    blocking = sum(each.rank == "blocking" for each in spec.unknowns)
    told = sum(len(each.words.split()) for each in spec.unknowns if each.rank == "material")
    return (blocking, told) if blocking or told else ()


def _by_name(use: Use, service: Customary) -> Use:
    """The use of a word that only names a customary service."""
    named = use.rule == "unknown" and service.names(use.word)
    return replace(use, rule="customary: service") if named else use


def _understood(text: str, choose: Choose) -> Understood:
    """A goal by its own words alone."""
    said = told(text)
    text = _MANY.sub(r"\1-to-many", said)  # as the grammar spells it
    found = tokens(text)
    if language := other_language(found):
        message = f"This goal is written in {language}; say it in English."
        raise OtherLanguage(message)
    found, slips = corrected(found)
    parts = sentences(found)
    cues = _cues(text, parts, choose)
    draft = drafted(cues, dict(enumerate(parts)))
    world = assembled(draft, choose)
    spec = specified(text, draft, world, slips, parts)
    return Understood(spec, tuple(_as_said(said, traced(text, found, parts, cues))))


def _as_said(text: str, uses: tuple[Use, ...]) -> Iterator[Use]:
    """The uses of the words of a goal, three where the grammar has one for "many to many"."""
    for use in uses:
        if not _MANY.fullmatch(text, use.start, use.end):
            yield use
            continue
        for word in re.compile(r"\S+").finditer(text, use.start, use.end):
            yield Use(word[0], word.start(), word.end(), use.rule)


def _cues(text: str, parts: list[Tokens], choose: Choose) -> list[Cue]:
    paths = [each.text for part in parts for each in part if each.sort == "path"]
    called = frozenset(filter(None, map(call, paths)))
    said = [spoken(Route("POST", each)) for each in paths]
    named = {each for each in called if not is_verb(each)}  # "/addTodo" is no kind of row
    placed = frozenset(
        [
            *(each.noun for each in said if each is not None),
            *(
                singular(part.lower())
                for each in paths
                for part in each.split("/")
                if part and "{" not in part and part.lower() not in NO_THINGS | named
            ),
        ]
    )
    unrouted = len(set(paths)) < _ROUTED and not _PLACES.search(text)
    classes = readers(placed, called, unrouted=unrouted)
    found: list[Cue] = []
    for number, sentence in enumerate(parts):
        part, taken = _worked(text, sentence, number)
        part, denied = _denied(text, part, number)
        taken = sorted((*taken, *denied), key=lambda each: -each.tokens[0].start)
        for match in read(part, classes, choose).found:
            before = found[-1] if found and found[-1].sentence == number else None
            cue = _declined(part, _cue(text, part, match, number), before)
            while taken and taken[-1].tokens[0].start < cue.tokens[0].start:
                found.append(taken.pop())
            found.append(cue)
            for start, end in _spare(match):
                inner = part[start:end]
                deeper = read(inner, classes, choose).found
                found += [_cue(text, inner, each, number) for each in deeper]
        found += reversed(taken)
    return found


# What a service may have or not, as phrases name it.
_FEATURES = frozenset(
    """tagged paging page_paging page_size search search_all sort filter export import timestamps
    random stats html upload cors soft_delete soft rate""".split()  # noqa: SIM905
)
_BETWEEN = FILLERS | {"need", "for", "any", "of", "kind"}


def _declined(part: Tokens, cue: Cue, before: Cue | None) -> Cue:
    """A cue, or that nobody wants it: "no tags", "without pagination or sorting"."""
    at = part.index(cue.tokens[0]) - 1
    while at >= 0 and part[at].low in _BETWEEN:
        at -= 1
    led = part[at].low if at >= 0 else ""
    again = led in {"or", "nor"} and before is not None and before.says == "declined"
    if cue.says in _FEATURES and (again or led in {"no", "without"}):
        covered = (part[at], *cue.tokens)
        return Cue("declined", {}, covered, cue.sentence, cue.line, used="declined")
    return cue


def _worked(text: str, part: Tokens, number: int) -> tuple[Tokens, list[Cue]]:
    """A sentence without the clauses that speak of tools, and those as cues, the last first."""
    rest, found = list(part), []
    for each in reversed(list(clauses(text, part))):
        line = text.count("\n", 0, part[each.start].start) + 1
        found.append(Cue("tool", {"clause": each}, each.covered, number, line))
        del rest[each.start : each.end]
    return tuple(rest), found


def _denied(text: str, part: Tokens, number: int) -> tuple[Tokens, list[Cue]]:
    """A sentence without the clauses that say what must not be possible, and those as cues."""
    if not part:
        return part, []
    rest, found = list(part), []
    for each in sorted(denials(text, part), reverse=True):
        line = text.count("\n", 0, each.covered[0].start) + 1
        found.append(Cue("unwanted", {"denial": each}, each.covered, number, line))
        del rest[each.start : each.end]
    return tuple(rest), found


def _cue(text: str, part: Tokens, match: Match, number: int) -> Cue:
    spare = {place for start, end in _spare(match) for place in range(start, end)}
    covered = tuple(part[at] for at in range(match.start, match.end) if at not in spare)
    line = text.count("\n", 0, covered[0].start) + 1
    return Cue(match.phrase.says, match.bound, covered, number, line)


def _spare(match: Match) -> list[tuple[int, int]]:
    """Ranges of tokens inside a match that it could not read."""
    found: list[tuple[int, int]] = []

    def look(value: object) -> None:
        if isinstance(value, tuple):
            for each in value:
                look(each)
        elif isinstance(value, Asked):
            found.extend(value.spare)
            look(value.inner)

    for each in match.bound.values():
        look(each)
    return found


def specified(
    text: str,
    draft: Draft,
    world: World,
    slips: tuple[tuple[str, str], ...],
    parts: list[Tokens],
) -> Spec:
    """The Spec of a world that was worked out, with what was not understood."""
    words = draft.title.words if draft.title else ()
    if not words:
        main = world.main()
        words = (*(main.thing.plural.split("_") if main else ("service",)), "API")
    title = " ".join(words)
    title = title[:1].upper() + title[1:]
    taken = {each.name for each in world.operations}
    holes = tuple(
        Operation(
            _hole(route.method, route.path, taken),
            route.method,
            route.path,
            (),
            source=route.source,
        )
        for route in draft.open_routes()
    )
    corrections = tuple(Assumption(f"the word {slip}", f"read as {meant}") for slip, meant in slips)
    entities = (*(each.entity for each in world.plans.values()), *world.entities)
    names = {each.name for each in entities}
    made = [replace(each, effect=of_kept(each.effect, names)) for each in world.operations]
    spec = Spec(
        name="-".join(re.findall(r"[a-z0-9]+", title.lower())) or "service",
        title=title,
        summary=f"{title}.",
        entities=entities,
        operations=_ordered(draft, (*made, *holes)),
        failures=Failures(tuple(dict.fromkeys(world.failures)), world.body),
        identity=world.identity,
        rates=tuple(world.rates),
        base=world.base,
        port=world.port,
        python=world.python,
        storage=world.storage,
        framework=world.framework,
        secret=world.secret,
        origins=world.origins,
        largest=world.largest,
        assumptions=(*corrections, *world.assumptions),
        warnings=tuple(world.warnings),
    )
    return with_totals(text, replace(spec, unknowns=unknowns(text, draft, parts, spec)))


def _ordered(draft: Draft, made: tuple[Operation, ...]) -> tuple[Operation, ...]:
    """Operations that the goal names, as it names them; then the others."""
    named = {(each.method, each.path): place for place, each in enumerate(draft.routes)}
    last = len(named)
    return tuple(sorted(made, key=lambda each: named.get((each.method, each.path), last)))


def _hole(method: str, path: str, taken: set[str]) -> str:
    words = re.findall(r"\w+", path.lower()) or ["root"]
    name = f"{method.lower()}_{'_'.join(words)}".replace("-", "_")
    while name in taken:
        name = f"{name}_too"
    taken.add(name)
    return name


def traced(
    text: str, found: tuple[Token, ...], parts: list[Tokens], cues: list[Cue]
) -> tuple[Use, ...]:
    """Which rule used each word."""
    left = {each.start for each in left_over(parts, cues)}
    used = {
        token.start: f"{cue.used}: {cue.says}" for cue in cues if cue.used for token in cue.tokens
    }
    uses: list[Use] = []
    for each in found:
        if each.sort in {"sign", "break"}:
            continue
        rule = used.get(each.start) or ("unknown" if each.start in left else "")
        if not rule:
            rule = "grammar" if each.sort != "word" or each.low in GRAMMAR else "unknown"
        uses.append(Use(text[each.start : each.end], each.start, each.end, rule))
    return tuple(uses)


__all__ = ["Understood", "Unknown", "Use", "understand"]
