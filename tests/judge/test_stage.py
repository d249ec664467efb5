"""A copy of a program's folder holds what is in it, and nothing that a link in it leads to."""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.judge.program import Program
from beliefs.judge.serving import serving
from beliefs.judge.stage import Copies
from beliefs.sandbox import Level, available, run

LEVELS = [probe.level for probe in available() if probe.works]
LEAKING = """
from pathlib import Path
for name in ("beside", "leak", "folder/leak"):
    try:
        print(Path(name).read_text())
    except OSError as error:
        print(type(error).__name__)
"""
SERVING = """
import http.server, os
class Leaking(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if os.path.exists(self.path[1:]) else 404)
        self.end_headers()
http.server.HTTPServer((os.environ["HOST"], int(os.environ["PORT"])), Leaking).serve_forever()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "leak").write_text("a secret", encoding="utf-8")
    (inside / "real").write_text("its own", encoding="utf-8")
    (inside / "beside").symlink_to("real")
    (inside / "leak").symlink_to(outside / "leak")
    (inside / "gone.py").symlink_to(outside / "leak")
    (inside / "folder").symlink_to(outside)
    return inside


@pytest.mark.parametrize("level", LEVELS)
def test_links_lead_nowhere_but_inside(folder: Path, level: Level, tmp_path: Path):
    (folder / "main.py").write_text(LEAKING, encoding="utf-8")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    copies = Copies(folder, Program("command", start=("python", "main.py")), scratch)
    copies.next()
    said = run(copies.words(), copies.room({}), level=level)
    first, *others = said.out.splitlines()
    assert first == "its own", said
    assert set(others) <= {"FileNotFoundError", "PermissionError"}


def test_nor_behind_a_host(folder: Path):
    (folder / "main.py").write_text(SERVING, encoding="utf-8")
    program = Program("service", start=("python", "main.py"), port=8000)
    with serving(folder, program) as stage:
        service = stage.anew(hosted=True)
        service.get("/beside").is_(200)
        for path in ("/leak", "/gone.py", "/folder/leak"):
            service.get(path).is_(404)
