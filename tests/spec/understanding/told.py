"""Operations in one line each, as fixtures write them: inputs, then the statuses it may answer."""

from __future__ import annotations

from beliefs.spec.operations import Operation
from beliefs.spec.promises import stated_statuses
from beliefs.spec.service import Spec
from beliefs.spec.understanding import Understood
from beliefs.spec.understanding.tokens import tokens

_INPUTS = ("missing", "wrong_type", "out_of_range")


def told(spec: Spec) -> list[str]:
    """The settings and the operations of a Spec, health aside."""
    base = f" {spec.base}" if spec.base else ""
    lines = [f"{spec.framework} {spec.storage} {spec.port}{base}"]
    own = {"/health", f"{spec.base}/health"}
    lines += [operation(spec, each) for each in spec.operations if each.path not in own]
    return lines


def operation(spec: Spec, each: Operation) -> str:
    """One operation: POST /notes: title content? -> 201 422."""
    inputs = " ".join(f"{told.wire}{'' if told.required else '?'}" for told in each.inputs)
    statuses = stated_statuses(spec, each, each.effect)
    nobody = spec.failures.of("unauthenticated", each.failures).status
    statuses |= {nobody} if each.needs else set()
    body = [told for told in each.inputs if told.place != "path" or told.type.kind != "string"]
    ways = [spec.failures.of("wrong_type", each.failures).status] if body else []
    said = " ".join(str(status) for status in sorted({*statuses, *ways}))
    return f"{each.method} {each.path}: {inputs} -> {said}"


def accounts_for_every_word(goal: str, understood: Understood) -> None:
    """Hold what was understood of a goal to using each word, or listing it."""
    words = [token for token in tokens(goal) if token.sort not in {"sign", "break"}]
    assert [(each.start, each.end) for each in understood.trace] == [
        (token.start, token.end) for token in words
    ]
    listed = " \n ".join(each.words for each in understood.spec.unknowns)
    for each in understood.trace:
        assert each.rule
        if each.rule == "unknown":
            assert each.word in listed
