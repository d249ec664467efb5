"""Notes, by hand: what the suite of the same name must accept."""

import os
import re
import sqlite3
from contextlib import closing

import uvicorn
from fastapi import FastAPI, HTTPException
from fastapi.responses import HTMLResponse
from markdown_it import MarkdownIt
from pydantic import BaseModel

app = FastAPI()
markdown = MarkdownIt("commonmark", {"html": False})


class Note(BaseModel):
    title: str
    content: str = ""


def store():
    db = sqlite3.connect("notes.db", isolation_level=None)
    db.row_factory = sqlite3.Row
    db.execute("create table if not exists notes (id integer primary key, title text, content text)")
    db.execute("create virtual table if not exists words using fts5 (title, content)")
    return closing(db)


@app.post("/notes", status_code=201)
def create(note: Note):
    with store() as db:
        db.execute("begin immediate")
        made = db.execute("insert into notes (title, content) values (?, ?)", (note.title, note.content))
        number = made.lastrowid
        db.execute("insert into words (rowid, title, content) values (?, ?, ?)", (number, note.title, note.content))
        db.execute("commit")
    return {"id": number, **note.model_dump()}


@app.get("/notes")
def listed():
    with store() as db:
        return [dict(row) for row in db.execute("select * from notes order by id")]


@app.get("/notes/search")
def search(q: str):
    terms = " ".join(f'"{word}"' for word in re.findall(r"\w+", q))
    if not terms:
        return []
    found = "select notes.* from words join notes on notes.id = words.rowid where words match ? order by rank"
    with store() as db:
        return [dict(row) for row in db.execute(found, (terms,))]


@app.get("/notes/{number}")
def read(number: int):
    with store() as db:
        row = db.execute("select * from notes where id = ?", (number,)).fetchone()
    if row is None:
        raise HTTPException(404, "No such note.")
    return dict(row)


@app.get("/notes/{number}/html", response_class=HTMLResponse)
def page(number: int):
    return markdown.render(read(number)["content"])


@app.put("/notes/{number}")
def update(number: int, note: Note):
    read(number)
    given = (note.title, note.content, number)
    with store() as db:
        db.execute("begin immediate")
        db.execute("update notes set title = ?, content = ? where id = ?", given)
        db.execute("update words set title = ?, content = ? where rowid = ?", given)
        db.execute("commit")
    return {"id": number, **note.model_dump()}


@app.delete("/notes/{number}", status_code=204)
def delete(number: int):
    read(number)
    with store() as db:
        db.execute("begin immediate")
        db.execute("delete from notes where id = ?", (number,))
        db.execute("delete from words where rowid = ?", (number,))
        db.execute("commit")


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
