"""Code that shows a value: JSON with comments, and JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Line
from beliefs.spec.brief.said import said
from beliefs.spec.documents.contract import Property, typed
from beliefs.spec.documents.schemas import Reader


class Remark(NamedTuple):
    """What a comment says of the value that stands before it."""

    name: str
    words: str
    line: int  # within the code


_COMMENT = re.compile(r"(?P<before>^|[\s,{}\[\]\"])(?://|#(?= )|--(?= ))\s*(?P<words>.*)$")
_MEMBER = re.compile(r"^\s*[{\[]*\s*[\"']?(?P<name>[A-Za-z_][\w-]*)[\"']?\s*:")


def uncommented(text: str) -> tuple[str, list[Remark]]:
    """A value without its comments, and what they say of its members.

    >>> uncommented('{\\n  "a": 1,  // counts up\\n  "b": 2\\n}')[1]
    [Remark(name='a', words='counts up', line=1)]
    """
    kept, remarks, name = [], list[Remark](), ""
    for at, line in enumerate(text.split("\n")):
        member = _MEMBER.match(line)
        name = member["name"] if member is not None else name
        found = _outside(line)
        if found is None:
            kept.append(line)
            continue
        kept.append(line[: found.start("before")] + found["before"])
        if name and found["words"].strip():
            remarks.append(Remark(name, found["words"].strip(), at))
    return "\n".join(kept), remarks


def _outside(line: str) -> re.Match[str] | None:
    """A comment that begins outside of any text in quotes."""
    for at, each in enumerate(line):
        if each not in "/#-" or line[:at].replace('\\"', "").count('"') % 2:
            continue
        found = _COMMENT.match(line, max(at - 1, 0))
        if found is not None:
            return found
    return None


_KIND = (
    r"(?:string|str|text|integer|int|number|float|double|decimal|bool(?:ean)?|date-?time|datetime|"
    r"timestamp|date|e-?mail|ur[il]|uuid|array|list|object|enum)(?:\[\]|<\w+>)?"
)
# What stands in the place of a value and says what it may be: "string (required, 3-20 characters)".
_SAYS = (
    rf"(?:(?:an? )?(?:valid |non-?empty |optional |"
    rf"required )*{_KIND}[?!]?(?=$|\s*[(,;|\[–—-]|:\s|\s+(?:required|optional|"
    r"min|max|between|of\b|from|up to|at (?:least|most)|\d|default|format|in\b|e\.g|one of|"
    r"not\b|or "
    r"null|nullable|unique|>|<|≥|≤|that|with|matching))|"
    r"\w[\w-]*(?: ?\| ?\w[\w-]*)+ *(?:\(|$|,)|(?:required|optional)\b|one of\b)"
)
_QUOTED = re.compile(
    rf"(?P<head>\"(?P<name>[A-Za-z_][\w-]*)\"\s*:\s*)\"(?P<words>{_SAYS}[^\"\n]*)\"", re.IGNORECASE
)
_BRACKETED = re.compile(
    rf"(?P<head>[\"']?(?P<name>[A-Za-z_][\w-]*)[\"']?\??\s*:\s*)(?P<words>{_KIND}[?!]?\s*\([^"
    rf"()\n]*\))",
    re.IGNORECASE,
)


_WORDS_OF_FAILURES = frozenset("error errors message msg detail reason code".split())  # noqa: SIM905


def spoken(text: str) -> tuple[str, list[tuple[str, str]]]:
    """A value without the words that stand in the places of its members, and those words.

    >>> spoken('{"title": "string (3-20 characters)", "done": false}')
    ('{"title": .., "done": false}', [('title', 'string (3-20 characters)')])
    """
    if "{" not in text:
        return text, []
    told: list[tuple[str, str]] = []

    def kept(found: re.Match[str]) -> str:
        if found["name"].lower() in _WORDS_OF_FAILURES:
            return str(found[0])  # {"error": "text required"}
        told.append((found["name"], found["words"]))
        return f"{found['head']}.."

    return _BRACKETED.sub(kept, _QUOTED.sub(kept, text)), told


def schema_in(text: str) -> dict[str, Any] | None:
    """The JSON Schema of a record that a text is; None where it is none."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    inside = found.get("properties") if isinstance(found, dict) else None
    if not isinstance(inside, dict) or not inside:
        return None
    return found if all(isinstance(each, dict | bool) for each in inside.values()) else None


def schema_lines(schema: dict[str, Any], source: str) -> Iterator[Line]:
    """The values that a schema states, with their types."""
    unmet: list[str] = []
    shape = Reader({}, lambda _: None, lambda *told: unmet.append(str(told[0]))).shape(schema)
    for each in shape.properties:
        yield _line(each, source)
    for words in unmet:
        yield Line("", said(words, source))


def _line(each: Property, source: str) -> Line:
    told = said(each.shape.words, source)
    told.aside = True
    role = "answer" if each.read_only else ""
    return Line(each.name, told, role, not each.required, typed(each.shape), each.default)
