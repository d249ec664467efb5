"""One quiz for everybody: questions with a right answer, submissions that are scored, the best."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import Resource, body_inputs, program
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type


def submission(player: str, *, named: bool = True) -> Entity:
    """What is kept of a submission; where players need no name, they are anonymous."""
    default = "" if named else '"anonymous"'
    return Entity(
        "Submission",
        "submissions",
        (
            Field(player, Type("string", min_length=1), required=named, default=default),
            Field("score", Type("integer")),
            Field("submitted_at", Type("datetime")),
        ),
    )


def submit(
    questions: Resource, path: str, right: str, shown: tuple[str, ...], kept: Entity | None = None
) -> Operation:
    """Score answers, each under the key of its question: one point for each that is right.

    >>> question = Entity("Question", "questions", (Field("answer", Type("json")),))
    >>> submit(Resource(question, "/questions"), "/submit", "answer", ("score",)).name
    'submit_answers'
    """
    entity = questions.entity
    given = f"at(input.answers, text(.{entity.key.name}))"
    values = {"score": "score", "total": f"count({entity.name})"}
    lines = [f"let score = count({entity.name}[where {given} != null and {given} = .{right}])"]
    inputs = [Input("answers", "json", Type("record"))]
    if kept is not None:
        player = kept.fields[0]
        row = f"{{{player.name}: input.{player.name}, score: score, submitted_at: now()}}"
        lines.append(f"insert {kept.name} {row} as submission")
        inputs = [*body_inputs((player,)), *inputs]
        values[player.name] = f"input.{player.name}"
    told = ", ".join(f"{each}: {values[each]}" for each in shown)
    return Operation(
        "submit_answers",
        "POST",
        path,
        program(*lines, f"answer 200 {{{told}}}"),
        inputs=tuple(inputs),
        summary="Score the answers to all questions.",
    )


def leaders(path: str, kept: Entity, most: int | None) -> Operation:
    """Each player's best score, the highest first."""
    player = kept.fields[0].name
    best = "most(each(one in part.items: one.score))"
    cut = f", limit {most}" if most else ""
    return Operation(
        "show_leaderboard",
        "GET",
        path,
        program(
            f'let parts = group({kept.name}, "{player}")',
            f"let bests = each(part in parts: {{{player}: part.key, score: {best}}})",
            f"answer 200 bests[by .score down{cut}]",
        ),
        summary="The best of everybody, the highest first.",
    )
