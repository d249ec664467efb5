"""Who asks: which routes make accounts and give out tokens, and what a token says."""

from __future__ import annotations

from dataclasses import dataclass, replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, EnvKey, Property, Route, Shape, is_record
from beliefs.spec.documents.names import CREATED, SECRETS
from beliefs.spec.documents.places import core, same_thing, steps, unwrapped
from beliefs.spec.documents.words import plain
from beliefs.spec.entities import Key
from beliefs.spec.features import row_keys
from beliefs.spec.features.credentials import by_key, by_keys, by_password
from beliefs.spec.features.tokens import Tokens
from beliefs.spec.inferring.access import lives
from beliefs.spec.inferring.access.logins import counted
from beliefs.spec.inferring.access.passwords import changed_in, ends_some
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.parsing import read_expression
from beliefs.spec.service import Identity
from beliefs.spec.types import Type

RENEWS = {"refreshtoken", "refresh", "renewaltoken", "renewtoken"}
_RENEWALS = {"refresh", "renew", "refreshtoken", "tokenrefresh", "renewtoken"}
# Paths of whoever asks: the account itself.
SELF = {"me", "whoami", "profile", "current", "currentuser", "account", "user", "self"}
SESSIONS = {"session", "sessionid", "sid", "ticket"}
_LEAVES = {"logout", "signout", "logoff", "signoff"}
_EVERYWHERE = re.compile(
    r"(?i)\b(?:all|every|each)(?: of)?(?: (?:the|their|your|his))?"
    r"(?: (?:user|caller|account)(?:'s|s')?)? (?:sessions?|tokens?|devices?|log-?ins?)\b"
    r"|\beverywhere\b"
)
TOKENS = {"token", "accesstoken", "jwt", "authtoken", "sessiontoken", "idtoken", "bearertoken"}
KEYS = {"apikey", "key", "token", "accesskey", "secret", "apitoken"}
_LOGIN = re.compile(r"(?i)\b(log[ -]?in|sign[ -]?in|authenticate|obtain (a )?token|get token)\b")
_ENTRIES = {"login", "signin", "token", "tokens", "sessions", "session", "authenticate", "auth"}
_SIGNUPS = {"register", "signup", "registration", "registrations"}
_PEOPLE = {"users", "accounts", "members", "customers", "people", "players", "user", "account"}
_NO_NAMES = {
    "Register",
    "Registration",
    "Signup",
    "Token",
    "Auth",
    "Message",
    "Credential",
    "Login",
}


@dataclass(slots=True)
class Accounts:
    """How somebody gets in; nothing of it is there when nobody can."""

    login: Route | None = None
    register: Route | None = None
    logout: Route | None = None
    everywhere: Route | None = None  # ends all logins of somebody
    renew: Route | None = None
    users: Holding | None = None
    signed: bool = True
    life: int = 0  # seconds that tokens are good for, where that is told
    renewed: int = 0  # and those that they are renewed with
    claim: tuple[str, str] = ("", "")  # what tokens say of whose they are, and the field with it
    key: str = ""  # the field that holds an API key, where that is what is shown
    cookie: str = ""  # that a session goes by, where it is one
    name: str = ""  # the field that an account is known by
    logins: str = ""  # the field that says how often somebody logged in
    role: str = ""  # the field that says what somebody may do
    seeing: tuple[str, ...] = ()  # the roles that see what others own
    belonging: tuple[str, ...] = ()  # what members of something may be, which is no such role
    roles: tuple[str, ...] = ()  # all there are, where the field itself does not say
    variable: str = ""  # of the environment, that holds the one key that lets everybody in
    keys: tuple[EnvKey, ...] = ()  # of the environment, where several are good for different things

    assumed: bool = False  # that it is this variable

    caller: str = ""  # the header in which whoever asks names themselves

    held: tuple[str, str] = ("", "")  # rows that each have a token of their own, and its field

    @property
    def tokens(self) -> Tokens:
        """What a login gives out."""
        users = self.users
        assert users is not None
        return Tokens(
            self.signed,
            seconds=self.life or (lives.SHORT if self.renewed else lives.USUAL),
            renewed=self.renewed,
            ends=self.logout is not None and (self.logout.secured or not renews_in(self.logout)),
            users=users.name,
            key=self.claim[1] or users.key.name,
            claim=self.claim[0] or "user_id",
        )

    @property
    def pretended(self) -> bool:
        """Whether nothing but their names is known of callers."""
        return bool(self.caller) and self.users is not None and self.users.name == "Caller"

    @property
    def known(self) -> bool:
        """Whether anybody can be known at all."""
        let_in = self.users is not None and (self.login is not None or bool(self.key))
        return let_in or bool(self.variable) or bool(self.held[0]) or bool(self.caller)


