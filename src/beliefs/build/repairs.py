"""What to try when a project was not accepted: another answer to what its goal leaves open.

Answers come in the order in which they are believed in. One that somebody gave is never changed,
and neither is what the goal says: an answer that leaves more of the goal unmet, or drops what it
names (a secret, a framework, JWT), is no repair. When
time or answers run out, the first project stays as it was judged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from beliefs.build.project import project
from beliefs.build.wanted import Grasped, Wanted
from beliefs.errors import InvalidInput
from beliefs.judge.references import parts
from beliefs.spec.effects import Call
from beliefs.spec.service import Assumption, Spec, blocked

# How long repairs may take where nobody said.
SECONDS = 60.0


class Answer(NamedTuple):
    """Another answer to a question, and how much it is believed in."""

    question: str
    answer: str
    weight: float


def answers(choices: Iterable[Mapping[str, Any]]) -> list[Answer]:
    """Every other answer, the likeliest first.

    >>> tag = {"question": "by tag?", "answer": "yes", "instead": [["no", 0.3]], "told": False}
    >>> other = {"question": "tokens?", "answer": "a", "instead": [["b", 0.45]], "told": False}
    >>> [each.question for each in answers([tag, other, {**other, "told": True}])]
    ['tokens?', 'by tag?']
    """
    found = [
        Answer(each["question"], name, weight)
        for each in choices
        if not each["told"]
        for name, weight in each["instead"]
    ]
    return sorted(found, key=lambda each: -each.weight)


def repairs(
    wanted: Wanted,
    first: Spec,
    choices: Iterable[Mapping[str, Any]],
    tried: Iterable[tuple[str, str]],
    understood: Callable[[Wanted], Grasped],
) -> Iterator[tuple[Answer, Wanted, Grasped]]:
    """What is left to try, the likeliest first: other Specs that meet as much of the goal."""
    done, choices = set(tried), list(choices)
    before = {each["question"]: each["answer"] for each in choices}
    for each in answers(choices):
        if (each.question, each.answer) in done:
            continue
        asked = Wanted(
            sources=wanted["sources"],
            told=wanted["told"],
            answers=wanted["answers"] | {each.question: each.answer},
        )
        grasp = understood(asked)
        if _another(grasp.spec, first) and not _loses(grasp.spec, first, wanted):
            yield each, asked, replace(grasp, spec=_said(grasp.spec, each, before[each.question]))


def _said(spec: Spec, answer: Answer, before: str) -> Spec:
    """A Spec that says what was answered otherwise, also where the usual goes without saying."""
    said = f"{answer.answer}, since with {before} it was not accepted"
    others = [each for each in spec.assumptions if each.about != answer.question]
    where = next((each.source for each in spec.assumptions if each not in others), "")
    told = Assumption(answer.question, said, where, (before,))
    return replace(spec, assumptions=(*others, told))


def _another(spec: Spec, first: Spec) -> bool:
    """Whether a Spec is worth a try where the first was not accepted."""
    if spec == first or blocked(spec) or _lacking(spec) > _lacking(first):
        return False
    try:
        project(spec)
    except InvalidInput:
        return False
    return True


def _loses(spec: Spec, first: Spec, wanted: Wanted) -> bool:
    """Whether a Spec lacks what the first has and the goal says in so many words."""
    text = "\n".join(held for _, held, _ in wanted["sources"])
    before, after = _facts(first), _facts(spec)
    return any(
        after[name] != held
        for name, held in before.items()
        if re.search(rf"\b{re.escape(held)}\b", text, re.IGNORECASE)
    )


def _facts(spec: Spec) -> dict[str, str]:
    """What goals say by a name of its own, where they say it."""
    who = spec.identity
    signs = who and any(isinstance(e, Call) and e.function == "signed" for e in parts(who.who))
    told = {
        "framework": spec.framework,
        "storage": spec.storage,
        "port": str(spec.port),
        "tokens": "JWT" if signs else "opaque",
        "secret": spec.secret if signs else "",
        "place": who.place if who else "",
        "credential": who.name if who else "",
    }
    return {name: held or "nothing" for name, held in told.items()}


def _lacking(spec: Spec) -> int:
    return sum(each.rank != "narrative" for each in spec.unknowns)
