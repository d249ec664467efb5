"""Several sources, one Spec: contracts put together, the more specific over the less."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from beliefs.errors import InvalidInput
from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Contract,
    Param,
    Property,
    Reply,
    Route,
    Shape,
    is_record,
)
from beliefs.spec.documents.markdown.descriptions import read_markdown
from beliefs.spec.documents.markdown.laying import laid_out
from beliefs.spec.documents.openapi.reading import read_openapi
from beliefs.spec.documents.promised import as_shown, promised, unmade
from beliefs.spec.documents.retelling import retold
from beliefs.spec.documents.unheard import unheard_in_goal
from beliefs.spec.documents.unread import left, place_of, unread
from beliefs.spec.features.commands import marked, unmarked
from beliefs.spec.inferring.contracts import infer
from beliefs.spec.invention import doubted, invented
from beliefs.spec.operations import Operation
from beliefs.spec.service import TWO_THINGS, Assumption, Spec, Unknown, blocked
from beliefs.spec.types import Type
from beliefs.spec.understanding.rewording import reworded

_SETTINGS = ("port", "python", "storage", "framework", "secret", "origins", "rates", "largest")
Kind: TypeAlias = Literal["", "openapi", "markdown", "sentences"]
ReadSentences: TypeAlias = Callable[[str], Spec]
# What a goal says where it matters who asks; a password alone may be one that is made up.
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
    """A text with the name that its lines are called by; an empty kind is told by name and text."""

    name: str
    text: str
    kind: Kind = ""


def read_sources(
    sources: tuple[Source, ...],
    read_sentences: ReadSentences | None = None,
    *,
    anyhow: bool = False,
) -> Spec:
    """The Spec that all sources say together; prose goes to `read_sentences`.

    Rules that hold `anyhow` are listed for whoever looks for those that do not.

    >>> notes = Source("api.md", "# Notes\\n\\n- POST /notes {title, text?}\\n- GET /notes")
    >>> [each.path for each in read_sources((notes,)).operations]
    ['/notes', '/notes']
    """
    contracts: list[Contract] = []
    goals: list[str] = []
    for source in sources:
        match kind_of(source):
            case "openapi":
                contracts.append(read_openapi(marked(source.text), source.name))
            case "markdown":
                contracts.append(read_markdown(marked(source.text), source.name))
            case _:
                goals.append(source.text)
    if not any(each.routes for each in contracts):
        return _only_sentences(sources, goals, read_sentences)
    contract = merged(contracts)
    spec = infer(contract, anyhow=anyhow)
    lines = [(f"goal:{at}", line) for at, line in enumerate("\n".join(goals).split("\n"), 1)]
    lines = [*(lines if goals else ()), *contract.prose]
    prose = "\n".join(" ".join(text.split("\n")) for _, text in lines)
    beside = _heard(prose, read_sentences) if prose.strip() else None
    if blocked(spec) and read_sentences is not None and not goals:
        again = retold(spec, contract, read_sentences)
        if again is not None:
            return again
    return _spelled(_together(spec, contract, beside, [source for source, _ in lines]))


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
    there = {(each.method, _form(each.path)) for each in other.operations}
    told = [each for each in spec.operations if each.effect and _names(text, each)]
    if any((each.method, _form(each.path)) not in there for each in told):
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


def merged(contracts: list[Contract]) -> Contract:
    """One contract of several; the first says most about a route, the others fill it in."""
    first, *rest = sorted(contracts, key=lambda each: not each.routes)
    for other in rest:
        first = _joined(first, other)
    return first


def _joined(one: Contract, other: Contract) -> Contract:
    said: list[Assumption] = []
    routes = list(one.routes)
    for route in other.routes:
        path = _rebased(route.path, other.base, one.base)
        at = next(
            (
                number
                for number, each in enumerate(routes)
                if each.method == route.method and _form(each.path) == _form(path)
            ),
            None,
        )
        if at is None:
            routes.append(replace(route, path=path))
        else:
            routes[at] = _route(routes[at], route, said)
    for name in ("base", "port", "error"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine and theirs and mine != theirs:
            said.append(Assumption(f"the {name}, {TWO_THINGS}", str(mine), "", (str(theirs),)))
    shapes = {each.name: each for each in other.shapes} | {each.name: each for each in one.shapes}
    return Contract(
        title=one.title or other.title,
        summary=one.summary or other.summary,
        base=one.base or other.base,
        port=one.port or other.port,
        routes=tuple(routes),
        shapes=tuple(shapes.values()),
        security=one.security or other.security,
        secret=one.secret or other.secret,
        roles=one.roles or other.roles,
        error=one.error or other.error,
        faults=(*one.faults, *other.faults),
        examples=(*one.examples, *other.examples),
        prose=(*one.prose, *other.prose),
        assumptions=(*one.assumptions, *other.assumptions, *said),
        unknowns=(*one.unknowns, *other.unknowns),
        brief=one.brief or other.brief,
    )


def _form(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


def _rebased(path: str, theirs: str, ours: str) -> str:
    if ours and path.startswith(f"{ours}/"):
        return path.removeprefix(ours)
    if theirs and path.startswith(f"{theirs}/"):
        return path.removeprefix(theirs)
    return path


def _moved(path: str, theirs: str, ours: str) -> str:
    """A path of one Spec under the base of another.

    >>> _moved("/pets", "", "/v2"), _moved("/v2/pets", "", "/v2"), _moved("/api/pets", "/api", "")
    ('/v2/pets', '/v2/pets', '/pets')
    """
    return path if ours and path.startswith(f"{ours}/") else f"{ours}{path.removeprefix(theirs)}"


def _route(one: Route, other: Route, said: list[Assumption]) -> Route:
    """A route that two sources describe."""
    about = f"{one.method} {one.path}"
    good = {each.status for each in (one.good, other.good) if each is not None}
    # An example's status outranks what is only stated.
    first = (
        other if other.good and other.good.example and not (one.good and one.good.example) else one
    )
    if len(good) > 1 and first.good is not None:
        others = tuple(str(each) for each in sorted(good - {first.good.status}))
        said.append(
            Assumption(
                f"the status of {about}, {TWO_THINGS}",
                str(first.good.status),
                first.source,
                others,
            )
        )
    replies = {each.status: each for each in other.replies if each.status >= 400}
    replies |= {each.status: each for each in one.replies if each.status >= 400}
    fine = _reply(one.good, other.good, first.good)
    params: dict[tuple[str, str], Param] = {
        (each.place, each.name): each for each in other.params if each.place != "path"
    }
    params |= {(each.place, each.name): each for each in one.params}
    return replace(
        one,
        words=". ".join(each for each in (one.words, other.words) if each),
        summary=one.summary or other.summary,
        params=tuple(params.values()),
        body=_shape(one.body, other.body, f"the body of {about}", one.source, said),
        replies=tuple(
            sorted((*([fine] if fine else ()), *replies.values()), key=lambda each: each.status)
        ),
        secured=one.secured or other.secured,
        example=one.example or other.example,
    )


def _reply(one: Reply | None, other: Reply | None, first: Reply | None) -> Reply | None:
    if one is None or other is None or first is None:
        return one or other
    second = other if first is one else one
    return replace(
        first,
        shape=first.shape or second.shape,
        example=first.example or second.example,
        media=first.media or second.media,
        words=first.words or second.words,
    )


def _shape(
    one: Shape | None, other: Shape | None, about: str, source: str, said: list[Assumption]
) -> Shape | None:
    if one is None or other is None or not is_record(one) or not is_record(other):
        return one or other
    parts: list[Property] = []
    for each in one.properties:
        theirs = other.part(each.name)
        if theirs is not None and theirs.shape.words and theirs.required != each.required:
            said.append(
                Assumption(
                    f"{each.name} in {about}, {TWO_THINGS}",
                    "required" if each.required else "optional",
                    source,
                    ("optional" if each.required else "required",),
                )
            )
        if theirs is not None and theirs.shape.type != each.shape.type and theirs.shape.words:
            said.append(
                Assumption(
                    f"the type of {each.name} in {about}",
                    each.shape.type.kind,
                    source,
                    (theirs.shape.type.kind,),
                )
            )
        parts.append(each)
    names = set(one.names)
    parts += [replace(each, required=False) for each in other.properties if each.name not in names]
    return replace(one, properties=tuple(parts))


def _contrary(spec: Spec, beside: Spec) -> list[Assumption]:
    """What sentences say otherwise than documents, which are the more specific."""
    usual = Spec("", "", "")
    told = [
        (f"the {name}", str(getattr(spec, name)), str(getattr(beside, name)))
        for name in ("port", "storage", "framework")
        if getattr(usual, name) not in {getattr(spec, name), getattr(beside, name)}
    ]
    for entity in spec.entities:
        theirs = beside.entity(entity.name)
        for one in entity.fields if theirs is not None else ():
            other = theirs.field(one.name) if theirs is not None else None
            if other is not None and other.type != Type(other.type.kind):
                about = f"what {one.name} of {entity.plural} may be"
                told.append((about, _bounds(one.type), _bounds(other.type)))
    return [
        Assumption(f"{about}, {TWO_THINGS}", one, "", (other,))
        for about, one, other in told
        if one != other
    ]


def _presumed(operation: Operation, beside: Spec) -> bool:
    """Whether sentences that say nothing of what can be done are all that an operation rests on."""
    told = {each.about for each in beside.assumptions}
    things = [
        each.plural for each in beside.entities if f"what can be done with {each.plural}" in told
    ]
    return any(f"/{each}" in operation.path for each in things)


def _free(name: str, names: set[str]) -> str:
    """The name, or one like it that no operation has."""
    others = (name, *(f"{name}_{at}" for at in range(2, len(names) + 3)))
    found = next(each for each in others if each not in names)
    names.add(found)
    return found


def _bounds(kind: Type) -> str:
    """What a type allows, in a few words.

    >>> _bounds(Type("string", min_length=3, max_length=20)), _bounds(Type("integer"))
    ('string, min_length 3, max_length 20', 'integer')
    """
    usual = Type(kind.kind)
    stated = {each.name: getattr(kind, each.name) for each in fields(kind)}
    told = {name: each for name, each in stated.items() if each != getattr(usual, name)}
    return ", ".join([kind.kind, *(f"{name} {_told(each)}" for name, each in told.items())])


def _told(value: object) -> str:
    return " | ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _together(spec: Spec, contract: Contract, beside: Spec | None, lines: list[str]) -> Spec:
    """The Spec of documents, with what sentences add; what nobody read is listed."""
    if beside is None:
        told = [each for each in contract.prose if each[1].strip()]
        lost_ = tuple(unread(source, text, spec) for source, text in told)
        return replace(spec, unknowns=(*spec.unknowns, *lost_))
    private = any("Var(name='me')" in repr(each.effect) for each in spec.operations)
    usual = Spec("", "", "")
    taken = {(each.method, _form(each.path)) for each in spec.operations}
    known = {each.name for each in spec.entities}
    names = {each.name for each in spec.operations}
    more: list[Operation] = []
    lost: list[Unknown] = []
    # What a document's own prose says of its fields is no second source.
    said = _contrary(spec, beside) if any(each.startswith("goal:") for each in lines) else []
    for other in beside.operations:
        place = place_of(other.source, lines)
        each = replace(other, path=_moved(other.path, beside.base, spec.base))
        if (each.method, _form(each.path)) in taken or not place.startswith("goal:"):
            continue  # what a document's prose is about, its routes say
        if not each.effect or _presumed(each, beside):
            continue
        if set(re.findall(r"entity='(\w+)'", repr(each.effect))) <= known:
            more.append(replace(each, name=_free(each.name, names), source=place))
        else:
            words = f"{each.method} {each.path}"
            why = "the documents keep nothing that it could be about"
            lost.append(Unknown("material", words, place, why))
    changes = {
        name: getattr(beside, name)
        for name in _SETTINGS
        if getattr(spec, name) == getattr(usual, name) != getattr(beside, name)
    }
    return replace(
        spec,
        operations=(*spec.operations, *more),
        assumptions=(*spec.assumptions, *said),
        unknowns=(*spec.unknowns, *lost, *left(beside, lines, contract, spec, private=private)),
        warnings=(*spec.warnings, *beside.warnings),
        **changes,
    )
