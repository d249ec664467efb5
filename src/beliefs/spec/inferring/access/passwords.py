"""Whoever is known changes their password: `PUT /me/password` with the old one and a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.documents.words import plain

if TYPE_CHECKING:
    from beliefs.spec.inferring.writing import Writer

_OLD = re.compile(r"(?:old|current|present|previous|existing|oldpassword|currentpassword)")
_NEW = re.compile(r"(?:new|newpassword|password|newone)")
_ENDS = (
    r"(?:stop|end|are (?:ended|invalid|revoked|deleted|logged out|gone)|no longer|become invalid)"
)
_OTHERS = re.compile(
    rf"(?i)\bother (?:\w+ )?(?:tokens|sessions|logins|devices)\b[^.;]*\b{_ENDS}|"
    r"\b(?:ends?|revokes?|invalidates?|deletes?|logs? out) (?:all )?(?:the |their )?other\b"
)
_ALL = re.compile(
    rf"(?i)\ball (?!other)(?:\w+ )*(?:tokens|sessions|logins)\b[^.;]*\b{_ENDS}|"
    r"\b(?:ends?|revokes?|invalidates?|deletes?) all (?!other)(?:\w+ )*(?:tokens|sessions|logins)\b"
)


def changed_in(route: Route) -> tuple[str, str]:
    """The names under which a request brings the old password and the new one; else nothing.

    >>> from beliefs.spec.documents.contract import Property, Shape
    >>> from beliefs.spec.types import Type
    >>> text = Shape(Type("string"))
    >>> two = Shape(Type("record"), properties=(Property("old", text), Property("new", text)))
    >>> changed_in(Route("PUT", "/me/password", body=two))
    ('old', 'new')
    """
    body = route.body
    about = re.search(r"(?i)pass(?:word|wd|phrase)", f"{route.path} {' '.join(_names(route))}")
    if route.method not in {"POST", "PUT", "PATCH"} or body is None or not about:
        return "", ""
    old = [each for each in _names(route) if _OLD.fullmatch(_bare(each))]
    new = [each for each in _names(route) if _NEW.fullmatch(_bare(each)) and each not in old]
    return (old[0], new[0]) if len(old) == 1 and len(new) == 1 else ("", "")


def _names(route: Route) -> tuple[str, ...]:
    return route.body.names if is_record(route.body) and route.body is not None else ()


def _bare(name: str) -> str:
    return plain(name).removesuffix("passwd").removesuffix("pw") or plain(name)


def ends_others(route: Route) -> bool:
    """Whether changing a password ends all other logins, and not that of the request."""
    return bool(changed_in(route)[0] and _OTHERS.search(route.words))


def ends_some(route: Route) -> bool:
    """Whether changing a password ends logins at all: then they are kept."""
    return bool(changed_in(route)[0]) and bool(
        _OTHERS.search(route.words) or _ALL.search(route.words)
    )


def password_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that changes the caller's password; None when it is none."""
    from beliefs.spec.inferring.access.shown import token_in
    from beliefs.spec.inferring.writing import Scene

    old, new = changed_in(route)
    found = writer.accounts
    users = found.users
    if not old or users is None or not writer.needs(route) or "password_hash" not in users.fields:
        return None
    one, key = users.variable, users.key.name
    way = writer.refuse(
        route, "forbidden", f"Wrong {old} password", f"wrong {old} password", (403, 401, 400, 422)
    )
    lines = [
        f"let {one} = first({users.name}[where .{key} = me.{key}])",
        f"guard check_password(input.{writer.name(old)}, {one}.password_hash) else {way}",
        f"patch {users.name} {one} {{password_hash: hash_password(input.{writer.name(new)})}}",
    ]
    if ends_others(route) and not found.signed:
        mine = token_in(writer, route)
        lines.append(f"delete Session where .user_id = me.{key} and .token != {mine}")
    elif ends_some(route):
        ended = found.tokens.everywhere(f"me.{key}")
        if ended is None:
            return None  # nobody knows of tokens that are only signed
        lines += ended
    return [*lines, writer.answer(route, Scene(users, one, message="Password changed"), 204)]
