"""Choices that are steps of a ladder: "this level and everything more serious"."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Route
from beliefs.spec.inferring.keeping.holdings import Holding

_REST = r"(?:(?:everything|anything|all|those|the ones|any(?:thing)?) )?"
_MUCH = r"(?:serious|severe|urgent|important|critical)"
_UP = re.compile(
    r"(?i)\bmin(?:imum|imal)?\b|\bat least (?:this|that|the|as)\b|\blowest\b|\bthreshold\b|"
    rf"\b(?:or|and) {_REST}(?:above|higher|worse|greater|up(?:wards?)?|more {_MUCH})\b"
)
_DOWN = re.compile(
    r"(?i)\bmax(?:imum|imal)?\b|\bat most (?:this|that|the|as)\b|\bhighest\b|"
    rf"\b(?:or|and) {_REST}(?:below|lower|better|down(?:wards?)?|less {_MUCH})\b"
)
# What a ladder that is told from its top begins with.
_TOPS = {
    "critical",
    "fatal",
    "emergency",
    "urgent",
    "highest",
    "high",
    "error",
    "severe",
    "blocker",
}
_FEW = 2  # steps that are no ladder


def graded(param: Param, route: Route, holding: Holding, field: str, name: str) -> str:
    """What a parameter asks of rows by the order of a field; empty where it asks for one step."""
    others = [re.escape(each.name) for each in route.params if each.name != param.name]
    own = rf"(?i)(?<![\w.]){re.escape(param.name)}(?:=\S+)?`?(?!\w)"
    behind = "|".join(others) or "$^"
    about = [
        re.split(rf"(?<![\w.])(?:{behind})(?!\w)", each[found.start() :])[0]
        for each in re.split(r"(?<=[.;])\s+", route.words)
        if (found := re.search(own, each))
    ]
    said = " ".join([param.shape.words, *about])
    sign = ">=" if _UP.search(said) else "<=" if _DOWN.search(said) else ""
    return ranked(holding, field, sign, name) if sign else ""


def ranked(holding: Holding, field: str, sign: str, name: str) -> str:
    """That a row is on one side of a step; empty where the values of the field are no steps."""
    known = holding.fields.get(field)
    choices = known.type.choices if known is not None else ()
    if len(choices) <= _FEW:
        return ""
    steps = list(reversed(choices)) if choices[0].lower() in _TOPS else list(choices)
    ladder = json.dumps(steps, ensure_ascii=False)
    return f"index({ladder}, .{field}) {sign} index({ladder}, {name})"
