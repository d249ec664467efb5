"""A Spec that fails as its sources say; what is said of failures and in nothing built is listed.

Whoever reads a goal says which rules hold. How a request fails that breaks one is put in here, the
same for all readers: its status, its words, its code and its form, of one input or of a request,
of one request or of all.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from beliefs.errors import BeliefsError
from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault, form
from beliefs.spec.brief.said import GAP, sentences
from beliefs.spec.failures import DEFAULT_BODY, Failure, Way
from beliefs.spec.inferring.rules.precedence import ROWS_LAST, wants_rows_first
from beliefs.spec.operations import Operation
from beliefs.spec.promises import statuses
from beliefs.spec.refusing.causes import Cause, caused
from beliefs.spec.refusing.coding import coded
from beliefs.spec.refusing.limits import limited
from beliefs.spec.refusing.placing import INVALID, guards, placed, possible
from beliefs.spec.refusing.reading import Stated, stated
from beliefs.spec.service import Spec, Unknown, blocked


def refusing(spec: Spec, sources: Iterable[tuple[str, str, str]]) -> Spec:
    """The Spec with failures as the sources (name, text and kind) state them."""
    if blocked(spec) or not spec.operations:
        return spec
    sources = tuple(sources)
    try:
        told = stated(sources)
    except BeliefsError:
        return spec
    if not told:
        return spec
    before = spec
    spec = coded(limited(_formed(spec, told), told), sources)
    done: set[int] = set()
    said = "\n".join(text for _, text, _ in sources)
    known = any(each.fault.status == 401 for each in told)
    for at, each in enumerate(told):
        if known and each.fault.status == 403 and _of_strangers(each):
            continue  # whoever is known, and may not
        made = _with(spec, each, said)
        if made is not None:
            spec = made
            done.add(at)
    spec = _without_usual(_of_callers(spec, told), before)
    return _in_their_order(_told(spec, told, done), sources)


def _without_usual(spec: Spec, before: Spec) -> Spec:
    """The Spec without lines put in here that say no more than all requests answer anyhow."""
    known = {(each.method, each.path): each.failures for each in before.operations}
    return replace(
        spec,
        operations=tuple(
            replace(
                each,
                failures=tuple(
                    line
                    for line in each.failures
                    if line in known.get((each.method, each.path), ())
                    or not _usual(spec, each, line)
                ),
            )
            for each in spec.operations
        ),
    )


def _usual(spec: Spec, operation: Operation, line: Failure) -> bool:
    others = tuple(each for each in operation.failures if each is not line)
    return replace(spec.failures.of(line.way, others, line.field), field=line.field) == line


def _of_callers(spec: Spec, told: list[Stated]) -> Spec:
    """What one request answers to those who show nothing, all do that say nothing else."""
    own = {
        (each.status, each.message, each.code, each.body)
        for one in spec.operations
        for each in one.failures
        if each.way == "unauthenticated" and one.needs and each.status == 401 and each.message
    }
    known = any(each.way == "unauthenticated" for each in spec.failures.stated)
    if len(own) != 1 or known or not any(each.fault.status == 401 for each in told):
        return spec
    usual = Failure("unauthenticated", *own.pop())
    table = replace(spec.failures, stated=(*spec.failures.stated, usual))
    return replace(spec, failures=table)


_BLOCKS = re.compile(r"\n\s*\n(?!\s*(?:[-*]|\d+[.)]) )")


def _in_their_order(spec: Spec, sources: tuple[tuple[str, str, str], ...]) -> Spec:
    """The Spec with what wants rows to be looked for before what is brought is checked."""
    brings = any({"path", "json"} <= {one.place for one in each.inputs} for each in spec.operations)
    listed = [_bare(each.words) for each in spec.unknowns if each.rank != "narrative"]
    found: list[Unknown] = []
    for name, text, kind in sources:
        for block in _BLOCKS.split(text) if brings and kind != "openapi" else ():
            line = text.count("\n", 0, text.index(block)) + 1
            for each in [block] if kind == "markdown" else sentences(" ".join(block.split())):
                words = " ".join(each.split())
                known = any(_bare(words) in one or (one and one in _bare(words)) for one in listed)
                if wants_rows_first(words) and not known:
                    source = f"{'goal' if kind == 'sentences' else name}:{line}"
                    found.append(Unknown("material", words, source, ROWS_LAST))
    return replace(spec, unknowns=(*spec.unknowns, *found)) if found else spec


def _formed(spec: Spec, told: list[Stated]) -> Spec:
    """The Spec with the body that most failures show, where nobody read one."""
    shown = Counter(each.fault.form for each in told if each.fault.form)
    if not shown or spec.failures.body != DEFAULT_BODY:
        return spec
    usual, _ = shown.most_common(1)[0]
    if len(shown) > 1:
        return spec
    return replace(spec, failures=replace(spec.failures, body=usual))


def _with(spec: Spec, each: Stated, said: str) -> Spec | None:
    """The Spec with one failure; None where no request fails in this way."""
    fault = each.fault
    if fault.otherwise and not fault.worded:
        return None
    made: list[Operation] = []
    hit = False
    for operation in spec.operations:
        own = None
        if operation.effect and _about(spec, operation, each):
            own = _in(spec, operation, each, said)
        hit = hit or own is not None
        made.append(own or operation)
    return replace(spec, operations=tuple(made)) if hit else None


def _of_strangers(each: Stated) -> bool:
    cause = each.cause or caused(each.fault.why, each.fault.status, frozenset())
    return cause is not None and "unauthenticated" in cause.ways


_CONFLICT = 409


def _worded_apart(operation: Operation, cause: Cause | None, message: str, said: str) -> bool:
    """Whether a request has words of its own, that the goal states, for what goes wrong so."""
    return cause is not None and any(
        each.message and each.message != message and each.message in said
        for each in guards(operation.effect)
        if each.failure in cause.ways
    )


def _in(spec: Spec, operation: Operation, each: Stated, said: str) -> Operation | None:
    fault, alone = each.fault, bool(each.method)
    cause = each.cause or _cause(operation, fault)
    if fault.worded and _answers(spec, operation, fault):
        return operation
    if not alone and _worded_apart(operation, cause, fault.message, said):
        return None
    if fault.status == _CONFLICT and cause is not None and {*cause.ways} <= {*INVALID}:
        if any(each.failure == "conflict" for each in guards(operation.effect)) or not alone:
            return None  # what rows forbid, told by a value
    sure = cause is not None and bool(cause.fields or {*cause.ways} & _ASKED_FOR)
    if not sure and _answers(spec, operation, fault):
        return operation
    anyhow = alone or fault.why.strip() or (fault.worded and fault.status in {401, 429})
    if cause is None or not anyhow:
        return None
    if not alone and fault.code and _coded_apart(operation, fault, cause):
        return None
    return placed(spec, operation, fault, cause)


def _coded_apart(operation: Operation, fault: Fault, cause: Cause) -> bool:
    """Whether a request has a code of its own for what is said of all with another one."""
    return any(
        each.way in cause.ways and each.code and each.code != fault.code
        for each in operation.failures
    )


# Ways to fail that a service has where it is asked for them, and that tables may have anyhow.
_ASKED_FOR: frozenset[Way] = frozenset(
    {"unsupported_type", "too_large", "rate", "precondition", "precondition_required"}
)


def _cause(operation: Operation, fault: Fault) -> Cause | None:
    names = frozenset(each.wire for each in operation.inputs if each.place != "path")
    found = caused(fault.why, fault.status, names)
    if fault.why.strip() and found is not None and found.ways:
        return found
    said = caused(_words(fault), fault.status, names) if fault.worded else None
    better = said is not None and said.ways and (said.fields or found is None or not found.ways)
    return said if better else found


def _words(fault: Fault) -> str:
    """The words of a failure itself: "days must be between 1 and 30", PLATE_REQUIRED."""
    return f"{fault.message} {fault.code.replace('_', ' ').lower()}".strip()


def _about(spec: Spec, operation: Operation, each: Stated) -> bool:
    if operation.path.endswith("/health"):
        return False
    if not each.method:
        return True
    path = form(operation.path).rstrip("/")
    wanted = form(each.path).rstrip("/")
    return operation.method == each.method and path in {wanted, f"{spec.base}{wanted}"}


def _answers(spec: Spec, operation: Operation, fault: Fault) -> bool:
    """Whether it answers so already: with this status, in these words, with this code."""
    if fault.status not in statuses(spec, operation):
        return False
    if not fault.worded:
        return bool(fault.why.strip()) is False or _plain(spec, operation, fault)
    told = _all(spec, operation)
    return all(_quoted(each) in told for each in (fault.message, fault.code) if each)


def _plain(spec: Spec, operation: Operation, fault: Fault) -> bool:
    """Whether a bare status is what the way that its cause says answers."""
    cause = _cause(operation, fault)
    if cause is None:
        return False
    names = cause.fields or ("",)
    return all(
        spec.failures.of(way, operation.failures, name).status == fault.status
        for way in cause.ways
        for name in names
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _all(spec: Spec, operation: Operation) -> str:
    """All that an operation may say when it fails, as text."""
    lines = [
        _quoted(each)
        for failure in (*operation.failures, *spec.failures.stated)
        for each in (failure.message, failure.code, failure.body)
    ]
    return "\n".join([notation.write(operation.effect), *lines])


# ---- what is listed ------------------------------------------------------------------------------


def _told(spec: Spec, told: list[Stated], done: set[int]) -> Spec:
    """The Spec without what it was said not to do and does, and with what it does not do."""
    by: dict[str, list[int]] = {}
    for at, each in enumerate(told):
        by.setdefault(_bare(each.fault.cause.whole), []).append(at)
    met = {words: [told[at] for at in there] for words, there in by.items() if done >= {*there}}
    kept = tuple(each for each in spec.unknowns if not _settled(each, met))
    listed = [_bare(each.words) for each in kept if each.rank != "narrative"]
    lost: dict[str, Unknown] = {}
    for at, each in enumerate(told):
        fault = each.fault
        whole = " ".join(fault.cause.whole.replace(GAP, " ").split())
        asked = _asked_for(spec, fault)
        if at in done or not (asked or fault.message or fault.code):
            continue
        if not asked and _somewhere(spec, fault):
            continue
        if any(_bare(whole) in one or (one and one in _bare(whole)) for one in listed):
            continue
        words = whole or f"{fault.status} {fault.message}"
        why = f"nothing built answers {fault.status}{'' if asked else ' with these words'}"
        lost[words] = Unknown("material", words, fault.cause.source, why)
    return replace(spec, unknowns=(*kept, *lost.values()))


def _asked_for(spec: Spec, fault: Fault) -> bool:
    """Whether a failure is one that no service has unless it is asked for, and this has not."""
    cause = caused(fault.why, fault.status, frozenset()) if fault.why.strip() else None
    ways = {*cause.ways} & _ASKED_FOR if cause is not None else set()
    return bool(ways) and not any(
        possible(spec, each, way) for each in spec.operations for way in ways
    )


def _somewhere(spec: Spec, fault: Fault) -> bool:
    told = "\n".join(_all(spec, each) for each in spec.operations)
    return all(_quoted(each) in told for each in (fault.message, fault.code) if each)


_STATUS_WHY = re.compile(
    r"^(?:no request answers|it never answers) (?P<a>\d+)$|the (?P<b>\d+) is not understood$|"
    r"^nothing built answers with (?:it|these words)$"
)
_FAILS = re.compile(r"\b4\d\d\b")
_OF_REQUEST = re.compile(r"^(?:GET|POST|PUT|PATCH|DELETE) \S+: (?=4\d\d)")
_LEFT = re.compile(r"^not understood: (?P<left>.*)$")


def _settled(unknown: Unknown, met: dict[str, list[Stated]]) -> bool:
    """Whether what is listed is no more than a failure that is answered now as it is stated."""
    if unknown.rank != "material" or not _FAILS.search(f"{unknown.words} {unknown.why}"):
        return False
    words = _bare(_OF_REQUEST.sub("", unknown.words))
    stated = _OF_REQUEST.match(unknown.words) and _STATUS_WHY.search(unknown.why)
    for sentence, failures in met.items():
        if not all(_sure(each.fault) for each in failures):
            continue
        about = [each for each in failures if stated and words.startswith(str(each.fault.status))]
        if about and {*words.split()} <= {*sentence.split()} | _of(about) | _FILLER:
            return True
        if not words or not (words in sentence or sentence in words):
            continue
        if (found := _STATUS_WHY.search(unknown.why)) is not None:
            status = found["a"] or found["b"]
            if not status or any(str(each.fault.status) == status for each in failures):
                return True
        if (left := _LEFT.match(unknown.why)) is not None:
            if {*left["left"].split()} <= _of(failures):
                return True
        elif not {*words.split()} - _of(failures) - _FILLER:
            return True
    return False


# Conflicts that are rules of their own, which no other rule with that status looks at.
_RULES = re.compile(
    r"(?i)\b(?:overlap\w*|clash\w*|collid\w*|intersect\w*|more than|at most|exceed\w*|limit|full|"
    r"capacity|while|still)\b"
)


def _sure(fault: Fault) -> bool:
    """Whether a status that is answered says that what leads to it is looked at."""
    return fault.status != 409 or _RULES.search(fault.why) is None


_FILLER = frozenset(
    """
    a an the is are be if when for with and or on of to it that this in then otherwise errors error
    status code message body answer answers answered returns return gives get gets everywhere
    always general http as else they which you says say
    """.split()  # noqa: SIM905
)


def _of(failures: list[Stated]) -> set[str]:
    """The words that say how requests fail, of a sentence."""
    told = " ".join(
        f"{each.fault.why} {each.fault.message} {each.fault.code} {each.fault.status} "
        f"{each.fault.form}"
        for each in failures
    )
    return {*_bare(told).split(), *re.findall(r"[\w'-]+", told.lower())}


def _bare(words: str) -> str:
    return " ".join(re.sub(r"[^\w'-]+", " ", words).lower().split())
