"""Several sources, one Spec: contracts put together, the more specific over the less."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from beliefs.errors import InvalidInput
from beliefs.spec import patterns as re
from beliefs.spec.documents.beside import with_sentences
from beliefs.spec.documents.contract import (
    Contract,
)
from beliefs.spec.documents.goals import with_goals
from beliefs.spec.documents.markdown.descriptions import read_markdown
from beliefs.spec.documents.markdown.laying import laid_out
from beliefs.spec.documents.merging import form_of, merged
from beliefs.spec.documents.openapi.reading import read_openapi
from beliefs.spec.documents.promised import as_shown, promised, unmade
from beliefs.spec.documents.retelling import retold
from beliefs.spec.documents.unheard import unheard_in_goal
from beliefs.spec.documents.unread import place_of
from beliefs.spec.features.commands import marked, unmarked
from beliefs.spec.inferring.contracts import infer
from beliefs.spec.invention import doubted, invented
from beliefs.spec.operations import Operation
from beliefs.spec.service import Assumption, Spec, Unknown, blocked
from beliefs.spec.understanding.rewording import reworded

Kind: TypeAlias = Literal["", "openapi", "markdown", "sentences"]
ReadSentences: TypeAlias = Callable[[str], Spec]
# What a goal says where it matters who asks; a password alone may be one that is made up.
_CRUD = re.compile(r"(?i)\bCRUD\b")
_ASKS = re.compile(
    r"(?i)\blog(?:ged|s)?[ -]?in|\bsign(?:s|ed)?[ -]?(?:in|up)|\baccounts?\b|\bauth|\btokens?\b|"
    r"\bsessions?\b|\busers?\b|\bbearer\b|\bapi[- ]keys?\b|\bregister|\badmin|\bcredentials?\b"
)
# What a service is made of, and why somebody wants it so.
_ASIDE = re.compile(
    r"(?i)\b(?:fastapi|flask|sqlite|postgres\w*|in[- ]memory|json file|docker)\b|"
    r"^(?:since|because|so that)\b"
)
_ENOUGH = 3  # words: fewer say nothing
_Told = TypeVar("_Told", Operation, Unknown, Assumption)


class Source(NamedTuple):
    """A text with the name that its lines are called by; an empty kind is told by name and text.

    Sentences that somebody says `besides` are about the whole of it.
    """

    name: str
    text: str
    kind: Kind = ""
    besides: str = ""


def read_sources(
    sources: tuple[Source, ...],
    read_sentences: ReadSentences | None = None,
    *,
    anyhow: bool = False,
    retelling: bool = True,
) -> Spec:
    """The Spec that all sources say together; prose goes to `read_sentences`.

    Rules that hold `anyhow` are listed for whoever looks for those that do not. Where a document
    leaves a request open it is told again in sentences, unless there is to be no `retelling`.

    >>> notes = Source("api.md", "# Notes\\n\\n- POST /notes {title, text?}\\n- GET /notes")
    >>> [each.path for each in read_sources((notes,)).operations]
    ['/notes', '/notes']
    """
    contracts: list[Contract] = []
    goals: list[str] = []
    for source in sources:
        match kind_of(source):
            case "openapi":
                said = marked(source.besides)
                contracts.append(read_openapi(marked(source.text), source.name, said))
            case "markdown":
                more = f"\n\n## Besides\n\n{source.besides}" if source.besides else ""
                contracts.append(read_markdown(marked(f"{source.text}{more}"), source.name))
            case _:
                goals.append(source.text)
    if not any(each.routes for each in contracts):
        return _only_sentences(sources, goals, read_sentences)
    if goals:
        documents = tuple(each for each in sources if kind_of(each) != "sentences")

        def read(told: tuple[Source, ...]) -> Spec:
            """Only the documents alone may be told again: what is put in has to fit them."""
            return read_sources(told, read_sentences, retelling=told == documents)

        return with_goals(documents, goals, read_sentences, read)
    contract = merged(contracts)
    spec = infer(contract, anyhow=anyhow)
    lines = contract.prose
    prose = "\n".join(" ".join(text.split("\n")) for _, text in lines)
    beside = _heard(prose, read_sentences) if prose.strip() else None
    if blocked(spec) and read_sentences is not None and retelling:
        again = retold(spec, contract, read_sentences)
        if again is not None:
            return again
    return _spelled(with_sentences(spec, contract, beside, [source for source, _ in lines]))


def _spelled(spec: Spec) -> Spec:
    """The Spec with commands as their source spells them."""
    return replace(
        spec,
        summary=unmarked(spec.summary),
        operations=tuple(replace(each, summary=unmarked(each.summary)) for each in spec.operations),
        unknowns=tuple(
            replace(each, words=unmarked(each.words), why=unmarked(each.why))
            for each in spec.unknowns
        ),
    )


def kind_of(source: Source) -> Kind:
    """What a source is, by its name, else by its text.

    >>> kind_of(Source("x.yml", "")), kind_of(Source("goal", "Build a notes API."))
    ('openapi', 'sentences')
    """
    if source.kind:
        return source.kind
    if re.search(r"\.(ya?ml|json)$", source.name):
        return "openapi"
    if re.search(r"\.(md|markdown|txt)$", source.name):
        return "markdown"
    if re.match(r"\s*(?:[{]|(?:#[^\n]*\n)*\s*(?:openapi|swagger)\s*:)", source.text):
        return "openapi"
    return "markdown" if re.search(r"(?m)^#{1,3} |^\|.*\|", source.text) else "sentences"


def _only_sentences(
    sources: tuple[Source, ...], goals: list[str], read_sentences: ReadSentences | None
) -> Spec:
    """Documents that name no route are prose."""
    told = "\n".join([*goals, *(each.text for each in sources if each.text not in goals)])
    if read_sentences is not None and len(goals) == len(sources):
        return read_laid_out(told, read_sentences(told), read_sentences)
    spec = _heard(told, read_sentences)
    if spec is None:
        message = "No route is described: say what is kept, or name a method and a path."
        raise InvalidInput(message)
    return spec


def read_laid_out(text: str, spec: Spec, read_sentences: ReadSentences) -> Spec:
    """The Spec of a goal that names routes, read as a description with a section for each.

    It is the one that the sentences gave where they leave no more of the goal open. A goal of
    which something stays open is laid out in plainer words too.
    """
    found = _laid_out(text, spec, read_sentences)
    plainer = reworded(text)
    if plainer == text or _open(text, found) == (0, 0):
        return found
    other = _laid_out(plainer, spec, read_sentences)
    return other if _open(plainer, other) < _open(text, found) else found


def _laid_out(text: str, spec: Spec, read_sentences: ReadSentences) -> Spec:
    laid = laid_out(marked(text))
    if laid is None:
        return doubted(text, spec)
    spec = promised(laid, as_shown(laid, spec))
    if _open(text, spec) == (0, 0):
        return spec
    other = promised(laid, read_sources((Source("laid", laid.text, "markdown"),), read_sentences))
    other = replace(other, unknowns=tuple(_weighed(each, text, spec) for each in other.unknowns))
    if _lost(text, spec, other) or _open(text, other) >= _open(text, spec):
        return doubted(text, spec)

    def heard(words: frozenset[str]) -> Spec:
        """With the rules that change nothing, also those in which these words stand."""
        return unheard_in_goal("laid", laid.text, other, _described, words)

    lost = frozenset(each.words for each in spec.unknowns if each.rank == "material")
    if _open(text, heard(lost)) > _open(text, spec):
        # The rules that it seemed to hold to were passed over.
        return doubted(text, replace(spec, unknowns=(*spec.unknowns, *unmade(text, spec))))
    other = heard(frozenset())
    lines = [f"goal:{each}" for each in laid.lines]

    def placed(told: tuple[_Told, ...]) -> tuple[_Told, ...]:
        named = ((each, each.source.replace("laid:", "goal:")) for each in told)
        return tuple(replace(each, source=place_of(source, lines)) for each, source in named)

    return replace(
        other,
        operations=placed(other.operations),
        unknowns=(*placed(other.unknowns), *unmade(text, other)),
        assumptions=placed(other.assumptions),
    )


def _described(text: str) -> Spec:
    return read_sources((Source("laid", text, "markdown"),), anyhow=True)


def _weighed(unknown: Unknown, text: str, spec: Spec) -> Unknown:
    """What says nothing to one reading, and something to the other, is a requirement.

    How a goal begins, what it is to be made of and why, are asides.
    """
    first = text.lstrip().startswith(unknown.words.rstrip("."))
    if unknown.rank != "narrative" or first or _ASIDE.search(unknown.words):
        return unknown
    idle = {word for each in spec.unknowns if each.rank == "narrative" for word in _said(each)}
    if len([each for each in _said(unknown) if each not in idle]) < _ENOUGH:
        return unknown
    return replace(unknown, rank="material", why="nothing built holds to it")


def _said(unknown: Unknown) -> list[str]:
    """The longer words of what was not understood."""
    return re.findall(r"[a-z][\w-]{3,}", unknown.words.lower())


def _lost(text: str, spec: Spec, other: Spec) -> bool:
    """Whether a request, or who may ask, would be forgotten, which is no small thing."""
    there = {(each.method, form_of(each.path)) for each in other.operations}
    told = [each for each in spec.operations if each.effect and _names(text, each)]
    if any((each.method, form_of(each.path)) not in there for each in told):
        return True
    if _CRUD.search(text):  # asks for requests that it does not name one by one
        paths = {path for _, path in there}
        if any(each.effect and form_of(each.path) not in paths for each in spec.operations):
            return True
    if spec.identity is None or other.identity is not None or not _ASKS.search(text):
        return False
    effects = [repr(each.effect) for each in other.operations]
    if any("Let(name='me', " in each for each in effects):  # tokens among the values
        return False
    checked = any("'check_password'" in each for each in effects)
    return not checked or bool(re.search(r"(?i)token|session|cookie|bearer|logged[ -]in", text))


def _names(text: str, operation: Operation) -> bool:
    """Whether a goal names a request by its method and path."""
    path = rf"{re.escape(operation.path)}(?![\w/{{?-])"
    between = r"[^.;]{0,40}?" if operation.method == "WEBSOCKET" else r"[`*\s]+"
    return re.search(rf"(?i)\b{operation.method}s?\b{between}{path}", text) is not None


def _open(text: str, spec: Spec) -> tuple[int, int]:
    """How much of a goal is not understood: what is in the way, and the words of rules.

    To make requests up is as bad as not to understand one.
    """
    ranks = [each.rank for each in spec.unknowns]
    rules = sum(len(each.words.split()) for each in spec.unknowns if each.rank == "material")
    return ranks.count("blocking") + bool(invented(text, spec)), rules


def _heard(text: str, read_sentences: ReadSentences | None) -> Spec | None:
    if read_sentences is None:
        return None
    try:
        return read_sentences(text)
    except InvalidInput:
        return None
