"""What to ask before a build: the questions whose answers would change most, first.

The value of an answer is how far it is expected to move the Spec and P(accept): of a choice, over
its other answers, each as likely as it is believed in; of words that nobody understood, what they
cost. Answers go the way of everything else that is wanted: a choice as an answer, words as one more
source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from beliefs.build.experience import Choice
from beliefs.build.odds import suites
from beliefs.build.parts import assumed_part, lacking_part
from beliefs.build.wanted import Grasped, Wanted
from beliefs.spec.service import Spec

_SHOWN = 3
# Whoever answers has little time for what hardly matters.
_WORTH_ASKING = 0.005


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the sources leave open, and what holds when nobody answers."""

    about: str
    assumed: str
    value: float
    options: tuple[tuple[str, str], ...] = ()  # with what each would change; none: any words
    words: str = ""  # those that nobody understood


def questions(
    asked: Wanted, grasp: Grasped, understood: Callable[[Wanted], Grasped]
) -> list[Question]:
    """What is worth asking, the most valuable first."""
    found = [
        *(_choice(each, asked, grasp, understood) for each in grasp.choices if not each.told),
        *_words(grasp),
    ]
    kept = [each for each in found if each.value >= _WORTH_ASKING]
    return sorted(kept, key=lambda each: -each.value)


def answered(asked: Wanted, question: Question, answer: str) -> Wanted:
    """What is wanted, with an answer: one of the options, or words."""
    if question.options:
        answers = asked["answers"] | {question.about: answer}
        return Wanted(sources=asked["sources"], told=asked["told"], answers=answers)
    sources = [*asked["sources"], ["answer", answer, "sentences"]]
    answers = asked["answers"] | {question.words or question.about: answer}
    return Wanted(sources=sources, told=asked["told"], answers=answers)


def changed(one: Spec, other: Spec) -> tuple[float, list[str]]:
    """How much of a Spec another one changes, and what.

    >>> from beliefs.spec.understanding import understand
    >>> notes = understand("A notes API: CRUD.").spec
    >>> changed(notes, notes)
    (0.0, [])
    """
    before, after = _facts(one), _facts(other)
    lost = [f"no {name}" for name in before if name not in after]
    new = [name for name in after if name not in before]
    moved = [f"another {name}" for name in after if name in before and after[name] != before[name]]
    differs = [*lost, *new, *moved]
    return len(differs) / len(before | after), differs


def _choice(
    choice: Choice, asked: Wanted, grasp: Grasped, understood: Callable[[Wanted], Grasped]
) -> Question:
    weights = choice.weight + sum(weight for _, weight in choice.instead)
    value, options = 0.0, [(choice.answer, "")]
    for name, weight in choice.instead:
        answers = asked["answers"] | {choice.question: name}
        other = understood(Wanted(sources=asked["sources"], told=asked["told"], answers=answers))
        share, differs = changed(grasp.spec, other.spec)
        value += weight / weights * (share + abs(other.stated.p - grasp.stated.p))
        more = f" and {len(differs) - _SHOWN} more" if len(differs) > _SHOWN else ""
        if differs:
            options.append((name, ", ".join(differs[:_SHOWN]) + more))
    return Question(choice.question, choice.answer, value, tuple(options))


def _words(grasp: Grasped) -> Iterator[Question]:
    """What can only be said in words: what was not understood, and defaults with no other."""
    spec, asked = grasp.spec, {each.question for each in grasp.choices}
    with suites() as outside:
        for unknown in spec.unknowns:
            if unknown.rank == "narrative":
                continue
            # Without an answer to a blocking one, nothing is built at all.
            cost = 1.0 if unknown.rank == "blocking" else 1 - outside.of(lacking_part())
            why = f" ({unknown.why})" if unknown.why else ""
            about = f"What is meant by {unknown.words!r}?{why}"
            yield Question(about, "it is not met", cost, words=unknown.words)
        for each in spec.assumptions:
            if each.about not in asked:
                cost = 1 - outside.of(assumed_part(each.about, spec))
                yield Question(each.about, each.chosen, cost, words=each.about)


def _facts(spec: Spec) -> dict[str, Any]:
    """What a Spec says, by the name of each fact."""
    found: dict[str, Any] = {
        f"{each.method} {each.path}": (each.effect, each.inputs, each.needs, each.failures)
        for each in spec.operations
    }
    for entity in spec.entities:
        found |= {f"{entity.plural}.{each.name}": each for each in entity.fields}
        found[f"key of {entity.plural}"] = entity.key
    for name in ("framework", "storage", "port", "base", "identity", "failures", "rates"):
        found[name] = getattr(spec, name)
    return found
