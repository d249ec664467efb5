"""The failure table of a Spec, as the module that a project answers its failures from."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beliefs.spec.failures import Way
    from beliefs.spec.service import Spec

_PLACES = re.compile(r"\{(message|code|status|field)\}")
_ALONE = {"{errors}": "errors", "{status}": "status"}
_VALUES = {
    "message": "message",
    "code": "code",
    "status": "status",
    "field": 'errors[0]["field"] if errors else ""',
}


def failures_file(spec: Spec, ways: set[Way]) -> str:
    """`app/failures.py`: what each way of failing answers."""
    table = []
    for way in sorted(ways):
        found = spec.failures.of(way)
        told = (found.status, found.message or "Invalid request", found.code)
        table.append(f"    {json.dumps(way)}: {told!r},")
    body = _python(json.loads(spec.failures.body))
    return "\n".join(
        [
            '"""How requests fail: the status, the usual words and the code of each way."""',
            "",
            "from __future__ import annotations",
            "",
            "from typing import Any",
            "",
            "FAILURES: dict[str, tuple[int, str, str]] = {",
            *table,
            "}",
            "",
            "",
            "def body(status: int, message: str, code: str, errors: list[dict[str, str]]) -> Any:",
            '    """What a failed request is told."""',
            *([] if "errors" in body else ["    del errors"]),
            *([] if re.search(r"\bcode\b", body) else ["    del code"]),
            *([] if re.search(r"\bstatus\b", body) else ["    del status"]),
            f"    return {body}",
            "",
        ]
    )


def _python(template: Any) -> str:
    if isinstance(template, dict):
        inner = ", ".join(f"{json.dumps(name)}: {_python(each)}" for name, each in template.items())
        return f"{{{inner}}}"
    if isinstance(template, list):
        return f"[{', '.join(_python(each) for each in template)}]"
    if not isinstance(template, str):
        return repr(template)
    if template in _ALONE:
        return _ALONE[template]
    pieces = _PLACES.split(template)
    if len(pieces) == 1:
        return json.dumps(template, ensure_ascii=False)
    if len(pieces) == 3 and not pieces[0] and not pieces[2]:
        return _VALUES[pieces[1]]
    return " + ".join(
        f"str({_VALUES[piece]})" if number % 2 else json.dumps(piece, ensure_ascii=False)
        for number, piece in enumerate(pieces)
        if number % 2 or piece
    )
