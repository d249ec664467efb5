"""People who sign up and log in, what shows who they are, and whose rows are whose."""

from __future__ import annotations

from dataclasses import dataclass

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Request
from beliefs.spec.brief.held import STRING, Held, describe
from beliefs.spec.brief.kinds import Kind, said_again
from beliefs.spec.brief.rules import INVALID, field_rules, refused
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.showing import shown
from beliefs.spec.entities import Key
from beliefs.spec.features.tokens import DAY, Tokens, presented
from beliefs.spec.service import Identity
from beliefs.spec.types import Type

_REGISTER = re.compile(r"(?i)^(?:register|sign-?up|signup|users|accounts|registration|sign_up)$")
_LOGIN = re.compile(r"(?i)^(?:login|log-?in|sign-?in|signin|sessions?|tokens?|auth)$")
_LOGOUT = re.compile(r"(?i)^(?:logout|log-?out|sign-?out|signout)$")
_OWN = re.compile(
    r"(?i)\b(?:their|his|her|my|your|the (?:user|caller|owner)'s|user's|a user's)? ?own\b|"
    r"\bmine\b|\btheirs\b|\bbelongs? to (?:somebody|someone|another|other)|\b(?:somebody|someone) "
    r"else(?:'s)?\b|\bother (?:people|users?|accounts?)(?:'s|s')?\b|\bprivate\b|\b(?:never|not) "
    r"see each other|\beach user (?:has|sees|only)|\byours\b|\banother user"
)


@dataclass(slots=True)
class Accounts:
    """Who can log in, and how a request shows who asks."""

    users: Kind
    tokens: Tokens
    identity: Identity
    register: Scene | None
    login: Scene
    logout: Scene | None
    login_name: str
    password: Held
    owned: bool
    forbids: bool = False  # others are told that it is not theirs
    paths: tuple[str, ...] = ()  # below which somebody must be known, where that is said of some


def accounts(service: Service, scenes: list[Scene]) -> Accounts | None:
    """The accounts of a service, where people log in with a password."""
    login = next(
        (
            x
            for x in scenes
            if x.request.method == "POST" and _LOGIN.match(x.request.tail) and not x.rows
        ),
        None,
    )
    if login is None:
        return None
    register = next(
        (
            x
            for x in scenes
            if x.request.method == "POST"
            and _REGISTER.match(x.request.tail)
            and x is not login
            and not x.rows
        ),
        None,
    )
    logout = next((x for x in scenes if _LOGOUT.match(x.request.tail)), None)
    every = [
        *service.brief.said,
        *(one for x in scenes for one in x.told.said),
        *(f.cause for x in scenes for f in x.told.faults),
    ]
    text = " ".join(one.whole for one in every)
    names = _names(login, register)
    if names is None:
        return None
    name = names[0]
    signed = bool(re.search(r"\bJWT\b|(?i:json web token|signed token)", text))
    for scene in scenes:
        if scene is not register and register is not None:
            moved = [
                f
                for f in scene.told.faults
                if re.search(
                    r"(?i)\b(?:username|e-?mail|account|user name|login)\b.*\b(?:taken|exists?|"
                    r"already|use)",
                    f.cause.text,
                )
            ]
            register.told.faults += moved
            scene.told.faults = [f for f in scene.told.faults if f not in moved]
    password = Held("password", Type("string", min_length=1))
    for one in every:
        field_rules(one, {"password": password}, None)
    tokens = Tokens(signed=signed, seconds=_seconds(text), ends=logout is not None)
    users = Kind("User", "/users", key=Key())
    kind = Type("email") if name == "email" else Type("string", min_length=1)
    users.fields[name] = Held(name, kind, unique=True)
    for each in names[1:]:
        users.fields.setdefault(each, Held(each))
    users.fields["password_hash"] = Held("password_hash", STRING, hidden=True)
    _declare(users, password, register)
    service.kinds = [
        x
        for x in service.kinds
        if x.name not in {"User", "Account", "Session", "Login", "Token"}
        or (x.makes and register is not None and register.kind is not x)
    ]
    owned = bool(_OWN.search(text))
    forbids = any(f.status == 403 for x in scenes for f in x.told.faults) or any(
        one.has(r"\b403\b") for one in service.brief.said
    )
    identity = Identity("bearer", "Authorization", tokens.who)
    found = Accounts(
        users,
        tokens,
        identity,
        register,
        login,
        logout,
        name,
        password,
        owned,
        forbids,
        _guarded_paths(service),
    )
    _described(found)
    _taken(service, scenes, found)
    return found


