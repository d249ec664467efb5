"""Text of YAML or JSON as data, with what had to be mended on the way.

People write YAML that no parser takes: a colon in a sentence, a line one space off, a tab. Each
mend is tried at the line where the parser stopped and kept when the parser then gets further.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

from beliefs.errors import InvalidInput
from beliefs.spec import patterns as re
from beliefs.spec.documents.mended_lines import Mended, Stop, candidates

_MOST_MENDS = 60


class Loaded(NamedTuple):
    """Data, each mend as a line number and a sentence, and what the parser said at first."""

    data: Any
    mends: tuple[tuple[int, str], ...] = ()
    broken: str = ""


class _Loader(yaml.SafeLoader):  # type: ignore[misc]
    """YAML in which dates are texts, only true and false are truths, and no key is lost."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.twice: list[tuple[int, str]] = []

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:  # noqa: FBT002 - theirs
        """A mapping; what stands in it twice is put together, or the last of it taken, and said."""
        last: dict[str, Any] = {}
        for key, value in list(node.value) if isinstance(node, yaml.MappingNode) else ():
            name = str(key.value) if isinstance(key, yaml.ScalarNode) else ""
            before, last[name] = last.get(name), value
            if not name or before is None or name == "<<":
                continue
            line = key.start_mark.line + 1
            mappings = isinstance(before, yaml.MappingNode) and isinstance(value, yaml.MappingNode)
            if mappings and (name.startswith("/") or name in _JOINABLE):
                value.value = [*before.value, *value.value]
                self.twice.append((line, f"{name} stands twice: both were put together"))
            else:
                self.twice.append((line, f"{name} stands twice: the last one was taken"))
        return super().construct_mapping(node, deep)


