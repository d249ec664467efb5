"""Rows that move a number of the row they belong to: "`change` adds to the stock"."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service, is_number, numbers


class Move(NamedTuple):
    """A number of a row above, and the number that a new row below adds to it."""

    field: str
    by: str
    sign: str = "+"


_ADDS = r"(?:adds?|is added|are added|counts?|goes|go)(?: up)? (?:to|towards)"
_TAKES = (
    r"(?:takes?|subtracts?|is taken|removes?|is subtracted|deducts?)(?: it| them)? (?:from|off)"
)


def learn_moves(service: Service, scenes: list[Scene]) -> None:
    """Find which new rows move a number of the row above them."""
    for scene in scenes:
        kind = scene.kind
        if (
            scene.request.method != "POST"
            or kind is None
            or kind.parent is None
            or kind.parent not in scene.rows
        ):
            continue
        brought = [n for n, g in scene.given.items() if g.place == "json" and is_number(g.held)]
        for one in [*scene.told.said, *service.brief.said]:
            found = _move(one, brought, kind.parent)
            if found is not None:
                service.moves[kind.name] = found
                _afterwards([*scene.told.said, *service.brief.said], found)
                break


def _move(one: Said, brought: list[str], above: Kind) -> Move | None:
    fields = "|".join(map(re.escape, numbers(above))) or "(?!)"
    names = "|".join(map(re.escape, brought)) or "(?!)"
    both = one.take(
        rf"(?:an? )?positive(?: \w+)? {_ADDS} (?:the |its )?(?P<f>{fields}),? (?:and |but )?(?:an?"
        rf" )?negative(?: \w+)? {_TAKES} (?:it|the \w+|that)"
    )
    if both is not None and len(brought) == 1:
        return Move(both["f"], brought[0])
    for pattern, sign in ((_ADDS, "+"), (_TAKES, "-")):
        found = one.take(rf"(?:the |its )?(?P<n>{names}) {pattern} (?:the |its )?(?P<f>{fields})\b")
        if found is not None:
            return Move(found["f"], found["n"], sign)
    return None


def _afterwards(every: list[Said], move: Move) -> None:
    """What the number is in an answer: as the new row leaves it."""
    for one in every:
        one.take(
            rf"(?:the )?{re.escape(move.field)}(?: in the answers?| there)? (?:is|being) (?:the |"
            rf"its )?(?:new )?(?:{re.escape(move.field)}|value|level|amount)? ?(?:afterwards|"
            r"after (?:that|it|this|the \w+)|then)"
        )


def moved(scene: Scene, kind: Kind) -> list[str]:
    """The change of the row above that a new row makes."""
    move = scene.service.moves.get(kind.name)
    above = kind.parent
    if move is None or above is None:
        return []
    return [
        (
            f"patch {above.name} {above.one} {{{move.field}: {above.one}.{move.field} {move.sign} "
            f"input.{move.by}}}"
        )
    ]


def copied(kind: Kind) -> dict[str, str]:
    """Values of a new row that have the names of values of the row above.

    And that nobody brings.
    """
    above = kind.parent
    if above is None:
        return {}
    return {
        n: f"{above.one}.{n}"
        for n in kind.fields
        if n in above.fields and n not in kind.brought and n != kind.within
    }


_WOULD = re.compile(
    r"(?i)^(?:it |that |this |which |the \w+ )*would (?:bring|take|make|put|leave|push|drop|move|"
    r"get|set|let)s? (?:the |its )?(?P<f>[a-z_]+)(?: go| fall| drop| sink)?(?: to| become)? ?(?"
    r"P<sign>below|under|less than|above|over|more than|negative)(?: (?P<n>zero|-?\d+|[a-z_]+))?$"
)


def overdrawn(text: str, scene: Scene) -> str | None:
    """The condition that a new row would bring the number too far.

    "would bring the stock below zero".
    """
    move = scene.service.moves.get(scene.kind.name) if scene.kind is not None else None
    found = _WOULD.match(text.strip(" .,"))
    above = scene.kind.parent if scene.kind is not None else None
    if move is None or found is None or above is None or found["f"] != move.field:
        return None
    bound = {"zero": "0", None: "0"}.get(found["n"], found["n"])
    if not re.fullmatch(r"-?\d+", bound):
        if bound not in above.fields:
            return None
        bound = f"{above.one}.{bound}"
    sign = ">" if found["sign"].lower() in {"above", "over", "more than"} else "<"
    return f"{above.one}.{move.field} {move.sign} input.{move.by} {sign} {bound}"
