"""A quiz engine, by hand: what the suite of the same name must accept."""

import json
import os
import sqlite3
import time
from contextlib import contextmanager
from typing import Annotated, Any, Literal

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field

app = FastAPI()
TABLES = """
    create table if not exists quizzes (id integer primary key, title text, time_limit real);
    create table if not exists questions (
        id integer primary key, quiz_id integer, text text, type text, options text, answer text,
        points integer);
    create table if not exists attempts (
        id integer primary key, quiz_id integer, player text, started_at real, score integer);
"""


class Question(BaseModel):
    text: str
    type: Literal["single", "multiple", "true_false", "text"]
    options: list[str] = []
    answer: bool | str | list[str]
    points: Annotated[int, Field(ge=0)] = 1


class Quiz(BaseModel):
    title: str
    time_limit: Annotated[float, Field(gt=0)]
    questions: list[Question]


class Player(BaseModel):
    player: str


class Submission(BaseModel):
    answers: dict[str, Any]


@contextmanager
def transaction():
    db = sqlite3.connect("quiz.db", isolation_level=None, timeout=10)
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
    return row


def questions_of(db, number):
    return db.execute("select * from questions where quiz_id = ? order by id", (number,)).fetchall()


def is_right(question, given):
    answer = json.loads(question["answer"])
    if question["type"] == "multiple":
        return isinstance(given, list) and sorted(map(str, given)) == sorted(answer)
    if question["type"] == "text":
        return isinstance(given, str) and given.strip().casefold() == answer.strip().casefold()
    return type(given) is type(answer) and given == answer


@app.post("/quizzes", status_code=201)
def create(quiz: Quiz):
    with transaction() as db:
        made = db.execute("insert into quizzes (title, time_limit) values (?, ?)", (quiz.title, quiz.time_limit))
        for each in quiz.questions:
            db.execute(
                "insert into questions (quiz_id, text, type, options, answer, points) values (?, ?, ?, ?, ?, ?)",
                (made.lastrowid, each.text, each.type, json.dumps(each.options), json.dumps(each.answer), each.points),
            )
    return {"id": made.lastrowid, "title": quiz.title, "time_limit": quiz.time_limit}


@app.post("/quizzes/{number}/start", status_code=201)
def start(number: int, player: Player):
    with transaction() as db:
        quiz = found(db, "quizzes", number)
        began = time.time()
        made = db.execute(
            "insert into attempts (quiz_id, player, started_at) values (?, ?, ?)", (number, player.player, began)
        )
        questions = [
            {
                "id": each["id"],
                "text": each["text"],
                "type": each["type"],
                "options": json.loads(each["options"]),
                "points": each["points"],
            }
            for each in questions_of(db, number)
        ]
    return {"id": made.lastrowid, "ends_at": began + quiz["time_limit"], "questions": questions}


@app.post("/attempts/{number}/submit")
def submit(number: int, submission: Submission):
    with transaction() as db:
        attempt = found(db, "attempts", number)
        if attempt["score"] is not None:
            raise HTTPException(409, "This attempt was submitted already.")
        limit = found(db, "quizzes", attempt["quiz_id"])["time_limit"]
        if time.time() > attempt["started_at"] + limit:
            raise HTTPException(403, "The time is over.")
        questions = questions_of(db, attempt["quiz_id"])
        score = sum(
            each["points"] for each in questions if is_right(each, submission.answers.get(str(each["id"])))
        )
        db.execute("update attempts set score = ? where id = ?", (score, number))
    return {"id": number, "score": score, "max_score": sum(each["points"] for each in questions)}


@app.get("/quizzes/{number}/leaderboard")
def leaderboard(number: int):
    with transaction() as db:
        found(db, "quizzes", number)
        rows = db.execute(
            "select player, max(score) as score from attempts"
            " where quiz_id = ? and score is not null group by player order by score desc, min(id)",
            (number,),
        )
        return [dict(row) for row in rows]


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
