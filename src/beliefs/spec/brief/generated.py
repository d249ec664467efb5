"""Values that the service makes up for new rows: secrets, and who made them."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.service import Assumption

_SECRET = re.compile(
    r"(?i)^(?:(?:api|access|secret|license|share|edit|delete|deletion|manage|management|unsubscribe|"
    r"confirm|confirmation|verification|invite|invitation|download|upload|reset|admin|owner|"
    r"claim|tracking|auth)?_?(?:key|token|secret)|tracking_?(?:id|number))$"
)
_CODE = re.compile(
    r"(?i)^(?:(?:confirm|confirmation|verification|invite|invitation|access|join|claim|pickup|"
    r"ticket|booking|order|reference|voucher|short|entry|door|room)?_?(?:code|pin)|reference|"
    r"(?:booking|order|ticket)_?(?:reference|ref|number))$"
)
_MAKER = re.compile(
    r"(?i)^(?:owner|author|user|username|creator|created_?by|posted_?by|uploaded_?by|added_?by|"
    r"owner_?name|author_?name|user_?name|sender|from|from_?user|reported_?by|reporter)$"
)
_ITS_KEY = re.compile(r"(?i)^(?:owner|author|user|creator|created_?by|sender)_?id$")
_LETTERS = re.compile(
    r"(?i)(?P<n>\d+|four|six|eight|five|ten)[- ](?P<w>digits?|letters?|characters?)"
)
_WORDS = {"four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}


def made_up(service: Service, scenes: list[Scene]) -> None:
    """Give new rows the secrets that answers show, and who asks for them."""
    for kind in service.kinds:
        making = next((x for x in scenes if x.kind is kind and x.request.method == "POST"), None)
        if making is None or not kind.makes:
            continue
        _spelled(kind, making)
        for name, held in list(kind.fields.items()):
            if _open(kind, name, held) and (value := _value(service, making, kind, name)):
                held.start, held.server = value, True


def _spelled(kind: Kind, making: Scene) -> None:
    """How long a key is that is made up, as a document says of the value."""
    key = kind.key
    if key.style != "given" or key.name in making.given:
        return
    for line in making.request.lines:
        spelled = _LETTERS.search(line.said.whole) if line.name == key.name else None
        if spelled is not None:
            many = int(_WORDS.get(spelled["n"].lower(), 0) or spelled["n"])
            kind.key = replace(key, length=many)
            line.said.take(
                r"(?:an? )?(?:random |unguessable |generated |unique )*(?:code|string|text|id|"
                r"token)?(?: (?:of|"
                r"with))? ?(?:\d+|four|six|eight|five|ten)[- ](?:random )?(?:characters?|"
                r"letters?|digits?)"
                r"(?:(?: and|,| or|/) ?(?:letters|digits))?"
            )


def _open(kind: Kind, name: str, held: Held) -> bool:
    """Whether nothing says where a value comes from."""
    told = held.type or STRING
    return (
        name not in kind.brought
        and name not in {kind.key.name, kind.within}
        and not (held.start or held.hidden or held.of or held.default is not None)
        and told.kind in {"string", "integer", "number", "uuid"}
        and not told.choices
    )


def _value(service: Service, making: Scene, kind: Kind, name: str) -> str:
    told = kind.fields[name].type or STRING
    if told.kind in {"integer", "number"} and (value := _same_at_first(making, name)):
        return value
    if (value := _maker(service, making, name, told.kind)) and _whose(making, name):
        return value
    if told.kind == "integer" or (service.kind(name) is not None and not _SECRET.match(name)):
        return ""
    snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    secret = _SECRET.match(name) or re.fullmatch(r"[a-z]+_(?:token|secret|key)", snake)
    if not (secret or _CODE.match(name)):
        return ""
    words = " ".join(x.said.whole for x in making.request.lines if x.name == name)
    about = rf"(?i)\b{re.escape(name)}s? (?:has|have|is|are|of|with|consists? of)\b[^.;]*"
    for one in service.brief.said:
        words += " ".join(re.findall(about, one.whole))
    spelled = _LETTERS.search(words)
    many = int(_WORDS.get(spelled["n"].lower(), 0) or spelled["n"]) if spelled else 8
    if told.kind == "uuid":
        value, chosen = "uuid()", "a random UUID"
    elif spelled is not None and spelled["w"].lower().startswith("digit"):
        value, chosen = f'code({many}, "0123456789")', f"{many} random digits"
    elif secret:
        value, chosen = "token(32)", "made up, so that nobody guesses it"
    else:
        value, chosen = f"code({many})", f"{many} random letters and digits"
    for line in making.request.lines:
        if line.name == name:
            line.said.take(
                r"(?:made (?:up|of)|generated|random(?:ly)?|unguessable|unique|secret|"
                r"by the (?:service|server)|needed to|used to|shown (?:only )?once| ){2,}"
            )
    service.assumptions.append(
        Assumption(f"the {name} of {kind.spoken}", chosen, making.request.source)
    )
    return value


_LEFT = re.compile(
    r"(?i)(?:what (?:is|remains) (?:left )?of|(?:the )?(?:remaining|rest of|initially|at first|"
    r"starts? (?:at|"
    r"as|with))) (?:the |its )?(?P<n>[a-z_]+)(?: left)?"
)


def _same_at_first(making: Scene, name: str) -> str:
    """A number that is another one that is brought, as long as nothing was taken of it."""
    for line in making.request.lines:
        found = _LEFT.search(line.said.text) if line.name == name else None
        if found is not None and found["n"] in making.given:
            line.said.take(_LEFT)
            return f"(input.{found['n']})"
    return ""


def _maker(service: Service, making: Scene, name: str, kind: str) -> str:
    """Whoever asks, as a value of the new row."""
    users = service.users
    if users is None or not making.needs:
        return ""
    if _ITS_KEY.match(name):
        return "me.id" if kind == "integer" else ""
    if not _MAKER.match(name) or kind != "string":
        return ""
    told = next((n for n in ("username", "name", "email", "login") if n in users.fields), "")
    return f"me.{told}" if told else ""


def _whose(making: Scene, name: str) -> bool:
    """Take what is said of whoever made a row, which is no more than that."""
    for line in making.request.lines:
        if line.name == name:
            line.said.take(
                r"(?:the )?(?:user ?name|name|e-?mail|id|login)?(?: of)?(?: the)? ?(?:owner|author|"
                r"user|creator|account|person)?(?: (?:who|that) (?:made|created|owns|wrote|posted|"
                r"uploaded|added) (?:it|the \w+|this))?"
            )
    return True
