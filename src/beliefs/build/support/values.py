"""What effects call that Python has no word for; a built project gets those it uses."""

from __future__ import annotations

import ast
import base64
import csv as csv_
import difflib
import hashlib
import html as html_
import io
import json as json_
import math
import operator
import os
import re
import secrets
import string
import unicodedata
import uuid as uuid_
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import jwt
from markdown_it import MarkdownIt
from pydantic import BaseModel, ValidationError

Row = dict[str, Any]


def get(value: Any, name: str) -> Any:
    """A field of a record; None where there is none."""
    return value.get(name) if isinstance(value, dict) else None


def or_else(value: Any, default: Any) -> Any:
    """A value, or another where there is none."""
    return default if value is None else value


def less(left: Any, right: Any) -> bool:
    """Whether one number or text comes before another; False for anything else."""
    numbers = (int, float)
    if isinstance(left, numbers) and isinstance(right, numbers):
        return left < right
    return isinstance(left, str) and isinstance(right, str) and left < right


def at_most(left: Any, right: Any) -> bool:
    """Whether one number or text comes before another or is the same."""
    return less(left, right) or (left is not None and left == right)


def sort_key(value: Any) -> tuple[int, Any]:
    """What values of any kind sort by: None, false and true, numbers, text."""
    if value is None:
        return 0, 0
    if isinstance(value, bool):
        return 1, value
    if isinstance(value, int | float):
        return 2, value
    return 3, str(value)


def divide(part: float | None, whole: float | None) -> float | None:
    """A fraction; None when it has no value."""
    return part / whole if part is not None and whole else None


def percent(part: float, whole: float) -> float:
    """So many of a hundred, to two digits."""
    return round(100 * part / whole, 2) if whole else 0.0


def rounded(value: float | None, digits: int) -> float | None:
    """A number with so many digits; None where there is none."""
    return None if value is None else round(value, digits)


def floored(value: float | None) -> int | None:
    """The whole number below a number; None where there is none."""
    return None if value is None else math.floor(value)


def average(values: list[float]) -> float | None:
    """The mean; None of nothing."""
    return sum(values) / len(values) if values else None


def distinct(values: list[Any]) -> list[Any]:
    """Each value once, in order of first sight."""
    seen: list[Any] = []
    for value in values:
        if value not in seen:
            seen.append(value)
    return seen


def included(values: list[Any], item: Any) -> list[Any]:
    """A list as a set, with this item in it."""
    return values if item in values else [*values, item]


def excluded(values: list[Any], item: Any) -> list[Any]:
    """A list without this item."""
    return [value for value in values if value != item]


def placed(values: list[Any], item: Any, position: int) -> list[Any]:
    """A list with this item moved to a position."""
    rest = [value for value in values if value != item]
    where = max(0, min(position, len(rest)))
    return [*rest[:where], item, *rest[where:]]


def index(values: list[Any], item: Any) -> int | None:
    """Where an item stands, from 0."""
    return values.index(item) if item in values else None


def any_of(values: list[Any]) -> Any:
    """One of these, by chance; None of nothing."""
    return secrets.choice(values) if values else None


def fitted(model: type[BaseModel], value: Any, *, partial: bool = False) -> Row | None:
    """A record as a model takes it, what it names alone if it is `partial`; None if it does not."""
    try:
        taken = model.model_validate(value)
    except ValidationError:
        return None
    return taken.model_dump(by_alias=True, exclude_unset=partial)


def group(rows: list[Row], name: str) -> list[Row]:
    """Rows with the same value of a field together."""
    keys = distinct([get(row, name) for row in rows])
    return [{"key": key, "items": [row for row in rows if get(row, name) == key]} for key in keys]


def only(record: Row, *names: str) -> Row:
    """Some fields of a record."""
    return {name: record.get(name) for name in names}


def drop(record: Row, *names: str) -> Row:
    """A record without some fields."""
    return {name: value for name, value in record.items() if name not in names}


def flat(lists: list[list[Any]]) -> list[Any]:
    """Lists in a row, as one."""
    return [item for items in lists for item in items]


