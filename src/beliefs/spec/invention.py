"""Requests that a reading made up, beside those that a goal names.

"CRUD for books" names no path, and whoever reads it has to make some up. A goal that names request
after request leaves nothing to make up: whatever else was read in it is a word taken for a thing.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.effects import Insert
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec, Unknown

_NAMED = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE)\b[`*]*\s+[`*]*/[\w{}<>:./-]*")
_PATH = re.compile(r"(?<![\w/.:])/[\w{}<>:./-]+")
# Requests by method and path: somebody who wrote these wrote them all, sooner if one keeps rows.
_ENOUGH = 3
_WHY = (
    "the goal names its requests and this is none of them: words about another one were misread; "
    "say of each request what it brings, does and answers"
)
_ASKS = re.compile(
    r"(?i)\bCRUD\b|\b(?:usual|standard|normal|typical|basic|full|common|all|other)\b[^.;]{0,30}"
    r"\b(?:operations?|endpoints?|routes?|requests?|methods?)\b|\bREST(?:ful)? (?:api )?for\b"
)


def invented(text: str, spec: Spec) -> tuple[Operation, ...]:
    """What makes rows where a goal names no path, though it names the paths of others.

    >>> from beliefs.spec.operations import Operation
    >>> goal = "POST /notes, GET /notes, DELETE /notes/{id} for a small team."
    >>> told = (Operation("a", "POST", "/notes", ()), Operation("b", "POST", "/teams", ()))
    >>> [each.path for each in invented(goal, Spec("n", "N", "", operations=told))]
    ['/teams']
    """
    named, made = _PATH.findall(text), [each for each in spec.operations if each.method == "POST"]
    keeps = any(_is_named(each, named, spec.base) and _keeps(each) for each in made)
    if len({*_NAMED.findall(text)}) < _ENOUGH - keeps or _ASKS.search(text):
        return ()
    return tuple(each for each in made if not _is_named(each, named, spec.base))


def _keeps(operation: Operation) -> bool:
    return any(isinstance(each, Insert) for each in operation.effect)


def doubted(text: str, spec: Spec) -> Spec:
    """The Spec, with whatever was made up told as not understood."""
    unknowns = tuple(
        Unknown("blocking", f"{each.method} {each.path}", each.source, _WHY)
        for each in invented(text, spec)
    )
    return replace(spec, unknowns=(*spec.unknowns, *unknowns)) if unknowns else spec


def _is_named(operation: Operation, named: list[str], base: str) -> bool:
    """Whether something is named where it is; one more request there is no other thing."""
    there = operation.path.removeprefix(base).partition("{")[0].rstrip("/")
    return any(each.removeprefix(base).startswith(there) for each in named)
