"""What is kept: kinds of rows, found at the paths of requests.

With the fields they are told to have.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Line, Request
from beliefs.spec.brief.held import STRING, Held, describe, typed
from beliefs.spec.brief.names import Named, row_of
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.sketch import Part, Sketch, scalar_of
from beliefs.spec.entities import Entity, Key
from beliefs.spec.features.resources import variable
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.words import is_plural, plural, singular

_NUMBERED = Key()


@dataclass(slots=True)
class Kind:
    """A kind of row at a place among the paths."""

    name: str  # "Poll"
    path: str  # of the collection
    param: str = "id"  # what the key is called in paths
    key: Key = _NUMBERED
    fields: dict[str, Held] = field(default_factory=dict)
    parent: Kind | None = None
    brought: list[str] = field(default_factory=list)  # by the request that makes one
    keyed: bool = False  # whether a path names one by its key
    makes: bool = False  # whether a request makes one
    also: str = ""  # what people call one, where that is not what its path says
    by: str = ""  # the value that paths name a row by among those of the row above, where no key
    buried: str = ""  # the field that says when a row was deleted, where rows are kept
    owner: Literal["", "hidden", "told"] = (
        ""  # rows are somebody's; others find none, or are told so
    )

    @property
    def one(self) -> str:
        """The variable that a row is called by."""
        return variable(Entity(self.name, self.plural, ()))

    @property
    def spoken(self) -> str:
        """How people call one."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.name).lower()

    @property
    def plural(self) -> str:
        """How people call several, and the table."""
        return plural(self.spoken).replace(" ", "_")

    @property
    def within(self) -> str:
        """The field that holds the key of the row that it is below."""
        return f"{self.parent.spoken.replace(' ', '_')}_id" if self.parent is not None else ""

    def held(self, name: str) -> Held:
        """One of its fields, made if it is not there."""
        return self.fields.setdefault(name, Held(name))

    def entity(self) -> Entity:
        """As a Spec has it."""
        fields = [_kept(each) for each in self.fields.values() if each.name != self.key.name]
        return Entity(self.name, self.plural, tuple(fields), self.key)


def _kept(held: Held) -> Field:
    """A field of a row; it may be null where it is so at first.

    Though no request may bring that.
    """
    told = held.field()
    if held.start.removeprefix("?") == "null" and not told.type.nullable:
        return replace(told, type=replace(told.type, nullable=True))
    return told


def kinds_of(brief: Brief) -> list[Kind]:
    """The kinds of rows that the paths of a goal speak of, those above before those below."""
    found: dict[str, Kind] = {}
    for request in sorted(brief.requests, key=lambda each: len(each.segments)):
        if not request.turning and request.link is None and request.labels is None:
            _walk(request, found, brief)
    return list(found.values())


def _walk(request: Request, found: dict[str, Kind], brief: Brief) -> None:
    segments = request.segments
    above: Kind | None = None
    path = ""
    for at, each in enumerate(segments):
        if each.startswith("{"):
            path += f"/{each}"
            continue
        path += f"/{each}"
        keyed = at + 1 < len(segments) and segments[at + 1].startswith("{")
        last = at == len(segments) - 1
        if each.lower() in _TOOLS and above is None and not _listed_at(path, brief):
            return
        if not (keyed or (last and _collection(request, each, above, brief))):
            if not last:
                continue
            return
        name = row_name(each)
        known = found.get(name)
        if known is None:
            known = found[name] = Kind(name, path, parent=above)
        if keyed:
            known.param = known.param if known.keyed else segments[at + 1].strip("{}")
            known.keyed = True
            if (
                not last
                and known.path.count("/") < path.count("/")
                and known.parent is None
                and above is not None
            ):
                known.parent = above
        if last and request.method == "POST":
            known.makes = True
            flat = any(x.method == "POST" and x.path == known.path for x in brief.requests)
            if known.parent is None and above is not None and above is not known and not flat:
                known.parent = above
        above = known


