"""Quizzes: questions with right answers that nobody is shown, attempts, grades, the best."""

from __future__ import annotations

from collections.abc import Callable

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Request
from beliefs.spec.service import Spec
from beliefs.spec.terse.behaviours.grading import Quiz, written
from beliefs.spec.terse.hearing import KEPT, Heard, above

_NOUN = r"\b(?P<n>quiz(?:zes)?|exams?|tests?|trivia)\b"
_KINDS = (
    ("multiple_choice", r"multiple[- ]choice"),
    ("single_choice", r"single[- ]choice"),
    ("true_false", r"true[ /-](?:or[ -])?false|yes[/-]no"),
    ("text", r"(?:free|short|open)[- ](?:text|answers?)"),
)
_TIMES = {"second": 1, "minute": 60, "hour": 3600}


def hear(heard: Heard) -> Callable[[Spec], Spec] | None:
    """A quiz has questions, and somebody who answers them."""
    noun = re.search(rf"(?i){_NOUN}", heard.whole)
    if noun is None or not re.search(r"(?i)\bquestions?\b|\battempts?\b", heard.whole):
        return None
    if not re.search(
        r"(?i)\battempt|\bsubmit|\bscores?\b|\bgrad(?:e|ing)|\bleaderboard|\btak(?:e|ing)",
        heard.whole,
    ):
        return None
    named = next((above(x.path) for x in heard.brief.requests if re.search(_NOUN, x.path)), "")
    word = "quiz" if noun["n"].lower() == "trivia" else noun["n"]
    quiz = _quiz(heard, named or heard.collection(word))
    for each in (quiz.asks, quiz.starts, quiz.submits, quiz.board):
        if each is not None:
            heard.claim(each)
    plural = quiz.path.rsplit("/", 1)[-1]
    heard.rows(quiz.path, KEPT)
    _taken(heard)
    if not set(heard.told(plural)) - {"questions", "multiple_choice", "title"}:
        heard.fields(plural, ("title",))
    return lambda spec: written(spec, quiz)


def _quiz(heard: Heard, path: str) -> Quiz:
    whole = heard.whole.lower()
    item = f"{path}/{{{heard.key(path)}}}"
    asks = heard.named("POST", "questions?") or heard.suppose(
        "POST", f"{item}/questions", "how questions are added"
    )
    begins = heard.named("POST", r"attempts?|start|begin|take")
    submits = heard.named("POST|PUT", r"submit|answers?|finish|submissions?|grade|complete")
    limit, unit = _limit(heard)
    timed = limit or re.search(r"\bstarts?\b|\bbegins?\b", whole)
    starts = begins
    if starts is None and submits is not None and not timed:
        starts, submits = submits, None
    starts = starts or heard.suppose("POST", f"{item}/attempts", "how a quiz is taken")
    if timed and (submits is None or submits is starts):
        submits = heard.suppose(
            "POST",
            f"{path.rsplit('/', 1)[0]}/attempts/{{id}}/submit",
            "how an attempt is handed in",
        )
    board = heard.named("GET", r"leaderboard|ranking|scores|scoreboard|results|top")
    if board is None and re.search(r"\bleaderboard|\bbest scores?|\btop scores?|\branking", whole):
        board = heard.suppose("GET", f"{item}/leaderboard", "where the best scores are")
    kinds = tuple(name for name, said in _KINDS if re.search(said, whole))
    options = next((x for x in ("options", "choices") if x in whole), "choices")
    told = re.search(r"\b(?:correct|right)[ _](option|answer|choice)\b", whole)
    names = heard.told("questions") + _brought(asks)
    answer = next(
        (x for x in names if re.fullmatch(r"(?:correct|right)_\w+|answer|solution", x)), "answer"
    )
    if told is not None and f"correct_{told[1]}" in names:
        answer = f"correct_{told[1]}"
    who = re.search(r"\b(student|player|participant|user|team|learner)s?\b", whole)
    percent = bool(re.search(r"\bpercent|\bpercentage|in %", whole))
    return Quiz(path, asks, starts, submits, board, kinds, options, answer,
                 who[1] if who else "player", limit, unit, percent)  # fmt: skip


