"""The keyring: every key and signing secret, kept where all processes of a server see them."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, TypeGuard

from beliefs.errors import InvalidInput, NewerStore, NotFound, shown
from beliefs.ledger.text import clean
from beliefs.mind.files import default_file, home
from beliefs.serve.cabinets import Cabinet, PostgresCabinet, SqliteCabinet, Statement
from beliefs.serve.keys import PEPPER_BYTES, Key, digest_of, id_of, new_id, new_secret
from beliefs.serve.rights import Right, reach_of, right_named
from beliefs.serve.tokens import LONGEST_SECONDS, ROTATION_SECONDS, Signing

_FORMAT = 1
_TABLES = (
    """CREATE TABLE IF NOT EXISTS beliefs.keyring (one bigint PRIMARY KEY,
    format bigint NOT NULL, version bigint NOT NULL, pepper bytea NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS beliefs.keys (id text PRIMARY KEY, digest bytea NOT NULL,
    name text NOT NULL, namespaces text NOT NULL, may text NOT NULL, created bigint NOT NULL,
    used bigint, expires bigint, revoked bigint)""",
    """CREATE TABLE IF NOT EXISTS beliefs.signings (id text PRIMARY KEY, secret bytea NOT NULL,
    created bigint NOT NULL)""",
)
_KEYS = (
    "SELECT id, digest, name, namespaces, may, created, used, expires, revoked"
    " FROM beliefs.keys ORDER BY created, id"
)
_NEW_KEY = (
    "INSERT INTO beliefs.keys (id, digest, name, namespaces, may, created, expires)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s)"
)
_USED_SECONDS = 3_600
"""When a key was last used is kept by the hour: often enough to tell a forgotten key."""


class Made(NamedTuple):
    """A new key, and the text of it, which is told this once."""

    key: Key
    secret: str

    def __repr__(self) -> str:
        return f"Made({self.key!r})"


class Ring(NamedTuple):
    """Everything a check needs, as of one moment."""

    version: int
    pepper: bytes
    keys: Mapping[str, Key]
    signings: Mapping[str, Signing]

    def __repr__(self) -> str:
        return f"Ring(version={self.version}, keys={len(self.keys)})"


class Keyring:
    """Keys are made, listed and revoked here; nothing is ever deleted, so that nothing is unclear.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Keyring(Path(folder) / "keys.db") as ring:
    ...     made = ring.create(["team"], Right.WRITE, name="the importer")
    ...     [key.name for key in ring.list()]
    ['the importer']
    """

    def __init__(self, place: Path | str, *, clock: Callable[[], float] = time.time) -> None:
        """Open a file by its path, or a database by its URL."""
        self.clock = clock
        self._cabinet: Cabinet = (
            SqliteCabinet(place, _TABLES)
            if isinstance(place, Path)
            else PostgresCabinet(place, _TABLES)
        )
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        if not self._cabinet.ask("SELECT 1 FROM beliefs.keyring"):
            self._cabinet.write(
                (
                    "INSERT INTO beliefs.keyring VALUES (1, %s, 0, %s) ON CONFLICT DO NOTHING",
                    (_FORMAT, secrets.token_bytes(PEPPER_BYTES)),
                )
            )
        ((found,),) = self._cabinet.ask("SELECT format FROM beliefs.keyring")
        if found > _FORMAT:
            raise NewerStore(
                f"the keys were written by a newer release (format {found}, known here "
                f"{_FORMAT}); update the package."
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file or the connection."""
        self._cabinet.close()

    # Keys

    def create(
        self,
        namespaces: Iterable[str] | None,
        right: Right,
        *,
        name: str = "",
        seconds: float | None = None,
    ) -> Made:
        """Make a key for some namespaces or, if None, for all; it may hold for a time only."""
        now = int(self.clock())
        if seconds is not None and seconds < 1:
            raise InvalidInput("a key must hold for a second at least.")
        key_id = new_id()
        secret = new_secret(key_id)
        key = Key(
            key_id,
            digest_of(secret, self._pepper()),
            clean(name, "the name of a key", 200),
            reach_of(namespaces),
            right,
            created=now,
            expires=None if seconds is None else min(now + int(seconds), _LATEST),
        )
        self._cabinet.write(
            (
                _NEW_KEY,
                (
                    key.id,
                    key.digest,
                    key.name,
                    json.dumps(None if key.namespaces is None else sorted(key.namespaces)),
                    key.right.word,
                    key.created,
                    key.expires,
                ),
            ),
            _changed(),
        )
        return Made(key, secret)

    def list(self) -> list[Key]:
        """Every key that was ever made, the oldest first."""
        return [_key(*row) for row in self._cabinet.ask(_KEYS)]

    def revoke(self, key_id: str) -> Key:
        """End a key, and with it every token made from it; the text of the key names it too."""
        key = self._find(key_id)
        self._cabinet.write(
            (
                "UPDATE beliefs.keys SET revoked = %s WHERE id = %s AND revoked IS NULL",
                (int(self.clock()), key.id),
            ),
            _changed(),
        )
        return self._find(key.id)

    def _find(self, named: str) -> Key:
        # A whole key may be pasted here; its secret must not turn up in a message.
        beginning = id_of(named) or named
        found = [key for key in self.list() if key.id.startswith(beginning)]
        if len(beginning) < _SHORTEST:
            raise InvalidInput(f"give {_SHORTEST} digits of the key's id at least.")
        if len(found) != 1:
            how_many = "more than one key begins" if len(found) > 1 else "no key begins"
            raise NotFound(
                f"{how_many} with {shown(beginning[:12])}; belief keys list shows their ids."
            )
        return found[0]

    def note_use(self, key: Key) -> None:
        """Keep that a key is used, by the hour."""
        now = int(self.clock())
        if key.used is None or now - key.used >= _USED_SECONDS:
            hour = now - now % _USED_SECONDS
            query = "UPDATE beliefs.keys SET used = %s WHERE id = %s AND coalesce(used, 0) < %s"
            self._cabinet.write((query, (hour, key.id, hour)))

    # What a check needs

    def version(self) -> int:
        """A number that changes whenever a key or a signing secret is made or ends."""
        ((version,),) = self._cabinet.ask("SELECT version FROM beliefs.keyring")
        return int(version)

    def ring(self) -> Ring:
        """All there is. The version is read first, so a change in between is seen the next time."""
        version = self.version()
        signings = self._cabinet.ask("SELECT id, secret, created FROM beliefs.signings")
        return Ring(
            version,
            self._pepper(),
            {key.id: key for key in self.list()},
            {id_: Signing(id_, secret, created) for id_, secret, created in signings},
        )

    def _pepper(self) -> bytes:
        ((pepper,),) = self._cabinet.ask("SELECT pepper FROM beliefs.keyring")
        return bytes(pepper)

    def rotate(self) -> Signing:
        """Make the next signing secret, and forget those that no token can still need."""
        now = int(self.clock())
        signing = Signing(new_id(), secrets.token_bytes(32), now)
        over = now - ROTATION_SECONDS - LONGEST_SECONDS
        self._cabinet.write(
            ("INSERT INTO beliefs.signings VALUES (%s, %s, %s)", tuple(signing)),
            ("DELETE FROM beliefs.signings WHERE created <= %s", (over,)),
            _changed(),
        )
        return signing


def _changed() -> Statement:
    # By chance and not by counting, so that a restored copy has another version, too.
    return "UPDATE beliefs.keyring SET version = %s", (secrets.randbits(62),)


_SHORTEST = 4
_LATEST = 253_402_300_799
"""The last second of the year 9999, which is the last that can be written as a date."""


def _key(
    key_id: str,
    digest: bytes,
    name: str,
    namespaces: str,
    may: str,
    created: int,
    used: int | None,
    expires: int | None,
    revoked: int | None,
) -> Key:
    reach = json.loads(namespaces)
    return Key(
        key_id,
        bytes(digest),
        name,
        None if reach is None else frozenset(reach),
        right_named(may),
        created,
        used,
        expires,
        revoked,
    )


def keys_file() -> Path:
    """Where keys are kept unless the store is a Postgres database."""
    return home() / "keys.db"


def is_postgres(store: str | None) -> TypeGuard[str]:
    """Whether a store is a Postgres database."""
    return store is not None and store.startswith(("postgresql://", "postgres://"))


def has_keyring(store: str | None) -> bool:
    """Whether opening the keyring of a store would not have to make a file."""
    return is_postgres(store) or keys_file().exists()


def open_keyring(store: str | None = None, *, clock: Callable[[], float] = time.time) -> Keyring:
    """Open the keyring of a store: in its database if that is Postgres, else in a file at home."""
    if is_postgres(store):
        return Keyring(store, clock=clock)
    default_file()  # makes the folder
    return Keyring(keys_file(), clock=clock)