def _collection(request: Request, segment: str, above: Kind | None, brief: Brief) -> bool:
    """Whether the last name of a path is one of rows: what is posted there is a new one."""
    many = (
        is_plural(segment.replace("-", " ").replace("_", " ").split()[-1])
        and segment not in _FIGURES
    )
    if request.method == "POST":
        lists = next(
            (x for x in brief.requests if x.method == "GET" and x.path == request.path), None
        )
        rows = (
            lists is not None
            and lists.told.answer is not None
            and lists.told.answer.type is not None
            and lists.told.answer.form == "list"
        )  # as a schema says
        return (
            many
            or rows
            or (lists is not None and above is None and segment not in _FIGURES)
            or (above is None and f"/{segment}/{{" in " ".join(f"{x.path}" for x in brief.requests))
        )
    if request.told.answer is not None and request.told.answer.type is not None and not many:
        return (
            request.method == "GET"
            and request.told.answer.form == "list"
            and any(x.method == "POST" and x.path == request.path for x in brief.requests)
        )
    if request.method == "GET" and many:
        posts = any(x.method == "POST" and x.path == request.path for x in brief.requests)
        return posts or any(x.path.startswith(f"{request.path}/{{") for x in brief.requests)
    return False


# What is asked there is worked out of what is brought, and nothing is kept.
_TOOLS = frozenset(
    """echo ping hello greet reverse slugify hash health calc calculate evaluate eval render preview
    convert now time""".split()  # noqa: SIM905
)


def _listed_at(path: str, brief: Brief) -> bool:
    """Whether something is kept there after all: it is listed, changed or deleted."""
    return any(
        (x.method == "GET" and x.path == path)
        or (x.method in {"PUT", "PATCH", "DELETE"} and x.path.startswith(path))
        for x in brief.requests
    )


_FIGURES = frozenset({"stats", "statistics", "totals", "results", "analytics", "metrics"})


def row_name(segment: str) -> str:
    """What rows are called whose collection ends a path so: `stock-items` is `StockItem`."""
    words = re.split(r"[-_]", segment)
    words[-1] = singular(words[-1])
    return "".join(each[:1].upper() + each[1:] for each in words)


def called(kinds: list[Kind], word: str) -> Kind | None:
    """The kind that a word stands for."""
    low = word.lower().strip()
    plain = singular(low.split()[-1]) if low else ""
    for each in kinds:
        if {each.spoken, each.also} & {low, singular(low)}:
            return each
    for each in kinds:
        if each.spoken.split()[-1] == plain:
            return each
    return None


# ---- what fields they have -------------------------------------------------------------------

_LOOKS = re.compile(
    r"(?i)^(?P<who>(?:an?|every|each|the) )?(?P<noun>[A-Za-z][\w -]*?)(?:"
    r"(?: objects?| records?)? (?:looks? like(?: this)?|(?:is|are) (?:always )?(?:returned|"
    r"shown|answered|sent|given|"
    r"represented) (?:as|like)(?: this)?|is|has the form|in (?:answers|JSON))?:? *|"
    r"(?: objects?| records?)?: *)(?P<mark>⟦\d+⟧)"
)
_HAS = re.compile(
    r"(?i)(?:^|[:;¦] |, (?:and )?)(?:an?|every|each|all|the)?\s*(?P<noun>[A-Za-z][\w-]*(?: "
    r"(?!belongs?\b)[a-z][\w-]*)?)(?: belongs? to (?:an?|one|the|exactly one) [a-z]+,?(?: and)?)?"
    r"(?: |(?=:))(?:all )?(?:(?:have|has|with|consists? of|=|are made of|is made of|"
    r"contains?|is|holds?)|(?<! )\s*:)(?: the fields| fields| these fields)?:? (?=an? |the |"
    r"[a-z_]\w*(?:,| \(| and ))"
)
_BARE = re.compile(
    r"(?i)(?:^|[:;.,¦] |\bfor |\bof |\bwith |\bha(?:s|ve) |\band )(?P<noun>[a-z][\w-]*) (?=\()"
)


_CALLED = re.compile(
    r"(?i)\b(?:CRUD|manage|manages|managing|track|tracks|keeps?|stores?|api|service|list|register|"
    r"directory|collection|catalog(?:ue)?) (?:for|of|over|on)? ?(?:the |my |our |all |a list of )*"
    r"(?P<n>[a-z]+s)\b(?= \()"
)


def _call(brief: Brief, kinds: list[Kind]) -> None:
    """Know what people call the rows of the one collection: "employees (name, email) at /staff"."""
    [kind] = kinds
    for one in [*brief.said, *(x for each in brief.requests for x in each.said)]:
        found = one.has(_CALLED)
        if found is not None and called(kinds, found["n"]) is None:
            kind.also = singular(found["n"].lower())
            return


