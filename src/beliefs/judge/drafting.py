"""Requests that fit an operation, made of values that fit the world as it is."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, ClassVar

from beliefs.judge.asking import Request
from beliefs.judge.callers import Callers
from beliefs.judge.choosing import Chooser
from beliefs.judge.oracle import Oracle
from beliefs.judge.uploads import Upload, content, kinds, meant, several
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec

_ODD = 0.1  # of bodies that may have no other fields: one has


@dataclass(slots=True)
class Drafter:
    """What makes requests, and remembers what it said in the last one."""

    file_name: ClassVar[str] = "a.txt"
    spec: Spec
    oracle: Oracle
    chooser: Chooser
    callers: Callers
    said: tuple[str, dict[str, Any]] = ("", {})  # the operation and the values of the last request
    _uploads: tuple[Upload, ...] = field(init=False)  # kinds of files that mean something

    def __post_init__(self) -> None:
        """Know which files the service looks into."""
        self._uploads = kinds(self.spec)

    def malformed(self, operation: Operation) -> Request:
        """A right request whose body breaks off."""
        right = self.right(operation)
        headers = _in_json(right.headers)
        return Request(right.method, right.path, right.query, headers, text='{"a": ')

    def padded(self, operation: Operation, size: int) -> Request:
        """A right request whose body has just so many bytes."""
        right = self.right(operation)
        text = json.dumps(right.json)
        headers = _in_json(right.headers)
        text = f"{text[:-1]}{' ' * (size - len(text.encode()))}}}"
        return Request(right.method, right.path, right.query, headers, text=text)

    def right(
        self,
        operation: Operation,
        instead: dict[str, Any] | None = None,
        *,
        on: dict[str, Any] | None = None,
        without: str = "",
        credential: str | None = None,
    ) -> Request:
        """A request as the Spec wants it: with other values instead, or on those of another one."""
        if on is None:
            values = self.values(operation)
        else:
            values = self.chooser.values(operation, self.oracle.world, whole=True)
        values |= {**(on or {}), **(instead or {})}
        self.said = operation.name, values
        values.pop(without, None)
        path = operation.path
        query: list[tuple[str, str]] = []
        headers: list[tuple[str, str]] = []
        form: list[tuple[str, str]] = []
        files: list[tuple[str, str, str, bytes]] = []
        text: str | None = None
        fields = any(each.place == "json" for each in operation.inputs)
        body: Any = self._body(operation) if fields else None
        for each in operation.inputs:
            if each.name not in values:
                continue
            value = values[each.name]
            match each.place:
                case _ if self.callers.shows_who(each):
                    pass  # as every request does
                case "path":
                    path = path.replace(f"{{{each.wire}}}", str(value))
                case "json":
                    body[each.wire] = value
                case "body" if each.type.kind == "string":
                    text = value if isinstance(value, str) else _texted(value)
                case "body":
                    # Written out, since null is a body too.
                    text = json.dumps(value)
                    headers.append(("content-type", "application/json"))
                case "file":
                    files += self._files(operation, each, value)
                case "query":
                    query += [(each.wire, _texted(one)) for one in _several(value)]
                case "header":
                    headers.append((each.wire, _sendable(_texted(value))))
                case "form":
                    form.append((each.wire, _texted(value)))
                case "cookie":
                    headers.append(("cookie", f"{each.wire}={value}"))
        if operation.needs:
            shown = credential
            if shown is None:
                shown = self.chooser.secret(operation, self.oracle.world) or self.callers.anybody()
            if shown:
                more = self.callers.shown(shown)
                headers += more[0]
                query += more[1]
        return Request(
            operation.method,
            path,
            tuple(query),
            tuple(headers),
            json=body,
            text=text,
            form=tuple(form),
            files=tuple(files),
        )

    def _files(
        self, operation: Operation, given: Input, text: Any
    ) -> list[tuple[str, str, str, bytes]]:
        """The files of an input: of a kind that the effect looks into, else any other's."""
        random = self.chooser.sampler.random
        among = meant(operation.effect, self._uploads)
        return [
            (given.wire, self.file_name, *content(f"{text}{at or ''}", among, random))
            for at in range(several(given, random))
        ]

    def _body(self, operation: Operation) -> dict[str, Any]:
        """What a JSON body holds before its fields are put in: seldom one that it must not have."""
        odd = operation.closed and self.chooser.sampler.random.random() < _ODD
        return {"unexpected": 1} if odd else {}

    def values(self, operation: Operation) -> dict[str, Any]:
        """Values that fit, by what there is."""
        return self.chooser.values(operation, self.oracle.world)


def _in_json(headers: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Headers that say once that the body is JSON."""
    others = [each for each in headers if each[0] != "content-type"]
    return (*others, ("content-type", "application/json"))


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _sendable(text: str) -> str:
    """The text without what no header can hold: letters beyond ASCII, line ends, outer spaces."""
    return "".join(each for each in text if " " <= each <= "~").strip() or "a"


def _texted(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
