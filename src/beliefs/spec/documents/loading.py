"""Text of YAML or JSON as data, with what had to be mended on the way.

People write YAML that no parser takes: a colon in a sentence, a line one space off, a tab. Each
mend is tried at the line where the parser stopped and kept when the parser then gets further.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

from beliefs.errors import InvalidInput
from beliefs.spec import patterns as re

_MOST_MENDS = 60
_KEY = re.compile(r"(\s*(?:- )?)([^\s:#'\"][^:]*?|\"[^\"]*\"|'[^']*'):(\s+)(.+?)\s*$")


class Loaded(NamedTuple):
    """Data, each mend as a line number and a sentence, and what the parser said at first."""

    data: Any
    mends: tuple[tuple[int, str], ...] = ()
    broken: str = ""


class _Loader(yaml.SafeLoader):  # type: ignore[misc]
    """YAML in which dates are texts, and only true and false are truths."""


_Loader.yaml_implicit_resolvers = {
    first: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag not in {"tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool"}
    ]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool",
    re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"),
    list("tTfF"),
)


def load(text: str) -> Loaded:
    """The data of a text, JSON or YAML.

    >>> load('{"a": 1, /* one */ }')
    Loaded(data={'a': 1}, mends=((1, 'comments and commas too many were taken out'),))
    >>> load("summary: Books: all of them").data
    {'summary': 'Books: all of them'}
    """
    text = text.lstrip("\ufeff")
    if text.lstrip().startswith(("{", "[")):
        found = _json(text)
        if found is not None:
            return found
    return _yaml(text)


def _json(text: str) -> Loaded | None:
    try:
        return Loaded(json.loads(text))
    except ValueError:
        pass
    try:
        data = json.loads(relaxed(text))
    except ValueError:
        return None
    return Loaded(data, ((1, "comments and commas too many were taken out"),))


_PIECES = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|(?<=[\s,{\[])#[^\n]*', re.DOTALL)


def relaxed(text: str) -> str:
    """JSON text without comments and without commas before an end.

    >>> relaxed('{"a": 1, // one\\n "b": "//",}')
    '{"a": 1, \\n "b": "//"}'
    """
    kept = _PIECES.sub(lambda each: each[0] if each[0].startswith('"') else "", text)
    pieces = re.split(r'("(?:[^"\\\n]|\\.)*")', kept)
    joined = "".join(
        each if at % 2 else re.sub(r"…|\.\.\.", "", each) for at, each in enumerate(pieces)
    )
    several = _COMMAS.sub(lambda each: each[0] if each[0].startswith('"') else "", joined)
    return _LAST.sub(lambda each: each[0] if each[0].startswith('"') else "", several)


# A text, or a comma that nothing stands behind.
_COMMAS = re.compile(r'"(?:[^"\\\n]|\\.)*"|,\s*(?=,)')
_LAST = re.compile(r'"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])')


def _yaml(text: str) -> Loaded:
    mends: list[tuple[int, str]] = []
    if "\t" in text:
        at = text[: text.index("\t")].count("\n") + 1
        text = text.replace("\t", "  ")
        mends.append((at, "tabs were read as two spaces"))
    lines = text.split("\n")
    broken = ""
    for _ in range(_MOST_MENDS):
        data, line, why = _parsed("\n".join(lines))
        stopped = "" if line is None else f"line {line + 1}: {why}"
        broken = broken or stopped
        if line is None:
            spoken: list[str] = []
            if _in_itself(data):
                said = "an alias stands within what it names; write it out"
                raise InvalidInput(f"It is not readable YAML: {said}.")
            data = _whole(data, spoken)
            mends += [(_line_of(lines, each), "a text with a comma was quoted") for each in spoken]
            return Loaded(data, tuple(mends), broken)
        mended = _mended(lines, line)
        if mended is None:
            break
        lines, at, said = mended
        mends.append((at + 1, said))
    message = f"It is not readable YAML: {stopped}."
    raise InvalidInput(message)


def _in_itself(data: Any, around: tuple[int, ...] = ()) -> bool:
    """Whether data is a part of itself, as aliases can make it."""
    if not isinstance(data, dict | list):
        return False
    if id(data) in around:
        return True
    parts = data.values() if isinstance(data, dict) else data
    return any(_in_itself(each, (*around, id(data))) for each in parts)


_TEXTS = ("description", "summary", "title")


def _whole(data: Any, spoken: list[str]) -> Any:
    """Data in which a text in braces that a comma broke in two is one again.

    >>> _whole({"description": "gone", "all of it": None}, [])
    {'description': 'gone, all of it'}
    """
    if isinstance(data, list):
        return [_whole(each, spoken) for each in data]
    if not isinstance(data, dict):
        return data
    made: dict[Any, Any] = {}
    last = ""
    for key, value in data.items():
        if value is None and last and isinstance(key, str) and re.search(r"\w \w", key):
            made[last] = f"{made[last]}, {key}"
            spoken.append(key)
            continue
        made[key] = _whole(value, spoken)
        last = key if key in _TEXTS and isinstance(value, str) else ""
    return made


def _line_of(lines: list[str], text: str) -> int:
    return next((at for at, line in enumerate(lines, 1) if text in line), 1)


def _parsed(text: str) -> tuple[Any, int | None, str]:
    try:
        return yaml.load(text, _Loader), None, ""  # noqa: S506 - a SafeLoader
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line if mark else 0
        begun = error.context_mark.line if error.context_mark else line
        where = f" (in what begins in line {begun + 1})" if begun != line else ""
        return None, line, f"{error.problem}{where}"
    except yaml.YAMLError as error:
        return None, 0, str(error)
    except ValueError as error:
        return None, 0, str(error)


def _mended(lines: list[str], at: int) -> tuple[list[str], int, str] | None:
    """The mend after which the parser gets furthest, if it gets further at all."""
    best: tuple[int, list[str], int, str] | None = None
    for changed, where, said in _candidates(lines, min(at, len(lines) - 1)):
        _, line, _ = _parsed("\n".join(changed))
        reached = len(lines) + 1 if line is None else line
        if reached > at and (best is None or reached > best[0]):
            best = (reached, changed, where, said)
    return best[1:] if best else None


def _candidates(lines: list[str], at: int) -> list[tuple[list[str], int, str]]:
    found: list[tuple[list[str], int, str]] = []
    near = [each for each in (at, at - 1, at - 2) if 0 <= each < len(lines)]
    for where in near:
        match = _KEY.match(lines[where])
        if match and match[4][0] not in "'\"|>":
            quoted = f"{match[1]}{match[2]}: {json.dumps(match[4], ensure_ascii=False)}"
            found.append((_with(lines, where, quoted), where, "a text with signs was quoted"))
        if re.fullmatch(r"\s*[^\s:]+:[^\s/].*", lines[where]):
            spaced = re.sub(r"^(\s*[^\s:]+):", r"\1: ", lines[where])
            found.append((_with(lines, where, spaced), where, "a space was put after the colon"))
        if re.fullmatch(r"\s*(/\S*|[\w{}]+)\s*", lines[where]):
            keyed = f"{lines[where].rstrip()}:"
            found.append((_with(lines, where, keyed), where, "a colon was put after the key"))
    indents = {_indent(each) for each in lines[max(0, at - 8) : at + 3] if each.strip()}
    for where in near:
        now = _indent(lines[where])
        for indent in sorted(indents - {now}, key=lambda each: abs(each - now)):
            alone = _with(lines, where, " " * indent + lines[where].lstrip())
            found.append((alone, where, "a line was indented like its neighbours"))
            moved = _moved(lines, where, indent - now)
            found.append((moved, where, "lines were indented like their neighbours"))
    return found


def _with(lines: list[str], at: int, line: str) -> list[str]:
    return [*lines[:at], line, *lines[at + 1 :]]


def _moved(lines: list[str], at: int, by: int) -> list[str]:
    """A line and all that is deeper than it, moved."""
    now, end = _indent(lines[at]), at + 1
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > now):
        end += 1
    moved = [
        " " * max(0, _indent(each) + by) + each.lstrip() if each.strip() else each
        for each in lines[at:end]
    ]
    return [*lines[:at], *moved, *lines[end:]]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
