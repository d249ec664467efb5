"""Failures in the words, with the codes and in the form that the goal shows for them.

Whoever makes a request fail says in which way; how that is told is put in at the end, where all
that a request fails by is known.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.rules import INVALID
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.values_told import Spoken, spoken
from beliefs.spec.brief.wording import with_field
from beliefs.spec.failures import DEFAULT_BODY, Failure, Failures, Way

_GUARD = re.compile(
    r'^(?P<in>\s*)guard (?P<holds>.+) else (?P<way>[a-z_]+)(?: (?P<words>"(?:[^"\\]|\\.)*"))?$'
)


def form_of(service: Service, faults: list[Fault]) -> str:
    """The template that most failures show, where no sentence says what all of them look like."""
    if service.body:
        return service.body
    shown = Counter(each.form for each in faults if each.form)
    own = service.brief.error if service.brief.error != DEFAULT_BODY else ""
    return own or (shown.most_common(1)[0][0] if shown else "")


def own_form(service: Service, fault: Fault) -> str:
    """The template of one failure, where it is another one than that of the rest."""
    form = with_field(fault.form or service.body or DEFAULT_BODY, fault.field)
    return form if form != (service.body or DEFAULT_BODY) else ""


def in_words(scene: Scene) -> None:
    """Have a request fail in the words that are told for each of its failures."""
    every = [*scene.told.every, *scene.service.worded]
    if not any(each.worded for each in every):
        return
    scene.lines = [each for line in scene.lines for each in _line(scene, line, every)]
    _inputs(scene)


def _line(scene: Scene, line: str, every: list[Fault]) -> list[str]:
    found = _GUARD.match(line)
    if found is None:
        return [line]
    way: Way = found["way"]  # type: ignore[assignment]
    stated = _stated(scene, way)
    words = json.loads(found["words"]) if found["words"] else ""
    fault = _meant(way, stated.status, words, every)
    if fault is None:
        return [line]
    told = spoken(scene, fault, found["holds"])
    if told.plain and not fault.body and _tabled(scene, way, stated, fault):
        said = fault.message or words
        head = line[: found.end("way")]
        return [f"{head} {json.dumps(said, ensure_ascii=False)}" if said else head]
    body = _body(scene, fault, told, words or stated.message)
    return [
        f"{found['in']}if not({found['holds']}):",
        f"{found['in']}    answer {stated.status} {body}",
    ]


def _stated(scene: Scene, way: Way) -> Failure:
    return Failures(tuple(scene.service.failures)).of(way, tuple(scene.stated.values()))


def _meant(way: Way, status: int, words: str, every: list[Fault]) -> Fault | None:
    """The failure that a guard is for, where it is told in words of its own."""
    alike = [each for each in every if each.status == status]
    exact = [each for each in alike if words and each.message == words]
    if exact:
        return exact[0]
    distinct = {(each.message, each.code, each.form, each.body, each.why): each for each in alike}
    if len(distinct) > 1:
        fits = [each for each in distinct.values() if _about(way, words, each)]
        distinct = {(each.message, each.code, each.form, each.body, ""): each for each in fits}
    told = [each for each in distinct.values() if each.worded]
    return told[0] if len(distinct) == 1 and told else None


_NOT_THERE = re.compile(
    r"(?i)\b(?:unknown|no such|no \w+ with|not (?:found|exist)|n't (?:exist|there)|isn't there|"
    r"is not there|nobody|never|there (?:is|are) no|missing id|nonexist\w*|does not exist|absent)\b"
)
_THERE = re.compile(
    r"(?i)\b(?:taken|exists?|in use|used|twice|duplicate\w*|same|again|already|known|unique|"
    r"second)\b"
)


def _about(way: Way, words: str, fault: Fault) -> bool:
    if way == "absent":
        return words.endswith("not found") == bool(_NOT_THERE.search(fault.why))
    taken = re.fullmatch(r"(\w+) is taken", words)
    if taken is not None:
        named = re.search(rf"(?i)\b{re.escape(taken[1])}\b", fault.why) is not None
        return bool(_THERE.search(fault.why)) and (named or not re.search(r"_", fault.why))
    return False


def _tabled(scene: Scene, way: Way, stated: Failure, fault: Fault) -> bool:
    """Whether a line of the failure table answers so; it is put there where there is none."""
    form = scene.service.body
    own = own_form(scene.service, fault)
    coded = "{code}" in (own or form)
    if not own and not (coded and fault.code):
        return True
    if own == stated.body and (not coded or stated.code == fault.code):
        return True
    if way in scene.stated and (scene.stated[way].code or scene.stated[way].body):
        return False
    scene.stated[way] = replace(stated, code=fault.code, body=own)
    return True


def _inputs(scene: Scene) -> None:
    """Say in the table how a request fails whose inputs do not fit."""
    unfit = [each for each in (*scene.unfit, *scene.service.unfit) if each.worded]
    alike = {(each.message, each.code, each.form): each for each in unfit}
    if len(alike) != 1:
        return
    fault = next(iter(alike.values()))
    own = own_form(scene.service, fault)
    for way in INVALID:
        stated = _stated(scene, way)
        told = replace(stated, message=fault.message or stated.message, code=fault.code, body=own)
        if stated.status == fault.status and told != stated:
            scene.stated[way] = told


# ---- bodies that only the request knows ----------------------------------------------------------


def _body(scene: Scene, fault: Fault, told: Spoken, words: str) -> str:
    """The body of a failure, as an expression."""
    form = json.loads(fault.form or scene.service.body or DEFAULT_BODY)
    message = told.message or json.dumps(fault.message or words, ensure_ascii=False)
    values = {
        "{message}": message,
        "{code}": json.dumps(fault.code),
        "{status}": str(fault.status),
        "{field}": "null",
    }
    return _expression(form, values, told.more)


def _expression(form: Any, values: dict[str, str], more: Mapping[str, str]) -> str:
    if isinstance(form, dict):
        told = {name: _expression(each, values, {}) for name, each in form.items()} | dict(more)
        return "{" + ", ".join(f"{_name(name)}: {each}" for name, each in told.items()) + "}"
    if isinstance(form, list):
        return "[" + ", ".join(_expression(each, values, {}) for each in form) + "]"
    if isinstance(form, str) and form in values:
        return values[form]
    return json.dumps(form, ensure_ascii=False)


def _name(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)
