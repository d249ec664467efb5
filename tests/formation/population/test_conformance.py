"""Columns and objects: the same answers, the same bits, the same bytes, on any stream."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beliefs.formation import BeliefConfig
from tests.formation import strategies
from tests.formation.engines import Columns, Objects, begin
from tests.formation.strategies import AGENTS, SOME_AGENTS, Day

every_key = sorted({"route-risk:a", "delivery-risk:b", "incident-risk:fire:c", "x:y"})
"""Some keys that streams bear on, and one that none does."""


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    config=strategies.configs(),
    days=strategies.days(),
    shards=st.sampled_from([1, 2, 3, 8]),
    data=st.data(),
)
def test_any_stream_gives_the_same_bits(
    config: BeliefConfig, days: list[Day], shards: int, data: st.DataObject, tmp_path: Path
):
    objects: Objects = Objects(AGENTS, config)
    columns: Columns = Columns(AGENTS, config, shards)
    for day in days:
        begin(objects, day)
        begin(columns, day)
        assert objects.digest() == columns.digest()
        assert objects.route(day.day) == columns.route(day.day)
        if day.saved:
            objects.save(tmp_path / "objects")
            columns.save(tmp_path / "columns")
            assert (tmp_path / "objects").read_bytes() == (tmp_path / "columns").read_bytes()
            if data.draw(st.booleans(), "each goes on from the other's file"):
                objects = Objects.load(tmp_path / "columns")
                columns = Columns.load(tmp_path / "objects", data.draw(st.sampled_from([1, 3, 8])))
        if day.sleeps:
            assert objects.form(day.day) == columns.form(day.day)
        assert objects.digest() == columns.digest()
        assert objects.quarantine() == columns.quarantine()
        assert objects.waiting() == columns.waiting()
    for agent in SOME_AGENTS:
        for key in every_key:
            assert objects.get(agent, key) == columns.get(agent, key)
            assert objects.get(agent, key, 500) == columns.get(agent, key, 500)
