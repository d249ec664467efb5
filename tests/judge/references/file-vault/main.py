"""A file vault, by hand: what the suite of the same name must accept."""

import os
import secrets
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated

import uvicorn
from fastapi import FastAPI, HTTPException, Request, UploadFile
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

app = FastAPI()
LARGEST = 5 * 1024 * 1024
VAULT = Path("vault")


class Share(BaseModel):
    expires_in: Annotated[float, Field(gt=0)]


def store():
    VAULT.mkdir(exist_ok=True)
    db = sqlite3.connect(VAULT / "vault.db", isolation_level=None)
    db.row_factory = sqlite3.Row
    db.executescript("""
        create table if not exists files (
            id integer primary key autoincrement, filename text, type text, size integer, place text);
        create table if not exists links (token text primary key, file_id integer, expires_at real);
    """)
    return closing(db)


def found(number):
    with store() as db:
        row = db.execute("select * from files where id = ?", (number,)).fetchone()
    if row is None:
        raise HTTPException(404, "No such file.")
    return row


def document(row):
    return {name: row[name] for name in ("id", "filename", "type", "size")}


@app.post("/files", status_code=201)
def upload(file: UploadFile):
    content = file.file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise HTTPException(413, "A file has at most 5 MB.")
    place = secrets.token_hex(16)
    name = Path(file.filename or "file").name or "file"
    with store() as db:
        (VAULT / place).write_bytes(content)
        made = db.execute(
            "insert into files (filename, type, size, place) values (?, ?, ?, ?)",
            (name, file.content_type or "application/octet-stream", len(content), place),
        )
    return document(found(made.lastrowid))


@app.get("/files")
def listed():
    with store() as db:
        return [document(row) for row in db.execute("select * from files order by id")]


@app.get("/files/{number}/download")
def download(number: int):
    row = found(number)
    return FileResponse(VAULT / row["place"], media_type=row["type"], filename=row["filename"])


@app.delete("/files/{number}", status_code=204)
def delete(number: int):
    row = found(number)
    with store() as db:
        db.execute("delete from files where id = ?", (number,))
    (VAULT / row["place"]).unlink(missing_ok=True)


@app.post("/files/{number}/share", status_code=201)
def share(number: int, share: Share, request: Request):
    found(number)
    token = secrets.token_urlsafe(24)
    expires_at = time.time() + share.expires_in
    with store() as db:
        db.execute("insert into links values (?, ?, ?)", (token, number, expires_at))
    return {"url": f"{request.base_url}shared/{token}", "expires_at": expires_at}


@app.get("/shared/{token}")
def shared(token: str):
    with store() as db:
        link = db.execute("select * from links where token = ?", (token,)).fetchone()
    if link is None:
        raise HTTPException(404, "No such link.")
    if time.time() >= link["expires_at"]:
        raise HTTPException(410, "This link has expired.")
    return download(link["file_id"])


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
