"""Where a request shows what it holds: the Authorization header and, in a browser, a cookie.

The header is read strictly: one header, one scheme, one space, one key. The cookie holds a token
that may only look; it is read for the dashboard's pages and for live changes, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from beliefs.errors import Unauthorised

LONGEST = 4_096
COOKIE = "beliefs"
_BEARER = re.compile(r"Bearer ([A-Za-z0-9_-]+)", re.ASCII)


def only_authorization(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The value of the one Authorization header of an ASGI scope, or None without one.

    Two are refused: programs on the way here may have looked at the other one.

    >>> only_authorization([(b"authorization", b"Bearer abc")])
    'Bearer abc'
    """
    found = [value for name, value in headers if name.lower() == b"authorization"]
    if len(found) > 1:
        raise Unauthorised("there is more than one Authorization header; send one.")
    return found[0].decode("latin-1") if found else None


def bearer(authorization: str | None) -> str:
    """The key or token in the header's value; whatever is wrong, nothing of it is repeated.

    >>> bearer("Bearer abc")
    'abc'
    """
    if authorization is None:
        raise Unauthorised("this takes a key; send it as Authorization: Bearer bk_….")
    # The length first: nothing is done with a long value but measuring it.
    match = _BEARER.fullmatch(authorization) if len(authorization) <= LONGEST else None
    if match is None:
        raise Unauthorised("the Authorization header must read Bearer, one space, and a key.")
    return match[1]


def cookie_token(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token that signing in left with a browser, as an Authorization header would show it.

    >>> cookie_token([(b"cookie", b"colour=red; beliefs=bt_abc")])
    'Bearer bt_abc'
    """
    for name, value in headers:
        if name.lower() == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                key, _, token = pair.strip().partition("=")
                if key == COOKIE and token.startswith("bt_"):
                    return f"Bearer {token}"
    return None
