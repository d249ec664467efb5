"""Lists that say in a header how many rows there are: "with the total in X-Total-Count"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import totals_in
from beliefs.spec.features.resources import program
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec, Unknown

_PAGE = re.compile(r"answer 200 (found)\[(?:skip|limit) [^\[\]]*\]")
_ROWS = re.compile(r"answer 200 ([A-Z]\w*(?:\[(?:where|by) .*\])?)")


def with_totals(text: str, spec: Spec) -> Spec:
    """The Spec whose lists have the headers that sentences want, which are then no longer open."""
    for said in re.split(r"(?<=[.;!?])\s+|\n", text):
        for name in totals_in(said):
            paths = set(re.findall(r"\bGET (/[^\s?,;.]*)", said))
            made = tuple(
                _headed(each, name) if not paths or each.path in paths else each
                for each in spec.operations
            )
            if made != spec.operations:
                left = tuple(each for each in spec.unknowns if not _about(each, name, said))
                spec = replace(spec, operations=made, unknowns=left)
    return spec


def _headed(operation: Operation, name: str) -> Operation:
    lines = notation.write(operation.effect).split("\n") if operation.effect else [""]
    page, rows = _PAGE.fullmatch(lines[-1]), _ROWS.fullmatch(lines[-1])
    if operation.method != "GET" or not (page or rows):
        return operation
    header = f' headers {{"{name}": text(count(found))}}'
    if page:
        lines[-1] += header
    elif rows and " limit " not in f" {rows[1]}" and " skip " not in f" {rows[1]}":
        lines[-1:] = [f"let found = {rows[1]}", f"answer 200 found{header}"]
    return replace(operation, effect=program(*lines))


def _about(unknown: Unknown, name: str, said: str) -> bool:
    return name in unknown.words and (unknown.words in said or unknown.why.strip('in ".') in said)
