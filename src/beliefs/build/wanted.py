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
from beliefs.spec.problems import as_problems, taken_out
from beliefs.spec.promises import kept
from beliefs.spec.service import Assumption, Spec
from beliefs.spec.soundness import sound

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
        spec = understood(asked, known.choose)
        kinds = sorted({kind or "sentences" for _, _, kind in asked["sources"]})
        made = parts(spec, known.chosen, kinds)
        builds = known.digest()
        # What an option decided was not chosen by anybody's belief.
        moot = {f"the {name}" for name in asked["told"]}
        chosen = tuple(each for each in known.chosen.values() if each.question not in moot)
    with suites() as outside:
        stated, heard = outside.state(made), outside.digest()
    return Grasped(spec, chosen, made, stated, {"choices": builds, "p_accept": heard})


def understood(asked: Wanted, choose: Choose) -> Spec:
    """The Spec of all sources together, with what they leave open chosen by `choose`."""
    _in_english(asked)
    spec = _by_its_words(asked, choose)
    lived = _unbroken(lambda: _by_lives(asked, spec))
    if lived is not None and _closed(lived):
        return lived
    if _closed(spec):
        return spec
    found = _as_known(asked, choose)
    if found is None:
        known = _unbroken(lambda: _by_request(asked, spec)) or spec
        found = _unbroken(lambda: _by_custom(asked, known)) or known
    return found if lived is None else _less_open(asked, found, lived)


def _unbroken(read: Callable[[], Spec | None]) -> Spec | None:
    """What another reading comes to; None where it wrote a program that is none.

    The goal was read before, so what cannot be done is the reading and not the goal.
    """
    try:
        return read()
    except InvalidInput:
        return None


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
    return _restated(_overridden(with_settings(other, spec), asked["told"]), asked["answers"])


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
    """The Spec, or what a reading request by request leaves less open."""
    from beliefs.spec.brief.reading import read, still_open, with_settings
    from beliefs.spec.documents.sources import Source, kind_of

    if len(asked["sources"]) != 1:
        return spec
    [[name, text, kind]] = asked["sources"]
    told = kind_of(Source(name, text, kind))  # type: ignore[arg-type]
    other = read(text, name, told)
    lost = _lost(spec, other)
    if lost and all(_reads(each, other) for each in lost):
        other = read(text, name, told, also=lost)
    if _lost(spec, other) or still_open(other) >= still_open(spec):
        return spec
    return _restated(_overridden(with_settings(other, spec), asked["told"]), asked["answers"])


def _lost(spec: Spec, other: Spec) -> tuple[tuple[str, str, str], ...]:
    """Requests of which it is known what they do, and that another reading does not have.

    None of them may be forgotten but those that nothing in the text asks for.
    """
    from beliefs.spec.brief.brief import form

    there = {(each.method, form(each.path)) for each in other.operations}
    return tuple(
        (each.method, each.path, each.source)
        for each in spec.operations
        if each.effect and each.source and (each.method, form(each.path)) not in there
    )


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
        spec = kept(each.text, spec, each.name) if kind_of(each) == "markdown" else spec
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
    from beliefs.spec.understanding.enumerations import unnumbered

    def plain(text: str, kind: str) -> str:
        if kind == "openapi":
            return text
        told = outcomes.plain_faults(outcomes.taken_out(taken_out(text)))
        if kind == "markdown":
            return told
        told = re.sub(r"\. Empty texts are 4\d\d", "", told)  # those of sentences never are
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
