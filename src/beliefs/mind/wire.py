"""What goes over a wire: every answer and argument as a JSON document, and back by its type.

    NamedTuple   an object with its fields        datetime    "2030-01-01T12:00:00.000000Z"
    Belief       an object with its properties    timedelta   "P30DT0S", ISO 8601
    Delta        changes, replayed                float       a number; "inf", "-inf" or "nan"

A double is written with as many digits as tell it from its neighbours, so nothing is lost. What is
written says by itself what it is; to read it back takes the type that is expected.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from beliefs.errors import InvalidEvidence, InvalidInput, InvalidText, shown
from beliefs.ledger.statements import Statement
from beliefs.ledger.writing import Change, Reply
from beliefs.mind.belief import Belief, Delta, Note
from beliefs.mind.hearing import Understood
from beliefs.mind.turns import TurnDelta
from beliefs.reading.heard import Reading

Document = dict[str, Any]

_SPELT = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}
_DURATION = re.compile(
    r"P(?:(?P<days>\d{1,9})D)?(?:T(?:(?P<hours>\d{1,9})H)?(?:(?P<minutes>\d{1,9})M)?"
    r"(?:(?P<seconds>\d{1,12})(?:\.(?P<fraction>\d{1,6}))?S)?)?"
)
BELIEF = tuple(
    name
    for name, found in vars(Belief).items()
    if isinstance(found, property) and not name.startswith("_")
)
"""What a document of a belief holds."""

_WORKED_OUT = ("leading", "confidence", "interval", "fragility", "conflict", "estimate", "stale")
FACTS = tuple(name for name in BELIEF if name not in _WORKED_OUT)
"""What is left if whoever reads it can work out the rest, which is most of the cost."""


# Writing


def written(value: Any, fields: tuple[str, ...] = BELIEF) -> Any:
    """Return a value as JSON holds it, beliefs with some or all of their properties.

    >>> from beliefs import Beta
    >>> written([Beta(2.0, 1.0), timedelta(hours=36), float("inf")])
    [{'alpha': 2.0, 'beta': 1.0}, 'P1DT43200S', 'inf']
    """
    return _WRITERS[type(value)](value, fields)


_Write = Callable[[Any, tuple[str, ...]], Any]


class _Writers(dict[type, _Write]):
    """How values are written, by their type; found out once for each, as a belief has many."""

    def __missing__(self, kind: type) -> _Write:
        if issubclass(kind, tuple) and hasattr(kind, "_fields") and not issubclass(kind, Statement):
            write: _Write = _written_record
        else:
            write = next(one for known, one in _KINDS if issubclass(kind, known))
        self[kind] = write
        return write


_WRITERS = _Writers()


def _as_it_is(value: Any, _: tuple[str, ...]) -> Any:
    return value


def _written_number(value: float, _: tuple[str, ...]) -> float | str:
    return value if math.isfinite(value) else _spelling(value)


def _belief_document(belief: Belief, fields: tuple[str, ...]) -> Document:
    found = [(name, getattr(belief, name)) for name in fields]
    return {name: _WRITERS[type(value)](value, BELIEF) for name, value in found}


def _statement_document(said: Statement, _: tuple[str, ...]) -> Document:
    return {name: written(one) for name, one in _stated(said).items()}


def _written_record(record: Any, fields: tuple[str, ...]) -> Document:
    values = [_WRITERS[type(value)](value, fields) for value in record]
    return dict(zip(record._fields, values, strict=True))


def _written_mapping(mapping: Mapping[Any, Any], fields: tuple[str, ...]) -> Document:
    return {str(name): written(one, fields) for name, one in mapping.items()}


def _written_moment(moment: datetime, _: tuple[str, ...]) -> str:
    text = moment.isoformat(timespec="microseconds")
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text


def _written_duration(span: timedelta, _: tuple[str, ...]) -> str:
    fraction = f".{span.microseconds:06d}" if span.microseconds else ""
    return f"P{span.days}DT{span.seconds}{fraction}S"


def _written_sequence(values: Iterable[Any], fields: tuple[str, ...]) -> list[Any]:
    return [written(one, fields) for one in values]


def given(value: Any) -> Any:
    """Return an argument as JSON holds it: a belief or a note is named by its id."""
    if isinstance(value, Belief | Note):
        return value.id
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return [given(one) for one in value]
    return written(value)


_encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def as_json(document: Any) -> bytes:
    """Return a document as bytes; text that is not Unicode keeps its escapes."""
    try:
        return _encode(document).encode()
    except ValueError:  # an integer of thousands of digits
        raise InvalidInput(
            f"{shown(document)} cannot be sent to a server; use smaller numbers."
        ) from None


def from_json(content: bytes) -> Any:
    """Return the document in some bytes, or say that there is none."""
    try:
        return json.loads(content, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"this is no JSON: {shown(str(error))}; check what was sent.") from None


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON; write it as text")


def _spelling(number: float) -> str:
    return next(text for text, same in _SPELT.items() if repr(same) == repr(number))


def _stated(said: Statement) -> Document:
    """The fields of a statement that say something."""
    usual = Statement._field_defaults
    return {name: value for name, value in said._asdict().items() if value != usual[name]}


def _delta_document(delta: Delta, _: tuple[str, ...] = BELIEF) -> Document:
    told: Document = {"replayed": delta.replayed, "changes": [written(c) for c in delta.changes]}
    if isinstance(delta, TurnDelta):
        told |= {
            "said": [written(one) for one in delta.said],
            "unknown": [written(one) for one in delta.unknown],
            "echoes": list(delta.echoes),
            "fallback": delta.fallback,
        }
    return told


def _refuse(value: object, _: tuple[str, ...]) -> None:
    raise InvalidInput(f"{shown(value)} cannot be sent to a server; use text, numbers or lists.")


_KINDS: tuple[tuple[type, _Write], ...] = (
    (NoneType, _as_it_is),
    (int, _as_it_is),
    (str, _as_it_is),
    (float, _written_number),
    (Belief, _belief_document),
    (Delta, _delta_document),
    (Statement, _statement_document),
    (Mapping, _written_mapping),
    (datetime, _written_moment),
    (timedelta, _written_duration),
    (bytes, _refuse),
    (Iterable, _written_sequence),
    (object, _refuse),
)
"""The first that a value is one of says how it is written."""


# Reading


class ToldBelief(Belief):
    """A belief as a document tells it; equal to the one that the document was written from."""

    __slots__ = ("_document",)

    def __init__(self, document: Document) -> None:
        self._document = document
        self._conflict = None


def _told(name: str, hint: Any) -> property:
    def look(belief: ToldBelief) -> Any:
        return read(hint, belief._document[name], name)  # noqa: SLF001 - of its own kind

    return property(look, doc=getattr(Belief, name).__doc__)


for _name in FACTS:
    setattr(ToldBelief, _name, _told(_name, get_type_hints(getattr(Belief, _name).fget)["return"]))


def told_delta(document: Document, said: tuple[Statement, ...] = ()) -> Delta:
    """Read what a write changed."""
    return Delta(reply_of(document), said)


def reply_of(document: Document) -> Reply:
    """Read the answer to a write."""
    changes = read(tuple[Change, ...], document["changes"], "changes")
    return Reply(partial(tuple, changes), replayed=document["replayed"] is True)


def understood_of(document: Document) -> Understood:
    """Read what a text came to."""
    return Understood(
        read(tuple[Statement, ...], document["said"], "said"),
        (),
        frozenset(),
        read(tuple[str, ...], document["echoes"], "echoes"),
        read(tuple[Reading, ...], document["unknown"], "unknown"),
    )


def read(hint: Any, document: Any, where: str) -> Any:
    """Return what a document says, given the type that is expected, or say what is wrong with it.

    >>> read(timedelta | None, "PT1.5S", "half_life")
    datetime.timedelta(seconds=1, microseconds=500000)
    """
    return _reader(hint)(document, where)


_Read = Callable[[Any, str], Any]


@cache
def _reader(hint: Any) -> _Read:
    origin, inner = get_origin(hint), get_args(hint)
    if hint in _SCALARS:
        return _SCALARS[hint]
    if hint in (Any, object):
        return lambda document, _: document
    if origin in (Union, UnionType):
        return partial(_one_of, options_of(hint), NoneType in inner)
    if origin is Literal:
        return partial(_literal, inner)
    if origin is tuple and inner[-1:] != (...,):
        return partial(_fixed, [_reader(one) for one in inner])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return partial(_mapping, _reader(inner[1]))
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return partial(_several, tuple if origin is tuple else list, _reader(inner[0]))
    if isinstance(hint, type) and issubclass(hint, Belief):
        return lambda document, where: ToldBelief(_object(document, where))
    if isinstance(hint, type) and issubclass(hint, Delta):
        return lambda document, where: told_delta(_object(document, where))
    return partial(_fields, hint)


def options_of(hint: Any) -> list[Any]:
    """The types that a document may have, None aside.

    Where an id will do, no belief is read: what somebody says a belief is, it need not be.
    """
    if get_origin(hint) not in (Union, UnionType):
        return [hint]
    options = [option for option in get_args(hint) if option is not NoneType]
    return [one for one in options if str not in options or one not in (Belief, Delta, Note)]


fields_of = cache(get_type_hints)
"""The fields of a NamedTuple with their types."""


def _wrong(where: str, wanted: str, found: Any) -> InvalidInput:
    return InvalidInput(f"{where} must be {wanted}, not {shown(found)}.")


def _object(document: Any, where: str) -> Document:
    if not isinstance(document, dict):
        raise _wrong(where, "an object", document)
    return document


def _fields(kind: Any, document: Any, where: str) -> Any:
    known, said = fields_of(kind), _object(document, where)
    for name in said:
        if name not in known:
            raise InvalidInput(f"{shown(name)} is no field of {where}; use {', '.join(known)}.")
    for name in known:
        if name not in said and name not in kind._field_defaults:
            raise InvalidInput(f"{where} lacks {name}; add it.")
    return kind(**{name: _reader(known[name])(value, name) for name, value in said.items()})


def _one_of(options: list[Any], optional: bool, document: Any, where: str) -> Any:
    if document is None and optional:
        return None
    for option in options:
        if _fits(option, document):
            return _reader(option)(document, where)
    return _reader(options[0])(document, where)


def _fits(option: Any, document: Any) -> bool:
    """Whether a document has the shape of one kind of a union."""
    kind = get_origin(option) or option
    if isinstance(document, str):
        return kind in (str, datetime, timedelta) or (kind is float and document in _SPELT)
    if isinstance(document, bool):
        return kind is bool
    if isinstance(document, int | float):
        return kind is float or (kind is int and isinstance(document, int))
    if isinstance(document, dict):
        fields = getattr(option, "_fields", None)
        if fields is not None:
            return set(document) <= set(fields) or option is Statement
        return isinstance(kind, type) and issubclass(kind, Belief | Mapping)
    several = isinstance(kind, type) and issubclass(kind, Iterable) and not hasattr(kind, "_fields")
    return isinstance(document, list) and several and not issubclass(kind, str | Mapping)


def _literal(options: tuple[Any, ...], document: Any, where: str) -> Any:
    if isinstance(document, list | dict) or document not in options:
        raise _wrong(where, "one of " + ", ".join(map(str, options)), document)
    return document


def _fixed(readers: list[_Read], document: Any, where: str) -> Any:
    if not isinstance(document, list) or len(document) != len(readers):
        raise _wrong(where, f"a list of {len(readers)}", document)
    return tuple(one(value, where) for one, value in zip(readers, document, strict=True))


def _several(make: Callable[[Iterable[Any]], Any], one: _Read, document: Any, where: str) -> Any:
    if not isinstance(document, list):
        raise _wrong(where, "a list", document)
    return make([one(value, where) for value in document])


def _mapping(one: _Read, document: Any, where: str) -> Any:
    return {name: one(value, where) for name, value in _object(document, where).items()}


def _text(document: Any, where: str) -> str:
    if not isinstance(document, str):
        raise InvalidText(f"{where} must be text, not {shown(document)}.")
    return document


def _number(document: Any, where: str) -> float:
    if isinstance(document, str) and document in _SPELT:
        return _SPELT[document]
    if not isinstance(document, int | float) or isinstance(document, bool):
        raise InvalidEvidence(f"{where} must be a number, not {shown(document)}.")
    return document


def _whole(document: Any, where: str) -> int:
    if type(document) is not int:
        raise _wrong(where, "a whole number", document)
    return document


def _flag(document: Any, where: str) -> bool:
    if not isinstance(document, bool):
        raise _wrong(where, "true or false", document)
    return document


def _moment(document: Any, where: str) -> datetime:
    try:
        moment = datetime.fromisoformat(document)
    except (TypeError, ValueError):
        raise _wrong(where, "a moment such as 2030-01-01T12:00:00Z", document) from None
    return moment if moment.utcoffset() else moment.replace(tzinfo=moment.tzinfo and UTC)


def _duration(document: Any, where: str) -> timedelta:
    match = _DURATION.fullmatch(document) if isinstance(document, str) else None
    if match is None or not any(match.groups()):
        raise _wrong(where, "a duration such as P30D or PT12H", document)
    parts = {name: int(found or 0) for name, found in match.groupdict().items()}
    parts["microseconds"] = int((match["fraction"] or "0").ljust(6, "0"))
    del parts["fraction"]
    try:
        return timedelta(**parts)
    except OverflowError:
        raise _wrong(where, "a duration of at most a billion days", document) from None


_SCALARS: dict[Any, _Read] = {
    str: _text,
    float: _number,
    int: _whole,
    bool: _flag,
    datetime: _moment,
    timedelta: _duration,
    NoneType: lambda _document, _where: None,
}