def secret_of(shape: Shape | None) -> str:
    """The property that holds a password."""
    if shape is None:
        return ""
    return next((each for each in shape.names if plain(each) in SECRETS), "")


def accounts(contract: Contract, kept: Kept) -> Accounts:
    """Find the routes that let people in, and make what they keep part of what is kept."""
    found = Accounts()
    if contract.caller:
        from beliefs.spec.inferring.access.callers import believed

        found.caller, found.users = contract.caller, believed(contract.caller, kept)
        return found
    _enter(found, contract, kept)
    _leave(found, contract, kept)
    if found.login is None and not any(each.secured for each in contract.routes):
        found.login = next((each for each in contract.routes if _checks(each, kept.base)), None)
    if found.login is None and not any(each.secured for each in contract.routes):
        last = _last(found.register, kept.base) if found.register is not None else ""
        if last not in _SIGNUPS | _PEOPLE:
            found.register = None  # a password of the row itself
    if found.register is not None:
        found.users = _users(found.register, kept)
    if found.users is not None:
        found.users.account = True
        _widen(found.users, found.register, contract)
        found.name = _login_name(found)
        found.logins = counted(contract, found.users) if found.login is not None else ""
    if contract.row_key is not None:
        holding = kept.at(steps(contract.row_key.path, kept.base))
        found.held = (holding.name, contract.row_key.name) if holding is not None else ("", "")
    elif found.login is None and contract.security is not None and not _shared(contract):
        _by_key(found, contract, kept)
    _token_kind(found, contract)
    if contract.security is not None and contract.security.place == "cookie":
        found.cookie = contract.security.name
        found.signed = False
    security = contract.security
    if not found.known and security is not None and (security.place != "basic" or security.user):
        found.variable = security.variable
        if security.keys:
            found.variable = security.keys[0].variable
            found.keys = security.keys
        alone = contract.warden is None
        if not found.variable and security.place in {"header", "query"} and alone:
            found.variable, found.assumed = "API_KEY", True
    if found.held[0]:
        found.signed = False
    return found


def _enter(found: Accounts, contract: Contract, kept: Kept) -> None:
    """Find the routes that make accounts, and give out tokens or renew them."""
    cookie = contract.security is not None and contract.security.place == "cookie"
    for route in contract.routes:
        last = _last(route, kept.base)
        if route.method != "POST" or last in _LEAVES:
            continue
        if last in _RENEWALS and (_gives_token(route) or renews_in(route)):
            found.renew = found.renew or route
        elif _is_login(route, last) and (_gives_token(route) or (cookie and secret_of(route.body))):
            found.login = found.login or route
        elif makes_account(route) and not _is_login(route, last):
            found.register = found.register or route


