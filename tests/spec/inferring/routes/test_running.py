"""Routes that run other programs, in the words of several authors."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.judge.outside import programs
from beliefs.spec import notation
from beliefs.spec.features.commands import marked
from beliefs.spec.service import Spec, blocked


def _spec(text: str, kind: str = "sentences") -> Spec:
    return grasped(wanted([("goal" if kind == "sentences" else "a.md", text, kind)])).spec


@pytest.mark.parametrize(
    ("goal", "lines"),
    [
        (
            (
                "A counter: POST /lines takes an uploaded text file and answers how many lines "
                "it has, by `wc -l`."
            ),
            ['let output = piped(text, 10, "wc", "-l")', "answer 200 {lines: "],
        ),
        (
            (
                'POST /kind: upload a file; answers {"kind": "ASCII text"}, which is what '
                "`file --brief` prints. It runs `file --brief` with a time limit of 5 seconds."
            ),
            ['piped(text, 5, "file", "--brief", "-")', "answer 200 {kind: trim(output)}"],
        ),
        (
            (
                "Service: POST /html converts the uploaded Markdown file with "
                "`nosuchconv -f markdown <file>` and answers the HTML."
            ),
            ['piped(text, 10, "nosuchconv", "-f", "markdown")', 'as "text/html" output'],
        ),
        (
            "POST /shout takes an uploaded text file and converts it with `shouter`.",
            ['piped(text, 10, "shouter")', 'as "text/plain" output'],
        ),
    ],
)
def test_an_upload_is_handed_to_the_program_that_is_named(goal, lines):
    spec = _spec(goal)
    assert not blocked(spec)
    text = notation.write(spec.operations[0].effect)
    assert "guard text != null" in text
    for line in lines:
        assert line in text


def test_a_description_may_say_it_of_a_field():
    text = (
        "# Sorter\n\n## POST /sorted\n\nBody:\n\n- text (string, required)\n\n"
        'Runs the text through `sort -u`. Response 200: `{"sorted": "a\\nb"}`\n'
    )
    spec = _spec(text, "markdown")
    assert programs(spec) == ("sort",)
    assert "answer 200 {sorted: trim(output)}" in notation.write(spec.operations[0].effect)


@pytest.mark.parametrize("command", ["sort | uniq", "cat > out", "sort; rm x", "sort $(ls)"])
def test_what_needs_a_shell_is_refused(command):
    spec = _spec(f"POST /x takes an uploaded text file and runs `{command}` on it.")
    assert blocked(spec)


@pytest.mark.parametrize(
    "text",
    [
        "Passwords are hashed with `bcrypt`.",
        "The text is converted with `markdown` to HTML.",
        "POST /notes takes a body with `title` and `text`.",
        "Errors are answered with `error`.",
    ],
)
def test_other_words_in_code_marks_are_no_commands(text):
    assert marked(text) == text


def test_flags_and_numbers_that_a_request_brings_are_words_of_the_command():
    text = (
        "# Lines\n\n## POST /first\n\nTakes the raw request body as text/plain and runs it through "
        "`head -n <n>`; answers the output as text/plain. Query: `n` (integer, 1 to 100, required)."
    )
    made = notation.write(_spec(text, "markdown").operations[0].effect)
    assert 'piped(input.body, 10, "head", "-n", text(input.n))' in made


def test_a_command_with_a_flag_needs_no_marks():
    assert marked("Run wc -l on the upload") == "Run ⟪wc -l⟫ on the upload"
    assert marked("by a well-known way") == "by a well-known way"
