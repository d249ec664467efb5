"""Who a service knows while it is examined, and what says so."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from beliefs.judge.environment import variables
from beliefs.judge.functions import Moment
from beliefs.judge.oracle import Oracle
from beliefs.judge.references import identified, parts
from beliefs.judge.world import Row
from beliefs.spec.effects import Lit
from beliefs.spec.operations import Input
from beliefs.spec.service import Spec

Pairs = list[tuple[str, str]]


@dataclass(slots=True)
class Callers:
    """Credentials, by what the oracle says of them in its world."""

    spec: Spec
    oracle: Oracle
    random: Random
    now: Callable[[], Moment]
    ever: dict[str, None] = field(default_factory=dict)  # credentials that were good once
    _given: frozenset[str] = field(init=False)  # credentials that nobody has to be given first

    def __post_init__(self) -> None:
        """Begin with what the environment and the Spec itself give out."""
        given = set(variables(self.spec).values())
        given |= {
            part.value
            for part in parts(self.spec.identity.who if self.spec.identity else ())
            if isinstance(part, Lit) and isinstance(part.value, str)
        }
        named = [f"{user}{each}" for user in given if user.endswith(":") for each in given]
        given |= {base64.b64encode(each.encode()).decode() for each in named}
        self._given = frozenset(given)

    def anybody(self) -> str:
        """A credential of somebody, if anybody is known."""
        if self.spec.identity is None:
            return ""
        now, world, texts = self.now(), self.oracle.world, self._credible()
        self.random.shuffle(texts)
        return next((each for each in texts if self.oracle.who(each, world, now) is not None), "")

    def known(self) -> list[str]:
        """Texts that the service gave out and that say who somebody is."""
        if self.spec.identity is None:
            return []
        now, world = self.now(), self.oracle.world
        found = [each for each in self._credible() if self.oracle.who(each, world, now) is not None]
        self.ever |= dict.fromkeys(found)
        return found

    def _credible(self) -> list[str]:
        """Texts that might say who somebody is, now or once."""
        assert self.spec.identity is not None
        world = self.oracle.world
        looked = identified(self.spec.identity.who)
        texts = {
            value
            for entity, rows in world.rows.items()
            for row in rows
            for name, value in row.items()
            if isinstance(value, str) and (not looked or (entity, name) in looked)
        }
        texts |= set(world.signed) | self._given
        return sorted(texts)

    def one_each(self) -> list[str]:
        """One credential of each caller that is known."""
        now, world = self.now(), self.oracle.world
        found: dict[str, str] = {}
        for each in self.known():
            found.setdefault(str(self.oracle.who(each, world, now)), each)
        return list(found.values())

    def rows(self) -> list[Row]:
        """The rows of the callers that are known, where it is a row that says who somebody is."""
        now, world = self.now(), self.oracle.world
        who = (self.oracle.who(each, world, now) for each in self.one_each())
        return [each for each in who if isinstance(each, Row)]

    def shows_who(self, given: Input) -> bool:
        """Whether an input is the credential itself, which every request has already."""
        identity = self.spec.identity
        if identity is None or identity.name.lower() != given.wire.lower():
            return False
        return given.place == ("header" if identity.place == "bearer" else identity.place)

    def shown(self, credential: str) -> tuple[Pairs, Pairs]:
        """The headers and the query that say who is asking."""
        identity = self.spec.identity
        assert identity is not None
        match identity.place:
            case "bearer":
                return [("authorization", f"Bearer {credential}")], []
            case "header":
                return [(identity.name, credential)], []
            case "cookie":
                return [("cookie", f"{identity.name}={credential}")], []
            case "query":
                return [], [(identity.name, credential)]
            case "basic":
                return [("authorization", f"Basic {credential}")], []