def _leave(found: Accounts, contract: Contract, kept: Kept) -> None:
    """Find the routes that end sessions: one, or all of somebody."""
    entry = found.login.path if found.login is not None else ""
    for route in contract.routes:
        chain = steps(route.path, kept.base)
        names = [plain(each.name) for each in chain]
        away = route.method == "DELETE" and bool(entry) and route.path == entry
        all_ = bool(set(names[-1:]) & {f"{each}all" for each in _LEAVES})
        all_ = all_ or bool(set(names[-1:]) & {f"{each}everywhere" for each in _LEAVES})
        all_ = all_ or (bool(set(names[-2:-1]) & _LEAVES) and names[-1] in {"all", "everywhere"})
        ends = away or (route.method in {"POST", "DELETE"} and bool(set(names[-1:]) & _LEAVES))
        if all_ or (ends and _EVERYWHERE.search(route.words)):
            found.everywhere = found.everywhere or route
        elif ends:
            found.logout = route


def _token_kind(found: Accounts, contract: Contract) -> None:
    """Settle what tokens are, and how long they are good for."""
    told = lives.lives(contract, found.login)
    shape = found.login.good.shape if found.login is not None and found.login.good else None
    given = shape is not None and any(plain(each) in RENEWS for each in shape.names)
    found.life = told.access
    found.renewed = (told.renewed or lives.LONG) if given else 0
    texts = lives.said_of_tokens(contract)
    jwt = any(re.search(r"(?i)\bJWTs?\b|\bsigned (?:access )?tokens?\b", each) for each in texts)
    opaque = any(re.search(r"(?i)\b(?:opaque|random) (?:\w+ )?tokens?\b", each) for each in texts)
    ends = found.logout is not None or found.everywhere is not None
    ends = ends or any(map(ends_some, contract.routes))
    if not jwt and not contract.secret and (ends or opaque):
        found.signed = False
    if found.signed and not found.renewed and found.users is not None:
        told_ = [*texts, *(each.words for each in (shape.properties if shape is not None else ()))]
        claims = [_claimed(each, found.users) for each in told_]
        found.claim = next((each for each in claims if each[0]), found.claim)


_CLAIM = re.compile(
    r"(?i)\b(?P<claim>sub|subject|uid|user_id|email|username)\b[`\"']*(?: claim)?"
    r"(?: ?[(:=] ?| (?:is|are|holds|being|has|contains|with|says|set to) )(?:the |their |its )?"
    r"(?:(?:user|account|member|person)(?:'s)? )?(?P<field>\w+)"
)


def _claimed(text: str, users: Holding) -> tuple[str, str]:
    """The claim of a token that says whose it is, and the field that it has the value of.

    It is one that nobody shares: "with the claims sub (the email), iat and exp".
    """
    if not re.search(r"(?i)\bclaims?\b|\bjwts?\b|\btokens?\b|\bsub\b", text):
        return "", ""
    for match in _CLAIM.finditer(text):
        part = users.made.part(match["field"].lower()) if users.made is not None else None
        if part is not None and part.name in {"email", "username", "login", "name", "handle"}:
            return match["claim"], part.name
    return "", ""


def renews_in(route: Route) -> str:
    """The name under which a request brings a refresh token; else nothing."""
    names = route.body.names if route.body is not None else ()
    return next((each for each in names if plain(each) in RENEWS), "")


def _shared(contract: Contract) -> bool:
    """Whether all who are let in show the same: what the environment holds."""
    security = contract.security
    return security is not None and bool(security.variable or security.keys)


def makes_account(route: Route) -> bool:
    """Whether a request brings a password, and nothing that shows whose it was before.

    >>> makes_account(Route("POST", "/users"))
    False
    """
    from beliefs.spec.inferring.access.resets import code_in

    return bool(secret_of(route.body)) and not code_in(route) and not changed_in(route)[0]


def _last(route: Route, base: str) -> str:
    chain = steps(route.path, base)
    return plain(chain[-1].name) if chain and not chain[-1].param else ""


def _is_login(route: Route, last: str) -> bool:
    return last in _ENTRIES or (bool(_LOGIN.search(route.words)) and last not in _SIGNUPS)


