"""Specs that builder and judge are tried on."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.entities import Entity
from beliefs.spec.features import identity
from beliefs.spec.features.crud import crud
from beliefs.spec.features.resources import Resource
from beliefs.spec.features.tokens import Tokens
from beliefs.spec.operations import Input, Operation
from beliefs.spec.parsing import read
from beliefs.spec.service import Identity, Spec
from beliefs.spec.types import Field, Type

_TAGS = Type("list", item=Type("string"))
_BOOKMARK = Entity(
    "Bookmark",
    "bookmarks",
    (
        Field("url", Type("url")),
        Field("title", Type("string", min_length=1, max_length=40)),
        Field("tags", _TAGS, required=False, default="[]"),
    ),
)
_RANDOM = """let bookmark = any_of(Bookmark)
guard bookmark != null else absent "There are no bookmarks yet"
answer 200 bookmark"""

BOOKMARKS = Spec(
    "bookmarks",
    "Bookmarks",
    "Keeps bookmarks.",
    entities=(_BOOKMARK,),
    operations=(
        *crud(Resource(_BOOKMARK, "/bookmarks")),
        Operation("random_bookmark", "GET", "/random", read(_RANDOM), summary="Any bookmark."),
    ),
)

_USER = identity.user("email")
_TOKENS = Tokens(signed=False)
_NOTE = Entity("Note", "notes", (Field("stars", Type("integer", minimum=1, maximum=5)),))
_NOTES = identity.owned(Resource(_NOTE, "/notes"))

OWNED = Spec(
    "notes",
    "Notes",
    "Notes of one's own.",
    entities=(_USER, *_TOKENS.entities(Type("integer")), _NOTES.entity),
    operations=(
        identity.register(_USER, "/register"),
        identity.login(_USER, "/login", _TOKENS),
        identity.me("/me"),
        *crud(_NOTES),
    ),
    identity=Identity("bearer", "Authorization", _TOKENS.who),
)

_LINK = Entity(
    "Link",
    "links",
    (Field("url", Type("url")), Field("code", Type("string")), Field("clicks", Type("integer"))),
)
_CODE = Input("code", "path", Type("string"))

LINKS = Spec(
    "links",
    "Links",
    "Short links.",
    entities=(_LINK,),
    operations=(
        Operation(
            "shorten",
            "POST",
            "/shorten",
            read(
                "insert Link {url: input.url, code: code(6), clicks: 0} as link\n"
                'answer 201 {code: link.code, short_url: url("/" + link.code)}'
            ),
            inputs=BOOKMARKS.operations[0].inputs[:1],
        ),
        Operation(
            "follow",
            "GET",
            "/{code}",
            read(
                "let link = first(Link[where .code = input.code])\n"
                'guard link != null else absent "No such link"\n'
                "patch Link link {clicks: link.clicks + 1}\n"
                "answer 302 headers {Location: link.url}"
            ),
            inputs=(_CODE,),
        ),
        Operation(
            "stats",
            "GET",
            "/stats/{code}",
            read(
                "let link = first(Link[where .code = input.code])\n"
                'guard link != null else absent "No such link"\n'
                'answer 200 only(link, "url", "clicks")'
            ),
            inputs=(_CODE,),
        ),
    ),
)

_WITH_FLASK = replace(OWNED, framework="flask")
_IN_A_FILE = replace(BOOKMARKS, storage="json")
ALL = {
    "bookmarks": BOOKMARKS,
    "bookmarks in a JSON file": _IN_A_FILE,
    "links": LINKS,
    "owned": OWNED,
    "owned with Flask": _WITH_FLASK,
}
