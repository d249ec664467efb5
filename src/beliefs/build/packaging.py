"""What stands around the code: requirements, container, compose, start.sh, run.json, README."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from beliefs.build.locking import OLDEST, locked, version
from beliefs.judge.environment import variables
from beliefs.judge.outside import programs

if TYPE_CHECKING:
    from beliefs.spec.operations import Operation
    from beliefs.spec.service import Spec, Unknown


_LOCKED = "# What pyproject.toml asks for, locked: versions and hashes of all of it.\n"


def requirements(names: set[str]) -> str:
    """`requirements.txt`: the packages a project imports and all that they need, locked."""
    return _LOCKED + "".join(each.line for each in locked(names).values())


def requirements_dev(names: set[str], tested: set[str]) -> str:
    """`requirements-dev.txt`: what its tests need besides."""
    known = locked(names)
    more = (each.line for name, each in locked(names | tested).items() if name not in known)
    return "-r requirements.txt\n" + "".join(more)


def pyproject(spec: Spec, names: set[str]) -> str:
    """`pyproject.toml`: the same packages, for people who install projects."""
    wanted = "".join(f'    "{name}>={version(name)}",\n' for name in sorted(names))
    return f"""[project]
name = "{spec.name}"
version = "0.1.0"
description = {json.dumps(spec.summary, ensure_ascii=False)}
requires-python = ">={spec.python or OLDEST}"
dependencies = [
{wanted}]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["."]
"""


def start(spec: Spec) -> str:
    """`start.sh`: by the Python that was asked for, if one was."""
    return _START.replace("python3", f"python{spec.python}") if spec.python else _START


_START = """#!/bin/sh
# Starts the service, or with `test` its tests; sets itself up where it has to.
set -e
cd "$(dirname "$0")"
list=requirements.txt
if [ "$1" = test ]; then list=requirements-dev.txt; fi
if ! cmp -s "$list" ".venv/$list"; then
    if ! cmp -s requirements.txt .venv/requirements.txt; then python3 -m venv --clear .venv; fi
    .venv/bin/pip install --quiet --disable-pip-version-check -r "$list"
    cp requirements.txt .venv/
    cp "$list" .venv/
fi
if [ "$1" = test ]; then exec .venv/bin/python -m pytest; fi
exec .venv/bin/python main.py
"""


# The Python of a container where none was asked for.
_IMAGE = "3.12"
# Where a container keeps its data; what is in memory is kept nowhere.
_DATA = {"sqlite": "/data/data.db", "json": "/data/data.json"}


# Where a program comes in a Debian package of another name, and what is in the image anyway.
_PACKAGES = {
    **dict.fromkeys(("convert", "identify", "magick", "mogrify"), "imagemagick"),
    **dict.fromkeys(("pdftotext", "pdftoppm", "pdfinfo"), "poppler-utils"),
    **dict.fromkeys(("dot", "neato"), "graphviz"),
    "rsvg-convert": "librsvg2-bin",
}
_THERE = frozenset(
    "awk base64 cat cut fold grep head md5sum nl rev sed sha256sum sort tac tail tr uniq wc".split()  # noqa: SIM905
)
_PROGRAMS = """RUN apt-get update && apt-get install -y --no-install-recommends {} && \\
    rm -rf /var/lib/apt/lists/*
"""


def containerfile(spec: Spec) -> str:
    """`Containerfile`: the service on every address of its container."""
    data = _DATA.get(spec.storage)
    kept = f" DATABASE_PATH={data}" if data else ""
    wanted = sorted({_PACKAGES.get(each, each) for each in programs(spec) if each not in _THERE})
    more = _PROGRAMS.format(" ".join(wanted)) if wanted else ""
    return f"""FROM docker.io/library/python:{spec.python or _IMAGE}-slim
WORKDIR /srv
{more}COPY requirements.txt .
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
_BESIDE = """      DATABASE_URL: postgresql://service:service@database:5432/service
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


def compose(spec: Spec, secret: str = "") -> str:
    """`compose.yaml`: the container with a volume for its data, and what it is told.

    `secret` is the variable that holds what the service signs with, if it signs anything.
    """
    volume = "    volumes:\n      - data:/data\n\nvolumes:\n  data:\n"
    kept = volume if spec.storage in _DATA else ""
    if spec.storage == "postgres":
        kept = _BESIDE
    told = "".join(f"      {each}: ${{{each}}}\n" for each in _variables(spec))
    told += f"      {secret}: ${{{secret}:-}}\n" if secret else ""
    if told or spec.storage == "postgres":
        kept = f"    environment:\n{told}{kept}"
    return f"""services:
  {spec.name}:
    build:
      context: .
      dockerfile: Containerfile
    ports:
      - "127.0.0.1:{spec.port}:{spec.port}"
{kept}"""


_AT = (
    "Rows are kept in Postgres at `DATABASE_URL` (`postgresql://user:password@host:5432/database`),"
    " which the tests need too; `compose.yaml` brings a server."
)


def _variables(spec: Spec) -> list[str]:
    """What the service looks up in its environment, and cannot do without."""
    return sorted(variables(spec))


_SIGNED = (
    "`{}` in its environment is the secret that it signs tokens with; without it, it makes one at"
    " its first start and keeps it in a file beside its data."
)


def readme(spec: Spec, curl: str, secret: str = "") -> str:
    """`README.md`: two commands, a request that works, and what is not there."""
    parts = [
        f"# {spec.title}\n\n{spec.summary}\n",
        *(f"> **Warning.** {each}\n" for each in spec.warnings),
        "## Run\n\n```sh\n./start.sh\n```",
        (
            f"It listens on port {spec.port}; `PORT` and `HOST` change that."
            " `/openapi.json` documents it."
        ),
        *(f"It needs `{each}` in its environment." for each in _variables(spec)),
        *([_SIGNED.format(secret)] if secret else []),
        *([_AT] if spec.storage == "postgres" else []),
        *(f"It runs `{each}`, which has to be installed." for each in programs(spec)),
        "## Test\n\n```sh\n./start.sh test\n```",
        f"## Try\n\n```sh\n{curl}\n```",
        "## Routes\n\n" + "\n".join(_line(each) for each in spec.operations),
    ]
    unmet = [each for each in spec.unknowns if each.rank != "narrative"]
    if unmet:
        parts.append("## Not met\n\n" + "\n".join(_unmet(each) for each in unmet))
    if spec.assumptions:
        told = (f"- {each.about}: {each.chosen}" for each in spec.assumptions)
        parts.append("## Assumed\n\n" + "\n".join(told))
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _unmet(unknown: Unknown) -> str:
    """What is not met, with the clause of the goal that it stands in, where that is known."""
    where = f", {unknown.why}" if unknown.rank == "material" and unknown.why else ""
    return f"- {unknown.words}{where} ({unknown.rank})"


def _line(operation: Operation) -> str:
    summary = operation.summary.rstrip(".") or operation.name.replace("_", " ")
    return f"- `{operation.method} {operation.path}`: {summary}"
