"""A kanban board, by hand: what the suite of the same name must accept."""

import os
import sqlite3
from contextlib import contextmanager
from typing import Annotated

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field

app = FastAPI()
TABLES = """
    create table if not exists boards (id integer primary key autoincrement, name text);
    create table if not exists columns (
        id integer primary key autoincrement, name text, position integer,
        board_id integer references boards on delete cascade);
    create table if not exists cards (
        id integer primary key autoincrement, title text, description text, position integer,
        column_id integer references columns on delete cascade);
"""


class Named(BaseModel):
    name: str


class Card(BaseModel):
    title: str
    description: str = ""


class Move(BaseModel):
    column_id: int
    position: Annotated[int, Field(ge=0)]


@contextmanager
def transaction():
    db = sqlite3.connect("board.db", isolation_level=None, timeout=10)
    db.row_factory = sqlite3.Row
    db.execute("pragma foreign_keys = on")
    db.executescript(TABLES)
    db.execute("begin immediate")
    try:
        yield db
        db.execute("commit")
    finally:
        db.close()


def found(db, table, number):
    row = db.execute(f"select * from {table} where id = ?", (number,)).fetchone()
    if row is None:
        raise HTTPException(404, f"There is no such entry in {table}.")
    return dict(row)


def insert(db, table, given):
    marks = ", ".join(f":{name}" for name in given)
    made = db.execute(f"insert into {table} ({', '.join(given)}) values ({marks})", given)
    return found(db, table, made.lastrowid)


def inside(db, table, owner, number):
    rows = db.execute(f"select * from {table} where {owner} = ? order by position, id", (number,))
    return [dict(row) for row in rows]


def end(db, table, owner, number):
    last = db.execute(f"select max(position) from {table} where {owner} = ?", (number,)).fetchone()[0]
    return 0 if last is None else last + 1


@app.post("/boards", status_code=201)
def create_board(board: Named):
    with transaction() as db:
        return insert(db, "boards", board.model_dump())


@app.get("/boards/{number}")
def show(number: int):
    with transaction() as db:
        columns = inside(db, "columns", "board_id", number)
        for column in columns:
            column["cards"] = inside(db, "cards", "column_id", column["id"])
        return found(db, "boards", number) | {"columns": columns}


@app.post("/boards/{number}/columns", status_code=201)
def create_column(number: int, column: Named):
    with transaction() as db:
        found(db, "boards", number)
        position = end(db, "columns", "board_id", number)
        return insert(db, "columns", {"board_id": number, "position": position, **column.model_dump()})


@app.post("/columns/{number}/cards", status_code=201)
def create_card(number: int, card: Card):
    with transaction() as db:
        found(db, "columns", number)
        position = end(db, "cards", "column_id", number)
        return insert(db, "cards", {"column_id": number, "position": position, **card.model_dump()})


@app.post("/cards/{number}/move")
def move(number: int, move: Move):
    with transaction() as db:
        found(db, "cards", number)
        found(db, "columns", move.column_id)
        cards = [each["id"] for each in inside(db, "cards", "column_id", move.column_id)]
        if number in cards:
            cards.remove(number)
        cards.insert(move.position, number)
        for position, card in enumerate(cards):
            given = (move.column_id, position, card)
            db.execute("update cards set column_id = ?, position = ? where id = ?", given)
        return found(db, "cards", number)


def change(table, number, given):
    with transaction() as db:
        found(db, table, number)
        sets = ", ".join(f"{name} = :{name}" for name in given)
        db.execute(f"update {table} set {sets} where id = :id", {"id": number, **given})
        return found(db, table, number)


def remove(table, number):
    with transaction() as db:
        found(db, table, number)
        db.execute(f"delete from {table} where id = ?", (number,))


def offer(table, model, *, read=True):
    @app.put(f"/{table}/{{number}}")
    def update(number: int, given: model):
        return change(table, number, given.model_dump())

    @app.delete(f"/{table}/{{number}}", status_code=204)
    def delete(number: int):
        remove(table, number)

    if read:

        @app.get(f"/{table}/{{number}}")
        def read_one(number: int):
            with transaction() as db:
                return found(db, table, number)


offer("boards", Named, read=False)
offer("columns", Named)
offer("cards", Card)

if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
