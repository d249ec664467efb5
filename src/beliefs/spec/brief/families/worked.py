"""Requests that keep nothing: they work out what they are asked, of what they are brought."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.sketch import scalar_of
from beliefs.spec.types import Type

_ECHO = (
    r"(?:answers?|returns?|gives?|sends?|responds?)(?: back)?(?: with)?(?: exactly)? (?:the |"
    r"whatever )?(?:JSON|body|same|request|object|message|payload|data)(?: (?:JSON|body|"
    r"object|request|payload))?(?: (?:that )?(?:it (?:was|is|got)(?: sent)?|was sent|was "
    r"posted|unchanged|as it (?:is|was|came)|back|as is|it received|it gets|it got|in the "
    r"request))+|\bechoe?s?\b(?: back)?(?: the (?:\w+ )?body)?"
)
_NOW = (
    r"(?:the )?(?:current|present|server'?s?|actual) (?:UTC |server )?(?:date and time|time|"
    r"moment|timestamp|datetime)(?: in UTC| of the server| of day)?(?: \(UTC\)| in ISO(?: 8601)"
    r"?(?: format)?)?"
)
_BAD = (
    r"\b(?:not (?:an? )?(?:valid|known)|invalid|unknown|malformed|bad|wrong|broken|no such|"
    r"cannot|can't|anything else|else|unsupported|not exist|no (?:valid )?\w+|division|"
    r"divid\w+)\b"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear what requests that keep nothing work out."""
    for scene in scenes:
        if (
            scene.kind is not None
            or scene.rows
            or scene.lines
            or scene.deed is not None
            or scene.needs
        ):
            continue
        for each in (_echo, _worked):
            if each(service, scenes, scene):
                break


def _echo(service: Service, scenes: list[Scene], scene: Scene) -> bool:
    if (
        scene.request.method != "POST"
        or scene.told.answer is not None
        or not re.search(f"(?i){_ECHO}", _whole(scene))
    ):
        return False
    for one in scene.told.said:
        one.take(_ECHO)
    scene.given.clear()
    scene.bring("body", "body", Held("body", Type("json"), required=True))
    scene.deed = lambda one, _: one.lines.append(f"answer {one.told.status or 200} input.body")
    return True


def _whole(scene: Scene) -> str:
    """All that is said of a request, as it stood."""
    return " ".join(one.whole for one in scene.request.said)


def _worked(service: Service, scenes: list[Scene], scene: Scene) -> bool:
    """Each part of an answer by what words or names say that it is."""
    sketch = scene.told.answer
    if sketch is None or sketch.form != "record" or not sketch.parts:
        return False
    text = _whole(scene)
    values: dict[str, str] = {}
    taken: list[str] = []
    guarded = ""
    known = {n: g for n, g in scene.given.items() if g.place != "path"} | dict.fromkeys(
        scene.request.query
    )
    for part in sketch.parts:
        value, words, must = _value(scene, part.name, text, list(known), scalar_of(part.value))
        if value is None:
            return False
        values[part.name] = value
        taken += words
        guarded = guarded or (f"let worked = {value}" if must else "")
        values[part.name] = "worked" if must else value
    for one in scene.told.said:
        for pattern in taken:
            one.take(pattern)
    _bring(scene)
    way = _refused(service, scenes, scene) if guarded else ""

    def deed(one: Scene, guards: list[str]) -> None:
        one.lines += guards
        if guarded:
            one.lines += [
                guarded,
                f'guard worked != null else {way or "out_of_range"} "This is not valid"',
            ]
        told = ", ".join(f"{name}: {value}" for name, value in values.items())
        one.lines.append(f"answer {one.told.status or 200} {{{told}}}")

    scene.deed = deed
    return True


