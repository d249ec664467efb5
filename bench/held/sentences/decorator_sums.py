"""A decorator's sums: wallpaper, paint, tiles, and the last five of them."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("decorator-sums", "service")


def _sum(service: Service, kind: str, **given: Any) -> Any:
    return service.post(f"/{kind}", json=given).is_(200).json()


def _bad(service: Service, kind: str, field: str, **given: Any) -> None:
    told = service.post(f"/{kind}", json=given).is_(422).json()
    equal(told["error"], field, f"the error of {given}")


@suite.check("wallpaper: strips, strips of a roll and rolls", fresh=True)
def wallpaper(service: Service) -> None:
    for perimeter, height, wanted in (
        (1600, 250, (31, 3, 11)),
        (530, 240, (10, 4, 3)),
        (531, 240, (11, 4, 3)),
        (53, 325, (1, 3, 1)),
        (54, 326, (2, 2, 1)),
        (1, 1, (1, 91, 1)),
        (1060, 995, (20, 1, 20)),
    ):
        told = _sum(service, "wallpaper", perimeter_cm=perimeter, height_cm=height)
        seen = (told["strips"], told["strips_per_roll"], told["rolls"])
        equal(seen, wanted, f"the wallpaper of {perimeter} by {height}")


@suite.check("a room too high for a roll is 422")
def high(service: Service) -> None:
    for height in (996, 2000):
        answer = service.post("/wallpaper", json={"perimeter_cm": 500, "height_cm": height})
        equal(answer.is_(422).json(), {"error": "too high"}, "the error")


@suite.check("paint: litres to the next half")
def paint(service: Service) -> None:
    for area, coats, wanted in (
        (20, 2, 5.0),
        (21, 2, 5.5),
        (8, 1, 1.0),
        (0.5, 1, 0.5),
        (12.5, 4, 6.5),
        (40, 3, 15.0),
        (8.25, 1, 1.5),
    ):
        told = _sum(service, "paint", area_m2=area, coats=coats)
        equal(told["litres"], wanted, f"the litres for {area} m2, {coats} times")


@suite.check("tiles: columns, rows, tiles and the order with spare ones")
def tiles(service: Service) -> None:
    for width, height, tile, wanted in (
        (300, 200, 20, (15, 10, 150, 165)),
        (301, 200, 20, (16, 10, 160, 176)),
        (100, 99, 33, (4, 3, 12, 14)),
        (10, 10, 15, (1, 1, 1, 2)),
        (200, 100, 10, (20, 10, 200, 220)),
    ):
        told = _sum(service, "tiles", wall_width_cm=width, wall_height_cm=height, tile_cm=tile)
        seen = (told["columns"], told["rows"], told["tiles"], told["order"])
        equal(seen, wanted, f"the tiles of {tile} on {width} by {height}")


@suite.check("the last five sums, latest first, with what was sent and answered", fresh=True)
def recent(service: Service) -> None:
    equal(service.get("/recent").is_(200).json(), [], "the sums at first")
    sums = [
        ("paint", {"area_m2": 20, "coats": 2}),
        ("tiles", {"wall_width_cm": 300, "wall_height_cm": 200, "tile_cm": 20}),
        ("wallpaper", {"perimeter_cm": 1600, "height_cm": 250}),
        ("paint", {"area_m2": 4.5, "coats": 1}),
        ("paint", {"area_m2": 80, "coats": 1}),
        ("paint", {"area_m2": 8, "coats": 4}),
    ]
    wanted = [
        {"kind": kind, "input": given, "result": _sum(service, kind, **given)}
        for kind, given in sums[:2]
    ]
    equal(service.get("/recent").is_(200).json(), wanted[::-1], "the first two")
    wanted += [
        {"kind": kind, "input": given, "result": _sum(service, kind, **given)}
        for kind, given in sums[2:]
    ]
    equal(service.get("/recent").is_(200).json(), wanted[:0:-1], "the last five")


@suite.check("what failed is not remembered", fresh=True)
def forgotten(service: Service) -> None:
    _sum(service, "paint", area_m2=8, coats=1)
    service.post("/wallpaper", json={"perimeter_cm": 500, "height_cm": 5000}).is_(422)
    _bad(service, "paint", "coats", area_m2=8, coats=9)
    told = service.get("/recent").is_(200).json()
    equal([each["kind"] for each in told], ["paint"], "the sums")


@suite.check("the bad field is named")
def named(service: Service) -> None:
    _bad(service, "wallpaper", "perimeter_cm", height_cm=250)
    _bad(service, "wallpaper", "perimeter_cm", perimeter_cm=0, height_cm=250)
    _bad(service, "wallpaper", "perimeter_cm", perimeter_cm="wide", height_cm=250)
    _bad(service, "wallpaper", "height_cm", perimeter_cm=100)
    _bad(service, "wallpaper", "height_cm", perimeter_cm=100, height_cm=2.5)
    _bad(service, "paint", "area_m2", coats=1)
    _bad(service, "paint", "area_m2", area_m2=0, coats=1)
    _bad(service, "paint", "area_m2", area_m2=-3, coats=1)
    for coats in (0, 5, 1.5, None):
        _bad(service, "paint", "coats", area_m2=10, coats=coats)
    _bad(service, "tiles", "tile_cm", wall_width_cm=10, wall_height_cm=10, tile_cm=0)
    _bad(service, "tiles", "wall_height_cm", wall_width_cm=10, wall_height_cm=-1, tile_cm=5)


@suite.check("of several bad fields the first is named")
def first(service: Service) -> None:
    _bad(service, "wallpaper", "perimeter_cm")
    _bad(service, "paint", "area_m2", area_m2="x", coats=0)
    _bad(service, "tiles", "wall_width_cm", wall_height_cm=0, tile_cm=0)
    _bad(service, "tiles", "wall_height_cm", wall_width_cm=5, tile_cm="x")
