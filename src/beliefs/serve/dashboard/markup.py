"""Markup: elements whose text is escaped unless it is markup already.

Claims are whatever somebody wrote. Only `tag` makes markup out of text, so nothing gets past it.
"""

from __future__ import annotations

import re
from html import escape

_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*")
_VOID = frozenset({"meta", "link", "input", "br"})


class Html(str):
    """Text that is markup."""

    __slots__ = ()


Inside = str | None
Attribute = str | float | bool | None


def tag(_name: str, *inside: Inside, **attributes: Attribute) -> Html:
    """An element; an attribute that is None or False is left out, True stands alone.

    A trailing underscore is dropped from an attribute's name, others become hyphens.

    >>> tag("p", "<b>", tag("em", "yes"), class_="note", hidden=None)
    '<p class="note">&lt;b&gt;<em>yes</em></p>'
    """
    opened = [_name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        name = key.rstrip("_").replace("_", "-")
        assert _NAME.fullmatch(name), name
        opened.append(name if value is True else f'{name}="{_plain(value)}"')
    if _name in _VOID:
        return Html(f"<{' '.join(opened)}>")
    return Html(f"<{' '.join(opened)}>{joined(*inside)}</{_name}>")


def joined(*parts: Inside) -> Html:
    """Parts side by side.

    >>> joined("a & b", None, Html("<br>"))
    'a &amp; b<br>'
    """
    return Html("".join(_escaped(part) for part in parts if part is not None))


def _escaped(part: str) -> str:
    return str(part) if isinstance(part, Html) else escape(_printable(part))


def _plain(value: str | float) -> str:
    return f"{value:.6g}" if isinstance(value, float) else escape(_printable(str(value)))


def _printable(text: str) -> str:
    """Text without what a page may not hold."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode()
