"""Goals of the benchmark in other people's words: the same Spec, or a difference that is stated."""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from beliefs.build.wanted import grasped, wanted
from beliefs.judge.goals import goals
from beliefs.spec.effects import Call, Make
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_WANTED = 0.95
_SAME = 0.8  # measured; it may only rise
_SAME_BY_COMMAND = 84  # of 90, likewise
_REFUSED = 1  # of 90; it may only fall
_MORE_SAME, _MORE_REFUSED = 81, 4  # of 90 others


def _plain(value: Any) -> Any:
    """A value in which the order of a record's names does not count."""
    if isinstance(value, Make):
        return sorted((name, repr(_plain(each))) for name, each in value.fields)
    if isinstance(value, Call) and value.function in {"only", "drop", "csv"}:
        first, *names = value.arguments
        return (value.function, _plain(first), sorted(repr(each) for each in names))
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        return (
            type(value).__name__,
            *(_plain(getattr(value, each.name)) for each in fields(value)),
        )
    return value


def _contract(spec: Spec) -> Any:
    operations = {
        (each.method, each.path): (
            sorted(each.inputs, key=lambda one: one.name),
            _plain(each.effect),
            each.needs,
            each.failures,
        )
        for each in spec.operations
    }
    kept = {
        each.name: (each.plural, each.key, sorted(each.fields, key=lambda one: one.name))
        for each in spec.entities
    }
    settings = (spec.base, spec.port, spec.storage, spec.framework, spec.rates, spec.identity)
    return operations, kept, settings, spec.failures


def _states_a_difference(spec: Spec, original: Spec) -> bool:
    known = {each.about for each in original.assumptions}
    return any(each.rank != "narrative" for each in spec.unknowns) or any(
        each.about not in known for each in spec.assumptions
    )


def _paraphrases(name: str = "paraphrases.toml") -> list[tuple[str, str]]:
    text = (Path(__file__).parent / name).read_text("utf-8")
    told = tomllib.loads(text)["goal"]
    return [(each["name"], sentence) for each in told for sentence in each["paraphrases"]]


def _counted(
    read: Callable[[str], Spec], told: list[tuple[str, str]] | None = None
) -> Counter[str]:
    """How many paraphrases come to the same Spec, to a stated difference, or to a silent one."""
    originals = {each.name: read(each.sentence) for each in goals()}
    found: Counter[str] = Counter()
    for name, sentence in told or _paraphrases():
        original, spec = originals[name], read(sentence)
        if any(each.rank == "blocking" for each in spec.unknowns):
            found["refused"] += 1
        elif _contract(spec) == _contract(original):
            found["same"] += 1
        elif _states_a_difference(spec, original):
            found["stated"] += 1
        else:
            found["silent"] += 1
    sys.stdout.write(f"{found.total()} paraphrases: {dict(found)}\n")
    return found


def test_paraphrases_give_the_same_spec_or_state_the_difference():
    found = _counted(lambda text: understand(text).spec)
    assert found["silent"] / found.total() <= 1 - _WANTED
    assert found["same"] / found.total() >= _SAME


def test_by_the_road_of_the_command_no_paraphrase_differs_in_silence():
    found = _counted(lambda text: grasped(wanted([("goal", text, "sentences")])).spec)
    assert found["silent"] == 0
    assert found["same"] >= _SAME_BY_COMMAND
    assert found["refused"] <= _REFUSED


def test_of_paraphrases_that_nobody_read_for_nearly_all_are_the_same_or_say_so():
    told = _paraphrases("unread_paraphrases.toml")
    found = _counted(lambda text: grasped(wanted([("goal", text, "sentences")])).spec, told)
    assert (found["same"] + found["stated"]) / found.total() >= _WANTED


def test_of_other_paraphrases_none_differs_in_silence():
    told = _paraphrases("more_paraphrases.toml")
    found = _counted(lambda text: grasped(wanted([("goal", text, "sentences")])).spec, told)
    assert found["silent"] == 0
    assert found["same"] >= _MORE_SAME
    assert found["refused"] <= _MORE_REFUSED