def same_items(left: Any, right: Any) -> bool:
    """Whether two lists have the same items, in any order."""
    if not isinstance(left, list) or not isinstance(right, list) or len(left) != len(right):
        return False
    rest = list(right)
    for item in left:
        if item not in rest:
            return False
        rest.remove(item)
    return True


def at(of: Any, key: Any) -> Any:
    """An item of a list or a record; None where there is none."""
    if isinstance(of, dict):
        return of.get(str(key))
    return of[key] if isinstance(of, list) and isinstance(key, int) and 0 <= key < len(of) else None


def keyed(pairs: list[Row]) -> Row:
    """Pairs of key and value as one record."""
    return {str(pair["key"]): pair["value"] for pair in pairs}


def tree(rows: list[Row], key: str, parent: str, name: str) -> list[Row]:
    """Rows with those that hang below them, at any depth; the others of them are the roots."""
    known = {row[key] for row in rows}
    below: dict[Any, list[Row]] = {}
    for row in rows:
        above = row[parent] if row[parent] in known else None
        below.setdefault(above, []).append(row)

    def grown(above: Any) -> list[Row]:
        return [{**row, name: grown(row[key])} for row in below.get(above, [])]

    return grown(None)


def query(values: Row) -> str:
    """Names and values as in a URL; what is None is left out."""
    told = {name: value for name, value in values.items() if value is not None}
    plain = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in told.items()
    }
    return urlencode(plain)


def shown(row: Row, *hidden: str) -> Row:
    """A row as answers show it: without what is hidden, and files without their content."""
    return {name: _described(value) for name, value in row.items() if name not in hidden}


def _described(value: Any) -> Any:
    if isinstance(value, dict) and isinstance(value.get("content"), bytes):
        return {name: value[name] for name in ("name", "type", "size")}
    return value


def decoded(file: Row) -> str | None:
    """The text of a file; None when it is none."""
    try:
        text: str = file["content"].decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text


def to_base64(text: str) -> str:
    """A text as base64."""
    return base64.b64encode(text.encode()).decode()


def from_base64(text: str | None, name: str, kind: str) -> Row | None:
    """A file from its content as base64; None where that is none."""
    try:
        content = base64.b64decode((text or "").encode("ascii"), validate=True)
    except ValueError:
        return None
    name = re.split(r"[/\\]", name)[-1]
    return {"name": name, "type": kind, "size": len(content), "content": content}


def as_text(value: Any) -> str:
    """A value as text."""
    return value if isinstance(value, str) else json_.dumps(value, ensure_ascii=False)


def contains(text: str | None, part: str | None) -> bool:
    """Whether a text has a part, letter case aside."""
    return text is not None and part is not None and part.casefold() in text.casefold()


def occurrences(text: str | None, part: str | None) -> int:
    """How often a text has a part, letter case aside."""
    return text.casefold().count(part.casefold()) if text and part else 0


def matches(text: str | None, pattern: str) -> bool:
    """Whether the whole of a text fits a pattern."""
    return text is not None and re.fullmatch(pattern, text) is not None


def split(text: str | None, separator: str) -> list[str]:
    """The parts of a text, trimmed, without empty ones."""
    return [part.strip() for part in (text or "").split(separator) if part.strip()]


def items(value: Any) -> list[Any]:
    """The items of a list; none of anything else."""
    return value if isinstance(value, list) else []


def lines_of(text: str | None) -> list[str]:
    """The lines of a text as they are."""
    return text.split("\n") if text else []


