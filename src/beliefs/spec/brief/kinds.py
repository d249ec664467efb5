"""What is kept: kinds of rows, found at the paths of requests.

With the fields they are told to have.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Request
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
    makes: bool = False  # whether a request makes one
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
        if not request.turning:
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
        if not (keyed or (last and _collection(request, each, above, brief))):
            if not last:
                continue
            return
        name = row_name(each)
        known = found.get(name)
        if known is None:
            known = found[name] = Kind(name, path, parent=above)
        if keyed:
            known.param = segments[at + 1].strip("{}")
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
        if each.spoken in {low, singular(low)}:
            return each
    for each in kinds:
        if each.spoken.split()[-1] == plain:
            return each
    return None


# ---- what fields they have -------------------------------------------------------------------

_LOOKS = re.compile(
    r"(?i)^(?P<who>(?:an?|every|each|the) )?(?P<noun>[A-Za-z][\w -]*?)(?:s)? (?:looks? like(?: "
    r"this)?|is|has the form|in (?:answers|JSON))?:? *(?P<mark>⟦\d+⟧)"
)
_HAS = re.compile(
    r"(?i)(?:^|[:;¦] |, (?:and )?)(?:an?|every|each|all|the)?\s*(?P<noun>[A-Za-z][\w-]*(?: "
    r"[a-z][\w-]*)?)(?: |(?=:))(?:all )?(?:(?:have|has|with|consists? of|=|are made of|is made of|"
    r"contains?|is|holds?)|(?<! )\s*:)(?: the fields| fields| these fields)?:? (?=an? |the |"
    r"[a-z_]\w*(?:,| \(| and ))"
)
_BARE = re.compile(
    r"(?i)(?:^|[:;.,¦] |\bfor |\bof |\bwith |\bha(?:s|ve) |\band )(?P<noun>[a-z][\w-]*) (?=\()"
)


def tell_fields(brief: Brief, kinds: list[Kind]) -> None:
    """Give each kind the fields that the goal tells of it."""
    for topic in brief.topics:
        kind = called(kinds, topic.name.strip(":. ")) or (
            kinds[0] if len(kinds) == 1 and topic.lines else None
        )
        if kind is not None:
            for line in topic.lines:
                _tell(kind, line.name, line.said, optional=line.optional)
    for one in brief.said:
        _described(one, kinds)
    for request in brief.requests:
        for one in request.said:
            if not one.has(r"\b[1-5]\d\d\b"):
                _described(one, kinds)


def _described(one: Said, kinds: list[Kind]) -> None:
    looks = one.has(_LOOKS)
    kind = called(kinds, looks["noun"]) if looks is not None else None
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
                if (end < len(inside.rstrip()) and more is None) or not _fits(named):
                    continue
                end = close + 1
                if more is not None:  # said of the last of them
                    last = said_again(more["what"].strip(" ,;:"), one)
                    describe(kind.held(named[-1].name), last)
                    behind = last.text
            else:
                named, end = row_of(text, start, frozenset(), one.codes)
                if not _fits(named):
                    continue
                named = [
                    x
                    for x in named
                    if x.words
                    or not any(x.name in {k.plural, k.spoken} for k in kinds if k is not kind)
                ]
            rest = []
            for each in named:
                told = said_again(each.words, one)
                _tell(kind, each.name, told, optional=each.optional)
                rest += [told.text] if told.left else []
            one.text = (
                f"{text[: found.start()]} {GAP} {''.join(f'{x}; ' for x in rest)}{behind} "
                f"{GAP} {text[end:]}"
            )
            at = found.start()


def closing(text: str, start: int) -> int:
    """Where the bracket at `start` is closed; the end of the text when it is not."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


def _fits(named: list[Named]) -> bool:
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


def _tell(kind: Kind, name: str, told: Said, *, optional: bool = False) -> None:
    if (name in {"id", "_id"} and kind.param in {"id", name}) or name == kind.param == "id":
        name = kind.key.name
        if told.has(r"uuid"):
            kind.key = Key(name, "uuid")
        told.text = ""
        return
    held = kind.held(name)
    describe(held, told)
    if optional:
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
    return {"integer": Type("integer"), "uuid": Type("uuid")}.get(kind.key.style, STRING)
