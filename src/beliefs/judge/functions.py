"""The functions that effects call, as the judge understands them; see docs/effects.md."""

from __future__ import annotations

import base64
import csv
import difflib
import hashlib
import html
import io
import json
import math
import operator
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from beliefs.judge.arithmetic import calculate
from beliefs.judge.carried import FILES, Sent
from beliefs.judge.markup import read_xml
from beliefs.judge.outside import piped, processed
from beliefs.judge.schedules import next_run
from beliefs.judge.world import Row
from beliefs.spec.pure import PURE

_Value = Any
KEPT = "kept:"


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment, in both of the forms in which it is used."""

    seconds: float
    text: str = field(init=False)

    def __post_init__(self) -> None:
        """Say it as effects and answers do, once."""
        text = said(datetime.fromtimestamp(self.seconds, UTC))
        object.__setattr__(self, "text", text)


def said(moment: datetime) -> str:
    """A moment as text: UTC, with microseconds.

    >>> said(datetime(2026, 1, 31, 12, tzinfo=UTC))
    '2026-01-31T12:00:00.000000Z'
    """
    plain = moment.astimezone(UTC).replace(tzinfo=None)
    return f"{plain.isoformat(timespec='microseconds')}Z"


def truthy(value: _Value) -> bool:
    """Null, false, 0, empty text, lists and records are false."""
    return bool(value)


def same(left: _Value, right: _Value) -> bool:
    """Equality; a truth value is no number."""
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def _before(left: _Value, right: _Value) -> bool:
    if isinstance(left, bool) or isinstance(right, bool):
        return False
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left < right
    return isinstance(left, str) and isinstance(right, str) and left < right


def _up_to(left: _Value, right: _Value) -> bool:
    return _before(left, right) or (left is not None and same(left, right))


def _divided(part: _Value, whole: _Value) -> _Value:
    return part / whole if part is not None and whole else None


def _streak(dates: list[str | None], day: str) -> int:
    there = {each[:10] for each in dates if each}
    last = datetime.fromisoformat(day[:10])
    many = 0
    while (last - timedelta(days=many)).date().isoformat() in there:
        many += 1
    return many


def _distinct(items: list[_Value]) -> list[_Value]:
    seen: list[_Value] = []
    for item in items:
        if not any(same(item, each) for each in seen):
            seen.append(item)
    return seen


def _placed(items: list[_Value], item: _Value, position: int) -> list[_Value]:
    rest = [each for each in items if each != item]
    where = max(0, min(position, len(rest)))
    return [*rest[:where], item, *rest[where:]]


def _open(record: _Value) -> dict[str, _Value]:
    """A record for being merged or cut: a row without what it hides."""
    if isinstance(record, Row):
        hidden = {each.name for each in record.entity.fields if each.hidden}
        return {name: each for name, each in record.items() if name not in hidden}
    return dict(record or {})


def _grouped(items: list[_Value], name: str) -> list[_Value]:
    keys = _distinct([item.get(name) for item in items])
    return [
        {"key": key, "items": [item for item in items if same(item.get(name), key)]} for key in keys
    ]


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain)) or "untitled"


def _dashed(text: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


def _unique_slug(text: str, taken: list[str]) -> str:
    names = [_slug(text)]
    while names[-1] in taken:
        names.append(f"{names[0]}-{len(names) + 1}")
    return names[-1]


def _markdown(text: str | None) -> str:
    from markdown_it import MarkdownIt

    rendered: str = MarkdownIt("commonmark", {"html": False}).render(text or "")
    return rendered


def _hash(value: _Value) -> _Value:
    told = value["content"] if isinstance(value, dict) else value.encode()
    return hashlib.sha256(told).hexdigest()


def _number(text: _Value) -> _Value:
    try:
        value = float(text)
    except (TypeError, ValueError):
        return None
    if not math.isfinite(value):
        return None
    return int(value) if value.is_integer() and "." not in str(text) else value


def _later(moment: str, seconds: float) -> str:
    try:
        return said(datetime.fromisoformat(moment) + timedelta(seconds=seconds))
    except OverflowError:
        last, first = datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC)
        return said(last if seconds > 0 else first)


def _between(start: str, end: str) -> float:
    return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()


def _csv(rows: list[_Value], *names: str) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(names)
    for row in rows:
        cells = [row.get(name) for name in names]
        writer.writerow(["" if each is None else _cell(each) for each in cells])
    return text.getvalue()


def _cell(value: _Value) -> str:
    return ";".join(str(each) for each in value) if isinstance(value, list) else str(value)


def _read_csv(text: str | None) -> _Value:
    if text is None:
        return None
    reader = csv.DictReader(io.StringIO(text.lstrip("\ufeff")), skipinitialspace=True)
    try:
        rows = list(reader)
    except csv.Error:
        return None
    if not reader.fieldnames:
        return None
    return [{key.strip(): each for key, each in row.items() if key is not None} for row in rows]


def _filled(template: str, record: dict[str, _Value]) -> str:
    def put(found: re.Match[str]) -> str:
        value = record.get(found[1])
        return html.escape("" if value is None else str(value))

    return re.sub(r"\{(\w+)\}", put, template)


def _diff(old: str, new: str) -> str:
    return "\n".join(
        difflib.unified_diff(old.splitlines(), new.splitlines(), "before", "after", lineterm="")
    )


def _at(of: _Value, key: _Value) -> _Value:
    if isinstance(of, dict):
        return of.get(str(key))
    if isinstance(of, list) and type(key) is int and 0 <= key < len(of):
        return of[key]
    return None


def _same_items(left: _Value, right: _Value) -> bool:
    if not isinstance(left, list) or not isinstance(right, list):
        return False
    rest = list(right)
    for item in left:
        found = next((at for at, each in enumerate(rest) if same(item, each)), None)
        if found is None:
            return False
        del rest[found]
    return not rest


def _decoded(file: _Value) -> _Value:
    if file is None:
        return None
    try:
        return file["content"].decode("utf-8")
    except UnicodeDecodeError:
        return None


def _zone(name: str | None) -> ZoneInfo | None:
    # Names lead to files: one that is a folder, or no plain text, is no zone either.
    try:
        return ZoneInfo(name or "")
    except (KeyError, ValueError, OSError):
        return None


def _in_zone(moment: str | None, name: str | None) -> str | None:
    zone = _zone(name)
    if moment is None or zone is None:
        return None
    try:
        return datetime.fromisoformat(moment).astimezone(zone).isoformat()
    except OverflowError:
        return None


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _weekday(moment: str | None) -> str | None:
    return None if moment is None else _DAYS[date.fromisoformat(moment[:10]).weekday()]


def _from_zone(text: str | None, name: str | None) -> str | None:
    zone = _zone(name)
    try:
        local = datetime.fromisoformat(text or "")
        return said(local if local.tzinfo else local.replace(tzinfo=zone)) if zone else None
    except (ValueError, OverflowError):
        return None


def _tree(rows: list[_Value], key: str, parent: str, name: str) -> list[_Value]:
    keys = [row.get(key) for row in rows]

    def below(above: _Value) -> list[_Value]:
        mine = [row for row in rows if same(row.get(parent), above)]
        return [_open(row) | {name: below(row.get(key))} for row in mine]

    roots = [row for row in rows if not any(same(row.get(parent), each) for each in keys)]
    return [_open(row) | {name: below(row.get(key))} for row in roots]


def _query(record: dict[str, _Value]) -> str:
    told = {name: each for name, each in record.items() if each is not None}
    plain = {
        name: json.dumps(each) if isinstance(each, bool) else each for name, each in told.items()
    }
    return urlencode(plain)


def _from_base64(text: str | None, name: str, kind: str) -> _Value:
    try:
        content = base64.b64decode((text or "").encode("ascii"), validate=True)
    except ValueError:
        return None
    name = re.split(r"[/\\]", name or "")[-1]
    return {"name": name, "type": kind, "size": len(content), "content": content}


def _kilometres(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    north, south = math.radians(lat), math.radians(other_lat)
    rise = math.sin((south - north) / 2) ** 2
    turn = math.sin(math.radians(other_lon - lon) / 2) ** 2
    part = rise + math.cos(north) * math.cos(south) * turn
    return 2 * 6371 * math.asin(min(1.0, math.sqrt(part)))


FUNCTIONS: dict[str, Callable[..., _Value]] = {
    **PURE,
    "=": same,
    "!=": lambda left, right: not same(left, right),
    "<": _before,
    "<=": _up_to,
    ">": lambda left, right: _before(right, left),
    ">=": lambda left, right: _up_to(right, left),
    "in": lambda item, items: any(same(item, each) for each in items or []),
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divided,
    "%": operator.mod,
    "not": lambda value: not truthy(value),
    "or_else": lambda value, default: default if value is None else value,
    "count": lambda items: len(items or []),
    "sum": sum,
    "average": lambda items: sum(items) / len(items) if items else None,
    "least": lambda items: min(items, default=None),
    "most": lambda items: max(items, default=None),
    "first": lambda items: items[0] if items else None,
    "last": lambda items: items[-1] if items else None,
    "distinct": _distinct,
    "joined": lambda items, separator: separator.join(items),
    "with": lambda items, item: items if item in items else [*items, item],
    "without": lambda items, item: [each for each in items if each != item],
    "append": lambda items, item: [*items, item],
    "place": _placed,
    "index": lambda items, item: items.index(item) if item in items else None,
    "range": lambda size: list(range(size)),
    "flat": lambda lists: [item for items in lists for item in items],
    "same_items": _same_items,
    "at": _at,
    "keyed": lambda pairs: {str(each["key"]): each["value"] for each in pairs},
    "tree": _tree,
    "query": _query,
    "merge": lambda left, right: _open(left) | _open(right),
    "only": lambda record, *names: {name: record.get(name) for name in names},
    "drop": lambda record, *names: {
        name: each for name, each in _open(record).items() if name not in names
    },
    "group": _grouped,
    "lower": str.lower,
    "upper": str.upper,
    "trim": str.strip,
    "text": lambda value: (
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    ),
    "length": lambda value: len(value or []),
    "contains": lambda text, part: (
        text is not None and part is not None and part.casefold() in text.casefold()
    ),
    "occurrences": lambda text, part: (
        text.casefold().count(part.casefold()) if text and part else 0
    ),
    "starts": str.startswith,
    "matches": lambda text, pattern: text is not None and bool(re.fullmatch(pattern, text)),
    "replace": str.replace,
    "kilometres": _kilometres,
    "lines": lambda text: text.split("\n") if text else [],
    "split": lambda text, by: [each.strip() for each in (text or "").split(by) if each.strip()],
    "slug": _slug,
    "dashed": _dashed,
    "unique_slug": _unique_slug,
    "markdown": _markdown,
    "escape": lambda value: html.escape("" if value is None else str(value)),
    "diff": _diff,
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "hash": _hash,
    "bucket": lambda text, many: int(hashlib.sha256(text.encode()).hexdigest(), 16) % many,
    "number": _number,
    "round": lambda value, digits: None if value is None else round(value, digits),
    "floor": lambda value: None if value is None else math.floor(value),
    "percent": lambda part, whole: round(100 * part / whole, 2) if whole else 0.0,
    "calculate": calculate,
    "later": _later,
    "seconds": _between,
    "date": lambda moment: moment[:10],
    "streak": _streak,
    "month": lambda moment: moment[:7],
    "weekday": _weekday,
    "time_of_day": lambda moment: None if moment is None else moment[11:19],
    "in_zone": _in_zone,
    "from_zone": _from_zone,
    "next_run": next_run,
    # What is kept of a password here is what it is compared with; it is in no answer.
    "hash_password": lambda text: f"{KEPT}{text}",
    "same_secret": lambda left, right: left is not None and left == right,
    "tagged": lambda text, tag: (
        text is not None
        and (text.strip() == "*" or tag in [each.strip() for each in text.split(",")])
    ),
    "check_password": lambda text, kept: kept == f"{KEPT}{text}",
    "csv": _csv,
    "read_csv": _read_csv,
    "read_xml": read_xml,
    "json": json.dumps,
    "html": _filled,
    "content": lambda file: Sent(file["name"], file["type"], file["content"]),
    "inline": lambda file: Sent("", file["type"], file["content"]),
    **FILES,
    "piped": piped,
    "processed": processed,
    "decoded": _decoded,
    "from_base64": _from_base64,
}
