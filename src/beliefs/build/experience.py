"""What judged builds taught about readings, defaults and components, as beliefs.

Where a goal can be read in two ways, or leaves something open, each answer is a claim. Its prior is
the lexicon's; its evidence are the verdicts on builds that used it, one voice for each build. The
same beliefs give the same choices, and so the same project. What a project is made of is believed
in likewise. None of this enters P(accept): that is what `odds` is for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from beliefs.kernel.families import Beta
from beliefs.ledger.statements import Statement
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.files import home

if TYPE_CHECKING:
    from beliefs.spec.understanding import Option

# What a prior weighs, in builds: so many verdicts of one kind outweigh it.
PRIOR_BUILDS = 4.0
_NAMESPACE = "builds"


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question that a goal leaves open, with the belief that made it."""

    question: str
    answer: str
    belief: str  # the claim
    weight: float  # of the answer: its prior, and the verdicts for it and against it
    prior: float
    instead: tuple[tuple[str, float], ...]  # the other answers with their weights, best first
    told: bool = False  # somebody was asked, and said so


@dataclass(slots=True)
class Experience:
    """Chooses by what is believed, and remembers what it chose until a verdict comes.

    `told` has answers that were given: they are taken, whatever is believed.
    """

    beliefs: Beliefs
    told: Mapping[str, str] = field(default_factory=dict)
    chosen: dict[str, Choice] = field(default_factory=dict)
    known: dict[str, Beta] = field(init=False)

    def __post_init__(self) -> None:
        """Take in what is believed."""
        held = ((each.claim, each.parameters) for each in self.beliefs.list(limit=None))
        self.known = {text: figures for text, figures in held if isinstance(figures, Beta)}

    def choose(self, question: str, options: tuple[Option, ...]) -> str:
        """The option with the best record, the lexicon's order among equals."""
        weights = {each.name: self._weight(question, each) for each in options}
        told = self.told.get(question)
        best = told if told in weights else max(weights, key=weights.__getitem__)
        others = sorted(weights.items(), key=lambda each: -each[1])
        self.chosen[question] = Choice(
            question,
            best,
            claim(question, best),
            round(weights[best], 6),
            next(each.prior for each in options if each.name == best),
            tuple((name, round(weight, 6)) for name, weight in others if name != best),
            told == best,
        )
        return best

    def learn(
        self, build: str, chosen: Mapping[str, str], parts: Iterable[str], *, accepted: bool
    ) -> None:
        """Let the verdict on a build count for, or against, all it chose and is made of; once."""
        claims = [claim(question, answer) for question, answer in chosen.items()]
        claims += [f"A judge accepts services with: {each}" for each in parts]
        if not claims:
            return
        self.beliefs.add(
            [
                Statement(each, float(accepted), strength=1, source=f"build {build}")
                for each in claims
            ],
            idempotency_key=build,
        )

    def digest(self) -> str:
        """What the choices rest on."""
        return believed(self.known)

    def _weight(self, question: str, option: Option) -> float:
        """The posterior mean of an answer: its prior, and the verdicts for and against it."""
        held = self.known.get(claim(question, option.name))
        if held is None:
            return option.prior
        for_it, against = held.alpha - 1, held.beta - 1
        return (PRIOR_BUILDS * option.prior + for_it) / (PRIOR_BUILDS + for_it + against)


def believed(known: Mapping[str, object]) -> str:
    """A digest of what is believed: claims and their parameters, whenever they came to be.

    >>> believed({"a": Beta(1.0, 2.0)}) == believed({"a": Beta(1.0, 2.0)}) != believed({})
    True
    """
    lines = sorted(f"{text}\n{figures!r}\n" for text, figures in known.items())
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def claim(question: str, answer: str) -> str:
    """What is believed or not.

    >>> claim("the storage", "sqlite")
    'Asked "the storage", a build answers "sqlite"'
    """
    return f'Asked "{question}", a build answers "{answer}"'


@contextmanager
def experience(
    place: Path | None = None, told: Mapping[str, str] | None = None
) -> Iterator[Experience]:
    """What this machine's builds taught, in a ledger of its own."""
    folder = place or home()
    folder.mkdir(parents=True, exist_ok=True)
    with Beliefs(str(folder / "builds.db"), namespace=_NAMESPACE, agent="judge") as beliefs:
        yield Experience(beliefs, told or {})
