"""Lines that are not sentences: "Key: value", rows of a table, flat JSON."""

from __future__ import annotations

import json
import re

from beliefs.reading.gaps import is_open
from beliefs.reading.heard import Heard
from beliefs.reading.hedges import without_adverbs
from beliefs.reading.lexicon import words_of
from beliefs.reading.manner import Manner
from beliefs.reading.markup import plain
from beliefs.reading.measures import stated
from beliefs.reading.verbs import main_verb
from beliefs.reading.wording import tidy

_PAIR = re.compile(r"(?P<key>[A-Za-z][^:|?!\"]{0,60}?) ?:\s+(?P<value>\S.*)$")
_RULE = re.compile(r"[\s|:+=-]+$")
_MOST_KEY_WORDS = 5
_HEADINGS = words_of(
    "metric name value key field result amount count number measurement description type status "
    "notes property setting column item unit"
)
_PLAIN_HEADINGS = frozenset({"value", "result", "amount", "measurement", "figure", "reading", ""})


def pair(line: str, manner: Manner) -> Heard | None:
    """What "key: value" says.

    >>> pair("Region: eu-west-1", Manner()).text, pair("Owner: TBD", Manner()).kind
    ('Region: eu-west-1', 'gap')
    """
    match = _PAIR.match(line)
    if not match:
        return None
    key, value = match["key"].strip(), match["value"].strip(" .")
    if len(key.split()) > _MOST_KEY_WORDS or main_verb(key.split()) > 0 or not value:
        return None
    if is_open(value):
        return Heard("gap", tidy(key))
    value, sure = without_adverbs(value)
    manner = manner.said(sure)
    return stated(key, value, manner) or manner.claim(tidy(f"{tidy(key)}: {value}"))


def assignments(line: str, manner: Manner) -> list[Heard]:
    """What "a = 1, b = 2" says, or nothing if it is not such a list.

    >>> [heard.text for heard in assignments("p50 = 12 ms, p99 = 140 ms", Manner())]
    ['p50 (s)', 'p99 (s)']
    """
    heard = []
    for part in line.strip(" .").split(", "):
        key, equals, value = part.partition(" = ")
        if not equals or len(key.split()) > _MOST_KEY_WORDS or not key[:1].isalpha():
            return []
        heard.append(stated(key, value, manner) or manner.claim(tidy(f"{tidy(key)}: {value}")))
    return heard


def cells(row: str) -> list[str]:
    """The cells of a table's row.

    >>> cells("| p99 | 130 ms |")
    ['p99', '130 ms']
    """
    return [plain(cell.strip()) for cell in row.strip().strip("|").split("|")]


def is_rule(row: str) -> bool:
    """Whether a row only separates others."""
    return _RULE.match(row) is not None


def is_header(row: list[str]) -> bool:
    """Whether a row without a rule under it still reads like a header."""
    return all(cell.lower() in _HEADINGS for cell in row)


def row_says(row: list[str], header: list[str], manner: Manner) -> list[Heard]:
    """What a row says about the thing in its first cell.

    >>> [heard.text for heard in row_says(["p99", "130 ms"], ["Metric", "Value"], Manner())]
    ['p99 (s)']
    """
    heard = []
    for number, cell in enumerate(row[1:], 1):
        heading = header[number] if number < len(header) else ""
        if not cell or not row[0]:
            continue
        heading = "" if heading.lower() in _PLAIN_HEADINGS else heading
        what = f"{row[0]} {heading.lower()}".strip() if heading else row[0]
        said = stated(what, cell, manner)
        if said is None and is_open(cell):
            said = Heard("gap", tidy(what))
        heard.append(said or manner.claim(tidy(f"{tidy(what)}: {cell}")))
    return heard


def object_says(text: str, manner: Manner) -> list[Heard]:
    """What a flat JSON object says, or nothing if it is not one.

    >>> [(h.text, h.value) for h in object_says('{"status": "ok", "retries": 2}', Manner())]
    [('Status: ok', None), ('retries (number)', 2.0)]
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if not isinstance(found, dict):
        return []
    heard = []
    for key, value in found.items():
        said = _value_says(str(key), value, manner)
        if said is None:
            return []
        heard.append(said)
    return heard


def _value_says(key: str, value: object, manner: Manner) -> Heard | None:
    name = re.sub(r"[_\W]+", " ", key).strip()
    if not any(c.isalpha() for c in name) or isinstance(value, (dict, list)):
        return None
    if value is None:
        return Heard("gap", tidy(name))
    if isinstance(value, str):
        said = stated(name, value, manner) if value[:1].isdigit() else None
        return said or manner.claim(tidy(f"{tidy(name)}: {value}"))
    written = str(value).lower()
    return stated(name, written, manner) or manner.claim(tidy(f"{tidy(name)}: {written}"))
