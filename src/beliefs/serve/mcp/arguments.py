"""What tools take: kinds of arguments that several of them share, described for who calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AwareDatetime, Field

if TYPE_CHECKING:
    from beliefs.mind.beliefs import Beliefs

Key = Annotated[
    str | None,
    Field(
        description="Makes retrying safe: the same call with the same key happens once. Choose a "
        "new one for each thing you say."
    ),
]
Id = Annotated[str, Field(description="The id of a belief, or any unique beginning of it.")]
Ids = Annotated[
    list[str] | None, Field(description="Ids of beliefs that this one rests on, if any.")
]
Limit = Annotated[int, Field(ge=1, le=500, description="How many to return at most.")]
Unit = Annotated[float, Field(ge=0, le=1)]
# Dates are strings in JSON, so they are read even though everything else is taken as it is.
Moment = Annotated[
    AwareDatetime,
    Field(
        strict=False,
        description="When it was observed, ISO 8601 with a time zone; not later than now.",
    ),
]
Agent = Annotated[str | None, Field(description="Who says it, if not you.")]
Source = Annotated[
    str | None,
    Field(
        description="The kind of source that it comes from: a tool, a website, a person. It has a "
        "record of its own."
    ),
]
Origin = Annotated[
    str | None,
    Field(
        description="What it goes back to in the end. Reports of one origin count as one report."
    ),
]
Reliability = Annotated[
    Unit | None, Field(description="How often this observer is right, if it errs.")
]
Evidence = Literal["measurement", "citation", "assertion", "judgment", "inference", "assumption"]
EvidenceType = Annotated[
    Evidence | None, Field(description="The kind of evidence; it sets how much one report counts.")
]
Confidence = Annotated[
    Unit | None,
    Field(description="How sure the claim is, 0 to 1. Left out, the claim is asserted."),
]
Strength = Annotated[
    float | None,
    Field(gt=0, description="How many observations it counts for; default by evidence_type."),
]
Choice = Annotated[
    str | None,
    Field(
        description="For a claim with several possible answers, such as 'Serving region': this one."
    ),
]
Among = Annotated[
    list[str] | None, Field(description="All possible answers, with `choice`, if they are known.")
]
Value = Annotated[
    float | None, Field(description="For a claim that is a number, such as 'p99 latency, ms'.")
]
Stdev = Annotated[
    float | None, Field(gt=0, description="How far off that number may be, with `value`.")
]
Quote = Annotated[str | None, Field(description="The words that it is taken from.")]
Reference = Annotated[
    str | None, Field(description="Where those words stand: a URL, a file, a line.")
]


def full_id(beliefs: Beliefs, typed: str) -> str:
    """Complete an id that may be a beginning, with or without the # that texts show."""
    digits = typed.removeprefix("#").lower()
    return digits if len(digits) == 32 else beliefs.find(digits)


def full_ids(beliefs: Beliefs, typed: list[str] | None) -> list[str]:
    """Complete several ids."""
    return [full_id(beliefs, one) for one in typed or ()]
