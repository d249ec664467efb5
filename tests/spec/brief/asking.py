"""Conversations as data: requests, each with what must come back, and how a Spec answers them.

A line is `POST /notes {"a": 1} -> 201 {"id": 1}`. The body may be JSON, `TEXT type text` or `FILE field
name type content`, with ` FORM a=1&b=2` behind it or alone; `@$name` brings a bearer token, ` | Name:
value` a header. What is expected is a part of what comes: names that are not told may be there,
unless `"-"` says that they must not, `"*"` is any text, `"a|b"` as a name is either of two, and
`"$name"` is kept under that name. `~text` is a part of the body, `wait 60` lets a minute pass. The
judge's own interpreter answers, as it does for any Spec that is built.
"""

from __future__ import annotations

import fnmatch
import json
import re
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from beliefs.judge.asking import Request, body_of, read, routed
from beliefs.judge.carried import Sent
from beliefs.judge.environment import said
from beliefs.judge.functions import Moment
from beliefs.judge.interpreter import Expected, Failed
from beliefs.judge.oracle import Oracle, filled
from beliefs.judge.pictures import picture
from beliefs.judge.world import PLACEHOLDER, World, replaced
from beliefs.spec.service import Spec

NOON = 1769860800.0  # 2026-01-31T12:00:00Z
_LINE = re.compile(
    r"(?P<method>[A-Z]+) (?P<path>\S+)(?P<brought>.*?) -> (?P<status>\S+)(?P<back>.*)"
)


class Family(NamedTuple):
    """Goals that ask for the same, each with what is asked of it."""

    goals: tuple[str, ...]
    talks: tuple[str, ...]


def family(text: str) -> Family:
    """The goals and the requests of a file; one list of requests may be for all goals."""
    parts = re.split(r"(?m)^--- (goal|requests)\n", text)
    told = list(zip(parts[1::2], parts[2::2], strict=True))
    goals = tuple(each.strip() for sort, each in told if sort == "goal")
    talks = tuple(each for sort, each in told if sort == "requests")
    return Family(goals, talks if len(talks) > 1 else talks * len(goals))


def unmet(spec: Spec, talk: str) -> str:
    """The first line of a conversation that a Spec answers in another way; empty where none."""
    talking = _Talk(spec, Oracle(spec))
    for line in talk.strip().splitlines():
        if why := talking.asked(line):
            return f"{line}: {why}"
    return ""


def answered(spec: Spec, lines: list[str]) -> list[bool]:
    """Which lines of a conversation a Spec answers as expected; what is wrong stops nothing."""
    talking = _Talk(spec, Oracle(spec))
    return [not talking.asked(each) for each in lines]


