"""Specs about who may ask, how often, and how requests fail."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.entities import Entity
from beliefs.spec.failures import Failure, Failures
from beliefs.spec.features import conditional, credentials, identity, membership
from beliefs.spec.features.crud import crud
from beliefs.spec.features.resources import Resource
from beliefs.spec.features.tokens import Tokens
from beliefs.spec.service import Identity, Rate, Spec
from beliefs.spec.types import Field, Type
from tests.build.samples import OWNED

_OWN = (
    Failure("missing", 400, "Something is missing", "MISSING"),
    Failure("absent", 404, body='{"gone": true, "by": {"status": "{status}"}}'),
)
_TABLE = (
    Failure("unauthenticated", 401, "Who?", "WHO", '{"error": "{message}", "code": "{code}"}'),
    Failure("wrong_type", 400, code="TYPE"),
    Failure("out_of_range", 400, "Out of range", "RANGE"),
)
FAILING = replace(
    OWNED,
    operations=tuple(
        replace(each, failures=_OWN) if each.name in {"create_note", "get_note"} else each
        for each in OWNED.operations
    ),
    failures=Failures(
        _TABLE, '{"error": {"text": "{message}", "code": "{code}", "n": "{status}"}}'
    ),
)
LIMITED = replace(OWNED, rates=(Rate(8, 60), Rate(4, 30, "/notes", "caller", "POST")), largest=2000)

# Keys, renewed tokens, cookies, roles, sharing, tags.

_LIST = Resource(Entity("Item", "items", (Field("title", Type("string", min_length=1)),)), "/items")
_PLAIN = Spec("items", "Items", "Keeps items.", entities=(_LIST.entity,), operations=crud(_LIST))
KEYED = replace(
    _PLAIN,
    operations=tuple(credentials.for_key(each) for each in _PLAIN.operations),
    identity=credentials.by_key("header", "X-API-Key", variable="API_KEY"),
    failures=Failures((Failure("unauthenticated", 401, body='{"error": "invalid api key"}'),)),
)
_USER = identity.user("email", roles=("user", "admin"))
_MINE = identity.owned(_LIST, roles=("admin",))
_SIGNED = Tokens(signed=True, seconds=900, renewed=7 * 86400, ends=True)
_BEARER = Identity("bearer", "Authorization", _SIGNED.who)
RENEWED = Spec(
    "renewed",
    "Renewed",
    "Tokens that are renewed, and roles.",
    entities=(_USER, *_SIGNED.entities(Type("integer")), _MINE.entity),
    operations=(
        identity.register(_USER, "/auth/register", first_is="admin"),
        identity.login(_USER, "/auth/login", _SIGNED),
        credentials.renew("/auth/refresh", _SIGNED, again=True),
        identity.logout("/auth/logout", _SIGNED, _BEARER),
        identity.me("/me"),
        *crud(_MINE, ("create", "list", "show")),
        identity.only_for(crud(_MINE, ("remove",))[0], "admin"),
    ),
    identity=_BEARER,
    secret="APP_SECRET",  # noqa: S106 - the name of a variable
)
_OPAQUE = Tokens(signed=False, seconds=3600, ends=True)
_COOKIE = credentials.in_cookie(_OPAQUE.who)
_BOARD = identity.owned(replace(_LIST, visible=""))
_BOARD = replace(_BOARD, visible=membership.shared(_BOARD.entity))
COOKIE = Spec(
    "cookie",
    "Cookie",
    "Items of several people, with sessions in a cookie.",
    entities=(
        _USER,
        *_OPAQUE.entities(Type("integer")),
        _BOARD.entity,
        membership.membership(_BOARD.entity, _USER),
    ),
    operations=(
        identity.register(_USER, "/register"),
        credentials.with_cookie(identity.login(_USER, "/login", _OPAQUE), 3600),
        credentials.without_cookie(identity.logout("/logout", _OPAQUE, _COOKIE)),
        *crud(_BOARD, ("create", "list", "show")),
        *membership.sharing(_BOARD, _USER, "/items/{id}/members"),
    ),
    identity=_COOKIE,
)
TAGGED = replace(
    _PLAIN,
    operations=(
        *(
            conditional.located(each, _LIST, absolute=True) if each.method == "POST" else each
            for each in (
                each
                if each.name == "list_items"
                else conditional.tagged(each, _LIST.one, must=True, checks=True)
                for each in _PLAIN.operations
            )
        ),
        conditional.options("/items", ["GET", "POST"]),
    ),
    origins=("https://app.example",),
)
