"""What a service keeps, found in its routes and the shapes that they bring and answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from beliefs.spec.documents.contract import (
    Contract,
    Property,
    Route,
    Shape,
    field_of,
    is_list,
    is_record,
)
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
from beliefs.spec.documents.words import is_plural, plain, plural, singular, snaked
from beliefs.spec.entities import Entity, Key, KeyStyle
from beliefs.spec.types import Field, Type

CREATED = {"createdat", "created", "creationdate", "createdon", "datecreated", "timestamp"} | {
    *("registeredat", "uploadedat", "postedat", "submittedat", "addedat", "orderedat", "joinedat"),
    *("bookedat", "createddate", "recordedat", "sentat", "placedat", "votedat", "openedat"),
}
UPDATED = {"updatedat", "updated", "modifiedat", "modified", "lastmodified", "updatedon"} | {
    "lastupdated",
    "dateupdated",
    "changedat",
    "lastmodifiedat",
    "updateddate",
    "editedat",
}
COUNTERS = {
    "clicks",
    "clickcount",
    "visits",
    "hits",
    "views",
    "viewcount",
    "visitcount",
    "hitcount",
    "accesscount",
    "redirects",
    "downloads",
    "downloadcount",
    "lastaccessed",
    "plays",
    "lastaccessedat",
    "lastclickedat",
    "lastvisited",
}
SECRETS = {"password", "passwd", "pass", "pin", "passphrase"}
OWNERS = {"ownerid", "userid", "authorid", "createdby", "owner", "creatorid", "user", "username"}
_ROW_KEYS = ("id", "_id", "uuid", "ID", "Id", "guid")
_FIRST_STATES = (
    *("pending", "open", "new", "todo", "to_do", "draft", "active", "created", "available"),
    *("requested", "scheduled", "backlog", "submitted", "placed", "unpaid", "waiting", "queued"),
    *("in_stock", "unread", "planned", "idle"),
)


@dataclass(frozen=True, slots=True)
class Parent:
    """Another holding, and the field that says which of its rows this one belongs to."""

    name: str
    field: str


@dataclass(slots=True, eq=False)
class Holding:
    """Rows of one kind, with all that is known of them before effects are written."""

    name: str
    word: str  # "blog_post"
    places: set[tuple[str, ...]]
    routes: list[Route]
    shape: Shape
    made: Shape | None = None
    key: Key = field(default_factory=Key)
    key_type: Type = field(default_factory=lambda: Type("integer"))
    key_given: bool = False  # by whoever creates a row
    lookup: str = ""  # the field that paths name a row by, where it is no key of its own
    fields: dict[str, Field] = field(default_factory=dict)
    computed: dict[str, str] = field(default_factory=dict)  # templates over `$`
    sets: dict[str, str] = field(default_factory=dict)
    touches: dict[str, str] = field(default_factory=dict)
    parents: list[Parent] = field(default_factory=list)
    references: dict[str, str] = field(default_factory=dict)  # field to the holding's name
    inner: dict[str, str] = field(default_factory=dict)  # lists kept as rows: field to holding
    owner: str = ""
    private: bool = False
    account: bool = False

    @property
    def entity(self) -> Entity:
        """As the Spec says it."""
        return Entity(self.name, snaked(plural(self.word)), tuple(self.fields.values()), self.key)

    @property
    def variable(self) -> str:
        """What a row is called in effects."""
        from beliefs.spec.features.resources import variable

        return variable(Entity(self.name, self.word, ()))

    @property
    def spoken(self) -> str:
        """As messages say it."""
        return self.word.replace("_", " ").capitalize()

    @property
    def shown(self) -> list[str]:
        """The names that a row shows as it is."""
        return [self.key.name, *(each.name for each in self.fields.values() if not each.hidden)]

    @property
    def finder(self) -> str:
        """The field that paths name a row by."""
        return self.lookup or self.key.name

    def named(self, name: str) -> str:
        """Its field, or key, of a name in whatever casing; empty when there is none."""
        if name in self.fields or name == self.key.name:
            return name
        found = [each for each in (*self.fields, self.key.name) if plain(each) == plain(name)]
        return found[0] if found else ""


class Kept:
    """All that a service keeps."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.base = contract.base
        self.holdings: list[Holding] = []
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
                if part[-1].param or (end == len(chain) and _collects(route, part)):
                    groups.setdefault(names(part), [])
                    self._params.setdefault(names(part), set()).add(part[-1].param)
        for route in self.contract.routes:
            chain = steps(route.path, self.base)
            if names(chain) in groups:
                groups[names(chain)].append(route)
        for path in sorted(groups, key=len):
            self._place(path, groups[path])
        self._elsewhere()
        for holding in self.holdings:
            _keyed(holding, self.base)
        self._widen()

    def _elsewhere(self) -> None:
        """Rows that are made below others and named by a path of their own: /visits/{id}/pay."""
        for route in self.contract.routes:
            chain = steps(route.path, self.base)
            for end in range(1, len(chain) + 1):
                part = chain[:end]
                if not part[-1].param or not part[-1].name or self.at(part) is not None:
                    continue
                if any(each.param for each in part[:-1]):
                    continue
                found = [each for each in self.holdings if same_thing(each.word, part[-1].name)]
                if len(found) == 1:
                    found[0].places.add(names(part))
                    if end == len(chain) and route not in found[0].routes:
                        found[0].routes.append(route)

    def _widen(self) -> None:
        """Counters and moments that only a route below an item shows."""
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
                and (plain(each.name) in CREATED | COUNTERS)
            )
            holding.shape = replace(holding.shape, properties=(*holding.shape.properties, *more))

    def _place(self, path: tuple[str, ...], routes: list[Route]) -> None:
        shape, made = _shown(routes, self.base), _made(routes, self.base)
        inside = self._listed_above(path, shape)
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
        writers = any(each.method not in {"GET", "HEAD", "OPTIONS"} for each in routes)
        creator: list[Route] = []
        if not writers or shape is None:
            creator = self._creators(path, routes, shape)
            if not creator and not writers:
                return None
            shape = shape or _shown(creator, self.base)
            made = made or _made(creator, self.base)
        shape = shape or _and_more(made, [*routes, *creator])
        if shape is None:
            shape = Shape(Type("record"), open=True)
        if not is_record(shape):
            if path[-1] and any(steps(each.path, self.base)[-1].param for each in routes):
                return self._values(path, routes, shape)
            return None
        word = segment_word(path[-1]) if path[-1] else ""
        name = core(shape.name) if shape.name and shape.name != "Input" else ""
        alone = [each for each in self.holdings if each.word == word and each.places]
        known = self.of(name) if name else None
        if known is None and not name and alone and _alike(alone[0].shape, shape):
            known = alone[0]
        if known is None and word and not name:
            known = self.of("".join(each.capitalize() for each in word.split("_")))
        if known is None and creator:
            known = next((each for each in self.holdings if creator[0] in each.routes), None)
        if known is not None:
            known.places.add(path)
            known.routes += routes
            known.shape = _wider(known.shape, shape)
            known.made = known.made or made
            return None
        word = snaked(name) if name else word or _word_of(creator or routes, self.base)
        title = "".join(each.capitalize() for each in word.split("_"))
        if self.of(title):
            word = f"{segment_word(path[0])}_{word}"
            title = "".join(each.capitalize() for each in word.split("_"))
        self.holdings.append(Holding(title, word, {path}, [*routes, *creator], shape, made))
        return None

    def _listed_above(self, path: tuple[str, ...], shape: Shape | None) -> Shape | None:
        """The record of a list of the row above, where adding to it answers with that row."""
        above = next((each for each in self.holdings if path[:-1] in each.places), None)
        if above is None or not is_record(shape) or shape is None:
            return None
        if core(shape.name or "?") != above.name and set(shape.names) != set(above.shape.names):
            return None
        part = next(
            (each for each in above.shape.properties if same_thing(each.name, path[-1])), None
        )
        item = part.shape.item if part is not None and is_list(part.shape) else None
        return item if is_record(item) else None

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
                return True
        bare = all(each.body is None for each in routes)
        same = shape is not None and core(shape.name) == above.name
        return bool(routes) and bare and same and not any(lists_records(each) for each in routes)

    def _values(self, path: tuple[str, ...], routes: list[Route], shape: Shape) -> None:
        """Rows of one value each, under a name: a store of keys and values."""
        word = segment_word(path[-1])
        value = Property("value", shape, required=True)
        made = Shape(Type("record"), properties=(value,))
        title = "".join(each.capitalize() for each in word.split("_"))
        self.holdings.append(Holding(title, word, {path}, routes, made, made))

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
            answered, _ = unwrapped(route.good.shape)
            if not is_record(answered) or answered is None:
                continue
            alike = bool(shape and shape.name and core(shape.name) == core(answered.name))
            shows = any(_is_key(name, wanted, path) for name in answered.names)
            if alike:
                same.append(route)
            elif shows and is_record(route.body):
                found.append(route)
        return same or found


