"""Quizzes as effects: questions, attempts within a time, grades, the best score of each player."""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec.brief.brief import Request
from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import found, key_type, params, variable
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec
from beliefs.spec.terse.hearing import entity_at
from beliefs.spec.terse.writing import added, brought_as, entity, kept, operation, row
from beliefs.spec.types import Field, Type

_TEXT = Type("string", min_length=1)


class Quiz(NamedTuple):
    """The requests of a quiz, and what things are called in them."""

    path: str
    asks: Request
    starts: Request
    submits: Request | None  # where an attempt is begun first
    board: Request | None
    kinds: tuple[str, ...]
    options: str
    answer: str
    player: str
    limit: str  # the field of a quiz that says how long an attempt may take
    unit: int  # seconds of one of it
    percent: bool


def written(spec: Spec, quiz: Quiz) -> Spec:
    """The Spec with all that a quiz is asked."""
    name = entity_at(quiz.path)
    if quiz.limit:
        allowed = Type("integer", minimum=1, nullable=True)
        spec = brought_as(spec, name, Field(quiz.limit, allowed, required=False))
    of = entity(spec, name)
    question, attempt = _question(of, quiz), _attempt(of, quiz)
    made = [_adds(of, question, quiz), _lists(of, quiz), *_taken_by(of, attempt, quiz)]
    if quiz.board is not None:
        made.append(_best(of, quiz, quiz.board))
    return added(kept(spec, question, attempt), *made)


def _question(of: Entity, quiz: Quiz) -> Entity:
    fields = [Field(f"{variable(of)}_id", key_type(of)), Field("text", _TEXT)]
    if quiz.kinds:
        several = len(quiz.kinds) > 1
        default = "" if several else json.dumps(quiz.kinds[0])
        kind = Type("string", choices=quiz.kinds)
        fields.append(Field("type", kind, required=several, default=default))
    given = not quiz.kinds  # those of true or false need none
    choices = Type("list", item=Type("string"))
    fields.append(Field(quiz.options, choices, required=given, default="" if given else "[]"))
    fields.append(Field(quiz.answer, _TEXT, hidden=True))
    return Entity("Question", "questions", tuple(fields))


def _attempt(of: Entity, quiz: Quiz) -> Entity:
    moment = Type("datetime", nullable=True)
    score = Type("number" if quiz.percent else "integer", nullable=True)
    fields = (
        Field(f"{variable(of)}_id", key_type(of)),
        Field(quiz.player, _TEXT),
        Field("started_at", Type("datetime")),
        Field("submitted_at", moment, required=False),
        Field("score", score, required=False),
    )
    return Entity("Attempt", "attempts", fields)


def _mine(of: Entity) -> str:
    """The questions of a quiz."""
    one = variable(of)
    return f"Question[where .{one}_id = {one}.{of.key.name}]"


def _adds(of: Entity, question: Entity, quiz: Quiz) -> Operation:
    one = variable(of)
    fields = [each for each in question.fields if each.name != f"{one}_id"]
    values = ", ".join(f"{each.name}: input.{each.name}" for each in fields)
    lines = [
        *row(of, quiz.asks),
        *_rules(quiz),
        f"insert Question {{{one}_id: {one}.{of.key.name}, {values}}} as question",
        "answer 201 question",
    ]
    inputs = tuple(Input(x.name, "json", x.type, x.required, x.default) for x in fields)
    return operation(quiz.asks, lines, inputs, "Add a question.", of=of)


def _rules(quiz: Quiz) -> list[str]:
    """What the right answer of each type of question may be."""
    answer = quiz.answer
    inside = f"input.{answer} in input.{quiz.options}"
    chosen = [each for each in quiz.kinds if each.endswith("choice")]
    lines = []
    if chosen or not quiz.kinds:
        others = " and ".join(f'input.type != "{each}"' for each in chosen)
        holds = f"({others}) or {inside}" if others else inside
        lines.append(f'guard {holds} else out_of_range "{answer} must be one of {quiz.options}"')
    if "true_false" in quiz.kinds:
        either = f'input.{answer} = "true" or input.{answer} = "false"'
        holds = f'input.type != "true_false" or {either}'
        lines.append(f'guard {holds} else out_of_range "{answer} must be true or false"')
    return lines


def _lists(of: Entity, quiz: Quiz) -> Operation:
    request = Request("GET", quiz.asks.path, quiz.asks.source)
    lines = [*row(of, request), f"answer 200 {_mine(of)}"]
    return operation(request, lines, (), "List the questions, without answers.", of=of)


def _taken_by(of: Entity, attempt: Entity, quiz: Quiz) -> list[Operation]:
    """One request that grades, or one that begins and one that grades."""
    player = Input(quiz.player, "json", _TEXT)
    answers = Input("answers", "json", Type("list", item=Type("string")))
    begin = row(of, quiz.starts)
    one = variable(of)
    fields = f"{one}_id: {one}.{of.key.name}, {quiz.player}: input.{quiz.player}, started_at: now()"
    score = "percent(correct, count(questions))" if quiz.percent else "correct"
    done = f"submitted_at: now(), score: {score}"
    total = "merge(attempt, {total: count(questions)})"
    if quiz.submits is None:
        kept_ = f"insert Attempt {{{fields}, {done}}} as attempt"
        lines = [*begin, *_graded(of, quiz), kept_, f"answer 201 {total}"]
        said = "Answer a quiz, and have it graded."
        return [operation(quiz.starts, lines, (player, answers), said, of=of)]
    shown = f"{{questions: each(question in {_mine(of)}: question)}}"
    begin += [f"insert Attempt {{{fields}}} as attempt", f"answer 201 merge(attempt, {shown})"]
    end = [
        *found(attempt, params(quiz.submits.path)[-1]),
        'guard attempt.submitted_at = null else conflict "The attempt is submitted already"',
        f"let {one} = first({of.name}[where .{of.key.name} = attempt.{one}_id])",
        f'guard {one} != null else absent "The {one} is gone"',
        *_in_time(one, quiz),
        *_graded(of, quiz),
        f"patch Attempt attempt {{{done}}}",
        f"answer 200 {total}",
    ]
    said = "Hand in an attempt, and have it graded."
    return [
        operation(quiz.starts, begin, (player,), "Begin an attempt.", of=of),
        operation(quiz.submits, end, (answers,), said, of=attempt),
    ]


def _graded(of: Entity, quiz: Quiz) -> list[str]:
    """How many answers, in the order of the questions, are right."""
    right = f"at(input.answers, index(questions, row)) = .{quiz.answer}"
    return [f"let questions = {_mine(of)}", f"let correct = count(questions[where {right}])"]


def _in_time(one: str, quiz: Quiz) -> list[str]:
    if not quiz.limit:
        return []
    limit = f"{one}.{quiz.limit}"
    allowed = limit if quiz.unit == 1 else f"{limit} * {quiz.unit}"
    holds = f"{limit} = null or seconds(attempt.started_at, now()) <= {allowed}"
    return [f'guard {holds} else conflict "The time is over"']


def _best(of: Entity, quiz: Quiz, board: Request) -> Operation:
    one, who = variable(of), quiz.player
    mine = f"Attempt[where .{one}_id = {one}.{of.key.name} and .submitted_at != null]"
    most = "most(each(attempt in part.items: attempt.score))"
    best = f'each(part in group({mine}, "{who}"): {{{who}: part.key, score: {most}}})'
    lines = [*row(of, board), f"let best = {best}", "answer 200 best[by .score down]"]
    said = f"The best score of each {who}, highest first."
    return operation(board, lines, (), said, of=of)