def _checks(route: Route, base: str) -> bool:
    """Whether a request only asks if a password is right, and is given nothing to show later."""
    entry = _last(route, base) in _ENTRIES | {"verify", "check"}
    return route.method == "POST" and entry and bool(secret_of(route.body))


def token_of(route: Route) -> str:
    """The name under which a login answers with a token; else nothing."""
    shape = route.good.shape if route.good else None
    if route.method != "POST" or shape is None or not secret_of(route.body):
        return ""
    inner, _ = unwrapped(shape)
    names = (*shape.names, *(inner.names if inner else ()))
    return next((each for each in names if plain(each) in TOKENS | SESSIONS), "")


def _gives_token(route: Route) -> bool:
    shape = route.good.shape if route.good else None
    if shape is None:
        return bool(secret_of(route.body))
    inner, _ = unwrapped(shape)
    names = {*shape.names, *(inner.names if inner else ())}
    return any(plain(each) in TOKENS | SESSIONS for each in names)


def _users(register: Route, kept: Kept) -> Holding:
    chain = steps(register.path, kept.base)
    found = kept.at(chain)
    shape, _ = unwrapped(register.good.shape if register.good else None)
    if found is None and is_record(shape) and shape is not None:
        for part in (shape, *(each.shape for each in shape.properties)):
            found = found or _shown_as(part, kept)
    named = (kept.called("user"), kept.called("account"))
    found = found or next((each for each in named if each and not only_below(each, kept)), None)
    if found is not None:
        found.made = found.made or register.body
        own = shape.part("id") if shape is not None else None
        if own is not None and found.key.name != "id" and found.shape.part("id") is None:
            # Paths name an account by what it is called; it has a key of its own all the same.
            found.lookup, found.key_given = found.key.name, False
            found.key = Key(style="integer" if own.shape.type.kind == "integer" else "uuid")
            found.key_type = own.shape.type
        return found
    assert register.body is not None
    shown = shape if is_record(shape) and shape is not None else _with_id(register, kept.contract)
    nested = [each.shape for each in shown.properties if is_record(each.shape)]
    shown = nested[0] if nested else shown
    name = core(shown.name) if shown.name else "User"
    if name in _NO_NAMES:
        name = "User"
    made = Holding(name, name.lower(), _places(name, kept), [register], shown, register.body)
    kept.holdings.insert(0, made)
    return made


def _with_id(register: Route, contract: Contract) -> Shape:
    """What an account is made with, and its id where only words say that it is shown."""
    body = register.body
    assert body is not None
    told = [each for each in contract.routes if each is register or each.path.endswith("/me")]
    shows = any(re.search(r"\bid\b", each.words) for each in told)
    own = Property("id", Shape(Type("integer")), read_only=True)
    return replace(body, properties=(own, *body.properties)) if shows else body


def _shown_as(shape: Shape, kept: Kept) -> Holding | None:
    """What is kept of a record, unless both have names of their own, and not the same."""
    found = kept.like(shape)
    if found is not None and only_below(found, kept):
        return None  # it says who belongs where
    if found is None or not (shape.name and found.shape.name):
        return found
    return found if same_thing(core(shape.name), core(found.shape.name)) else None


def _widen(users: Holding, register: Route | None, contract: Contract) -> None:
    """What only `GET /me` shows of an account is part of it: since when it is, how many it has."""
    shown = register.good.shape if register is not None and register.good else None
    if shown is None:
        return  # making one would show it all
    for route in contract.routes:
        shape = route.good.shape if route.good else None
        if route.method != "GET" or not route.path.endswith("/me") or not is_record(shape):
            continue
        more = tuple(
            replace(each, read_only=True, required=False)
            for each in map(_counted, shape.properties if shape is not None else ())
            if users.shape.part(each.name) is None
            and (plain(each.name) in CREATED or each.shape.type.kind in {"integer", "json"})
        )
        users.shape = replace(users.shape, properties=(*users.shape.properties, *more))


