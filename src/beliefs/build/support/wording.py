"""What the service makes of texts."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import urllib.parse
from collections import Counter
from typing import Any

_ALGORITHMS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")


def words_in(text: str) -> list[str]:
    """The words of a text, by the space between them."""
    return text.split()


def terms_in(text: str) -> list[str]:
    """The words of a text in small letters, without punctuation."""
    return [found.group() for found in re.finditer(r"\w+(?:['’]\w+)*", text.lower())]


def phrases_in(text: str) -> list[str]:
    """The sentences of a text."""
    parts = (part.strip() for part in re.split(r"[.!?]+", text))
    return [part for part in parts if part]


def findings_in(text: str, pattern: str) -> list[str]:
    """Whatever of a text fits a pattern."""
    return [found.group() for found in re.finditer(pattern, text)]


def backwards(value: Any) -> Any:
    """A text or a list from its end."""
    return value[::-1]


def titled(text: str) -> str:
    """A text whose words begin with capitals."""
    return re.sub(r"\S+", lambda found: found[0][:1].upper() + found[0][1:].lower(), text)


def capitalized(text: str) -> str:
    """A text that begins with a capital."""
    return text.capitalize()


def swapped(text: str) -> str:
    """A text with small letters for capitals, and capitals for small ones."""
    return text.swapcase()


def cased(text: str, style: str) -> str:
    """A text as a name in a style of code."""
    parts = re.findall(r"[^\W_]+", re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text))
    parts = [part.lower() for part in parts]
    if style in ("snake", "constant"):
        name = "_".join(parts)
        return name.upper() if style == "constant" else name
    if style == "kebab":
        return "-".join(parts)
    large = [part[:1].upper() + part[1:] for part in parts]
    return "".join([*parts[:1], *large[1:]] if style == "camel" else large)


def cut_out(text: str, start: float, many: float) -> str:
    """So many letters of a text, from a place."""
    return text[int(start) :][: max(0, int(many))]


def byte_count(text: str) -> int:
    """How long a text is in UTF-8."""
    return len(text.encode())


def is_palindrome(text: str) -> bool:
    """Whether letters and digits read the same from the end."""
    letters = "".join(filter(str.isalnum, text.casefold()))
    return letters == letters[::-1]


def shifted(text: str, by: float) -> str:
    """A text in a Caesar cipher."""
    small = "abcdefghijklmnopqrstuvwxyz"
    turn = int(by) % 26
    moved = small[turn:] + small[:turn]
    return text.translate(str.maketrans(small + small.upper(), moved + moved.upper()))


def to_hex(text: str) -> str:
    """The bytes of a text in hex."""
    return text.encode().hex()


def from_hex(text: str) -> str | None:
    """The text whose bytes these are; None where they are none."""
    try:
        return bytes.fromhex(text).decode()
    except ValueError:
        return None


def unbase64(text: str) -> str | None:
    """The text that is written as base64; None where it is none."""
    try:
        return base64.b64decode(text.encode("ascii"), validate=True).decode()
    except ValueError:
        return None


def quoted(text: str) -> str:
    """A text as a part of a URL."""
    return urllib.parse.quote(text, safe="")


def unquoted(text: str) -> str:
    """The text that is a part of a URL."""
    return urllib.parse.unquote(text)


def digest_of(text: str, algorithm: str) -> str | None:
    """A fingerprint of a text; None where there is no such algorithm."""
    name = algorithm.lower().replace("-", "")
    return hashlib.new(name, text.encode()).hexdigest() if name in _ALGORITHMS else None


def blanks_in(template: str) -> list[str]:
    """The names that stand in a template, each once."""
    return list(dict.fromkeys(re.findall(r"\{\{\s*(\w+)\s*\}\}", template)))


def substituted(template: str, record: dict[str, Any]) -> str:
    """A template with values in the place of their names."""

    def put(found: re.Match[str]) -> str:
        value = record.get(found[1], "")
        value = "" if value is None else value
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    return re.sub(r"\{\{\s*(\w+)\s*\}\}", put, template)


def tallied(items: list[Any]) -> list[dict[str, Any]]:
    """How often each item is there, in order of first sight."""
    return [{"key": key, "count": count} for key, count in Counter(items).items()]


def masked(text: str, hidden: list[str], by: str) -> str:
    """A text with something else in the place of some words, letter case aside."""
    for word in filter(None, hidden):
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda _: by, text, flags=re.IGNORECASE)
    return text


def replaced_in(text: str, pattern: str, by: str, first: int, last: int) -> str:
    """A text with another one in the place of whatever fits, but the first and the last of them."""
    found = [part.span() for part in re.finditer(pattern, text)]
    parts, end = [], 0
    for start, behind in found[int(first) : max(int(first), len(found) - int(last))]:
        parts += [text[end:start], by]
        end = behind
    return "".join([*parts, text[end:]])


_LETTERS = "ETIANMSURWDKGOHVF L PJBXCYZQ  54 3   2       16       7   8 90"


def _sign(place: int) -> str:
    """The dots and dashes of a letter, by its place in the tree that they lead down."""
    return bin(place + 2)[3:].replace("0", ".").replace("1", "-")


_SIGNS = {letter: _sign(place) for place, letter in enumerate(_LETTERS) if letter != " "}


def morse(text: str) -> str | None:
    """A text in dots and dashes, words between slashes; None where a letter has no sign."""
    words = [[_SIGNS.get(letter.upper(), "") for letter in word] for word in text.split()]
    if not words or not all(all(word) for word in words):
        return None
    return " / ".join(" ".join(word) for word in words)


def from_morse(text: str) -> str | None:
    """What dots and dashes say, in capitals; None where a group of them is no letter."""
    letters = {sign: letter for letter, sign in _SIGNS.items()}
    words = [[letters.get(sign, "") for sign in word.split(" ")] for word in text.split(" / ")]
    return " ".join("".join(word) for word in words) if all(all(word) for word in words) else None


def whole_word(text: str, word: str) -> bool:
    """Whether a text has a word, not as a part of another, letter case aside."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def is_json(text: str) -> bool:
    """Whether a text is JSON."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_json(text: str) -> Any:
    """The value of a JSON text; None where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def pretty(value: Any, by: int) -> str:
    """A value as JSON on several lines."""
    return json.dumps(value, indent=by, ensure_ascii=False)


