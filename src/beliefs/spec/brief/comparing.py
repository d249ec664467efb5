"""Values that are brought together and must fit each other: "`end` must be after `start`"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.scene import Scene

_HOW = {
    "after": ">",
    "later than": ">",
    "greater than": ">",
    "larger than": ">",
    "more than": ">",
    "higher than": ">",
    "before": "<",
    "earlier than": "<",
    "less than": "<",
    "lower than": "<",
    "smaller than": "<",
    "at least": ">=",
    "at most": "<=",
    "the same as": "=",
    "equal to": "=",
    "identical to": "=",
    "different from": "!=",
}
_AGAINST = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!=", "!=": "="}


def compared(text: str, scene: Scene) -> tuple[str, bool] | None:
    """What words say of two values that are brought, and whether it must hold.

    Else it must not; None where they say something else.
    """
    brought = [n for n, g in scene.given.items() if g.place in {"json", "query", "form"}]
    names = "|".join(sorted(map(re.escape, brought), key=len, reverse=True)) or "(?!)"
    how = "|".join(_HOW)
    found = re.fullmatch(
        rf"(?i)\W*(?:if |when |the )*(?P<a>{names}) (?P<must>must |has to |have to |should |"
        rf"needs to )?"
        rf"(?:be |is |are |lies? |comes? )*(?P<not>not )?(?:be )?(?P<how>{how}) "
        rf"(?:the )?(?P<b>{names})\W*",
        text,
    )
    if found is None or found["a"] == found["b"]:
        return None
    sign = _HOW[found["how"].lower()]
    sign = _AGAINST[sign] if found["not"] else sign
    return f"input.{found['a']} {sign} input.{found['b']}", bool(found["must"])


def guarded(fault: Fault, scene: Scene) -> str:
    """The condition under which a request fails over two values; empty where it says no such."""
    found = compared(fault.cause.text, scene)
    if found is None:
        return ""
    told, must = found
    left, sign, right = told.split(" ")
    failing = f"{left} {_AGAINST[sign] if must or fault.otherwise else sign} {right}"
    spare = [
        x for x in (left, right) if scene.given[x.removeprefix("input.")].held.required is False
    ]
    return " and ".join([*(f"{x} != null" for x in spare), failing])
