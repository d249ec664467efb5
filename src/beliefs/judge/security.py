"""Can a service be talked into what it must not do?

An examination with hostile words: texts that are code somewhere (SQL, HTML, shells, templates,
paths), and fields that nobody asked for (`id`, `role`, `password_hash`). The oracle still foretells
every answer, so text that is anything but text is seen. Every answer is watched besides: no
password and no secret is in it, and no page has a script that somebody wrote into a field. At the
end the data is looked through for passwords.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from beliefs.judge.drafting import Drafter
from beliefs.judge.environment import variables
from beliefs.judge.examination import Examination
from beliefs.judge.references import parts
from beliefs.judge.sampling import Sampler
from beliefs.judge.tried import Tried
from beliefs.judge.wire import Wire
from beliefs.spec.effects import Call, Get, Var

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from beliefs.judge.asking import Request
    from beliefs.judge.oracle import Got
    from beliefs.judge.service import Service
    from beliefs.spec.operations import Input, Operation
    from beliefs.spec.service import Spec
    from beliefs.spec.types import Type

_WORDS = (
    "' OR '1'='1",
    '"; DROP TABLE users; --',
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "[x](javascript:alert(1))",
    "{{7*7}}${7*7}",
    "..\\..\\passwd",
    "$(id)`id`|id",
    "=HYPERLINK(1)",
    "%s%n%00",
)
_SCRIPTS = (b"<script>alert", b"<img src=x", b'href="javascript:')
_FIELDS: dict[str, Any] = {
    "id": 987653,
    "owner_id": 987653,
    "user_id": 987653,
    "role": "admin",
    "is_admin": True,
    "password_hash": "none",
}
_UP = ("/..%2f..%2f..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd")
_WALK = 20
_SOME = 3
_SHORTEST = 8
_LONG = max(map(len, _WORDS))


class _Hostile(Sampler):
    """Draws texts that are code somewhere."""

    def _text(self, kind: Type) -> str:
        plain = kind.kind == "string" and not kind.pattern
        text = self.random.choice(_WORDS)
        fits = (kind.min_length or 0) <= len(text) <= (kind.max_length or len(text))
        if plain and fits and self.random.random() < 0.7:  # some plain ones, to be told apart
            return text
        return super()._text(kind)


@dataclass(slots=True)
class _HostileDrafter(Drafter):
    """Requests with fields that are none of the contract's, and passwords that are known."""

    file_name: ClassVar[str] = "../../climbed.txt"
    passwords: list[str] = field(default_factory=list)

    def values(self, operation: Operation) -> dict[str, Any]:
        values = Drafter.values(self, operation)
        for name in _hashed(operation) & values.keys():
            self.passwords.append(f"Sesame-{len(self.passwords)}-Kq7xW")
            values[name] = self.passwords[-1]
        return values

    def _body(self, operation: Operation) -> dict[str, Any]:
        known = {each.wire for each in operation.inputs}
        return {name: value for name, value in _FIELDS.items() if name not in known}


@dataclass(slots=True)
class _Hostility(Examination):
    """An examination in hostile words, with fields that are none of the contract's."""

    def __post_init__(self) -> None:
        Examination.__post_init__(self)
        chance = Random(self.seed)  # noqa: S311 - chance that can be repeated
        self._equip(_Hostile(chance), _HostileDrafter)

    @property
    def passwords(self) -> list[str]:
        """What was said to be a password."""
        assert isinstance(self._drafter, _HostileDrafter)
        return self._drafter.passwords

    def _tried(self, operation: Operation) -> Iterator[Request]:
        yield from Examination._tried(self, operation)  # noqa: SLF001
        for given in operation.inputs:
            if given.place in {"path", "query"} and given.type.kind == "string":
                yield from (self._drafter.right(operation, {given.name: word}) for word in _WORDS)
        texts = [each.name for each in operation.inputs if each.place == "json" and _is_plain(each)]
        if texts and operation.method == "POST":
            for word in _WORDS:
                yield self._drafter.right(operation, dict.fromkeys(texts, word))
            reads = [each for each in self.spec.operations if each.method == "GET"]
            yield from self._looked(reads, most=len(reads))
        yield from self._by_others(operation)

    def _by_others(self, operation: Operation) -> Iterator[Request]:
        """Each of some rows, asked for by each of some callers: theirs or not."""
        known = self._chooser.known[operation.name]
        paths = [each for each in operation.inputs if each.place == "path" and each.name in known]
        for given in paths if operation.needs else ():
            found = known[given.name]
            for row in self.oracle.world.of(found.entity)[:_SOME]:
                for credential in self._callers.one_each()[:_SOME]:
                    yield self._drafter.right(
                        operation, {given.name: row[found.field]}, credential=credential
                    )


def _is_plain(given: Input) -> bool:
    kind = given.type
    free = kind.kind == "string" and not (kind.pattern or kind.choices)
    return free and not kind.min_length and (kind.max_length or _LONG) >= _LONG


@dataclass(slots=True)
class _Watched:
    """A service whose answers are looked at for what must not be in them."""

    service: Service
    wire: Wire
    passwords: list[str] = field(default_factory=list)
    leaked: str = ""

    def ask(self, request: Request) -> Got:
        got = self.wire.ask(request)
        page = "html" in got.headers.get("content-type", "")
        told = got.body + repr(sorted(got.headers.items())).encode()
        if page and any(each in got.body for each in _SCRIPTS):
            self.leaked = f"{request} → a page runs what somebody wrote into a field"
        if any(each.encode() in told for each in (*self.passwords, *_secrets(self.service.folder))):
            self.leaked = f"{request} → a secret is in the answer"
        return got

    def together(self, requests: Sequence[Request]) -> list[Got]:
        return [self.ask(each) for each in requests]

    def restart(self) -> None:
        self.wire.restart()

    def shift(self, seconds: float) -> None:
        self.wire.shift(seconds)


def unsafe(spec: Spec, service: Service) -> Tried:
    """Talk to a fresh service as somebody with bad intentions would."""
    watched = _Watched(service, Wire(service), [*variables(spec).values()])
    hostility = _Hostility(spec, watched, walk=_WALK, wrongly=False)
    hostility.oracle.base = str(service.client.base_url).rstrip("/")
    watched.passwords = hostility.passwords
    finding = hostility.run()
    if watched.leaked:
        return Tried(hostility.asked, watched.leaked)
    if finding is not None:
        return Tried(hostility.asked, f"{finding.request} → {finding.why}")
    return Tried(hostility.asked + len(_UP), _climbed(service) or _kept(service, watched.passwords))


def _hashed(operation: Operation) -> set[str]:
    """The inputs that are passwords."""
    found = set()
    for part in parts(operation.effect):
        match part:
            case Call("hash_password", (Get(Var("input"), name),)):
                found.add(name)
    return found


def _secrets(folder: Path) -> list[str]:
    """What the service keeps to itself, where it has such a file."""
    texts = (
        each.read_text(encoding="utf-8").strip()
        for each in folder.glob("*.secret")
        if not each.is_symlink()
    )
    return [each for each in texts if len(each) >= _SHORTEST]


def _climbed(service: Service) -> str:
    for path in _UP:
        if "root:" in service.get(path).text:
            return f"GET {path} → a file of the machine"
    return ""


def _kept(service: Service, passwords: list[str]) -> str:
    for file in sorted({*service.folder.rglob("*"), *service.data.rglob("*")}):
        held = file.read_bytes() if file.is_file() and not file.is_symlink() else b""
        if any(each.encode() in held for each in passwords):
            return f"{file.name} holds a password as it was typed"
    return ""