def kilometres(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    """How far two places are from each other along a great circle of the earth."""
    north, south = math.radians(lat), math.radians(other_lat)
    rise = math.sin((south - north) / 2) ** 2
    turn = math.sin(math.radians(other_lon - lon) / 2) ** 2
    part = rise + math.cos(north) * math.cos(south) * turn
    return 2 * 6371 * math.asin(min(1.0, math.sqrt(part)))


def slug(text: str) -> str:
    """A text as words for a URL.

    >>> slug("Crème brûlée, twice!")
    'creme-brulee-twice'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "untitled"


def dashed(text: str) -> str:
    """A text in lower case, with a hyphen for all that is no letter a-z or digit.

    >>> dashed("Crème brûlée!")
    'cr-me-br-l-e'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def unique_slug(text: str, taken: list[str]) -> str:
    """A slug that is not taken."""
    first = slug(text)
    number, name = 1, first
    while name in taken:
        number += 1
        name = f"{first}-{number}"
    return name


def markdown(text: str | None) -> str:
    """Markdown as HTML; HTML in it is shown, not obeyed."""
    rendered: str = MarkdownIt("commonmark", {"html": False}).render(text or "")
    return rendered


def escape(value: Any) -> str:
    """A value as HTML shows it."""
    return html_.escape("" if value is None else str(value))


def diff(old: str, new: str) -> str:
    """What changed, line by line."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "before", "after", lineterm="")
    return "\n".join(lines)


def sha256(value: str | Row) -> str:
    """A fingerprint of a text, or of what is in a file."""
    told: bytes = value.encode() if isinstance(value, str) else value["content"]
    return hashlib.sha256(told).hexdigest()


def bucket(text: str, many: int) -> int:
    """In which of so many buckets a text falls, always the same."""
    return int(sha256(text), 16) % many


def number(text: Any) -> int | float | None:
    """The number that a text says."""
    try:
        value = float(text)
    except (TypeError, ValueError):
        return None
    if not math.isfinite(value):
        return None
    return int(value) if value.is_integer() and "." not in str(text) else value


def calculate(text: str) -> int | float | None:
    """The value of an arithmetic expression: numbers, brackets and + - * / % **."""
    signs: dict[type, Any] = {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.Mod: operator.mod,
        ast.Pow: operator.pow,
    }

    def value(node: ast.expr) -> int | float:
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            return node.value  # type: ignore[return-value]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -value(node.operand)
        if isinstance(node, ast.BinOp) and type(node.op) in signs:
            left, right = value(node.left), value(node.right)
            if isinstance(node.op, ast.Pow) and (abs(left) > 1e6 or abs(right) > 100):
                raise ValueError
            result: int | float = signs[type(node.op)](left, right)
            return result
        raise ValueError

    try:
        result = value(ast.parse(text.strip(), mode="eval").body)
    except (ValueError, SyntaxError, ArithmeticError, RecursionError, MemoryError, TypeError):
        return None
    return result if not isinstance(result, complex) and math.isfinite(result) else None


def clock() -> datetime:
    """The time, in UTC. A test may shift it: by CLOCK_SHIFT seconds, or those in that file."""
    shift = os.environ.get("CLOCK_SHIFT", "0")
    if Path(shift).is_file():
        shift = Path(shift).read_text(encoding="utf-8")
    return datetime.now(UTC) + timedelta(seconds=float(shift or "0"))


def moment(value: datetime) -> str:
    """A moment as it is kept and shown."""
    plain = value.astimezone(UTC).replace(tzinfo=None)
    return f"{plain.isoformat(timespec='microseconds')}Z"


def now() -> str:
    """This moment."""
    return moment(clock())


def today() -> str:
    """This day."""
    return clock().date().isoformat()


def later(value: str, seconds: float) -> str:
    """A moment so many seconds after another, or the calendar's last or first."""
    try:
        return moment(datetime.fromisoformat(value) + timedelta(seconds=seconds))
    except OverflowError:
        last, first = datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC)
        return moment(last if seconds > 0 else first)


def seconds(start: str, end: str) -> float:
    """How long it is from one moment to another."""
    return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()


def date(value: str) -> str:
    """The day of a moment."""
    return value[:10]


def streak(dates: list[Any], day: str) -> int:
    """How many days in a row end on a day; 0 where it is not among them."""
    there = {each[:10] for each in dates if each}
    last = datetime.fromisoformat(day[:10])
    many = 0
    while (last - timedelta(days=many)).date().isoformat() in there:
        many += 1
    return many


def month(value: str) -> str:
    """The month of a moment or a day."""
    return value[:7]


def weekday(value: str | None) -> str | None:
    """The name of the day of a moment, a day or a local time."""
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    return None if value is None else days[datetime.fromisoformat(value[:10]).weekday()]


def time_of_day(value: str | None) -> str | None:
    """What the clock of a moment or a local time shows, to the second."""
    return None if value is None else value[11:19]


