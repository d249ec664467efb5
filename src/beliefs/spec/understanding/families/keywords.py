"""Values that words in a text decide: "priority is high if the text contains urgent"."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World


@dataclass(slots=True)
class _Rule:
    """One field, the text it looks at, what each word leads to, and what it is otherwise."""

    name: str
    source: str
    cases: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    otherwise: str = ""


def shape(world: World) -> None:
    """Fields that the service itself sets, when a row is made."""
    rule: _Rule | None = None
    used: list[Cue] = []
    for cue in world.draft.all_said("keyword_rule", "keyword_more", "keyword_else"):
        if cue.says == "keyword_rule":
            rule = _Rule(str(cue.bound["field"]).lower(), str(cue.bound["source"]).lower())
            used = []
        if rule is None:
            continue
        used.append(cue)
        if cue.says == "keyword_else":
            rule.otherwise = str(cue.bound["value"]).lower()
            _applied(world, rule, used)
            rule = None
        else:
            rule.cases.append((str(cue.bound["value"]).lower(), _words(cue)))
    if rule is not None:
        _applied(world, rule, used)


def _words(cue: Cue) -> tuple[str, ...]:
    if "words" in cue.bound:
        return tuple(str(each) for each in cue.bound["words"])
    return (str(cue.bound["word"]),)


def _applied(world: World, rule: _Rule, cues: list[Cue]) -> None:
    plan = next((each for each in world.plans.values() if _text(each, rule.source)), None)
    if plan is None or not rule.cases:
        return
    if not rule.otherwise:
        kind = Type("string", nullable=True)
        value = "null"
    else:
        states = dict.fromkeys([*(case for case, _ in rule.cases), rule.otherwise])
        kind = Type("string", choices=tuple(states))
        value = json.dumps(rule.otherwise)
    for case, words in reversed(rule.cases):
        holds = " or ".join(f"contains(input.{rule.source}, {json.dumps(each)})" for each in words)
        value = f"if({holds}, {json.dumps(case)}, {value})"
    plan.fields = [each for each in plan.fields if each.name != rule.name]
    plan.own = [each for each in plan.own if each.name != rule.name]
    plan.adds(Field(rule.name, kind, required=bool(rule.otherwise)), value)
    for cue in cues:
        cue.used = "keywords"


def _text(plan: Plan, name: str) -> bool:
    told = plan.field(name)
    return told is not None and told.type.kind == "string" and told.required
