"""Sentences beside documents: what they add to requests, what they ask for more, what they deny.

Each sentence is read as if the document said it of the whole service, or in a section for the
request that it names. What changes the service so, and leaves no more of it open, is taken. What is
left goes to whoever reads sentences, with what the document keeps put into words, so that it is
known what is spoken of. What neither makes anything of is listed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from beliefs.errors import BeliefsError
from beliefs.spec import patterns as re
from beliefs.spec.documents.beside import with_sentences
from beliefs.spec.documents.claiming import claimed
from beliefs.spec.documents.clauses import bare, sentences
from beliefs.spec.documents.contract import Contract
from beliefs.spec.documents.markdown.drafts import ROUTE
from beliefs.spec.documents.markdown.laying import laid_out
from beliefs.spec.documents.unheard import core
from beliefs.spec.documents.unread import unread
from beliefs.spec.documents.words import plain
from beliefs.spec.entities import Entity
from beliefs.spec.facts.access import guarded
from beliefs.spec.operations import Operation
from beliefs.spec.service import TWO_THINGS, Spec, Unknown

if TYPE_CHECKING:
    from beliefs.spec.documents.sources import Source

ReadSentences: TypeAlias = Callable[[str], Spec]
Read: TypeAlias = "Callable[[tuple[Source, ...]], Spec]"
_NOT_TAKEN = "the requests of the document are not changed by it"
# What only says that the document is to be built.
_BUILD_IT = re.compile(
    r"(?i)^(?:please |can you |i (?:want|need|would like)(?: you)? to |we need |i (?:want|need) )?"
    r"(?:build|implement|make|create|generate|write|develop|set up|the|an?|this|here)\b"
    r"[^.\d]*\b(?:api|service|server|app|application|backend|document|spec(?:ification)?|"
    r"description|file|contract)s?\b(?:(?: for| of| with| that| in| as)\b[^.\d]*)?[.!:]?$"
)


class Said(NamedTuple):
    """A sentence and where it stands."""

    source: str
    text: str


_CHANGES = re.compile(
    r"\b(?P<request>(?:PATCH|PUT) \S+?)`? (?:to |that |which )?(?:changes?|updates?|edits?|sets?|"
    r"modif(?:y|ies)) (?:the |its )?(?P<names>`?\w+`?(?:(?:, (?:and |or )?| and | or )`?\w+`?)*)$"
)


def _with_body(match: re.Match[str]) -> str:
    """A request that changes fields, with these as its body."""
    names = re.findall(r"\w+", re.sub(r"\b(?:and|or)\b", " ", match["names"]))
    mark = "?" if match["request"].startswith("PATCH") else ""
    return f"{match['request']} {{{', '.join(f'{each}{mark}' for each in names)}}} changes it"


def _plainly(text: str) -> str:
    """A sentence that asks for a request, as one that says what it does.

    >>> _plainly("Add GET /stats with the number of notes"), _plainly("Titles are unique.")
    ('GET /stats returns the number of notes', 'Titles are unique.')
    """
    if not ROUTE.search(f" {text}"):
        return text
    text = text.rstrip(".")
    text = re.sub(
        r"(?i)^(?:please |also |and )*(?:(?:add|have|include) (?:an? )?)?(?=[A-Z`]+ )", "", text
    )
    text = _CHANGES.sub(_with_body, text)
    return re.sub(r"(?<=[\w}/])(`?) (?:with|for|giving) (?=the |all |an? )", r"\1 returns ", text)


def said_in(goals: list[str]) -> list[Said]:
    """The sentences of goals, each with its line.

    >>> said_in(["Use Flask. Port 9000.", "Newest first."])[2]
    Said(source='goal:2', text='Newest first.')
    """
    lines = "\n".join(goals).split("\n")
    return [
        Said(f"goal:{at}", each) for at, line in enumerate(lines, 1) for each in sentences(line)
    ]


def with_goals(
    documents: tuple[Source, ...],
    goals: list[str],
    read_sentences: ReadSentences | None,
    read: Read,
) -> Spec:
    """The Spec of documents and of the sentences beside them."""
    spec = read(documents)
    taken: set[Said] = set()
    said = said_in(goals)
    for each in said:
        for more in _put_in(documents, each.text):
            other = _read(more, read)
            if other is None or _open(other) > _open(spec) or _does_nothing(other, spec):
                continue
            if _says_more(other, spec):
                documents, spec = more, other
                taken.add(each)
                break
    spec = _placed(_without(spec, taken), said)
    if read_sentences is None:
        return spec
    return _beside(spec, said, taken, read_sentences)


def _put_in(documents: tuple[Source, ...], text: str) -> list[tuple[Source, ...]]:
    """The documents with a sentence among them: in a section of its own, or said of the whole."""
    first, *rest = documents
    made = []
    if ROUTE.search(f" {text}"):
        laid = laid_out(_plainly(text))
        if laid is not None:
            sections = re.sub(r"\A# .*\n", "", laid.text)
            place = first._replace(name="goal", text=sections, kind="markdown", besides="")
            made.append((*documents, place))
    besides = f"{first.besides}\n\n{text}".strip()
    return [*made, (first._replace(besides=besides), *rest)]


def _read(documents: tuple[Source, ...], read: Read) -> Spec | None:
    try:
        return read(documents)
    except BeliefsError:
        return None


def _says_more(other: Spec, spec: Spec) -> bool:
    """Whether a service does something else, or what is said of it is contradicted."""
    known = {each.name for each in spec.entities}
    two = [{each for each in one.assumptions if TWO_THINGS in each.about} for one in (other, spec)]
    same = replace(other, entities=tuple(each for each in other.entities if each.name in known))
    if other.identity is None:  # a secret of nobody's signs nothing
        same = replace(same, secret=spec.secret)
    return core(same) != core(spec) or two[0] > two[1]


_WRITES = ("Insert(", "Patch(", "Delete(")


def _does_nothing(other: Spec, spec: Spec) -> bool:
    """Whether a request that was put in, and should change something, does not."""
    known = {(each.method, each.path) for each in spec.operations}
    return any(
        each.method in {"PUT", "PATCH", "DELETE"}
        and (each.method, each.path) not in known
        and not any(name in repr(each.effect) for name in _WRITES)
        for each in other.operations
    )


def _without(spec: Spec, taken: set[Said]) -> Spec:
    """The Spec without what is listed of sentences that it holds to."""
    heard = {plain(bare(each.text)) for each in taken}
    idle = tuple(
        each
        for each in spec.unknowns
        if each.rank == "narrative" and plain(bare(each.words)) in heard
    )
    return replace(spec, unknowns=tuple(each for each in spec.unknowns if each not in idle))


def _open(spec: Spec) -> int:
    return sum(each.rank == "blocking" for each in spec.unknowns)


def _placed(spec: Spec, said: list[Said]) -> Spec:
    """The Spec whose unknowns and requests that come from sentences say so."""

    def source(words: str, before: str) -> str:
        mine = plain(bare(words))
        found = (each.source for each in said if mine and mine in plain(bare(each.text)))
        return next(found, before)

    # Sections were laid out for sentences: their lines are none of the goal's.
    routes = {
        (match[1].upper(), match[2].strip("`")): each.source
        for each in said
        for match in ROUTE.finditer(f" {each.text}")
    }
    return replace(
        spec,
        unknowns=tuple(
            replace(each, source=source(each.words, each.source)) for each in spec.unknowns
        ),
        operations=tuple(
            replace(each, source=_route_of(each.method, each.path, routes) or each.source)
            if each.source.startswith("goal:")
            else each
            for each in spec.operations
        ),
    )


def _route_of(method: str, path: str, routes: dict[tuple[str, str], str]) -> str:
    """Where a request is named, whatever its base is."""
    found = (
        source
        for (name, named), source in routes.items()
        if name == method and path.endswith(named.partition("?")[0])
    )
    return next(found, "")


def _beside(spec: Spec, said: list[Said], taken: set[Said], read_sentences: ReadSentences) -> Spec:
    """The Spec with what sentences say of it that documents have no words for."""
    known = in_words(spec)
    lines = [each.source for each in said]
    heard = _sentences("\n".join([*(_plainly(each.text) for each in said), known]), read_sentences)
    if heard is None:
        return _listed(spec, [each for each in said if each not in taken])
    last = f"goal:{len(said) + 1}"
    took = {f"goal:{at}" for at, each in enumerate(said, 1) if each in taken}
    own = tuple(each for each in heard.unknowns if each.source not in {last, *took})
    silent = _sentences(known, read_sentences)
    more = tuple(each for each in heard.operations if _asked(each, said, silent, last))
    told = replace(heard, unknowns=own, operations=more, entities=_own(heard, silent))
    # What a sentence says of requests that the document has, it was read for.
    merged = with_sentences(spec, Contract(), told, lines)
    lost = []
    for each in said:
        alone = _sentences(f"{_plainly(each.text)}\n{known}", read_sentences) if silent else None
        if each in taken or alone is None or silent is None:
            continue
        now = _settings(alone) != _settings(silent)
        guarded = _guarded(merged, alone, each.text)
        if guarded is not None:
            merged = guarded
            continue
        listed = any(
            one.rank != "narrative" and (words := plain(one.words)) and words in plain(each.text)
            for one in merged.unknowns
        )
        asks = alone.base == silent.base and core(_as_set(alone, silent)) != core(silent)
        built = any(one.source == each.source for one in merged.operations)
        if asks and not built and not listed:
            lost.append(Unknown("material", bare(each.text), each.source, _NOT_TAKEN))
        elif not now and not listed and not built:
            lost.append(_idle(each, merged))
    whole = [plain(each.words) for each in lost]
    # Of a sentence that is listed, its pieces are not.
    rest = (
        each
        for each in merged.unknowns
        if each.rank != "narrative" or not any(plain(each.words) in one for one in whole)
    )
    return replace(merged, unknowns=(*rest, *lost))


def _own(heard: Spec, silent: Spec | None) -> tuple[Entity, ...]:
    """What is kept by the sentences themselves, and not by the words for the document."""
    if silent is None:
        return heard.entities
    made = []
    for each in heard.entities:
        before = silent.entity(each.name)
        known = before.fields if before is not None else ()
        own = tuple(one for one in each.fields if one not in known)
        made.append(replace(each, fields=own))
    return tuple(made)


_VARIABLE = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*(?=\b(?!-))")


def _guarded(spec: Spec, alone: Spec, text: str) -> Spec | None:
    """The Spec whose requests need the header that a sentence names, with what a variable holds."""
    if spec.identity is not None or alone.identity is None or alone.identity.place != "header":
        return None
    header = alone.identity.name
    named = [each for each in _VARIABLE.findall(text.replace(header, " ")) if "_" in each]
    return guarded(spec, header, named[0]) if len(named) == 1 else None


def _idle(said: Said, spec: Spec) -> Unknown:
    """A sentence that changes nothing; an order is one that was not carried out."""
    words = bare(said.text)
    if _BUILD_IT.match(said.text):
        return Unknown("narrative", words, said.source)
    found = unread(said.source, words, spec)
    ordered = _ORDER.match(said.text) and not claimed(words, spec)
    return Unknown("material", words, said.source, _IDLE) if ordered else found


_IDLE = "nothing that is built changes by it; it may hold anyhow"
_ORDER = re.compile(
    r"(?i)^(?:please |also |and |then )*(?:use|add|enable|disable|include|support|store|keep|save|"
    r"send|log|make|let|allow|turn|set|put|show|hide|return|answer|sort|order|filter|run|write)\b"
)


def _listed(spec: Spec, said: list[Said]) -> Spec:
    lost = tuple(_idle(each, spec) for each in said)
    return replace(spec, unknowns=(*spec.unknowns, *lost))


def _sentences(text: str, read_sentences: ReadSentences) -> Spec | None:
    try:
        return read_sentences(text)
    except BeliefsError:
        return None


_SETTINGS = ("port", "storage", "framework", "python", "origins", "rates", "largest", "base")


def _settings(spec: Spec) -> tuple[object, ...]:
    return tuple(getattr(spec, each) for each in _SETTINGS)


def _as_set(spec: Spec, other: Spec) -> Spec:
    """A Spec with the settings of another."""
    return replace(spec, **{each: getattr(other, each) for each in _SETTINGS})


def _asked(operation: Operation, said: list[Said], silent: Spec | None, last: str) -> bool:
    """Whether sentences ask for a request; what is usual for what is kept, nobody asked for."""
    usual = {(each.method, each.path) for each in (silent.operations if silent else ())}
    if operation.source == last:
        return False
    return (operation.method, operation.path) not in usual or any(
        re.search(r"(?i)\bCRUD\b", each.text) or ROUTE.search(f" {each.text}") for each in said
    )


def in_words(spec: Spec) -> str:
    """What a service keeps, as a sentence.

    >>> from beliefs.spec.understanding import understand
    >>> in_words(understand("A notes API: CRUD for notes with title and done (boolean).").spec)
    'A service with CRUD for notes with title (string) and done (boolean).'
    """
    told = []
    for entity in spec.entities:
        names = [
            f"{each.name} ({each.type.kind})"
            for each in entity.fields
            if not each.hidden and each.type.kind in _PLAIN
        ]
        fields = " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
        told.append(f"CRUD for {entity.plural}{f' with {fields}' if fields else ''}")
    return f"A service with {'; '.join(told)}." if told else ""


_PLAIN = frozenset({"string", "integer", "number", "boolean", "date", "datetime", "email", "url"})