def _described(found: Accounts) -> None:
    """What brackets behind the names say: "username (3-20 letters or digits)"."""
    known = {**found.users.fields, "password": found.password}
    for one in found.register.told.said if found.register is not None else ():
        for name, held in known.items():
            if (inner := one.has(rf"\b{re.escape(name)} \((?P<w>[^()]*)\)")) is not None:
                words = said_again(inner["w"], one)
                describe(held, words)
                one.text = f"{one.text[: inner.start()]} ¦ {words.text} {one.text[inner.end() :]}"


def _declare(users: Kind, password: Held, register: Scene | None) -> None:
    """What the schema of a registration states of its values."""
    body = register.told.body if register is not None else None
    for part in body.parts if body is not None else ():
        held = password if part.name == "password" else users.fields.get(part.name)
        if held is not None and part.value.type is not None:
            held.type, held.required, held.default = (
                part.value.type,
                not part.optional,
                part.default or None,
            )


_BELOW = re.compile(
    r"(?i)\b(?:everything|all|all (?:requests|routes|endpoints)|any request|every request) (?"
    r":under|below|to|on) (?P<path>/[\w/-]+)(?= )(?=[^.;]*\b(?:token|logged in|auth\w*|login)\b)(?"
    r": without (?:an? )?(?:valid )?token (?:is|gives|answers)(?: an?)? 401)?"
)


def _guarded_paths(service: Service) -> tuple[str, ...]:
    """The paths that need somebody to be known, where that is said of some.

    "Everything under /notes needs a token".
    """
    found = [one.take(_BELOW) for one in service.brief.said]
    return tuple(each["path"] for each in found if each is not None)


def _seconds(text: str) -> int:
    found = re.search(
        r"(?i)(?:tokens?|valid|expires?|good)\b[^.;]{0,40}?\b(?:for|after|in|within)? ?(\d+|an?|"
        r"one) (minutes?|hours?|days?|h|min)\b",
        text,
    )
    if found is None:
        return DAY
    many = int(found[1]) if found[1].isdigit() else 1
    return many * {"m": 60, "h": 3600, "d": DAY}[found[2][0].lower()]


def _names(login: Scene, register: Scene | None) -> list[str] | None:
    """What one registers with, the name that one logs in with first."""
    names: list[str] = []
    for scene in (login, register):
        if scene is None:
            continue
        if scene.told.body is not None:
            names += [x for x in scene.told.body.names if x not in names]
        for one in scene.told.said:
            for word in re.findall(
                r"\b(?:username|email|password|name|login|role|display_name)\b", one.text
            ):
                if word not in names:
                    names.append(word)
        names += [x for x in scene.given if x not in names and x != "password"]
    plain = [x for x in names if x not in {"password", "token", "access_token"}]
    if not plain:
        return ["username"] if "password" in names else None
    first = next(
        (x for x in ("username", "email", "login", "name", "user") if x in plain), plain[0]
    )
    return [first, *(x for x in plain if x not in (first, "login"))]


_TOLD = re.compile(
    r"(?i)\b(?:authorization: bearer (?:<?token>?|\S+)|bearer(?: tokens?)?|authorization|header|"
    r"tokens?|log(?:ged)? ?in|logs in|login|sign(?:ed)? up|signing up|register(?:s|ed)?|"
    r"registration|accounts?|users?|auth\w*|jwt|password|hashed|hash|valid|invalid|without|all (?"
    r":other )?(?:requests|routes|endpoints)|below|needs?|bcrypt|argon\w*|private|own|each "
    r"other's|never|returned|plain|users'|passwords|requests?|opaque|other people's|else's|"
    r"somebody|mine|who|with|people|several times|different|missing|protected|wrong|secured|"
    r"required|same|holds|credentials|unauthorized|only|manage|then|everything|rest|works?|"
    r"anymore|longer|no|used|for|can be|gives|taken|username|email|afterwards|header:)\b"
)


def _taken(service: Service, scenes: list[Scene], found: Accounts) -> None:
    """Take the words about accounts out of the sentences."""
    for one in service.brief.said:
        if one.has(
            r"(?i)token|log ?in|password|own\b|each other|account|bearer|jwt|register|auth|"
            r"somebody else|private"
        ):
            _drop_all(one)
    for scene in (found.register, found.login, found.logout):
        if scene is not None:
            for one in scene.told.said:
                _drop_all(one)
    for scene in scenes:
        for one in scene.told.said:
            if one.has(_OWN):
                one.take(_OWN)
                one.take(r"(?i)\b(?:the )?user(?:'s)?\b|which only ever|\bonly\b|\bever\b")
            if one.has(r"(?i)\b(?:token|logged[- ]in|auth\w*|bearer|authorization)\b"):
                _drop_all(one)


def _drop_all(one: Said) -> None:
    while one.take(_TOLD):
        pass
    one.text = re.sub(r"[<>]", " ", one.text)