def _collects(route: Route, chain: tuple[Step, ...]) -> bool:
    """Whether a path without a key at its end is a collection."""
    name = chain[-1].name
    if not name or not is_plural(singular_last(name)):
        return False
    if route.method == "POST":
        good = route.good
        return is_record(route.body) and (good is None or good.status in {200, 201})
    shape, _ = unwrapped(route.good.shape if route.good else None)
    return route.method == "GET" and lists_records(route) and is_record(shape and shape.item)


def singular_last(name: str) -> str:
    """The last word of a name.

    >>> singular_last("blog-posts")
    'posts'
    """
    return re.split(r"[-_]", name)[-1].lower()


def _is_key(name: str, wanted: set[str], path: tuple[str, ...]) -> bool:
    if name in wanted:
        return True
    word = segment_word(path[-1]) if path[-1] else ""
    return any(plain(each) == plain(name) for each in wanted) or (
        bool(word) and plain(name) == plain(f"{word}_id")
    )


def _shown(routes: list[Route], base: str) -> Shape | None:
    """The fullest record that routes answer with."""
    found: list[tuple[int, Shape]] = []
    for route in routes:
        if route.good is None or route.good.shape is None:
            continue
        shape, _ = unwrapped(route.good.shape)
        item = bool(steps(route.path, base)[-1].param)
        rank = {("GET", True): 0, ("POST", False): 1, ("PUT", True): 2, ("PATCH", True): 3}.get(
            (route.method, item), 5
        )
        if is_list(shape) and shape is not None and shape.item is not None:
            shape, rank = shape.item, 4
        if shape is not None and (not is_record(shape) or not shape.properties):
            rank += 6
        if shape is not None and rank < 11:
            found.append((rank, shape))
    if not found:
        return None
    found.sort(key=lambda each: each[0])
    best = found[0][1]
    for rank, shape in found[1:]:
        if rank < 5 and is_record(best) and is_record(shape):
            best = _wider(best, shape)
    return best


