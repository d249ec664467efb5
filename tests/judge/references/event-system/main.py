"""Event registration, by hand: what the suite of the same name must accept."""

import os
import sqlite3
from contextlib import contextmanager
from datetime import date
from typing import Annotated

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field

app = FastAPI()
TABLES = """
    create table if not exists events (
        id integer primary key, title text not null, date text not null, capacity integer not null);
    create table if not exists registrations (
        id integer primary key, event_id integer not null references events, name text not null,
        email text not null, status text not null, checked_in integer not null default 0);
    create unique index if not exists once on registrations (event_id, email) where status != 'cancelled';
"""


class Event(BaseModel):
    title: str
    date: date
    capacity: Annotated[int, Field(ge=1)]


class Person(BaseModel):
    name: str
    email: Annotated[str, Field(pattern=".@.")]


@contextmanager
def transaction():
    db = sqlite3.connect("events.db", isolation_level=None, timeout=10)
    db.row_factory = sqlite3.Row
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


def count(db, number, status):
    counted = "select count(*) from registrations where event_id = ? and status = ?"
    return db.execute(counted, (number, status)).fetchone()[0]


@app.post("/events", status_code=201)
def create(event: Event):
    with transaction() as db:
        given = (event.title, event.date.isoformat(), event.capacity)
        made = db.execute("insert into events (title, date, capacity) values (?, ?, ?)", given)
        return found(db, "events", made.lastrowid)


@app.get("/events/{number}")
def read(number: int):
    with transaction() as db:
        return found(db, "events", number)


@app.post("/events/{number}/register", status_code=201)
def register(number: int, person: Person):
    with transaction() as db:
        event = found(db, "events", number)
        free = count(db, number, "confirmed") < event["capacity"]
        status = "confirmed" if free else "waitlisted"
        try:
            made = db.execute(
                "insert into registrations (event_id, name, email, status) values (?, ?, ?, ?)",
                (number, person.name, person.email, status),
            )
        except sqlite3.IntegrityError:
            raise HTTPException(409, "This email is registered already.") from None
        return found(db, "registrations", made.lastrowid)


@app.get("/registrations/{number}")
def registration(number: int):
    with transaction() as db:
        return found(db, "registrations", number)


@app.post("/registrations/{number}/cancel")
def cancel(number: int):
    with transaction() as db:
        was = found(db, "registrations", number)
        db.execute("update registrations set status = 'cancelled' where id = ?", (number,))
        if was["status"] == "confirmed":
            db.execute(
                "update registrations set status = 'confirmed' where id = (select id from registrations"
                " where event_id = ? and status = 'waitlisted' order by id limit 1)",
                (was["event_id"],),
            )
        return found(db, "registrations", number)


@app.post("/registrations/{number}/check-in")
def check_in(number: int):
    with transaction() as db:
        was = found(db, "registrations", number)
        if was["status"] != "confirmed":
            raise HTTPException(409, f"This registration is {was['status']}.")
        if was["checked_in"]:
            raise HTTPException(409, "This registration is checked in already.")
        db.execute("update registrations set checked_in = 1 where id = ?", (number,))
        return found(db, "registrations", number)


@app.get("/events/{number}/analytics")
def analytics(number: int):
    with transaction() as db:
        event = found(db, "events", number)
        confirmed = count(db, number, "confirmed")
        here = "select count(*) from registrations where event_id = ? and checked_in and status = 'confirmed'"
        return {
            "confirmed": confirmed,
            "waitlisted": count(db, number, "waitlisted"),
            "checked_in": db.execute(here, (number,)).fetchone()[0],
            "fill_rate": confirmed / event["capacity"],
        }


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