# What documents that were put together from several have more than once.
_JOINABLE = frozenset({"paths", "components", "schemas", "definitions", "properties", "responses"})
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
    Loaded(data={'a': 1}, mends=((1, 'comments and commas too many were taken out'),), broken='')
    >>> load("summary: Books: all of them").data
    {'summary': 'Books: all of them'}
    """
    text, mends = _plain(text.lstrip("\ufeff"))
    found = _json(text) if text.lstrip().startswith(("{", "[")) else None
    found = found or _yaml(text)
    return found._replace(mends=(*mends, *found.mends))


_NEXT = re.compile(r"(?m)^---[ \t]*$|^\.\.\.[ \t]*$")
_FENCED = re.compile(r"\s*(?:```+|~~~+)[\w-]*[ \t]*\n(?P<text>.*?)\n(?:```+|~~~+)\s*", re.DOTALL)
# A comment begins behind the space: what is meant by the reference is lost.
_UNQUOTED = re.compile(r"(?m)^(\s*(?:- )?[\"']?\$ref[\"']?:[ \t]+)(#/\S+)[ \t]*$")
_CURLY = re.compile(r"(?m)(?<=[:\[{,-] )[‘’“”]([^‘’“”\n]*)[‘’“”](?=\s*(?:[,\]}]|$))")
_SPACES = re.compile(r"(?m)^[ \t]*[\u00a0\u2007\u202f\u3000][\s\u00a0]*?(?=\S)")


def _plain(text: str) -> tuple[str, tuple[tuple[int, str], ...]]:
    """A text without what editors and chats put into it, line for line, and what that was."""
    mends: list[tuple[int, str]] = []
    text = text.replace("\r\n", "\n")
    if fenced := _FENCED.fullmatch(text):
        mends.append((1, "the fence around it was left out"))
        text = "\n" * text[: fenced.start("text")].count("\n") + fenced["text"]
    begun = len(text) - len(text.lstrip("- \n\t"))
    if (other := _NEXT.search(text, begun)) and text[other.end() :].strip():
        mends.append((text.count("\n", 0, other.start()) + 1, "only the first document was read"))
        text = text[: other.start()]
    for pattern, instead, said in (
        (_UNQUOTED, r'\1"\2"', "a reference without quotes was quoted"),
        (_CURLY, r'"\1"', "curly quotation marks were read as straight ones"),
        (_SPACES, "", "spaces that do not break were read as spaces"),
    ):
        if match := pattern.search(text):
            mends.append((text.count("\n", 0, match.start()) + 1, said))
            text = pattern.sub(instead or (lambda each: " " * len(each[0])), text)
    return text, tuple(mends)


def _json(text: str) -> Loaded | None:
    for attempt, mends in ((text, ()), (relaxed(text), ((1, _TIDIED),))):
        twice: list[tuple[int, str]] = []

        def whole(pairs: list[tuple[str, Any]], seen: list[tuple[int, str]] = twice) -> Any:
            made = dict(pairs)
            for name in {each for each, _ in pairs} if len(made) < len(pairs) else ():
                values = [each for key, each in pairs if key == name]
                if len(values) > 1:
                    seen.append(
                        (_line_of(text.split("\n"), f'"{name}"'), _last(made, name, values))
                    )
            return made

        try:
            return Loaded(json.loads(attempt, object_pairs_hook=whole), (*mends, *twice))
        except (ValueError, RecursionError):
            continue
    return None


_TIDIED = "comments and commas too many were taken out"


def _last(made: dict[str, Any], name: str, values: list[Any]) -> str:
    """Put what stands under one name several times into what is made, and say how."""
    if all(isinstance(each, dict) for each in values) and (name[:1] == "/" or name in _JOINABLE):
        made[name] = {key: part for each in values for key, part in each.items()}
        return f"{name} stands twice: both were put together"
    return f"{name} stands twice: the last one was taken"


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


_TABS = {2: "two", 4: "four", 8: "eight"}


_INDENT = re.compile(r"(?m)^[ \t]+")


def _widened(indent: re.Match[str], *, wide: int) -> str:
    return indent[0].replace("\t", " " * wide)


def _yaml(text: str) -> Loaded:
    if "\t" not in text:
        return _lined(text)
    at = text[: text.index("\t")].count("\n") + 1
    best: Loaded | None = None
    for wide in (2, 4, 8):
        # A tab within a line is a space, and one before it as many as those around it are deep.
        spaced = _INDENT.sub(partial(_widened, wide=wide), text)
        try:
            found = _lined(spaced.replace("\t", " "))
        except InvalidInput:
            if wide == 8 and best is None:
                raise
            continue
        if best is None or len(found.mends) < len(best.mends):
            said = (at, f"tabs were read as {_TABS[wide]} spaces")
            best = found._replace(mends=(said, *found.mends))
        if not found.mends:
            break
    return best or _lined(text.replace("\t", "  "))


def _lined(text: str) -> Loaded:
    mends: list[tuple[int, str]] = []
    lines = text.split("\n")
    first: Stop | None = None
    for _ in range(_MOST_MENDS):
        found = _parsed("\n".join(lines))
        if not isinstance(found, Stop):
            data, twice = found
            return _told(data, lines, [*mends, *twice], first)
        first = first or found
        mended = _mended(lines, found)
        if mended is None:
            break
        lines = mended.lines
        mends.append((mended.at + 1, mended.said))
    raise InvalidInput(f"It is not readable YAML: {where(first)}.")


def _told(data: Any, lines: list[str], mends: list[tuple[int, str]], stop: Stop | None) -> Loaded:
    spoken: list[str] = []
    if _in_itself(data):
        said = "an alias stands within what it names; write it out"
        raise InvalidInput(f"It is not readable YAML: {said}.")
    data = _whole(data, spoken)
    mends += [(_line_of(lines, each), "a text with a comma was quoted") for each in spoken]
    return Loaded(data, tuple(mends), where(stop) if stop else "")


def where(stop: Stop | None) -> str:
    """Where a parser stopped, why, and what to do.

    >>> where(Stop(3, 4, "mapping values are not allowed here"))
    'line 4, column 5: mapping values are not allowed here; quote the text with the colon in it'
    """
    if stop is None:
        return "it is mended in too many places"
    todo = next((each for part, each in _TO_DO if part in stop.why), "see what that line opens")
    return f"line {stop.line + 1}, column {stop.column + 1}: {stop.why}; {todo}"


_TO_DO = (
    ("mapping values are not allowed", "quote the text with the colon in it"),
    ("<stream end>", "close the bracket or quotation mark that is open there"),
    ("expected ',' or", "put a comma there, or close the bracket before it"),
    ("quoted scalar", "close the quotation mark"),
    ("cannot start any token", "quote the text that begins so"),
    ("could not find expected ':'", "put a colon and a space after the key"),
    ("expected <block end>", "indent that line like those above it, or close the quotes before it"),
    ("undefined alias", "quote the text that begins with *"),
    ("special characters", "take the control characters out"),
)


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


def _parsed(text: str) -> tuple[Any, list[tuple[int, str]]] | Stop:
    """The data of a text, with what stands in it twice; or where the parser stopped."""
    try:
        loader = _Loader(text)
        try:
            return loader.get_single_data(), loader.twice
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line, mark.column) if mark else (0, 0)
        begun = error.context_mark.line if error.context_mark else line
        inside = f" (in what begins in line {begun + 1})" if begun != line else ""
        return Stop(line, column, f"{error.problem}{inside}")
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position)
        column = error.position - (text.rfind("\n", 0, error.position) + 1)
        return Stop(line, column, f"{error.reason}")
    except RecursionError:
        return Stop(0, 0, "it is nested too deeply")
    except (yaml.YAMLError, ValueError, TypeError) as error:
        return Stop(0, 0, str(error))


def _mended(lines: list[str], stop: Stop) -> Mended | None:
    """The mend after which the parser gets furthest, if it gets further at all."""
    best: Mended | None = None
    furthest = stop.line
    for each in candidates(lines, stop):
        found = _parsed("\n".join(each.lines))
        reached = found.line if isinstance(found, Stop) else len(lines) + 1
        if reached > furthest:
            furthest, best = reached, each
    return best
