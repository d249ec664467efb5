"""Logins that answer with a cookie, which later requests bring: "sets a session cookie (HttpOnly)".

What a cookie is called stands beside the word, in an answer's `Set-Cookie`, or nowhere; then it is
`session`, which is said. Cookies of anything but a login are not looked at.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, sentences
from beliefs.spec.documents.contract import Contract, Reply, Route, Security
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.access.accounts import token_of
from beliefs.spec.service import Assumption

USUAL = "session"
_ENTRIES = {"login", "signin", "session", "sessions", "authenticate", "auth", "token", "tokens"}
_NONE = re.compile(
    r"(?i)\b(?:no|without|not|never|nor|instead of|rather than)(?: (?:any|use|uses|set|sets))?"
    r"(?: session)? cookies\b|\bcookies? (?:is|are) not\b|\b(?:not|never)(?: \w+){0,2} cookies?\b"
)
_DEMAND = re.compile(r"(?i)\b(?:needs?|requires?|without|must|401|wants?|brings?|show|send)\b")
_NAME = r"[`\"'*]+(?P<{0}>[A-Za-z_][\w.-]*)[`\"'*]+"
_NAMED = (
    re.compile(r"(?i)\bset-cookie\b[^.;]*?(?-i:\b(?P<one>[A-Za-z_][\w-]*)=)"),
    re.compile(
        rf"(?i)\bcookies? (?:(?:that is |which is )?(?:called|named|with the name) "
        rf"(?:{_NAME.format('one')}|(?P<two>[A-Za-z_][\w-]*))|[(:]*{_NAME.format('three')})"
    ),
    re.compile(rf"(?i){_NAME.format('one')}(?:[- ](?:session|login|auth|HttpOnly))*[- ]cookie\b"),
)
_LETTERED = re.compile(r"[a-z]*(?:id|sess\w*|token|auth)|\w*_\w+|[A-Z][A-Z0-9]+")
_NO_NAMES = {"auth", "session", "sessions", "token", "http", "id"}
_BARE = re.compile(r"(?i)(?<=\bcookie )(?-i:[A-Za-z_][\w-]*)|\b(?-i:[A-Za-z_][\w-]*)(?= cookie\b)")
_OTHER = re.compile(r"(?i)\bbearer\b|\bauthorization\b|\bapi[- ]?keys?\b|\bx-[\w-]+\b|\bbasic auth")


def sessioned(contract: Contract) -> Contract:
    """The contract with the cookie that its login sets as what other requests bring."""
    login = next((each for each in contract.routes if enters(each, contract.base)), None)
    known = contract.security
    if login is None or contract.caller or contract.row_key is not None:
        return contract
    if known is not None and (known.place != "bearer" or known.variable or known.keys):
        return contract
    if known is None and (brought := _brought(contract)):
        routes = tuple(_wanting(each, brought) for each in contract.routes)
        shown = Security("cookie", brought, login.source)
        return replace(contract, routes=routes, security=shown)
    texts = _said(contract, login)
    if known is not None and any(map(_OTHER.search, texts)):
        return contract
    given = [each for each in texts if not _NONE.search(each)]
    if not given or (token_of(login) and not any(map(_DEMAND.search, given))):
        return contract
    names = [name for each in (*given, *texts) if (name := cookie_name(each))]
    said = () if names else (Assumption("what the cookie is called", USUAL, login.source),)
    shown = Security("cookie", names[0] if names else USUAL, login.source, words=given[0])
    assumptions = (*contract.assumptions, *said)
    return replace(contract, security=shown, assumptions=assumptions)


def enters(route: Route, base: str = "") -> bool:
    """Whether a request brings a password to be let in.

    >>> enters(Route("POST", "/login"))
    False
    """
    names = route.body.names if route.body is not None else ()
    chain = steps(route.path, base)
    last = plain(chain[-1].name) if chain and not chain[-1].param else ""
    entry = last in _ENTRIES or bool(re.search(r"(?i)\b(?:log|sign)s?[ -]?in\b", route.summary))
    return route.method == "POST" and entry and any(plain(each) in SECRETS for each in names)


def cookie_name(text: str) -> str:
    """What a text calls a cookie; empty where it only speaks of one.

    >>> cookie_name("sets a cookie named `sid` (HttpOnly)"), cookie_name("a session cookie")
    ('sid', '')
    >>> cookie_name("401 without a valid sid cookie"), cookie_name("Set-Cookie: gate=…; Path=/")
    ('sid', 'gate')
    """
    for pattern in _NAMED:
        if match := pattern.search(text):
            return next(each for each in match.groups() if each)
    for match in _BARE.finditer(bare(text)):
        if _LETTERED.fullmatch(match[0]) and match[0].lower() not in _NO_NAMES:
            return match[0]
    return ""


def _brought(contract: Contract) -> str:
    """The cookie that requests are described to bring as a parameter; else nothing."""
    params = [each for route in contract.routes for each in route.params]
    return next((each.name for each in params if each.place == "cookie"), "")


def _wanting(route: Route, name: str) -> Route:
    """A route for those who bring a cookie, which is no input of it any more."""
    rest = tuple(each for each in route.params if (each.place, each.name) != ("cookie", name))
    return route if rest == route.params else replace(route, params=rest, secured=True)


def _said(contract: Contract, login: Route) -> list[str]:
    """The sentences that speak of cookies: of the login and of the whole service."""
    replies = [f"{each.words} {_headed(each)}" for each in login.replies]
    whole = [contract.summary, *(text for _, text in contract.prose)]
    rest = [each.words for each in contract.routes if each is not login]
    own = [one for each in (login.words, *replies) for one in sentences(each)]
    about = [one for each in (*whole, *rest) for one in sentences(each)]
    return [each for each in (*own, *about) if re.search(r"(?i)\bcookies?\b", each)]


def _headed(reply: Reply) -> str:
    """That an answer has the header that sets a cookie, as words."""
    return "Set-Cookie" if any(plain(each) == "setcookie" for each in reply.headers) else ""