def _value(
    scene: Scene, name: str, text: str, known: list[str], sample: object
) -> tuple[str | None, list[str], bool]:
    """An expression for a part of the answer, the words that say so.

    And whether it must be there.
    """
    low = name.lower()
    given = {x.lower(): x for x in known}
    zone = next((given[x] for x in ("zone", "timezone", "time_zone", "tz") if x in given), "")
    moment = next(
        (given[x] for x in ("time", "moment", "at", "datetime", "timestamp", "from") if x in given),
        "",
    )
    if low in given and given[low] != moment and scene.request.method == "GET":
        return f"input.{given[low]}", [], False
    if zone and re.search(r"(?i)\bzone\b", text) and isinstance(sample, str):
        source = f"input.{moment}" if moment else "now()"
        if moment:
            scene.bring(
                moment,
                "query" if scene.request.method == "GET" else "json",
                Held(moment, Type("datetime"), required=True),
            )
        return (
            f"in_zone({source}, input.{zone})",
            [
                _NOW,
                (
                    r"(?:the )?(?:moment|time)? ?(?:converted )?(?:in|into|to) (?:that|the|this|a|"
                    r"another) (?:time )?zone"
                ),
                r"\bconverts?\b|\bmoment\b|\btime\b",
            ],
            True,
        )
    cron = next((given[x] for x in ("cron", "expression", "schedule") if x in given), "")
    if cron and re.search(r"(?i)\bcron\b", text) and re.search(r"(?i)\bnext\b", f"{low} {text}"):
        start = next((given[x] for x in ("from", "after", "start", "since") if x in given), "")
        if start:
            scene.bring(start, "json", Held(start, Type("datetime"), required=True))
            scene.given[start].held.type = Type("datetime")
        return (
            f'next_run(input.{cron}, {f"input.{start}" if start else "now()"}, "UTC")',
            [
                (
                    r"(?:the )?(?:first|next) (?:time|run|moment)(?: after \w+)?(?: at which)?(?: "
                    r"the)"
                    r"?(?: cron)?(?: expression)?(?: is due)?"
                ),
                (
                    r"\bcron(?: expression)?\b|\ba start time\b|\(?ISO 8601\)?|\bdue\b|\brun\b|"
                    r"\bhelper\b"
                ),
            ],
            True,
        )
    sums = next((given[x] for x in ("expression", "expr", "formula", "input") if x in given), "")
    if sums and re.search(r"(?i)arithmetic|calculat|evaluat|\+", f"{text} {scene.request.path}"):
        return (
            f"calculate(input.{sums})",
            [
                (
                    r"(?:for )?(?:an |the )?(?:arithmetic )?expressions?(?: like ⟪\d+⟫)?(?: with)?"
                    r"(?"
                    r":[ +*/-]+)?(?:and)?(?: brackets| parentheses)?"
                ),
                (
                    r"\b(?:evaluat(?:es?|ing)|calculates?|calculator|arithmetic|safely|brackets|"
                    r"parentheses)\b"
                ),
            ],
            True,
        )
    marked = next(
        (given[x] for x in ("markdown", "text", "md", "source", "content") if x in given), ""
    )
    if (
        marked
        and low in {"html", "rendered", "output", "result"}
        and re.search(r"(?i)\bmarkdown\b", f"{text} {marked} {scene.request.path}")
    ):
        return (
            f"markdown(input.{marked})",
            [
                r"(?:the )?(?:markdown|text) (?:rendered )?(?:as|to|into) HTML",
                r"\b(?:markdown|HTML|rendered|renders?)\b",
            ],
            False,
        )
    counted = _counts(scene, low, text)
    if counted is not None:
        return (
            counted,
            [
                r"(?:the )?number of (?:\w+(?:, | and |, and )?)+|how many (?:\w+(?:, | and )?)+",
                r"\b(?:raw|plain) text(?: body)?\b(?: \(text/plain\))?|\btext/plain\b|\bcounts?\b",
            ],
            False,
        )
    if re.search(f"(?i){_NOW}", text) and (isinstance(sample, str) or sample is None):
        return "now()", [_NOW], False
    if (
        isinstance(sample, (str, bool, int, float))
        and not known
        and sample not in {"...", "…"}
        and scene.request.method == "GET"
        and re.search(r"(?i)health|status|ping|version|info|^ok$", f"{scene.request.tail} {low}")
    ):
        return json.dumps(sample), [], False
    return None, [], False


def _counts(scene: Scene, low: str, text: str) -> str | None:
    """Figures of a text: its lines, words and characters."""
    figures = {
        "lines": "count(lines({}))",
        "words": "count(words_in({}))",
        "characters": "length({})",
        "chars": "length({})",
        "length": "length({})",
        "sentences": "count(phrases_in({}))",
    }
    plain = low.removesuffix("_count").removeprefix("num_")
    plain = plain if plain in figures else f"{plain}s"
    if plain not in figures or scene.request.method != "POST":
        return None
    brought = next((n for n in scene.given if n in {"text", "content", "body", "string"}), "")
    raw = any(re.fullmatch(r"(?:plain|raw)_text(?:_body)?|text_body", n) for n in scene.given)
    if raw or not brought or scene.given[brought].place == "body":
        if not raw and not re.search(r"(?i)\b(?:plain|raw)\b|text/plain|text body", text):
            return None
        scene.given.clear()
        brought = "text"
        scene.bring(brought, "body", Held(brought, STRING, required=True))
        scene.consumes = "text/plain"
    return figures[plain].format(f"input.{brought}")


def _bring(scene: Scene) -> None:
    """What a request of this kind is asked for stands in its path behind the question mark."""
    if scene.request.method == "GET":
        for name in scene.request.query:
            scene.bring(name, "query", Held(name, STRING, required=True))


def _refused(service: Service, scenes: list[Scene], scene: Scene) -> str:
    """How what cannot be worked out is answered."""
    way = ""
    for each in heard.faults(service, scenes, f"{_BAD}|^\\W*$|expression|zone"):
        names = "|".join([*map(re.escape, scene.given), "expressions?", "zones?", "input", "cron"])
        left = heard.rest(
            each.fault.cause.text,
            _BAD,
            rf"\b(?:{names})\b",
            r"\b(?:by|zero|anything|else|that|is|are|does|not|exist|exists?|valid|time)\b",
        )
        mine = not each.scenes or scene in each.scenes
        if left or not mine or each.fault.status not in {400, 404, 422}:
            heard.put_back(service, each)
            continue
        way = "refused"
        scene.fails("refused", each.fault.status)
    return way
