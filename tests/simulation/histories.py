"""Made-up histories: seeded chance in, operations of the public client out.

An operation is data, so that the same one can be performed on several stores, repeated as a
retry, or carried to another process. Ids are hashes of words, so an author needs no store to know
what there is to talk about. Only the standard library is used: other Python versions run this too.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any, NamedTuple

from beliefs import Beliefs
from beliefs.errors import BeliefsError
from beliefs.ledger.entries import claim_id

START = datetime(2026, 1, 1, tzinfo=UTC)
FAMILIES = ("binary", "categorical", "numeric")


def _ending_in(last: int) -> str:
    """Words whose id ends in a given byte: keys that end in 0xff have no plain successor."""
    return next(
        words
        for number in count()
        if claim_id("binary", words := f"Case {number} is closed")[-1] == last
    )


WORDS = (
    "The cache is warm",
    "The cache is cold",
    "Serving region",
    "p99 latency, ms",
    "Cafe\u0301 on the corner is open",
    "Größe der Straße",
    "one\u2028two\u0085three",
    "\U0001f680 the rocket flew",
    "x" * 300,
    _ending_in(0xFF),
    _ending_in(0x00),
)
NOTES = ("Ship the release", "Why is it slow?", "The cache is warm")
AGENTS = ("agent", "scout", "critic", "größe")
SOURCES = (None, None, "logs", "wiki")
ORIGINS = (None, None, None, "report 7", "report 8")
CATEGORIES = ("eu", "us", "asien", "\u00e9u", "a\u0301")
TYPES = ("measurement", "citation", "assertion", "judgment", "inference", "assumption")
STATUSES = ("active", "unsupported", "retracted", "superseded", "reset")


class Seat(NamedTuple):
    """From where a client speaks: its agent, the layer it writes to and those it reads."""

    agent: str = "agent"
    write_scope: str = "space"
    thread: str | None = None
    context_layers: tuple[str, ...] | None = None


SEATS = (
    Seat(),
    Seat("scout"),
    Seat("scout", "agent"),
    Seat("critic", "thread", "t1"),
    Seat("scout", "thread", "t1"),
    Seat("agent", "thread", "t2", ("self", "space")),
    Seat("scout", "space", None, ("self", "agent")),
    Seat("critic", "agent", None, ("space",)),
)


class Operation(NamedTuple):
    """One call of the public client."""

    name: str
    arguments: dict[str, Any]
    seat: Seat = Seat()


class Refused(NamedTuple):
    """What a call came to that was refused."""

    error: str


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def seated(client: Beliefs, seat: Seat) -> Beliefs:
    """The same ledger seen from a seat; two clients cannot share a memory store otherwise."""
    return client._clone(client._ledger, **seat._asdict())  # noqa: SLF001


def perform(client: Beliefs, operation: Operation) -> Any:
    """Make one call; a refusal is an answer, anything else that is raised is a bug."""
    target: Any = seated(client, operation.seat)
    for part in operation.name.split("."):
        target = getattr(target, part)
    try:
        return target(**operation.arguments)
    except BeliefsError as error:
        return Refused(type(error).__name__)


class Author:
    """Makes up one operation after another, and knows what it has made up before."""

    def __init__(
        self,
        chance: Random,
        clock: Clock,
        *,
        words: tuple[str, ...] = WORDS,
        families: tuple[str, ...] = FAMILIES,
        keys: int = 3000,
    ) -> None:
        self.chance = chance
        self.clock = clock
        self.words = words
        self.families = families
        self.keys = keys
        self.said: list[str] = []
        self.notes: list[str] = []
        self.keyed: list[Operation] = []

    def next(self) -> Operation:
        """Any operation, those that add evidence most often."""
        kinds = {
            self.add: 40,
            self.batch: 8,
            self.add_to_known: 8,
            self.supersede: 6,
            self.rest: 6,
            self.retry: 8,
            self.reuse_a_key: 2,
            self.outcome: 6,
            self.retract: 5,
            self.remove: 2,
            self.trust: 5,
            self.distrust: 2,
            self.note: 4,
            self.resolve: 2,
            self.relate: 3,
            self.ask: 10,
            self.mistake: 6,
            self.reset: 0.7,
            self.erase: 1,
            self.fade: 0.5,
        }
        return self.chance.choices(list(kinds), list(kinds.values()))[0]()

    # Evidence

    def add(self) -> Operation:
        return self._operation("add", self._statement())

    def batch(self) -> Operation:
        statements = [self._statement() for _ in range(self.chance.randint(2, 5))]
        if self._maybe(0.3):  # one of them speaks of another, which may be new
            premise = self._id_of(statements[0])
            said = statements[-1]
            said["depends_on" if self._maybe(0.5) else "supersedes"] = premise
            if "depends_on" in said:
                said["depends_on"] = [premise]
        return self._operation("add", {"claim": statements})

    def add_to_known(self) -> Operation:
        statement = self._statement()
        belief = self._id_of(statement) if self._maybe(0.8) else self.some_id()
        del statement["claim"]
        return self._operation("add", {**statement, "belief": belief})

    def supersede(self) -> Operation:
        return self._operation("add", {**self._statement(), "supersedes": self.some_id()})

    def rest(self) -> Operation:
        premises = [self.some_id() for _ in range(self.chance.randint(1, 2))]
        return self._operation("add", {**self._statement(), "depends_on": premises})

    def _statement(self) -> dict[str, Any]:
        chance = self.chance
        said: dict[str, Any] = {"claim": chance.choice(self.words)}
        family = chance.choice(self.families)
        if family == "numeric":
            said["value"] = chance.choice((0, -0.0, 130, 1.5, -7.25, 1e-300, 2.0**255, 0.1))
            said["stdev"] = chance.choice((1, 10, 0.1, 2.0**-32, 2.0**32))
        elif family == "categorical":
            said["choice"] = chance.choice(CATEGORIES)
            if self._maybe(0.4):
                said["among"] = list({said["choice"], *chance.sample(CATEGORIES, 3)})
                said["among"].sort()
        elif self._maybe(0.7):
            said["confidence"] = chance.choice((0, 1, 0.5, 0.1, 0.7, chance.random()))
            if self._maybe(0.3):
                said["refutes"] = True
        if family != "numeric":
            if self._maybe(0.5):
                said["strength"] = chance.choice((1, 5, 0.1, 2.0**64, 2.0**-64, chance.random()))
            if self._maybe(0.2) and (family == "binary" or "among" in said):
                said["reliability"] = chance.choice((0.9, 0.5, 0.2, 0, 1, 1 / 3))
        for name, values in (("source", SOURCES), ("origin", ORIGINS)):
            if (value := chance.choice(values)) is not None:
                said[name] = value
        if self._maybe(0.4):
            said["agent"] = chance.choice(AGENTS)
        if self._maybe(0.2):
            said["evidence_type"] = chance.choice(TYPES)
        if self._maybe(0.2):
            said["observed"] = self.clock.now - timedelta(seconds=chance.randint(-10, 10**6))
        if self._maybe(0.1):
            said["pinned"] = True
        if self._maybe(0.1):
            said["quote"], said["reference"] = "“cafe\u0301”", "page 3"
        self._remember(self._id_of(said))
        return said

    def _id_of(self, said: dict[str, Any]) -> str:
        import unicodedata

        family = "numeric" if "value" in said else "categorical" if "choice" in said else "binary"
        return claim_id(family, unicodedata.normalize("NFC", said["claim"])).hex()

    # The rest of what can be done

    def retry(self) -> Operation:
        """An earlier call with a key, again."""
        if not self.keyed:
            return self.add()
        return self.chance.choice(self.keyed[-200:])

    def reuse_a_key(self) -> Operation:
        """Another call with a key that was used before."""
        operation = self.add()
        if self.keyed:
            key = self.chance.choice(self.keyed).arguments["idempotency_key"]
            operation = operation._replace(
                arguments={**operation.arguments, "idempotency_key": key}
            )
        return operation

    def outcome(self) -> Operation:
        chance = self.chance
        truth = chance.choice((True, False, True, False, "eu", "us", 130, 0.5))
        arguments: dict[str, Any] = {"belief": self.some_id(), "truth": truth}
        if self._maybe(0.3):
            arguments["observed"] = self.clock.now - timedelta(seconds=chance.randint(-10, 10**6))
        if self._maybe(0.2):
            arguments["note"] = "seen with own eyes"
        return self._operation("outcome", arguments)

    def retract(self) -> Operation:
        return self._operation("retract", self._with_reason({"belief": self.some_id()}))

    def remove(self) -> Operation:
        return self._operation("remove", self._with_reason({"belief": self.some_id()}))

    def reset(self) -> Operation:
        return Operation("reset", {}, self.chance.choice(SEATS))

    def erase(self) -> Operation:
        known = self.notes if self._maybe(0.1) and self.notes else self.said
        belief = self.chance.choice(known) if known else self.some_id()
        return Operation("erase", {"belief": belief}, self.chance.choice(SEATS))

    def trust(self) -> Operation:
        arguments = {
            **self._voice(),
            "confidence": self.chance.choice((0, 0.1, 0.5, 0.9, 1, 1 / 3)),
            "strength": self.chance.choice((1, 10, 50)),
            "lock": self._maybe(0.3),
        }
        return Operation("trust.set", arguments, self.chance.choice(SEATS))

    def distrust(self) -> Operation:
        return Operation("trust.unset", self._voice(), self.chance.choice(SEATS))

    def fade(self) -> Operation:
        half_life = self.chance.choice((None, timedelta(hours=1), timedelta(days=30)))
        by_type = {"measurement": timedelta(days=1)} if self._maybe(0.3) else None
        return Operation("settings.set", {"half_life": half_life, "by_type": by_type})

    def note(self) -> Operation:
        kind, words = self.chance.choice(("goal", "gap")), self.chance.choice(NOTES)
        id_ = claim_id(kind, words).hex()
        if id_ not in self.notes:
            self.notes.append(id_)
        return self._operation(kind, {"text": words})

    def resolve(self) -> Operation:
        note = self.chance.choice(self.notes) if self.notes else self.some_id()
        return self._operation("resolve", self._with_reason({"note": note}))

    def relate(self) -> Operation:
        relation = self.chance.choice(("supports", "contradicts", "derived_from", "depends_on"))
        arguments = {"belief": self.some_id(), "relation": relation, "to": self.some_id()}
        return self._operation("relate", arguments)

    def ask(self) -> Operation:
        """A read."""
        one = {"belief": self.some_id()}
        name, arguments = self.chance.choice(
            (
                ("get", one),
                ("trace", one),
                ("relations", one),
                ("dependents", one),
                ("find", {"prefix": one["belief"][: self.chance.randint(3, 32)]}),
                ("list", {"limit": self.chance.choice((0, 1, 3, None))}),
                ("list", {"stale": True}),
                ("list", {"family": self.chance.choice(FAMILIES)}),
                ("list", {"status": self.chance.choice(STATUSES)}),
                ("search", {"query": self.chance.choice((*WORDS, "cache", "straße", "is the"))}),
                ("read", {}),
                ("fuse", {"deltas": [self._statement(), self._statement()]}),
                ("trust.list", {}),
                ("settings.get", {}),
            )
        )
        return Operation(name, arguments, self.chance.choice(SEATS))

    def mistake(self) -> Operation:
        """A call that has to be refused, whatever the ledger holds."""
        chance = self.chance
        words = chance.choice(self.words)
        future = self.clock.now + timedelta(days=365_000)
        unknown = chance.randbytes(16).hex()
        name, arguments = chance.choice(
            (
                ("add", {"claim": words, "confidence": float("nan")}),
                ("add", {"claim": words, "confidence": 1.5}),
                ("add", {"claim": words, "confidence": True}),
                ("add", {"claim": words, "strength": -1}),
                ("add", {"claim": words, "strength": float("inf")}),
                ("add", {"claim": words, "strength": 10**400}),
                ("add", {"claim": words, "value": 2.0**256, "stdev": 1}),
                ("add", {"claim": words, "value": 1}),
                ("add", {"claim": words, "value": 1, "stdev": 0}),
                ("add", {"claim": words, "value": 1, "confidence": 0.5}),
                ("add", {"claim": words, "choice": "eu", "among": ["us"]}),
                ("add", {"claim": words, "choice": "eu", "among": 5}),
                ("add", {"claim": words, "choice": ""}),
                ("add", {"claim": words, "evidence_type": "rumour"}),
                ("add", {"claim": words, "reliability": 2}),
                ("add", {"claim": words, "observed": future}),
                ("add", {"claim": words, "observed": "yesterday"}),
                ("add", {"claim": words, "agent": ""}),
                ("add", {"claim": words, "source": "a\0b"}),
                ("add", {"claim": words, "idempotency_key": ""}),
                ("add", {"claim": words, "depends_on": [unknown]}),
                ("add", {"claim": words, "depends_on": 5}),
                ("add", {"claim": words, "supersedes": unknown}),
                ("add", {"claim": "NUL \0"}),
                ("add", {"claim": "half a pair \ud83d"}),
                ("add", {"claim": "y" * 70_000}),
                ("add", {"claim": 5}),
                ("add", {"belief": unknown}),
                ("add", {"belief": "not an id"}),
                ("add", {"claim": [words, {"claim": words, "confidence": -1}]}),
                ("add", {"claim": [words, {"claim": words, "depends_on": [unknown]}]}),
                ("add", {"claim": [words, {"claim": words, "mood": "good"}]}),
                ("outcome", {"belief": unknown, "truth": True}),
                ("outcome", {"belief": self.some_id(), "truth": float("nan")}),
                (
                    "outcome",
                    {"belief": self.some_id(), "truth": float("nan"), "idempotency_key": "n"},
                ),
                ("outcome", {"belief": self.some_id(), "truth": None}),
                ("outcome", {"belief": self.some_id(), "truth": [], "idempotency_key": "n"}),
                (
                    "outcome",
                    {"belief": self.some_id(), "truth": object(), "idempotency_key": "n"},
                ),
                ("retract", {"belief": unknown}),
                ("retract", {"belief": unknown, "reason": "a\0b"}),
                ("remove", {"belief": unknown}),
                ("erase", {"belief": unknown}),
                ("resolve", {"note": unknown}),
                ("relate", {"belief": unknown, "relation": "supports", "to": unknown}),
                ("relate", {"belief": unknown, "relation": "loves", "to": unknown}),
                ("goal", {"text": "a\0b"}),
                ("trust.set", {"confidence": 0.5}),
                ("trust.set", {"agent": "scout", "confidence": float("nan")}),
                ("trust.set", {"agent": "scout", "source": "logs", "confidence": 0.5}),
                ("settings.set", {"half_life": timedelta(microseconds=1)}),
                ("settings.set", {"half_life": 5}),
                ("settings.set", {"half_life": None, "by_type": {"rumour": timedelta(days=1)}}),
                ("get", {"belief": unknown}),
                ("find", {"prefix": "zz"}),
                ("list", {"limit": -1}),
                ("list", {"family": "goal"}),
                ("at", {"moment": datetime(2026, 1, 1)}),  # noqa: DTZ001 - the mistake
                ("merge", {"other": "{}"}),
                ("merge", {"other": '{"beliefs":1,"entries":3}\n'}),
            )
        )
        return Operation(name, arguments, chance.choice(SEATS))

    # Time

    def tick(self) -> None:
        """Let time pass; now and then it stands still, jumps or runs backwards."""
        kind = self.chance.random()
        if kind < 0.3:
            return
        if kind < 0.35:
            step = timedelta(seconds=-self.chance.randint(1, 10**5))
        elif kind < 0.4:
            step = timedelta(days=self.chance.randint(1, 90))
        else:
            step = timedelta(microseconds=self.chance.randint(1, 10**8))
        self.clock.now += step

    # Parts

    def some_id(self) -> str:
        """An id that was spoken of, or that of a claim nobody has made."""
        kind = self.chance.random()
        if self.said and kind < 0.9:
            return self.chance.choice(self.said)
        if self.notes and kind < 0.95:
            return self.chance.choice(self.notes)
        return claim_id(self.chance.choice(self.families), self.chance.choice(self.words)).hex()

    def _remember(self, belief: str) -> None:
        if belief not in self.said:
            self.said.append(belief)

    def _operation(self, name: str, arguments: dict[str, Any]) -> Operation:
        if self._maybe(0.3):
            # From a pool: separate ledgers use the same one now and then.
            arguments = {**arguments, "idempotency_key": f"key {self.chance.randrange(self.keys)}"}
        operation = Operation(name, arguments, self.chance.choice(SEATS))
        if "idempotency_key" in arguments:
            self.keyed.append(operation)
        return operation

    def _with_reason(self, arguments: dict[str, Any]) -> dict[str, Any]:
        return {**arguments, "reason": "it was wrong"} if self._maybe(0.4) else arguments

    def _voice(self) -> dict[str, str]:
        if self._maybe(0.6):
            return {"agent": self.chance.choice(AGENTS)}
        return {"source": self.chance.choice(("logs", "wiki"))}

    def _maybe(self, probability: float) -> bool:
        return self.chance.random() < probability


def everything_seen(client: Beliefs) -> list[Any]:
    """What each seat sees of a ledger, to the last bit."""
    seen: list[Any] = []
    for seat in SEATS:
        view = seated(client, seat)
        seen += [view.list(limit=None, status=status) for status in STATUSES]
        seen.append((view.goals(), view.gaps()))
    seen.append((client.trust.list(), client.settings.get()))
    return seen


def journey(url: str, seed: int, operations: int) -> dict[str, Any]:
    """What a history comes to, as strings that can be compared across interpreters."""
    clock, chance = Clock(), Random(seed)
    with Beliefs(url, clock=clock, entropy=Random(seed).randbytes) as client:
        author = Author(chance, clock)
        for _ in range(operations):
            author.tick()
            perform(client, author.next())
        side = Beliefs(":memory:", clock=clock, entropy=Random(seed + 1).randbytes)
        side.merge(client)
        for _ in range(20):
            perform(side, author.next())
        client.merge(side)
        middle = START + (clock.now - START) / 2
        return {
            "digest": client.digest(),
            "past": [client.at(moment).digest() for moment in (middle, clock.now)],
            "seen": [
                [repr((b.id, b.status, b.parameters, b.evidence, b.freshness)) for b in beliefs]
                for seat in SEATS
                for beliefs in [seated(client, seat).list(limit=None)]
            ],
            "export": client.export(),
            "problems": client.verify().problems,
        }
