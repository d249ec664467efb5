"""Levels: the best that works is taken, and what there is none of is said."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

from beliefs.errors import NoSandbox
from beliefs.sandbox import Level, Network, Probe, Room, available, best
from beliefs.sandbox.bubblewrap import wrapped
from beliefs.sandbox.probing import chosen, enforcement
from beliefs.sandbox.seatbelt import wrapped as belted


def test_the_best_is_the_first_that_works():
    working = [probe.level for probe in available() if probe.works]
    assert best() is working[0]
    assert all(probe.why for probe in available())
    assert Level.NONE not in working


def test_without_any_it_refuses_in_one_sentence():
    probes = [Probe(Level.BUBBLEWRAP, works=False, why="not installed")]
    with pytest.raises(NoSandbox, match=r"\(bubblewrap: not installed\): mend one of these, or"):
        chosen(probes)
    assert chosen(probes, unsafe=True) is Level.NONE


def test_where_nothing_works_it_runs_only_if_that_was_allowed():
    code = "from beliefs.sandbox import probing; probing._ORDER = (); print(probing.best())"
    argv = [sys.executable, "-c", code]
    refused = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert "say --unsafe (BELIEFS_UNSAFE=1)" in refused.stderr
    told = {**os.environ, "BELIEFS_UNSAFE": "1"}
    allowed = subprocess.run(argv, capture_output=True, text=True, check=False, env=told)
    assert allowed.stdout == "none\n"


def test_every_limit_is_held_somehow():
    assert set(enforcement()) == {"memory", "pids", "disk", "cpu", "wall", "output"}


def test_inner_folders_are_not_covered_by_outer_ones(tmp_path):
    (tmp_path / "data").mkdir()
    words = wrapped("bwrap", Room(read=[tmp_path], write=[tmp_path / "data"]), disk=1, root=False)
    outer, inner = (words.index(str(path)) for path in (tmp_path, tmp_path / "data"))
    assert (words[outer - 1] == "--ro-bind") or (words[outer - 1] == "--dir")
    places = [at for at, word in enumerate(words) if word in {"--bind", "--ro-bind"}]
    bound = [words[at + 1] for at in places]
    assert bound.index(str(tmp_path)) < bound.index(str(tmp_path / "data"))
    assert words[inner - 1] in {"--bind", "--dir"}


def test_a_profile_for_seatbelt_names_what_the_room_names(tmp_path):
    odd = tmp_path / 'a "quoted" folder'
    odd.mkdir()
    room = Room(read=[odd], write=[tmp_path])
    profile = belted(room, pathlib.Path("/private/scratch"), 8000)[2]
    assert profile.startswith("(version 1)\n(deny default)")
    assert f"(allow file-read* (subpath {json.dumps(str(odd))}))" in profile
    assert f"(allow file-write* (subpath {json.dumps(str(odd))}))" not in profile
    assert 'tcp "localhost:8000"' in profile
    assert "network-outbound" not in profile
    shared = Room(network=Network.INDEX)
    assert "network-outbound" in belted(shared, pathlib.Path("/private/scratch"), None)[2]
