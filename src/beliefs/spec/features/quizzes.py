"""Quizzes: questions of several types, a time limit, grading, a leaderboard."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import (
    Resource,
    an,
    body_inputs,
    found,
    key_param,
    params,
    path_inputs,
    program,
    record,
    shown,
    snake,
    spoken,
    variable,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type

KINDS = ("single", "multiple", "true_false", "text")


def question_of(quiz: Entity, kinds: tuple[str, ...] = KINDS) -> Entity:
    """One question with its right answer, which is never shown."""
    return Entity(
        "Question",
        "questions",
        (
            Field(f"{snake(quiz.name)}_id", Type("integer")),
            Field("text", Type("string", min_length=1)),
            Field("type", Type("string", choices=kinds)),
            Field("options", Type("list", item=Type("string")), required=False, default="[]"),
            Field("answer", Type("json"), hidden=True),
            Field("points", Type("integer", minimum=0), required=False, default="1"),
        ),
    )


def attempt_of(quiz: Entity, player: str) -> Entity:
    """One go at a quiz."""
    return Entity(
        "Attempt",
        "attempts",
        (
            Field(f"{snake(quiz.name)}_id", Type("integer")),
            Field(player, Type("string", min_length=1)),
            Field("started_at", Type("datetime")),
            Field("submitted_at", Type("datetime", nullable=True), required=False),
            Field("score", Type("number", nullable=True), required=False),
        ),
    )


def with_questions(question: Entity) -> str:
    """The projection of a quiz that shows its questions, without answers."""
    mine = f"{question.name}[where .{question.fields[0].name} = $.id]"
    return f'merge($, {{questions: each(question in {mine}: drop(question, "answer"))}})'


def create_quiz(resource: Resource, question: Entity) -> Operation:
    """Keep a quiz with its questions."""
    entity, one = resource.entity, resource.one
    values = [(each.name, f"input.{each.name}") for each in resource.brought]
    asked = question.fields[1:]
    item = Type("record", fields=tuple(_asked(each) for each in asked))
    copied = [(each.name, f"item.{each.name}") for each in asked]
    return Operation(
        f"create_{snake(entity.name)}",
        "POST",
        resource.path,
        program(
            f"insert {entity.name} {record([*values, *resource.sets])} as {one}",
            "for item in input.questions:",
            f"    insert {question.name} "
            f"{record([(question.fields[0].name, f'{one}.id'), *copied])} as question",
            f"answer 201 {shown(resource.shows, one)}",
        ),
        inputs=(
            *body_inputs(resource.brought),
            Input("questions", "json", Type("list", item=item, min_length=1)),
        ),
        summary=f"Create {an(spoken(entity).lower())} with its questions.",
    )


def _asked(field: Field) -> Field:
    return Field(field.name, field.type, field.required, field.default)


def start(resource: Resource, path: str, question: Entity, attempt: Entity) -> Operation:
    """Begin an attempt, and show the questions without answers."""
    entity, one = resource.entity, resource.one
    player = attempt.fields[1]
    mine = f"{question.name}[where .{question.fields[0].name} = {one}.id]"
    return Operation(
        f"start_{snake(entity.name)}",
        "POST",
        path,
        program(
            *found(entity, key_param(path)),
            f"insert {attempt.name} {{{attempt.fields[0].name}: {one}.id, "
            f"{player.name}: input.{player.name}, started_at: now()}} as attempt",
            f"answer 201 merge(attempt, {{questions: each(question in {mine}: "
            'drop(question, "answer"))})',
        ),
        inputs=(*path_inputs(resource, path), *body_inputs((player,))),
        summary="Begin an attempt.",
    )


def submit(
    quiz: Entity, question: Entity, attempt: Entity, path: str, limit: str = ""
) -> Operation:
    """Grade an attempt, once and in time: full points for a right answer, else none."""
    of, one = attempt.fields[0].name, variable(quiz)
    late = []
    if limit:
        late = [
            (
                f"guard seconds(attempt.started_at, now()) <= {one}.{limit} "
                'else conflict "The time is over"'
            )
        ]
    given = "at(input.answers, text(question.id))"
    right = (
        'if(question.type = "multiple", '
        f"same_items({given}, question.answer), "
        'if(question.type = "text", '
        f"{given} != null and lower(trim(text({given}))) = lower(trim(text(question.answer))), "
        f"{given} != null and {given} = question.answer))"
    )
    return Operation(
        "submit_attempt",
        "POST",
        path,
        program(
            *found(attempt, key_param(path)),
            'guard attempt.submitted_at = null else conflict "The attempt is submitted already"',
            f"let {one} = first({quiz.name}[where .id = attempt.{of}])",
            f'guard {one} != null else absent "{spoken(quiz)} not found"',
            *late,
            f"let questions = {question.name}[where .{question.fields[0].name} = {one}.id]",
            f"let score = sum(each(question in questions: if({right}, question.points, 0)))",
            f"patch {attempt.name} attempt {{submitted_at: now(), score: score}}",
            "answer 200 merge(attempt, "
            "{max_score: sum(each(question in questions: question.points))})",
        ),
        inputs=(
            *(Input(each, "path", Type("integer")) for each in params(path)),
            Input("answers", "json", Type("record")),
        ),
        summary="Hand in an attempt and have it graded.",
    )


def leaderboard(resource: Resource, path: str, attempt: Entity) -> Operation:
    """Each player's best score, best first."""
    one, player = resource.one, attempt.fields[1].name
    mine = f"{attempt.name}[where .{attempt.fields[0].name} = {one}.id and .submitted_at != null]"
    return Operation(
        "leaderboard",
        "GET",
        path,
        program(
            *found(resource.entity, key_param(path)),
            f'let best = each(part in group({mine}, "{player}"): {{{player}: part.key, '
            "score: most(each(attempt in part.items: attempt.score))})",
            "answer 200 best[by .score down]",
        ),
        inputs=path_inputs(resource, path),
        summary="Players, the best first.",
    )
