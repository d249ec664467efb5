"""The model reader: a language model reads, its answer is checked, and rules read the rest.

    text ──sentences──► ask ──check──► readings
                         ▲      └─ problems ─► ask again, once, saying what was wrong
                         │                        └─ still wrong ─► the fallback's readings
                         └─ no time, no budget, no answer ────────► the fallback's readings

Nothing that a model or its server does raises: a text is always read by somebody, and `listen`
says by whom and why.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from beliefs.errors import InvalidInput, ModelError, ModelUnavailable, shown
from beliefs.models.answers import Answer, Model
from beliefs.models.budget import Budget
from beliefs.reading.heard import Listened, Reader, Reading
from beliefs.reading.model_answer import Checked, check
from beliefs.reading.model_prompt import SYSTEM, first_prompt, schema_for, second_prompt

_MOST_SENTENCES = 20
_MOST_CHARACTERS = 6_000
"""Of one question; a longer text is asked about in several."""

_TOKENS, _TOKENS_A_SENTENCE = 100, 150


class ModelReader:
    """A reader that asks a model and, whatever goes wrong, returns readings all the same.

    `fallback` splits a text into sentences and reads those that the model did not read well.
    `time_limit` is in seconds and for a whole text; `budget` may be shared with others.
    """

    def __init__(
        self,
        model: Model,
        *,
        fallback: Reader,
        time_limit: float = 20.0,
        budget: Budget | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not time_limit > 0:
            raise InvalidInput(f"time_limit must be more than 0 seconds, not {shown(time_limit)}.")
        self._model = model
        self._fallback = fallback
        self._time_limit = time_limit
        self._budget = Budget() if budget is None else budget
        self._clock = clock

    @property
    def name(self) -> str:
        """`model/` and the name of the model."""
        return f"model/{self._model.name}"

    def read(self, text: str) -> list[Reading]:
        """Read a text, sentence by sentence."""
        return self.listen(text).readings

    def listen(self, text: str) -> Listened:
        """Read a text, and say who read what."""
        plain = self._fallback.read(text)
        sentences = {number: reading.sentence for number, reading in enumerate(plain, 1)}
        end = self._clock() + self._time_limit
        found = Checked({}, {})
        answers: list[Answer] = []
        stopped = None
        try:
            for part in _parts(sentences):
                self._understand(part, found, answers, end)
        except ModelError as error:
            stopped = str(error)
        left = [number for number in sentences if number not in found.readings]
        problem = next(
            (f"sentence {n}: {found.problems[n]}" for n in left if n in found.problems), None
        )
        return Listened(
            readings=[found.readings.get(n, reading) for n, reading in enumerate(plain, 1)],
            by=[self.name if n in found.readings else self._fallback.name for n in sentences],
            reason=f"{len(left)} of {len(plain)} sentences: {stopped or problem}" if left else None,
            input_tokens=sum(answer.input_tokens for answer in answers),
            output_tokens=sum(answer.output_tokens for answer in answers),
        )

    def _understand(
        self, part: dict[int, str], found: Checked, answers: list[Answer], end: float
    ) -> None:
        """Ask about some sentences, and again about those whose answers were wrong."""
        wanted: dict[int, str] = part
        prompt = first_prompt(part)
        for _ in range(2):
            answer = self._ask(prompt, [part[number] for number in wanted], end)
            answers.append(answer)
            checked = _judged(answer, part, wanted)
            found.readings.update(checked.readings)
            found.problems.update(checked.problems)
            if not checked.problems:
                return
            wanted = checked.problems
            prompt = second_prompt(part, wanted)

    def _ask(self, prompt: str, wanted: list[str], end: float) -> Answer:
        began = self._clock()
        if began >= end:
            raise ModelUnavailable(f"the time limit of {self._time_limit:g} s has passed.")
        max_tokens = _TOKENS + _TOKENS_A_SENTENCE * len(wanted)
        self._budget.open(max_tokens=max_tokens)
        tokens = 0
        try:
            answer = self._model.ask(
                prompt,
                system=SYSTEM,
                schema=schema_for(wanted),
                max_tokens=max_tokens,
                time_limit=end - began,
            )
            tokens = answer.input_tokens + answer.output_tokens
            return answer
        finally:
            seconds = self._clock() - began
            self._budget.close(max_tokens=max_tokens, tokens=tokens, seconds=seconds)


def _judged(answer: Answer, part: dict[int, str], wanted: dict[int, str]) -> Checked:
    if answer.cut:
        return Checked({}, dict.fromkeys(wanted, "the answer was too long and was cut off."))
    if answer.data is None:
        return Checked({}, dict.fromkeys(wanted, "the answer is not JSON."))
    return check(answer.data, part, wanted)


def _parts(sentences: dict[int, str]) -> Iterator[dict[int, str]]:
    part: dict[int, str] = {}
    for number, sentence in sentences.items():
        size = len(sentence) + sum(map(len, part.values()))
        if part and (len(part) == _MOST_SENTENCES or size > _MOST_CHARACTERS):
            yield part
            part = {}
        part[number] = sentence
    if part:
        yield part
