"""Sentences about requests that fail at large, in one wording."""

from __future__ import annotations

import pytest

from beliefs.spec.outcomes import plain_faults

_INVALID = "Invalid input is 400"


@pytest.mark.parametrize(
    "said",
    [
        "Validation problems lead to a 400.",
        "Requests with missing or malformed fields get 400.",
        "If the payload does not make sense, respond with 400.",
        "400 on bad input.",
        "The service replies 400 to anything it cannot accept.",
        "Answer 400 if any of the rules above is broken.",
        "Whenever a value is not okay: 400.",
        "Broken or incomplete bodies are rejected with status 400.",
        "Wrong or missing fields are 400, everywhere.",
    ],
)
def test_invalid_input_is_told_in_one_wording(said: str) -> None:
    assert plain_faults(said) == f"{_INVALID}."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "Wrong data is 400, and unknown ferries are 404.",
            f"{_INVALID}. Unknown ferries are 404.",
        ),
        (
            "404 for boats nobody knows, 400 for everything that is not valid.",
            f"Unknown boats are 404. {_INVALID}.",
        ),
        (
            "All of these respond with 404 when the boat does not exist.",
            "Unknown boats are 404.",
        ),
        (
            'Unknown boats are a 404 and invalid bodies a 400, both with {"problem": "..."}.',
            f'Unknown boats are 404. {_INVALID}. Errors are always {{"problem": "..."}}.',
        ),
        (
            "Both actions answer 200 with the boat, an unknown boat is 404.",
            "Both actions answer 200 with the boat. Unknown boats are 404.",
        ),
        ("GET /boats lists them\nbad input: 400", f"GET /boats lists them\n{_INVALID}"),
    ],
)
def test_each_part_of_a_sentence_stands_by_itself(said: str, told: str) -> None:
    assert plain_faults(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Malformed JSON is a 400, validation errors are 422.",
        "A missing field is 400, a field with a wrong value is 422.",
        "A wrong code is 403.",
        "An unknown harbour in a trip is 422.",
        "If the tank is empty the answer is 409.",
        "An unknown sort key is 400.",
        "404 if the `id` is unknown.",
    ],
)
def test_anything_else_stays_as_it_is(said: str) -> None:
    assert plain_faults(said) == said
