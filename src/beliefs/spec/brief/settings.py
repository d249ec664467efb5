"""How it runs, taken out of all sentences: what it is made with, where it keeps rows, its port."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.service import Framework, Storage


class Settings(NamedTuple):
    """What a goal says of how it runs; empty, or 0, where it says nothing."""

    framework: Framework | None = None
    storage: Storage | None = None
    port: int = 0


# Words that lead to a setting and say nothing else: "please build it with", "keep everything in".
_LEAD = (
    r"(?:(?:please|just|and|also|it|it's|that|this|which|should|must|to|be|is|are|will|want|"
    r"i'?d like|i want|we|the|an?|"
    r"whole|thing|everything|all|data|database|db|storage|stores?|stored?|kept|keep(?:s|ing)?|saves?|"
    r"saved|persist(?:s|ed|ent|ence)?|writ(?:e|ten)|built?|build|made|make|runs?|running|served?|"
    r"started|starts?|listens?|listening|available|reachable|backed|framework|backend|server|app|"
    r"application|service|api|project|python|simple|plain|local|rows|records|them|framework is|"
    r"use[sd]?|using|with|in|on|at|by|via|from|to|for|into|as|of)\b[ :,]*)*"
)
_FRAMEWORK = re.compile(
    rf"(?i){_LEAD}\b(?P<name>fastapi|flask)\b(?: (?:framework|app|application|service|backend))?"
)
_STORAGE: tuple[tuple[str, Storage], ...] = (
    (r"sqlite3?(?: (?:database|db|file|storage))*", "sqlite"),
    (r"(?:one |single )?json[- ]?files?(?: (?:storage|database|on disk))?", "json"),
    (
        (
            r"(?:in[- ]memory|memory(?= (?:storage|store|only)))"
            r"(?: (?:storage|store|only|is (?:fine|enough|ok(?:ay)?|good enough)))*"
            r"(?:,? no (?:database|db|persistence))?|no (?:database|db|persistence)(?: needed| "
            r"required)?"
        ),
        "memory",
    ),
    (r"postgres(?:ql)?(?: (?:database|db))?", "postgres"),
)
_PORT = re.compile(
    rf"(?i){_LEAD}(?:\b(?:tcp |local )?port:?(?: is| number| no\.?| =|=)? ?|\b(?:listen(?:s|ing)?|"
    r"runs?|running|served?|start(?:s|ed)?|available|reachable|up|lives?) (?:on|at) (?:(?:https?://)?"
    r"(?:localhost|127\.0\.0\.1|0\.0\.0\.0))?:?|\b(?:on|at) :)(?P<port>\d{4,5})\b"
    r"(?! ?(?:times|requests|items|characters))"
)
_PORT_FROM = re.compile(
    r"(?i)(?:the )?port (?:is |comes |taken |read )*from (?:the )?(?:env\w* (?:variable "
    r")?)?\$?`?PORT`?"
    r"(?: env\w*)?(?: variable)?,?;? ?\(?(?:or|with|and)? ?(?:a |the )?(?:default(?:s|ing)?(?: is| "
    r"to|:)?|else|otherwise|falling back to|fallback) ?(?P<port>\d{4,5})\)?"
)
_PYTHON = re.compile(rf"(?i){_LEAD}\bpython(?: ?3(?:\.\d+)?\+?)?(?: or (?:newer|later|above))?\b")
# "under /api/v1", once the paths stand below it.
_UNDER = re.compile(
    rf"(?i){_LEAD}(?:below|under|prefix(?:ed)?|path|url|base|mounted|with|at|everything|all|routes|"
    r"endpoints|paths|lives?|[ :=])*(?P<base>/[a-z][\w/.-]*)"
)


def take_settings(brief: Brief) -> Settings:
    """Take the settings out of all sentences, and say which.

    >>> from beliefs.spec.brief.requests import brief
    >>> told = brief("GET /a lists all. Flask, JSON file, please run it on port 5050.", "goal")
    >>> take_settings(told), told.requests[0].said[-1].left
    (Settings(framework='flask', storage='json', port=5050), [])
    """
    found = Settings()
    for one in _all(brief):
        before = one.text
        if (told := _taken(one, _FRAMEWORK)) is not None:
            name = cast("Framework", told["name"].lower())
            found = found._replace(framework=found.framework or name)
        for pattern, storage in _STORAGE:
            if _taken(one, re.compile(rf"(?i){_LEAD}(?<![\w-]){pattern}(?![\w-])")) is not None:
                found = found._replace(storage=found.storage or storage)
        if (told := _taken(one, _PORT_FROM) or _taken(one, _PORT)) is not None:
            found = found._replace(port=found.port or int(told["port"]))
        if one.text != before:
            _taken(one, _PYTHON)
            _alone(one)
    return found


def settings_of(text: str) -> Settings:
    """What a goal says of how it runs, whoever reads the rest of it.

    >>> settings_of("GET /a lists all. Flask, port 9000.").framework
    'flask'
    """
    from beliefs.spec.brief.requests import brief

    return take_settings(brief(text, ""))


def take_base(brief: Brief, base: str) -> None:
    """Take out of the sentences that the paths are below a base."""
    for one in _all(brief):
        for told in _UNDER.finditer(one.text):
            if told["base"].rstrip("/.") == base and _led(one, told.start("base")):
                one.drop(told)
                _alone(one)
                break


def _led(one: Said, at: int) -> bool:
    return bool(
        re.search(r"(?i)\b(?:under|below|prefix\w*|base|path|at|with|is)\W*$", one.text[:at])
    )


def _all(brief: Brief) -> Iterator[Said]:
    yield from brief.said
    for each in brief.requests:
        yield from each.said


def _taken(one: Said, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """What fits, taken out where it is no more than a setting."""
    found = pattern.search(one.text)
    if found is not None:
        one.drop(found)
    return found


# What is left of a sentence that says no more than how it runs.
_SPARE = re.compile(
    rf"(?i)^(?:[\W{GAP}]|\b(?:and|or|please|the|an?|it|as|with|for|on|in|to|is|be|should|must|service|"
    r"server|app|application|project|database|db|storage|file|files|run|runs|running|served?|by|"
    r"data|everything|all|fine|enough|ok|okay|good|there|default|framework|backend|api)\b)*$"
)


def _alone(one: Said) -> None:
    if _SPARE.match(one.text):
        one.text = GAP
