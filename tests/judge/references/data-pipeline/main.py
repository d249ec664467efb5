"""A data pipeline, by hand: what the suite of the same name must accept."""

import argparse
import csv
import json
import sys
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError


def address(text):
    if "@" not in text:
        raise ValueError("an email has an @")
    return text.lower()


class Row(BaseModel):
    model_config = ConfigDict(str_strip_whitespace=True)

    name: str
    email: Annotated[str, AfterValidator(address)]
    age: int = Field(ge=0, le=150)
    amount: float = Field(ge=0, allow_inf_nan=False)


def reason(error):
    return "; ".join(f"{each['loc'][0]}: {each['msg']}" for each in error.errors())


def pipe(source, good, bad):
    counts = {"good": 0, "bad": 0}
    rows = csv.DictReader(source)
    for row in rows:
        try:
            clean = Row.model_validate(row)
        except ValidationError as error:
            told = {"line": rows.line_num, "reason": reason(error)}
            bad.write(json.dumps(told, ensure_ascii=False) + "\n")
            counts["bad"] += 1
        else:
            good.write(clean.model_dump_json() + "\n")
            counts["good"] += 1
    return counts


def main():
    parser = argparse.ArgumentParser(description="Check and clean the rows of a CSV file.")
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--errors", required=True)
    given = parser.parse_args()
    try:
        source = open(given.input, newline="", encoding="utf-8")
    except OSError as error:
        print(f"{given.input}: {error.strerror}", file=sys.stderr)
        return 1
    with (
        source,
        open(given.output, "w", encoding="utf-8") as good,
        open(given.errors, "w", encoding="utf-8") as bad,
    ):
        counts = pipe(source, good, bad)
    print(f"{counts['good']} good, {counts['bad']} bad")
    return 0


if __name__ == "__main__":
    sys.exit(main())
