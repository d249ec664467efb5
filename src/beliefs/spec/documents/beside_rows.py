"""What words say that an answer shows beside a row, or leaves out of it.

"One whole post, together with its comments, oldest first", "all albums without their notes, each
with a `song_count`", "leave out the text, but tell how many comments each one has": the answer of a
request that reads rows gets the shape that such words tell, where nothing else shows it.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Contract,
    Property,
    Reply,
    Route,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.places import same_thing, steps
from beliefs.spec.documents.words import plain, plural, singular
from beliefs.spec.types import Type

_OWN = (
    r"(?:all )?(?:of )?(?:its|their|the|his|her|a list of (?:its|all|the)(?: its)?|all)? ?(?:own )?"
)
_WITH = r"(?:together with|along with|with|including|incl\.?|and|plus)"
_GONE = (
    (
        r"\b(?:without|except|omit(?:s|ting)?|leav(?:e|es|ing) out|minus|but not|no)(?: for)? "
        r"(?:their |its |the )?(?P<name>{})s?(?=\s*(?:$|[.,;:()]|\b(?:but|and|here|in|field)\b))"
    ),
    r"\b(?P<name>{})s? (?:is|are) (?:left out|omitted|not (?:shown|included|part)|missing)\b",
)


def told_beside(contract: Contract) -> Contract:
    """The contract, whose lists and single rows show what words say beside them."""
    rows: dict[str, Shape] = {}
    below: dict[str, dict[str, Shape]] = {}
    for route in contract.routes:
        chain = steps(route.path, contract.base)
        made = _made(route) if route.method == "POST" else None
        if made is None or not chain or chain[-1].param or not chain[-1].name:
            continue
        rows.setdefault(chain[-1].name, made)
        if len(chain) > 1 and chain[-2].param:
            below.setdefault(chain[-2].name, {})[chain[-1].name] = made
    routes = []
    for route in contract.routes:
        chain = steps(route.path, contract.base)
        name = chain[-1].name if len(chain) == 1 else ""
        if route.method == "GET" and name in rows:
            routes.append(_shown(route, rows[name], below.get(name, {}), one=bool(chain[-1].param)))
        else:
            routes.append(route)
    return replace(contract, routes=tuple(routes))


def _made(route: Route) -> Shape | None:
    """The row that a request makes, as its answer shows it, else as it was brought."""
    shape = route.good.shape if route.good else None
    if is_record(shape) and shape is not None and shape.properties:
        return shape
    if not is_record(route.body) or route.body is None or route.consumes == "multipart/form-data":
        return None
    key = Property("id", Shape(Type("integer")), read_only=True)
    known = route.body.part("id") is not None
    return replace(
        route.body,
        name="",
        properties=route.body.properties if known else (key, *route.body.properties),
    )


def _shown(route: Route, row: Shape, below: dict[str, Shape], *, one: bool) -> Route:
    good = route.good
    if good is None or good.media.startswith("text/"):
        return route
    present = good.shape
    if present is not None and not one:
        present = present.item if is_list(present) else present
    if present is not None and not _guessed(present, row):
        return route
    said = re.sub(r"[\"`]", "", f"{route.words}. {good.words}")
    gone = _left_out(said, row)
    more = [*_counts(said, below), *(_lists(said, below, one=one))]
    named = {each.name for each in more}
    if not gone and not more:
        return route
    if set(route.shows) - named - set(row.names):
        return route  # words say more than is understood here
    others = present.properties if present is not None else ()
    known = (*row.properties, *(each for each in others if row.part(each.name) is None))
    parts = (*(each for each in known if each.name not in gone | named), *more)
    made = replace(row, name="", properties=parts)
    shape = made if one else Shape(Type("list"), item=made)
    shows = tuple(each for each in route.shows if each not in named)
    replies = tuple(_with(each, shape) if each is good else each for each in route.replies)
    return replace(route, replies=replies, shows=shows)


def _with(reply: Reply, shape: Shape) -> Reply:
    return replace(reply, shape=shape)


def _guessed(shape: Shape, row: Shape) -> bool:
    """Whether a shape is a row, and beside it only names that nothing is known of."""
    if shape.type.kind == "json":
        return True
    others = [each for each in shape.properties if row.part(each.name) is None]
    untold = [each for each in others if not each.shape.example and not each.shape.properties]
    whole = all(shape.part(each) is not None for each in row.names)
    return is_record(shape) and whole and len(untold) == len(others) > 0


def _left_out(said: str, row: Shape) -> set[str]:
    found = set()
    for part in row.properties:
        word = re.escape(singular(part.name)).replace("_", "[ _]")
        if any(re.search(f"(?i){each.format(word)}", said) for each in _GONE):
            found.add(part.name)
    return found - {"id"}


def _forms(name: str) -> str:
    word = name.replace("_", " ").replace("-", " ")
    return "|".join(re.escape(each) for each in dict.fromkeys((plural(singular(word)), word)))


def _counts(said: str, below: dict[str, Shape]) -> list[Property]:
    """How many of what is below a row, under the name that words have for it."""
    found: dict[str, Property] = {}
    for name in below:
        many = rf"(?:number|count) of (?:all )?(?:its |their |the )?(?:{_forms(name)})\b"
        for pattern in (
            rf"\b(?P<name>\w+)(?:,| \(| is| being|:|, which is) ?(?:the |a )?{many}",
            rf"\b(?:with|in|as|under) (?P<name>\w+) how many (?:{_forms(name)})\b",
            rf"\bhow many (?:{_forms(name)})\b[^.;]*? (?:as|in|under) (?P<name>\w+)",
            rf"\b{many} (?:as|in|under) (?P<name>\w+)",
            r"\b(?P<name>\w+_count|num_\w+|\w+Count)\b",
        ):
            for match in re.finditer(f"(?i){pattern}", said):
                told = re.sub(r"(?i)^num_|_?count$", "", match["name"])
                own = match["name"] != told
                if (own and not same_thing(told, name)) or re.match(r"(?i)the|its", match["name"]):
                    continue
                words = f"the number of {plural(singular(name))}"
                kind = Shape(Type("integer"), words=words)
                found.setdefault(match["name"], Property(match["name"], kind))
    return list(found.values())


def _lists(said: str, below: dict[str, Shape], *, one: bool) -> list[Property]:
    """The rows below a row, where words put them beside it, with their order."""
    found = []
    for name, item in below.items():
        own = _OWN if one else r"(?:all )?(?:of )?(?:its|their) "
        told = re.search(
            rf"(?i)\b{_WITH} {own}(?P<name>{_forms(name)})\b(?!_)(?! count)(?!,? the (?:number|"
            r"count))(?P<rest>[^.;]*)",
            said,
        )
        if told:
            shape = Shape(Type("list"), item=item, words=told["rest"].strip(" ,()"))
            found.append(Property(_wire(told["name"], name), shape))
    return found


def _wire(spoken: str, name: str) -> str:
    return name if plain(spoken) == plain(name) else spoken.replace(" ", "_")
