"""In which form a request is said to answer, and does not: a PDF, a download, a page, a parameter.

Words that name a form stand in the clause of one request, and mean that one. A request that answers
with JSON where a file is asked for was not understood, whoever read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.operations import Operation

_CLAUSE = re.compile(
    r"(?<![\w/])(?P<m>GET|POST|PUT|PATCH|DELETE)[`*]*[\s|]+[`*\"']*(?P<p>/[\w{}<>:.~@%/-]*)"
    r"(?P<q>\?[\w=&{}<>.,-]*)?"
)
# What a clause of a GET says, what an effect that does it has, and what it does instead.
_FORMS = (
    (
        (
            r"\bdownloads?\b|\bthe (?:file|image|photo|picture)s? itself\b|"
            r"\bsends? (?:back )?the (?:file|image|photo|picture)\b"
        ),
        r'content\(|inline\(|as "',
    ),
    (r"\bPDF\b", r"paper\(|combined\(|content\(|inline\("),
    (r"\b(?:excel|xlsx|spreadsheet)\b", r"sheet\(|content\("),
    (r"\bCSV\b", r"csv\(|content\("),
    (r"\bzip\b", r"archive\(|zip_|content\("),
    (r"\bredirects?\b", r"Location"),
    (r"\b(?:plain|raw) (?:text|content)\b|text/plain", r'as "|content\(|inline\('),
    (r"\bthumbnails?\b|\bre(?:sized|scaled)\b|\bscaled\b", r"thumbnail\(|pictured\("),
    (r"\b(?:shows?|has|with) (?:an? |the )?(?:\w+ )?form\b", r"<form"),
)
# "with name, size and type": what a list shows of its rows.
_ROW = re.compile(r"\blists?\b[^.;]{0,20}\bwith ((?:\w+, )+\w+,? and \w+|\w+ and \w+)\b")
# "GET /files, download at GET /files/{id}": the last words are about the request behind them.
_LEADS = re.compile(r"(?:,|\band\b)[^,;.]*\b(?:at|via|by|through|under)\s*$")
_DENIED = re.compile(r"(?i)\b(?:no|not|without|instead of|rather than|never)\b")
Fits = Callable[[str, str], bool]


def unkept_forms(
    words: str, operations: tuple[Operation, ...], fits: Fits, fields: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """The clauses of a sentence whose request answers otherwise, each with what is missing.

    `fits` says whether a path that is named is that of an operation; `fields` are those of
    all rows.
    """
    named = list(_CLAUSE.finditer(words))
    for at, found in enumerate(named):
        end = named[at + 1].start() if at + 1 < len(named) else len(words)
        told = _LEADS.sub("", words[found.end() : end].split(";", 1)[0])
        path = found["p"].rstrip(".:,") or "/"
        made = [x for x in operations if x.method == found["m"] and fits(path, x.path)]
        if len(made) != 1 or not made[0].effect:
            continue
        clause = words[found.start() : found.end() + len(told)].strip(" ,")
        effect = notation.write(made[0].effect)
        for name in re.findall(r"(\w+)=", found["q"] or ""):
            if f"input.{name}" not in effect:
                yield clause, f"it makes nothing of the parameter {name}"
        if found["m"] != "GET" or _DENIED.search(told):
            continue
        shown = _ROW.search(told)
        names = {*re.findall(r"\w+", shown[1])} - {"and", "or"} if shown is not None else set()
        lacks = sorted(each for each in names if not any(each in field for field in fields))
        if lacks and len(lacks) < len(names) and not any(each in effect for each in lacks):
            yield clause, f"it does not show {', '.join(lacks)}"
        for said, does in _FORMS:
            if re.search(f"(?i){said}", told) and not re.search(does, effect):
                yield clause, "it answers otherwise"
                break
