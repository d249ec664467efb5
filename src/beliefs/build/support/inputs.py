"""What a request may bring, beyond what Pydantic has a word for."""

from __future__ import annotations

import math
import uuid
from datetime import UTC, date, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, Strict
from pydantic_core import PydanticKnownError


def _day(text: str) -> str:
    return date.fromisoformat(text).isoformat()


def _moment(text: str) -> str:
    value = datetime.fromisoformat(text)
    aware = value if value.tzinfo else value.replace(tzinfo=UTC)
    try:
        plain = aware.astimezone(UTC).replace(tzinfo=None)
    except OverflowError:
        message = "The moment is beyond the calendar"
        raise ValueError(message) from None
    return f"{plain.isoformat(timespec='microseconds')}Z"


def _uuid(text: str) -> str:
    return str(uuid.UUID(text))


def _whole(value: Any) -> Any:
    # To JSON, 2.0 is as whole as 2; a text or a truth is no number.
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    if type(whole) is not int:
        raise PydanticKnownError("int_type")
    return whole


def _finite(value: Any) -> Any:
    if isinstance(value, bytes):  # a body of another kind than JSON
        raise PydanticKnownError("json_type")
    if isinstance(value, float) and not math.isfinite(value):
        message = "Numbers must be finite"
        raise ValueError(message)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inner:
        _finite(each)
    return value


# Whole numbers go as far as every reader of JSON keeps them exact.
LARGEST = 2**53 - 1
WHOLE = BeforeValidator(_whole)
Whole = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
StrictWhole = Annotated[int, Field(ge=-LARGEST, le=LARGEST), WHOLE]
Number = Annotated[float, Field(allow_inf_nan=False)]
StrictNumber = Annotated[float, Strict(), Field(allow_inf_nan=False)]
StrictTruth = Annotated[bool, Strict()]
# What is blank differs from one regular expression engine to the next; controls are named in full.
_BLANK = r"\s\x00-\x1f\x7f-\x9f\ufeff"
_PART = rf"[^@{_BLANK}]+"
Email = Annotated[str, Field(pattern=rf"^{_PART}@{_PART}\.{_PART}$", max_length=254)]
Url = Annotated[str, Field(pattern=rf"^https?://[^/?#{_BLANK}]+[^{_BLANK}]*$", max_length=2048)]
Day = Annotated[str, Field(json_schema_extra={"format": "date"}), AfterValidator(_day)]
Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"}), AfterValidator(_moment)]
# A moment that has to say where it is.
ZonedMoment = Annotated[
    str,
    Field(pattern=r"(?:[zZ]|[+-]\d\d:?\d\d)$", json_schema_extra={"format": "date-time"}),
    AfterValidator(_moment),
]
Uuid = Annotated[str, Field(json_schema_extra={"format": "uuid"}), AfterValidator(_uuid)]
Json = Annotated[Any, AfterValidator(_finite)]
