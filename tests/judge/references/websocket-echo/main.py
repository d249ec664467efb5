"""An echo with the time, by hand: what the suite of the same name must accept."""

import os
from datetime import UTC, datetime

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

app = FastAPI()


@app.get("/health")
def health():
    return {"status": "ok"}


@app.websocket("/ws")
async def echo(socket: WebSocket):
    await socket.accept()
    try:
        while True:
            message = await socket.receive_text()
            await socket.send_text(f"{datetime.now(UTC).isoformat()} {message}")
    except WebSocketDisconnect:
        pass


if __name__ == "__main__":
    uvicorn.run(
        app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000"))
    )
