"""What a text is made of: "lowercase letters, digits and dashes" as a regular expression."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from beliefs.spec.types import Type
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.numbers import number_at
from beliefs.spec.understanding.patterns import Tokens

_SORTS = {
    **dict.fromkeys(("letters", "characters", "chars"), "A-Za-z"),
    **dict.fromkeys(("digits", "numbers", "numerals"), "0-9"),
    **dict.fromkeys(("dashes", "hyphens"), "-"),
    "underscores": "_",
    "dots": ".",
}
_CASES = {
    **dict.fromkeys(("lowercase", "lower-case"), "a-z"),
    **dict.fromkeys(("uppercase", "upper-case", "capital"), "A-Z"),
    **dict.fromkeys(("alphanumeric", "alphanumerical"), "A-Za-z0-9"),
}


def read_letters(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """Sorts of letters with commas and an `and`, as what stands in the brackets of a pattern."""
    found = ""
    while at < len(tokens):
        if span := _span(tokens, at):
            found, at = f"{found}{span}", at + (3 if span == "0-9" else 1)
            yield at, _ordered(found)
            after = _past(tokens, at)
            if after == at:
                return
            at = after
            continue
        case = _CASES.get(tokens[at].low, "")
        at += bool(case)
        sort = _SORTS.get(tokens[at].low, "") if at < len(tokens) else ""
        if not sort or (case and sort != "A-Za-z") or (not case and tokens[at].low[:4] == "char"):
            return
        found, at = f"{found}{case or sort}", at + 1
        yield at, _ordered(found)
        after = _past(tokens, at)
        if after == at:
            return
        at = after


def _past(tokens: Tokens, at: int) -> int:
    """Past what stands between two sorts of letters."""
    while at < len(tokens) and tokens[at].low in {",", "and", "or"}:
        at += 1
    return at


def _span(tokens: Tokens, at: int) -> str:
    """Letters as they are written out: a-z, 0-9, a dash that stands for itself."""
    if tokens[at].text in {"a-z", "A-Z", "_", "."}:
        return tokens[at].text
    if "".join(each.text for each in tokens[at : at + 3]) == "0-9":
        return "0-9"
    return "-" if tokens[at].text == "-" else ""


def _ordered(found: str) -> str:
    """With a dash at the end, where it stands for itself."""
    plain = found.replace("a-z", "").replace("A-Z", "").replace("0-9", "").replace("A-Za-z", "")
    if "-" not in plain:
        return found
    parts = [each for each in ("a-z", "A-Z", "0-9", "_", ".") if each in found]
    return "".join((*parts, "-"))


def spelled(piece: Tokens, asked: Asked) -> Asked | None:
    """The field as a note spells it: "3 to 20 uppercase letters and digits"."""
    at, least, most = 0, 1, None
    first = number_at(piece, 0)
    if first is not None:
        at, least = first[0], int(first[1])
        most = least
        if at < len(piece) and piece[at].low in {"to", "-", "–"}:
            second = number_at(piece, at + 1)
            if second is None:
                return None
            at, most = second[0], int(second[1])
    at += at < len(piece) and piece[at].low in {"only", "of"}
    for end, found in read_letters(piece, at):
        if end == len(piece):
            kind = Type("string", min_length=least, max_length=most, pattern=f"^[{found}]+$")
            kind = replace(kind, nullable=asked.field.type.nullable)
            return replace(asked, field=replace(asked.field, type=kind), typed=True)
    return None
