"""Options that every command takes, and the kinds of values that commands ask for."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import click
from click.core import ParameterSource

from beliefs.cli.session import Session

_SHARED: tuple[tuple[str, str, str], ...] = (
    (
        "store",
        "URL",
        "A file, postgresql://… or http://…, a server; default ~/.beliefs/beliefs.db.",
    ),
    ("namespace", "NAME", "The ledger in that store."),
    ("agent", "NAME", "Who speaks."),
    ("thread", "NAME", "Write to this thread; read it, the agent's notes and the space."),
    (
        "api_key",
        "KEY",
        "The key to a server; others may see it here, so rather set the variable.",
    ),
)


def shared_options(*, front: bool = False) -> list[click.Option]:
    """The options of `belief` itself; without `front`, for a place after a command's name."""
    options = [
        click.Option(
            [f"--{name.replace('_', '-')}"],
            metavar=metavar,
            help=help_text,
            envvar=f"BELIEFS_{name.upper()}" if front else None,
            show_envvar=True,
            hidden=not front,
            expose_value=False,
            callback=_remember,
        )
        for name, metavar, help_text in _SHARED
    ]
    json_option = click.Option(
        ["--json"],
        is_flag=True,
        default=None,
        help="Speak JSON: one document, or one line each where it is a stream.",
        envvar="BELIEFS_JSON" if front else None,
        show_envvar=True,
        hidden=not front,
        expose_value=False,
        callback=_remember,
    )
    return [*options, json_option]


def _remember(context: click.Context, option: click.Parameter, value: object) -> None:
    if value is None:
        return
    session = context.find_root().ensure_object(Session)
    name = str(option.name)
    setattr(session, name, value)
    if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
        session.typed.add(name)


class Command(click.Command):
    """A command that takes the shared options after its name too.

    An option of its own with the same name comes first: `belief trust set --agent` names whom.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = {name for param in self.params for name in param.opts}
        self.params += [option for option in shared_options() if not own.intersection(option.opts)]


class Group(click.Group):
    """A family of commands, such as `belief trust`."""

    command_class = Command


def moment(text: str) -> datetime:
    """Read a moment: ISO 8601, in UTC unless it says otherwise, or a time ago such as 2h."""
    ago = _span(text)
    try:
        moment = datetime.fromisoformat(text) if ago is None else datetime.now(UTC) - ago
    except (ValueError, OverflowError):
        raise click.BadParameter(
            f"{text!r} is no moment: write 2025-03-31T12:00, or 2h for a time ago."
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def duration(text: str) -> timedelta:
    """Read a time span.

    >>> duration("12h"), duration("1.5d")
    (datetime.timedelta(seconds=43200), datetime.timedelta(days=1, seconds=43200))
    """
    found = _span(text)
    if found is None:
        raise click.BadParameter(f"{text!r} is no time span: write 45s, 30m, 12h, 30d, 8w or 1y.")
    return found


_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800, "y": 31_557_600}
_WRITTEN = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdwy])", re.IGNORECASE)


def _span(text: str) -> timedelta | None:
    match = _WRITTEN.fullmatch(text.strip())
    if not match:
        return None
    try:
        return timedelta(seconds=float(match[1]) * _UNITS[match[2].lower()])
    except OverflowError:
        return timedelta.max


def told_duration(span: timedelta) -> str:
    """Write a time span in the largest unit that says it in whole numbers.

    >>> told_duration(timedelta(days=30)), told_duration(timedelta(minutes=90))
    ('30d', '90m')
    """
    seconds = span.total_seconds()
    for unit in "dhm":
        if seconds % _UNITS[unit] == 0:
            return f"{seconds / _UNITS[unit]:.0f}{unit}"
    return f"{seconds:g}s"
