"""What sentences made otherwise than the documents beside them say: both sides are shown."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec.answering import answers_of
from beliefs.spec.documents.merging import form_of
from beliefs.spec.operations import Operation
from beliefs.spec.service import TWO_THINGS, Assumption, Spec

_SETTINGS = ("port", "storage", "framework", "base")
_BOUNDS = ("minimum", "maximum", "above", "below", "min_length", "max_length", "choices", "pattern")


def contrary(alone: Spec, whole: Spec) -> tuple[Assumption, ...]:
    """What the whole has otherwise than its documents alone have it, where these say something.

    >>> alone, whole = Spec("a", "A", "", port=9000), Spec("a", "A", "", port=9100)
    >>> [(each.about, each.chosen, each.instead) for each in contrary(alone, whole)]
    [('the port, of which two things are said', '9100', ('9000',))]
    """
    known = {each.about for each in whole.assumptions}
    told = [*_settings(alone, whole), *_requests(alone, whole)]
    made = [
        Assumption(f"{about}, {TWO_THINGS}", str(now), "", (str(before),))
        for about, now, before in dict.fromkeys(told)
    ]
    return tuple(each for each in made if each.about not in known)


def _settings(alone: Spec, whole: Spec) -> Iterator[tuple[str, object, object]]:
    usual = Spec("", "", "")
    for name in _SETTINGS:
        before, now = getattr(alone, name), getattr(whole, name)
        if before not in (getattr(usual, name), now):
            yield f"the {name}", now, before


def _requests(alone: Spec, whole: Spec) -> Iterator[tuple[str, object, object]]:
    there = {_named(each, whole): each for each in whole.operations}
    for before in alone.operations:
        now = there.get(_named(before, alone))
        if now is None:
            continue
        statuses = [{one.status for one in answers_of(each.effect)} for each in (now, before)]
        if statuses[0] and statuses[1] and statuses[0] != statuses[1]:
            mine, theirs = (", ".join(map(str, sorted(each))) for each in statuses)
            yield f"the status of {before.method} {before.path}", mine, theirs
        for given in before.inputs:
            same = next((each for each in now.inputs if each.wire == given.wire), None)
            for name in _BOUNDS if same is not None else ():
                one, other = getattr(given.type, name), getattr(same.type, name) if same else None
                if one and other and one != other:
                    yield f"the {name.replace('_', ' ')} of {given.wire}", _told(other), _told(one)


def _named(operation: Operation, spec: Spec) -> tuple[str, str]:
    return operation.method, form_of(operation.path.removeprefix(spec.base))


def _told(value: object) -> object:
    return "|".join(map(str, value)) if isinstance(value, tuple) else value
