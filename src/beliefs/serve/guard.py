"""The guard: who shows which key, and may do what. Every request passes it once."""

from __future__ import annotations

import hmac
import logging
import threading
from collections.abc import Iterable
from dataclasses import replace

from beliefs.errors import Forbidden, InvalidInput, StoreError, Unauthorised
from beliefs.serve.header import LONGEST, bearer
from beliefs.serve.keyring import Keyring, Ring
from beliefs.serve.keys import Key, digest_of, id_of
from beliefs.serve.rights import Grant, Right, reach_of
from beliefs.serve.tokens import LONGEST_SECONDS, Signing, looks_like_token, sign, verify

FRESH_SECONDS = 0.25
"""How long nobody asks whether keys have changed: the longest a revoked one is still taken."""

_NO_DIGEST = bytes(32)
_NOBODY = Grant("", None, Right.ADMIN)
_LOGGER = logging.getLogger(__name__)


class LookOnly:
    """Lets everybody look, and nobody write: for pages that this machine alone can open."""

    def check(self, authorization: str | None, *, namespace: str | None, right: Right) -> None:
        """Refuse what is more than reading."""
        del authorization, namespace
        if right > Right.READ:
            raise Forbidden("this server only shows; start belief serve to write.")


class Guard:
    """Checks keys and tokens against a copy of the keyring that is at most a moment old.

    A request does not wait for the disk, and an unknown id costs what a known one does: one look
    into the copy, one hash, one comparison. It may be asked from any thread.

    With `open_while_empty`, and only as long as no key was ever made, everybody may do everything:
    for a server that only its own machine reaches. Revoking the last key does not open it again.
    """

    def __init__(
        self,
        keyring: Keyring,
        *,
        audience: str = "beliefs",
        open_while_empty: bool = False,
    ) -> None:
        self._keyring = keyring
        self._audience = audience
        self.open_while_empty = open_while_empty
        self._clock = keyring.clock
        self._lock = threading.Lock()
        self._looked = self._clock()
        self._ring = keyring.ring()
        self._noted: dict[str, int] = {}

    def check(self, authorization: str | None, *, namespace: str | None, right: Right) -> Grant:
        """What the bearer may do, if that includes this; a namespace of None is the whole store.

        Raises Unauthorised without a key that holds, Forbidden with one that does not reach as far.
        """
        grant = self.known(authorization)
        grant.require(namespace, right)
        return grant

    def is_open(self) -> bool:
        """Whether nobody needs a key, since none was ever made."""
        return self.open_while_empty and not self._current().keys

    def known(self, authorization: str | None) -> Grant:
        """What the bearer may do, whatever that is."""
        if authorization is None and self.is_open():
            return _NOBODY
        ring = self._current()
        text = bearer(authorization)
        now = self._clock()
        if looks_like_token(text):
            return self._by_token(ring, text, now)
        key_id = id_of(text)
        if key_id is None:
            raise Unauthorised("this is no key; a key begins with bk_ and is pasted whole.")
        key = ring.keys.get(key_id)
        expected = _NO_DIGEST if key is None else key.digest
        same = hmac.compare_digest(digest_of(text, ring.pepper), expected)
        if not same or key is None:
            raise Unauthorised("this key is not known here; make one with belief keys create.")
        return self._standing(key, now)

    def _by_token(self, ring: Ring, text: str, now: float) -> Grant:
        grant = verify(text, audience=self._audience, signings=ring.signings, now=now)
        key = ring.keys.get(grant.key_id)
        if key is None or not self._standing(key, now).covers(grant):
            raise Unauthorised("the key of this token is gone; ask for one with another key.")
        return grant

    def _standing(self, key: Key, now: float) -> Grant:
        """The grant of a key. Its bearer has proved to hold it, and may hear what became of it."""
        state = key.state(now)
        if state != "active":
            raise Unauthorised(f"this key is {state}; make another with belief keys create.")
        self._note_use(key, now)
        return key.grant()

    def _note_use(self, key: Key, now: float) -> None:
        hour = int(now) // 3_600
        if self._noted.get(key.id) == hour:
            return
        self._noted[key.id] = hour
        try:
            self._keyring.note_use(key)
        except StoreError as error:
            # The key is good; that its use was not written down is no reason to refuse it.
            _LOGGER.warning("the use of key %s was not noted: %s", key.id, error)

    def _current(self) -> Ring:
        # A clock that went back is a reason to look, too.
        if not 0 <= self._clock() - self._looked < FRESH_SECONDS:
            with self._lock:
                if not 0 <= self._clock() - self._looked < FRESH_SECONDS:
                    self._look()
        return self._ring

    def _look(self) -> None:
        now = self._clock()
        if self._keyring.version() != self._ring.version:
            self._ring = self._keyring.ring()
        self._looked = now  # when it was asked, not when the answer was there

    # Tokens

    def issue(
        self,
        grant: Grant,
        *,
        namespaces: Iterable[str] | None = None,
        right: Right = Right.READ,
        seconds: int = LONGEST_SECONDS,
    ) -> str:
        """Make a token that may do part of what a key may, for an hour at most.

        Without `namespaces` it is for those of the key.
        """
        if grant.token or not grant.key_id:
            raise Forbidden("only a key makes tokens; ask with the key itself.")
        if not 1 <= seconds <= LONGEST_SECONDS:
            raise InvalidInput(f"a token holds for 1 to {LONGEST_SECONDS} seconds.")
        reach = grant.namespaces if namespaces is None else reach_of(namespaces)
        asked = replace(grant, namespaces=reach, right=right, token=True)
        if not grant.covers(asked):
            raise Forbidden("a token may do no more than its key; ask for less.")
        token = sign(
            asked,
            expires=int(self._clock()) + seconds,
            audience=self._audience,
            signing=self._signing(),
        )
        if len(token) > LONGEST - len("Bearer "):
            raise InvalidInput("these namespaces do not fit into one token; name fewer.")
        return token

    def _signing(self) -> Signing:
        now = self._clock()
        for signing in self._current().signings.values():
            if signing.signs(now):
                return signing
        with self._lock:
            self._keyring.rotate()
            self._look()
        return self._signing()

    # Starting

    def has_key(self) -> bool:
        """Whether there is a key that somebody could use."""
        now = self._clock()
        return any(key.state(now) == "active" for key in self._current().keys.values())
