"""The derived rows: what a store keeps beside the ledger so that reads are cheap.

Every row is a key of bytes and a line of text, mostly JSON, in one ordered table, so that a store
is small and all stores agree. Everything here can be thrown away and rebuilt from the entries.

    c claim layer                 what closed a claim here
    s claim layer 0 voice         a subtotal
    p layer 0 moment claim        beliefs of a layer, in stored order
    n layer 0 moment claim        goals and gaps of a layer, in stored order
    t layer 0 term 0 group        search: the claims with a term that were first said together
    d premise claim               the layers in which a claim was said to rest on a premise
    l claim relation 0 claim      the layers of a relation, and m the same backwards
    j                             how many links there are
    j claim layer                 links to other claims, said of it and heard from them
    q layer 0 role 0 claim        the risks, decisions, insights and assumptions of a layer
    u claim moment reference      supersessions, to find cycles after a merge
    o claim                       outcomes
    g claim kind 0 id             whether a voice was right about a claim
    a kind 0 id                   overrides and record of a voice
    e layer                       resets of a layer
    h                             settings
    y                             lessons: how agents err, learned from their agreement
    i                             the mark of what bets are taught from, to know when it changed
    x claim                       erasures
    k key                         calls made with an idempotency key
    r key                         the first answer to such a call; kept, not derived
    w layer 0 handle claim        claims that may say the same; filled when text is read, kept
    f layer 0 layer               how far a layer has filled them from another one; kept
    z                             an erasure has still to be scrubbed; kept, not derived
"""

from __future__ import annotations

import json
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any, Protocol

from beliefs.errors import CorruptStore
from beliefs.ledger import subtotals
from beliefs.ledger.entries import canonical, moment_key, short_hash
from beliefs.ledger.subtotals import Subtotal

SETTINGS = b"h"
LESSONS = b"y"
TAUGHT = b"i"
UNSCRUBBED = b"z"
LINKS = b"j"
_CLAIM_BYTES = 16
_SUBTOTAL, _POSTING, _LINES = ord("s"), ord("t"), b"pnw"


def closings_key(claim: bytes, layer: str) -> bytes:
    """What closed a claim in one layer."""
    return b"c" + claim + layer.encode()


def links_key(claim: bytes, layer: str) -> bytes:
    """The links of a claim in one layer."""
    return b"j" + claim + layer.encode()


def role_prefix(layer: str, role: str) -> bytes:
    """The claims of a layer that were said to be a risk, a decision, and so on."""
    return b"q" + layer.encode() + b"\0" + role.encode() + b"\0"


def handle_prefix(layer: str, handle: str) -> bytes:
    """The claims of a layer with a handle; its hash only, since handles are made of words."""
    return b"w" + layer.encode() + b"\0" + short_hash(handle)


def progress_key(layer: str, read: str) -> bytes:
    """How far the handles of one layer have been filled from the claims of another."""
    return b"f" + layer.encode() + b"\0" + read.encode()


def subtotals_prefix(claim: bytes, layer: str) -> bytes:
    """All subtotals of a claim in one layer."""
    return b"s" + claim + layer.encode() + b"\0"


def places_prefix(layer: str, *, notes: bool = False) -> bytes:
    """The beliefs of a layer, or its goals and gaps, in stored order."""
    return (b"n" if notes else b"p") + layer.encode() + b"\0"


def place_key(layer: str, created: int, claim: bytes, *, notes: bool = False) -> bytes:
    """Where a claim stands in the order of its layer."""
    return places_prefix(layer, notes=notes) + moment_key(created) + claim


def claim_of(key: bytes) -> bytes:
    """The claim that a place or dependency key ends with."""
    return key[-_CLAIM_BYTES:]


def term_prefix(layer: str, term: str) -> bytes:
    """The beliefs of a layer that contain a term."""
    return b"t" + layer.encode() + b"\0" + term.encode() + b"\0"


def group_of(entry_id: bytes) -> bytes:
    """The entries of one call, 256 at a time: their claims share one row per search term."""
    return entry_id[:-1]


