"""Phrases by key in many languages: set, searched, changed in batches, exported."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("translation-memory", "service")


def _project() -> str:
    return f"p{token_hex(6)}"


def _set(service: Service, project: str, key: str, more: Any = None, **texts: str) -> Answer:
    path = f"/projects/{project}/phrases/{key}"
    return service.put(path, json={"texts": texts, **(more or {})})


def _keys(service: Service, project: str, **params: Any) -> list[str]:
    told = service.get(f"/projects/{project}/phrases", params=params).is_(200).json()
    return [each["key"] for each in told["phrases"]]


def _texts(service: Service, project: str, key: str) -> dict[str, str]:
    told = service.get(f"/projects/{project}/phrases/{key}").is_(200).json()
    equal(told["key"], key, "the key")
    texts: dict[str, str] = told["texts"]
    return texts


def _batch(service: Service, project: str, *operations: dict[str, Any]) -> Answer:
    body = {"operations": list(operations)}
    return service.post(f"/projects/{project}/batch", json=body)


def _put_text(service: Service, path: str, text: str) -> Answer:
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    try:
        return service.put(path, content=text.encode(), headers=headers)
    except TypeError:
        return service.put(path, data=text.encode(), headers=headers)


@suite.check("a project without phrases is empty")
def empty(service: Service) -> None:
    project = _project()
    told = service.get(f"/projects/{project}/phrases").is_(200).json()
    equal((told["phrases"], told["nextCursor"]), ([], None), "the page")
    equal(service.get(f"/projects/{project}/export/en.json").is_(200).json(), {}, "the export")
    told = service.get(f"/projects/{project}/stats").is_(200).json()
    equal(told, {"phrases": 0, "languages": {}}, "the stats")


@suite.check("a phrase is created (201), replaced (200), and deleted (204)")
def phrases(service: Service) -> None:
    project, other = _project(), _project()
    _set(service, project, "menu.file", {"note": "top"}, en="File", de="Datei").is_(201)
    equal(_texts(service, project, "menu.file"), {"en": "File", "de": "Datei"}, "the texts")
    path = f"/projects/{project}/phrases/menu.file"
    equal(service.get(path).is_(200).json()["note"], "top", "the note")
    _set(service, project, "menu.file", fr="Fichier").is_(200)
    equal(_texts(service, project, "menu.file"), {"fr": "Fichier"}, "the texts")
    service.get(f"/projects/{other}/phrases/menu.file").is_(404)
    service.delete(path).is_(204)
    service.get(path).is_(404)
    service.delete(path).is_(404)


@suite.check("phrases are sorted by key and come in pages by cursor")
def paged(service: Service) -> None:
    project = _project()
    keys = [f"k.{number:03d}" for number in range(7)]
    for key in reversed(keys):
        _set(service, project, key, en="x").is_(201)
    equal(_keys(service, project), keys, "the keys")
    seen: list[str] = []
    params: dict[str, Any] = {"limit": 3}
    for size in (3, 3, 1):
        told = service.get(f"/projects/{project}/phrases", params=params).is_(200).json()
        equal(len(told["phrases"]), size, "the phrases of the page")
        seen += [each["key"] for each in told["phrases"]]
        params["cursor"] = told["nextCursor"]
    expect(params["cursor"] is None, "there is no cursor on the last page")
    equal(seen, keys, "the keys of all pages")


@suite.check("phrases are found by text, by a missing language and by prefix")
def found(service: Service) -> None:
    project = _project()
    for key, texts in (
        ("menu.file", {"en": "File", "de": "Datei"}),
        ("menu.edit", {"en": "Edit file"}),
        ("menux", {"de": "Profil", "pt-BR": "Perfil"}),
    ):
        _set(service, project, key, **texts).is_(201)
    for params, wanted in (
        ({"text": "FILE"}, ["menu.edit", "menu.file"]),
        ({"text": "fil"}, ["menu.edit", "menu.file", "menux"]),
        ({"text": "datei"}, ["menu.file"]),
        ({"missing": "de"}, ["menu.edit"]),
        ({"missing": "fr"}, ["menu.edit", "menu.file", "menux"]),
        ({"prefix": "menu."}, ["menu.edit", "menu.file"]),
        ({"prefix": "menu.", "missing": "de"}, ["menu.edit"]),
    ):
        equal(_keys(service, project, **params), wanted, f"what is found by {params}")


@suite.check("one text is set as text/plain, the others stay")
def one_text(service: Service) -> None:
    project = _project()
    _set(service, project, "a", en="One").is_(201)
    path = f"/projects/{project}/phrases/a/texts"
    _put_text(service, f"{path}/de", "Größe „1“").is_(204)
    _put_text(service, f"{path}/pt-BR", "Um").is_(204)
    _put_text(service, f"{path}/en", "1").is_(204)
    wanted = {"en": "1", "de": "Größe „1“", "pt-BR": "Um"}
    equal(_texts(service, project, "a"), wanted, "the texts")
    for lang in ("english", "DE", "d"):
        _put_text(service, f"{path}/{lang}", "x").is_(400)
    _put_text(service, f"/projects/{project}/phrases/b/texts/de", "x").is_(404)


@suite.check("one text is removed, once")
def text_removed(service: Service) -> None:
    project = _project()
    _set(service, project, "a", en="One", de="Eins").is_(201)
    path = f"/projects/{project}/phrases/a/texts/de"
    service.delete(path).is_(204)
    equal(_texts(service, project, "a"), {"en": "One"}, "the texts")
    service.delete(path).is_(404)
    service.delete(f"/projects/{project}/phrases/b/texts/de").is_(404)


@suite.check("a batch is applied in order")
def batch(service: Service) -> None:
    project = _project()
    _set(service, project, "old", en="x").is_(201)
    _set(service, project, "kept", en="x").is_(201)
    told = _batch(
        service,
        project,
        {"op": "set", "key": "new", "texts": {"en": "New"}},
        {"op": "delete", "key": "old"},
        {"op": "set", "key": "kept", "texts": {"de": "y"}},
        {"op": "set", "key": "brief", "texts": {"de": "y"}},
        {"op": "delete", "key": "brief"},
    )
    equal(told.is_(200).json(), {"created": 2, "replaced": 1, "deleted": 2}, "the answer")
    equal(_keys(service, project), ["kept", "new"], "the keys")
    equal(_texts(service, project, "kept"), {"de": "y"}, "the texts")


@suite.check("a batch with one failure changes nothing and tells which")
def batch_failed(service: Service) -> None:
    project = _project()
    _set(service, project, "a", en="x").is_(201)
    right = {"op": "set", "key": "b", "texts": {"en": "y"}}
    gone = {"op": "delete", "key": "a"}
    for wrong in (
        {"op": "delete", "key": "nothing"},
        {"op": "set", "key": "no key!", "texts": {"en": "y"}},
        {"op": "set", "key": "c", "texts": {}},
        {"op": "set", "key": "c", "texts": {"english": "y"}},
        gone,
    ):
        told = _batch(service, project, right, gone, wrong).is_(422).json()
        equal(told["failed"], 2, "the index of what failed")
        expect(isinstance(told["reason"], str), "there is a reason")
        equal(_keys(service, project), ["a"], "the keys")


@suite.check("100 operations are fine, 101 are 413")
def batch_limit(service: Service) -> None:
    project = _project()
    many = [{"op": "set", "key": f"k{n}", "texts": {"en": "x"}} for n in range(101)]
    _batch(service, project, *many).is_(413)
    equal(_keys(service, project), [], "the keys")
    told = _batch(service, project, *many[:100]).is_(200).json()
    equal(told["created"], 100, "the number of those created")
    equal(len(_keys(service, project)), 50, "the keys of the first page")
    equal(len(_keys(service, project, limit=200)), 100, "all keys")


@suite.check("a language file has what is translated, with a fallback if wanted")
def exported(service: Service) -> None:
    project = _project()
    _set(service, project, "b", en="B", de="Be").is_(201)
    _set(service, project, "a", en="A").is_(201)
    _set(service, project, "c", fr="C").is_(201)
    path = f"/projects/{project}/export"
    equal(service.get(f"{path}/de.json").is_(200).json(), {"b": "Be"}, "the German file")
    told = service.get(f"{path}/de.json", params={"fallback": "en"}).is_(200).json()
    equal(told, {"a": "A", "b": "Be"}, "the German file with a fallback")


@suite.check("the progress of every language that occurs, rounded down")
def stats(service: Service) -> None:
    project = _project()
    _set(service, project, "a", en="A", de="A").is_(201)
    _set(service, project, "b", en="B", de="B").is_(201)
    _set(service, project, "c", en="C").is_(201)
    told = service.get(f"/projects/{project}/stats").is_(200).json()
    languages = {
        "de": {"translated": 2, "percent": 66},
        "en": {"translated": 3, "percent": 100},
    }
    equal(told, {"phrases": 3, "languages": languages}, "the stats")


@suite.check("an invalid phrase, key or limit is 400")
def malformed(service: Service) -> None:
    project = _project()
    path = f"/projects/{project}/phrases"
    for body in ({}, {"texts": {}}, {"texts": {"en": 7}}, {"texts": {"EN": "x"}}, {"texts": "x"}):
        service.put(f"{path}/a", json=body).is_(400)
    for key in ("a-b", "a%20b", "k" * 81):
        _set(service, project, key, en="x").is_(400)
    _set(service, project, "k" * 80, en="x").is_(201)
    for limit in (0, 201, "many"):
        service.get(path, params={"limit": limit}).refused()
    equal(_keys(service, project), ["k" * 80], "the keys")
