"""The fold: entries in, derived rows out.

Every step is a sum, a minimum, a maximum or a union, so entries may arrive in any order. What
cannot be undone by subtraction (a maximum, a first time) is rebuilt by folding the claim's
entries again; that happens after an erasure or when a merge overturns a call, never in the
ordinary course of writing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from beliefs.kernel import evidence as kernel
from beliefs.kernel.evidence import Evidence
from beliefs.kernel.freshness import window_of
from beliefs.ledger import rows as row
from beliefs.ledger import subtotals
from beliefs.ledger.circles import untangle
from beliefs.ledger.components import Bond, bonds_around, bonds_in, component
from beliefs.ledger.entries import Body, Entry, canonical, moment_key, reference, short_hash
from beliefs.ledger.grading import verdicts
from beliefs.ledger.rows import Rows
from beliefs.ledger.subtotals import Subtotal, Voice, voice_key
from beliefs.ledger.text import terms

NOTES = frozenset({"goal", "gap"})
ROLES = ("assumption", "risk", "decision", "insight")
"""What a claim may be said to be, beside being a claim."""
_KINDS_OF_A_CLAIM = (b"c", b"s", b"u", b"l", b"j", b"g")
"""The rows that begin with a claim and are thrown away when it is folded again."""
_WORD = (1 << 64) - 1
CLOSINGS = frozenset({"retraction", "supersession", "removal", "resolution"})

Claim = tuple[str, str]
"""Family and words."""


class Library(Protocol):
    """The parts of a transaction that the fold reads beside the rows."""

    def entries(self, subject: bytes | None = None, until: int | None = None) -> Iterator[Entry]:
        """Return entries, by subject and up to a moment."""

    def claims(self, ids: Iterable[bytes]) -> dict[bytes, Claim]:
        """Return family and words of claims."""


class HalfLives(NamedTuple):
    """The half-life of each kind of evidence, as the settings row has it."""

    default: int
    by_type: dict[str, int]

    @classmethod
    def read(cls, rows: Rows) -> HalfLives:
        """Read the settings that hold."""
        known = rows.get(row.SETTINGS)
        setting = current(known) if known else None
        if not setting:
            return _NO_DECAY
        return cls(setting.get("half_life") or 0, setting.get("half_lives") or {})

    def of(self, body: Body) -> int:
        """Microseconds, or 0 for evidence that does not decay."""
        if body.get("pinned"):
            return 0
        return self.by_type.get(body.get("type", ""), self.default)


_NO_DECAY = HalfLives(0, {})


class Fold:
    """Folds entries into rows; `settle` finishes what needs the whole ledger."""

    def __init__(self, rows: Rows, library: Library, instance: bytes | None = None) -> None:
        self.rows = rows
        self.library = library
        self.instance = instance
        """The call being written; None in a merge, which brings the entries of many."""
        self.claims: dict[bytes, Claim] = {}
        self.half_lives = HalfLives.read(rows)
        self._posted: dict[tuple[str, bytes], defaultdict[str, set[str]]] = {}
        self._placed: set[tuple[bytes, str]] = set()
        self._regrade: dict[bytes, None] = {}
        self._untangle = False
        self._refold_all = False

    # One entry

    def apply(self, entry: Entry, body: Body | None = None) -> None:
        """Fold one entry in."""
        body = entry.body if body is None else body
        kind = body["kind"]
        if kind == "contribution" or kind in NOTES:
            evidence = None if kind in NOTES else evidence_of(body)
            self.add(entry, body, self.spoken(body, entry.recorded, evidence))
        elif kind in CLOSINGS:
            self._closing(entry, body)
        else:
            getattr(self, f"_{kind}")(entry, body)

    def spoken(self, body: Body, recorded: int, evidence: Evidence | None) -> Subtotal:
        """What one contribution adds to its voice's subtotal."""
        observed = body.get("observed", recorded)
        half_life = self.half_lives.of(body) if evidence else 0
        voice = Voice(
            body["agent"],
            body.get("source", ""),
            body.get("origin", ""),
            half_life,
            window_of(observed, half_life) if half_life else 0,
            tuple(body.get("premises", ())),
            body.get("epoch", ""),
            body.get("generation", ""),
        )
        return subtotals.single(voice, recorded, observed, evidence, tuple(body.get("among", ())))

    def add(self, entry: Entry, body: Body, said: Subtotal) -> None:
        """Add what was said to its voice's subtotal."""
        claim, rows, layer = entry.subject, self.rows, body["layer"]
        beside = row.subtotals_prefix(claim, layer)
        self._place(claim, layer, entry, beside)
        key = beside + voice_key(said.voice)
        known = rows.peek(key)  # what there is of this claim here has just been looked at
        if known:
            rows.put(key, subtotals.plus(known, said))
        else:
            rows.create(key, said)
        for premise in said.voice.premises:
            self._said_in(b"d" + bytes.fromhex(premise) + claim, layer)
        if "role" in body:
            rows.put(row.role_prefix(layer, body["role"]) + claim, 1)
        answered = rows.get(b"o" + claim)
        if answered and said.last <= latest(answered["set"])[3]:
            self._regrade[claim] = None
        elif self._may_be_answered():
            self._unsettle(self.members(claim))

    def _place(self, claim: bytes, layer: str, entry: Entry, beside: bytes) -> None:
        """Keep a claim in the order of its layer, and found by its words, as of its first entry."""
        if self.instance == entry.instance:
            # Entries of one call come in order: only the first about a claim can be its first.
            if (claim, layer) in self._placed:
                return
            self._placed.add((claim, layer))
        known = self.rows.under(beside)
        created = min([subtotal.first for _, subtotal in known]) if known else entry.recorded
        if created < entry.recorded:
            return
        group = row.group_of(entry.id)
        if known:
            if created == entry.recorded:
                notes = self._claim(claim)[0] in NOTES
                key = row.place_key(layer, created, claim, notes=notes)
                if self.rows.get(key) <= group.hex():
                    return
            self._displace(claim, layer, created)
        family, words = self._claim(claim)
        notes = family in NOTES
        place = self.rows.put if known else self.rows.create
        place(row.place_key(layer, entry.recorded, claim, notes=notes), group.hex())
        if not notes:
            name, posted = claim.hex(), self._posted.get((layer, group))
            if posted is None:
                posted = self._posted[layer, group] = defaultdict(set)
            for term in terms(words):
                posted[term].add(name)

    def _displace(self, claim: bytes, layer: str, created: int) -> None:
        """Take a claim out of the order of its layer and out of search."""
        self._post()
        family, words = self._claim(claim)
        notes = family in NOTES
        key = row.place_key(layer, created, claim, notes=notes)
        group = bytes.fromhex(self.rows.get(key))
        self.rows.put(key, None)
        if not notes:
            for term in terms(words):
                posted = row.term_prefix(layer, term) + group
                self.rows.put(posted, self.rows.get(posted) - {claim.hex()} or None)

    def postings(self, arrivals: Iterable[tuple[Entry, Body]]) -> set[bytes]:
        """The search rows that folding these entries in may touch."""
        return {
            row.term_prefix(body["layer"], term) + row.group_of(entry.id)
            for entry, body in arrivals
            if body["kind"] == "contribution"
            for term in terms(self._claim(entry.subject)[1])
        }

    def _post(self) -> None:
        """File claims under their terms, beside those that were first said with them."""
        for (layer, group), by_term in self._posted.items():
            # A group that this call has just begun cannot be in the store yet.
            ours = self.instance is not None and group.startswith(self.instance)
            for term, claims in by_term.items():
                key = row.term_prefix(layer, term) + group
                known = self.rows.peek(key) if ours else self.rows.get(key)
                if known:
                    self.rows.put(key, claims | known)
                else:
                    self.rows.create(key, claims)
        self._posted.clear()

    def _claim(self, claim: bytes) -> Claim:
        if claim not in self.claims:
            self.claims.update(self.library.claims([claim]))
        return self.claims[claim]

    def _closing(self, entry: Entry, body: Body) -> None:
        ref = reference(entry.text)
        key = row.closings_key(entry.subject, body["layer"])
        closing = {
            "at": entry.recorded,
            "ref": ref,
            "kind": body["kind"],
            "closes": body["closes"],
        }
        for optional in ("by", "reason"):
            if optional in body:
                closing[optional] = body[optional]
        if body["kind"] == "supersession":
            closing["inert"] = False
        closings = {(c["at"], c["ref"]): c for c in [*(self.rows.get(key) or ()), closing]}
        self.rows.put(key, [closings[moment] for moment in sorted(closings)])
        if body["kind"] == "supersession":
            self.rows.put(
                b"u" + entry.subject + moment_key(entry.recorded) + bytes.fromhex(ref),
                [entry.recorded, ref, body["layer"], body["closes"], body["by"], body["heir"]],
            )
            self._untangle |= self.instance is None  # only a merge can close a circle

    def _reset(self, entry: Entry, body: Body) -> None:
        key = row.layer_key(body["layer"])
        known = self.rows.get(key) or {"resets": [], "closed": []}
        self.rows.put(
            key,
            {
                "resets": united(known["resets"], [[entry.recorded, reference(entry.text)]]),
                "closed": united(known["closed"], body["epochs"]),
            },
        )

    def _relation(self, entry: Entry, body: Body) -> None:
        to, kind = bytes.fromhex(body["to"]), body["relation"].encode() + b"\0"
        self._said_in(b"l" + entry.subject + kind + to, body["layer"])
        self._said_in(b"m" + to + kind + entry.subject, body["layer"])

    def _link(self, entry: Entry, body: Body) -> None:
        bond = [True, body.get("denies", False), body.get("score", 1.0), body.get("hand", False)]
        self._bind(entry, body, bond)

    def _unlink(self, entry: Entry, body: Body) -> None:
        self._bind(entry, body, [False, False, 1.0, True])

    def _bind(self, entry: Entry, body: Body, bond: list[Any]) -> None:
        """Note a link at both its ends: said of the one, heard by the other."""
        one, other = entry.subject, bytes.fromhex(body["to"])
        if self.rows.get(row.TAUGHT):
            self._unsettle({**self.members(one), **self.members(other)})
        stated = [entry.recorded, reference(entry.text), *bond, body.get("replaces", [])]
        for claim, named, side in ((one, other, "said"), (other, one, "heard")):
            key = row.links_key(claim, body["layer"])
            known = dict(self.rows.get(key) or {})
            sides = dict(known.get(named.hex(), {}))
            if side == "said" and stated not in sides.get(side, []):
                self.rows.put(row.LINKS, (self.rows.get(row.LINKS) or 0) + 1)
            sides[side] = united(sides.get(side, []), [stated])
            known[named.hex()] = sides
            self.rows.put(key, known)

    def _unbind(self, claim: bytes) -> None:
        """Take back what was said of a claim's links, at both ends; what it heard stays."""
        for key, known in self.rows.under(b"j" + claim):
            layer = key[17:].decode()
            for named, sides in known.items():
                if "said" in sides:
                    less = (self.rows.get(row.LINKS) or 0) - len(sides["said"])
                    self.rows.put(row.LINKS, less or None)
                    self._forget_bond(row.links_key(bytes.fromhex(named), layer), claim, "heard")
                    self._forget_bond(key, bytes.fromhex(named), "said")

    def _forget_bond(self, key: bytes, named: bytes, side: str) -> None:
        known = dict(self.rows.get(key) or {})
        left = {s: bonds for s, bonds in known.pop(named.hex(), {}).items() if s != side}
        if left:
            known[named.hex()] = left
        self.rows.put(key, known or None)

    def _said_in(self, key: bytes, layer: str) -> None:
        self.rows.put(key, united(self.rows.get(key) or [], [layer]))

    def _outcome(self, entry: Entry, body: Body) -> None:
        observed = body.get("observed", entry.recorded)
        stated = [entry.recorded, reference(entry.text), body["truth"], observed]
        self._replace(b"o" + entry.subject, stated, body)
        self._regrade[entry.subject] = None

    def _trust(self, entry: Entry, body: Body) -> None:
        stated = [entry.recorded, reference(entry.text), body.get("override")]
        self._decide(row.target_key(*body["target"]), stated, body)

    def _learned(self, entry: Entry, body: Body) -> None:
        self._decide(row.LESSONS, [entry.recorded, reference(entry.text), body["lessons"]], body)

    def _setting(self, entry: Entry, body: Body) -> None:
        value = {k: body[k] for k in ("half_life", "half_lives") if k in body}
        self._decide(row.SETTINGS, [entry.recorded, reference(entry.text), value], body)
        before, self.half_lives = self.half_lives, HalfLives.read(self.rows)
        self._refold_all |= before != self.half_lives

    def _decide(self, key: bytes, stated: list[Any], body: Body) -> None:
        """Record a statement that bets depend on, beside outcomes."""
        before = current(self.rows.get(key))
        self._replace(key, stated, body)
        after = current(self.rows.get(key))
        self._mark(*(sign * _element(key, one) for sign, one in ((-1, before), (1, after)) if one))

    def _mark(self, *elements: int) -> None:
        """Add to the mark of what bets are taught from: a sum, so that order does not matter."""
        total = (self.rows.get(row.TAUGHT) or 0) + sum(elements)
        if elements:
            self.rows.put(row.TAUGHT, total & _WORD or None)

    def _replace(self, key: bytes, stated: list[Any], body: Body) -> None:
        """Record a statement that names the ones it replaces."""
        known = self.rows.get(key) or {}
        gone = united(known.get("gone", []), body.get("replaces", []))
        standing = [s for s in united(known.get("set", []), [stated]) if s[1] not in gone]
        self.rows.put(key, {**known, "set": standing, "gone": gone})

    def _erasure(self, entry: Entry, body: Body) -> None:
        key = b"x" + entry.subject
        known = self.rows.get(key) or {"erasures": [], "dead": []}
        stated = [entry.recorded, reference(entry.text)]
        self.rows.put(
            key,
            {
                "erasures": united(known["erasures"], [stated]),
                "dead": united(known["dead"], body["marks"]),
            },
        )

    def _stub(self, entry: Entry, body: Body) -> None:
        """What is left of an erased entry says nothing; it only keeps its key used."""

    # Calls with a key

    def call(self, entry: Entry, body: Body) -> None:
        """Remember a call: when, what it asked, and the instance of its entries."""
        key = b"k" + bytes.fromhex(body["key"])
        made = [entry.recorded, body["call"], entry.instance.hex()]
        known = self.rows.get(key) or []
        if made not in known:
            self.rows.put(key, sorted([*known, made]))

    def is_inert(self, entry: Entry, body: Body) -> bool:
        """Whether another call with the same key came first."""
        key = body.get("key")
        if key is None:
            return False
        calls = self.rows.get(b"k" + bytes.fromhex(key))
        return bool(calls) and min(calls)[2] != entry.instance.hex()

    # The whole ledger

    def settle(self) -> bool:
        """Finish what one entry cannot decide; returns whether anyone was graded anew."""
        if self._refold_all:
            self._refold_all = False
            self._refold_everything()
        self._post()
        graded = bool(self._regrade)
        while self._regrade:
            for claim in self._grade(next(iter(self._regrade))):
                self._regrade.pop(claim, None)
        if self._untangle:
            self._untangle = False
            untangle(self.rows)
        return graded

    def _refold_everything(self) -> None:
        """Fold all claims again, with their rows fetched together."""
        by_claim: dict[bytes, list[Entry]] = {}
        for entry in self.library.entries():
            if "claim" in entry.body:
                by_claim.setdefault(entry.subject, []).append(entry)
        self.claims.update(self.library.claims(by_claim))
        self.rows.load(
            (b"o" + claim for claim in by_claim),
            (kind + claim for claim in by_claim for kind in _KINDS_OF_A_CLAIM),
        )
        for claim, entries in by_claim.items():
            self.refold(claim, entries)

    def refold(self, claim: bytes, entries: Iterable[Entry] | None = None) -> None:
        """Throw the rows of a claim away and fold its entries again."""
        self._wipe(claim)
        for entry in self.library.entries(subject=claim) if entries is None else entries:
            body = entry.body
            if not self.is_inert(entry, body):
                self.apply(entry, body)
        self._regrade[claim] = None
        self._untangle = True

    def _wipe(self, claim: bytes) -> None:
        rows = self.rows
        self._unsettle(self.members(claim))
        for key, _ in rows.under(b"c" + claim):
            rows.put(key, None)
        created: dict[str, int] = {}
        for key, subtotal in rows.under(b"s" + claim):
            layer = key[17:-17].decode()
            created[layer] = min(created.get(layer, subtotal.first), subtotal.first)
            for premise in subtotal.voice.premises:
                rows.put(b"d" + bytes.fromhex(premise) + claim, None)
            rows.put(key, None)
        for layer, moment in created.items():
            self._displace(claim, layer, moment)
            for role in ROLES:
                if rows.get(row.role_prefix(layer, role) + claim):
                    rows.put(row.role_prefix(layer, role) + claim, None)
        self._unbind(claim)
        for prefix in (b"u", b"l"):
            for key, _ in rows.under(prefix + claim):
                rows.put(key, None)
                if prefix == b"l":
                    relation, to = key[17:-16], key[-16:]
                    rows.put(b"m" + to + relation + claim, None)
        self._ungrade(claim)
        if rows.get(b"o" + claim):
            rows.put(b"o" + claim, None)

    # Grades: of whole beliefs, whoever linked their claims, so that nobody is graded twice

    def members(self, claim: bytes) -> dict[bytes, bool]:
        """The claims that are one belief with this one, and whether they deny the smallest."""
        if not self.rows.get(row.LINKS):
            return {claim: False}

        def near(one: bytes) -> Iterator[tuple[bytes, Bond]]:
            return bonds_in(links for _, links in self.rows.under(b"j" + one))

        def fetch(claims: Sequence[bytes]) -> None:
            self.rows.load(prefixes=[b"j" + one for one in claims])

        return component(claim, bonds_around(claim, near, fetch))

    def _may_be_answered(self) -> bool:
        """Whether a claim without an outcome may be linked with one that has one."""
        return bool(self.rows.get(row.TAUGHT) and self.rows.get(row.LINKS))

    def _unsettle(self, claims: Iterable[bytes]) -> None:
        """Take back the grades of a belief that is about to change; `settle` grades it again."""
        claims = list(claims)
        self.rows.load([b"o" + claim for claim in claims])
        if any(self.rows.get(b"o" + claim) for claim in claims):
            for claim in claims:
                self._ungrade(claim)
                self._regrade[claim] = None

    def _ungrade(self, claim: bytes) -> None:
        for key, right in self.rows.under(b"g" + claim):
            self._count(b"a" + key[17:], -right, -1)
            self.rows.put(key, None)
        answered = self.rows.get(b"o" + claim)
        if answered and "mark" in answered:
            answered = dict(answered)
            self._mark(-answered.pop("mark"))
            self.rows.put(b"o" + claim, answered)

    def _grade(self, asked: bytes) -> Iterable[bytes]:
        """Grade each voice of a belief once, on what it said up to the outcome."""
        members = self.members(asked)
        for claim in members:
            self._ungrade(claim)
        answers = [
            (latest(answered["set"]), claim)
            for claim in members
            if (answered := self.rows.get(b"o" + claim)) and answered["set"]
        ]
        if answers:
            # The last answer, whichever claim it was given about.
            (_, _, truth, until), claim = max(answers, key=lambda one: (one[0][:2], one[1]))
            self._record(claim, truth, list(self.said_by(claim, until)))
        return {asked: False, **members}

    def _record(
        self, claim: bytes, truth: bool | str | float, said: list[tuple[Entry, Body, Evidence]]
    ) -> None:
        heard = ((body, evidence) for _, body, evidence in said)
        for (kind, name), right in verdicts(heard, truth).items():
            target = row.target_key(kind, name)
            self.rows.put(b"g" + claim + target[1:], int(right))
            self._count(target, int(right), 1)
        answered = self.rows.get(b"o" + claim)
        until = latest(answered["set"])[3]
        moments = sorted([b.get("observed", e.recorded), reference(e.text)] for e, b, _ in said)
        mark = _element(b"o" + claim, [truth, until, moments])
        self.rows.put(b"o" + claim, {**answered, "mark": mark})
        self._mark(mark)

    def said_by(self, claim: bytes, until: int) -> Iterator[tuple[Entry, Body, Evidence]]:
        """What was contributed to a belief by a moment, as evidence for one of its claims."""
        members = self.members(claim)
        family = self._claim(claim)[0]
        for member, denies in members.items():
            for entry in self.library.entries(subject=member):
                body = entry.body
                if (
                    body["kind"] == "contribution"
                    and body.get("observed", entry.recorded) <= until
                    and not self.is_inert(entry, body)
                ):
                    evidence = evidence_of(body)
                    if evidence.family == family:
                        turn = denies != members[claim]
                        yield entry, body, turned(evidence) if turn else evidence

    def _count(self, key: bytes, right: int, graded: int) -> None:
        known = dict(self.rows.get(key) or {})
        right += known.pop("right", 0)
        graded += known.pop("graded", 0)
        if graded:
            known.update(right=right, graded=graded)
        self.rows.put(key, known or None)


