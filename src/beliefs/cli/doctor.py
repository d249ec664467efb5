"""`belief doctor`: whether the store and the installation are in order, and what to do if not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from beliefs.cli.failures import check_failed
from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from beliefs.ledger.stores.protocol import Store

# Folding this many entries again takes about a second.
_SMALL = 40_000
_LITTLE_SPACE = 100 * 1024 * 1024
_OLDEST_SQLITE = (3, 35, 0)


class Finding(NamedTuple):
    """One thing that was looked at."""

    name: str
    ok: bool
    detail: str
    advice: str | None = None
    """What to do about it, if it is not in order."""
    note: bool = False
    """Only said: there is no order to be in."""


@click.command("doctor", cls=Command)
@pass_session
def doctor_command(session: Session) -> None:
    """Check the store and the installation.

    Also says what would keep generated programs in.

    Says what to do about each problem. The exit status is 1 if there is one. Nothing is changed.
    """
    findings = []
    for finding in _examine(session):
        findings.append(finding)
        if not session.json:
            _tell(finding)
    healthy = all(finding.ok for finding in findings)
    if session.json:
        checks = [finding._asdict() for finding in findings]
        session.print_json({"ok": healthy, "checks": checks})
    elif healthy:
        click.echo("\nEverything is in order.")
    else:
        bad = sum(not finding.ok for finding in findings)
        click.echo(f"\n{bad} problem{'s' if bad > 1 else ''}; what to do stands below each.")
    if not healthy:
        check_failed()


def _tell(finding: Finding) -> None:
    mark = click.style("✓", fg="green") if finding.ok else click.style("✗", fg="red")
    mark = "·" if finding.note else mark
    click.echo(f"{mark} {finding.name.ljust(12)} {finding.detail}")
    if finding.advice:
        click.echo(f"{' ' * 15}{click.style('→', fg='yellow')} {finding.advice}")


def _examine(session: Session) -> Iterator[Finding]:
    yield from _installation()
    yield from _sandbox()
    if missing := session.missing_file():
        yield from _missing(session, missing)
        return
    from beliefs.errors import BeliefsError

    try:
        with session.opened_store() as store:
            yield from _store(session, store)
    except (BeliefsError, OSError) as error:
        yield Finding("store", ok=False, detail=str(error), advice=_remedy(error))


def _installation() -> Iterator[Finding]:
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from beliefs import __version__

    yield Finding("beliefs", ok=True, detail=__version__)
    system = f"{platform.system()} {platform.machine()}"
    yield Finding("python", ok=True, detail=f"{platform.python_version()}, {system}")
    found, absent = [], []
    for package in ("click", "rich", "numpy", "psycopg"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            absent.append(package)
    needed = [package for package in absent if package != "psycopg"]
    detail = ", ".join([*found, *(f"no {package}" for package in absent)])
    advice = f"pip install {' '.join(needed)}" if needed else None
    yield Finding("packages", ok=not needed, detail=detail, advice=advice)


def _sandbox() -> Iterator[Finding]:
    """What would keep a generated program in. Only building needs it, so that none is no fault."""
    import sys

    if sys.platform == "win32":
        yield Finding("sandbox", ok=True, detail="none on Windows", note=True)
        return
    from beliefs.sandbox.probing import available, enforcement

    probes = available()
    best = next((probe.level for probe in probes if probe.works), None)
    detail = str(best) if best else "none: building is refused"
    yield Finding("sandbox", ok=True, detail=detail, note=best is None)
    for probe in probes:
        works = "works" if probe.works else "does not work"
        yield Finding(f"  {probe.level}", ok=True, detail=f"{works}: {probe.why}", note=True)
    for limit, how in enforcement().items():
        yield Finding(f"  {limit}", ok=True, detail=how, note=True)


def _missing(session: Session, path: str) -> Iterator[Finding]:
    import os
    from pathlib import Path

    folder = Path(path).resolve().parent
    if session.store is None:
        # The folder for what nobody named is made along with the file.
        while not folder.exists():
            folder = folder.parent
    if not folder.exists():
        problem, advice = "does not exist", f"Make it: mkdir -p {folder}"
    elif not os.access(folder, os.W_OK):
        problem, advice = "may not be written to", "Choose another place with --store."
    else:
        yield Finding("store", ok=True, detail=f"{path} does not exist yet; `belief add` makes it")
        return
    yield Finding("store", ok=False, detail=f"the folder {folder} {problem}", advice=advice)


def _remedy(error: Exception) -> str:
    from beliefs import errors

    for kind, advice in (
        (errors.NewerStore, "pip install --upgrade beliefs"),
        (errors.CorruptStore, "Restore a copy, or import an export into a new store."),
        (errors.ReadOnlyStore, "Allow writing to the file and its folder."),
        (errors.StoreFull, "Make room on the disk; nothing was lost."),
        (errors.StoreUnavailable, "Check that the address is right and the server is running."),
        (errors.InvalidInput, "Correct --store or BELIEFS_STORE."),
    ):
        if isinstance(error, kind):
            return advice
    return "Check --store or BELIEFS_STORE."


def _store(session: Session, store: Store) -> Iterator[Finding]:
    names = store.namespaces()
    yield Finding("store", ok=True, detail=f"{store.url}, {_bytes(store.size())}")
    if store.url.startswith("postgres"):
        yield from _postgres(session.url)
    elif store.url.startswith("sqlite"):
        yield from _sqlite(store)
    with store.read(session.namespace) as snapshot:
        entries = snapshot.head.fingerprint.entries
    listed = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    yield Finding(
        "namespaces",
        ok=True,
        detail=f"{len(names):,}{f' ({listed})' if names else ''}; "
        f"{entries:,} entries in {session.namespace}",
    )
    if entries > _SMALL:
        yield Finding("ledger", ok=True, detail="not folded again here: run `belief verify`")
        return
    with session.client() as client:
        found = client.verify()
    yield Finding(
        "ledger",
        ok=found.ok,
        detail="verified" if found.ok else "; ".join(found.problems[:3]),
        advice=None
        if found.ok
        else "Run `belief export` and import the result into a new store; then verify that.",
    )


def _sqlite(store: Store) -> Iterator[Finding]:
    import shutil
    import sqlite3
    from pathlib import Path
    from urllib.parse import quote

    from beliefs.ledger.stores.sqlite import SqliteStore

    assert isinstance(store, SqliteStore)
    new_enough = sqlite3.sqlite_version_info >= _OLDEST_SQLITE
    yield Finding(
        "sqlite",
        ok=new_enough,
        detail=sqlite3.sqlite_version,
        advice=None if new_enough else "Use a Python built with SQLite 3.35 or newer.",
    )
    look = sqlite3.connect(f"file:{quote(store.path)}?mode=ro", uri=True)
    try:
        (journal,) = look.execute("PRAGMA journal_mode").fetchone()
        (version,) = look.execute("PRAGMA user_version").fetchone()
        (sound,) = look.execute("PRAGMA quick_check(1)").fetchone()
    finally:
        look.close()
    yield Finding("tables", ok=True, detail=f"version {version}")
    # It belongs to a connection, so only the store's own can tell.
    (synchronous,) = store._connection.execute("PRAGMA synchronous").fetchone()  # noqa: SLF001
    durable = journal == "wal" and synchronous >= 2
    yield Finding(
        "durability",
        ok=durable,
        detail=f"journal {journal}, synchronous {_SYNCHRONOUS.get(synchronous, synchronous)}",
        advice=None if durable else "Another program changed the journal; use a store of its own.",
    )
    yield Finding(
        "pages",
        ok=sound == "ok",
        detail=sound,
        advice=None if sound == "ok" else _remedy_for_pages(store.path),
    )
    free = shutil.disk_usage(Path(store.path).resolve().parent).free
    yield Finding(
        "disk",
        ok=free >= _LITTLE_SPACE,
        detail=f"{_bytes(free)} free",
        advice=None if free >= _LITTLE_SPACE else "Make room: a full disk refuses every write.",
    )


_SYNCHRONOUS = {0: "OFF", 1: "NORMAL", 2: "FULL", 3: "EXTRA"}


def _remedy_for_pages(path: str) -> str:
    return f"The file is damaged: restore a copy, or try `sqlite3 {path} .recover`."


def _postgres(url: str) -> Iterator[Finding]:
    import psycopg

    with psycopg.connect(url) as look:
        shown = {
            name: str((look.execute(f"SHOW {name}").fetchone() or ("?",))[0])
            for name in ("server_version", "fsync", "full_page_writes", "synchronous_commit")
        }
        version = look.execute("SELECT max(number) FROM beliefs.migrations").fetchone()
    yield Finding("postgres", ok=True, detail=shown.pop("server_version"))
    yield Finding("tables", ok=True, detail=f"version {version[0] if version else '?'}")
    off = [name for name, value in shown.items() if value == "off"]
    yield Finding(
        "durability",
        ok=not off,
        detail=", ".join(f"{name} {value}" for name, value in shown.items()),
        advice=f"Turn on {' and '.join(off)}: a crash can lose acknowledged writes."
        if off
        else None,
    )


def _bytes(size: float) -> str:
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000 or unit == "GB":
            return f"{size:,.0f} {unit}" if unit == "bytes" else f"{size:,.1f} {unit}"
        size /= 1000
    raise AssertionError(size)
