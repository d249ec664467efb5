"""A register of trees: numbered, mapped, felled, and told as CSV."""

from __future__ import annotations

import csv
import io
from itertools import count
from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("city-trees", "service")

_BASE = "/gov/open-data/v3"
_COLUMNS = ["tree-no", "species", "district", "planted", "lon", "lat"]
_NO_DOCUMENT = ("{", "[]", "null", "")


_drawn = count(randbelow(10**5))


def _number() -> str:
    """A number above 99 that no other tree has; later ones are not always larger."""
    return f"T-{next(_drawn) * 37_171 % 99_900 + 100:05d}"


def _document(**more: Any) -> dict[str, Any]:
    given = {"tree-no": _number(), "species": "oak", "district": "mid", "planted": 1950}
    return {
        **given,
        "lon": 13.4,
        "lat": 52.5,
        **{name.replace("_", "-"): more[name] for name in more},
    }


def _post(service: Service, given: dict[str, Any]) -> Answer:
    return service.post(f"{_BASE}/trees", json=given)


def _tree(service: Service, **more: Any) -> dict[str, Any]:
    given = _document(**more)
    made = _post(service, given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the tree")
    return given


def _path(tree: dict[str, Any]) -> str:
    return f"{_BASE}/trees/{tree['tree-no']}"


def _fell(service: Service, tree: dict[str, Any], reason: str = "storm") -> Answer:
    return service.post(f"{_path(tree)}/fell", json={"reason": reason})


def _listed(service: Service, **params: Any) -> list[str]:
    params = {name.replace("_", "-"): value for name, value in params.items()}
    told = service.get(f"{_BASE}/trees", params={"page-size": 200, **params}).is_(200).json()
    return [each["tree-no"] for each in told]


@suite.check("an empty register: no trees, a header of CSV, no statistics", fresh=True)
def empty(service: Service) -> None:
    answer = service.get(f"{_BASE}/trees").is_(200)
    equal((answer.json(), answer.headers.get("x-total-count")), ([], "0"), "trees and their number")
    rows = list(csv.reader(io.StringIO(service.get(f"{_BASE}/trees.csv").is_(200).text)))
    equal(rows, [_COLUMNS], "the CSV")
    equal(service.get(f"{_BASE}/statistics/districts").is_(200).json(), [], "the statistics")


@suite.check(
    "districts have their trees, oldest and species; the most trees come first", fresh=True
)
def statistics(service: Service) -> None:
    trees = (
        ("east", "oak", 1990),
        ("west", "oak", 1900),
        ("west", "elm", 1805),
        ("west", "oak", 2001),
        ("north", "elm", 1700),
        ("north", "elm", 1999),
    )
    for number, (district, species, planted) in enumerate(trees):
        number_ = f"T-{number:05d}"
        _tree(service, tree_no=number_, district=district, species=species, planted=planted)
    gone = _tree(service, district="east", planted=1600)
    _fell(service, gone).is_(204)
    told = service.get(f"{_BASE}/statistics/districts").is_(200).json()
    names = ("district", "trees", "oldest", "species")
    wanted = [("west", 3, 1805, 2), ("north", 2, 1700, 1), ("east", 1, 1990, 1)]
    equal([tuple(each[name] for name in names) for each in told], wanted, "the statistics")


@suite.check("a tree is registered with 201 and its Location, and read back")
def registered(service: Service) -> None:
    given = _document(height_m=17.5, lon=-0.25, lat=0)
    answer = _post(service, given).is_(201)
    location = answer.headers.get("location", "")
    expect(location.endswith(_path(given)), f"the Location is {_path(given)}, not {location}")
    told = service.get(_path(given)).is_(200).json()
    equal({name: told[name] for name in given}, given, "the tree")
    plain = _tree(service)
    equal(service.get(_path(plain)).is_(200).json().get("height-m"), None, "height when not given")
    answer = _post(service, given)
    answer.is_(409)


@suite.check("trees are listed by number, in pages, with their number in X-Total-Count")
def paged(service: Service) -> None:
    district = f"d{token_hex(4)}"
    made = sorted(_tree(service, district=district)["tree-no"] for _ in range(5))
    equal(_listed(service, district=district), made, "the trees by number")
    params = {"district": district, "page": 2, "page-size": 2}
    answer = service.get(f"{_BASE}/trees", params=params).is_(200)
    equal([each["tree-no"] for each in answer.json()], made[2:4], "the second page")
    equal(answer.headers.get("x-total-count"), "5", "X-Total-Count")
    for wrong in ({"page": 0}, {"page-size": 0}, {"page-size": 201}):
        service.get(f"{_BASE}/trees", params=wrong).refused()


@suite.check("trees are filtered by district, species and year of planting")
def filtered(service: Service) -> None:
    district = f"d{token_hex(4)}"
    old = _tree(service, district=district, planted=1899)["tree-no"]
    elm = _tree(service, district=district, planted=1900, species="elm")["tree-no"]
    equal(_listed(service, district=district, species="elm"), [elm], "by species")
    equal(_listed(service, district=district, planted_before=1900), [old], "by year")
    both = _listed(service, district=district, planted_before=1901)
    equal(both, sorted([old, elm]), "by a later year")


@suite.check("a bbox holds what is within, borders included; what is no box is 400")
def boxed(service: Service) -> None:
    district = f"d{token_hex(4)}"
    places = {"in": (10, 50), "edge": (11, 51), "east": (11.5, 50.5), "south": (10.5, 49)}
    made = {
        name: _tree(service, district=district, lon=lon, lat=lat)["tree-no"]
        for name, (lon, lat) in places.items()
    }
    told = _listed(service, district=district, bbox="9.5,49.5,11,51")
    equal(told, sorted([made["in"], made["edge"]]), "the trees in the box")
    equal(_listed(service, district=district, bbox="-1,-1,1,1"), [], "the trees elsewhere")
    for wrong in ("1,2,3", "a,b,c,d", "1,2,3,4,5", "1;2;3;4"):
        service.get(f"{_BASE}/trees", params={"bbox": wrong}).is_(400)


@suite.check("the data of a tree is corrected, but not its number")
def patched(service: Service) -> None:
    tree, other = _tree(service), _tree(service)
    told = service.patch(_path(tree), json={"species": "lime", "height-m": 9}).is_(200).json()
    equal((told["species"], told["height-m"]), ("lime", 9), "species and height")
    seen = service.get(_path(tree)).is_(200).json()
    wanted = tree | {"species": "lime", "height-m": 9}
    equal({name: seen[name] for name in wanted}, wanted, "the tree")
    equal(service.get(_path(other)).is_(200).json()["species"], "oak", "another tree's species")
    service.patch(_path(tree), json={"tree-no": _number()}).is_(400)
    for wrong in ({"planted": 1499}, {"lat": 91}, {"species": ""}, {"lon": "far"}):
        service.patch(_path(tree), json=wrong).is_(400)
    seen = service.get(_path(tree)).is_(200).json()
    equal({name: seen[name] for name in wanted}, wanted, "the tree")


@suite.check("a felled tree is 410 from then on, in no list, and its number is not given again")
def felled(service: Service) -> None:
    district = f"d{token_hex(4)}"
    trees = [_tree(service, district=district) for _ in range(4)]
    *gone, stays = trees
    for tree, reason in zip(gone, ("storm", "disease", "construction"), strict=True):
        _fell(service, tree, reason).is_(204)
        service.get(_path(tree)).is_(410)
        service.patch(_path(tree), json={"species": "lime"}).is_(410)
        _fell(service, tree).is_(410)
        _post(service, tree).is_(409)
    equal(_listed(service, district=district), [stays["tree-no"]], "the trees left")
    text = service.get(f"{_BASE}/trees.csv", params={"district": district}).is_(200).text
    equal(len(list(csv.reader(io.StringIO(text)))), 2, "the lines of the CSV")
    told = service.get(f"{_BASE}/statistics/districts").is_(200).json()
    equal([each["trees"] for each in told if each["district"] == district], [1], "the statistics")
    for wrong in ({}, {"reason": "boredom"}):
        service.post(f"{_path(stays)}/fell", json=wrong).is_(400)
    service.get(_path(stays)).is_(200)


@suite.check("the CSV has its columns in order, the trees by number, and filters by district")
def exported(service: Service) -> None:
    district = f"d, {token_hex(4)}"
    trees = [_tree(service, district=district, species='the "big" one') for _ in range(3)]
    answer = service.get(f"{_BASE}/trees.csv", params={"district": district}).is_(200)
    kind = answer.headers.get("content-type", "")
    expect(kind.startswith("text/csv"), f"text/csv, not {kind}")
    header, *rows = csv.reader(io.StringIO(answer.text, newline=""))
    equal(header, _COLUMNS, "the header")
    numbers = sorted(each["tree-no"] for each in trees)
    equal([row[0] for row in rows], numbers, "the trees by number")
    equal([row[1:4] for row in rows], [['the "big" one', district, "1950"]] * 3, "the columns")
    equal([(float(row[4]), float(row[5])) for row in rows], [(13.4, 52.5)] * 3, "lon and lat")
    whole = service.get(f"{_BASE}/trees.csv").is_(200).text
    expect(len(whole.splitlines()) > 4, "the whole register has more")


@suite.check("a tree that is not there is 404")
def absent(service: Service) -> None:
    tree = {"tree-no": _number()}
    service.get(_path(tree)).is_(404)
    service.patch(_path(tree), json={"species": "lime"}).is_(404)
    _fell(service, tree).is_(404)


@suite.check("what breaks a rule is 400")
def malformed(service: Service) -> None:
    for body in _NO_DOCUMENT:
        headers = {"content-type": "application/json"}
        service.post(f"{_BASE}/trees", content=body, headers=headers).is_(400)
    wrong: list[dict[str, Any]] = [
        {name: value for name, value in _document().items() if name != left} for left in _document()
    ]
    wrong += [_document(tree_no=each) for each in ("42", "T-1", "T-123456", "t-00042")]
    wrong += [_document(planted=each) for each in (1499, 2101, "long ago")]
    wrong += [_document(lon=181), _document(lon=-181), _document(lat=-90.5), _document(lat=91)]
    wrong += [_document(height_m=-1), _document(height_m="tall")]
    wrong += [_document(species=""), _document(district="")]
    for each in wrong:
        _post(service, each).is_(400)
        if each.get("tree-no", "").startswith("T-"):
            service.get(_path(each)).is_(404, 400, 410)
    _tree(service, planted=1500, lon=180, lat=-90)