def _made(routes: list[Route], base: str) -> Shape | None:
    """The body that makes a row: of POST, else of PUT."""
    for method in ("POST", "PUT"):
        for route in routes:
            if route.method == method and route.body is not None:
                body, _ = (route.body, "")
                if is_list(body) and body.item is not None:
                    continue
                if method == "POST" and steps(route.path, base)[-1].param:
                    continue
                return body
    return None


def _and_more(made: Shape | None, routes: list[Route]) -> Shape | None:
    """What is brought, with what the words about routes say that is shown beside it."""
    names = dict.fromkeys(name for each in routes for name in each.shows)
    if made is None or not names or not is_record(made):
        return made
    more = tuple(
        Property(name, Shape(guessed_type(name)), read_only=True)
        for name in names
        if made.part(name) is None
    )
    return replace(made, name=made.name or "Input", properties=(*made.properties, *more))


def guessed_type(name: str) -> Type:
    """The type of a value that only its name tells."""
    if re.search(r"(?i)count|total|number|left|remaining", name):
        return Type("integer")
    if re.search(r"(?i)average|avg|rating|percent|sum|price", name):
        return Type("number", nullable=True)
    if re.search(r"(_at|At)$", name):
        return Type("datetime")
    return Type("boolean" if re.match(r"is_|is[A-Z]|has_", name) else "string", nullable=True)


def _wider(one: Shape, other: Shape) -> Shape:
    if one.name and other.name and core(one.name) != core(other.name):
        return one
    more = tuple(each for each in other.properties if one.part(each.name) is None)
    if not more:
        return one
    return replace(one, properties=(*one.properties, *more))


def _alike(one: Shape, other: Shape) -> bool:
    shared = set(one.names) & set(other.names)
    return not other.names or len(shared) >= len(set(other.names)) * 0.6


def _word_of(routes: list[Route], base: str) -> str:
    """A word for rows that no path names: of the verb that makes them."""
    for route in routes:
        chain = steps(route.path, base)
        if chain and chain[-1].name and route.method == "POST":
            verb = snaked(chain[-1].name)
            return {"shorten": "link", "upload": "file", "paste": "paste"}.get(verb, singular(verb))
    return "item"


