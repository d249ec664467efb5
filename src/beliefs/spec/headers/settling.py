"""A Spec whose answers have the headers that its sources state; what is not built is listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from beliefs.errors import BeliefsError
from beliefs.spec import effects as e
from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import form
from beliefs.spec.brief.said import GAP
from beliefs.spec.headers.reading import Header, headers_of
from beliefs.spec.operations import Operation
from beliefs.spec.parsing import read_expression
from beliefs.spec.service import Spec, Unknown, blocked
from beliefs.spec.understanding.totals import headed_total


def headed(spec: Spec, sources: Iterable[tuple[str, str, str]]) -> Spec:
    """The Spec with headers as the sources (name, text and kind) state them."""
    if blocked(spec) or not spec.operations:
        return spec
    sources = tuple(sources)
    spec = _unread(spec, sources)
    try:
        told = headers_of(sources)
    except BeliefsError:
        return spec
    done: list[Header] = []
    lost: list[Header] = []
    for each in told:
        made = _with(spec, each)
        (done if made is not None else lost).append(each)
        spec = made or spec
    return _listed(spec, done, lost) if told else spec


_READ = re.compile(
    r"(?i)\bcookie (?:called |named )?[`'\"]?(?P<cookie>[a-z][\w-]*)[`'\"]?(?=[:.,;) (]|$)|"
    r"\bheader (?:called |named )?[`'\"]?(?P<header>X(?:-[A-Za-z0-9]+)+)"
)
_NO_NAME = frozenset(
    "is that with and or for of in on to the a an so then which session based auth by from".split()  # noqa: SIM905
)


def _unread(spec: Spec, sources: tuple[tuple[str, str, str], ...]) -> Spec:
    """The Spec with the cookies and headers that sources name and nothing built knows."""
    built = [(each.inputs, each.effect) for each in spec.operations]
    known = repr((built, spec.identity, spec.headers)).lower().replace("_", "-")
    listed = " ".join(each.words.lower() for each in spec.unknowns if each.rank != "narrative")
    found: dict[str, Unknown] = {}
    for name, text, kind in sources:
        for number, line in enumerate(text.split("\n"), 1) if kind != "openapi" else ():
            for each in _READ.finditer(line):
                told = (each["cookie"] or each["header"]).lower()
                there = re.search(rf"(?<![\w-]){told.replace('_', '-')}(?![\w-])", known)
                if told in _NO_NAME or there or told in listed:
                    continue
                source = f"{'goal' if kind == 'sentences' else name}:{number}"
                why = f"nothing built knows the {'cookie' if each['cookie'] else 'header'} {told}"
                found.setdefault(told, Unknown("material", line.strip(), source, why))
    return replace(spec, unknowns=(*spec.unknowns, *found.values()))


def _with(spec: Spec, header: Header) -> Spec | None:
    if not header.method and header.holds == "text":
        others = tuple(each for each in spec.headers if each[0] != header.name)
        return replace(spec, headers=(*others, (header.name, header.value)))
    if not header.method:
        return None
    made = tuple(
        _put(spec, each, header) if _about(spec, each, header) else each for each in spec.operations
    )
    if any(each is None for each in made) or not any(
        _about(spec, each, header) for each in spec.operations
    ):
        return None
    return replace(spec, operations=tuple(each for each in made if each is not None))


def _about(spec: Spec, operation: Operation, header: Header) -> bool:
    path, wanted = form(operation.path).rstrip("/"), form(header.path).rstrip("/")
    return operation.method == header.method and path in {wanted, f"{spec.base}{wanted}"}


def _put(spec: Spec, operation: Operation, header: Header) -> Operation | None:
    """The operation whose answer has the header; None where it is not known what that holds."""
    if _brings(spec, operation, header.name) or _has(operation, header.name):
        return operation
    if header.holds == "text":
        told = e.Lit(header.value)
        return replace(operation, effect=_everywhere(operation.effect, header.name, told))
    if header.holds == "location":
        return _located(operation, header)
    if header.holds == "total":
        made = headed_total(operation, header.name)
        return made if made != operation else None
    return None


def _brings(spec: Spec, operation: Operation, name: str) -> bool:
    """Whether callers send the header, so that it is none of answers."""
    shown = spec.identity.name.lower() if spec.identity is not None else ""
    brought = {each.wire.lower() for each in operation.inputs if each.place == "header"}
    return name.lower() in brought | {shown}


def _has(operation: Operation, name: str) -> bool:
    return name.lower() in notation.write(operation.effect).lower() if operation.effect else True


def _everywhere(effect: e.Effect, name: str, value: e.Expr) -> e.Effect:
    made: list[e.Stmt] = []
    for each in effect:
        match each:
            case e.Answer(status) if status < 400:
                made.append(replace(each, headers=(*each.headers, (name, value))))
            case e.If(holds, then, otherwise):
                inside = _everywhere(then, name, value), _everywhere(otherwise, name, value)
                made.append(e.If(holds, *inside))
            case _:
                made.append(each)
    return tuple(made)


def _located(operation: Operation, header: Header) -> Operation | None:
    """The operation that says where the row that it makes is."""
    inserted = [each for each in operation.effect if isinstance(each, e.Insert)]
    last = operation.effect[-1] if operation.effect else None
    if len(inserted) != 1 or not isinstance(last, e.Answer) or operation.method != "POST":
        return None
    key = _key_shown(last, inserted[0].name)
    told = header.value if header.value.startswith("/") else ""
    named = re.search(r"\{(\w+)\}$|/\d+$", told)
    if told and named is None:
        return None
    before = told[: named.start()] if named is not None else f"{operation.path.rstrip('/')}/"
    before = f"{before.rstrip('/')}/"
    if "{" in before or not key:
        return None
    where = read_expression(f'"{before}" + text({inserted[0].name}.{key})')
    answer = replace(last, headers=(*last.headers, (header.name, where)))
    return replace(operation, effect=(*operation.effect[:-1], answer))


def _key_shown(answer: e.Answer, name: str) -> str:
    """The key of a new row, as its answer shows it."""
    text = notation.write((answer,))
    found = re.search(rf"\b{re.escape(name)}\.(id|key|code|slug|token|\w+_?[iI]d)\b", text)
    if found is not None:
        return found[1]
    return "id" if re.search(rf"answer \d+ {re.escape(name)}\b(?!\.)", text) else ""


# ---- what is listed ------------------------------------------------------------------------------


def _listed(spec: Spec, done: list[Header], lost: list[Header]) -> Spec:
    met = {_bare(each.words) for each in done} - {_bare(each.words) for each in lost}
    kept = tuple(each for each in spec.unknowns if not _settled(each, met))
    told = [_bare(each.words) for each in kept if each.rank != "narrative"]
    more: dict[str, Unknown] = {}
    for each in lost:
        bare = _bare(each.words)
        if any(bare in one or (one and one in bare) for one in told):
            continue
        words = " ".join(each.words.replace(GAP, " ").split())
        why = f"no answer has the header {each.name}"
        more[words] = Unknown("material", words, each.source, why)
    return replace(spec, unknowns=(*kept, *more.values()))


_NOTHING = re.compile(r"^(?:nothing built holds to it|nothing that is built changes by it|in \")")
_HEADER = re.compile(r"(?i)\b(?:headers?|x-[\w-]+|cache-control|location)\b")


def _settled(unknown: Unknown, met: set[str]) -> bool:
    """Whether what is listed is no more than a header that answers have now."""
    if unknown.rank != "material" or not _HEADER.search(unknown.words):
        return False
    words = _bare(unknown.words)
    return any(words in one or one in words for one in met)


def _bare(words: str) -> str:
    return " ".join(re.sub(r"[^\w'-]+", " ", words).lower().split())
