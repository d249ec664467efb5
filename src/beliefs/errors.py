"""Everything that can go wrong, as one tree.

BeliefsError
├── InvalidInput            what was asked cannot be done; nothing was changed
│   ├── InvalidEvidence     numbers that are not evidence: NaN, negative, out of bounds
│   ├── InvalidText         text that cannot be stored: NUL, broken Unicode
│   ├── FamilyMismatch      evidence of one family for a belief of another
│   ├── FromTheFuture       observed later than it could be recorded
│   ├── UnboundThread       a thread scope without a thread
│   ├── Cycle               a belief that would supersede or rest on itself
│   ├── OtherLanguage       a goal in a language that is not read here
│   └── CannotRun           a program read from a goal that breaks on its own values
├── NotFound                no such belief in this view
├── KeyConflict             an idempotency key used again with other content
├── Unauthorised            no key, or one that does not hold
├── Forbidden               a key that holds, and does not reach this far
├── TooMany                 more than a key or an address may ask for; later is fine
├── ModelError              a language model gave no answer that can be used
│   ├── ModelUnavailable    down, overloaded, or too slow
│   ├── ModelRefused        it will not answer: wrong key, unknown model, or a refusal
│   ├── ModelGarbled        what came back is not an answer of its protocol
│   └── BudgetSpent         what it may cost is used up; it was not asked
├── SandboxError            the sandbox failed, not what ran in it
│   └── NoSandbox           this machine has nothing that would keep a program in
├── CannotInstall           a package of a built project could not be had
├── Lacking                 a program that is needed for judging is not on this machine
├── NeverServed             a server in the sandbox ended, or did not listen in time
└── StoreError              the ledger could not be read or written
    ├── CorruptStore        the file is damaged, or not ours
    ├── NewerStore          written by a newer release
    ├── ReadOnlyStore       a write to what may only be read
    ├── StoreFull           no space left; the write was undone
    └── StoreUnavailable    locked for too long, or the connection was lost

Each carries a stable `code` of the form `category/reason` and a message that says what was
wrong, where, and what to do.
"""

from __future__ import annotations

from typing import Any

_LONGEST_SHOWN = 60


def shown(value: object) -> str:
    """A value as an error may show it: readable, and never longer than a line.

    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    """
    try:
        text = repr(value)
    except ValueError:  # an integer of thousands of digits
        text = f"a huge {type(value).__name__}"
    text = text if text.isprintable() else ascii(text)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


class BeliefsError(Exception):
    """The root of all errors raised by this package."""

    code = "internal/error"


class InvalidInput(BeliefsError, ValueError):
    """What was asked cannot be done; nothing was changed."""

    code = "input/invalid"


class InvalidEvidence(InvalidInput):
    """A number that is no evidence: NaN, infinite, negative or out of bounds."""

    code = "input/evidence"


class InvalidText(InvalidInput):
    """Text that cannot be stored: NUL, a lone surrogate, or not text at all."""

    code = "input/text"


class FamilyMismatch(InvalidInput):
    """Evidence of one family for a belief of another."""

    code = "input/family"


class FromTheFuture(InvalidInput):
    """An observation later than the moment it would be recorded."""

    code = "input/future"


class UnboundThread(InvalidInput):
    """A thread scope was asked for and no thread is bound."""

    code = "scope/unbound_thread"


class Cycle(InvalidInput):
    """A belief that would supersede itself, or rest on itself."""

    code = "input/cycle"


class OtherLanguage(InvalidInput):
    """A goal in a language that is not read here."""

    code = "input/language"


class CannotRun(InvalidInput):
    """A program that was read from a goal, and breaks on values that may come."""

    code = "input/cannot_run"


class NotFound(BeliefsError, LookupError):
    """No such belief in this view."""

    code = "belief/not_found"


class KeyConflict(BeliefsError):
    """An idempotency key that was used before with other content."""

    code = "idempotency/conflict"


class Unauthorised(BeliefsError):
    """No key was shown, or one that does not hold: unknown, revoked, expired, or no key at all."""

    code = "access/unauthorised"


class Forbidden(BeliefsError):
    """A key that holds, and does not reach this namespace or this right."""

    code = "access/forbidden"


class TooMany(BeliefsError):
    """More than a key or an address may ask for; after `retry_after` seconds it may again."""

    code = "access/too_many"

    def __init__(self, message: str, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelError(BeliefsError):
    """A language model gave no answer that can be used."""

    code = "model/error"


class ModelUnavailable(ModelError):
    """The model is down, overloaded, or did not answer in time."""

    code = "model/unavailable"


class ModelRefused(ModelError):
    """The model or its server will not answer this; `status` is the server's, if it was the one."""

    code = "model/refused"

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class ModelGarbled(ModelError):
    """What came back is not an answer of the protocol that was spoken."""

    code = "model/garbled"


class BudgetSpent(ModelError):
    """What a model may cost is used up; it was not asked."""

    code = "model/budget"


class SandboxError(BeliefsError):
    """The sandbox itself failed; nothing can be said about what was to run in it."""

    code = "sandbox/error"


class NoSandbox(SandboxError):
    """This machine has nothing that would keep a program in."""

    code = "sandbox/none"


class CannotInstall(BeliefsError):
    """A package of a built project could not be had."""

    code = "build/install"


class Lacking(BeliefsError):
    """A program that is needed for judging is not on this machine; the message names it."""

    code = "build/lacking"


class NeverServed(BeliefsError):
    """A program that should have served ended, or did not listen in time; `finished` says how."""

    code = "sandbox/never_served"

    def __init__(self, message: str, finished: Any) -> None:
        super().__init__(message)
        self.finished = finished


class StoreError(BeliefsError):
    """The ledger could not be read or written."""

    code = "store/error"


class CorruptStore(StoreError):
    """The database is damaged or is not a beliefs database."""

    code = "store/corrupt"


class NewerStore(StoreError):
    """The database was written by a newer release."""

    code = "store/newer"


class ReadOnlyStore(StoreError):
    """A write to something that may only be read."""

    code = "store/read_only"


class StoreFull(StoreError):
    """No space left; the write was undone."""

    code = "store/full"


class StoreUnavailable(StoreError):
    """The database is locked for too long, or its connection was lost."""

    code = "store/unavailable"
