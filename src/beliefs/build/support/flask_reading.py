"""What a route asks for, read from its request by its signature."""

from __future__ import annotations

import inspect
import json
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, NamedTuple

from flask import request
from flask.typing import ResponseReturnValue
from pydantic import BaseModel, TypeAdapter, ValidationError
from werkzeug.datastructures import FileStorage, MultiDict

View = Callable[..., ResponseReturnValue]


class Invalid(Exception):
    """A request that does not bring what it must; its faults are as Pydantic lists them."""

    def __init__(self, faults: list[Mapping[str, Any]]) -> None:
        super().__init__("Invalid request")
        self.faults = faults


@dataclass(frozen=True)
class Place:
    """Where an argument stands in a request, and its name there if that is another."""

    alias: str = ""


class Path(Place):
    """A part of the path."""


class Query(Place):
    """A part of the query."""


class Header(Place):
    """A header."""


class Cookie(Place):
    """A cookie."""


class Form(Place):
    """A field of a form."""


class File(Place):
    """A file of a form."""


@dataclass(frozen=True)
class Body(Place):
    """The whole body: as JSON where it says that it is JSON, else as it came."""

    default_factory: Any = None  # makes it where there is none


class Asked(NamedTuple):
    """An argument: where it stands, what it must be, and what it is when it is not there."""

    name: str
    place: Place
    kind: TypeAdapter[Any]
    several: bool
    default: Any

    @property
    def wire(self) -> str:
        """Its name in the request."""
        name = self.name.replace("_", "-") if isinstance(self.place, Header) else self.name
        return self.place.alias or name


def taking(view: View) -> View:
    """Give a route what its signature asks for, or answer what is wrong with the request."""
    parameters = inspect.signature(view, eval_str=True).parameters.values()
    wanted = [_asked(each.name, each.annotation, each.default) for each in parameters]

    @wraps(view)
    def read(**path: str) -> ResponseReturnValue:
        given: dict[str, Any] = {}
        faults: list[Mapping[str, Any]] = []
        for each in wanted:
            try:
                given[each.name] = _value(each, path)
            except Invalid as invalid:
                faults += invalid.faults
        if faults:
            raise Invalid(faults)
        return view(**given)

    return read


def readable(view: View) -> View:
    """Refuse a body that cannot be read, before anybody looks at who asks."""

    @wraps(view)
    def read(**path: str) -> ResponseReturnValue:
        _body()
        return view(**path)

    return read


def _asked(name: str, hint: Any, default: Any) -> Asked:
    marks = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Place)]
    kinds = [hint, *typing.get_args(hint)]
    if marks:
        place = marks[0]
    elif FileStorage in kinds or list[FileStorage] in kinds:
        # Files are taken as they come: there is nothing in them that a schema could hold.
        several = hint == list[FileStorage] or list[FileStorage] in kinds
        return Asked(name, File(), TypeAdapter(Any), several, default)
    elif isinstance(hint, type) and issubclass(hint, BaseModel):
        place = Body()
    else:
        place = Query()
    bare = kinds[1] if marks else hint
    several = any(typing.get_origin(each) is list for each in (bare, *typing.get_args(bare)))
    return Asked(name, place, TypeAdapter(hint), several, default)


def _value(asked: Asked, path: dict[str, str]) -> Any:
    where = "body" if isinstance(asked.place, Body) else asked.wire
    loc = ("body",) if isinstance(asked.place, Body) else ("request", where)
    there, value = _brought(asked, path)
    if not there:
        if isinstance(asked.place, Body) and asked.place.default_factory is not None:
            return asked.place.default_factory()
        if asked.default is inspect.Parameter.empty:
            raise Invalid([{"type": "missing", "loc": loc, "msg": "Field required"}])
        return asked.default
    try:
        return asked.kind.validate_python(value)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        raise Invalid([{**each, "loc": (*loc, *each["loc"])} for each in faults]) from None


def _brought(asked: Asked, path: dict[str, str]) -> tuple[bool, Any]:
    name = asked.wire
    if name in path:
        return True, path[name]
    match asked.place:
        case Body():
            return _body()
        case Header():
            held: MultiDict[str, Any] = MultiDict(request.headers.items())
            name = next((each for each in held if each.lower() == name.lower()), name)
        case Cookie():
            held = MultiDict(request.cookies)
        case Form():
            # A field that was left empty was left out.
            held = MultiDict((key, each) for key, each in request.form.items(multi=True) if each)
        case File():
            held = MultiDict(request.files)
        case _:
            held = request.args
    return name in held, held.getlist(name) if asked.several else held.get(name)


def _body() -> tuple[bool, Any]:
    data = request.get_data()
    if not request.is_json:
        return bool(data), data
    try:
        return bool(data), json.loads(data) if data else None
    except (ValueError, RecursionError):
        raise Invalid([{"type": "json_invalid", "loc": ("body",), "msg": ""}]) from None
