"""Rights contain each other, and a grant reaches what it names and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.errors import Forbidden, InvalidInput, InvalidText
from beliefs.serve.rights import Grant, Right, reach_of, right_named

# Names that look like patterns, like parts of each other, or like one another.
NAMES = st.sampled_from(["a", "A", "ab", "a/b", "*", "", "a*", "%", "all", "null", "é", "e\u0301"])
REAL = NAMES.filter(bool)
REACHES = st.none() | st.frozensets(REAL, min_size=1).map(reach_of)
RIGHTS = st.sampled_from(Right)
GRANTS = st.builds(Grant, st.just("k"), REACHES, RIGHTS)


def allowed(grant: Grant, namespace: str | None, right: Right) -> bool:
    try:
        grant.require(namespace, right)
    except Forbidden:
        return False
    return True


@given(GRANTS, REAL, RIGHTS)
def test_a_grant_reaches_what_it_names_and_nothing_else(grant, namespace, right):
    named = reach_of([namespace])
    assert named is not None
    within = grant.namespaces is None or named <= grant.namespaces
    assert allowed(grant, namespace, right) == (within and grant.right >= right)


@given(GRANTS, GRANTS, REAL, RIGHTS)
def test_what_is_covered_may_do_no_more(wide, narrow, namespace, right):
    if wide.covers(narrow) and allowed(narrow, namespace, right):
        assert allowed(wide, namespace, right)


@given(GRANTS, RIGHTS)
def test_the_whole_store_takes_a_key_for_all(grant, right):
    assert allowed(grant, None, right) == (grant.namespaces is None and grant.right >= right)


@given(GRANTS)
def test_a_grant_covers_itself(grant):
    assert grant.covers(grant)


def test_rights_contain_each_other():
    assert [right_named(word) for word in ("read", "write", "admin")] == sorted(Right)
    for word in ("READ", "", "root", None, 1):
        with pytest.raises(InvalidInput, match="read, write or admin"):
            right_named(word)


def test_names_are_those_of_the_ledger():
    assert reach_of([" team ", "e\u0301"]) == frozenset({"team", "é"})
    Grant("k", frozenset({"team"}), Right.READ).require(" team ", Right.READ)
    with pytest.raises(InvalidText):
        Grant("k", frozenset({"team"}), Right.READ).require("team\0", Right.READ)


@pytest.mark.parametrize("namespaces", [[], "team", [""], ["a\0"]])
def test_a_key_for_nothing_in_particular_is_refused(namespaces):
    with pytest.raises(InvalidInput):
        reach_of(namespaces)
