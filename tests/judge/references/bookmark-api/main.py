"""Bookmarks, by hand: what the suite of the same name must accept."""

import json
import os
import sqlite3
from contextlib import closing

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

app = FastAPI()


class Bookmark(BaseModel):
    url: str
    title: str = ""
    tags: list[str] = []


def store():
    db = sqlite3.connect("bookmarks.db", isolation_level=None)
    db.execute("create table if not exists bookmarks (id integer primary key, body text)")
    return closing(db)


def document(row):
    return {"id": row[0], **json.loads(row[1])}


@app.post("/bookmarks", status_code=201)
def create(bookmark: Bookmark):
    with store() as db:
        made = db.execute("insert into bookmarks (body) values (?)", (bookmark.model_dump_json(),))
        return {"id": made.lastrowid, **bookmark.model_dump()}


@app.get("/bookmarks")
def listed():
    with store() as db:
        return [document(row) for row in db.execute("select id, body from bookmarks order by id")]


@app.get("/random")
def random():
    with store() as db:
        row = db.execute("select id, body from bookmarks order by random() limit 1").fetchone()
    if row is None:
        raise HTTPException(404, "There are no bookmarks yet.")
    return document(row)


@app.get("/bookmarks/{number}")
def read(number: int):
    with store() as db:
        row = db.execute("select id, body from bookmarks where id = ?", (number,)).fetchone()
    if row is None:
        raise HTTPException(404, "No such bookmark.")
    return document(row)


@app.put("/bookmarks/{number}")
def update(number: int, bookmark: Bookmark):
    read(number)
    with store() as db:
        db.execute(
            "update bookmarks set body = ? where id = ?", (bookmark.model_dump_json(), number)
        )
    return {"id": number, **bookmark.model_dump()}


@app.delete("/bookmarks/{number}", status_code=204)
def delete(number: int):
    read(number)
    with store() as db:
        db.execute("delete from bookmarks where id = ?", (number,))


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
