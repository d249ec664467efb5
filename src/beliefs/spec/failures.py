"""What goes wrong, and how each is answered: one table, unless an operation says otherwise.

A body is a template in JSON text. The placeholders in it stand for what is known when the request
fails: {message}, {code}, {status}, {field} (the first input at fault) and, alone as a value,
{errors} (every fault of the input as a list of {field, message}) and {fields} (the same as a
record, the first message about each field under its name).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

Way: TypeAlias = Literal[
    "malformed",  # a body that cannot be read at all
    "missing",  # a required input is not there
    "wrong_type",
    "out_of_range",  # bounds, lengths, patterns
    "unknown_choice",
    "unauthenticated",
    "forbidden",
    "absent",
    "conflict",
    "precondition",
    "precondition_required",
    "gone",
    "too_large",
    "unsupported_type",
    "rate",
    "not_allowed",  # the path is there, the method is not
    "no_route",
    "not_built",  # an operation whose effect nobody understood
    "refused",  # a rule of the goal that has no way of its own
]

WAYS: Final[tuple[Way, ...]] = get_args(Way)
DEFAULT_BODY: Final = '{"detail": "{message}"}'


@dataclass(frozen=True, slots=True)
class Failure:
    """How one way of failing is answered; an empty message leaves it to what happened."""

    way: Way
    status: int
    message: str = ""
    code: str = ""
    body: str = ""  # a template of its own


HOUSE: Final[tuple[Failure, ...]] = (
    Failure("malformed", 422, "The body is not valid JSON."),
    Failure("missing", 422),
    Failure("wrong_type", 422),
    Failure("out_of_range", 422),
    Failure("unknown_choice", 422),
    Failure("unauthenticated", 401, "Not authenticated"),
    Failure("forbidden", 403, "Forbidden"),
    Failure("absent", 404, "Not found"),
    Failure("conflict", 409, "Conflict"),
    Failure("precondition", 412, "Precondition failed"),
    Failure("precondition_required", 428, "Precondition required"),
    Failure("gone", 410, "Gone"),
    Failure("too_large", 413, "Too large"),
    Failure("unsupported_type", 415, "Unsupported media type"),
    Failure("rate", 429, "Too many requests"),
    Failure("not_allowed", 405, "Method Not Allowed"),
    Failure("no_route", 404, "Not Found"),
    Failure("not_built", 501, "Not implemented"),
    Failure("refused", 400, "Bad request"),
)


@dataclass(frozen=True, slots=True)
class Failures:
    """A failure table: the house's answers, but for what the goal says."""

    stated: tuple[Failure, ...] = ()
    body: str = DEFAULT_BODY
    media: str = "application/json"

    def of(self, way: Way, stated_here: tuple[Failure, ...] = ()) -> Failure:
        """How this way of failing is answered, the most specific statement first.

        >>> Failures().of("absent").status
        404
        """
        return next(each for each in (*stated_here, *self.stated, *HOUSE) if each.way == way)
