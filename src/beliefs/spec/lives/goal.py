"""A terse goal while it is read: sentences that are left, requests that it names, what is kept."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, form
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.failures import Failure, Way
from beliefs.spec.lives.nouns import main_noun
from beliefs.spec.lives.saying import piece
from beliefs.spec.operations import Method, Operation
from beliefs.spec.understanding.draft import Draft, Route, Thing
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.understanding.reading import likeliest
from beliefs.spec.understanding.words import plural, singular


@dataclass(slots=True)
class Goal:
    """What a goal says, and the world that is made of it."""

    brief: Brief
    said: list[Said]
    world: World
    text: str = ""
    title: str = ""
    told_of: dict[tuple[Method, str], list[Said]] = field(default_factory=dict)  # by request

    @property
    def routes(self) -> list[Route]:
        """The requests that the goal names."""
        return self.world.draft.routes

    def has(self, pattern: str) -> re.Match[str] | None:
        """The first place that fits, in what is left."""
        return next((found for one in self.said if (found := one.has(pattern))), None)

    def spoke(self, pattern: str) -> bool:
        """Whether the goal says it anywhere, taken or not, its paths included."""
        return re.search(pattern, self.text, re.IGNORECASE) is not None

    def take(self, *patterns: str) -> re.Match[str] | None:
        """Take every place that fits, wherever it stands; the first one."""
        first = None
        for pattern in patterns:
            whole = rf"(?:{pattern})(?!\w)"
            for one in self.said:
                while (found := one.has(whole)) is not None and found[0].strip(f" {GAP}"):
                    one.drop(found)
                    first = first or found
        return first

    def fault(self, cause: str) -> int:
        """Take a status with what leads to it: "409 if it overlaps"; 0 where none is told."""
        found = self.take(
            piece("goal", "BEFORE", CAUSE=cause), piece("goal", "BEHIND", CAUSE=cause)
        )
        return int(found["status"]) if found is not None else 0

    def plan(self, noun: str) -> Plan:
        """What is kept under a noun, made where it is new: at the path that requests name."""
        name = singular(noun.lower().replace("-", "_").replace(" ", "_"))
        known = self.world.plans.get(name)
        if known is not None:
            return known
        made = Plan(Thing(name, stated=True), self._path(name))
        made.item = next(
            (
                f"/{'/'.join(each.segments[: at + 2])}"
                for each in self.routes
                for at, segment in enumerate(each.segments[:-1])
                if _names(segment, name) and each.segments[at + 1].startswith("{")
            ),
            "",
        )
        self.world.plans[name] = made
        return made

    def _path(self, name: str) -> str:
        for each in self.routes:
            for at, segment in enumerate(each.segments):
                if _names(segment, name) and not any("{" in x for x in each.segments[:at]):
                    return f"/{'/'.join(each.segments[: at + 1])}"
        return f"{self.world.base}/{plural(name.replace('_', ' ')).replace(' ', '-')}"

    def below(self, child: Plan, parent: Plan) -> None:
        """Put rows below others: at the path that the goal names, else made and listed there."""
        if child.parent is not None or child is parent:
            return
        child.parent, child.parent_field = parent, f"{parent.thing.name}_id"
        child.item = child.item or f"{self._path(child.thing.name)}/{{id}}"
        named = next(
            (
                each.path
                for each in self.routes
                if len(each.segments) > 2
                and _names(each.segments[-1], child.thing.name)
                and _names(each.segments[-3], parent.thing.name)
            ),
            "",
        )
        segment = plural(child.thing.name.replace("_", " ")).replace(" ", "-")
        flat = any(each.way == ("POST", child.path) for each in self.routes)
        if not flat:
            inside = re.sub(r"\{\w+\}$", f"{{{child.parent_field}}}", item_path(parent))
            child.path = named or f"{inside}/{segment}"
            if not named:
                about = f"where {child.thing.plural.replace('_', ' ')} are"
                self.world.assume(about, f"made and listed at {child.path}")

    def main(self, *instead: str) -> Plan | None:
        """What the goal is about: by its paths, its title, or a known kind; else one of these."""
        if self.world.plans:
            return next(iter(self.world.plans.values()))
        noun = self.main_noun(*instead)
        return self.plan(noun) if noun else None

    def main_noun(self, *instead: str) -> str:
        """What the goal is about, as a word."""
        return main_noun(self.title, self.routes, [one.whole for one in self.said]) or next(
            (each for each in instead if self.spoke(rf"\b{each}s?\b")), ""
        )

    def open(self, methods: str, path: str) -> Route | None:
        """A request that is not made yet, by its methods and the form of its path."""
        return next(
            (
                each
                for each in self.world.draft.open_routes()
                if each.method in methods.split("|")
                and re.fullmatch(path, form(each.path), re.IGNORECASE)
            ),
            None,
        )

    def below_one(self, plan: Plan, methods: str, tails: str) -> Route | None:
        """A request below one row, by what its path ends with."""
        return self.open(methods, rf"{re.escape(form(item_path(plan)))}/(?:{tails})")

    def add(self, made: Operation, route: Route | None, about: str = "") -> None:
        """Keep an operation, at a request that is named or, as is said, at the house's place."""
        if route is None:
            there = [(x.method, form(x.path)) for x in self.world.operations]
            if (made.method, form(made.path)) in there:
                return
            self.world.add(made)
            if about:
                self.world.assume(about, f"{made.method} {made.path}")
            return
        self.world.add(made, route, route.source)


def _names(segment: str, name: str) -> bool:
    """Whether a part of a path is called like rows."""
    low = segment.lower().replace("-", "_")
    return low == name or singular(low) == name or low == plural(name)


def failing(made: Operation, way: Way, status: int, usual: int = 409) -> Operation:
    """An operation that fails with the status that the goal states for it."""
    if status in {0, usual}:
        return made
    return replace(made, failures=(*made.failures, Failure(way, status, "Refused")))


def heard(text: str, brief: Brief, base: str) -> Goal:
    """A goal of which nothing has been taken yet."""
    routes: list[Route] = []
    told: dict[tuple[Method, str], list[Said]] = {}
    said = list(brief.said)
    for each in brief.requests:
        route = Route(each.method, each.path, tuple(each.query), dict(each.query))  # type: ignore[arg-type]
        routes.append(route)
        told[route.way] = each.said
        said += each.said
    said += [line.said for each in brief.requests for line in each.lines]
    world = World(Draft(routes=routes), likeliest)
    world.base = base
    return Goal(brief, said, world, text, told_of=told)
