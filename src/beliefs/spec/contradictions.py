"""Settings that sources state in two ways: both sides with their lines, and the more specific wins.

How a service runs is said in a word that may stand anywhere, in any source. Readers take the one
they meet; here all of them are looked for, so that nobody finds out afterwards what was not taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.service import TWO_THINGS, Assumption, Spec

_KEEPS = r"(?:stor(?:e|es|ed|age|ing)|keeps?|kept|persist\w*|saved?|saves|data|rows|lives?)"
_PATTERNS: dict[str, tuple[tuple[str, str], ...]] = {
    "storage": (
        ("sqlite", r"\bSQLite3?\b"),
        ("postgres", r"\bPostgres(?:ql)?\b"),
        ("memory", r"\bin[- ](?:the )?memory\b(?! sqlite)"),
        (
            "json",
            (
                rf"\b{_KEEPS}\b[^.;\n]{{0,40}}\bJSON(?:[- ]files?)?\b(?! ?\w*\b(?:body|object))"
                r"|\bJSON[- ]file\b(?= (?:storage|store|persistence|database|backend))"
                rf"|\bJSON[- ]files?\b(?=[^.;\n]{{0,20}}\b{_KEEPS}\b)"
            ),
        ),
    ),
    "framework": (("fastapi", r"\bFast ?API\b"), ("flask", r"\bFlask\b")),
    "port": (("", r"\bport\b[:=]?(?: is| number)? (\d{2,5})\b"),),
}
_SETTING = {
    "storage": rf"(?i)\b{_KEEPS}\b|\bdatabase\b",
    "framework": r"(?i)\bframework\b",
    "port": r"(?i)\bport\b",
}
_DENIED = re.compile(
    r"(?i)\b(?:not|no|without|instead of|rather than|never|than|from)\b[^.;,]{0,16}$"
)
# A file that rows come from or go to is not where they are kept.
_PASSES = re.compile(r"(?i)\b(?:im|ex)port|\bupload|\bdownload|\battach|\bas JSON\b")
_CLAUSES = re.compile(r"(?<=[.;!?])\s+|\n")


class _Stated(NamedTuple):
    value: str
    source: str
    rank: tuple[bool, bool, int]  # in a document; as a setting; how late


def settled(spec: Spec, sources: Iterable[tuple[str, str, str]]) -> Spec:
    """The Spec with the setting that is stated most specifically, and every other beside it.

    >>> from beliefs.spec.service import Spec
    >>> goal = "A notes API. SQLite. Keep the notes in a JSON file."
    >>> made = settled(Spec("notes", "Notes", ""), [("goal", goal, "sentences")])
    >>> made.storage, made.assumptions[0].instead
    ('json', ('sqlite [goal:1]',))
    """
    told = [each for each in sources if each[1]]
    for name in _PATTERNS:
        stated = list(_stated(name, told))
        values = dict.fromkeys(each.value for each in stated)
        if len(values) > 1:
            spec = _chosen(spec, name, stated)
    return spec


def _chosen(spec: Spec, name: str, stated: list[_Stated]) -> Spec:
    best = max(stated, key=lambda each: each.rank)
    others = [each for each in stated if each.value != best.value]
    first = {each.value: each for each in reversed(others)}
    shown = tuple(f"{each.value} [{each.source}]" for each in reversed(first.values()))
    about = f"the {name}"
    rest = [each for each in spec.assumptions if each.about.partition(",")[0] != about]
    said = Assumption(f"{about}, {TWO_THINGS}", best.value, best.source, shown)
    value = int(best.value) if name == "port" else best.value
    return replace(spec, **{name: value}, assumptions=(*rest, said))  # type: ignore[arg-type]


def _stated(name: str, sources: list[tuple[str, str, str]]) -> Iterator[_Stated]:
    order = 0
    for called, text, kind in sources:
        at = 0
        for clause in _CLAUSES.split(text):
            at = text.find(clause, at)
            line = text.count("\n", 0, at) + 1
            for value, pattern in _PATTERNS[name]:
                for match in re.finditer(f"(?i){pattern}", clause):
                    if _DENIED.search(clause[: match.start()]) or _PASSES.search(clause):
                        continue
                    order += 1
                    plainly = bool(re.search(_SETTING[name], clause))
                    rank = (kind not in {"", "sentences"}, plainly, order)
                    yield _Stated(value or match[1], f"{called}:{line}", rank)