@dataclass(slots=True)
class _Talk:
    spec: Spec
    oracle: Oracle
    now: float = NOON
    kept: dict[str, str] = field(default_factory=dict)
    made: int = 0

    def asked(self, line: str) -> str:
        """Why a line is not met; empty where it is."""
        if line.startswith("wait "):
            self.now += float(line.split()[1])
            return ""
        if line.startswith("origins "):
            return "" if tuple(line.split()[1:]) == self.spec.origins else f"{self.spec.origins}"
        found = _LINE.fullmatch(line)
        assert found is not None, line
        request = self._request(found)
        expected, body = self._answered(request)
        status = found["status"].replace("x", "?").replace("?", "[0-9]")
        if found["status"] != "?" and not re.fullmatch(status, str(expected.status)):
            return f"{expected.status} {expected.message} {body}"[:300]
        return self._compared(found["back"], expected, body)

    def _known(self, text: str) -> str:
        text = re.sub(r"%(\w+)%", lambda one: said(one[1]), text)
        return re.sub(r"\$([a-z]\w*)", lambda one: self.kept.get(one[1], one[0]), text)

    def _request(self, found: re.Match[str]) -> Request:
        path, _, query = self._known(found["path"]).partition("?")
        brought, *headers = self._known(found["brought"]).strip().split(" | ")
        told = [tuple(each.strip().split(": ", 1)) for each in headers]
        brought, _, token = (
            brought.partition("@") if re.search(r"(?:^| )@", brought) else (brought, "", "")
        )
        if token:
            told.append(("Authorization", f"Bearer {token.strip()}"))
        brought = brought.removeprefix("| ").strip()
        if brought.startswith(": ") or (": " in brought and brought[0] not in "{[TF"):
            told.append(tuple(brought.split(": ", 1)))
            brought = ""
        pairs = tuple(parse_qsl(query, keep_blank_values=True))
        whole = Request(found["method"], path, pairs, tuple(told))  # type: ignore[arg-type]
        brought, _, form = f" {brought}".partition(" FORM ")
        whole, brought = _with(whole, form=tuple(parse_qsl(form))), brought.strip()
        if brought.startswith("FILE "):
            _, name, file, kind, content = brought.split(" ", 4)
            return _with(whole, files=((name, file, kind, _content(content)),))
        if brought.startswith("TEXT "):
            _, kind, text = brought.split(" ", 2)
            text = text.replace("\\n", "\n")
            return _with(whole, text=text, headers=(*whole.headers, ("Content-Type", kind)))
        return _with(whole, json=json.loads(brought)) if brought else whole

    def _answered(self, request: Request) -> tuple[Expected, Any]:
        """What comes back, with a text in place of each that nobody can foretell."""
        now = Moment(self.now)
        self.now += 1e-3
        expected, world = next(iter(self.oracle.foretell(request, now)))
        self.oracle.world = world
        body, headers = self._sent(expected, request), expected.headers
        for each in dict.fromkeys(
            PLACEHOLDER.findall(f"{json.dumps(body, default=str, ensure_ascii=False)} {headers}")
        ):
            self.made += 1
            text = _made(each, self.made)
            body, headers = replaced(body, each, text), replaced(headers, each, text)
            world.learn(each, text)
        return _told(expected, headers), body

    def _sent(self, expected: Expected, request: Request) -> Any:
        """What comes back: a failure in the form that the Spec says."""
        found = expected.failure
        if found is None:
            return expected.body
        body = json.loads(found.body or self.spec.failures.body)
        names = unfit(self.spec, request)
        values = {"{message}": expected.message or "wrong", "{code}": found.code}
        for place, text in (values | {"{field}": names[0] if names else ""}).items():
            body = replaced(body, place, text)
        return _listed(filled(body, [], expected.status), body, names)

    def _compared(self, back: str, expected: Expected, body: Any) -> str:
        told, *headers = f" {back}".split(" | ")
        for each in headers:
            name, value = each.strip().split(": ", 1)
            there = next(
                (str(v) for k, v in expected.headers.items() if k.lower() == name.lower()), None
            )
            if name == "Content-Type" and there is None:
                there = body.type if isinstance(body, Sent) else expected.media
            if why := self._text(value, there):
                return f"header {name}: {why}"
        told = told.strip()
        if not told:
            return ""
        if told.startswith("~"):
            content = body.content if isinstance(body, Sent) else body
            whole = content.decode() if isinstance(content, bytes) else content
            return "" if told[1:] in str(whole) else f"{whole!r}"
        if told.startswith("sent:"):
            return (
                ""
                if isinstance(body, Sent) and getattr(body.content, "kind", "") == told[5:]
                else f"{body}"
            )
        if told.startswith("picture:"):
            seen = getattr(getattr(body, "content", None), "holds", None)
            size = "x".join(map(str, seen.size)) if seen is not None else ""
            return "" if size == told[8:] else f"{body}"
        return self._value(json.loads(told), body, "body")

    def _value(self, told: Any, there: Any, where: str) -> str:
        if isinstance(told, dict):
            if not isinstance(there, dict):
                return f"{where} is {there!r}"
            if not told and there:
                return f"{where} is {there!r}"
            for named, value in told.items():
                name = next((each for each in named.split("|") if each in there), named)
                if value == "-":
                    if name in there:
                        return f"{where} has {name}"
                elif name not in there:
                    return f"{where} has no {name}: {there!r}"
                elif why := self._value(value, there[name], f"{where}.{name}"):
                    return why
            return ""
        if isinstance(told, list):
            if not isinstance(there, list) or len(told) != len(there):
                return f"{where} is {there!r}"
            return next(
                (
                    why
                    for at, (one, other) in enumerate(zip(told, there, strict=True))
                    if (why := self._value(one, other, f"{where}[{at}]"))
                ),
                "",
            )
        if isinstance(told, str) and re.search(r"[*$]", told):
            return self._text(told, there)
        return (
            ""
            if told == there and isinstance(told, bool) == isinstance(there, bool)
            else f"{where} is {there!r}"
        )

    def _text(self, told: str, there: Any) -> str:
        """Whether a text fits; a name in it is kept."""
        if not isinstance(there, (str, int)) or there == "":
            return f"it is {there!r}"
        name = re.search(r"\$([a-z]\w*)", told)
        if name is None:
            return (
                ""
                if fnmatch.fnmatchcase(str(there), told.replace("[", "[[]"))
                else f"it is {there!r}"
            )
        pattern = re.escape(told).replace(re.escape(name[0]), "(.+?)").replace(r"\*", ".*")
        found = re.fullmatch(pattern, str(there))
        if found is None:
            return f"it is {there!r}"
        self.kept[name[1]] = found[1]
        return ""


def unfit(spec: Spec, request: Request) -> list[str]:
    """The names of the inputs that a request does not bring as they must be, in their order."""
    try:
        operation, path = routed(spec, request)
        body = body_of(spec, operation, request)
    except Failed:
        return []
    names = []
    for each in operation.inputs:
        try:
            read(replace(operation, inputs=(each,), closed=False), path, request, body)
        except Failed:
            names.append(each.wire)
    return names


def _listed(body: Any, plain: Any, names: list[str]) -> Any:
    """A body with what is wrong with each input where its form has a place for that."""
    if isinstance(plain, dict):
        return {name: _listed(body[name], each, names) for name, each in plain.items()}
    if plain == "{errors}":
        return [{"field": each, "message": "wrong"} for each in names]
    return dict.fromkeys(names, "wrong") if plain == "{fields}" else body


def _made(placeholder: str, number: int) -> str:
    if "uuid" in placeholder:
        return f"00000000-0000-4000-8000-{number:012d}"
    if "signature" in placeholder or "jwt" in placeholder:
        return f"head.body{number}.sign"
    return f'"tag{number}"' if "etag" in placeholder else f"made{number}"


def _content(text: str) -> bytes:
    if found := re.fullmatch(r"picture:(\d+)x(\d+)", text):
        return picture(int(found[1]), int(found[2]))
    if text.startswith("bytes:"):
        return b"x" * int(text.removeprefix("bytes:"))
    return text.replace("\\n", "\n").encode()


def _with(request: Request, **values: Any) -> Request:
    return replace(request, **values)


def _told(expected: Expected, headers: dict[str, Any]) -> Expected:
    return replace(expected, headers=headers)


__all__ = ["Family", "World", "family", "unmet"]
