"""Requests that keep nothing: they work out what they are asked, of what they are brought."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.families.clocks import SAID, SORTS, WORDS, Worked, clock_value
from beliefs.spec.brief.families.safe import SAFE
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.sketch import Part, scalar_of
from beliefs.spec.types import Type

_ECHO = (
    r"(?:answers?|returns?|gives?|sends?|responds?)(?: back)?(?: with)?(?: exactly)? (?:the |"
    r"whatever )?(?:JSON|body|same|request|object|message|payload|data)(?: (?:JSON|body|"
    r"object|request|payload))?(?: (?:that )?(?:it (?:was|is|got)(?: sent)?|was sent|was "
    r"posted|unchanged|as it (?:is|was|came)|back|as is|it received|it gets|it got|in the "
    r"request|you (?:send|sent|post|posted)(?: it)?))+|\bechoe?s?\b(?: back)?(?: the (?:\w+ "
    r")?body)?"
)
_BAD = (
    r"\b(?:not (?:an? )?(?:valid|known)|invalid|unknown|malformed|bad|wrong|broken|no such|"
    r"cannot|can't|anything else|else|unsupported|not exist|no (?:valid )?\w+|division|"
    r"divid\w+|rubbish|garbage|nonsense|unparsable|unreadable|read|parsed?|makes? no sense)\b"
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
        for each in (_echo, _plain, _worked):
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


_PLAIN = (
    r"(?:just |only |always |simply )?(?:answers?|returns?|says?|gives?|sends?|responds?(?: with)?|"
    r"replies(?: with)?|->)(?: back)?(?: with)?(?: just| only| always| the| plain| a| "
    r"simply)*(?: text| "
    r"string| word)?:? (?P<t>⟪\d+⟫|[A-Za-z]\w*!?)(?: (?:as|in) (?:an? )?(?:plain text|"
    r"text/plain|plain text "
    r"answer)| \((?:plain text|text/plain)\)|,? text/plain)"
)


def _plain(_: Service, __: list[Scene], scene: Scene) -> bool:
    """A text that is always the same: `GET /ping` says "pong" as plain text."""
    if scene.request.method != "GET" or scene.told.answer is not None or scene.request.params:
        return False
    for one in scene.told.said:
        found = one.has(_PLAIN)
        if found is None:
            continue
        text = json.dumps(one.quote(found["t"]), ensure_ascii=False)
        one.drop(found)
        line = f'answer {scene.told.status or 200} as "text/plain" {text}'
        scene.deed = lambda made, _, line=line: made.lines.append(line)
        return True
    return False


def _whole(scene: Scene) -> str:
    """All that is said of a request, as it stood."""
    return " ".join(one.whole for one in scene.request.said)


def _worked(service: Service, scenes: list[Scene], scene: Scene) -> bool:
    """Each part of an answer by what words or names say that it is."""
    sketch = scene.told.answer
    if sketch is None or sketch.form != "record" or not sketch.parts:
        return False
    text = _whole(scene)
    known = {n: "" for n, g in scene.given.items() if g.place != "path"} | dict.fromkeys(
        scene.request.query, ""
    )
    found: dict[str, Worked] = {}
    for part in sketch.parts:
        value = clock_value(scene, part, text, known) or _value(scene, part, text, list(known))
        if part.name in known and len(sketch.parts) > 1:  # shown again, as it was brought
            value = Worked(f"input.{part.name}", value.words if value is not None else ())
        if value is None:
            return False
        found[part.name] = value
    for one in scene.told.said:
        for pattern in dict.fromkeys(x for each in found.values() for x in each.words):
            while one.take(pattern) is not None:
                pass
    _bring(scene)
    right = dict(x for each in found.values() for x in each.right)
    before = [x for each in found.values() for x in each.before]
    guards_ = _checked(service, scenes, scene, right)

    def deed(one: Scene, guards: list[str]) -> None:
        one.lines += [*guards, *guards_, *before]
        told = ", ".join(f"{name}: {each.value}" for name, each in found.items())
        one.lines.append(f"answer {one.told.status or 200} {{{told}}}")

    scene.deed = deed
    return True


# What is said in brackets of values that are left out.
_SPARE = r"\([^()]*\b(?:left out|default\w*|omitted|missing|optional|not given)\b[^()]*\)"


def _checked(
    service: Service, scenes: list[Scene], scene: Scene, right: dict[str, str]
) -> list[str]:
    """Guards against what nothing can be worked out of, each answered as words say."""
    ways: dict[str, str] = {}
    messages: dict[str, str] = {}
    for each in heard.faults(service, scenes, f"{_BAD}|^\\W*$|expression|zone") if right else ():
        text = each.fault.cause.text
        names = "|".join([*map(re.escape, scene.given), "expressions?", "zones?", "input", "cron"])
        left = heard.rest(
            text,
            _SPARE,
            _BAD,
            *SORTS.values(),
            rf"\b{WORDS}\b",
            r"\b(?:understands?|parenthes[ei]s|brackets|answered|operators?|only|supports?)\b",
            rf"\b(?:{names})\b",
            r"\b(?:by|zero|anything|else|that|is|are|does|not|exist|exists?|valid|time|too|"
            r"read|be)\b",
        )
        mine = not each.scenes or scene in each.scenes
        if left or not mine or each.fault.status not in {400, 404, 422}:
            heard.put_back(service, each)
            continue
        way = "absent" if each.fault.status == 404 else "refused"
        if way == "refused":
            scene.fails("refused", each.fault.status)
        named = [x for x in right if re.search(f"(?i){SORTS[x]}", text)] or list(right)
        ways |= dict.fromkeys(named, way)
        if each.fault.message:
            messages |= dict.fromkeys(named, each.fault.message)
    lines = []
    for sort, value in right.items():
        said = json.dumps(messages.get(sort, SAID[sort]), ensure_ascii=False)
        lines.append(f"guard {value} != null else {ways.get(sort, 'out_of_range')} {said}")
    return lines


def _value(scene: Scene, part: Part, text: str, known: list[str]) -> Worked | None:
    """How a part of the answer is had, and the words that say so."""
    low, sample = part.name.lower(), scalar_of(part.value)
    given = {x.lower(): x for x in known}
    params = {x.lower(): x for x in scene.request.params}
    if low in given and scene.request.method == "GET":
        return Worked(f"input.{given[low]}")
    if low in params:
        return Worked(f"input.{params[low]}")
    return (
        _sum(scene, given, text)
        or _marked(scene, given, low, text)
        or _figured(scene, low, text)
        or _of_one(given, low, text)
        or _constant(scene, sample, known, low)
    )


def _sum(scene: Scene, given: dict[str, str], text: str) -> Worked | None:
    """What an arithmetic expression comes to."""
    names = ("expression", "expr", "formula", "input", "e", "q", "calculation", "sum", "term")
    sums = next((given[x] for x in names if x in given), "")
    about = f"{text} {scene.request.path}"
    if not sums or not re.search(r"(?i)arithmetic|calc|evaluat|\beval\b|\+|formula", about):
        return None
    value = f"calculate(input.{sums})"
    return Worked(
        value,
        (
            (
                r"(?:for )?(?:an |the )?(?:arithmetic |math(?:s|ematical)? )?expressions?(?: "
                r"like ⟪\d+⟫)?(?: with)?"
                r"(?:[ +*/-]+)?(?:and)?(?: brackets| parentheses)?"
            ),
            (
                r"\b(?:understands?|evaluat(?:es?|ing|ed|ion|or)|calculat(?:es?|ed|or|ion)|"
                r"arithmetic|safely|"
                r"brackets|formulas?|"
                r"parenthes[ei]s|unary|minus|plus|times|powers?|operators?|only|no eval|eval|"
                r"safe|math\w*|"
                r"(?:four )?basic operations|decimals?|addition|subtraction|multiplication|"
                r"division|precedence)\b"
            ),
        ),
        (("sum", value),),
    )


def _marked(scene: Scene, given: dict[str, str], low: str, text: str) -> Worked | None:
    """HTML of Markdown."""
    names = ("markdown", "text", "md", "source", "content", "body")
    marked = next((given[x] for x in names if x in given), "")
    shown = {"html", "rendered", "output", "result"}
    about = f"{text} {marked} {scene.request.path}"
    if not marked or low not in shown or not re.search(r"(?i)\bmarkdown\b", about):
        return None
    return Worked(f"markdown(input.{marked})", SAFE)


def _figured(scene: Scene, low: str, text: str) -> Worked | None:
    counted = _counts(scene, low, text)
    if counted is None:
        return None
    return Worked(
        counted,
        (
            r"(?:the )?number of (?:\w+(?:, | and |, and )?)+|how many (?:\w+(?:, | and )?)+",
            r"\b(?:raw|plain) text(?: body)?\b(?: \(text/plain\))?|\btext/plain\b|\bcounts?\b",
        ),
    )


_TEXT = (
    "text",
    "content",
    "body",
    "string",
    "value",
    "input",
    "word",
    "s",
    "data",
    "name",
    "message",
)
# What a text is turned into, by the name of a value and by words that must be there.
_TURNED: tuple[tuple[str, str, str], ...] = (
    (r"hash|sha_?256|digest|checksum|hex", r"sha-?256", "hash({})"),
    (r"md5|hash|digest|checksum", r"\bmd5\b", 'digest_of({}, "md5")'),
    (r"sha_?1|hash|digest", r"\bsha-?1\b", 'digest_of({}, "sha1")'),
    (r"slug|result", r"\bslug", "slug({})"),
    (r"reversed|reverse|result|backwards", r"\brevers", "backwards({})"),
    (r"upper|uppercase|result", r"\bupper", "upper({})"),
    (r"lower|lowercase|result", r"\blower", "lower({})"),
    (r"palindrome|is_palindrome|result", r"\bpalindrome", "is_palindrome({})"),
    (r"base64|encoded|result", r"\bbase64\b(?!.*\bdecod)", "base64({})"),
)


def _of_one(given: dict[str, str], low: str, text: str) -> Worked | None:
    """What is made of one text that is brought."""
    brought = next((given[x] for x in _TEXT if x in given), "")
    for names, words, made in _TURNED if brought else ():
        if re.fullmatch(names, low) and re.search(f"(?i){words}", text):
            said = rf"{words}\w*|\b(?:hex|digests?|hash(?:ed|es)?|checksums?|hexadecimal|encoded)\b"
            return Worked(made.format(f"input.{brought}"), (said,))
    return None


def _constant(scene: Scene, sample: object, known: list[str], low: str) -> Worked | None:
    """What is always the same: `{"status": "ok"}`."""
    if (
        isinstance(sample, (str, bool, int, float))
        and not known
        and sample not in {"...", "…"}
        and not str(sample).startswith("<")
        and scene.request.method == "GET"
        and re.search(
            r"(?i)health|status|ping|version|info|^ok$|alive|ready|live|^$",
            f"{scene.request.tail} {low}",
        )
    ):
        return Worked(json.dumps(sample), (r"\b(?:alive|up|running|healthy|health|check)\b",))
    return None


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
