"""An inventory, by hand: what the suite of the same name must accept."""

import os
import sqlite3
from contextlib import contextmanager
from typing import Annotated, Literal

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field, model_validator

app = FastAPI()
TABLES = """
    create table if not exists products (
        id integer primary key, name text, sku text unique, reorder_level integer);
    create table if not exists locations (id integer primary key, name text);
    create table if not exists movements (
        id integer primary key, type text, product_id integer, quantity integer,
        from_location_id integer, to_location_id integer);
    create table if not exists stock (
        product_id integer, location_id integer, quantity integer check (quantity >= 0),
        primary key (product_id, location_id));
"""


class Product(BaseModel):
    name: str
    sku: str
    reorder_level: Annotated[int, Field(ge=0)] = 0


class Location(BaseModel):
    name: str


class Movement(BaseModel):
    type: Literal["in", "out", "transfer"]
    product_id: int
    quantity: Annotated[int, Field(gt=0)]
    from_location_id: int | None = None
    to_location_id: int | None = None

    @model_validator(mode="after")
    def has_its_locations(self):
        if (self.from_location_id is None) != (self.type == "in"):
            raise ValueError("from_location_id belongs to out and transfer")
        if (self.to_location_id is None) != (self.type == "out"):
            raise ValueError("to_location_id belongs to in and transfer")
        return self


@contextmanager
def transaction():
    db = sqlite3.connect("inventory.db", isolation_level=None, timeout=10)
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


def insert(db, table, model):
    given = model.model_dump()
    marks = ", ".join(f":{name}" for name in given)
    made = db.execute(f"insert into {table} ({', '.join(given)}) values ({marks})", given)
    return found(db, table, made.lastrowid)


def change(db, product, location, quantity):
    found(db, "locations", location)
    db.execute("insert or ignore into stock values (?, ?, 0)", (product, location))
    db.execute(
        "update stock set quantity = quantity + ? where product_id = ? and location_id = ?",
        (quantity, product, location),
    )


@app.post("/products", status_code=201)
def create(product: Product):
    with transaction() as db:
        try:
            return insert(db, "products", product)
        except sqlite3.IntegrityError:
            raise HTTPException(409, "There is a product with this sku.") from None


@app.post("/locations", status_code=201)
def locate(location: Location):
    with transaction() as db:
        return insert(db, "locations", location)


@app.post("/movements", status_code=201)
def move(movement: Movement):
    with transaction() as db:
        found(db, "products", movement.product_id)
        try:
            if movement.from_location_id is not None:
                change(db, movement.product_id, movement.from_location_id, -movement.quantity)
            if movement.to_location_id is not None:
                change(db, movement.product_id, movement.to_location_id, movement.quantity)
        except sqlite3.IntegrityError:
            raise HTTPException(409, "There is not that much in stock.") from None
        return insert(db, "movements", movement)


@app.get("/movements")
def history(product_id: int | None = None):
    with transaction() as db:
        rows = db.execute(
            "select * from movements where ?1 is null or product_id = ?1 order by id", (product_id,)
        )
        return [dict(row) for row in rows]


@app.get("/products/{number}/stock")
def stock(number: int):
    with transaction() as db:
        found(db, "products", number)
        rows = db.execute("select location_id, quantity from stock where product_id = ?", (number,))
        places = [dict(row) for row in rows]
    return {"total": sum(each["quantity"] for each in places), "locations": places}


@app.get("/alerts")
def alerts():
    with transaction() as db:
        rows = db.execute(
            "select p.*, coalesce((select sum(quantity) from stock where product_id = p.id), 0) as total"
            " from products p where total < p.reorder_level order by p.id"
        )
        return [dict(row) for row in rows]


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
