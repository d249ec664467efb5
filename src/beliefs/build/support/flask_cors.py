"""Which other origins' pages may ask."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, Response, request


def allow(app: Flask, origins: Sequence[str]) -> None:
    """Let pages of these origins ask; "*" is every origin."""

    def preflight() -> Response | None:
        asked = request.headers.get("Access-Control-Request-Method")
        page = request.headers.get("Origin")
        if request.method != "OPTIONS" or not asked or not page or not _allowed(origins):
            return None
        wanted = request.headers.get("Access-Control-Request-Headers", "")
        headers = {"Access-Control-Allow-Methods": asked, "Access-Control-Allow-Headers": wanted}
        return Response(status=200, headers=headers)

    def marked(answer: Response) -> Response:
        if allowed := _allowed(origins):
            answer.headers["Access-Control-Allow-Origin"] = allowed
        if "*" not in origins:
            answer.vary.add("Origin")
        return answer

    app.before_request(preflight)
    app.after_request(marked)


def _allowed(origins: Sequence[str]) -> str:
    asking = request.headers.get("Origin", "")
    return "*" if "*" in origins else asking if asking in origins else ""
