"""Every example in the builder's docstrings runs as printed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import beliefs.build

MODULES = sorted(
    module.name for module in pkgutil.iter_modules(beliefs.build.__path__, "beliefs.build.")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run_as_printed(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
