"""Quotes: kept once, tagged, liked, and one at random."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("quote-box", "service")

_QUOTES = "/v1/quotes"


def _make(service: Service, likes: int = 0, **more: Any) -> dict[str, Any]:
    given = {"text": f"q{token_hex(5)}", "author": "someone", "tags": [], **more}
    made = service.post(_QUOTES, json=given).is_(201).json()
    wanted = {**given, "id": made["id"], "likes": 0}
    equal({name: made[name] for name in wanted}, wanted, "the quote")
    for _ in range(likes):
        _like(service, made["id"])
    return {**wanted, "likes": likes}


def _like(service: Service, id_: object) -> int:
    told = service.post(f"{_QUOTES}/{id_}/like").is_(200).json()
    equal(told["id"], id_, "the id of the quote that is liked")
    return int(told["likes"])


def _holds(service: Service, quote: dict[str, Any]) -> None:
    told = service.get(f"{_QUOTES}/{quote['id']}").is_(200).json()
    equal({name: told[name] for name in quote}, quote, "the quote")


def _ids(service: Service, **params: str) -> list[Any]:
    told = service.get(_QUOTES, params=params).is_(200).json()
    equal(told["count"], len(told["quotes"]), "count")
    return sorted(each["id"] for each in told["quotes"])


@suite.check("an empty box has no quotes, no tags, no top and nothing at random", fresh=True)
def empty(service: Service) -> None:
    equal(_ids(service), [], "the quotes")
    equal(service.get("/v1/tags").is_(200).json(), [], "the tags")
    equal(service.get("/v1/top").is_(200).json(), [], "the top")
    service.get(f"{_QUOTES}/random").is_(404)


@suite.check("the top has the most liked first, five unless said otherwise", fresh=True)
def top(service: Service) -> None:
    made = {likes: _make(service, likes)["id"] for likes in (2, 0, 5, 1, 4, 3)}
    order = [made[likes] for likes in (5, 4, 3, 2, 1, 0)]
    told = service.get("/v1/top").is_(200).json()
    equal([each["id"] for each in told], order[:5], "the top")
    equal([each["likes"] for each in told], [5, 4, 3, 2, 1], "the likes")
    for count in (1, 3, 50):
        told = service.get("/v1/top", params={"n": count}).is_(200).json()
        equal([each["id"] for each in told], order[:count], f"the top {count}")
    for wrong in (0, 51):
        service.get("/v1/top", params={"n": wrong}).refused()


@suite.check("a quote is kept to the letter; its author is unknown unless given")
def created(service: Service) -> None:
    _holds(service, _make(service, text=f"\"Ünd\" 'x' {token_hex(4)}", tags=["a", "b"]))
    text = f"q{token_hex(5)}"
    plain = service.post(_QUOTES, json={"text": text}).is_(201).json()
    equal((plain["text"], plain["author"], plain["tags"]), (text, "unknown", []), "the quote")


@suite.check('the same text twice is 409 {"error": "quote already exists"}')
def unique(service: Service) -> None:
    made = _make(service)
    answer = service.post(_QUOTES, json={"text": made["text"], "author": "other"}).is_(409)
    equal(answer.json(), {"error": "quote already exists"}, "the answer")
    _holds(service, made)


@suite.check("quotes are filtered by author and by tag")
def filtered(service: Service) -> None:
    author, tag = f"a{token_hex(4)}", f"t{token_hex(4)}"
    both = _make(service, author=author, tags=["x", tag])["id"]
    by, tagged = _make(service, author=author)["id"], _make(service, tags=[tag])["id"]
    equal(_ids(service, author=author), sorted([both, by]), "those of the author")
    equal(_ids(service, tag=tag), sorted([both, tagged]), "those with the tag")
    equal(_ids(service, tag=tag[:-1]), [], "those with a part of the tag")
    expect({both, by, tagged} <= set(_ids(service)), "all are listed")


@suite.check("random answers a quote, with a tag one that has it")
def random(service: Service) -> None:
    tag = f"t{token_hex(4)}"
    mine = {_make(service, tags=[tag])["id"] for _ in range(2)}
    _make(service)
    seen = set()
    for _ in range(60):
        told = service.get(f"{_QUOTES}/random", params={"tag": tag}).is_(200).json()
        expect(told["id"] in mine, "the random quote has the tag")
        seen.add(told["id"])
    equal(seen, mine, "the quotes seen in sixty draws of two")
    expect(service.get(f"{_QUOTES}/random").is_(200).json()["text"], "there is a random quote")
    service.get(f"{_QUOTES}/random", params={"tag": token_hex(6)}).is_(404)


@suite.check("likes are counted for their quote, also at the same moment")
def liked(service: Service) -> None:
    made, other = _make(service), _make(service)
    equal([_like(service, made["id"]) for _ in range(3)], [1, 2, 3], "the likes")
    at_once([lambda: _like(service, made["id"])] * 6)
    _holds(service, made | {"likes": 9})
    _holds(service, other)


@suite.check("a PUT replaces text, author and tags, and likes stay")
def replaced(service: Service) -> None:
    made = _make(service, 2, tags=["old"])
    new = {"text": f"q{token_hex(5)}", "author": "else", "tags": ["new"]}
    told = service.put(f"{_QUOTES}/{made['id']}", json=new).is_(200).json()
    equal({name: told[name] for name in new}, new, "the answer")
    _holds(service, made | new)


@suite.check("tags in use are listed alphabetically with the number of their quotes")
def tags(service: Service) -> None:
    mark = token_hex(4)
    a, b, c = (f"{letter}{mark}" for letter in "abc")
    _make(service, tags=[b, a])
    _make(service, tags=[b])
    gone = _make(service, tags=[c])
    told = service.get("/v1/tags").is_(200).json()
    names = [each["tag"] for each in told]
    equal(names, sorted(names), "the order of tags")
    counts = {each["tag"]: each["quotes"] for each in told}
    equal([counts.get(each) for each in (a, b, c)], [1, 2, 1], "the counts")
    service.delete(f"{_QUOTES}/{gone['id']}").is_(204)
    told = service.get("/v1/tags").is_(200).json()
    expect(c not in [each["tag"] for each in told], "a tag that nothing has is not in use")


@suite.check("a deleted quote is gone, and its text may be added again")
def deleted(service: Service) -> None:
    gone, stays = _make(service), _make(service)
    path = f"{_QUOTES}/{gone['id']}"
    service.delete(path).is_(204)
    service.get(path).is_(404)
    ids = _ids(service)
    expect(gone["id"] not in ids, "it is not listed")
    expect(stays["id"] in ids, "the other one is")
    _make(service, text=gone["text"])


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    path = f"{_QUOTES}/{unknown(_make(service)['id'])}"
    service.get(path).is_(404)
    service.put(path, json={"text": token_hex(5), "author": "x", "tags": []}).is_(404)
    service.delete(path).is_(404)
    service.post(f"{path}/like").is_(404)


@suite.check("text is required and not empty")
def malformed(service: Service) -> None:
    before = _ids(service)
    wrong: list[dict[str, Any]] = [{"author": "x"}, {"text": ""}, {"text": []}]
    refuses_malformed(service, _QUOTES, *wrong, {"text": token_hex(5), "tags": 7})
    equal(_ids(service), before, "the quotes")
