"""What an effect says survives being written and read; what says nothing is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.errors import InvalidInput
from beliefs.spec import effects as e
from beliefs.spec.notation import write
from beliefs.spec.parsing import read

_WORDS = {
    "row",
    "true",
    "false",
    "null",
    "and",
    "or",
    "in",
    "each",
    "headers",
    "as",
    "else",
    "down",
}
names = st.from_regex(r"[a-z][a-z_0-9]{0,8}", fullmatch=True).filter(
    lambda each: each not in _WORDS
)
entities = st.from_regex(r"[A-Z][a-z]{0,8}", fullmatch=True)
literals = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(),
).map(e.Lit)
signs = st.sampled_from([sign for signs in e.OPERATORS for sign in signs])
functions = st.sampled_from(sorted(e.BUILTINS))


def _larger(values: st.SearchStrategy[e.Expr]) -> st.SearchStrategy[e.Expr]:
    few = st.lists(values, max_size=3).map(tuple)
    maybe = st.none() | values
    return st.one_of(
        st.builds(e.Get, values, names),
        st.builds(e.Call, signs, st.tuples(values, values)),
        st.builds(e.Call, functions, few),
        st.builds(e.Make, st.lists(st.tuples(names | st.text(), values), max_size=3).map(tuple)),
        st.builds(e.Items, few),
        st.builds(
            e.Pick,
            values,
            maybe,
            st.lists(st.builds(e.Order, values, st.booleans()), max_size=2).map(tuple),
            maybe,
            maybe,
        ),
        st.builds(e.Each, names, values, values),
    )


values = st.recursive(
    st.one_of(literals, names.map(e.Var), st.just(e.Row()), entities.map(e.Table)),
    _larger,
    max_leaves=8,
)
records = st.builds(e.Make, st.lists(st.tuples(names, values), max_size=3).map(tuple))
simple = st.one_of(
    st.builds(e.Let, names, values),
    st.builds(e.Guard, values, names, st.text()),
    st.builds(e.Insert, entities, values, names),
    st.builds(e.Patch, entities, names, values),
    st.builds(e.Delete, entities, values),
    st.builds(
        e.Answer,
        st.integers(100, 599),
        st.none() | values,
        st.sampled_from(["application/json", "text/csv"]),
        records.map(lambda each: each.fields),
    ),
)
statements = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.builds(e.For, names, values, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(
            e.If,
            values,
            st.lists(inner, min_size=1, max_size=3).map(tuple),
            st.lists(inner, max_size=2).map(tuple),
        ),
    ),
    max_leaves=6,
)


@given(st.lists(statements, max_size=5).map(tuple))
def test_reading_what_was_written_gives_the_same_effect(effect):
    assert read(write(effect)) == effect


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("let = 3", "it lacks a name"),
        ("answer", "it lacks a status"),
        ("answer 200 1 1", "too much"),
        ("answer 200 sqrt(4)", "no function 'sqrt'"),
        ("let a = (1 + 2", "it lacks `)`"),
        ("let a = 1\n        answer 200", "indented too far"),
        ("jump 3", "'jump' begins no statement"),
        ("let a = Note[when .id = 3]", "none of where, by, skip, limit"),
        ("let a = §", "belongs to no word"),
    ],
)
def test_what_says_nothing_is_refused_with_its_line(text, why):
    with pytest.raises(InvalidInput, match="Line ") as refusal:
        read(text)
    assert why in str(refusal.value)