def _brought(request: Request) -> list[str]:
    from beliefs.spec.brief.names import row_of

    found: list[str] = []
    for one in request.said:
        for mark in re.findall(r"⟦\d+⟧", one.text):
            found += one.sketch(mark).names
        match = one.has(r"\b(?:with|takes|has)\b ?(?=[a-z])|(?<=\()")
        if match is not None:
            found += [x.name for x in row_of(one.text, match.end())[0]]
    return found


def _limit(heard: Heard) -> tuple[str, int]:
    """What says how long an attempt may take, and in what."""
    found = heard.take(
        r"(?:an? )?(?:time[ _]limit|duration|time allowed)(?:[ _]\(?(?:in[ _])?(?P<u>second"
        r"|minute|hour)s?\)?)?"
    )
    if found is not None:
        unit = (found["u"] or "second").lower()
        return ("time_limit" if found["u"] else "time_limit_seconds"), _TIMES[unit]
    if re.search(
        r"(?i)\btimed\b|\btimer\b|\btime (?:is )?(?:up|over|out)\b|\bagainst the clock\b",
        heard.whole,
    ):
        heard.assume(
            "how long an attempt may take",
            "`time_limit_seconds` of the quiz, without end if it is not given",
        )
        return "time_limit_seconds", 1
    return "", 1


def _taken(heard: Heard) -> None:
    kinds = "|".join(f"(?:{said})" for _, said in _KINDS)
    heard.take(
        rf"(?:with |have |has |are )?(?:\(?)(?:{kinds})(?:(?:,| or| and|/) ?(?:{kinds}))*(?: "
        rf"questions?)?\)?",
        r"(?:with |have |has )?(?:an? |the |their )?questions?(?: with)?(?: text,?| an? text,?)?"
        r"(?: (?:and )?(?:the |an? )"
        r"?(?:choices|options),?)?(?: and the (?:right|correct) (?:answer|option|choice))?(?: "
        r"\(never shown\))?",
        r"(?:with )?(?:text, )?(?:choices|options) and the (?:right|correct) (?:answer|option)s?"
        r"(?: \(?(?:never|not) "
        r"shown\)?)?|\(?(?:which (?:is|are) )?never shown\)?",
        r"(?:starts?|begins?|starting|beginning) (?:an? |the )?(?:timed )?attempt|\btimed "
        r"attempts?\b|\bis timed\b",
        r"(?:players?|students?|participants?|users?)? ?(?:submit(?:s|ting)?|hand(?:s|ing)? in"
        r"|take)(?: (?:it|the|their|an?)\b)?"
        r"(?: (?:answers?|attempts?|quiz))?(?: with (?:their|the) answers)?(?: before (?:the "
        r")?time (?:is|runs) "
        r"(?:up|over|out))?(?: grades? (?:it|them|the attempt))?",
        r"(?:and )?(?:get|gets|returns?|receives?) (?:an? |the )?(?:score|grade)(?: in percent| "
        r"as an? percentage)?|(?:are |"
        r"is )?(?:graded|scored)(?: when (?:submitted|handed in))?|\bgrading\b",
        r"(?:with |shows? |lists? )?(?:the )?(?:best|top|highest) scores?(?: first)?|(?:there is "
        r"|and )*(?:an? |the )?"
        r"leaderboard(?: (?:per|for each|of each|of a) \w+)?",
        r"with player and answers|before the time is up|\bin percent\b|\bstudents?\b|\bplayers?\b"
        r"|\btaking (?:an? )?\w+\b|"
        r"\bsubmitted\b|\banswers?\b(?! of)|\bquestions?\b|\bsingle\b",
    )
