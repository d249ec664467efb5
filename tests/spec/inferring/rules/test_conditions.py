"""Rules in words, and the states that they demand of a row."""

import pytest

from beliefs.spec.documents.contract import Fault, Route, Shape
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.rules.conditions import demands
from beliefs.spec.types import Field, Type

STATES = ("draft", "published", "closed")


def holding(word: str, name: str, kind: Type) -> Holding:
    made = Holding(word.capitalize(), word, set(), [], Shape(Type("record")))
    made.fields[name] = Field(name, kind)
    return made


@pytest.mark.parametrize(
    ("words", "demanded"),
    [
        ("Only a published job takes applications; otherwise 409.", ['one.status = "published"']),
        ("A closed job cannot be changed", ['one.status != "closed"']),
        ("Applying to a closed job: 409", ['one.status != "closed"']),
        ("Only drafts can be deleted.", ['one.status = "draft"']),
        ("The job must be published, otherwise 409", ['one.status = "published"']),
        ("409 while it is published", ['one.status != "published"']),
        ("204; 409 as long as the job is published", ['one.status != "published"']),
        ("Refused with 409 while it is published.", ['one.status != "published"']),
        ("Only while it is a draft, otherwise 409.", ['one.status = "draft"']),
        ("Possible while it is a draft, else 409.", ['one.status = "draft"']),
        ("Sets the status to closed.", []),
        ("All jobs, published or closed.", []),
    ],
)
def test_states(words, demanded):
    job = holding("job", "status", Type("string", choices=STATES))
    assert demands(Route("POST", "/x", words=words), job, "one") == demanded


@pytest.mark.parametrize(
    ("words", "demanded"),
    [
        (
            "Hours can only be booked on projects that are not archived (409).",
            ["not(one.archived)"],
        ),
        ("409 if the project is archived", ["not(one.archived)"]),
        ("An archived project can be read.", []),
    ],
)
def test_truths(words, demanded):
    project = holding("project", "archived", Type("boolean"))
    assert demands(Route("POST", "/x", words=words), project, "one") == demanded


def test_a_failure_that_says_what_is_missing():
    survey = holding("survey", "open", Type("boolean"))
    route = Route("POST", "/x", faults=(Fault(409, words="survey is closed"),))
    assert demands(route, survey, "one") == ["one.open"]
