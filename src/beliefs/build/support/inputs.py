"""What a request may bring, beyond what Pydantic has a word for."""

from __future__ import annotations

import math
import uuid
from datetime import UTC, date, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, Field, Strict


def _day(text: str) -> str:
    return date.fromisoformat(text).isoformat()


def _moment(text: str) -> str:
    value = datetime.fromisoformat(text)
    aware = value if value.tzinfo else value.replace(tzinfo=UTC)
    return aware.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _uuid(text: str) -> str:
    return str(uuid.UUID(text))


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        message = "Numbers must be finite"
        raise ValueError(message)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inner:
        _finite(each)
    return value


# Whole numbers as far as a database keeps them.
Whole = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
StrictWhole = Annotated[int, Strict(), Field(ge=-(2**63), le=2**63 - 1)]
Number = Annotated[float, Field(allow_inf_nan=False)]
StrictNumber = Annotated[float, Strict(), Field(allow_inf_nan=False)]
StrictTruth = Annotated[bool, Strict()]
Email = Annotated[str, Field(pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$", max_length=254)]
Url = Annotated[str, Field(pattern=r"^https?://[^\s/?#]+[^\s]*$", max_length=2048)]
Day = Annotated[str, Field(json_schema_extra={"format": "date"}), AfterValidator(_day)]
Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"}), AfterValidator(_moment)]
Uuid = Annotated[str, Field(json_schema_extra={"format": "uuid"}), AfterValidator(_uuid)]
Json = Annotated[Any, AfterValidator(_finite)]
