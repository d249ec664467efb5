"""What a service keeps, found in its routes and the shapes that they bring and answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.names import CREATED
from beliefs.spec.documents.places import (
    Step,
    core,
    lists_records,
    names,
    same_thing,
    segment_word,
    steps,
    unwrapped,
)
from beliefs.spec.documents.uploading import brings, many_files, unpacks
from beliefs.spec.documents.words import plain, snaked, states
from beliefs.spec.inferring.keeping.bringing import bring, showing
from beliefs.spec.inferring.keeping.collecting import (
    adds,
    collects,
    is_below,
    is_figures,
    is_free,
    is_key,
    makes_rows,
    of_accounts,
    shows_states,
    whole_rows,
)
from beliefs.spec.inferring.keeping.holdings import COUNTERS, Holding
from beliefs.spec.inferring.keeping.keys import keyed
from beliefs.spec.inferring.keeping.rows import (
    FILED,
    alike,
    and_more,
    listed_beside,
    made_by,
    shown_by,
    summed,
    wider,
    word_of,
)
from beliefs.spec.types import Type


class Tally(NamedTuple):
    """Rows that are counted: which, and the name and the number that answers show of them."""

    holding: str
    name: str
    number: str


class Kept:
    """All that a service keeps."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.base = contract.base
        self.holdings: list[Holding] = []
        # What keeps what was worked out, and the route that lists it.
        self.remembered: tuple[str, Route] | None = None
        self.tally: Tally | None = None  # what is counted under names
        self._gather()

    def of(self, name: str) -> Holding | None:
        """A holding by its name."""
        return next((each for each in self.holdings if each.name == name), None)

    def at(self, chain: tuple[Step, ...]) -> Holding | None:
        """The holding whose collection or item a chain of steps ends at."""
        path = names(chain)
        found = [each for each in self.holdings if path in each.places]
        return found[0] if found else None

    def like(self, shape: Shape | None) -> Holding | None:
        """The holding that a record shows a row of: by the schema's name, else by its parts."""
        if shape is None or not is_record(shape):
            return None
        if shape.name:
            exact = [each for each in self.holdings if each.name == core(shape.name)]
            if exact:
                return exact[0]
        best: tuple[float, Holding] | None = None
        for each in self.holdings:
            known = {each.key.name, *each.shape.names, *each.fields}
            mine = set(shape.names)
            if not mine or each.key.name not in mine or len(mine) < 2:
                continue
            share = len(mine & known) / len(mine)
            if share > 0.6 and (best is None or share > best[0]):
                best = (share, each)
        return best[1] if best else None

    def called(self, word: str) -> Holding | None:
        """The holding that a word names."""
        return next(
            (
                each
                for each in self.holdings
                if same_thing(each.word, word) or same_thing(each.name, word)
            ),
            None,
        )

    def children(self, holding: Holding) -> list[tuple[Holding, str]]:
        """Holdings whose rows belong to rows of this one, with the field that says so."""
        found = []
        for each in self.holdings:
            belongs = [parent.field for parent in each.parents if parent.name == holding.name]
            refers = [name for name, to in each.references.items() if to == holding.name]
            found += [(each, name) for name in dict.fromkeys([*belongs, *refers])]
        return found

    # Finding them.

    def _gather(self) -> None:
        groups: dict[tuple[str, ...], list[Route]] = {}
        self._params: dict[tuple[str, ...], set[str]] = {}
        for route in self.contract.routes:
            chain = steps(route.path, self.base)
            for end in range(1, len(chain) + 1):
                part = chain[:end]
                if shows_states(self.contract, part):
                    continue
                if part[-1].param or (end == len(chain) and collects(route, part)):
                    groups.setdefault(names(part), [])
                    self._params.setdefault(names(part), set()).add(part[-1].param)
        for route in self.contract.routes:
            chain = steps(route.path, self.base)
            if names(chain) in groups:
                groups[names(chain)].append(route)
        for path in sorted(groups, key=lambda each: (self._lonely(each, groups), len(each))):
            twin = any(other[-1] == path[-1] and groups[other] for other in groups if other != path)
            if groups[path] or not (twin or self._names_a_value(path)):
                self._place(path, groups[path])
        self._elsewhere()
        bring(self.contract, self.holdings)
        for holding in self.holdings:
            holding.siblings = self.contract.routes
            named = {each for place in holding.places for each in self._params.get(place, set())}
            prose = tuple(text for _, text in self.contract.prose)
            keyed(holding, self.base, tuple(sorted(named - {""})), prose)
        self._widen()

    def _lonely(self, path: tuple[str, ...], groups: dict[tuple[str, ...], list[Route]]) -> bool:
        """Whether a path only reads, with nothing below it: /go/{id}. Others make what it shows."""
        reads = all(each.method == "GET" for each in groups[path])
        below = any(other[: len(path)] == path and other != path for other in groups)
        return reads and not below and len(path) == 1

    def _names_a_value(self, path: tuple[str, ...]) -> bool:
        """Whether a path names what rows elsewhere are brought: /students/{student}."""
        params = self._params.get(path, set()) - {""}
        if not any(same_thing(each, path[-1]) or plain(each) == "name" for each in params):
            return False
        return any(
            same_thing(part.name, path[-1])
            for route in self.contract.routes
            if route.method == "POST" and is_record(route.body) and route.body is not None
            for part in route.body.properties
        )

    def _sums_up(self, path: tuple[str, ...], shape: Shape | None, creator: Route) -> bool:
        """Whether records are of a value that rows made elsewhere have, and not of such rows."""
        made, _ = unwrapped(creator.good.shape if creator.good else None)
        if shape is None or made is None or not self._names_a_value(path):
            return False
        more = [each for each in shape.properties if made.part(each.name) is None]
        own = made.part("id") is not None and shape.part("id") is None
        return own and any(each.shape.type.kind in {"integer", "number"} for each in more)

    def _elsewhere(self) -> None:
        """Rows that are made below others and named by a path of their own: /visits/{id}/pay."""
        for route in self.contract.routes:
            chain = steps(route.path, self.base)
            for end in range(1, len(chain) + 1):
                part = chain[:end]
                if not part[-1].param or not part[-1].name or self.at(part) is not None:
                    continue
                found = [each for each in self.holdings if same_thing(each.word, part[-1].name)]
                if any(each.param for each in part[:-1]):
                    above = self.at(part[:-1])
                    found = [each for each in found if above and is_below(each, above)]
                if not found and route.method == "GET" and end == len(chain) == 1:
                    found = showing(route, self.holdings)
                if len(found) == 1:
                    found[0].places.add(names(part))
                    if end == len(chain) and route not in found[0].routes:
                        found[0].routes.append(route)

    def _widen(self) -> None:
        """Counters and moments that only a route below an item shows, states that one brings."""
        for route in self.contract.routes:
            chain = steps(route.path, self.base)
            holding = self.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
            if holding is None or chain[-1].param or route.method not in {"PUT", "PATCH", "POST"}:
                continue
            part = route.body.part(chain[-1].name) if route.body is not None else None
            if part is None or many_files(route) or holding.shape.part(part.name) is not None:
                continue
            said = " ".join(each.words for each in self.contract.routes)
            first = re.search(
                rf"(?i)\b{re.escape(part.name)}\b (?:is|starts) (?:always |initially |as |at "
                rf"first )*"
                r"[`\"']?(\w+)[`\"']? (?:for new|at first|initially|when created)",
                said,
            )
            value = (
                first[1] if first and first[1] in (part.shape.type.choices or (first[1],)) else ""
            )
            shown = replace(
                part, read_only=True, required=False, default=f'"{value}"' if value else ""
            )
            holding.shape = replace(holding.shape, properties=(*holding.shape.properties, shown))
        for route in self.contract.routes:
            chain = steps(route.path, self.base)
            if route.method != "GET" or len(chain) < 2 or chain[-1].param or not chain[-2].param:
                continue
            holding = self.at(chain[:-1])
            shape = route.good.shape if route.good else None
            if holding is None or not is_record(shape) or shape is None:
                continue
            if self.at(chain) is not None:
                continue
            more = tuple(
                each
                for each in shape.properties
                if holding.shape.part(each.name) is None
                and (plain(each.name) in CREATED | COUNTERS or self._is_outcome(each, chain))
                and not summed(shape, each.name)
            )
            holding.shape = replace(holding.shape, properties=(*holding.shape.properties, *more))

    def _is_outcome(self, part: Property, chain: tuple[Step, ...]) -> bool:
        """Whether a truth is what a deed below the same item makes of it: `closed`, of /close."""
        deeds = [
            other[-1].name
            for each in self.contract.routes
            if each.method in {"POST", "PUT"}
            and len(other := steps(each.path, self.base)) == len(chain)
            and names(other[:-1]) == names(chain[:-1])
            and not other[-1].param
        ]
        return part.shape.type.kind == "boolean" and any(
            plain(part.name).removeprefix("is") in map(plain, states(snaked(each)))
            for each in deeds
        )

    def _is_amount(self, path: tuple[str, ...], routes: list[Route]) -> bool:
        """Whether a path only changes a number of the row above: POST /cards/{id}/points."""
        above = next((each for each in self.holdings if path[:-1] in each.places), None)
        part = above.shape.part(path[-1]) if above is not None else None
        numbers = {"integer", "number"}
        return (
            part is not None
            and part.shape.type.kind in numbers
            and all(
                each.method != "GET"
                and not steps(each.path, self.base)[-1].param
                and is_record(each.body)
                and each.body is not None
                and all(one.shape.type.kind in numbers for one in each.body.properties)
                for each in routes
            )
        )

    def _place(self, path: tuple[str, ...], routes: list[Route]) -> None:
        if self._is_amount(path, routes):
            return None
        shape, made = shown_by(routes, self.base), made_by(routes, self.base)
        if made is not None and is_figures(shape, made):
            shape = None  # what it comes to, and no row
        inside = self._listed_here(path, routes) or self._listed_above(path, shape, made)
        if inside is not None and made is not None:
            word = segment_word(path[-1])
            title = "".join(each.capitalize() for each in word.split("_"))
            if self.of(title) is None:
                self.holdings.append(
                    Holding(title, word, {path}, routes, replace(inside, name=""), made)
                )
                return None
        if len(path) > 1 and self._is_member(path, routes, shape):
            return None
        writers = any(each.method in {"POST", "PUT", "PATCH"} for each in routes)
        creator: list[Route] = []
        makes = made is not None and any(makes_rows(each, self.base) for each in routes)
        if not writers or (shape is None and not makes):
            creator = self._creators(path, routes, shape)
            if creator and not writers and self._sums_up(path, shape, creator[0]):
                return None  # what rows come to by a value that they have
            if not creator and not writers and shape is not None and self._came_from(path, brings):
                own = tuple(each for each in shape.properties if each.name != "id")
                made = replace(shape, name="", properties=own)
            elif not creator and not writers and self._came_from(path, unpacks):
                made = FILED
            elif not creator and not writers:
                return self._modelled(path, routes)
            shape = self._of_links(path, shape, creator) or shape or shown_by(creator, self.base)
            made = made or made_by(creator, self.base)
        shape = shape or and_more(
            made, [*routes, *creator], listed_beside(self.contract.routes, path[-1])
        )
        if shape is None:
            shape = Shape(Type("record"), open=True)
        posted = any(each.method == "POST" for each in [*routes, *creator])
        if not is_record(shape) or (is_free(shape) and is_free(made) and not posted):
            if path[-1] and any(steps(each.path, self.base)[-1].param for each in routes):
                return self._values(path, routes, shape)
            return None
        word = segment_word(path[-1]) if path[-1] else ""
        name = core(shape.name) if shape.name and shape.name != "Input" else ""
        alone = [each for each in self.holdings if each.word == word and each.places]
        known = self.of(name) if name else None
        if known is None and not name and alone and alike(alone[0].shape, shape):
            known = alone[0]
        if known is None and word and not name:
            known = self.of("".join(each.capitalize() for each in word.split("_")))
        if known is None and creator:
            known = next((each for each in self.holdings if creator[0] in each.routes), None)
        if known is not None:
            known.places.add(path)
            known.routes += routes
            foreign = bool(creator) and not same_thing(known.word, path[-1])
            known.shape = wider(known.shape, whole_rows(shape) if foreign else shape)
            known.made = known.made or made
            return None
        word = snaked(name) if name else word or word_of(creator or routes, self.base)
        title = "".join(each.capitalize() for each in word.split("_"))
        if self.of(title):
            word = f"{segment_word(path[0])}_{word}"
            title = "".join(each.capitalize() for each in word.split("_"))
        self.holdings.append(Holding(title, word, {path}, [*routes, *creator], shape, made))
        return None

    def _of_links(
        self, path: tuple[str, ...], shape: Shape | None, creator: list[Route]
    ) -> Shape | None:
        """The rows that a deed answers with, where a path by their key shows what is behind them.

        `POST /notes/{id}/share` answers a token, and `GET /shared/{token}` shows the note.
        """
        made = shown_by(creator, self.base) if creator else None
        keys = self._params.get(path, set()) - {""}
        if made is None or shape is None or not is_record(made):
            return None
        if not any(each.param for each in steps(creator[0].path, self.base)[:-1]):
            return None  # the rows themselves, and no links to them
        own = any(made.part(each) is not None for each in keys)
        return made if own and not any(shape.part(each) is not None for each in keys) else None

    def _came_from(self, path: tuple[str, ...], way: Callable[[Route, str], bool]) -> bool:
        """Whether rows come in files that another route is brought, or in an archive of them."""
        return bool(path[-1]) and any(way(each, path[-1]) for each in self.contract.routes)

    def _modelled(self, path: tuple[str, ...], routes: list[Route]) -> None:
        """Rows that the service itself makes: a model says what they are, and paths name them."""
        model = next(
            (each for each in self.contract.shapes if same_thing(each.name, path[-1])), None
        )
        if model is None or not is_record(model) or not self._params.get(path, set()) - {""}:
            return
        word = segment_word(path[-1])
        title = "".join(each.capitalize() for each in word.split("_"))
        if self.of(title) is None:
            self.holdings.append(Holding(title, word, {path}, routes, replace(model, name="")))

    def _listed_above(
        self, path: tuple[str, ...], shape: Shape | None, made: Shape | None
    ) -> Shape | None:
        """The record of a list of the row above, where adding to it answers with that row."""
        above = next((each for each in self.holdings if path[:-1] in each.places), None)
        if above is None or not is_record(shape) or shape is None:
            return None
        filed = made is not None and any(e.shape.type.kind == "file" for e in made.properties)
        same = not filed and set(shape.names) == set(above.shape.names)
        if core(shape.name or "?") != above.name and not same:
            return None
        part = next(
            (each for each in above.shape.properties if same_thing(each.name, path[-1])), None
        )
        counted = part is not None and part.shape.type.kind == "integer"
        if (part is None or counted) and adds(path, above, made):
            return made
        item = part.shape.item if part is not None and is_list(part.shape) else None
        return item if is_record(item) else None

    def _listed_here(self, path: tuple[str, ...], routes: list[Route]) -> Shape | None:
        """The record that a list shows, where adding to it answers with the row above."""
        above = next((each for each in self.holdings if path[:-1] in each.places), None)
        adds = [each for each in routes if each.method == "POST" and each.good is not None]
        shown = [unwrapped(each.good.shape)[0] for each in adds if each.good is not None]
        if above is None or not any(
            each is not None and each.name and core(each.name) == above.name for each in shown
        ):
            return None
        listed = [
            inner.item
            for each in routes
            if each.method == "GET" and each.good is not None
            for inner in [unwrapped(each.good.shape)[0]]
            if inner is not None and is_list(inner) and is_record(inner.item)
        ]
        return next((each for each in listed if each is not None and not each.name), None)

    def _is_member(self, path: tuple[str, ...], routes: list[Route], shape: Shape | None) -> bool:
        """Whether a path names an item of a list that a row above it has."""
        above = next((each for each in self.holdings if path[:-1] in each.places), None)
        if above is None:
            return False
        for part in above.shape.properties:
            if (
                is_list(part.shape)
                and not is_record(part.shape.item)
                and same_thing(part.name, path[-1])
            ):
                return part.shape.item is not None or not self._rows_of(path, routes)
        bare = all(each.body is None for each in routes)
        same = shape is not None and core(shape.name) == above.name
        return bool(routes) and bare and same and not any(lists_records(each) for each in routes)

    def _rows_of(self, path: tuple[str, ...], routes: list[Route]) -> bool:
        """Whether what a list holds, which nothing shows, is records."""
        named = any(same_thing(each.name, path[-1]) for each in self.contract.shapes)
        return named or any(is_record(each.body) for each in routes)

    def _values(self, path: tuple[str, ...], routes: list[Route], shape: Shape) -> None:
        """Rows of one value each, under a name: a store of keys and values."""
        word = segment_word(path[-1])
        value = Property("value", shape, required=True)
        made = Shape(Type("record"), properties=(value,))
        title = "".join(each.capitalize() for each in word.split("_"))
        free = is_record(shape)
        self.holdings.append(Holding(title, word, {path}, routes, made, made, free=free))

    def _creators(
        self, path: tuple[str, ...], routes: list[Route], shape: Shape | None
    ) -> list[Route]:
        """Routes elsewhere that make what is read here."""
        wanted = self._params.get(path, set()) - {""}
        found: list[Route] = []
        same: list[Route] = []
        for route in self.contract.routes:
            if route.method != "POST" or route in routes or route.good is None:
                continue
            if route.posting and same_thing(steps(route.path, self.base)[-1].name, path[-1]):
                same.append(route)  # a form, whose answer shows nothing
            if of_accounts(route) and any(each.method == "POST" for each in routes):
                continue  # who asks, and not what is made here
            answered, _ = unwrapped(route.good.shape)
            if not is_record(answered) or answered is None:
                continue
            alike = bool(shape and shape.name and core(shape.name) == core(answered.name))
            shows = any(is_key(name, wanted, path) for name in answered.names)
            chain = steps(route.path, self.base)
            if wanted <= {"id"} and collects(route, chain) and path[-1]:
                shows = shows and same_thing(chain[-1].name, path[-1])  # it has an id of its own
            if alike:
                same.append(route)
            elif shows and is_record(route.body):
                found.append(route)
        return same or found
