"""Every example in the server's docstrings runs as printed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import beliefs.serve
import beliefs.serve.dashboard

MODULES = sorted(
    module.name
    for room in (beliefs.serve, beliefs.serve.dashboard)
    for module in pkgutil.iter_modules(room.__path__, f"{room.__name__}.")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run_as_printed(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