def as_csv(rows: list[dict[str, Any]]) -> str:
    """Records as CSV, with every name that one of them has."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: "" if it is None else it for name, it in row.items()} for row in rows)
    return text.getvalue()


def is_luhn(text: str) -> bool:
    """Whether the last digit of a number checks the others."""
    digits = text.replace(" ", "").replace("-", "")
    if re.fullmatch(r"[0-9]{2,}", digits) is None:
        return False
    total = sum(int(digit) for digit in digits[-1::-2])
    total += sum(sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return total % 10 == 0


def is_isbn(text: str) -> bool:
    """Whether this is the number of a book, of 10 or 13 digits."""
    digits = re.sub(r"[ -]", "", text).upper()
    if re.fullmatch(r"[0-9]{9}[0-9X]", digits):
        values = [10 if digit == "X" else int(digit) for digit in digits]
        return (
            sum(weight * value for weight, value in zip(range(10, 0, -1), values, strict=True)) % 11
            == 0
        )
    if re.fullmatch(r"[0-9]{13}", digits):
        return (sum(map(int, digits[::2])) + 3 * sum(map(int, digits[1::2]))) % 10 == 0
    return False


def is_iban(text: str) -> bool:
    """Whether the check digits of an account's number are right."""
    number = text.replace(" ", "").upper()
    if re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", number) is None:
        return False
    return int("".join(str(int(letter, 36)) for letter in number[4:] + number[:4])) % 97 == 1


def channels_of(text: str) -> dict[str, int] | None:
    """Red, green and blue of a color in hex; None where it is none."""
    found = re.fullmatch(r"#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})", text)
    if found is None:
        return None
    size = len(found[1]) // 3
    values = [found[1][at : at + size] * (2 // size) for at in range(0, 3 * size, size)]
    red, green, blue = (int(value, 16) for value in values)
    return {"r": red, "g": green, "b": blue}