def _keyed(holding: Holding, base: str) -> None:
    """Find out which of its properties tells rows apart, and who makes it."""
    params = []
    for route in holding.routes:
        chain = steps(route.path, base)
        if chain and chain[-1].param and names(chain) in holding.places:
            declared = next(
                (
                    each.shape
                    for each in route.params
                    if each.place == "path" and each.name == chain[-1].param
                ),
                None,
            )
            params.append((chain[-1].param, declared))
    shape, made = holding.shape, holding.made
    param, declared = params[0] if params else ("", None)
    name = _key_name(shape, made, holding.word, param)
    if declared is not None and declared.type.kind in {"json", "record", "list"}:
        declared = None
    part = shape.part(name) or (made.part(name) if made else None)
    usual = Type("integer" if not param or _is_id(param, holding.word) else "string")
    kind = part.shape.type if part else declared.type if declared else usual
    given = bool(made and (asked := made.part(name)) and not asked.read_only)
    makers = any(each.method == "POST" and each.body is not None for each in holding.routes)
    puts = any(each.method == "PUT" for each in holding.routes)
    if param and not _is_id(param, holding.word) and (part is None or (puts and not makers)):
        given = True  # the path itself says the key
    style: KeyStyle = "integer"
    prefix, length = "", 22
    if given:
        style = "given"
    elif kind.kind == "uuid":
        style = "uuid"
    elif kind.kind != "integer":
        style, prefix, length = _texts(part, name)
    if part is None and declared is not None and style == "integer" and kind.kind == "string":
        style = "uuid"
    holding.key = Key(name, style, prefix, length)
    holding.key_type = declared.type if declared else kind
    if declared is None or declared.type.kind in {"json", "record"}:
        holding.key_type = kind if kind.kind in {"integer", "uuid"} else Type("string")
    holding.key_given = given
    if style == "given" and all(len(each) > 1 for each in holding.places) and holding.places:
        # A name that is only one's own below the row above it: /films/{id}/ratings/{member}.
        holding.lookup, holding.key, holding.key_given = name, Key(), False
        if "id" in {*shape.names, *(made.names if made else ())}:
            holding.key = Key("row")
        asked = made.part(name) if made else None
        if asked is None:
            own = Type(kind.kind if kind.kind in {"string", "integer", "uuid"} else "string")
            holding.fields[name] = Field(name, own)
            if shape.part(name) is None and not shape.names:
                part_ = Property(name, Shape(own))
                holding.shape = replace(shape, properties=(part_, *shape.properties))
        return
    if not given and shape.part(name) is None and (not shape.names or shape is made or bare(shape)):
        # Nothing answers with the rows themselves: the house shows their keys.
        key = Property(name, Shape(kind), read_only=True)
        holding.shape = replace(shape, properties=(key, *shape.properties))


def bare(shape: Shape) -> bool:
    """Whether a shape is what requests bring, and no answer."""
    return shape.name.endswith("Input")


def _key_name(shape: Shape, made: Shape | None, word: str, param: str) -> str:
    has = {*shape.names, *(made.names if made else ())}
    exact = [param] if param and param in has else []
    folded = [each for each in has if param and plain(each) == plain(param)]
    short = plain(param).removeprefix(plain(word)) if param else ""
    tail = [each for each in has if short and plain(each) == short]
    usual = [each for each in _ROW_KEYS if each in has]
    own = [each for each in has if plain(each) in {f"{plain(word)}id", f"{plain(word)}uuid"}]
    candidates = [*exact, *folded, *tail, *usual, *own]
    if candidates:
        return candidates[0]
    codes = [each for each in ("code", "slug", "key", "token", "isbn", "sku") if each in has]
    if param and not _is_id(param, word):
        return param
    return codes[0] if codes and not param else "id"


def _is_id(param: str, word: str) -> bool:
    return plain(param) in {"id", "uuid", "pk", f"{plain(word)}id", f"{plain(word)}uuid"} or (
        plain(param).endswith("id")
    )


def _texts(part: Property | None, name: str) -> tuple[KeyStyle, str, int]:
    """How a text that the service itself makes up looks."""
    example = part.shape.example.strip('"') if part else ""
    if re.fullmatch(r"[0-9a-f]{8}-[0-9a-f-]{27}", example, re.IGNORECASE):
        return "uuid", "", 22
    prefixed = re.fullmatch(r"([a-z]{2,8}[_-])\w+", example)
    if prefixed:
        return "token", prefixed[1], 16
    if plain(name) in {"code", "shortcode", "slug", "shortid", "alias"}:
        return "given", "", 7
    if plain(name) in {"token", "sharetoken"}:
        return "token", "", 32
    return "uuid", "", 22


def first_state(choices: tuple[str, ...]) -> str:
    """The state that new rows are in.

    >>> first_state(("done", "open")), first_state(("red", "green"))
    ('open', 'red')
    """
    for each in _FIRST_STATES:
        for choice in choices:
            if snaked(choice) == each:
                return choice
    return choices[0]


def stored(given: Property) -> Field:
    """A property as a field of rows."""
    made = field_of(given)
    if is_list(given.shape) and not made.default and not made.required:
        return replace(made, default="" if made.type.nullable else "[]")
    return made
