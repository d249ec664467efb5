"""Rows that only whoever made them may change: a secret given out once, then wanted in a header.

Nobody has an account. Making a row answers with its secret, the row keeps it out of sight, and a
request that changes the row shows it: `me.token` is then what the request shows. The effect looks
whether that is the secret of the row it is about.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from beliefs.spec.effects import (
    Answer,
    Call,
    Effect,
    Get,
    Insert,
    Let,
    Make,
    Pick,
    Stmt,
    Table,
    Var,
)
from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import program
from beliefs.spec.operations import Operation
from beliefs.spec.parsing import read_expression
from beliefs.spec.service import Identity
from beliefs.spec.types import Field, Type

MADE = "token(32)"  # what a new row has for its secret


def secret(name: str) -> Field:
    """The field that keeps the secret of a row."""
    return Field(name, Type("string"), hidden=True)


def shown_in(place: Literal["header", "bearer", "query", "cookie"], name: str) -> Identity:
    """Whoever shows anything at all; which row it is good for, effects say.

    >>> shown_in("header", "Edit-Key").name
    'Edit-Key'
    """
    who = 'if(credential = "", null, {token: credential})'
    return Identity(place, name, read_expression(who))


def holds(row: str, field: str) -> str:
    """The condition that a request shows the secret of a row.

    >>> holds("page", "edit_key")
    'same_secret(me.token, page.edit_key)'
    """
    return f"same_secret(me.token, {row}.{field})"


def guarded(operation: Operation, entity: str, field: str, words: str = "") -> Operation:
    """An operation on a row, or below one, that is only for who shows the secret of that row."""
    said = f" {json.dumps(words)}" if words else ""

    def with_guard(effect: Effect) -> Iterator[Stmt]:
        row = ""
        for each in effect:
            yield each
            match each:
                case Let(name, Call("first", (Pick(Table(found)),))) if found == entity:
                    row = name
                case _ if row:  # the guard that the row is there
                    yield from program(f"guard {holds(row, field)} else forbidden{said}")
                    row = ""

    return replace(operation, effect=tuple(with_guard(operation.effect)), needs="caller")


def given_out(operation: Operation, entity: Entity, field: str) -> Operation:
    """An operation that makes a row, and answers with its secret."""
    made: list[Stmt] = []
    row = ""
    for each in operation.effect:
        match each:
            case Insert(name, Make(fields), row) if name == entity.name:
                values = Make((*fields, (field, read_expression(MADE))))
                made.append(replace(each, values=values))
            case Answer(_, body) if row and body is not None:
                told = Make(((field, Get(Var(row), field)),))
                made.append(replace(each, body=Call("merge", (body, told))))
            case _:
                made.append(each)
    return replace(operation, effect=tuple(made))
