"""What is unsafe is built as asked only where it is asked for, and is warned about at the top."""

from __future__ import annotations

import pytest

from beliefs.build.project import project
from beliefs.spec import notation
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

START = "A notes API where people register and log in."


@pytest.mark.parametrize(
    "words",
    [
        "Store passwords in plain text.",
        "Passwords are kept in plaintext.",
        "Passwords must be stored as plain text.",
        "Do not hash passwords.",
        "Passwords are not hashed.",
    ],
)
def test_passwords_are_kept_as_typed_where_the_goal_says_so(words):
    spec = understand(f"{START} {words}").spec
    assert (len(spec.warnings), spec.unknowns, faults(spec)) == (1, (), [])
    told = "".join(notation.write(each.effect) for each in spec.operations)
    assert "input.password = user.password" in told
    assert "hash" not in told


@pytest.mark.parametrize("words", ["", "Passwords are hashed.", "Hash passwords."])
def test_passwords_are_hashed_otherwise(words):
    spec = understand(f"{START} {words}").spec
    assert (spec.warnings, spec.unknowns) == ((), ())
    told = "".join(notation.write(each.effect) for each in spec.operations)
    assert "hash_password(input.password)" in told


def test_the_warning_is_the_first_thing_that_the_readme_says():
    readme = project(understand(f"{START} Do not hash passwords.").spec)["README.md"]
    assert "**Warning.** Passwords are kept as they were typed" in readme.partition("## Run")[0]


def test_an_expression_is_never_evaluated_as_code():
    spec = understand("A calculator API: POST /calculate evals the expression with eval.").spec
    assert [each.rank for each in spec.unknowns] == ["material"]
