"""What effects make of texts: their words, cases, codes and checks."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

from beliefs.spec import patterns as re

_BLANK = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_DIGESTS = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512"}
_ISBN_10, _ISBN_13 = 10, 13


def _titled(text: str) -> str:
    return re.sub(r"\S+", lambda found: found[0][:1].upper() + found[0][1:].lower(), text)


def _cased(text: str, style: str) -> str:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    parts = [each.lower() for each in re.findall(r"[^\W_]+", spaced)]
    match style:
        case "snake":
            return "_".join(parts)
        case "constant":
            return "_".join(parts).upper()
        case "kebab":
            return "-".join(parts)
    large = [each[:1].upper() + each[1:] for each in parts]
    return "".join([*parts[:1], *large[1:]] if style == "camel" else large)


def _shifted(text: str, by: float) -> str:
    def turned(letter: str) -> str:
        if not ("a" <= letter.lower() <= "z"):
            return letter
        first = ord("a" if letter.islower() else "A")
        return chr(first + (ord(letter) - first + int(by)) % 26)

    return "".join(map(turned, text))


def _palindrome(text: str) -> bool:
    letters = [each for each in text.casefold() if each.isalnum()]
    return letters == letters[::-1]


def _from_hex(text: str) -> str | None:
    try:
        return bytes.fromhex(text).decode()
    except ValueError:
        return None


def _unbase64(text: str) -> str | None:
    try:
        return base64.b64decode(text.encode("ascii"), validate=True).decode()
    except ValueError:
        return None


def _digest(text: str, name: str) -> str | None:
    told = name.lower().replace("-", "")
    return hashlib.new(told, text.encode()).hexdigest() if told in _DIGESTS else None


def _substituted(template: str, record: dict[str, Any]) -> str:
    def put(found: re.Match[str]) -> str:
        value = record.get(found[1])
        if value is None:
            return ""
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    return _BLANK.sub(put, template)


def _tallied(items: list[Any]) -> list[dict[str, Any]]:
    counts: dict[Any, int] = {}
    for each in items:
        counts[each] = counts.get(each, 0) + 1
    return [{"key": key, "count": count} for key, count in counts.items()]


def _masked(text: str, words: list[str], by: str) -> str:
    for word in (each for each in words if each):
        text = re.sub(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", lambda _: by, text)
    return text


def _replaced_in(text: str, pattern: str, by: str, first: float, last: float) -> str:
    found = list(re.finditer(pattern, text))
    kept = {*range(int(first)), *range(len(found) - int(last), len(found))}
    for at in reversed(range(len(found))):
        if at not in kept:
            text = text[: found[at].start()] + by + text[found[at].end() :]
    return text


_SIGNS = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- "
    "-..- -.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----."
)
_MORSE = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", _SIGNS.split(" "), strict=True))


def _morse(text: str) -> str | None:
    words = [[_MORSE.get(each.upper()) for each in word] for word in text.split()]
    if not words or any(each is None for word in words for each in word):
        return None
    return " / ".join(" ".join(each or "" for each in word) for word in words)


def _from_morse(text: str) -> str | None:
    letters = {sign: letter for letter, sign in _MORSE.items()}
    words = [word.split(" ") for word in text.split(" / ")]
    if any(each not in letters for word in words for each in word):
        return None
    return " ".join("".join(letters[each] for each in word) for word in words)


def _whole_word(text: str, word: str) -> bool:
    return bool(re.search(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", text))


def _read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _as_csv(rows: list[dict[str, Any]]) -> str:
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow(["" if row.get(name) is None else row[name] for name in names])
    return text.getvalue()


def _luhn(text: str) -> bool:
    digits = [each for each in text if each not in " -"]
    if len(digits) < 2 or not all("0" <= each <= "9" for each in digits):
        return False
    doubled = [int(each) * (1 + at % 2) for at, each in enumerate(reversed(digits))]
    return sum(each - 9 if each > 9 else each for each in doubled) % 10 == 0


def _isbn(text: str) -> bool:
    bare = re.sub(r"[ -]", "", text).upper()
    if re.fullmatch(r"[0-9]{9}[0-9X]", bare):
        told = [10 if each == "X" else int(each) for each in bare]
        return sum((_ISBN_10 - at) * each for at, each in enumerate(told)) % 11 == 0
    if re.fullmatch(r"[0-9]{13}", bare):
        return sum(int(each) * (1 + 2 * (at % 2)) for at, each in enumerate(bare)) % 10 == 0
    return False


def _iban(text: str) -> bool:
    bare = text.replace(" ", "").upper()
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", bare):
        return False
    return int("".join(str(int(each, 36)) for each in bare[4:] + bare[:4])) % 97 == 1


def _channels(text: str) -> dict[str, int] | None:
    bare = text.removeprefix("#")
    if re.fullmatch(r"[0-9A-Fa-f]{3}", bare):
        bare = "".join(each * 2 for each in bare)
    if not re.fullmatch(r"[0-9A-Fa-f]{6}", bare):
        return None
    return {name: int(bare[at : at + 2], 16) for name, at in (("r", 0), ("g", 2), ("b", 4))}


TEXTS: dict[str, Callable[..., Any]] = {
    "words_in": str.split,
    "terms_in": lambda text: re.findall(r"\w+(?:['’]\w+)*", text.lower()),
    "phrases_in": lambda text: [each.strip() for each in re.split(r"[.!?]+", text) if each.strip()],
    "findings_in": lambda text, pattern: [found[0] for found in re.finditer(pattern, text)],
    "backwards": lambda value: value[::-1],
    "titled": _titled,
    "capitalized": str.capitalize,
    "swapped": str.swapcase,
    "cased": _cased,
    "cut_out": lambda text, start, many: text[int(start) :][: max(0, int(many))],
    "byte_count": lambda text: len(text.encode()),
    "is_palindrome": _palindrome,
    "shifted": _shifted,
    "to_hex": lambda text: text.encode().hex(),
    "from_hex": _from_hex,
    "unbase64": _unbase64,
    "quoted": lambda text: quote(text, safe=""),
    "unquoted": unquote,
    "digest_of": _digest,
    "blanks_in": lambda template: list(dict.fromkeys(_BLANK.findall(template))),
    "substituted": _substituted,
    "tallied": _tallied,
    "masked": _masked,
    "replaced_in": _replaced_in,
    "morse": _morse,
    "from_morse": _from_morse,
    "whole_word": _whole_word,
    "is_json": _is_json,
    "read_json": _read_json,
    "pretty": lambda value, by: json.dumps(value, indent=by, ensure_ascii=False),
    "as_csv": _as_csv,
    "is_luhn": _luhn,
    "is_isbn": _isbn,
    "is_iban": _iban,
    "channels_of": _channels,
}
