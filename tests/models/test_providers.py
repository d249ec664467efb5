"""Both protocols, against servers that speak them: what is asked, what is answered, what breaks."""

from __future__ import annotations

import json
import socket
import time
from typing import Any

import pytest

from beliefs.errors import ModelError, ModelGarbled, ModelRefused, ModelUnavailable
from beliefs.models.answers import Model
from beliefs.models.anthropic import Anthropic
from beliefs.models.openai import OpenAICompatible
from beliefs.models.posting import retry_after
from tests.model_servers import (
    KEY,
    AnthropicServer,
    Hours,
    ModelServer,
    OpenAIServer,
    body,
    cut,
    cut_chunks,
    drip,
    drip_headers,
    hang_up,
    huge,
    raw,
    says,
    silent,
    status,
)

SCHEMA = {"type": "object", "properties": {"yes": {"type": "boolean"}}, "required": ["yes"]}
YES = {"yes": True}


def asked(model: Model, time_limit: float = 10.0) -> Any:
    return model.ask(
        "Is it?", system="Be brief.", schema=SCHEMA, max_tokens=50, time_limit=time_limit
    )


def client(server: ModelServer, hours: Hours | None = None, api_key: str | None = KEY) -> Model:
    times: dict[str, Any] = {"clock": hours.clock, "sleep": hours.sleep} if hours else {}
    if isinstance(server, AnthropicServer):
        return Anthropic("m-1", url=server.url, api_key=api_key, **times)
    return OpenAICompatible("m-1", server.url, api_key=api_key, **times)


both = pytest.mark.parametrize("protocol", [AnthropicServer, OpenAIServer])


@both
def test_an_answer(protocol) -> None:
    with protocol(says(YES, tokens=(40, 9)), api_key=KEY) as server:
        answer = asked(client(server))
    assert answer.data == YES
    assert json.loads(answer.text) == YES
    assert (answer.input_tokens, answer.output_tokens) == (40, 9)
    assert (answer.model, answer.cut) == ("loopback-1", False)
    assert 0 < answer.seconds < 5
    assert server.requests[0].body["model"] == "m-1"
    assert server.requests[0].body["max_tokens"] == 50


def test_what_anthropic_is_sent() -> None:
    with AnthropicServer(says(YES)) as server:
        asked(client(server))
    sent = server.requests[0].body
    assert sent["system"] == "Be brief."
    assert sent["messages"] == [{"role": "user", "content": "Is it?"}]
    assert sent["tools"][0]["input_schema"] == SCHEMA
    assert sent["tool_choice"] == {"type": "tool", "name": sent["tools"][0]["name"]}


def test_what_openai_is_sent() -> None:
    with OpenAIServer(says(YES)) as server:
        asked(client(server))
    sent = server.requests[0].body
    assert [one["role"] for one in sent["messages"]] == ["system", "user"]
    assert sent["response_format"]["json_schema"]["schema"] == SCHEMA


def test_openai_itself_is_sent_what_its_newest_models_take() -> None:
    model = OpenAICompatible("x", "https://api.openai.com/v1", api_key="k")
    sent = model._body(0, "p", "s", SCHEMA, 50)  # noqa: SLF001 - nobody else answers there
    assert sent["max_completion_tokens"] == 50
    assert "max_tokens" not in sent
    assert "temperature" not in sent


@pytest.mark.parametrize(
    ("formats", "tries"), [(("json_schema",), 1), (("json_object",), 2), ((), 3)]
)
def test_structured_output_in_the_way_that_the_server_knows(formats, tries) -> None:
    with OpenAIServer(says(YES), formats=formats) as server:
        model = client(server)
        assert asked(model).data == YES
        assert len(server.requests) == tries
        if tries > 1:
            assert json.dumps(SCHEMA) in server.requests[-1].body["messages"][0]["content"]
        asked(model)
    assert len(server.requests) == tries + 1  # what worked is remembered


def test_another_reason_to_reject_is_told_and_nothing_is_remembered() -> None:
    with OpenAIServer(*[status(400, "the prompt is too long")] * 3, says(YES)) as server:
        model = client(server)
        with pytest.raises(ModelRefused, match=r"answered 400 \('the prompt is too long'\)"):
            asked(model)
        asked(model)
    assert server.requests[-1].body["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize(
    "text",
    [
        '{"yes": true}',
        '{{"name": "answer", "arguments": {"yes": true}}}',
        '<tool_call>\n{"name": "answer", "arguments": {"yes": true}}\n</tool_call>',
    ],
)
def test_a_call_that_a_small_model_only_wrote_down(text) -> None:
    with AnthropicServer(says(text=text, stop="length")) as server:
        answer = asked(client(server))
    assert answer.data == YES
    assert not answer.cut


@both
def test_words_that_are_no_json(protocol) -> None:
    with protocol(says(text="I would rather not.")) as server:
        answer = asked(client(server))
    assert (answer.text, answer.data) == ("I would rather not.", None)


@both
def test_an_answer_that_ran_out_of_tokens(protocol) -> None:
    with protocol(says(text='{"yes": ', stop="length")) as server:
        assert asked(client(server)).cut
    with AnthropicServer(says({}, stop="length")) as server:
        assert asked(client(server)).cut


