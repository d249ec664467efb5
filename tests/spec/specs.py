"""Specs of every shape, for laws that hold for all of them."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from beliefs.spec.entities import Entity, Key, KeyStyle
from beliefs.spec.failures import WAYS, Failure, Failures
from beliefs.spec.operations import Input, Method, Operation, Place
from beliefs.spec.service import Assumption, Example, Identity, Rank, Rate, Spec, Storage, Unknown
from beliefs.spec.types import Field, Kind, Type
from tests.spec.test_notation import names, statements, values

texts = st.text(max_size=12) | st.sampled_from(["a | b", "-", '"', "x\ny", "# no", "two; words: 3"])
numbers = st.none() | st.integers(-9, 9) | st.floats(-9, 9)
lengths = st.none() | st.integers(0, 9)


def _types(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    fields = st.lists(st.builds(Field, names | texts, inner, st.booleans(), texts), max_size=2)
    return st.builds(
        Type,
        st.sampled_from(get_args(Kind)),
        nullable=st.booleans(),
        choices=st.lists(texts, max_size=2).map(tuple),
        minimum=numbers,
        above=numbers,
        min_length=lengths,
        max_length=lengths,
        pattern=texts,
        item=st.none() | inner,
        fields=fields.map(tuple),
    )


types = st.recursive(
    st.builds(Type, st.sampled_from(get_args(Kind)), maximum=numbers, below=numbers),
    _types,
    max_leaves=3,
)
fields = st.builds(
    Field, names | texts, types, st.booleans(), texts, unique=st.booleans(), hidden=st.booleans()
)
keys = st.builds(Key, texts, st.sampled_from(get_args(KeyStyle)), texts, st.integers(1, 40))
entities = st.builds(
    Entity, texts, texts, st.lists(fields, max_size=3).map(tuple), keys, st.booleans()
)
failures = st.builds(Failure, st.sampled_from(WAYS), st.integers(400, 599), texts, texts, texts)
inputs = st.builds(
    Input, names | texts, st.sampled_from(get_args(Place)), types, st.booleans(), texts, texts
)
operations = st.builds(
    Operation,
    names,
    st.sampled_from(get_args(Method)),
    texts,
    st.lists(statements, max_size=3).map(tuple),
    st.lists(inputs, max_size=2).map(tuple),
    texts,
    st.sampled_from(["", "caller"]),
    st.lists(failures, max_size=2).map(tuple),
    st.sampled_from(["", "application/json", "multipart/form-data", "text/plain"]),
    texts,
    st.booleans(),
)
examples = st.builds(
    Example,
    texts,
    texts,
    st.none() | st.integers(100, 599),
    texts,
    texts,
    st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
    texts,
)
places = st.sampled_from(["bearer", "header", "cookie", "query", "basic"])
rates = st.builds(
    Rate,
    st.integers(1, 99),
    st.integers(1, 99),
    texts,
    st.sampled_from(["address", "caller"]),
    st.sampled_from(["", "POST"]),
)
specs = st.builds(
    Spec,
    texts,
    texts,
    texts,
    entities=st.lists(entities, max_size=2).map(tuple),
    operations=st.lists(operations, max_size=2).map(tuple),
    failures=st.builds(Failures, st.lists(failures, max_size=2).map(tuple), texts),
    identity=st.none() | st.builds(Identity, places, texts, values),
    rates=st.lists(rates, max_size=2).map(tuple),
    largest=st.integers(0, 99),
    base=texts,
    port=st.integers(1, 65535),
    storage=st.sampled_from(get_args(Storage)),
    framework=st.sampled_from(["fastapi", "flask"]),
    secret=texts,
    python=texts,
    origins=st.lists(texts, max_size=2).map(tuple),
    examples=st.lists(examples, max_size=2).map(tuple),
    assumptions=st.lists(
        st.builds(Assumption, texts, texts, texts, st.lists(texts, max_size=2).map(tuple)),
        max_size=2,
    ).map(tuple),
    unknowns=st.lists(
        st.builds(Unknown, st.sampled_from(get_args(Rank)), texts, texts, texts), max_size=2
    ).map(tuple),
    warnings=st.lists(texts, max_size=2).map(tuple),
)
