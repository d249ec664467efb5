"""`belief add -`: statements from JSON lines, a batch at a time."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from beliefs.cli.ids import full_id
from beliefs.errors import BeliefsError, InvalidInput, NotFound
from beliefs.ledger.statements import Statement, draft, statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import UnionType

    from beliefs.cli.session import Session
    from beliefs.mind.beliefs import Beliefs

BATCH = 5_000
_PATIENCE = 2.0
"""Seconds after which somebody who watches is told how far it is."""


class Line(NamedTuple):
    """A statement and the line it stands on."""

    number: int
    said: Statement


def add_lines(session: Session, client: Beliefs, defaults: dict[str, Any], key: str | None) -> None:
    """Add everything on stdin, and say what became of it."""
    started = time.monotonic()
    written = 0
    actions: Counter[str] = Counter()
    replayed = 0
    for number, batch in enumerate(_batches(client, defaults, sys.stdin.buffer), 1):
        try:
            delta = client.add(
                [line.said for line in batch],
                idempotency_key=None if key is None else f"{key}:{number}",
            )
        except (InvalidInput, NotFound) as error:
            raise _blamed(error, batch, client.agent, written) from None
        written += len(batch)
        actions.update(change.action for change in delta.changes)
        replayed += len(batch) if delta.replayed else 0
        if session.json:
            from beliefs.cli.documents import delta_document

            session.print_json({"statements": len(batch), **delta_document(delta)})
        _tell_progress(written, started)
    if session.json:
        if not written:
            session.print_json({"statements": 0, "replayed": False, "changes": []})
        return
    click.echo(_summary(written, actions, replayed))


def _batches(
    client: Beliefs, defaults: dict[str, Any], lines: Iterable[bytes]
) -> Iterator[list[Line]]:
    batch: list[Line] = []
    written = 0
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        try:
            batch.append(Line(number, _statement(client, defaults, raw)))
        except BeliefsError as error:
            raise _located(error, number, written) from None
        if len(batch) == BATCH:
            yield batch
            written += len(batch)
            batch = []
    if batch:
        yield batch


def _statement(client: Beliefs, defaults: dict[str, Any], raw: bytes) -> Statement:
    try:
        said = json.loads(raw)
    except UnicodeDecodeError:
        raise InvalidInput("this is not UTF-8 text.") from None
    except ValueError as error:
        raise InvalidInput(f"this is not JSON: {error}.") from None
    if isinstance(said, str):
        said = {"claim": said}
    if not isinstance(said, dict):
        raise InvalidInput(f"a statement is a JSON string or object, not {json.dumps(said)[:40]}.")
    fields = {**defaults, **{name: value for name, value in said.items() if value is not None}}
    for name in ("among", "depends_on"):
        _expect(fields, name, list | tuple, "a list")
    for name in ("refutes", "pinned"):
        _expect(fields, name, bool, "true or false")
    _expect(fields, "observed", str | datetime, "a moment in ISO 8601")
    if isinstance(observed := fields.get("observed"), str):
        fields["observed"] = _moment(observed)
    for name in ("supersedes", "belief"):
        if isinstance(fields.get(name), str):
            fields[name] = full_id(client, fields[name])
    if "depends_on" in fields:
        fields["depends_on"] = [full_id(client, str(premise)) for premise in fields["depends_on"]]
    return statement(fields)


def _expect(fields: dict[str, Any], name: str, kind: type | UnionType, what: str) -> None:
    if name in fields and not isinstance(fields[name], kind):
        raise InvalidInput(f"{name} must be {what}, not {json.dumps(fields[name])[:40]}.")


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidInput(f"observed must be a moment in ISO 8601, not {text!r}.") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _blamed(error: BeliefsError, batch: list[Line], agent: str, written: int) -> BeliefsError:
    """Find the line that a batch was refused for, if it can be told without the ledger."""
    for line in batch:
        try:
            draft(line.said, "space", agent)
        except BeliefsError as found:
            return _located(found, line.number, written)
    first, last = batch[0].number, batch[-1].number
    where = f"line {first}" if first == last else f"lines {first} to {last}"
    return type(error)(f"{where}: {error}{_kept(written)}")


def _located(error: BeliefsError, number: int, written: int) -> BeliefsError:
    return type(error)(f"line {number}: {error}{_kept(written)}")


def _kept(written: int) -> str:
    if not written:
        return " Nothing was written."
    return f" The {written:,} statements of the batches before it are written, no others."


def _tell_progress(written: int, started: float) -> None:
    if sys.stderr.isatty() and time.monotonic() - started > _PATIENCE:
        rate = written / (time.monotonic() - started)
        click.echo(f"\r{written:,} statements, {rate:,.0f} a second", nl=False, err=True)


def _summary(written: int, actions: Counter[str], replayed: int) -> str:
    if not written:
        return "Nothing was said, so nothing was changed."
    said = f"{written:,} statement{'s' if written != 1 else ''}"
    if replayed == written:
        return f"{said}, all written before under this key; nothing was changed."
    did = ", ".join(f"{count:,} {action}" for action, count in sorted(actions.items()))
    again = f"; {replayed:,} had been written before" if replayed else ""
    return f"{said}: {did}{again}."