@both
def test_a_refusal(protocol) -> None:
    with protocol(says(YES, stop="refusal")) as server, pytest.raises(ModelRefused, match="m-1"):
        asked(client(server))


@both
def test_a_wrong_key_is_not_tried_twice_and_not_shown(protocol) -> None:
    with protocol(says(YES), api_key=KEY) as server:
        model = client(server, api_key="sk-wrong-key")
        with pytest.raises(
            ModelRefused, match=r"answered 401 \('invalid api key'\): check the API key"
        ) as raised:
            asked(model)
    assert len(server.requests) == 1
    assert "sk-wrong-key" not in str(raised.value) + repr(model)


@both
@pytest.mark.parametrize("code", [301, 404, 418])
def test_other_statuses_are_final(protocol, code) -> None:
    with protocol(status(code, "no", Location="http://127.0.0.1:1/")) as server:
        with pytest.raises(ModelRefused, match=f"answered {code}") as raised:
            asked(client(server))
        assert raised.value.status == code
        assert len(server.requests) == 1


@both
def test_too_many_requests_waits_as_long_as_it_is_told(protocol) -> None:
    hours = Hours()
    with protocol(status(429, Retry_After="3"), status(429), says(YES)) as server:
        assert asked(client(server, hours)).data == YES
    assert hours.slept == [3.0, 1.0]
    assert len(server.requests) == 3


@both
def test_waiting_longer_than_the_time_limit_is_not_begun(protocol) -> None:
    hours = Hours()
    with protocol(status(429, Retry_After="60"), says(YES)) as server:
        with pytest.raises(ModelUnavailable, match="in 60 s, and 10 s are left"):
            asked(client(server, hours))
        assert len(server.requests) == 1
    assert hours.slept == []


@both
@pytest.mark.parametrize("code", [500, 503, 529])
def test_a_server_that_stays_broken_is_given_up(protocol, code) -> None:
    hours = Hours()
    with protocol(status(code, "overloaded")) as server:
        with pytest.raises(ModelUnavailable, match=f"{code} .'overloaded'.; asked 4 times"):
            asked(client(server, hours))
        assert len(server.requests) == 4
    assert hours.slept == [0.5, 1.0, 2.0]


@both
@pytest.mark.parametrize("fault", [cut(YES), cut_chunks(YES), hang_up, raw(b"what?\r\n\r\n")])
def test_a_connection_that_breaks_is_noticed_and_tried_again(protocol, fault) -> None:
    hours = Hours()
    with protocol(fault, says(YES)) as server:
        assert asked(client(server, hours)).data == YES
    assert hours.slept == [0.5]
    with protocol(fault) as server, pytest.raises(ModelUnavailable, match="was lost"):
        asked(client(server, Hours()))


def test_nobody_is_there() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        hours = Hours()
        model = Anthropic("m", url=url, clock=hours.clock, sleep=hours.sleep)
        with pytest.raises(ModelUnavailable, match=r"no model is to be reached at 127\."):
            asked(model)
    assert len(hours.slept) == 3


@both
@pytest.mark.parametrize("slowness", [silent, drip, drip_headers])
def test_the_time_limit_holds_however_a_server_dawdles(protocol, slowness) -> None:
    with protocol(slowness) as server:
        model = client(server)
        began = time.monotonic()
        with pytest.raises(ModelUnavailable, match="within the time limit"):
            asked(model, time_limit=0.6)
        assert 0.5 < time.monotonic() - began < 1.1


@both
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>",
        b"[]",
        b"7",
        b"{}",
        b'{"choices": [], "content": 3}',
        b"\xff\xfe",
        b"[" * 9**5,
    ],
)
def test_nonsense_is_called_so(protocol, content) -> None:
    with protocol(body(content)) as server, pytest.raises(ModelGarbled):
        asked(client(server))


@both
def test_a_huge_answer_is_not_read_to_its_end(protocol) -> None:
    with protocol(huge) as server, pytest.raises(ModelGarbled, match="more than 4 MB"):
        asked(client(server))


@both
@pytest.mark.parametrize(
    "shape",
    [
        {"choices": [{"message": {"content": None}}], "content": 3},
        {"choices": [3], "content": {"0": 1}, "usage": 3, "model": 3},
        {"choices": {"0": 1}, "content": None},
        {"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]},
    ],
)
def test_shapes_that_are_almost_right_are_model_errors(protocol, shape) -> None:
    with protocol(body(json.dumps(shape).encode())) as server, pytest.raises(ModelError):
        asked(client(server))


@pytest.mark.parametrize("content", [[], [None, 3], [{"type": "text"}], [{"type": "tool_use"}]])
def test_content_without_an_answer_is_no_data(content) -> None:
    with AnthropicServer(body(json.dumps({"content": content}).encode())) as server:
        assert asked(client(server)).data is None


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": " 12 "}, 12.0),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "9" * 400}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:30 GMT"}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:30 GMT",
          "date": "Wed, 21 Oct 2015 07:28:00 GMT"}, 30.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:27:00 GMT",
          "date": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
    ],
)  # fmt: skip
def test_how_long_a_server_wants_us_to_wait(headers, seconds) -> None:
    assert retry_after(headers) == seconds
