"""Codes of statuses: "the codes are VALIDATION for 400, NOT_FOUND for 404"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.failures import HOUSE, Failure
from beliefs.spec.service import Spec

_CODE = r"[`'\"]?(?P<{0}>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|[a-z]+(?:_[a-z0-9]+)+)[`'\"]?"
_PAIR = re.compile(
    rf"{_CODE.format('a')}(?: is)? (?:for|on|with|at|goes with|means|=|->) (?:an? |the )?`?(?P<m>4"
    rf"\d\d)"
    rf"|(?<!\d)`?(?P<n>4\d\d)`?(?: is| has| with| carries| gets|:| =| ->| =>|,)+(?: the| code|:)* "
    rf"{_CODE.format('b')}(?![\w{{])"
)
_SPEAKS = re.compile(r"(?i)\bcodes?\b")


def coded(spec: Spec, sources: Iterable[tuple[str, str, str]]) -> Spec:
    """The Spec whose failures have the codes that sentences say of their statuses."""
    if "{code}" not in spec.failures.body:
        return spec
    codes: dict[int, str] = {}
    for _, text, kind in sources:
        for sentence in re.split(r"(?<=[.;!?])\s+|\n", text) if kind != "openapi" else ():
            pairs = list(_PAIR.finditer(sentence)) if _SPEAKS.search(sentence) else []
            for each in pairs if "{" not in sentence.partition("code")[2] else ():
                codes.setdefault(int(each["m"] or each["n"]), each["a"] or each["b"])
    if not codes:
        return spec
    table: dict[tuple[str, str], Failure] = {
        (each.way, each.field): each for each in (*HOUSE, *spec.failures.stated)
    }
    stated = tuple(
        # A line that has a code has been read with its cause, which a status alone has not.
        replace(each, code=codes[each.status])
        if each.status in codes and not (each in spec.failures.stated and each.code)
        else each
        for each in table.values()
        if each.status in codes or each in spec.failures.stated
    )
    return replace(spec, failures=replace(spec.failures, stated=stated))
