"""Every example in the readers' docstrings runs as printed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import beliefs.reading

MODULES = sorted(
    module.name for module in pkgutil.iter_modules(beliefs.reading.__path__, "beliefs.reading.")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run_as_printed(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0