def tell_fields(brief: Brief, kinds: list[Kind]) -> None:
    """Give each kind the fields that the goal tells of it."""
    if len(kinds) == 1:
        _call(brief, kinds)
    for topic in brief.topics:
        kind = called(kinds, about(topic.name)) or (
            kinds[0] if len(kinds) == 1 and topic.lines else None
        )
        if kind is not None:
            for line in topic.lines:
                _tell(kind, line)
                if line.said.left and line.name:  # whoever knows more may make something of it
                    line.said.text = f"{line.name} is {line.said.text}"
                    brief.said.append(line.said)
    known = _stated(brief) if brief.complete else None
    for one in brief.said:
        _described(one, kinds, known)
    for request in brief.requests:
        for one in request.said:
            if not one.has(_STATUS):
                _described(one, kinds, known)


def _stated(brief: Brief) -> frozenset[str]:
    """The names that a document states: words about rows name no others."""
    sketches = [x for each in brief.requests for x in (each.told.body, each.told.answer) if x]
    inner = [x.listed for x in sketches if x.listed is not None]
    return frozenset(name for each in (*sketches, *inner) for name in each.names)


def about(heading: str) -> str:
    """What a heading over fields is about.

    >>> about("Fields of a poll"), about("2. The Book object"), about("Book")
    ('poll', 'Book', 'Book')
    """
    return _OF.sub("", _OF.sub("", heading)).strip(":. ")


# What a heading has around the name of what it is about: "Fields of a poll", "The Book object".
_OF = re.compile(
    r"(?i)^\W*(?:\d+(?:\.\d+)*\W+)?(?:(?:the |data )?(?:fields?|attributes|properties|columns|"
    r"shape|"
    r"structure|form|format|schema|model|resource|entity|object|type|definition)s?\b(?: of| for)?"
    r"\W*)?(?:\b(?:an?|the|each|every|one)\b )?|"
    r"(?:'s)?\W*\b(?:data )?(?:fields?|schema|model|object|resource|entity|record|attributes|"
    r"properties|type|structure|shape|format|definition|fields and rules)s?\b\W*$|"
    r" (?:is|has|have|looks?(?: like)?)\W*$"
)
_STATUS = re.compile(
    r"(?i)\b[1-5]\d\d\b(?! ?(?:char|item|entr|kb|mb|bytes|letters|symbols|words|%))"
)


def _described(one: Said, kinds: list[Kind], known: frozenset[str] | None) -> None:
    looks = one.has(_LOOKS)
    kind = called(kinds, looks["noun"].removesuffix(" ")) if looks is not None else None
    if looks is not None and kind is not None:
        sketch_fields(kind, one.sketch(looks["mark"]))
        one.drop(looks)
    for pattern in (_HAS, _BARE):
        at = 0
        while (found := pattern.search(one.text, at)) is not None:
            at = found.end()
            kind = called(kinds, found["noun"])
            if kind is None:
                continue
            start, text = found.end(), one.text
            bracketed = pattern is _BARE
            behind = ""  # what a bracket says behind the names
            if bracketed:
                close = closing(text, start)
                inside = text[start + 1 : close]
                named, end = row_of(inside, 0, frozenset(), one.codes)
                more = re.match(
                    r"(?:\s*[,;:]|\s+(?:which|that|is|are)\b)\s*(?P<what>.*)$", inside[end:]
                )
                if (end < len(inside.rstrip()) and more is None) or not _fits(named, known):
                    continue
                end = close + 1
                if more is not None:  # said of the last of them
                    last = said_again(more["what"].strip(" ,;:"), one)
                    describe(kind.held(named[-1].name), last)
                    behind = last.text
            else:
                named, end = row_of(text, start, frozenset(), one.codes)
                if not _fits(named, known):
                    continue
                named = [
                    x
                    for x in named
                    if x.words
                    or not any(x.name in {k.plural, k.spoken} for k in kinds if k is not kind)
                ]
            rest = []
            needed = {each.name for each in named if re.search(r"(?i)\brequired\b", each.words)}
            for each in named:
                told = said_again(each.words, one)
                spare = bool(needed) and each.name not in needed  # where some are said to be needed
                _tell(kind, Line(each.name, told, optional=each.optional or spare))
                rest += [told.text] if told.left else []
            one.text = (
                f"{text[: found.start()]} {GAP} {''.join(f'{x}; ' for x in rest)}{behind} "
                f"{GAP} {text[end:]}"
            )
            at = found.start()


