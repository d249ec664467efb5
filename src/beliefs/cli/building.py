"""What the commands around builds have in common: how each of them ends."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session
from beliefs.errors import (
    BeliefsError,
    CannotRun,
    InvalidInput,
    NotFound,
    OtherLanguage,
    SandboxError,
)

ACCEPTED, NOT_ACCEPTED, NOT_UNDERSTOOD, LACKING, OUT_OF_TIME = 0, 1, 2, 3, 4
BAD_USAGE, OWN_ERROR = 64, 70
_LONGEST = 1e9  # seconds: thirty years


def _trust(_context: click.Context, _option: click.Parameter, said: bool) -> None:
    """Let whatever is started from here on know that nothing has to keep programs in."""
    if said:
        from beliefs.sandbox.probing import UNSAFE

        os.environ[UNSAFE] = "1"


unsafe_option = click.option(
    "--unsafe",
    is_flag=True,
    expose_value=False,
    callback=_trust,
    help="Run it even where nothing would keep it in: it can reach all that is yours.",
)


def _finite(_context: click.Context, _option: click.Parameter, said: float | None) -> float | None:
    """Read seconds that a clock can count."""
    if said is not None and not said <= _LONGEST:
        raise click.BadParameter(f"{said:g} is no time to wait for: at most {_LONGEST:g} seconds.")
    return said


def timeout_option(told: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """How long a build may take."""
    return click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True),
        callback=_finite,
        metavar="SECONDS",
        help=told,
    )


class BuildCommand(Command):
    """A command whose exit status says how far a build came, and not what became of a ledger."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the arguments; a mistake in them is bad usage."""
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as error:
            raise _bad(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run it; whatever goes wrong is one sentence and its status."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise _bad(error) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:  # noqa: BLE001 - that is what status 70 is for
            code, sentence, status = _told(error)
            ctx.find_root().ensure_object(Session).print_error(code, sentence)
            return status


class _BadUsage(click.UsageError):
    exit_code = BAD_USAGE


def _bad(error: click.UsageError) -> click.UsageError:
    return _BadUsage(error.format_message(), error.ctx)


def _told(error: Exception) -> tuple[str, str, int]:
    from beliefs.errors import CannotInstall, Lacking

    if isinstance(error, BeliefsError):
        for kind, status in (
            (OtherLanguage, NOT_UNDERSTOOD),
            (CannotRun, NOT_UNDERSTOOD),
            (InvalidInput, BAD_USAGE),
            (NotFound, BAD_USAGE),
            (CannotInstall, LACKING),
            (Lacking, LACKING),
            (SandboxError, LACKING),
        ):
            if isinstance(error, kind):
                return error.code, str(error), status
        return error.code, str(error), OWN_ERROR
    if isinstance(error, ModuleNotFoundError):
        message = f"{error.name} is not installed: pip install 'beliefs[build]'."
        return "build/lacking", message, LACKING
    if isinstance(error, OSError):
        what = f"{error.filename}: " if error.filename else ""
        return "system/error", f"{what}{(error.strerror or str(error)).lower()}.", LACKING
    return "build/own-error", f"{_place(error)}; this is a mistake of ours.", OWN_ERROR


def _place(error: Exception) -> str:
    """What happened and where, for whoever is told of it."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f" ({at.tb_frame.f_globals.get('__name__')}:{at.tb_lineno})" if at else ""
    return f"{type(error).__name__}: {error}{where}"
