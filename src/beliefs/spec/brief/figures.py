"""What is said of figures of rows wherever they are shown: how they are rounded, what they are of nothing."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service

_DIGITS = {"one": "1", "two": "2", "three": "3"}


def settle_figures(service: Service, scenes: list[Scene]) -> None:
    """Round figures as the sentences say, and take what they say that holds of nothing anyhow."""
    every = [*service.brief.said, *(one for scene in scenes for one in scene.told.said)]
    for (kind, name), value in list(service.derived.items()):
        for one in every:
            found = one.take(rf"(?:the |every )?{re.escape(name)}s? (?:is|are|gets?) rounded (?:to|with) (?P<n>one|two|three|\d) (?:digits?|decimals?|decimal places?|places)(?: \([\d., ]+(?:->|=|to)[\d., ]+\))?")
            if found is not None and not value.startswith("round("):
                service.derived[kind, name] = value = f"round({value}, {_DIGITS.get(found['n'], found['n'])})"
    for one in every:
        _of_nothing(service, one)


def _of_nothing(service: Service, one: Said) -> None:
    """"No ratings -> average null and ratings 0", where that is what the figures are."""
    for kind in service.kinds:
        below = "|".join(re.escape(x) for each in service.below(kind) for x in (each.plural, each.spoken))
        found = one.has(rf"(?:no|without|if there are no|as long as there are no) (?:{below or '(?!)'})(?: yet)?,? ?(?:->|:|=|means?)? ?(?P<all>(?:[a-z_]+ (?:is |= ?)?(?:null|0)(?:,? and |, )?)+)")
        if found is None:
            continue
        told = re.findall(r"([a-z_]+) (?:is |= ?)?(null|0)", found["all"])
        if all(_is_of_nothing(service.derived.get((kind.name, name), ""), value) for name, value in told):
            one.drop(found)


def _is_of_nothing(figure: str, value: str) -> bool:
    inner = re.sub(r"^round\(", "", figure)
    return inner.startswith(("count(", "sum(", "or_else(")) if value == "0" else inner.startswith(("average(", "most(", "least("))
