"""Every example in the sandbox's docstrings runs as printed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import beliefs.sandbox

MODULES = sorted(
    module.name for module in pkgutil.iter_modules(beliefs.sandbox.__path__, "beliefs.sandbox.")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run_as_printed(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
