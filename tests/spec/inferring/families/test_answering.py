"""Answers are held to the questions that they answer, and told by their type."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

QUIZ = """
openapi: 3.0.3
info: {title: Quiz, version: "1"}
paths:
  /quizzes:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Draft'}}}}
      responses:
        '201': {content: {application/json: {schema: {$ref: '#/components/schemas/Quiz'}}}}
  /quizzes/{id}/close:
    post:
      responses:
        '200': {content: {application/json: {schema: {$ref: '#/components/schemas/Quiz'}}}}
        '404': {description: No such quiz}
        '409': {description: Closed already}
  /quizzes/{id}/entries:
    post:
      description: |
        A `guess` question takes an integer from 2 to 9, a `pick` question one of its options.
        Required questions must be answered, and no question more than once. Everything else is 422.
      requestBody:
        content:
          application/json:
            schema:
              required: [answers]
              properties:
                answers:
                  type: array
                  items:
                    required: [question_id]
                    properties: {question_id: {type: integer}, value: {}}
      responses:
        '201': {content: {application/json: {schema: {properties: {id: {type: integer}}}}}}
        '404': {description: No such quiz}
        '422': {description: Invalid answers}
  /quizzes/{id}/results:
    get:
      responses:
        '200':
          content:
            application/json:
              example:
                questions:
                  - {question_id: 1, kind: guess, answered: 2, average: 4.5}
                  - {question_id: 2, kind: pick, answered: 2, counts: {yes: 2}}
components:
  schemas:
    Question:
      required: [text, kind]
      properties:
        text: {type: string}
        kind: {type: string, enum: [guess, pick]}
        required: {type: boolean, default: true}
        options:
          type: array
          items: {type: string}
          description: for pick questions at least three
    Draft:
      required: [title, questions]
      properties:
        title: {type: string}
        questions: {type: array, items: {$ref: '#/components/schemas/Question'}}
    Quiz:
      properties:
        id: {type: integer}
        title: {type: string}
        open: {type: boolean}
        questions:
          type: array
          items:
            allOf:
              - {$ref: '#/components/schemas/Question'}
              - {properties: {id: {type: integer}}}
"""


def test_answers_fit_their_questions():
    spec = read_sources((Source("quiz.yaml", QUIZ, "openapi"),))
    effects = {each.path: notation.write(each.effect) for each in spec.operations}
    quiz = next(each for each in spec.entities if each.name == "Quiz")
    assert next(each.default for each in quiz.fields if each.name == "open") == "true"
    assert "count(or_else(each_one.options, [])) >= 3" in effects["/quizzes"]
    entry = effects["/quizzes/{id}/entries"]
    assert "Question[where .quiz_id = quiz.id]: one.id" in entry
    assert "count(distinct(each(one in input.answers: one.question_id)))" in entry
    assert ".required and not(.id in" in entry
    assert "each_one.value <= 9" in entry
    assert "each_one.value in or_else(question.options, [])" in entry
    assert "absent" not in entry.partition("count(input.answers")[2]
    results = effects["/quizzes/{id}/results"]
    assert 'if(question.kind = "guess", {question_id: question.id' in results
    assert "keyed(each(option in" in results
