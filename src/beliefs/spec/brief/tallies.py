"""Numbers that count how often rows change, and deeds that do nothing where it is so already."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.becoming import counters, flags
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.states import state, state_field

_COUNTS = (
    r"(?:counts?|is|says|tells|shows|holds|has)(?: only)? "
    r"(?:the number of |how (?:often|many times) |real |actual |true |genuine |its |"
    r"(?:it|the \w+) (?:was|has been|is|were) |really |actually )*"
    r"(?:changes?|changed|switch(?:e[sd]|ings?)?|toggle[sd]?|flip(?:s|ped)|turned)"
    r"(?: on (?:or|and) off)?(?: (?:of it|only|so far))*"
    r"(?:,? (?:also|including|even|and also)(?: (?:those|ones|the ones))?"
    r"(?: (?:made|done|caused))? by \S+)?"
)
_NOTHING = (
    r"(?:if |when |where )?(?:(?:it|one|the \w+|that) (?:is|was) )?already (?P<s>[a-z_]+)"
    r"(?: (?:ones?|\w+s))?[:,]? ?(?:then )?"
    r"(?:nothing (?:happens|changes)|changes nothing|does nothing|no change|stays? so|"
    r"(?:is |are )?(?:left alone|harmless|fine|no error|skipped|not touched|not counted))"
)


def learn_tallies(service: Service, scenes: list[Scene]) -> None:
    """Find the numbers that count changes of a row: "`switched` counts real changes only"."""
    spoken = [*service.brief.said, *(one for x in scenes for one in x.told.said)]
    for kind in service.kinds:
        about = _two_valued(kind)
        names = "|".join(map(re.escape, counters(kind)))
        for one in spoken if names and about else ():
            found = one.take(rf"(?:the |its )?(?P<f>{names}) {_COUNTS}")
            if found is not None:
                service.tallies[kind.name, found["f"]] = about


def _two_valued(kind: Kind) -> str:
    """The field that changes when a row is switched."""
    own = [each for each in flags(kind) if not kind.fields[each].hidden]
    where = state_field(kind)
    return own[0] if len(own) == 1 else where.name if where is not None and not own else ""


def tallied(service: Service, kind: Kind, values: dict[str, str], row: str = "") -> None:
    """Count a change that a deed makes, where something counts them."""
    row = row or kind.one
    for (of, name), about in service.tallies.items():
        if of != kind.name or about not in values or name in values:
            continue
        value = values[about]
        one = "1" if value == f"not({row}.{about})" else f"if({row}.{about} = {value}, 0, 1)"
        values[name] = f"{row}.{name} + {one}"


def unless(one: Said, kind: Kind, values: dict[str, str]) -> None:
    """A deed on a row that is so already does nothing: "already on: nothing happens"."""
    found = one.has(_NOTHING)
    held = state(kind, found["s"], kind.one) if found is not None else None
    if found is None or held is None:
        return
    one.drop(found)
    for name, value in values.items():
        if f"{kind.one}.{name}" in value or value in {"now()", "today()"}:
            values[name] = f"if({held}, {kind.one}.{name}, {value})"
