"""What is said of figures of rows wherever they are shown: how they are rounded.

What they are of nothing.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Request, Told
from beliefs.spec.brief.kinds import called
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.values import figure

_DIGITS = {"one": "1", "two": "2", "three": "3"}


def settle_figures(service: Service, scenes: list[Scene]) -> None:
    """Round figures as the sentences say, and take what they say that holds of nothing anyhow."""
    _listed(service)
    every = [*service.brief.said, *(one for scene in scenes for one in scene.told.said)]
    for (kind, name), value in list(service.derived.items()):
        for one in every:
            found = one.take(
                rf"(?:the |every )?{re.escape(name)}s? (?:is|are|gets?) rounded (?:to|with) (?"
                r"P<n>one|two|three|\d) (?:digits?|decimals?|decimal places?|places)(?: \([\d., "
                r"]+(?:->|=|to)[\d., ]+\))?"
            )
            if found is not None and not value.startswith("round("):
                service.derived[kind, name] = (
                    f"round({value}, {_DIGITS.get(found['n'], found['n'])})"
                )
    for one in every:
        _of_nothing(service, one)


_WORKED_OUT = re.compile(
    r"(?i)(?:\b(?:the )?(?:sum|total|number|count|average|mean|highest|lowest|maximum|minimum) "
    r"of\b|\bhow many\b).*$"
)


def _listed(service: Service) -> None:
    """Figures that stand among the fields of a kind: "total: number, sum of quantity * price"."""
    for topic in service.brief.topics:
        kind = called(service.kinds, topic.name)
        for line in topic.lines if kind is not None else ():
            found = line.said.has(_WORKED_OUT)
            if (
                kind is None
                or found is None
                or line.name in kind.brought
                or (kind.name, line.name) in service.derived
            ):
                continue
            scene = Scene(service, Request("GET", kind.path, line.said.source), Told(), kind=kind)
            words = Said(
                found[0].strip(" ,.;¦"),
                line.said.source,
                line.said.sketches,
                line.said.quotes,
                line.said.whole,
            )
            value = figure(scene, words, None, "$", kind)
            if value is not None:
                line.said.drop(found)
                service.derived[kind.name, line.name] = value
                kind.fields.pop(line.name, None)


def _of_nothing(service: Service, one: Said) -> None:
    """What is said of none: "no ratings -> average null and ratings 0".

    Where that is what the figures are.
    """
    for kind in service.kinds:
        below = "|".join(
            re.escape(x) for each in service.below(kind) for x in (each.plural, each.spoken)
        )
        found = one.has(
            rf"(?:no|without|if there are no|as long as there are no) (?:{below or '(?!)'})(?: "
            r"yet)?,? ?(?:->|:|=|means?)? ?(?P<all>(?:[a-z_]+ (?:is |= ?)?(?:null|0)(?:,? and |, "
            r")?)+)"
        )
        if found is None:
            continue
        told = re.findall(r"([a-z_]+) (?:is |= ?)?(null|0)", found["all"])
        if all(
            _is_of_nothing(service.derived.get((kind.name, name), ""), value)
            for name, value in told
        ):
            one.drop(found)


def _is_of_nothing(figure: str, value: str) -> bool:
    inner = re.sub(r"^round\(", "", figure)
    return (
        inner.startswith(("count(", "sum(", "or_else("))
        if value == "0"
        else inner.startswith(("average(", "most(", "least("))
    )