def evidence_of(body: Body) -> Evidence:
    """The evidence vector that a contribution states."""
    reliability = body.get("reliability")
    if "value" in body:
        return kernel.numeric(body["value"], body["stdev"])
    if "choice" in body:
        return kernel.categorical(
            body["choice"],
            body["strength"],
            among=tuple(body.get("among", ())),
            reliability=reliability,
        )
    return kernel.binary(
        body["confidence"],
        body["strength"],
        refutes=body.get("refutes", False),
        reliability=reliability,
    )


def _element(key: bytes, value: Any) -> int:
    """A row as one summand of the mark."""
    return int.from_bytes(short_hash(key.hex() + canonical(value))[:8], "big")


def turned(evidence: Evidence) -> Evidence:
    """Evidence for a claim, as evidence for its denial."""
    return evidence._replace(amounts=evidence.amounts[::-1])


def united(known: list[Any], more: Iterable[Any]) -> list[Any]:
    """The sorted union of two lists of JSON values."""
    merged = list(known)
    for item in more:
        if item not in merged:
            merged.append(item)
    return sorted(merged, key=_order)


def _order(item: Any) -> Any:
    # Statements start with (moment, reference), which is their order; the rest may not compare.
    return tuple(item[:2]) if isinstance(item, list) else item


def latest(statements: list[Any]) -> Any:
    """The statement that holds among concurrent ones: the last by (moment, reference)."""
    return max(statements, key=_order)


def current(known: Any) -> Any:
    """The value that holds in a row of replaceable statements, or None."""
    return latest(known["set"])[2] if known and known.get("set") else None
