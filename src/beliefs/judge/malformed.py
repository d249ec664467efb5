"""Bodies that no service may take: not JSON, not a document, not what the goal says."""

from __future__ import annotations

from collections.abc import Mapping

from beliefs.judge.service import Service

_NO_DOCUMENT = ("{", "[]", "null", '"text"', "")


def refuses_malformed(service: Service, path: str, *wrong: Mapping[str, object]) -> None:
    """Hold a path to refusing what is no JSON document, and each of these documents."""
    for body in _NO_DOCUMENT:
        service.post(path, content=body, headers={"content-type": "application/json"}).refused()
    for document in wrong:
        service.post(path, json=document).refused()
