"""Calls by name, read as deeds on things: /createSample, /getSample, /startAnalysis.

A service of calls is drafted as one of things before its rules are given to routes, so that what
is said of samples and of starting an analysis finds them; its routes get their names back at the
end.
"""

from __future__ import annotations

from typing import get_args

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Alias, Contract, Param, Property, Route, Shape
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.verbs import alias_of, things_of
from beliefs.spec.documents.words import words
from beliefs.spec.operations import Method
from beliefs.spec.types import Type


def called(drafts: list[Draft]) -> tuple[tuple[Route, Alias], ...]:
    """Turn drafts of calls into drafts of things; what each of them was."""
    told = [(each, _route(each)) for each in drafts if _is_call(each)]
    whole = Contract(routes=tuple(route for _, route in told))
    things = things_of(whole) if len(told) == len(drafts) else {}
    found: list[tuple[Route, Alias]] = []
    for draft, route in told if things else ():
        alias = alias_of(route, things, whole)
        if alias is None or any(alias[:2] == other[:2] for _, other in found):
            continue
        found.append((route, alias))
        draft.called = steps(draft.path)[-1].name
        draft.method, draft.path = alias.method, alias.path
        draft.told.pop(alias.param, None)
        draft.params.pop(alias.param, None)
        if alias.method == "GET":
            for name, each in draft.told.items():
                draft.params[name] = Param(name, "query", each.shape, bool(each.required))
            draft.told = {}
    return tuple(found)


def _is_call(draft: Draft) -> bool:
    chain = steps(draft.path)
    return len(chain) == 1 and not chain[0].param and len(words(chain[0].name)) > 1


def _route(draft: Draft) -> Route:
    parts = tuple(Property(name, each.shape) for name, each in draft.told.items())
    body = draft.body or (Shape(Type("record"), properties=parts) if parts else None)
    params = tuple(draft.params.values())
    method = next(each for each in get_args(Method) if each == draft.method)
    return Route(method, draft.path, params=params, body=body)


def coded(sentence: str, codes: dict[str, int]) -> str:
    """A sentence that names failures by their codes, with the statuses that these have.

    >>> coded("Names are unique (`TAKEN`).", {"TAKEN": 409})
    'Names are unique (409 `TAKEN`).'
    """
    for code, status in codes.items():
        if (
            re.search(rf"(?<!\d )`?\b{re.escape(code)}\b`?", sentence)
            and str(status) not in sentence
        ):
            sentence = re.sub(
                rf"`?\b{re.escape(code)}\b`?", f"{status} `{code}`", sentence, count=1
            )
    return sentence
