"""A belief is evidence that adds up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beliefs.errors import (
        BeliefsError,
        BudgetSpent,
        CannotInstall,
        CannotRun,
        CorruptStore,
        Cycle,
        FamilyMismatch,
        Forbidden,
        FromTheFuture,
        InvalidEvidence,
        InvalidInput,
        InvalidText,
        KeyConflict,
        Lacking,
        ModelError,
        ModelGarbled,
        ModelRefused,
        ModelUnavailable,
        NeverServed,
        NewerStore,
        NoSandbox,
        NotFound,
        OtherLanguage,
        ReadOnlyStore,
        SandboxError,
        StoreError,
        StoreFull,
        StoreUnavailable,
        TooMany,
        Unauthorised,
        UnboundThread,
    )
    from beliefs.kernel.families import Beta, Dirichlet, Gaussian
    from beliefs.ledger.statements import Statement
    from beliefs.mind.asking import World
    from beliefs.mind.belief import Belief, Delta, Note, TraceEntry
    from beliefs.mind.beliefs import Beliefs
    from beliefs.mind.observation import Observation
    from beliefs.mind.turns import Context, TurnDelta
    from beliefs.mind.twin import AsyncBeliefs

__version__ = "0.1.0"

# Each name is fetched when it is first used, so that `import beliefs` costs next to nothing.
_ROOMS = {
    "beliefs.errors": (
        "BeliefsError",
        "BudgetSpent",
        "CannotInstall",
        "CannotRun",
        "CorruptStore",
        "Cycle",
        "FamilyMismatch",
        "Forbidden",
        "FromTheFuture",
        "InvalidEvidence",
        "InvalidInput",
        "InvalidText",
        "KeyConflict",
        "Lacking",
        "ModelError",
        "ModelGarbled",
        "ModelRefused",
        "ModelUnavailable",
        "NeverServed",
        "NewerStore",
        "NoSandbox",
        "NotFound",
        "OtherLanguage",
        "ReadOnlyStore",
        "SandboxError",
        "StoreError",
        "StoreFull",
        "StoreUnavailable",
        "TooMany",
        "Unauthorised",
        "UnboundThread",
    ),
    "beliefs.kernel.families": ("Beta", "Dirichlet", "Gaussian"),
    "beliefs.ledger.statements": ("Statement",),
    "beliefs.mind.belief": ("Belief", "Delta", "Note", "TraceEntry"),
    "beliefs.mind.asking": ("World",),
    "beliefs.mind.beliefs": ("Beliefs",),
    "beliefs.mind.observation": ("Observation",),
    "beliefs.mind.turns": ("Context", "TurnDelta"),
    "beliefs.mind.twin": ("AsyncBeliefs",),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "AsyncBeliefs",
    "Belief",
    "Beliefs",
    "BeliefsError",
    "Beta",
    "BudgetSpent",
    "CannotInstall",
    "CannotRun",
    "Context",
    "CorruptStore",
    "Cycle",
    "Delta",
    "Dirichlet",
    "FamilyMismatch",
    "Forbidden",
    "FromTheFuture",
    "Gaussian",
    "InvalidEvidence",
    "InvalidInput",
    "InvalidText",
    "KeyConflict",
    "Lacking",
    "ModelError",
    "ModelGarbled",
    "ModelRefused",
    "ModelUnavailable",
    "NeverServed",
    "NewerStore",
    "NoSandbox",
    "NotFound",
    "Note",
    "Observation",
    "OtherLanguage",
    "ReadOnlyStore",
    "SandboxError",
    "Statement",
    "StoreError",
    "StoreFull",
    "StoreUnavailable",
    "TooMany",
    "TraceEntry",
    "TurnDelta",
    "Unauthorised",
    "UnboundThread",
    "World",
]


def __getattr__(name: str) -> object:
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'beliefs' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_ROOM_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
