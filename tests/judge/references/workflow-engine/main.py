"""A workflow engine, by hand: what the suite of the same name must accept."""

import json
import os
import sqlite3
from contextlib import closing
from graphlib import CycleError, TopologicalSorter
from typing import Annotated, Literal

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field, model_validator

app = FastAPI()


class Step(BaseModel):
    id: str
    depends_on: list[str] = []
    action: Literal["noop", "fail", "fail_once"] = "noop"
    max_retries: Annotated[int, Field(ge=0)] = 0


class Workflow(BaseModel):
    name: str
    steps: list[Step]

    @model_validator(mode="after")
    def can_be_run(self):
        known = {step.id for step in self.steps}
        if len(known) < len(self.steps):
            raise ValueError("each step needs an id of its own")
        for step in self.steps:
            if not known.issuperset(step.depends_on):
                raise ValueError(f"step {step.id} depends on a step that is not there")
        try:
            ordered(self.steps)
        except CycleError:
            raise ValueError("the steps depend on each other in a cycle") from None
        return self


def ordered(steps):
    by_id = {step.id: step for step in steps}
    return [by_id[each] for each in TopologicalSorter({step.id: step.depends_on for step in steps}).static_order()]


def store():
    db = sqlite3.connect("workflows.db", isolation_level=None, timeout=10)
    db.row_factory = sqlite3.Row
    db.executescript("""
        create table if not exists workflows (id integer primary key, body text);
        create table if not exists runs (
            id integer primary key, workflow_id integer, status text, steps text);
    """)
    return closing(db)


def succeeds(step, attempt):
    return step.action == "noop" or (step.action == "fail_once" and attempt > 1)


def perform(step):
    for attempt in range(1, step.max_retries + 2):
        if succeeds(step, attempt):
            return "succeeded", attempt
    return "failed", attempt


def execute(workflow):
    outcomes = {}
    for step in ordered(workflow.steps):
        if all(outcomes[each][0] == "succeeded" for each in step.depends_on):
            outcomes[step.id] = perform(step)
        else:
            outcomes[step.id] = ("skipped", 0)
    steps = [{"id": name, "status": status, "attempts": attempts} for name, (status, attempts) in outcomes.items()]
    failed = any(each["status"] == "failed" for each in steps)
    return "failed" if failed else "succeeded", steps


def document(row):
    return {"id": row["id"], "workflow_id": row["workflow_id"], "status": row["status"], "steps": json.loads(row["steps"])}


def found(db, number):
    row = db.execute("select body from workflows where id = ?", (number,)).fetchone()
    if row is None:
        raise HTTPException(404, "No such workflow.")
    return Workflow.model_validate_json(row["body"])


@app.post("/workflows", status_code=201)
def create(workflow: Workflow):
    with store() as db:
        made = db.execute("insert into workflows (body) values (?)", (workflow.model_dump_json(),))
        return {"id": made.lastrowid, **workflow.model_dump()}


@app.post("/workflows/{number}/run", status_code=201)
def run(number: int):
    with store() as db:
        status, steps = execute(found(db, number))
        made = db.execute(
            "insert into runs (workflow_id, status, steps) values (?, ?, ?)", (number, status, json.dumps(steps))
        )
        return {"id": made.lastrowid, "workflow_id": number, "status": status, "steps": steps}


@app.get("/workflows/{number}/runs")
def history(number: int):
    with store() as db:
        found(db, number)
        rows = db.execute("select * from runs where workflow_id = ? order by id desc", (number,))
        return [document(row) for row in rows]


@app.get("/runs/{number}")
def read(number: int):
    with store() as db:
        row = db.execute("select * from runs where id = ?", (number,)).fetchone()
    if row is None:
        raise HTTPException(404, "No such run.")
    return document(row)


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