def _counted(part: Property) -> Property:
    """A value that words say is a number of things: "how many I have"."""
    said = f"{part.words} {part.shape.example}"
    if not re.search(r"(?i)\bhow many\b|\bnumber of\b|\bcount of\b", said):
        return part
    return replace(part, shape=Shape(Type("integer")))


def only_below(holding: Holding, kept: Kept) -> bool:
    """Whether paths name its rows only below those of something else: `/teams/{id}/users`."""
    chains = [steps(each.path, kept.base) for each in holding.routes]
    return bool(chains) and all(any(one.param for one in each[:-1]) for each in chains)


def _places(name: str, kept: Kept) -> set[tuple[str, ...]]:
    """Where paths name accounts that are made elsewhere: `/users/{id}/role`."""
    firsts = [steps(each.path, kept.base)[:1] for each in kept.contract.routes]
    words = {name, "user", "account", "member"}
    return {
        (one.name,)
        for chain in firsts
        for one in chain
        if one.param and any(same_thing(one.name, each) for each in words) and not kept.at(chain)
    }


_KNOWN_BY = ("email", "username", "login", "name", "user", "userName", "user_name")


def _login_name(found: Accounts) -> str:
    """The field that is asked for with the password."""
    bodies = [each.body for each in (found.login, found.register) if each is not None]
    users = found.users
    assert users is not None
    for body in bodies:
        for each in _KNOWN_BY:
            if body is not None and each in body.names:
                made = users.made
                if made is None or each in made.names:
                    return each
    names = [
        each for each in (users.made.names if users.made else ()) if plain(each) not in SECRETS
    ]
    return names[0] if names else "username"


def _by_key(found: Accounts, contract: Contract, kept: Kept) -> None:
    """An API key that some open route gives out."""
    assert contract.security is not None
    for route in contract.routes:
        shape, _ = unwrapped(route.good.shape if route.good else None)
        if route.method != "POST" or route.secured or not is_record(shape) or shape is None:
            continue
        key = next((each for each in shape.names if plain(each) in KEYS), "")
        if key:
            found.users = found.users or kept.at(steps(route.path, kept.base)) or kept.like(shape)
            if found.users is None:
                continue
            found.key = key
            found.users.account = True
            brought = route.body.names if route.body is not None else ()
            found.name = next((each for each in _KNOWN_BY if each in brought), "")


def owner_type(users: Holding) -> Type:
    """The type of what names an account."""
    style = users.key.style
    return Type(style if style in {"integer", "uuid"} else "string")


def of_caller(found: Accounts, route: Route) -> re.Match[str] | None:
    """Where words say that a list is of whoever asks: "the links of the key", "of whoever asks"."""
    word = re.escape(found.users.word.replace("_", " ")) if found.users is not None else "caller"
    who = rf"(?:the|this|that) (?:calling |current |given )?(?:key|caller|{word})"
    said = rf"(?i)\b(?:of|for|by|belonging to|owned by) (?:{who}|whoever asks|the one who asks)\b"
    return re.search(said, route.words) if "{" not in route.path else None


def identity(contract: Contract, found: Accounts) -> Identity | None:
    """How it is known who asks."""
    users = found.users
    security = contract.security
    if found.caller:
        return None
    if found.variable and security is not None and security.place == "basic":
        default = found.keys[0].default if found.keys else ""
        return by_password(security.user, variable=found.variable, password=default)
    if found.keys and security is not None and security.place != "basic":
        return by_keys(security.place, security.name, found.keys)
    if found.variable and security is not None and security.place != "basic":
        return by_key(security.place, security.name, variable=found.variable)
    if found.held[0] and security is not None:
        assert security.place != "basic"
        return row_keys.shown_in(security.place, security.name)
    if users is None or not found.known:
        return None
    place = security.place if security else "bearer"
    name = security.name if security else "Authorization"
    who = found.tokens.who
    if found.key:
        who = read_expression(f"first({users.name}[where .{found.key} = credential])")
    return Identity(place, name, who)
