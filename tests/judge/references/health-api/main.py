"""Health, time and echo, by hand: what the suite of the same name must accept."""

import os
from datetime import UTC, datetime
from typing import Annotated, Any

import uvicorn
from fastapi import Body, FastAPI

app = FastAPI()


@app.get("/health")
def health():
    return {"status": "ok"}


@app.get("/time")
def time():
    return {"time": datetime.now(UTC).isoformat()}


@app.post("/echo")
def echo(body: Annotated[Any, Body()]):
    return body


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
