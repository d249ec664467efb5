"""Short links, by hand: what the suite of the same name must accept."""

import os
import secrets
import sqlite3
from contextlib import closing

import uvicorn
from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, HttpUrl

app = FastAPI()


class Link(BaseModel):
    url: HttpUrl


def store():
    db = sqlite3.connect("links.db", isolation_level=None)
    db.execute(
        "create table if not exists links (code text primary key, url text, clicks integer default 0)"
    )
    return closing(db)


@app.post("/shorten", status_code=201)
def shorten(link: Link, request: Request):
    code = secrets.token_urlsafe(6)
    with store() as db:
        db.execute("insert into links (code, url) values (?, ?)", (code, str(link.url)))
    return {"code": code, "short_url": f"{request.base_url}{code}"}


@app.get("/stats/{code}")
def stats(code: str):
    with store() as db:
        row = db.execute("select url, clicks from links where code = ?", (code,)).fetchone()
    if row is None:
        raise HTTPException(404, "No such link.")
    return {"code": code, "url": row[0], "clicks": row[1]}


@app.get("/{code}")
def follow(code: str):
    with store() as db:
        row = db.execute(
            "update links set clicks = clicks + 1 where code = ? returning url", (code,)
        ).fetchone()
    if row is None:
        raise HTTPException(404, "No such link.")
    return RedirectResponse(row[0], status_code=307)


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
