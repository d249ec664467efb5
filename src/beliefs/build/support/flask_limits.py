"""How often may be asked, and how much a body may hold: seen before a body is read."""

from __future__ import annotations

from app.bounds import LARGEST, RATES
from app.refusals import Refusal
from flask import Flask, request


def limit(app: Flask) -> None:
    """Let an app be asked no more than it may be."""
    app.before_request(_limited)


def _limited() -> None:
    RATES.count((request.endpoint or "").rpartition(".")[2], request.remote_addr or "")
    if LARGEST and (request.content_length or 0) > LARGEST:
        raise Refusal("too_large")
