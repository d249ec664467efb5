"""What is wanted, and the Spec that it comes to by what is believed.

What is wanted is plain data, kept with a build: one that is resumed, or repaired, reads no file and
asks nobody again. It has the sources, what options said over them (`told`), and answers to
questions that goals leave open (`answers`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict

from beliefs.build.experience import Choice, experience
from beliefs.build.odds import Stated, suites
from beliefs.build.parts import parts
from beliefs.build.release import versions
from beliefs.errors import BeliefsError, InvalidInput
from beliefs.spec import patterns as re
from beliefs.spec import saving
from beliefs.spec.contradictions import settled
from beliefs.spec.invention import invented
from beliefs.spec.operations import Input, Operation
from beliefs.spec.problems import as_problems, taken_out
from beliefs.spec.promises import kept, kept_headers
from beliefs.spec.service import Assumption, Spec, blocked
from beliefs.spec.soundness import sound
from beliefs.spec.types import Type

if TYPE_CHECKING:
    from beliefs.spec.understanding import Choose

# Whoever asks for another framework gets the first, and is told so.
_FRAMEWORKS = ("fastapi", "flask")


class Wanted(TypedDict):
    """What is asked for."""

    sources: list[list[str]]  # name, text and kind of each
    told: dict[str, Any]  # what options say over the text
    answers: dict[str, str]  # to questions that the sources leave open


@dataclass(frozen=True, slots=True)
class Grasped:
    """A Spec, the choices in it, and how likely an outside suite is to accept it."""

    spec: Spec
    choices: tuple[Choice, ...]
    parts: tuple[str, ...]
    stated: Stated
    beliefs: dict[str, str]  # digests of what the choices and the probability rest on


def wanted(
    sources: Iterable[tuple[str, str, str]],
    told: Mapping[str, Any] | None = None,
    answers: Mapping[str, str] | None = None,
) -> Wanted:
    """What is wanted, as data."""
    held = [list(each) for each in sources]
    return Wanted(sources=held, told=dict(told or {}), answers=dict(answers or {}))


def grasped(asked: Wanted) -> Grasped:
    """The Spec of all sources together, by what is believed."""
    with experience(told=asked["answers"]) as known:
        spec = _addressed(understood(asked, known.choose))
        kinds = sorted({kind or "sentences" for _, _, kind in asked["sources"]})
        made = parts(spec, known.chosen, kinds)
        builds = known.digest()
        # What an option decided was not chosen by anybody's belief.
        moot = {f"the {name}" for name in asked["told"]}
        chosen = tuple(each for each in known.chosen.values() if each.question not in moot)
    with suites() as outside:
        stated, heard = outside.state(made), outside.digest()
    return Grasped(spec, chosen, made, stated, {"choices": builds, "p_accept": heard})


def _addressed(spec: Spec) -> Spec:
    """The Spec whose requests that nobody understood bring what stands in their paths, at least.

    Built anyway, they are documented, and a path without its parameters is no document.
    """

    def addressed(each: Operation) -> Operation:
        known = {given.wire for given in each.inputs if given.place == "path"}
        names = [name for name in re.findall(r"\{(\w+)\}", each.path) if name not in known]
        more = tuple(Input(name, "path", Type("string")) for name in dict.fromkeys(names))
        return each if each.effect else replace(each, inputs=(*more, *each.inputs))

    return replace(spec, operations=tuple(map(addressed, spec.operations)))


def understood(asked: Wanted, choose: Choose) -> Spec:
    """The Spec of all sources together, with what they leave open chosen by `choose`."""
    _in_english(asked)
    return _as_stated(asked, _likeliest(_unwrapped(asked), choose))


def _unwrapped(asked: Wanted) -> Wanted:
    """The sources without what they say stands around every answer."""
    # Not at the top, as below.
    from beliefs.spec.showing import without_envelopes

    sources = [
        [name, text if kind == "openapi" else without_envelopes(text), kind]
        for name, text, kind in asked["sources"]
    ]
    return {**asked, "sources": sources}


def _as_stated(asked: Wanted, spec: Spec) -> Spec:
    """The Spec whose requests fail, and whose answers look, as is stated, whoever read it."""
    # Not at the top, as below.
    from beliefs.spec.headers import headed, with_scheme
    from beliefs.spec.health import everywhere
    from beliefs.spec.refusing import refusing
    from beliefs.spec.showing import enveloped, shown_as_told

    told = _of_kinds(_unwrapped(asked))
    spec = with_scheme(refusing(shown_as_told(spec, told), told), told)
    spec = enveloped(headed(spec, told), _of_kinds(asked))
    return everywhere(_as_run(asked, spec))


def _shown(asked: Wanted, spec: Spec) -> Spec:
    """The Spec with what is shown of requests and is not built, so that others may read it."""
    from beliefs.spec.showing import shown_as_told

    return shown_as_told(spec, _of_kinds(asked))


def _of_kinds(asked: Wanted) -> list[tuple[str, str, str]]:
    """The sources, each with its kind."""
    from beliefs.spec.documents.sources import Source, kind_of

    return [
        (name, text, kind_of(Source(name, text, kind)))  # type: ignore[arg-type]
        for name, text, kind in asked["sources"]
    ]


def _as_run(asked: Wanted, spec: Spec) -> Spec:
    """The Spec with the framework, the storage and the port that sentences state.

    Whoever read them; what an option says, or a reader found, goes before.
    """
    from beliefs.spec.brief.settings import settings_of

    house = Spec("", "", "")
    for _, text, kind in asked["sources"]:
        said = settings_of(text)._asdict().items() if kind == "sentences" else ()
        free = {
            name: value
            for name, value in said
            if value and name not in asked["told"] and getattr(spec, name) == getattr(house, name)
        }
        spec = replace(spec, **free)
    return spec


def _likeliest(asked: Wanted, choose: Choose) -> Spec:
    """What the reader that leaves least open makes of the sources."""
    spec = _shown(asked, _doubted(asked, _by_its_words(asked, choose)))
    lived = _unbroken(lambda: _by_lives(asked, spec))
    if lived is not None and _closed(lived):
        return lived
    # What was judged before goes before what another reader makes of the same words.
    found = None if _closed(spec) else _as_known(asked, choose)
    if found is None:
        told = _unbroken(lambda: _by_request(asked, spec)) or spec
        if _closed(spec):
            return told if told is not spec else _wholly_by_request(asked, spec)
        if _closed(told):
            return told
        found = _unbroken(lambda: _by_custom(asked, told)) or told
    return found if lived is None else _less_open(asked, found, lived)


def _unbroken(read: Callable[[], Spec | None]) -> Spec | None:
    """What another reading comes to; None where it wrote a program that is none.

    The goal was read before, so what cannot be done is the reading and not the goal.
    """
    try:
        return read()
    except InvalidInput:
        return None


def _doubted(asked: Wanted, spec: Spec) -> Spec:
    """The Spec with what it forgets of the requests that the goal shows."""
    from beliefs.spec.brief.requests import brief
    from beliefs.spec.documents.sources import Source, kind_of
    from beliefs.spec.doubts import doubts

    if len(asked["sources"]) != 1 or not _closed(spec):
        return spec
    [[name, text, kind]] = asked["sources"]
    if kind_of(Source(name, text, kind)) == "openapi":  # type: ignore[arg-type]
        return spec
    found = tuple(dict.fromkeys(doubts(spec, brief(text, name))))
    return replace(spec, unknowns=(*spec.unknowns, *found)) if found else spec


def _closed(spec: Spec) -> bool:
    return all(each.rank == "narrative" for each in spec.unknowns)


def _by_custom(asked: Wanted, spec: Spec) -> Spec:
    """The Spec, or what behaviours that everybody knows leave less open."""
    from beliefs.spec.brief.reading import with_settings
    from beliefs.spec.documents.sources import Source, kind_of
    from beliefs.spec.terse.reading import leaves_less, read

    if len(asked["sources"]) != 1:
        return spec
    [[name, text, kind]] = asked["sources"]
    if kind_of(Source(name, text, kind)) == "openapi":  # type: ignore[arg-type]
        return spec
    other = read(text, name)
    if other is None or not leaves_less(other, spec, text):
        return spec
    found = _restated(_overridden(with_settings(other, spec), asked["told"]), asked["answers"])
    return _located(found, asked)


def _less_open(asked: Wanted, spec: Spec, other: Spec) -> Spec:
    """The other Spec where it leaves less open and loses no request."""
    from beliefs.spec.terse.reading import leaves_less

    return other if leaves_less(other, spec, asked["sources"][0][1]) else spec


def _by_lives(asked: Wanted, spec: Spec) -> Spec | None:
    """What a goal comes to by the life of rows that it names; None where it names none."""
    from beliefs.spec.brief.reading import with_settings
    from beliefs.spec.documents.sources import Source, kind_of
    from beliefs.spec.facts import stated
    from beliefs.spec.lives.reading import read

    if len(asked["sources"]) != 1:
        return None
    [[name, text, kind]] = asked["sources"]
    if kind_of(Source(name, text, kind)) == "openapi":  # type: ignore[arg-type]
        return None
    if (found := read(text, name, kind)) is None:
        return None
    nothing = replace(found, operations=())
    if not _closed(found):
        found = stated(asked["sources"], lambda x: read(x[0][1], name, kind) or nothing)
    told = _restated(_overridden(with_settings(found, spec), asked["told"]), asked["answers"])
    return _located(told, asked)


def _by_request(asked: Wanted, spec: Spec) -> Spec:
    """The Spec, or what a reading request by request leaves less open.

    That reading takes each word out of its sentence, where others may pass over one: what it
    leaves nothing of is its own, if it names the requests itself.
    """
    from beliefs.spec.brief.reading import read, with_settings
    from beliefs.spec.documents.sources import Source, kind_of

    if len(asked["sources"]) != 1:
        return spec
    [[name, text, kind]] = asked["sources"]
    told = kind_of(Source(name, text, kind))  # type: ignore[arg-type]
    other = read(text, name, told)
    lost = tuple(each for each in _lost(spec, other, text) if not _of_rows(each, other, text))
    if lost and all(_reads(each, other) for each in lost):
        other = read(text, name, told, also=lost)
    gone = [each for each in _lost(spec, other, text) if not _of_rows(each, other, text)]
    if gone or not other.operations:
        return spec
    if other.identity is None and spec.identity is not None and not blocked(spec):
        return spec  # who may ask weighs more than words
    less = _listed(other) < _listed(spec) or _leaves_less(asked, other, spec)
    # Of descriptions that both read wholly the first is right more often (docs/benchmarks.md).
    both = told == "markdown" and _closed(spec)
    if not less and (both or not _reads_all(other, spec, text)):
        return spec
    made = as_problems(with_settings(other, spec), [text])
    return _located(_restated(_overridden(made, asked["told"]), asked["answers"]), asked)


def _bare(words: str) -> str:
    """Words without their markup and their stop."""
    return re.sub(r"[`*]|^[>\s]+", "", words).strip(" .")


def _reads_all(one: Spec, other: Spec, text: str) -> bool:
    """Whether a reading makes something of every word, of requests that are all named.

    What it takes for a mere story must be one to the other reading, too; and where that has
    accounts it has them.
    """
    from beliefs.spec.brief.brief import form
    from beliefs.spec.brief.requests import mentions
    from beliefs.spec.brief.sections import stories

    named = {(method, form(each.path)) for each in mentions(text) for method in each.methods}
    made = {(each.method, form(each.path)) for each in one.operations}
    idle = {_bare(each.words) for each in other.unknowns if each.rank == "narrative"}
    idle |= stories(text)
    return (
        _closed(one)
        and made <= named
        and all(_bare(each.words) in idle for each in one.unknowns)
        and _same_callers(one, other)
    )


def _listed(spec: Spec) -> tuple[int, int]:
    """How much of a goal is in the way, and how many of its rules are listed.

    Not in how many words: one reader lists what is left of a sentence, another the whole of it.
    """
    ranks = [each.rank for each in spec.unknowns]
    return ranks.count("blocking") + (not spec.operations), ranks.count("material")


_SEVERAL = 2  # requests: whoever names these says of each what it does


def _wholly_by_request(asked: Wanted, spec: Spec) -> Spec:
    """The Spec, or what a reading request by request makes of all words of a goal that names some.

    That one lists each word that it has no use for, so it has passed over none of them, where a
    grammar of phrases may pass over what stands in braces or behind an arrow.
    """
    from beliefs.spec.brief.requests import mentions
    from beliefs.spec.documents.sources import Source, kind_of

    if len(asked["sources"]) != 1:
        return spec
    [[name, text, kind]] = asked["sources"]
    told = kind_of(Source(name, text, kind))  # type: ignore[arg-type]
    if told == "markdown":
        return spec
    if told == "sentences" and len({(x.methods, x.path) for x in mentions(text)}) < _SEVERAL:
        return spec
    from beliefs.spec.brief.reading import read, with_settings

    other = _unbroken(lambda: read(text, name, told))
    if other is None or not other.operations or not _closed(other):
        return spec
    if not _same_callers(other, spec):
        return spec
    if any(not _of_rows(each, other, text) for each in _lost(spec, other, text)):
        return spec
    made = as_problems(with_settings(other, spec), [text])
    return _located(_restated(_overridden(made, asked["told"]), asked["answers"]), asked)


def _same_callers(one: Spec, other: Spec) -> bool:
    """Whether two readings that leave nothing open let the same people ask for the same."""
    from beliefs.spec.brief.brief import form

    known = {(each.method, form(each.path)): each.needs for each in other.operations}
    return (one.identity is None) == (other.identity is None) and all(
        known.get((each.method, form(each.path)), each.needs) == each.needs
        for each in one.operations
    )


def _leaves_less(asked: Wanted, other: Spec, spec: Spec) -> bool:
    """Whether a reading that leaves as much open leaves less, once what is stated is put in."""
    if _listed(other) != _listed(spec):
        return False
    return _listed(_as_stated(asked, other)) < _listed(_as_stated(asked, spec))


def _lost(spec: Spec, other: Spec, text: str) -> tuple[tuple[str, str, str], ...]:
    """Requests of which it is known what they do, and that another reading does not have.

    None of them may be forgotten but those that nothing in the text asks for.
    """
    from beliefs.spec.brief.brief import form

    there: set[tuple[str, str]] = {(x.method, form(x.path)) for x in other.operations}
    return tuple(
        (each.method, each.path, each.source)
        for each in spec.operations
        if each.effect
        and each.source
        and (each.method, form(each.path)) not in there
        and not _made_up(each.method, each.path, there, text)
    )


# The other way to change a row, and the words that ask for it.
_OTHER = {"PUT": ("PATCH", r"(?i)\bPUT\b|replac"), "PATCH": ("PUT", r"(?i)\bPATCH\b|partial")}


def _made_up(method: str, path: str, there: set[tuple[str, str]], text: str) -> bool:
    """Whether a request is one reading's guess at what another one has.

    It changes rows in the other of two ways, or is at a path below the one that the text names.
    """
    from beliefs.spec.brief.brief import form

    if method in _OTHER:
        other, asked = _OTHER[method]
        if (other, form(path)) in there and not re.search(asked, text):
            return True
    plain = path.removesuffix("/{id}")
    above = plain.rpartition("/")[0]
    named = bool(above) and ("POST", above) in there and "{" not in plain
    return named and above in text and plain not in text


def _of_rows(lost: tuple[str, str, str], spec: Spec, text: str) -> bool:
    """Whether `GET/POST/DELETE /flags` only is short for what another reading has of one row."""
    method, path, _ = lost
    named = rf"(?:[A-Z]+\s*[/|,&]\s*)+[A-Z]+\s+{re.escape(path)}(?![\w/{{])"
    there = any(
        each.method == method and re.fullmatch(rf"{re.escape(path)}/\{{\w+\}}", each.path)
        for each in spec.operations
    )
    return there and re.search(named, text) is not None


def _reads(lost: tuple[str, str, str], spec: Spec) -> bool:
    """Whether a request only lists or shows rows that another one of the goal makes."""
    method, path, _ = lost
    above = path.rsplit("/", 1)[0] if path.endswith("}") else path
    return method == "GET" and any(
        each.method == "POST" and each.path == above for each in spec.operations
    )


def _in_english(asked: Wanted) -> None:
    """Refuse documents in other languages, and sentences beside them; goals alone are told so."""
    if all(kind == "sentences" for _, _, kind in asked["sources"]):
        return
    # Not at the top, as below.
    from beliefs.spec.documents.language import in_english

    for name, text, kind in asked["sources"]:
        in_english(name, text, kind)


def _as_known(asked: Wanted, choose: Choose) -> Spec | None:
    """The Spec of the known goal that a goal states in words of its own, if there is one."""
    if [kind for _, _, kind in asked["sources"]] != ["sentences"]:
        return None
    from beliefs.spec.understanding.precedents import recognised

    [[name, text, kind]] = asked["sources"]
    if (known := recognised(text)) is None:
        return None
    spec = _by_its_words({**asked, "sources": [[name, known.text, kind]]}, choose)
    if any(each.rank != "narrative" for each in spec.unknowns):
        return None  # with another figure it may say what the grammar lacks words for
    return replace(
        spec,
        assumptions=(known.assumption, *spec.assumptions),
        unknowns=(*spec.unknowns, *known.unknowns),
    )


def _by_its_words(asked: Wanted, choose: Choose) -> Spec:
    """The Spec of all sources together, as they are worded."""

    def read(sources: list[list[str]]) -> Spec:
        return _read({**asked, "sources": sources}, choose)

    # Not at the top, as below.
    from beliefs.spec.facts import stated

    said = _both_shown(stated(asked["sources"], read), asked["sources"], read)
    # A setting may have stood among the plain facts that were told apart.
    said = settled(said, [(name, text, kind) for name, text, kind in asked["sources"]])
    said = _restated(_overridden(said, asked["told"]), asked["answers"])
    return _located(said, asked)


def _located(spec: Spec, asked: Wanted) -> Spec:
    """The Spec whose facts say the line of their source that they stand in."""
    # Not at the top, as below.
    from beliefs.spec.documents.locating import located

    return located(spec, ((name, text, kind) for name, text, kind in asked["sources"]))


def _both_shown(
    spec: Spec, sources: list[list[str]], read: Callable[[list[list[str]]], Spec]
) -> Spec:
    """The Spec with what sentences say otherwise than documents beside them."""
    documents = [each for each in sources if each[2] != "sentences"]
    if not documents or len(documents) == len(sources):
        return spec
    from beliefs.spec.documents.contrary import contrary

    try:
        alone = read(documents)
    except BeliefsError:
        return spec  # what names no request says nothing that could be contradicted
    return replace(spec, assumptions=(*spec.assumptions, *contrary(alone, spec)))


def _read(asked: Wanted, choose: Choose) -> Spec:
    """The Spec of all sources together, with their facts among all else."""
    sources = [(name, text, kind) for name, text, kind in asked["sources"]]
    plainly = _plainly(asked)
    said = _listened(settled(_said(plainly, choose), sources), plainly)
    said = as_problems(said, [text for _, text, _ in sources])
    return sound(_all_alike(said, asked))


def provenance(asked: Wanted, grasp: Grasped) -> dict[str, Any]:
    """Where a project comes from, as JSON has it: what was read, believed and chosen."""
    return {
        "sources": [
            {"name": name, "kind": kind, "sha256": _digest(text)}
            for name, text, kind in asked["sources"]
        ],
        "spec": _digest(saving.dumps(grasp.spec)),
        "versions": versions(),
        "beliefs": grasp.beliefs,
        "choices": [asdict(each) for each in grasp.choices],
        "p_accept": grasp.stated.document(),
        "parts": list(grasp.parts),
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _said(asked: Wanted, choose: Choose) -> Spec:
    """The Spec of all sources together."""
    # Not at the top: mostly another process reads the goal, and this one need not import it.
    from beliefs.spec.understanding import understand

    def read_sentences(text: str) -> Spec:
        return understand(text, choose).spec

    alone = all(kind == "sentences" for _, _, kind in asked["sources"])
    goal = "\n".join(text for _, text, _ in asked["sources"])
    spec = read_sentences(goal) if alone else None
    heard = spec is not None and all(each.rank == "narrative" for each in spec.unknowns)
    if spec is not None and heard and "{" not in goal and not invented(goal, spec):
        return kept(goal, spec)  # sentences that are understood need nothing else
    from beliefs.spec.documents import Source, read_laid_out, read_sources
    from beliefs.spec.documents.sources import kind_of

    if spec is not None:
        return kept(goal, read_laid_out(goal, spec, read_sentences))
    sources = tuple(Source(*each) for each in asked["sources"])  # type: ignore[arg-type]
    spec = read_sources(sources, read_sentences)
    for each in sources:
        held = {"markdown": kept, "openapi": kept_headers}.get(kind_of(each))
        spec = held(each.text, spec, each.name) if held is not None else spec
    return spec


def _listened(spec: Spec, asked: Wanted) -> Spec:
    """The Spec with the sentences of documents that nothing was made of; goals list their words."""
    documents = [each for each in asked["sources"] if each[2] != "sentences"]
    if not documents:
        return spec
    from beliefs.spec.documents import Source, read_sources
    from beliefs.spec.documents.unheard import unheard

    def read(at: int, text: str) -> Spec:
        told = [*documents[:at], [documents[at][0], text, documents[at][2]], *documents[at + 1 :]]
        sources = tuple(Source(*each) for each in told)  # type: ignore[arg-type]
        return read_sources(sources, anyhow=True)

    for at, (name, text, kind) in enumerate(documents):
        spec = unheard(kind, name, text, spec, partial(read, at))
    return spec


def _all_alike(spec: Spec, asked: Wanted) -> Spec:
    """The Spec whose requests answer as the sources say of all of a kind."""
    from beliefs.spec import outcomes

    texts = [text for _, text, kind in asked["sources"] if kind != "openapi"]
    return outcomes.as_told(spec, texts)


def _plainly(asked: Wanted) -> Wanted:
    """The sources without what all requests of a kind answer; how they fail is in one wording."""
    # Not at the top, as above.
    from beliefs.spec import outcomes
    from beliefs.spec.refusing import without_bodies
    from beliefs.spec.understanding.enumerations import unnumbered

    def plain(text: str, kind: str) -> str:
        if kind == "openapi":
            return text
        told = outcomes.plain_faults(outcomes.taken_out(taken_out(text)))
        if kind == "markdown":
            return told
        told = re.sub(r"\. Empty texts are 4\d\d", "", told)  # those of sentences never are
        told = without_bodies(told)
        return told if "\n" in told.strip() else unnumbered(told)

    sources = [[name, plain(text, kind), kind] for name, text, kind in asked["sources"]]
    return {**asked, "sources": sources}


def _restated(spec: Spec, answers: Mapping[str, str]) -> Spec:
    """Words that somebody said again in other words are answered, if those were understood."""
    unknown = {each.words for each in spec.unknowns if each.rank != "narrative"}
    settled = {
        words: text
        for words, text in answers.items()
        if words in unknown and not any(each in text for each in unknown)
    }
    if not settled:
        return spec
    said = tuple(Assumption(f"the words {words}", text) for words, text in settled.items())
    return replace(
        spec,
        unknowns=tuple(each for each in spec.unknowns if each.words not in settled),
        assumptions=(*spec.assumptions, *said),
    )


def _overridden(spec: Spec, told: Mapping[str, Any]) -> Spec:
    """A Spec with what options say in place of what the text says."""
    said = dict(told)
    framework = str(said.get("framework", "")).lower()
    if framework and framework not in _FRAMEWORKS:
        chosen = Assumption(f"the framework {said['framework']}", "FastAPI takes its place")
        spec = replace(spec, assumptions=(*spec.assumptions, chosen))
        framework = _FRAMEWORKS[0]
    return replace(spec, **(said | {"framework": framework} if framework else said))
