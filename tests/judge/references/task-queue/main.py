"""A task queue, by hand: what the suite of the same name must accept."""

import asyncio
import os
from collections import Counter
from contextlib import asynccontextmanager
from itertools import count
from typing import Annotated

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field

WORKERS = 2
tasks = {}
numbers = count(1)


class Task(BaseModel):
    name: str
    duration: Annotated[float, Field(ge=0)]
    priority: int = 0
    timeout: Annotated[float, Field(gt=0)] = 60
    max_retries: Annotated[int, Field(ge=0)] = 0


@asynccontextmanager
async def lifespan(app):
    app.state.queue = asyncio.PriorityQueue()
    workers = [asyncio.create_task(work(app.state.queue)) for _ in range(WORKERS)]
    yield
    for each in workers:
        each.cancel()


app = FastAPI(lifespan=lifespan)


async def work(queue):
    while True:
        _, number = await queue.get()
        await run(tasks[number])


async def run(task):
    task["status"] = "running"
    for _ in range(task["max_retries"] + 1):
        task["attempts"] += 1
        try:
            await asyncio.wait_for(asyncio.sleep(task["duration"]), task["timeout"])
        except TimeoutError:
            continue
        task["status"] = "done"
        return
    task["status"] = "failed"


@app.post("/tasks", status_code=202)
async def queue(task: Task):
    number = next(numbers)
    tasks[number] = {"id": number, **task.model_dump(), "status": "queued", "attempts": 0}
    await app.state.queue.put((-task.priority, number))
    return tasks[number]


@app.get("/tasks/{number}")
async def read(number: int):
    if number not in tasks:
        raise HTTPException(404, "No such task.")
    return tasks[number]


@app.get("/status")
async def status():
    counted = Counter(task["status"] for task in tasks.values())
    return {state: counted[state] for state in ("queued", "running", "done", "failed")}


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