def zone(name: str | None) -> ZoneInfo | None:
    """A time zone by its name; None where there is none of that name."""
    try:
        return ZoneInfo(name or "")
    except (KeyError, ValueError, OSError):
        return None


def in_zone(value: str | None, name: str | None) -> str | None:
    """A moment as the clocks of a zone show it; None where there is no such zone."""
    place = zone(name)
    if value is None or place is None:
        return None
    try:
        return datetime.fromisoformat(value).astimezone(place).isoformat()
    except OverflowError:
        return None


def from_zone(text: str | None, name: str | None) -> str | None:
    """The moment at which the clocks of a zone show a time; None where that is none."""
    place = zone(name)
    try:
        local = datetime.fromisoformat(text or "")
        return moment(local if local.tzinfo else local.replace(tzinfo=place)) if place else None
    except (ValueError, OverflowError):
        return None


def token(length: int, letters: str = string.ascii_letters + string.digits) -> str:
    """Unguessable, and safe in a URL; of these letters."""
    return "".join(secrets.choice(letters) for _ in range(length))


def uuid() -> str:
    """A name nobody else has."""
    return str(uuid_.uuid4())


def hash_password(password: str) -> str:
    """What is kept of a password: salted scrypt."""
    salt = secrets.token_bytes(16)
    digest = hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)
    return f"{salt.hex()}${digest.hex()}"


def check_password(password: str, kept: str) -> bool:
    """Whether this is the password."""
    salt, digest = kept.split("$")
    again = hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1)
    return secrets.compare_digest(again, bytes.fromhex(digest))


def env(name: str) -> str | None:
    """What the environment says."""
    return os.environ.get(name) or None


def same_secret(one: str | None, other: str | None) -> bool:
    """Whether two texts are the same; how long that takes says nothing about them."""
    if one is None or other is None:
        return False
    return secrets.compare_digest(one.encode(), other.encode())


def etag(value: Any) -> str:
    """A tag that is another one for another value."""
    text = json_.dumps(value, sort_keys=True, default=str)
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def tagged(header: str | None, tag: str) -> bool:
    """Whether If-Match or If-None-Match names a tag, or any."""
    if header is None:
        return False
    return header.strip() == "*" or tag in [each.strip() for each in header.split(",")]


def sign(claims: Row, lifetime: float, secret: str) -> str:
    """A token that says this, since when, and until when."""
    now = clock().timestamp()
    since = now if lifetime < 60 else int(now)  # whole seconds, where one more or less is nothing
    return jwt.encode(claims | {"iat": since, "exp": since + lifetime}, secret, algorithm="HS256")


def signed(text: str, secret: str) -> Row | None:
    """What a token says, if it holds."""
    try:
        # How long it is good for is seen by the service's own clock.
        claims: Row = jwt.decode(
            text, secret, ["HS256"], {"verify_exp": False, "verify_iat": False, "require": ["exp"]}
        )
    except jwt.InvalidTokenError:
        return None
    return claims if claims["exp"] > clock().timestamp() else None


def csv(rows: list[Row], *names: str) -> str:
    """Rows as CSV, with a header."""
    text = io.StringIO()
    writer = csv_.writer(text, lineterminator="\r\n")
    writer.writerow(names)
    for row in rows:
        cells = (row.get(name) for name in names)
        writer.writerow("" if each is None else as_cell(each) for each in cells)
    return text.getvalue()


def as_cell(value: Any) -> str:
    """A value as a cell: lists by semicolons."""
    return ";".join(map(str, value)) if isinstance(value, list) else str(value)


def read_csv(text: str | None) -> list[Row] | None:
    """The rows of a CSV text by its header; None when it has none."""
    if text is None:
        return None
    reader = csv_.DictReader(io.StringIO(text.lstrip("\ufeff")), skipinitialspace=True)
    try:
        rows = list(reader)
    except csv_.Error:
        return None
    if not reader.fieldnames:
        return None
    return [{key.strip(): value for key, value in row.items() if key is not None} for row in rows]


def fill(template: str, record: Row) -> str:
    """A page: {name} in it stands for a field, escaped."""
    return re.sub(r"\{(\w+)\}", lambda found: escape(record.get(found[1])), template)
