"""A contact book, by hand: what the suite of the same name must accept."""

import csv
import io
import os
import sqlite3
from contextlib import closing

import uvicorn
from fastapi import FastAPI, HTTPException, Response, UploadFile
from pydantic import BaseModel, TypeAdapter, ValidationError

app = FastAPI()
FIELDS = ["name", "email", "phone"]


class Contact(BaseModel):
    name: str
    email: str = ""
    phone: str = ""


def store():
    db = sqlite3.connect("contacts.db", isolation_level=None)
    db.row_factory = sqlite3.Row
    db.execute(
        "create table if not exists contacts (id integer primary key, name text, email text, phone text)"
    )
    return closing(db)


def insert(db, contact):
    made = db.execute(
        "insert into contacts (name, email, phone) values (:name, :email, :phone)", contact.model_dump()
    )
    return {"id": made.lastrowid, **contact.model_dump()}


@app.post("/contacts", status_code=201)
def create(contact: Contact):
    with store() as db:
        return insert(db, contact)


@app.get("/contacts")
def listed():
    with store() as db:
        return [dict(row) for row in db.execute("select * from contacts order by id")]


@app.get("/contacts/search")
def search(q: str):
    part = q.casefold()
    return [each for each in listed() if any(part in each[name].casefold() for name in FIELDS)]


@app.get("/contacts/export")
def export():
    page = io.StringIO()
    writer = csv.DictWriter(page, FIELDS, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(listed())
    headers = {"content-disposition": 'attachment; filename="contacts.csv"'}
    return Response(page.getvalue(), media_type="text/csv", headers=headers)


@app.post("/contacts/import", status_code=201)
def import_(file: UploadFile):
    try:
        rows = csv.DictReader(io.StringIO(file.file.read().decode("utf-8-sig"), newline=""))
        contacts = TypeAdapter(list[Contact]).validate_python(list(rows))
    except (UnicodeDecodeError, csv.Error, ValidationError):
        raise HTTPException(400, "The file needs to be a CSV with name, email and phone.") from None
    with store() as db:
        db.execute("begin immediate")
        for contact in contacts:
            insert(db, contact)
        db.execute("commit")
    return {"imported": len(contacts)}


@app.get("/contacts/{number}")
def read(number: int):
    with store() as db:
        row = db.execute("select * from contacts where id = ?", (number,)).fetchone()
    if row is None:
        raise HTTPException(404, "No such contact.")
    return dict(row)


@app.put("/contacts/{number}")
def update(number: int, contact: Contact):
    read(number)
    with store() as db:
        db.execute(
            "update contacts set name = :name, email = :email, phone = :phone where id = :id",
            {"id": number, **contact.model_dump()},
        )
    return {"id": number, **contact.model_dump()}


@app.delete("/contacts/{number}", status_code=204)
def delete(number: int):
    read(number)
    with store() as db:
        db.execute("delete from contacts where id = ?", (number,))


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
