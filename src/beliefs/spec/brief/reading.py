"""A goal that names its requests, as a Spec; what its settings are is read elsewhere."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Request
from beliefs.spec.brief.openapi import documented
from beliefs.spec.brief.requests import brief
from beliefs.spec.brief.telling import spec_of
from beliefs.spec.service import Spec
from beliefs.spec.soundness import sound


def read(text: str, name: str, kind: str, also: tuple[tuple[str, str, str], ...] = ()) -> Spec:
    """The Spec of a goal in sentences or Markdown.

    `also` are requests that it asks for without naming them: method, path and line.

    >>> found = read(
    ...     "POST /notes {title} adds a note. GET /notes lists all, newest first.",
    ...     "goal",
    ...     "sentences",
    ... )
    >>> [each.summary for each in found.operations], found.unknowns
    (['Create a note.', 'List notes.'], ())
    """
    if kind == "openapi":
        return _documented(text, name)
    told = brief(text, "goal" if kind == "sentences" else name)
    with_base(told, text)
    for method, path, source in also:
        if told.request(method, path) is None:
            told.requests.append(Request(method, path, source))
    return sound(spec_of(told))


def _documented(text: str, name: str) -> Spec:
    """The Spec of an OpenAPI document, with what was mended on the way."""
    told, contract = documented(text, name)
    spec = spec_of(told)
    return sound(
        replace(
            spec,
            base=contract.base,
            port=contract.port or spec.port,
            assumptions=(*contract.assumptions, *spec.assumptions),
            unknowns=(*contract.unknowns, *spec.unknowns),
        )
    )


_BASE = re.compile(
    r"(?i)(?:base (?:path|url)|prefix(?:ed)?|(?:everything|all (?:routes|paths|endpoints|requests)"
    r") (?:is |are |lives? |live |start |starts |begin |stand )*(?:under|below|with|at))(?: is| "
    r"of| with|:|=)* `?(/[a-z][\w/.-]*\w)(?!\w)(?!`? (?:without|needs?|requires?|wants?|is|are|"
    r"must)\b)`?"
)


def with_base(told: Brief, text: str) -> str:
    """Put the paths below the one that all of them are said to have, and say which."""
    found = _BASE.search(text)
    if found is None:
        return ""
    for one in told.said:
        one.take(_BASE)
    for each in told.requests:
        if not each.path.startswith(f"{found[1]}/"):
            each.path = found[1] + each.path
    return found[1]


def with_settings(spec: Spec, other: Spec) -> Spec:
    """The Spec with what another reading of the goal says of all but its requests."""
    return replace(
        spec,
        name=other.name,
        title=other.title,
        summary=other.summary,
        port=other.port,
        storage=other.storage,
        framework=other.framework,
        python=other.python,
        origins=spec.origins or other.origins,
        examples=other.examples,
        largest=spec.largest or other.largest,
        secret=spec.secret or other.secret,
        warnings=other.warnings,
        unknowns=(
            *spec.unknowns,
            *(
                x
                for x in other.unknowns
                if re.search(r"(?i)restart|surviv", x.words) and x.rank == "material"
            ),
        ),
        assumptions=(
            *(
                x
                for x in other.assumptions
                if x.about.startswith("the ") and x.about.split()[1] in _SETTINGS
            ),
            *spec.assumptions,
        ),
    )


_SETTINGS = frozenset({"storage", "framework", "port", "database", "python"})


def still_open(spec: Spec) -> tuple[int, bool]:
    """What of a goal a Spec leaves open: how much is in the way, and whether a rule is unmet."""
    ranks = [each.rank for each in spec.unknowns]
    return ranks.count("blocking") + (not spec.operations), "material" in ranks
