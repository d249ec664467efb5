"""Which routes are for those who are known, where a document lets people in and says it in words.

What is somebody's, or for some people only, is no route for everybody. Where a document says that
a token is needed and nowhere by whom, all routes need it but those that let people in.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Route
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.access.accounts import renews_in, token_of
from beliefs.spec.inferring.access.passwords import changed_in
from beliefs.spec.service import Assumption

_PEOPLE = (
    r"(?:admin(?:istrator)?|owner|author|creator|member|editor|moderator|manager|staff|user|"
    r"operator|teacher|student|seller|buyer|reviewer|librarian|trainer)s?"
)
_THEIRS = re.compile(
    r"(?i)\b(?:my|mine)\b|\b(?:own|caller'?s?|their own|the (?:current|calling) user)\b|"
    r"\blogged[- ]in\b|\bsigned[- ]in\b|\bi (?:am|own|made|have)\b|"
    rf"\b{_PEOPLE} only\b|\bonly (?:for |by |to )?(?:(?:the|an?|its) )?{_PEOPLE}\b|"
    r"\b(?:belongs?|belonging) to (?:me|you|them|the caller|somebody else|someone else|another)\b"
)
_TOKEN = re.compile(
    r"(?i)\b(?:needs?|requires?|wants?|with|show(?:s|ing)?|send(?:s|ing)?|expects?)"
    r"(?: (?:an?|the|their|your|valid|bearer|access|auth))* (?:tokens?|log-?in|session|cookie)\b|"
    r"\b(?:token|login|session|authentication|auth) (?:is )?(?:needed|required|necessary)\b|"
    r"\bauthorization: ?bearer\b|\((?:token|auth|bearer|login)\)"
)
_OPEN = re.compile(
    r"(?i)\b(?:public(?:ly)?|open to (?:all|everyone|everybody|anyone)|(?:any|every)(?:one|body) "
    r"(?:may|can)|no (?:auth\w*|login|token)|without (?:an? )?(?:auth\w*|login|token|account)|"
    r"not? (?:need|require)\w*)\b"
)
_NOBODY = re.compile(
    r"(?i)\b(?:without|missing|no|invalid|unknown|expired|wrong)\b[^.;]*"
    r"\b(?:tokens?|log-?in|session|cookie|auth\w*|credentials?)\b[^.;]*\b401\b|"
    r"\b(?:unauthenticated|anonymous|unauthori[sz]ed) (?:requests|calls|users|callers)\b[^.;]*"
    r"\b401\b|"
    r"\b401\b[^.;]*\b(?:without|missing|no|invalid|unknown|expired|wrong|unauthenticated)\b"
)
_ENTRIES = {"login", "register", "signup", "signin", "health", "token", "registration", "refresh"}
_ENTRIES |= {"forgot", "reset", "forgotpassword", "resetpassword", "verify"}
_LEAVES = {"logout", "signout", "logoff", "logoutall", "logouteverywhere"}


def guarded(contract: Contract) -> Contract:
    """The contract with its routes that are for those who are known."""
    login = next((each for each in contract.routes if token_of(each) or _enters_by(each)), None)
    cookie = contract.security is not None and contract.security.place == "cookie"
    if (login is None and not cookie) or contract.caller or contract.row_key is not None:
        return contract
    told = any(
        each.secured or _TOKEN.search(each.words) for each in contract.routes if each is not login
    )
    routes = tuple(
        replace(each, secured=True) if _is_theirs(each, contract.base) else each
        for each in contract.routes
    )
    theirs = {each.path for each in routes if each.method == "GET" and each.secured}
    routes = tuple(
        replace(each, secured=True)
        if each.path in theirs and each.method == "POST" and not _opened(each)
        else each
        for each in routes
    )
    open_questions = tuple(e for e in contract.unknowns if not _asks_who(contract, e.words))
    if any(each.secured for each in routes):
        contract = replace(contract, unknowns=open_questions)
    if told or not _demanded(contract):
        return replace(contract, routes=routes)
    closed = [
        each
        for each in routes
        if not _enters(each, contract.base) and not _opened(each) and not renews_in(each)
    ]
    open_ = [f"{each.method} {each.path}" for each in routes if each not in closed]
    chosen = f"whoever asks, but for {', '.join(open_)}"
    said = Assumption("who must show the token", chosen, login.source if login else "")
    return replace(
        contract,
        routes=tuple(replace(each, secured=each in closed) for each in routes),
        assumptions=(*contract.assumptions, said),
        unknowns=open_questions,
    )


def _enters_by(route: Route) -> bool:
    """Whether a login is only said to give out a token, and nothing shows its answer."""
    names = route.body.names if route.body is not None else ()
    secret = any(plain(each) in SECRETS for each in names)
    silent = route.good is None or route.good.shape is None
    said = " ".join([route.words, *(each.words for each in route.replies)])
    entry = re.search(r"(?i)/(?:log|sign)[-_]?in$|/(?:token|session)s?$", route.path)
    return bool(secret and silent and entry and re.search(r"(?i)\btokens?\b|\bJWTs?\b", said))


def _asks_who(contract: Contract, words: str) -> bool:
    """Whether what was not understood is for whom routes are, which is settled here."""
    name = contract.security.name if contract.security is not None else ""
    return words == f"{name}: who must show it"


def _is_theirs(route: Route, base: str) -> bool:
    """Whether words say that somebody must be known, or the path does."""
    if route.secured or _enters(route, base):
        return route.secured
    last = _last(route, base)
    if last in _LEAVES:
        return not renews_in(route)
    if _opened(route):
        return False
    said = f"{route.words} {route.summary}"
    if 401 in route.statuses:
        return True
    named = {plain(each.name) for each in steps(route.path, base)}
    if named & {"me", "whoami"} or changed_in(route)[0]:
        return True
    return bool(_THEIRS.search(said) or _TOKEN.search(said))


def _demanded(contract: Contract) -> bool:
    """Whether the document says at all that somebody must be known."""
    texts = [contract.summary, *(text for _, text in contract.prose)]
    faults = any(each.status == 401 for each in contract.faults)
    return contract.security is not None or faults or any(map(_NOBODY.search, texts))


def _enters(route: Route, base: str) -> bool:
    names = route.body.names if route.body is not None else ()
    brings = any(plain(each) in SECRETS for each in names)
    return _last(route, base) in _ENTRIES or (route.method == "POST" and brings)


def _opened(route: Route) -> bool:
    said = re.sub(r"[^.;:]*\b(?:401|403)\b[^.;:]*", " ", f"{route.words} {route.summary}")
    return bool(_OPEN.search(said))


def _last(route: Route, base: str) -> str:
    chain = steps(route.path, base)
    return plain(chain[-1].name) if chain and not chain[-1].param else ""
