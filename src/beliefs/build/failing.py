"""The failure table of a Spec, as the module that a project answers its failures from."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beliefs.spec.failures import Failure, Way
    from beliefs.spec.service import Spec

_PLACES = re.compile(r"\{(message|code|status|field)\}")
_ALONE = {
    "{errors}": "errors",
    "{fields}": '{each["field"]: each["message"] for each in reversed(errors)}',
    "{status}": "status",
}
_VALUES = {
    "message": "message",
    "code": "code",
    "status": "status",
    "field": 'errors[0]["field"] if errors else ""',
}


def failures_file(spec: Spec, ways: set[Way]) -> str:
    """`app/failures.py`: what each way of failing answers, and where an operation has its own."""
    named: list[tuple[str, Failure]] = [(way, spec.failures.of(way)) for way in sorted(ways)]
    named += [
        (f"{operation.name}.{each.way}", each)
        for operation in spec.operations
        for each in operation.failures
    ]
    table = [
        f"    {json.dumps(name)}: {(each.status, each.message, each.code)!r},"
        for name, each in named
    ]
    bodies = {name: _python(json.loads(each.body)) for name, each in named if each.body}
    alike: dict[str, list[str]] = {}
    for name, each in bodies.items():
        alike.setdefault(each, []).append(name)
    usual = _python(json.loads(spec.failures.body))
    every = " ".join([usual, *bodies.values()])
    return "\n".join(
        [
            f'"""How requests fail: the status, words and code of each way{_example(named)}."""',
            "",
            "from __future__ import annotations",
            "",
            "from typing import Any",
            "",
            "# Where there are no words, they are left to what is wrong.",
            "FAILURES: dict[str, tuple[int, str, str]] = {",
            *table,
            "}",
            "",
            "",
            f"def body({_ARGUMENTS}) -> Any:",
            '    """What a failed request is told."""',
            *(f"    del {each}" for each in _NAMES if not _said(each, every, bodies)),
            *(
                line
                for each, names in alike.items()
                for line in (f"    if name in {tuple(names)!r}:", f"        return {each}")
            ),
            f"    return {usual}",
            "",
        ]
    )


_NAMES = ("name", "errors", "code", "status", "message")
_ARGUMENTS = "name: str, status: int, message: str, code: str, errors: list[dict[str, str]]"


def _said(name: str, bodies: str, own: dict[str, str]) -> bool:
    """Whether an argument is used by any of the bodies."""
    return bool(own) if name == "name" else re.search(rf"\b{name}\b", bodies) is not None


def _example(named: list[tuple[str, Failure]]) -> str:
    """A word about names with a dot, where there are any."""
    found = next((name for name, _ in named if "." in name), "")
    return f", and of single operations ({found})" if found else ""


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
