"""Tokens: how they are made, what they say, how they are renewed, and how they end.

A token is signed (a JWT), or opaque and kept. Those that can be renewed, and signed ones that can
be ended, know which login they come from: ending that login ends them all, and no other.
"""

from __future__ import annotations

from dataclasses import dataclass

from beliefs.spec.effects import Expr
from beliefs.spec.entities import Entity, Key
from beliefs.spec.operations import Input, Place
from beliefs.spec.parsing import read_expression
from beliefs.spec.service import Identity
from beliefs.spec.types import Field, Type

HOUR = 3600
DAY = 24 * HOUR
_LETTERS = 22  # of what a login is known by: as many as nobody guesses
_LONG = 43


@dataclass(frozen=True, slots=True)
class Tokens:
    """What the tokens of a service are; `seconds` and `renewed` say how long they are good for."""

    signed: bool
    seconds: int = DAY
    renewed: int = 0  # of those that others are renewed with; 0 where there are none
    ends: bool = False  # whether somebody can log out
    users: str = "User"
    key: str = "id"
    claim: str = "user_id"  # what a signed token says under which name: the key of an account

    @property
    def known(self) -> bool:
        """Whether tokens say which login they come from."""
        return bool(self.renewed) or (self.signed and self.ends)

    @property
    def who(self) -> Expr:
        """Whose a `credential` is, or null."""
        return read_expression(self.whose("credential"))

    def whose(self, token: str) -> str:
        """Whose a token is, or null, in the notation."""
        held = f"first(Session[where .token = {token} and .expires_at > now()])"
        said = f"signed({token})" if self.signed else held
        name = self.claim if self.signed else "user_id"
        found = f"first({self.users}[where .{self.key} = {said}.{name}])"
        if self.signed and self.ends:
            over = f"count(EndedLogin[where .login = signed({token}).login]) > 0"
            return f"if({over}, null, {found})"
        return found

    def entities(self, owner: Type) -> tuple[Entity, ...]:
        """What is kept of them; `owner` is the type of an account's key."""
        whose = Field("user_id", owner)
        login = (Field("login", Type("string")),) if self.known else ()
        until = Field("expires_at", Type("datetime"))
        kept = []
        if not self.signed:
            key = Key("token", "token", length=32)
            kept.append(Entity("Session", "sessions", (whose, *login, until), key))
        elif self.ends:
            kept.append(Entity("EndedLogin", "ended_logins", (*login, until)))
        if self.renewed:
            key = Key("token", "token", length=_LONG)
            kept.append(Entity("Renewal", "renewals", (whose, *login, until), key))
        return tuple(kept)

    def made(self, owner: str) -> list[str]:
        """The lines that make a token, `made`, and the row that renews it, `renewal`.

        >>> Tokens(signed=True, seconds=60).made("user.id")
        ['let made = sign({user_id: user.id}, 60)']
        """
        lines = [f"let login = code({_LETTERS})"] if self.known else []
        return [*lines, *self._token(owner, "login"), *self._renewal(owner, "login", "renewal")]

    def remade(self, given: str, *, again: bool) -> list[str]:
        """The lines that make a token for one to renew it with; `again`: and a new one of these."""
        owner, login = "renewal.user_id", "renewal.login"
        lines = [
            f"let renewal = first(Renewal[where .token = {given} and .expires_at > now()])",
            'guard renewal != null else unauthenticated "The refresh token is not valid"',
            *self._token(owner, login),
        ]
        if again:
            lines += ["delete Renewal where .token = renewal.token"]
            lines += self._renewal(owner, login, "renewed")
        return lines

    def over(self, token: str) -> list[str]:
        """The lines that end the login that a token comes from."""
        if not self.known:
            return [f"delete Session where .token = {token}"]
        if not self.signed:
            return [
                f"let session = first(Session[where .token = {token}])",
                "delete Session where .login = session.login",
                "delete Renewal where .login = session.login",
            ]
        lasts = max(self.seconds, self.renewed)
        return [
            f"let ended = signed({token}).login",
            *(["delete Renewal where .login = ended"] if self.renewed else []),
            "delete EndedLogin where .expires_at < now()",
            f"insert EndedLogin {{login: ended, expires_at: later(now(), {lasts})}} as over",
        ]

    def everywhere(self, owner: str) -> list[str] | None:
        """The lines that end every login of somebody; None where nobody knows of them."""
        if self.signed:
            return None
        lines = [f"delete Session where .user_id = {owner}"]
        return [*lines, f"delete Renewal where .user_id = {owner}"] if self.renewed else lines

    def _token(self, owner: str, login: str) -> list[str]:
        from_ = f", login: {login}" if self.known else ""
        if self.signed:
            return [f"let made = sign({{{self.claim}: {owner}{from_}}}, {self.seconds})"]
        until = f"expires_at: later(now(), {self.seconds})"
        return [
            f"insert Session {{user_id: {owner}{from_}, {until}}} as session",
            "let made = session.token",
        ]

    def _renewal(self, owner: str, login: str, name: str) -> list[str]:
        until = f"expires_at: later(now(), {self.renewed})"
        held = f"{{user_id: {owner}, login: {login}, {until}}}"
        return [f"insert Renewal {held} as {name}"] if self.renewed else []


def presented(identity: Identity) -> tuple[Input, str]:
    """The input in which a request shows its token, and the token in the notation of effects.

    >>> presented(Identity("bearer", "Authorization", Tokens(signed=True).who))[1]
    'last(split(input.authorization, " "))'
    """
    places: dict[str, Place] = {"cookie": "cookie", "query": "query"}
    name = identity.name.replace("-", "_").lower()
    place = places.get(identity.place, "header")
    named = identity.name if identity.name != name else ""
    given = Input(name, place, Type("string"), required=False, named=named)
    shown = f"input.{name}"
    return given, f'last(split({shown}, " "))' if identity.place == "bearer" else shown