def account_operations(found: Accounts) -> None:
    """Write what registering, logging in and out do."""
    name, users = found.login_name, found.users
    if found.register is not None:
        _register(found, found.register)
    scene = found.login
    scene.given.clear()
    for each in (name, "password"):
        scene.bring(each, "json", Held(each, STRING))
    for fault in scene.told.faults:
        if fault.status in {400, 422}:
            for way in INVALID:
                scene.fails(way, fault.status)
        elif fault.status in {401, 403, 404}:
            scene.fails("unauthenticated", fault.status)
    scene.told.faults.clear()
    key = next(
        (
            x
            for x in (scene.told.answer.names if scene.told.answer else ())
            if re.search(r"(?i)token|jwt|key|session", x)
        ),
        "token",
    )
    others = [x for x in (scene.told.answer.names if scene.told.answer else ()) if x != key]
    values = [f"{key}: made"]
    for each in others:
        if each in {"token_type", "type"}:
            values.append(f'{each}: "bearer"')
        elif each == "expires_in":
            values.append(f"{each}: {found.tokens.seconds}")
        elif each in users.fields or each == "id":
            values.append(f"{each}: user.{each}")
        elif each in {"user", "account"}:
            values.append(f"{each}: user")
        elif each in {"user_id", "userId"}:
            values.append(f"{each}: user.id")
        else:
            scene.open.append(f"what {each} is")
    scene.lines = [
        f"let user = first(User[where .{name} = input.{name}])",
        (
            "guard user != null and check_password(input.password, user.password_hash) else "
            f'unauthenticated "Wrong {name} or password"'
        ),
        *found.tokens.made("user.id"),
        f"answer {scene.told.status or 200} {{{', '.join(values)}}}",
    ]
    if found.logout is not None:
        given, token = presented(found.identity)
        scene = found.logout
        scene.told.faults.clear()
        scene.lines = [
            *found.tokens.over(token),
            f"answer {scene.told.status if scene.told.status == 204 else 204}",
        ]
        scene.given.clear()
        scene.also.append(given)


def _register(found: Accounts, scene: Scene) -> None:
    users, name, password = found.users, found.login_name, found.password
    fields = [each for each in users.fields.values() if not each.hidden]
    known = {each.name: each for each in fields} | {"password": password}
    for brought in scene.given.values():  # what was told of the body already
        if (kept := users.fields.get(brought.held.name)) is not None and kept is not brought.held:
            kept.type = (
                brought.held.type
                if brought.held.type is not None
                and (kept.type is None or brought.held.type.choices)
                else kept.type
            )
            kept.default, kept.required = brought.held.default, brought.held.required
        elif brought.held.name == "password" and brought.held.type is not None:
            password.type = brought.held.type
    scene.given.clear()
    for one in [*scene.told.said, *scene.service.brief.said]:
        field_rules(one, known, None)
    status = 409
    for fault in scene.told.faults:
        if fault.status in {400, 422} and (
            refused(fault.cause, known, list(known.values())) or not fault.cause.left
        ):
            for way in INVALID:
                scene.fails(way, fault.status)
        elif fault.otherwise:
            field_rules(fault.cause, known, None)
            for way in INVALID:
                scene.fails(way, fault.status)
        elif fault.status in {409, 400, 422}:
            status = fault.status
    scene.told.faults.clear()
    if status != 409:
        scene.fails("conflict", status)
    for each in fields:
        each.required = True if each.name == name or each.required is None else each.required
        scene.bring(each.name, "json", each)
    password.required = True
    scene.bring("password", "json", password)
    values = ", ".join(f"{each.name}: input.{each.name}" for each in fields)
    scene.kind = users
    sketch = (
        scene.told.answer
        if scene.told.answer is not None and scene.told.answer.form == "record"
        else None
    )
    body = "user" if sketch is None else shown(scene, users, "user", sketch)
    status = scene.told.status or 201
    scene.lines = [
        f'guard count(User[where .{name} = input.{name}]) = 0 else conflict "This {name} is taken"',
        f"insert User {{{values}, password_hash: hash_password(input.password)}} as user",
        f"answer {status}" + ("" if status == 204 else f" {body}"),
    ]


def open_to_all(request: Request, scene: Scene) -> bool:
    """Whether words say that a request needs nobody to be known."""
    del request
    return any(
        not re.search(r"(?i)\blogged[- ]in\b|\bwith (?:a|the) token\b|\bregistered\b", one.whole)
        and one.has(
            r"(?i)\b(?:public|no (?:token|login|auth\w*)|without (?:a )?(?:token|login)|anyone|"
            r"anybody|everybody)\b"
        )
        for one in scene.told.said
    )
