"""Routes that tell an amount in another unit: temperatures, lengths, weights, volumes."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.features.conversions import SCALES, UNITS, convert
from beliefs.spec.features.resources import params, snake
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import World

_WORDS = {
    **dict.fromkeys(("temperature", "celsius", "fahrenheit", "degree"), "temperature"),
    **dict.fromkeys(("length", "distance", "kilometer", "mile"), "length"),
    **dict.fromkeys(("weight", "mass"), "weight"),
    "volume": "volume",
}
_FROM = frozenset({"from", "from_unit", "source", "source_unit"})
_TO = frozenset({"to", "to_unit", "target", "target_unit"})
_CUES = frozenset({"converts", "answers", "takes", "with", "shows", "thing", "about"})


def write(world: World) -> None:
    """Write what converts, where it is told between which units."""
    quantity = _quantity(world)
    for route in world.draft.open_routes():
        given = _given(route)
        found = _units(quantity, _shown(route, given)) if given else None
        shows = _shows(route, given) if given else ()
        if given is None or found is None or not shows:
            continue
        told, units = found
        words = re.sub(r"[{}]", "", "_".join(route.segments))
        name = f"{route.method.lower()}_{snake(words)}"
        made = convert(told, name, route.method, route.path, given, shows, units)
        world.add(made, route, route.source)
        world.assume(f"the units of {told}", ", ".join(units))
        if not route.answers:
            world.assume("where the converted amount is", "result")
        for cue in route.cues:
            cue.used = cue.used or ("conversions" if cue.says in _CUES else "")
        world.draft.use("conversions", "converts")


def _quantity(world: World) -> str:
    """What the goal says is converted; empty when it leaves that to the units."""
    for cue in world.draft.all_said("converts"):
        for word in cue.words:
            if word in _WORDS:
                return _WORDS[word]
    return ""


def _given(route: Route) -> tuple[str, str, str] | None:
    """The names of an amount, of the unit it is in, and of the unit it is wanted in."""
    names = [*params(route.path), *route.query, *(each.field.name for each in route.takes)]
    start = next((each for each in names if each in _FROM), "")
    end = next((each for each in names if each in _TO), "")
    rest = [each for each in names if each not in {start, end}]
    return (rest[0], start, end) if start and end and len(rest) == 1 else None


def _shown(route: Route, given: tuple[str, str, str]) -> set[str]:
    """The units that the goal shows, as it writes them."""
    return {told for each in given[1:] if (told := route.samples.get(each, ""))}


def _units(quantity: str, shown: set[str]) -> tuple[str, tuple[str, ...]] | None:
    """What is converted and between which units: as the goal says it, or by those it shows."""
    known = [(kind, tuple(units)) for kind, units in UNITS.items()]
    known += [("temperature", units) for units in SCALES]
    if not quantity and not shown:
        return None
    fits = [(k, units) for k, units in known if shown <= set(units) and quantity in {"", k}]
    kinds = {kind for kind, _ in fits}
    return fits[0] if len(kinds) == 1 else None


def _shows(route: Route, given: tuple[str, str, str]) -> tuple[tuple[str, str], ...]:
    """What is answered: names of what was given stand for that, the other one for the result."""
    names = [each.field.name for each in route.answers]
    if not names:
        return (("result", "result"),)
    if len(names) == 1:
        return ((names[0], "result"),)
    known = {given[0]: "amount", given[1]: "from", given[2]: "to"}
    others = [each for each in names if each not in known]
    if len(others) != 1:
        return ()
    return tuple((each, known.get(each, "result")) for each in names)
