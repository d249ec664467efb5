"""Every example in formation's docstrings runs as printed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import beliefs.formation

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(beliefs.formation.__path__, "beliefs.formation.")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run_as_printed(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
