"""The public names are a promise: pinned here, and cheap to import."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import beliefs

NAMES = [
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
HEAVY = ("numpy", "scipy", "rich", "click", "psycopg", "sqlite3", "asyncio", "json")


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_the_public_names() -> None:
    assert beliefs.__all__ == NAMES
    assert dir(beliefs) == NAMES
    assert sorted(beliefs.__all__) == beliefs.__all__


@pytest.mark.parametrize("name", NAMES)
def test_each_name_can_be_imported(name: str) -> None:
    assert getattr(beliefs, name).__name__ == name
    assert run(f"from beliefs import {name}; print({name}.__name__)") == name


def test_all_names_at_once() -> None:
    assert run("from beliefs import *; print(Beliefs(':memory:').add('It works').replayed)") == (
        "False"
    )


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="'beliefs' has no attribute 'Believes'"):
        beliefs.Believes  # noqa: B018
    assert not hasattr(beliefs, "_Belief")


def test_every_error_has_one_root_and_a_code_of_its_own() -> None:
    found = [getattr(beliefs, name) for name in NAMES]
    errors: list[Any] = [one for one in found if issubclass(one, Exception)]
    assert all(issubclass(error, beliefs.BeliefsError) for error in errors)
    codes = [error.code for error in errors]
    assert len(set(codes)) == len(codes)
    assert all(code.count("/") == 1 for code in codes)


def test_the_tree_in_the_errors_file_is_the_tree_of_errors() -> None:
    from beliefs import errors

    def drawn(root: type[beliefs.BeliefsError]) -> set[str]:
        below = [drawn(child) for child in root.__subclasses__()]
        return {root.__name__}.union(*below)

    names = drawn(beliefs.BeliefsError)
    assert names <= set(NAMES)
    assert all(name in (errors.__doc__ or "") for name in names)


def test_importing_brings_nothing_heavy() -> None:
    loaded = run("import sys; before = set(sys.modules); import beliefs; "
                 "print(*sorted(m for m in set(sys.modules) - before))").split()  # fmt: skip
    assert [module for module in loaded if module.split(".")[0] in HEAVY] == []
    assert [module for module in loaded if module.startswith("beliefs.")] == []


@pytest.mark.parametrize(
    ("used", "not_loaded"),
    [
        ("Beliefs(':memory:').add('It works')", ("psycopg", "sqlite3", "rich", "click")),
        ("Beliefs(':memory:').list()", ("psycopg", "sqlite3", "rich", "click", "scipy", "numpy")),
        ("BeliefsError", ("psycopg", "sqlite3", "rich", "click", "scipy", "numpy", "asyncio")),
    ],
)
def test_each_store_brings_only_what_it_needs(used: str, not_loaded: tuple[str, ...]) -> None:
    loaded = run(
        f"import sys; from beliefs import Beliefs, BeliefsError; {used}; print(*sys.modules)"
    ).split()
    assert [module for module in not_loaded if module in loaded] == []


def test_the_version_is_the_one_of_the_package() -> None:
    from importlib.metadata import version

    assert beliefs.__version__ == version("beliefs")
