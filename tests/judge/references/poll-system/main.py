"""Polls, by hand: what the suite of the same name must accept."""

import os
import sqlite3
from contextlib import closing
from typing import Annotated

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field

app = FastAPI()


class Poll(BaseModel):
    question: str
    options: Annotated[list[str], Field(min_length=2)]


class Vote(BaseModel):
    option_id: int
    voter: Annotated[str, Field(min_length=1)]


def store():
    db = sqlite3.connect("polls.db", isolation_level=None)
    db.executescript("""
        create table if not exists polls (id integer primary key, question text, closed integer default 0);
        create table if not exists options (id integer primary key, poll integer, text text);
        create table if not exists votes (poll integer, option integer, voter text, unique (poll, voter));
    """)
    return closing(db)


def found(db, number):
    row = db.execute("select id, question, closed from polls where id = ?", (number,)).fetchone()
    if row is None:
        raise HTTPException(404, "No such poll.")
    return row


def document(db, number):
    _, question, closed = found(db, number)
    rows = db.execute("select id, text from options where poll = ? order by id", (number,))
    options = [{"id": row[0], "text": row[1]} for row in rows]
    return {"id": number, "question": question, "closed": bool(closed), "options": options}


@app.post("/polls", status_code=201)
def create(poll: Poll):
    with store() as db:
        db.execute("begin immediate")
        number = db.execute("insert into polls (question) values (?)", (poll.question,)).lastrowid
        for text in poll.options:
            db.execute("insert into options (poll, text) values (?, ?)", (number, text))
        db.execute("commit")
        return document(db, number)


@app.get("/polls/{number}")
def read(number: int):
    with store() as db:
        return document(db, number)


@app.post("/polls/{number}/vote", status_code=201)
def vote(number: int, vote: Vote):
    with store() as db:
        db.execute("begin immediate")
        if found(db, number)[2]:
            raise HTTPException(409, "The poll is closed.")
        own = "select 1 from options where id = ? and poll = ?"
        if not db.execute(own, (vote.option_id, number)).fetchone():
            raise HTTPException(404, "The poll has no such option.")
        try:
            db.execute("insert into votes values (?, ?, ?)", (number, vote.option_id, vote.voter))
        except sqlite3.IntegrityError:
            raise HTTPException(409, "This voter has voted.") from None
        db.execute("commit")
    return {"poll_id": number, "option_id": vote.option_id, "voter": vote.voter}


@app.get("/polls/{number}/results")
def results(number: int):
    with store() as db:
        poll = document(db, number)
        counted = "select option, count(*) from votes where poll = ? group by option"
        votes = dict(db.execute(counted, (number,)).fetchall())
    total = sum(votes.values())
    for option in poll["options"]:
        option["votes"] = votes.get(option["id"], 0)
        option["percent"] = round(100 * option["votes"] / total, 1) if total else 0
    return poll | {"total": total}


@app.post("/polls/{number}/close")
def close(number: int):
    with store() as db:
        found(db, number)
        db.execute("update polls set closed = 1 where id = ?", (number,))
        return document(db, number)


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
