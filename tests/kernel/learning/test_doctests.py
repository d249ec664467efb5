"""Every example in these docstrings runs as printed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from beliefs.kernel import learning

MODULES = sorted(
    module.name for module in pkgutil.iter_modules(learning.__path__, f"{learning.__name__}.")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run_as_printed(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