def target_key(kind: str, name: str) -> bytes:
    """What is known of an agent or a source."""
    return b"a" + kind.encode() + b"\0" + name.encode()


def layer_key(layer: str) -> bytes:
    """The resets of a layer."""
    return b"e" + layer.encode()


def beyond(prefix: bytes) -> bytes:
    """The first key after all keys with a prefix; ours begin with a letter, so there is one."""
    stem = prefix.rstrip(b"\xff")
    return stem[:-1] + bytes([stem[-1] + 1]) if stem else b"\xff"


class Source(Protocol):
    """Where rows come from: a transaction of a store."""

    def load(self, keys: Iterable[bytes], prefixes: Iterable[bytes]) -> list[tuple[bytes, str]]:
        """Return the rows with these keys and the rows under these prefixes."""


class _Sealed:
    """Stands where a transaction has ended."""

    def load(self, keys: Iterable[bytes], prefixes: Iterable[bytes]) -> list[tuple[bytes, str]]:
        raise AssertionError(f"asked for {[*keys, *prefixes]} after the transaction")


_SEALED = _Sealed()


def _decode(key: bytes, text: str) -> Any:
    kind = key[0]
    if kind == _SUBTOTAL:
        return subtotals.decode(text)
    if kind in _LINES:
        return text
    return set(text.split(" ")) if kind == _POSTING else json.loads(text)


def _read(key: bytes, text: str) -> Any:
    try:
        return _decode(key, text)
    except (ValueError, TypeError):
        raise CorruptStore(
            f"a stored row ({key[:1].decode()}) is damaged; run belief verify or restore a backup."
        ) from None


def _encode(value: Any) -> str:
    if isinstance(value, set):
        return " ".join(sorted(value)) if len(value) > 1 else next(iter(value))
    return canonical(value)


