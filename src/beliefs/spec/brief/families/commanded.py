"""What another program makes of a text: with arguments, never by a shell, for some seconds."""

from __future__ import annotations

import json
from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.families.brought import text_of
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.sketch import scalar_of
from beliefs.spec.features.commands import commands_in, marked
from beliefs.spec.service import Assumption

_SECONDS = 10
_LOOSE = re.compile(
    r"(?i)\b(?P<by>(?:through|via|running|runs?|executes?|calls?|(?:fed|piped?|passed|given|"
    r"sent|handed)"
    r"(?: in)?(?:to)?) (?:the )?)`(?P<c>[a-z][\w.+-]*(?: [^`]*)?)`|`(?P<d>[a-z][\w.+-]*(?: "
    r"-[^`]*)?)` "
    r"(?=program|command|utility|tool|binary)"
)
_LIMIT = (
    r"(?:(?:it|each|the (?:program|command)|they|which|and)?,? ?(?:gets?|gives?|may|can|has|"
    r"have|is|are|takes?|run|"
    r"runs?|with|within|for|at most|no more than|up to|a|an|the|each|them|both|after|of|"
    r"timeout|time limit|limit|"
    r"given|killed|must|finish|in|allowed|stopped|of|no|shell|and|never|any) )*(?P<n>\d+) "
    r"?(?:s|secs?|seconds)\b"
    r"(?: (?:at most|timeout|time limit|limit|each|per \w+))?"
)
_FAILS = (
    r"(?:(?:if|when|should|where) )?(?:it|the (?:program|command)|one|that|either)? "
    r"?(?:takes? (?:any )?longer|is "
    r"(?:too slow|killed|stopped)|fails?|times? out|does(?:n't| not) finish(?: in time)?|"
    r"(?:exits|ends) with an "
    r"error|runs? (?:too long|longer|out of time)|runs over|exceeds? (?:that|it)|a timeout|"
    r"timeout|failure)"
    r"(?: than that)?(?: in time)?"
)
_STATUS = (
    r"(?:the )?(?:answer|response|status|it)?(?: is|'s|:|->| gives?| answers?| with)*(?: an?)? "
    r"?\b(?P<s>[45]\d\d)\b(?: ⟦(?P<m>\d+)⟧| ⟨(?P<k>\d+)⟩)?"
)
_WORDS = (
    r"(?:external|programs?|commands?|utility|unix|shell|no|never|runs?|running|run|through|"
    r"fed|feeds?|pip(?:e|es|ed|ing)|"
    r"output|prints?|printed|prints|what|result|sorted|reversed|counted|lines?|text|plain|"
    r"raw|body|standard input|stdin|"
    r"stdout|stripped|trimmed|first word|called|calls?|argv|arguments?|directly|without|by|"
    r"as is|passed|upper|lower|"
    r"executes?|executed|tool|count|number|them|words?)"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Write what a program makes of what is brought."""
    mine = {id(x): command for x in scenes if (command := _command(x))}
    those = [x for x in scenes if id(x) in mine]
    if not those:
        return
    shared = [x for x in service.brief.said if x.has(_LIMIT) or x.has(_FAILS)]
    seconds = _limit([*shared, *(y for x in those for y in x.told.said)]) if shared else 0
    fails = _fails(shared)
    every = [y for x in those for y in x.told.said]
    alone = len({_limit([x], take=False) for x in every} - {0}) < 2
    seconds = seconds or (_limit(every) if alone else 0)
    fails = fails or (_fails(every) if alone else None)
    for scene in those:
        told = fails or _fails(scene.told.said)
        _written(scene, mine[id(scene)], seconds or _limit(scene.told.said), told)
    for scene in those:
        heard.forget(scene, _WORDS)
        for one in scene.told.said:
            for command in mine.values():
                one.take(re.escape(" ".join(command)))
    for one in shared:
        one.take(r"(?:the |every |each )?(?:program|command)s?\b")


def _command(scene: Scene) -> tuple[str, ...]:
    """The program and its arguments that words name; none where there is not just one."""
    if scene.request.method != "POST" or scene.deed is not None or scene.request.turning:
        return ()
    text = " ".join(x.whole for x in scene.request.said)
    found = {x for x in commands_in(marked(text)) if x}
    if not found:
        loose = " ".join(f"⟪{x['c'] or x['d']}⟫" for x in _LOOSE.finditer(text))
        found = {x for x in commands_in(loose) if x}
    return found.pop() if len(found) == 1 else ()


def _limit(said: list[Said], *, take: bool = True) -> int:
    for one in said:
        found = one.has(_LIMIT)
        if found is not None:
            if take:
                one.drop(found)
            return int(found["n"])
    return 0


def _fails(said: list[Said]) -> tuple[int, str] | None:
    """The status and the words with which a program that fails is answered."""
    for one in said:
        if (
            bare := one.has(rf"(?:^|¦)[\W¦]*(?:otherwise|else|or)?[\W¦]*{_STATUS}\W*$")
        ) is not None:
            one.drop(bare)
            return int(bare["s"]), ""
        found = one.has(rf"{_STATUS}(?: \W)?,? {_FAILS}(?: or {_FAILS})*") or one.has(
            rf"{_FAILS}(?: or {_FAILS})*,?:? ?(?:->)? ?{_STATUS}"
        )
        if found is None:
            continue
        one.drop(found)
        mark = found["m"] or found["k"]
        texts = _texts(one, int(mark)) if mark else iter(())
        return int(found["s"]), next(texts, "")
    return None


def _texts(one: Said, at: int) -> Iterator[str]:
    for part in one.sketches[at].parts:
        value = scalar_of(part.value)
        if isinstance(value, str):
            yield value


def _written(
    scene: Scene, command: tuple[str, ...], seconds: int, fails: tuple[int, str] | None
) -> None:
    text = " ".join(x.whole for x in scene.request.said)
    scene.given.clear()
    scene.kind, scene.rows = None, []
    raw = not re.search(r"(?i)\bjson\b", text) and scene.told.body is None
    brought = text_of(scene, f"{text} plain text" if raw else text, "text")
    if not seconds:
        seconds = _SECONDS
        about = f"how long `{command[0]}` may take"
        scene.service.assumptions.append(
            Assumption(about, f"{seconds} seconds", scene.request.source)
        )
    said = f"{command[0]} failed"
    if fails is not None:
        scene.fails("refused", fails[0])
        said = fails[1] or said
    told = ", ".join(json.dumps(each) for each in command)
    lines = [
        *brought.lines,
        f"let made = piped({brought.value}, {seconds}, {told})",
        f"guard made != null else refused {json.dumps(said)}",
    ]
    answer = _answer(scene, text)
    if answer is None:
        return
    scene.deed = lambda one, guards: one.lines.extend([*guards, *lines, answer])


def _answer(scene: Scene, text: str) -> str | None:
    status, sketch = scene.told.status or 200, scene.told.answer
    if sketch is None:
        return f'answer {status} as "text/plain" made'
    if sketch.form != "record" or len(sketch.parts) != 1:
        return None
    part = sketch.parts[0]
    value = scalar_of(part.value)
    whole = isinstance(value, int) or (
        value is None and re.match(r"(?i)^(?:count|lines|words|number|bytes|chars)", part.name)
    )
    made = "number(trim(made))" if whole else "trim(made)"
    if re.search(r"(?i)\bfirst word\b", text):
        made = "at(words_in(made), 0)"
    elif re.search(r"(?i)\bas (?:it is|is)\b|\bunchanged\b|\bverbatim\b", text):
        made = "made"
    return f"answer {status} {{{part.name}: {made}}}"
