"""What judged builds taught about readings and defaults, as beliefs.

Where a goal can be read in two ways, or leaves something open, each answer is a claim. Its prior is
the lexicon's; its evidence are the verdicts on builds that used it, one voice for each build. The
same beliefs give the same choices, and so the same project.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from beliefs.kernel.families import Beta
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.files import home

if TYPE_CHECKING:
    from beliefs.spec.understanding import Option

# What a prior weighs, in builds: so many verdicts of one kind outweigh it.
PRIOR_BUILDS = 4.0
_NAMESPACE = "builds"


@dataclass(slots=True)
class Experience:
    """Chooses by what is believed, and remembers what it chose until a verdict comes."""

    beliefs: Beliefs
    chosen: dict[str, str] = field(default_factory=dict)
    known: dict[str, Beta] = field(init=False)

    def __post_init__(self) -> None:
        """Take in what is believed."""
        held = ((each.claim, each.parameters) for each in self.beliefs.list(limit=None))
        self.known = {text: figures for text, figures in held if isinstance(figures, Beta)}

    def choose(self, question: str, options: tuple[Option, ...]) -> str:
        """The option with the best record, the lexicon's order among equals."""
        best = max(options, key=lambda each: self._weight(question, each))
        self.chosen[question] = best.name
        return best.name

    def learn(self, build: str, *, accepted: bool) -> None:
        """Let the verdict on a build count for, or against, everything it chose; once."""
        for question, answer in self.chosen.items():
            self.beliefs.add(
                claim(question, answer),
                confidence=1.0 if accepted else 0.0,
                strength=1,
                source=f"build {build}",
                idempotency_key=f"{build}: {question}",
            )

    def digest(self) -> str:
        """What the choices rest on."""
        return self.beliefs.digest()

    def _weight(self, question: str, option: Option) -> float:
        """The posterior mean of an answer: its prior, and the verdicts for and against it."""
        held = self.known.get(claim(question, option.name))
        if held is None:
            return option.prior
        for_it, against = held.alpha - 1, held.beta - 1
        return (PRIOR_BUILDS * option.prior + for_it) / (PRIOR_BUILDS + for_it + against)


def claim(question: str, answer: str) -> str:
    """What is believed or not.

    >>> claim("the storage", "sqlite")
    'Asked "the storage", a build answers "sqlite"'
    """
    return f'Asked "{question}", a build answers "{answer}"'


@contextmanager
def experience(place: Path | None = None) -> Iterator[Experience]:
    """What this machine's builds taught, in a ledger of its own."""
    folder = place or home()
    folder.mkdir(parents=True, exist_ok=True)
    with Beliefs(str(folder / "builds.db"), namespace=_NAMESPACE, agent="judge") as beliefs:
        yield Experience(beliefs)
