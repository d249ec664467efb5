"""Moves between states that are told one by one: "becomes assigned with assignTicket"."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.verbs import call, spoken
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import participle, singular


class Move(NamedTuple):
    """Where a request leads, from where (anywhere, if nothing is said), and what it takes away."""

    to: str
    starts: tuple[str, ...] = ()
    cleared: tuple[str, ...] = ()

    @property
    def holds(self) -> str:
        """The condition over `$` for the move."""
        states = ", ".join(f'"{each}"' for each in self.starts)
        return f"$.status in [{states}]" if self.starts else ""

    @property
    def why(self) -> str:
        """What is said where it does not hold."""
        return f"Only {' or '.join(self.starts)} can become {self.to}"


def acting(world: World, route: Route) -> tuple[Plan, str] | None:
    """The thing that a route does something to, and the verb: /orders/{id}/pay, /payOrder."""
    said = spoken(route)
    if said is not None and said.crud is None and said.noun in world.plans:
        return world.plans[said.noun], said.verb
    at = world.at(route.path)
    if at is None or route.method not in {"POST", "PUT", "PATCH"}:
        return None
    plan, rest = at
    word = rest.removeprefix("{}/").lower()
    return (plan, word) if rest.startswith("{}/") and not {"/", "{"} & set(word) else None


def shape(world: World) -> None:
    """Rows get a status with every state that is told, and routes their moves."""
    moves: dict[tuple[str, str], Move] = {}
    for plan in world.plans.values():
        told = [] if plan.fixed is not None else _told(world, plan)
        if not told:
            continue
        first = before = _first(world, plan, told)
        for route, cue in told:
            move = _move(world, route, cue, before if _goes_on(cue) else first)
            moves[route.method, route.path] = move
            before = move.to
            cue.used = "moving"
        mine = [moves[route.method, route.path] for route, _ in told]
        states = [first, *(each for move in mine for each in (*move.starts, move.to))]
        _kept(world, plan, states, [route for route, _ in told])
    if moves:
        world.kept["moves"] = moves
        world.draft.use("moving", "initial", "in_sequence")


def _kept(world: World, plan: Plan, states: list[str], told: list[Route]) -> None:
    """The field that holds the state, with those that other routes lead to."""
    had = plan.field("status")
    if had is not None and had.type.choices:
        states = [*had.type.choices, *states]
    else:
        others = [each for each in world.draft.routes if not each.takes and each not in told]
        acts = [acting(world, each) for each in others]
        done = [participle(at[1]) for at in acts if at is not None and at[0] is plan]
        states = [*states, *(each for each in done if not had or not had.type.choices)]
    kept = Type("string", choices=tuple(dict.fromkeys(states)))
    plan.fields = [each for each in plan.fields if each.name != "status"]
    plan.own = [each for each in plan.own if each.name != "status"]
    plan.adds(Field("status", kept, required=False, default=f'"{kept.choices[0]}"'))


def _told(world: World, plan: Plan) -> list[tuple[Route, Cue]]:
    """The routes whose moves are told, each with what tells it."""
    found: list[tuple[Route, Cue]] = []
    acts = [each for each in world.draft.routes if (at := acting(world, each)) and at[0] is plan]
    for cue in world.draft.all_said("moved"):
        found += [(each, cue) for each in acts if call(each.path) == cue.bound["call"]]
    if world.draft.said("in_sequence"):
        said = [(each, each.said("becomes")) for each in acts]
        found += [(each, told) for each, told in said if told is not None]
    had = [each for each, _ in found]
    for cue in world.draft.all_said("only_from"):
        for each in acts:
            at = acting(world, each)
            if at is not None and participle(at[1]) in _ends(cue) and each not in had:
                found.append((each, cue))
    return found


def _ends(cue: Cue) -> list[str]:
    return [str(cue.bound[each]) for each in ("to", "other") if each in cue.bound]


def _first(world: World, plan: Plan, told: list[tuple[Route, Cue]]) -> str:
    """What a new row is: as it is said, else what the first move starts from."""
    had = plan.field("status")
    if had is not None and had.type.choices:
        return had.type.choices[0]
    said = begun(world)
    mine = [each for each in said if each in plan.thing.cues]
    starts = [str(cue.bound["from"]) for _, cue in told if "from" in cue.bound]
    return next((str(each.bound["word"]) for each in (*mine, *said)), next(iter(starts), "new"))


def begun(world: World) -> list[Cue]:
    """What says how rows begin; "starts a ride" says how a ride does, and is no state."""
    said = world.draft.all_said("initial")
    return [each for each in said if singular(str(each.bound["word"])) not in world.plans]


def _goes_on(cue: Cue) -> bool:
    """Whether a move is told as the next one of a row, not as what a request does to it."""
    return cue.says == "becomes" or (cue.says == "moved" and cue.tokens[0].low != cue.bound["call"])


def _move(world: World, route: Route, cue: Cue, before: str) -> Move:
    at = acting(world, route)
    to = str(cue.bound["to"]) if cue.says == "moved" else participle(at[1] if at else "")
    to = str(cue.bound["word"]) if cue.says == "becomes" else to
    starts: list[str] = []
    for other in _after(world, cue) if cue.says != "only_from" else [cue]:
        if other.says == "only_from" and (not _ends(other) or to in _ends(other)):
            starts.append(str(other.bound["from"]))
            other.used = "moving"
    for other in world.draft.all_said("only_from"):
        if not starts and to in _ends(other):
            starts.append(str(other.bound["from"]))
            other.used = "moving"
    if not starts and cue.says == "becomes":
        starts = [before]
    if not starts and world.draft.said("bad_move"):
        starts = [before]
        world.assume(f"what becomes {to} by {route.method} {route.path}", f"what is {before}")
    cleared = tuple(each.field.name for each in cue.bound.get("without", ()))
    return Move(to, tuple(starts), cleared)


def _after(world: World, cue: Cue) -> list[Cue]:
    """What stands behind a move in its sentence, up to the next one."""
    found: list[Cue] = []
    for other in world.draft.cues[world.draft.cues.index(cue) + 1 :]:
        if other.says == "moved" or other.sentence != cue.sentence:
            break
        found.append(other)
    return found
