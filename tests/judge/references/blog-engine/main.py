"""A blog, by hand: what the suite of the same name must accept."""

import json
import os
import re
import sqlite3
import unicodedata
from collections import Counter
from contextlib import contextmanager
from html import escape
from typing import Literal

import uvicorn
from fastapi import FastAPI, HTTPException
from fastapi.responses import HTMLResponse
from markdown_it import MarkdownIt
from pydantic import BaseModel

app = FastAPI()
markdown = MarkdownIt("commonmark", {"html": False})
TABLES = """
    create table if not exists posts (
        id integer primary key, slug text unique, title text, body text, tags text, status text);
    create table if not exists comments (
        id integer primary key, author text, text text,
        post_id integer references posts on delete cascade);
"""


class Post(BaseModel):
    title: str
    body: str = ""
    tags: list[str] = []
    status: Literal["draft", "published"] = "draft"


class Comment(BaseModel):
    author: str
    text: str


@contextmanager
def transaction():
    db = sqlite3.connect("blog.db", isolation_level=None, timeout=10)
    db.row_factory = sqlite3.Row
    db.execute("pragma foreign_keys = on")
    db.executescript(TABLES)
    db.execute("begin immediate")
    try:
        yield db
        db.execute("commit")
    finally:
        db.close()


def document(row):
    return dict(row) | {"tags": json.loads(row["tags"])}


def found(db, slug):
    row = db.execute("select * from posts where slug = ?", (slug,)).fetchone()
    if row is None:
        raise HTTPException(404, "No such post.")
    return document(row)


def published(db):
    rows = db.execute("select * from posts where status = 'published' order by id desc")
    return [document(row) for row in rows]


def fresh_slug(db, title):
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "post"
    slug, number = base, 1
    while db.execute("select 1 from posts where slug = ?", (slug,)).fetchone():
        number += 1
        slug = f"{base}-{number}"
    return slug


def page(title, content):
    head = f"<!doctype html><meta charset=utf-8><title>{escape(title)}</title>"
    return HTMLResponse(f"{head}<h1>{escape(title)}</h1>{content}")


@app.get("/")
def front():
    with transaction() as db:
        posts = published(db)
    items = (f'<li><a href="/posts/{each["slug"]}/html">{escape(each["title"])}</a>' for each in posts)
    return page("Posts", f"<ul>{''.join(items)}</ul>")


@app.get("/tags")
def tags():
    with transaction() as db:
        return Counter(tag for post in published(db) for tag in set(post["tags"]))


@app.get("/posts")
def listed():
    with transaction() as db:
        return published(db)


@app.post("/posts", status_code=201)
def create(post: Post):
    with transaction() as db:
        slug = fresh_slug(db, post.title)
        given = (slug, post.title, post.body, json.dumps(post.tags), post.status)
        insert = "insert into posts (slug, title, body, tags, status) values (?, ?, ?, ?, ?)"
        db.execute(insert, given)
        return found(db, slug)


@app.get("/posts/{slug}")
def read(slug: str):
    with transaction() as db:
        return found(db, slug)


@app.put("/posts/{slug}")
def update(slug: str, post: Post):
    with transaction() as db:
        found(db, slug)
        given = (post.title, post.body, json.dumps(post.tags), post.status, slug)
        db.execute("update posts set title = ?, body = ?, tags = ?, status = ? where slug = ?", given)
        return found(db, slug)


@app.delete("/posts/{slug}", status_code=204)
def delete(slug: str):
    with transaction() as db:
        found(db, slug)
        db.execute("delete from posts where slug = ?", (slug,))


@app.get("/posts/{slug}/html")
def shown(slug: str):
    post = read(slug)
    if post["status"] != "published":
        raise HTTPException(404, "No such post.")
    said = (f"<p><b>{escape(each['author'])}</b> {escape(each['text'])}" for each in comments(slug))
    return page(post["title"], markdown.render(post["body"]) + "".join(said))


@app.get("/posts/{slug}/comments")
def comments(slug: str):
    with transaction() as db:
        post = found(db, slug)
        rows = db.execute("select * from comments where post_id = ? order by id", (post["id"],))
        return [dict(row) for row in rows]


@app.post("/posts/{slug}/comments", status_code=201)
def comment(slug: str, comment: Comment):
    with transaction() as db:
        post = found(db, slug)
        given = (comment.author, comment.text, post["id"])
        made = db.execute("insert into comments (author, text, post_id) values (?, ?, ?)", given)
        return {"id": made.lastrowid, **comment.model_dump()}


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
