"""Command lines that a goal names: which program is run, with which words.

A command is told from other words in code marks by what stands before it: "through `sort -u`",
"converts it with `pandoc`", "the program tidy". Marks of code are lost on the way from a source to
a route, so a command gets marks of its own as soon as its source is read.
"""

from __future__ import annotations

import shlex

from beliefs.spec import patterns as re

_OPEN, _CLOSE = "⟪", "⟫"
_NOUN = (
    r"(?:external |outside |system |shell |unix |linux |command[- ]line )*"
    r"(?:program|command|binary|executable|utility|tool)"
)
_BY = (
    r"(?i:with|by|via|through|using|of|from|into|to|runs?|running|calls?|executes?|invokes?|uses?)"
)
_WORKS = (
    r"\b(?:convert|conver[ts]|transcod|transform|turn|process|pip(?:e|es|ed|ing)\b|run|ran|execut|"
    r"invok|compress|compil|typeset|format|lint|rout)\w*"
)
_NAME = r"[a-z][\w.+-]*"
_FLAGGED = rf"{_NAME}(?: [^`\"'\s]+)*? -{{1,2}}[\w][^`\"']*"
_COMMAND = re.compile(
    # "through `wc -l`": with a flag it is nothing else than a command
    rf"\b(?P<by>{_BY} (?:the |an? )?(?:{_NOUN} )?)[`\"'](?P<flagged>{_FLAGGED})[`\"']"
    # "the external program `tidy`", "the command sort"
    rf"|(?P<noun>\b{_NOUN} (?:called |named )?)[`\"'](?P<named>{_NAME}(?: [^`\"']*)?)[`\"']"
    rf"|(?P<bare>\b(?:{_BY}) the {_NOUN} )(?P<plain>{_NAME})(?=[\s.,;)]|$)"
    # "converts the upload with `pandoc`"
    rf"|(?P<work>{_WORKS}\b[^.;`]{{0,40}}\b(?:with|by|via|through|using) )"
    rf"[`](?P<worked>{_NAME}(?: [^`]*)?)[`]"
    rf"|(?P<run>\b(?i:runs?|executes?|invokes?|pipes?) )[`](?P<ran>{_NAME}(?: [^`]*)?)[`]"
    # "runs wc -l on the file": a name with a flag behind it, without any marks
    rf"|(?P<bare_by>\b{_BY} (?:the |an? )?(?:{_NOUN} )?)"
    rf"(?P<dashed>{_NAME}(?: -{{1,2}}[a-zA-Z][\w-]*)+)(?=[\s.,;)]|$)"
    # "what `file --brief` prints"
    rf"|(?P<what>\bwhat )[`](?P<told>{_NAME}(?: [^`]*)?)[`](?= (?:prints|says|writes|gives|outputs|"
    r"reports|tells|makes|answers|returns))"
)
_BEFORE = ("by", "noun", "bare", "work", "run", "bare_by", "what")
_SAID = ("flagged", "named", "plain", "worked", "ran", "dashed", "told")
# Libraries, not programs: what is said with them is done in the service itself.
_LIBRARIES = frozenset(
    """markdown markdown-it markdown2 mistune bcrypt argon2 passlib jinja2 pillow openpyxl pypdf
    reportlab fpdf fpdf2 pandas numpy fastapi flask sqlalchemy pydantic uvicorn pytest zipfile csv
    json html jwt pyjwt sqlite sqlite3 python""".split()  # noqa: SIM905
)
_SMALL = frozenset("that which and to for in is on of with a the it from".split())  # noqa: SIM905
# What stands for the file that is brought; it comes on standard input instead.
_PLACE = re.compile(r"\{\w+\}|\$\w+|FILE(?:NAME)?|INPUT|-")
# Programs that look at standard input only where a dash says so.
_DASH = frozenset({"file"})
_SHELL = re.compile(r"[|;&`<>*\n]|\$\(")


def marked(text: str) -> str:
    """A text in which commands have marks that nobody takes away.

    >>> marked("counts them through `wc -l`, and answers with `count`")
    'counts them through ⟪wc -l⟫, and answers with `count`'
    """

    def mark(found: re.Match[str]) -> str:
        before = next(found[each] for each in _BEFORE if found[each])
        said = next(found[each] for each in _SAID if found[each])
        first = said.split()[0].lower()
        if first in _LIBRARIES or first in _SMALL:
            return found[0]
        return f"{before}{_OPEN}{said.strip()}{_CLOSE}"

    return _COMMAND.sub(mark, text)


def unmarked(text: str) -> str:
    """The text without marks of commands, as one without marks of code is."""
    return text.replace(_OPEN, "").replace(_CLOSE, "")


def commands_in(text: str, names: frozenset[str] = frozenset()) -> tuple[tuple[str, ...], ...]:
    """The commands of a text in which they are marked; an empty one where a shell is needed.

    What stands for an input of these names stays: `{n}`.

    >>> commands_in("through ⟪file --brief <file>⟫, or ⟪sort | uniq⟫, or ⟪head -n <n>⟫", {"n"})
    (('file', '--brief', '-'), (), ('head', '-n', '{n}'))
    """
    found = re.findall(rf"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}", text)
    return tuple(_words(each, frozenset(names)) for each in found)


def _words(said: str, names: frozenset[str]) -> tuple[str, ...]:
    said = re.sub(r"<([\w ]+)>", lambda of: f"{{{of[1]}}}" if of[1] in names else "FILE", said)
    if _SHELL.search(said):
        return ()
    try:
        found = shlex.split(said)
    except ValueError:
        return ()
    if not found or not re.fullmatch(_NAME, found[0]):
        return ()
    inputs = {f"{{{each}}}" for each in names}
    kept = [each for each in found[1:] if each in inputs or not _PLACE.fullmatch(each)]
    return (found[0], *kept, *(["-"] if found[0] in _DASH else ()))