class Rows:
    """A writable picture of the rows one call needs: loaded once, written once.

    After its call it stays true until someone else writes, so the next call may go on with it.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._known: dict[bytes, Any] = {}
        self._under: dict[bytes, dict[bytes, None]] = {}
        self._lengths: dict[int, set[int]] = {}  # of the loaded prefixes, by their kind
        self._changed: dict[bytes, Any] = {}  # each with what it was before
        self._created: set[bytes] = set()
        self.ready: dict[Hashable, set[bytes]] = {}
        """Claims of which all is here that plain statements need, by the scope they are made in."""
        self.plain: dict[tuple[Hashable, bytes], int] = {}
        """When claims were first said of which nothing but subtotals matters in a scope."""

    def seal(self) -> None:
        """Forbid asking the store: its transaction is over."""
        self._source = _SEALED

    def forget(self, keys: Iterable[bytes]) -> None:
        """Let go of rows that were written and that no prefix holds; they are loaded if needed."""
        for key in keys:
            self._known.pop(key, None)
            self._changed.pop(key, None)
            self._created.discard(key)

    def rebase(self, source: Source) -> Rows:
        """Go on in another transaction that has seen the same ledger."""
        self._source = source
        self._changed.clear()
        self._created.clear()
        return self

    def __len__(self) -> int:
        return len(self._known)

    def load(self, keys: Iterable[bytes] = (), prefixes: Iterable[bytes] = ()) -> None:
        """Fetch what is not known yet, in one round trip."""
        known, under = self._known, self._under
        keys = [key for key in keys if key not in known]
        prefixes = [prefix for prefix in prefixes if prefix not in under]
        if under and (keys or prefixes):
            keys = [key for key in keys if not self._covered(key)]
            prefixes = [prefix for prefix in prefixes if not self._narrows(prefix)]
        if not keys and not prefixes:
            return
        asked = dict.fromkeys(keys)
        known.update(asked)
        wanted = set()
        for prefix in prefixes:
            under[prefix] = {}
            wanted.add(len(prefix))
            self._lengths.setdefault(prefix[0], set()).add(len(prefix))
        if prefixes:
            for key in self._changed:
                if known[key] is not None:
                    for length in wanted:
                        if (members := under.get(key[:length])) is not None:
                            members[key] = None
        for key, text in self._source.load(asked, prefixes):
            if key not in self._changed:
                known[key] = _read(key, text)
                for length in wanted:
                    members = under.get(key[:length])
                    if members is not None:
                        members[key] = None

    def _narrows(self, prefix: bytes) -> bool:
        """Whether a prefix is part of a shorter one that is loaded."""
        lengths = self._lengths.get(prefix[0], ())
        for length in lengths:
            wider = self._under.get(prefix[:length]) if length < len(prefix) else None
            if wider is not None:
                self._under[prefix] = {key: None for key in wider if key.startswith(prefix)}
                self._lengths[prefix[0]] = {*lengths, len(prefix)}
                return True
        return False

    def get(self, key: bytes) -> Any:
        """Return a row, or None."""
        if key not in self._known:
            if self._covered(key):
                return None
            self.load([key])
        return self._known[key]

    def peek(self, key: bytes) -> Any:
        """Return a row if it is known here, without asking the store."""
        return self._known.get(key)

    def _covered(self, key: bytes) -> bool:
        """Whether a loaded prefix would have brought this key if it were there."""
        lengths = self._lengths.get(key[0])
        return lengths is not None and any(key[:length] in self._under for length in lengths)

    def under(self, prefix: bytes) -> list[tuple[bytes, Any]]:
        """Return the rows under a prefix, in the order of their keys."""
        members = self._under.get(prefix)
        if members is None:
            self.load(prefixes=[prefix])
            members = self._under[prefix]
        if not members:
            return []
        known = self._known
        return [(key, known[key]) for key in (sorted(members) if len(members) > 1 else members)]

    def put(self, key: bytes, value: Any) -> None:
        """Set a row; None deletes it."""
        known = self._known
        if key not in self._changed:
            self._changed[key] = known.get(key)
        known[key] = value
        for length in self._lengths.get(key[0], ()):
            members = self._under.get(key[:length])
            if members is not None:
                if value is None:
                    members.pop(key, None)
                else:
                    members[key] = None

    def create(self, key: bytes, value: Any) -> None:
        """Set a row that the store does not have, as the caller has made sure.

        It must be of a kind that only entries bring: then an equal head vouches for its absence.
        """
        if key not in self._changed:  # else it may have been there, and was deleted
            self._created.add(key)
        self.put(key, value)

    @property
    def created(self) -> Collection[bytes]:
        """The keys among the changes that the store does not have yet."""
        return self._created

    def changes(self) -> Mapping[bytes, str | None]:
        """What has to be written, in the order of the keys."""
        known = self._known
        changes: dict[bytes, str | None] = {}
        lines: dict[int, str] = {}  # what a voice says of many new claims is one and the same
        for key in sorted(self._changed):
            value = known[key]
            if isinstance(value, Subtotal):
                line = lines.get(id(value))
                if line is None:
                    line = lines[id(value)] = subtotals.encode(value)
                changes[key] = line
            elif value is None or isinstance(value, str):
                changes[key] = value
            else:
                changes[key] = _encode(value)
        return changes


class Former(Rows):
    """The rows of a call as they were before it changed them, for as long as nobody goes on."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(_SEALED)
        self._rows = rows
        self._was = rows._changed  # noqa: SLF001 - of its own kind
        self._gone = [
            key for key, was in self._was.items() if was is not None and rows.peek(key) is None
        ]

    def load(self, keys: Iterable[bytes] = (), prefixes: Iterable[bytes] = ()) -> None:
        """Fetch what the call itself would have fetched."""
        self._rows.load(keys, prefixes)

    def get(self, key: bytes) -> Any:
        """Return a row as it was, or None."""
        return self._was[key] if key in self._was else self._rows.get(key)

    def under(self, prefix: bytes) -> list[tuple[bytes, Any]]:
        """Return the rows that were under a prefix, in the order of their keys."""
        keys = [key for key, _ in self._rows.under(prefix)]
        if gone := [key for key in self._gone if key.startswith(prefix)]:
            keys = sorted([*keys, *gone])
        return [(key, value) for key in keys if (value := self.get(key)) is not None]
