"""What goes wrong, as one sentence on stderr and an exit status."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from beliefs.errors import BeliefsError, KeyConflict, NotFound, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from beliefs.cli.session import Session

CHECK_FAILED = 1
BAD_INPUT = 2
NOT_FOUND = 3
CONFLICT = 4
STORE_TROUBLE = 5
INTERRUPTED = 130


def guarded(run: Callable[[], object], session: Session) -> int:
    """Run a command and return its exit status."""
    try:
        status = run()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return BAD_INPUT
    except click.ClickException as error:
        if session.json:
            session.print_error("usage/invalid", error.format_message())
        else:
            error.show()
        return error.exit_code if isinstance(error, click.UsageError) else BAD_INPUT
    except BeliefsError as error:
        session.print_error(error.code, str(error))
        return _status_of(error)
    except click.Abort as error:
        if isinstance(error.__cause__ or error.__context__, EOFError):
            session.print_error(
                "usage/unanswered", "the input ended before the question was answered."
            )
            return BAD_INPUT
        session.print_error("run/interrupted", "interrupted.")
        return INTERRUPTED
    except OSError as error:
        session.print_error("system/error", _told(error))
        return STORE_TROUBLE
    return status if isinstance(status, int) else 0


def _status_of(error: BeliefsError) -> int:
    for kind, status in (
        (NotFound, NOT_FOUND),
        (KeyConflict, CONFLICT),
        (StoreError, STORE_TROUBLE),
    ):
        if isinstance(error, kind):
            return status
    return BAD_INPUT


def _told(error: OSError) -> str:
    reason = (error.strerror or str(error)).lower()
    return f"{error.filename}: {reason}." if error.filename else f"{reason}."


def check_failed() -> None:
    """End with the status that says so, after everything has been printed."""
    sys.stdout.flush()
    raise click.exceptions.Exit(CHECK_FAILED)
