"""One stream, one digest: under every Python, with and without vector units and compiled code.

The digests below were computed once and are committed; whatever runs this suite must find them.
Beside that, the suite runs the stream in processes of its own: by every other Python it finds on
the machine, for a processor without vector units, and by the interpreter instead of the compiler.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import beliefs
from tests.formation import golden

SCRIPT = str(Path(golden.__file__))
SOURCE = str(Path(beliefs.__file__).parents[1])
SIGNATURES = {
    "v1": "bdd000ebf91f010b8a0a3c658c09bdfc43610f20d65e1df7172a275a72131932",
    "evidence": "bc84180893eb68c3cd0c8eaac7fbf4e753831c20480536ac96d03a3dec1eee63",
}
DIGESTS = {
    "v1": "659a930b68751d8b37240d0ba8897390d91630104710130973c9acbc41c520fa",
    "evidence": "d3fdc650d84b3bcea80cdf262f9e189d65036b3c9a2520aa4d55c6c771beea54",
}


@pytest.mark.parametrize("rule", DIGESTS)
def test_this_python_finds_the_committed_digests(rule: str):
    assert golden.objects(rule) == SIGNATURES[rule]
    assert golden.digest(rule) == DIGESTS[rule]
    for shards in (1, 2, 3):
        assert golden.columns(rule, shards) == DIGESTS[rule]


# Other Pythons


@cache
def other_pythons() -> dict[str, str]:
    """Every Python of another version that runs here, by version: on the path, or beside ours."""
    found = {}
    for minor in range(11, 20):
        name = f"python3.{minor}"
        beside = Path(sys.base_prefix).parent.glob(f"*/bin/{name}")
        for python in filter(None, [shutil.which(name), *map(str, beside)]):
            if minor != sys.version_info.minor and _runs(python, minor):
                found[f"3.{minor}"] = python
    return found


def _runs(python: str, minor: int) -> bool:
    asked = f"import sys; sys.exit(sys.version_info[:2] != (3, {minor}))"
    return subprocess.run([python, "-c", asked], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not other_pythons(), reason="there is no other Python here to ask")
@pytest.mark.parametrize("rule", SIGNATURES)
@pytest.mark.parametrize("version", other_pythons())
def test_another_python_finds_the_committed_signatures(version: str, rule: str):
    # Without its own packages: the reference needs the standard library alone.
    assert _said([other_pythons()[version], "-S", SCRIPT, rule, "objects"]) == SIGNATURES[rule]


# Other processors


def _features() -> str:
    """What of the processor NumPy would make use of, as its own variable names it."""
    core = import_module("numpy._core._multiarray_umath")
    return " ".join(core.__cpu_dispatch__)


PLAIN = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NPY_DISABLE_CPU_FEATURES": _features(),
}


def test_a_processor_without_vector_units_finds_them(tmp_path: Path):
    # A cache of its own: code that was compiled for vector units must not be found again.
    environment = PLAIN | {"NUMBA_CACHE_DIR": str(tmp_path)}
    asked = "from tests.formation import golden as g; print(g.columns('v1'), g.columns('evidence'))"
    said = _said([sys.executable, "-c", asked], environment)
    assert said.split() == [DIGESTS["v1"], DIGESTS["evidence"]]
    assert any(tmp_path.rglob("*.nbi"))


@pytest.mark.parametrize("rule", DIGESTS)
def test_numpy_without_vector_units_finds_them(rule: str):
    assert _said([sys.executable, SCRIPT, rule, "digest"], PLAIN) == DIGESTS[rule]


@pytest.mark.parametrize("rule", DIGESTS)
def test_the_interpreter_finds_them(rule: str):
    environment = {"NUMBA_DISABLE_JIT": "1"}
    assert _said([sys.executable, SCRIPT, rule, "columns"], environment) == DIGESTS[rule]


def _said(command: list[str], environment: dict[str, str] | None = None) -> str:
    root = str(Path(SCRIPT).parents[2])
    path = os.pathsep.join([SOURCE, root])
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, "PYTHONPATH": path, **(environment or {})},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_these_are_little_endian_numbers_everywhere():
    from beliefs.formation.snapshot import MINDS, ROUTES

    assert {kind.str[0] for kind in (*MINDS, *ROUTES)} == {"<"}
