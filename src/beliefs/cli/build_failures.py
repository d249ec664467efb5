"""What goes wrong around builds, as one sentence and the exit status that says whose turn it is."""

from __future__ import annotations

import errno
import re
import shutil
import sqlite3
from pathlib import Path

from beliefs.cli.building import BAD_USAGE, LACKING, NOT_UNDERSTOOD, OWN_ERROR
from beliefs.errors import (
    BeliefsError,
    CannotInstall,
    CannotRun,
    InvalidInput,
    Lacking,
    NotFound,
    OtherLanguage,
    SandboxError,
    StoreError,
)
from beliefs.mind.files import home


def told(error: Exception) -> tuple[str, str, int]:
    """The code, the sentence and the exit status of what went wrong."""
    if isinstance(error, BeliefsError):
        for kind, status in (
            (OtherLanguage, NOT_UNDERSTOOD),
            (CannotRun, NOT_UNDERSTOOD),
            (InvalidInput, BAD_USAGE),
            (NotFound, BAD_USAGE),
            (CannotInstall, LACKING),
            (Lacking, LACKING),
            (SandboxError, LACKING),
            (StoreError, LACKING),
        ):
            if isinstance(error, kind):
                return error.code, str(error), status
        return error.code, str(error), OWN_ERROR
    if isinstance(error, ModuleNotFoundError):
        message = f"{error.name} is not installed: pip install 'beliefs[build]'."
        return "build/lacking", message, LACKING
    if isinstance(error, sqlite3.OperationalError):  # of the checkpoints
        message = (
            f"{home()}: {error}; BELIEFS_HOME names a folder with room that may be written to."
        )
        return "build/lacking", message, LACKING
    if isinstance(error, OSError):
        return "system/error", _of_the_system(error), LACKING
    return "build/own-error", f"{_place(error)}; this is a mistake of ours.", OWN_ERROR


_FULL = {errno.ENOSPC, errno.EDQUOT}


def _of_the_system(error: OSError) -> str:
    """What the machine has too little of, or does not let us have, and where."""
    number, place = error.errno, str(error.filename or "")
    why = (error.strerror or str(error)).lower()
    if isinstance(error, shutil.Error):  # one for each file that could not be copied
        _, place, told = error.args[0][0]
        found = re.match(r"\[Errno (\d+)\] ([^:]+)", str(told))
        number, why = (int(found[1]), found[2].lower()) if found else (None, str(told))
    where = f"{place}: " if place else ""
    if number in _FULL:
        more = "free some room, then build again, or go on with `belief resume`"
        return f"{where}no space left on its disk; {more}."
    ours = place and Path(place).is_relative_to(home())
    rule = "; set BELIEFS_HOME to a folder that may be written to" if ours else ""
    return f"{where}{why}{rule}."


def _place(error: Exception) -> str:
    """What happened and where, for whoever is told of it."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f" ({at.tb_frame.f_globals.get('__name__')}:{at.tb_lineno})" if at else ""
    return f"{type(error).__name__}: {error}{where}"
