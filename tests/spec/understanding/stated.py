"""What a goal states, one claim in a line, and the claims that a Spec does not keep.

`POST /items: name price?:number kind=a|b -> 201 409` is an operation with these inputs and no
others, path aside, that may answer with these statuses among others; `= flask json 8000` are
settings; `~ words` are words that must be listed as not understood.
"""

from __future__ import annotations

import re
from pathlib import Path

from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec
from tests.spec.understanding.told import operation as told

_CLAIM = re.compile(r"(\w+) (\S+?)(?:: (.*?))? -> (.*)")


def cases(name: str) -> list[tuple[str, list[str]]]:
    """Goals of a file, each with its claims."""
    text = (Path(__file__).parent / name).read_text("utf-8").strip()
    blocks = [each.split("\n") for each in text.split("\n\n")]
    return [(first.removeprefix("> "), rest) for first, *rest in blocks]


def broken(spec: Spec, claims: list[str]) -> list[str]:
    """The claims that do not hold, and what was not understood without a claim saying so."""
    listed = [each.words for each in spec.unknowns if each.rank != "narrative"]
    narrative = [each.words for each in spec.unknowns if each.rank == "narrative"]
    wanted = [each.removeprefix("~ ") for each in claims if each.startswith("~ ")]
    faults = [f"not listed: {each}" for each in wanted if not _in([*listed, *narrative], each)]
    for each in claims:
        if each.startswith("= "):
            settings = f"= {spec.framework} {spec.storage} {spec.port}"
            faults += [f"{each}, not {settings}"] if settings != each else []
        elif not each.startswith("~ "):
            faults += _operation(spec, each)
    holes = [f"{each.method} {each.path}" for each in spec.operations if not each.effect]
    return [*faults, *(f"a hole: {each}" for each in holes if each not in wanted)]


def _in(listed: list[str], words: str) -> bool:
    return any(words in each for each in listed)


def _operation(spec: Spec, claim: str) -> list[str]:
    match = _CLAIM.fullmatch(claim)
    assert match is not None, claim
    method, path, inputs, statuses = match.groups()
    found = next(
        (each for each in spec.operations if (each.method, each.path) == (method, path)), None
    )
    if found is None:
        return [f"missing: {method} {path}"]
    line = told(spec, found)
    possible = line.rpartition("-> ")[2].split()
    faults = [
        f"{claim}: {each} is not in {line}" for each in statuses.split() if each not in possible
    ]
    named = {each.wire: each for each in found.inputs if each.place != "path"}
    asked = [_asked(each) for each in (inputs or "").split()]
    if inputs is not None and {each[0] for each in asked} != set(named):
        return [*faults, f"{claim}: has {sorted(named)}"]
    for name, optional, kind, choices in asked:
        faults += _input(found, name, optional=optional, kind=kind, choices=choices)
    return faults


def _asked(text: str) -> tuple[str, bool, str, tuple[str, ...]]:
    match = re.fullmatch(r"([\w-]+)(\?)?(?::(\w+))?(?:=(\S+))?", text)
    assert match is not None, text
    name, mark, kind, choices = match.groups()
    return name, bool(mark), kind or "", tuple(choices.split("|")) if choices else ()


def _input(
    found: Operation, name: str, *, optional: bool, kind: str, choices: tuple[str, ...]
) -> list[str]:
    told = next(each for each in found.inputs if each.wire == name)
    where = f"{found.method} {found.path}: {name}"
    faults = [f"{where} is required: {told.required}"] if told.required == optional else []
    faults += (
        [f"{where} is {told.type.kind}, not {kind}"] if kind not in {"", told.type.kind} else []
    )
    faults += (
        [f"{where} has {told.type.choices}"] if choices and told.type.choices != choices else []
    )
    return faults
