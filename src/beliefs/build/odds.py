"""P(accept): how likely a suite that was not derived from the Spec is to accept what is built.

A suite accepts what is right in all of its parts, so the probability is the product of what is
believed of each. The evidence are outcomes of outside suites and nothing else; what a builder's own
judge says of its work is none. An acceptance speaks for every part. A refusal says that one of them
is wrong and not which, so each bears its share of it. The runs of one goal have one origin: they
are one report, however often it was tried. So are its variants, but for what varies in them.

What was stated of a goal without its own outcomes, held against how it came out, is what the
kernel's maps correct and its measures measure.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from beliefs.build.experience import believed
from beliefs.build.parts import VARYING, prior
from beliefs.kernel.calibration import gate
from beliefs.kernel.held_out import FOLDS, best_map
from beliefs.kernel.maps import CalibrationMap
from beliefs.ledger.statements import Statement
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.files import home

# What a prior weighs, in outcomes.
PRIOR_OUTCOMES = 10.0
_NAMESPACE = "suites"
_WHOLE = "The suite of {} accepts what is built"
_HEARD = "The outcomes of release {} are heard"
_PART = "A suite accepts services with: {}"


class Came(NamedTuple):
    """What a suite said of what was built for a goal, in a variant of it, out of these parts."""

    goal: str
    variant: str
    parts: tuple[str, ...]
    accepted: bool


@dataclass(frozen=True, slots=True)
class Stated:
    """P(accept), and what it rests on."""

    p: float
    raw: float  # before the map
    map: str | None  # none while outcomes are too few, or all alike
    outcomes: int  # of suites, that it rests on
    weakest: tuple[tuple[str, float], ...]  # the parts that cost most

    def document(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)

    def __str__(self) -> str:
        told = f"P(accept) {self.p:.2f}"
        corrected = f"corrected ({self.map})" if self.map else "too few or too alike to correct it"
        return f"{told}, from {self.outcomes} outcomes of suites, {corrected}"


class Suites:
    """What outside suites said, added up."""

    def __init__(self, beliefs: Beliefs) -> None:
        """Take in what is believed."""
        self.beliefs = beliefs
        held = beliefs.list(limit=None)
        self.known = {each.claim: each.parameters for each in held}
        # By claim and by origin: what was said for it and against it.
        self._said = {
            each.claim: {voice.origin or "": voice.amounts for voice in each.voices}
            for each in held
        }

    def state(self, parts: Iterable[str], *, without: str = "") -> Stated:
        """P(accept) of these parts; `without` leaves out what is known of one goal."""
        found = {part: self.of(part, without=without) for part in parts}
        raw = math.prod(found.values())
        fitted = self._map(without)
        weakest = sorted(found.items(), key=lambda each: each[1])[:3]
        return Stated(
            round(fitted.apply(raw) if fitted else raw, 4),
            round(raw, 4),
            fitted.data()["kind"] if fitted else None,
            len([each for each in self.outcomes if each.goal != without]),
            tuple((part, round(p, 4)) for part, p in weakest),
        )

    def of(self, part: str, *, without: str = "") -> float:
        """How likely one part is to be right."""
        said = self._said.get(_PART.format(part), {})
        heard = [each for origin, each in said.items() if _goal(origin) != without]
        for_it = sum(each[0] for each in heard)
        against = sum(each[1] for each in heard)
        weight = PRIOR_OUTCOMES * prior(part) + for_it
        return weight / (PRIOR_OUTCOMES + for_it + against)

    def hear(self, came: Iterable[Came], run: str) -> None:
        """Let outcomes count; the same outcome of the same run counts once."""
        for each in came:
            said = "accepted" if each.accepted else "refused"
            key = f"{run}: {each.goal}/{each.variant}: {said}"
            self.beliefs.add(_statements(each), idempotency_key=key)

    @cached_property
    def outcomes(self) -> tuple[Came, ...]:
        """Every outcome, one for each origin; of several runs what most of them said."""
        start, end = _WHOLE.split("{}")
        wholes = {
            claim.removeprefix(start).removesuffix(end): said
            for claim, said in self._said.items()
            if claim.startswith(start)
        }
        start = _PART.format("")
        made: dict[str, list[str]] = {}
        for claim, said in self._said.items():
            for origin in said if claim.startswith(start) else ():
                made.setdefault(origin, []).append(claim.removeprefix(start))
        return tuple(
            Came(
                _goal(origin),
                origin.partition("/")[2],
                tuple(sorted({*made.get(origin, ()), *made.get(_goal(origin), ())})),
                said[origin][0] > said[origin][1],
            )
            for origin, said in sorted(wholes.items())
        )

    def _map(self, without: str) -> CalibrationMap | None:
        """What corrects the product; none where the outcomes are too few, or all alike."""
        came = [each for each in self.outcomes if each.goal != without]
        if len({each.accepted for each in came}) < 2:
            return None
        stated = [
            math.prod(self.of(part, without=each.goal) for part in each.parts) for each in came
        ]
        goals = {name: at for at, name in enumerate(sorted({each.goal for each in came}))}
        folds = [goals[each.goal] % FOLDS for each in came]
        return best_map(stated, [each.accepted for each in came], folds)

    def digest(self) -> str:
        """What the probability rests on."""
        return believed(self.known)


def measured(stated: Iterable[tuple[float, bool]]) -> dict[str, Any] | None:
    """How far off stated probabilities were; a perfect predictor's floor stands beside it.

    >>> found = measured([(0.9, True)] * 9 + [(0.9, False)])
    >>> found["n"], found["brier"], found["ece"]
    (10, 0.09, 0.0)
    >>> measured([]) is None
    True
    """
    pairs = list(stated)
    if not pairs:
        return None
    found = gate([p for p, _ in pairs], [came for _, came in pairs])
    floor = {name: round(each, 4) for name, each in found.floor._asdict().items()}
    figures = {"brier": found.brier, "ece": found.ece, "log_loss": found.log_loss}
    return {"n": found.n, **{name: round(each, 4) for name, each in figures.items()}} | {
        "ece_floor": floor
    }


def shipped() -> tuple[Came, ...]:
    """What suites said of what this release builds."""
    told: list[Mapping[str, Any]] = json.loads(_shipped())
    return tuple(Came(**{**each, "parts": tuple(each["parts"])}) for each in told)


@contextmanager
def suites(place: Path | None = None) -> Iterator[Suites]:
    """What suites said on this machine, on top of what the release brings."""
    folder = place or home()
    folder.mkdir(parents=True, exist_ok=True)
    path = str(folder / "builds.db")
    text = _shipped()
    release = hashlib.sha256(text.encode()).hexdigest()[:16]
    with Beliefs(path, namespace=_NAMESPACE, agent="suite") as beliefs:
        found = Suites(beliefs)
        if _HEARD.format(release) in found.known:
            yield found
            return
        told = [one for each in shipped() for one in _statements(each)]
        beliefs.add([*told, Statement(_HEARD.format(release))], idempotency_key=release)
        yield Suites(beliefs)


def _statements(came: Came) -> list[Statement]:
    """What an outcome says of the whole, and of each part."""
    whole = f"{came.goal}/{came.variant}"
    said = float(came.accepted)
    share = 1.0 if came.accepted else 1 / len(came.parts)
    return [
        Statement(_WHOLE.format(whole), said, strength=1.0, origin=whole),
        *(
            Statement(
                _PART.format(part),
                said,
                strength=share,
                origin=whole if part.startswith(VARYING) else came.goal,
            )
            for part in came.parts
        ),
    ]


def _shipped() -> str:
    return files("beliefs.build").joinpath("suites.json").read_text(encoding="utf-8")


def _goal(origin: str) -> str:
    return origin.partition("/")[0]
