"""What stands around the code: requirements, container, compose, start.sh, run.json, README."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beliefs.spec.operations import Operation
    from beliefs.spec.service import Spec


def constraints() -> dict[str, str]:
    """The versions that a release of this package builds with."""
    text = files("beliefs.build").joinpath("constraints.txt").read_text(encoding="utf-8")
    pairs = (line.split("==") for line in text.splitlines() if "==" in line)
    return {name.strip(): version.strip() for name, version in pairs}


def requirements(names: set[str]) -> str:
    """`requirements.txt`: the packages a project imports, each at its version."""
    known = constraints()
    return "".join(f"{name}=={known[name]}\n" for name in sorted(names))


def pyproject(spec: Spec, names: set[str]) -> str:
    """`pyproject.toml`: the same packages, for people who install projects."""
    known = constraints()
    wanted = "".join(f'    "{name}>={known[name]}",\n' for name in sorted(names))
    return f"""[project]
name = "{spec.name}"
version = "0.1.0"
description = {json.dumps(spec.summary, ensure_ascii=False)}
requires-python = ">=3.11"
dependencies = [
{wanted}]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["."]
"""


START = """#!/bin/sh
# Starts the service, and sets itself up the first time.
set -e
cd "$(dirname "$0")"
if [ ! -f .venv/complete ]; then
    python3 -m venv --clear .venv
    .venv/bin/pip install --quiet -r requirements.txt
    touch .venv/complete
fi
exec .venv/bin/python main.py
"""


# Where a container keeps its data; what is in memory is kept nowhere.
_DATA = {"sqlite": "/data/data.db", "json": "/data/data.json"}


def containerfile(spec: Spec) -> str:
    """`Containerfile`: the service on every address of its container."""
    data = _DATA.get(spec.storage)
    kept = f" DATABASE_PATH={data}" if data else ""
    return f"""FROM docker.io/library/python:3.12-slim
WORKDIR /srv
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt
COPY main.py .
COPY app app
RUN useradd --system service && mkdir /data && chown service /data
USER service
ENV HOST=0.0.0.0 PORT={spec.port}{kept}
EXPOSE {spec.port}
CMD ["python", "main.py"]
"""


# The password is that of a server which nobody outside of the two containers reaches.
_BESIDE = """    environment:
      DATABASE_URL: postgresql://service:service@database:5432/service
    depends_on:
      - database
  database:
    image: docker.io/library/postgres:17
    environment:
      POSTGRES_USER: service
      POSTGRES_PASSWORD: service
    volumes:
      - data:/var/lib/postgresql/data

volumes:
  data:
"""


def compose(spec: Spec) -> str:
    """`compose.yaml`: the container with a volume for its data."""
    volume = "    volumes:\n      - data:/data\n\nvolumes:\n  data:\n"
    kept = volume if spec.storage in _DATA else ""
    if spec.storage == "postgres":
        kept = _BESIDE
    return f"""services:
  {spec.name}:
    build:
      context: .
      dockerfile: Containerfile
    ports:
      - "127.0.0.1:{spec.port}:{spec.port}"
{kept}"""


_TEST = ".venv/bin/pip install -r requirements-dev.txt && .venv/bin/python -m pytest"


_AT = (
    "Rows are kept in Postgres at `DATABASE_URL` (`postgresql://user:password@host:5432/database`),"
    " which the tests need too; `compose.yaml` brings a server."
)


def readme(spec: Spec, curl: str) -> str:
    """`README.md`: two commands, a request that works, and what is not there."""
    parts = [
        f"# {spec.title}\n\n{spec.summary}\n",
        *(f"> **Warning.** {each}\n" for each in spec.warnings),
        "## Run\n\n```sh\n./start.sh\n```",
        f"It listens on port {spec.port}; `PORT` and `HOST` change that.",
        *([_AT] if spec.storage == "postgres" else []),
        f"## Test\n\n```sh\n{_TEST}\n```",
        f"## Try\n\n```sh\n{curl}\n```",
        "## Routes\n\n" + "\n".join(_line(each) for each in spec.operations),
    ]
    unmet = [each for each in spec.unknowns if each.rank != "narrative"]
    if unmet:
        parts.append(
            "## Not met\n\n" + "\n".join(f"- {each.words} ({each.rank})" for each in unmet)
        )
    if spec.assumptions:
        told = (f"- {each.about}: {each.chosen}" for each in spec.assumptions)
        parts.append("## Assumed\n\n" + "\n".join(told))
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _line(operation: Operation) -> str:
    summary = operation.summary.rstrip(".") or operation.name.replace("_", " ")
    return f"- `{operation.method} {operation.path}`: {summary}"
