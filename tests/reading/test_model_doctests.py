"""Every example in the model reader's docstrings runs as printed."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = ["model_answer", "model_cues", "model_grounding", "model_number", "model_prompt"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run_as_printed(name):
    module = importlib.import_module(f"beliefs.reading.{name}")
    failed, _ = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert failed == 0