_MUST = re.compile(r"(?i)\b(?:required|mandatory|optional|default\w*|null\w*)\b")


def spared(named: list[Named]) -> list[Named]:
    """Names of a row of which some are said to be required: the others need not be there.

    >>> spared([Named("name", "(required)", False), Named("city", "", False)])[1].optional
    True
    """
    some = any(re.search(r"(?i)(?<!not )\b(?:required|mandatory)\b", x.words) for x in named)
    if not some or len(named) < 2:
        return named
    return [x if _MUST.search(x.words) else x._replace(optional=True) for x in named]


def closing(text: str, start: int) -> int:
    """Where the bracket at `start` is closed; the end of the text when it is not."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


def _fits(named: list[Named], known: frozenset[str] | None) -> bool:
    if known is not None and not {each.name for each in named} <= known:
        return False
    plain = [each for each in named if re.fullmatch(r"[A-Za-z_]\w*", each.name)]
    odd = {
        "required",
        "optional",
        "unique",
        "sorted",
        "string",
        "integer",
        "number",
        "empty",
        "missing",
    }
    return bool(plain) and len(plain) == len(named) and not odd & {each.name for each in named}


def said_again(words: str, one: Said) -> Said:
    """Words of a sentence as a sentence of their own.

    Its marks still stand for what they stood for.
    """
    inner = words.strip()
    inner = (
        inner[1:-1]
        if inner.startswith("(") and inner.endswith(")") and inner.count("(") == 1
        else inner
    )
    return Said(inner, one.source, one.sketches, one.quotes, inner)


def _tell(kind: Kind, line: Line) -> None:
    name, told = line.name, line.said
    if (name in {"id", "_id"} and kind.param in {"id", name}) or name == kind.param == "id":
        name = kind.key.name
        if told.has(r"uuid") or (line.type is not None and line.type.kind == "uuid"):
            kind.key = Key(name, "uuid")
        told.text = ""
        return
    held = kind.held(name)
    if line.type is not None:
        held.type, held.declared = line.type, True
        held.server = held.server or line.role == "answer"
        held.required, held.default = not line.optional, line.default or None
    describe(held, told)
    if line.optional:
        held.required = False


def sketch_fields(kind: Kind, sketch: Sketch, *, brought: bool = False, shown: bool = True) -> None:
    """Fields as a sketch of a row, or of what makes one, has them."""
    for part in sketch.parts:
        if part.name == kind.key.name or (part.name == kind.param and not brought):
            if kind.key.name == "id" and part.name != "id":
                kind.key = Key(part.name, kind.key.style)
            continue
        known = part.name in kind.fields
        held = kind.held(part.name)
        if part.value.type is not None:
            _declared(held, part, first=brought and part.name not in kind.brought)
            continue
        guess = typed(part.value, part.name)
        if held.type is None and guess is not None:
            held.type = guess
        elif (
            guess is not None
            and held.type is not None
            and held.type == STRING
            and guess.kind != "string"
        ):
            held.type = guess if not known else held.type
        held.shown = held.shown or (not brought and not known)
        if part.optional and held.required is None:
            held.required = False
        if shown and not brought and held.start == "" and part.value.text:
            value = scalar_of(part.value)
            if part.value.text in {"null", "false", "0", "true"} or (
                value in (False, 0, None) and part.value.text == "null"
            ):
                held.start = held.start or f"?{part.value.text}"  # a sample, not a promise


def _declared(held: Held, part: Part, *, first: bool) -> None:
    """What a schema states of a field.

    That of what makes a row goes before that of what shows it.
    """
    if first or held.type is None:
        held.type = part.value.type
    held.declared = True
    if first:
        held.required, held.default = not part.optional, part.default or None
    elif part.default and not held.start and held.required is None:
        held.start = part.default


def type_in_path(kind: Kind) -> Type:
    """What a key looks like in a path."""
    if kind.by:
        own = kind.fields[kind.by].type if kind.by in kind.fields else None
        return Type("integer") if own is not None and own.kind == "integer" else STRING
    return {"integer": Type("integer"), "uuid": Type("uuid")}.get(kind.key.style, STRING)
