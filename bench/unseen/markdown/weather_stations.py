"""Weather stations: readings sent with a key, not too often, and looked at by everybody."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("weather-stations", "service")


def _told(answer: Answer, *names: str) -> Any:
    """A member of an answer, be it a value or a method."""
    for name in names:
        if hasattr(answer, name):
            told = getattr(answer, name)
            return told() if callable(told) else told
    raise AttributeError(f"an answer has none of {names}")


def _text(answer: Answer) -> str:
    told = _told(answer, "text", "content", "body")
    return told.decode() if isinstance(told, bytes) else str(told)


def _header(answer: Answer, name: str) -> str:
    told = {str(key).lower(): str(value) for key, value in dict(_told(answer, "headers")).items()}
    return told.get(name.lower(), "")


def _station(service: Service, lat: float = 52.5, lon: float = 13.4) -> dict[str, Any]:
    given = {"name": f"g{token_hex(4)}", "lat": lat, "lon": lon}
    made: dict[str, Any] = service.post("/stations", json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the station")
    expect(str(made["id"]).startswith("st_"), "the id begins with st_")
    expect(isinstance(made["apiKey"], str) and made["apiKey"] != "", "there is a key")
    return made


def _at(day: int, hour: int, minute: int = 0) -> str:
    return f"2031-05-{day:02d}T{hour:02d}:{minute:02d}:00Z"


def _reading(at: str, temperature: float = 18.4, **more: Any) -> dict[str, Any]:
    return {"at": at, "temperature": temperature, **more}


def _send_to(service: Service, station: dict[str, Any], body: Any) -> Answer:
    headers = {"X-Station-Key": station["apiKey"]}
    return service.post(f"/stations/{station['id']}/readings", json=body, headers=headers)


def _times(service: Service, station: dict[str, Any], **params: Any) -> list[str]:
    told = service.get(f"/stations/{station['id']}/readings", params=params).is_(200).json()
    return [each["at"] for each in told]


def _failed(answer: Answer, status: int) -> None:
    told = answer.is_(status).json()
    expect(isinstance(told.get("error"), str) and told["error"] != "", "the error is a text")


@suite.check("a new network has no stations", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/stations").is_(200).json(), [], "the stations")


@suite.check("the key of a station is shown once and never again")
def stations(service: Service) -> None:
    made = _station(service)
    told = service.get(f"/stations/{made['id']}").is_(200)
    seen = told.json()
    equal((seen["name"], seen["lat"], seen["lon"]), (made["name"], 52.5, 13.4), "the station")
    expect(seen["latest"] is None, "there is no reading")
    listed = service.get("/stations").is_(200)
    expect(made["id"] in [each["id"] for each in listed.json()], "it is listed")
    for each in (told, listed):
        expect(made["apiKey"] not in _text(each), "the key is not shown")


@suite.check("stations nearby, nearest first, with their distance", fresh=True)
def near(service: Service) -> None:
    here = _station(service, 0, 0)["id"]
    far, close = _station(service, 0, 1)["id"], _station(service, 0.5, 0)["id"]
    _station(service, 10, 10)
    params = {"lat": 0, "lon": 0, "km": 112}
    told = service.get("/stations/near", params=params).is_(200).json()
    seen = [(each["id"], each["distanceKm"]) for each in told]
    equal(seen, [(here, 0), (close, 55.6), (far, 111.2)], "what is near")
    params["km"] = 60
    told = service.get("/stations/near", params=params).is_(200).json()
    equal([each["id"] for each in told], [here, close], "what is nearer")
    _failed(service.get("/stations/near", params={"lat": 0, "lon": 0}), 422)


@suite.check("a reading is stored, what is missing is null, and the latest is shown")
def readings(service: Service) -> None:
    station = _station(service)
    whole = _reading(_at(2, 10), 21.5, humidity=61, rainMm=0.2)
    told = _send_to(service, station, whole).is_(201).json()
    equal({name: told[name] for name in whole}, whole, "the reading")
    told = _send_to(service, station, _reading(_at(1, 10), -3)).is_(201).json()
    equal((told["humidity"], told["rainMm"]), (None, None), "what is missing")
    told = service.get(f"/stations/{station['id']}").is_(200).json()["latest"]
    equal({name: told[name] for name in whole}, whole, "the latest")


@suite.check("without the key of that station it is 401")
def keys(service: Service) -> None:
    station, other = _station(service), _station(service)
    path, body = f"/stations/{station['id']}/readings", _reading(_at(1, 10))
    for headers in ({}, {"X-Station-Key": "x"}, {"X-Station-Key": other["apiKey"]}):
        _failed(service.post(path, json=body, headers=headers), 401)
        _failed(service.delete(f"/stations/{station['id']}", headers=headers), 401)
    equal(_times(service, station), [], "the readings")


@suite.check("a second reading for the same time is 409")
def twice(service: Service) -> None:
    station = _station(service)
    _send_to(service, station, _reading(_at(1, 10), 1)).is_(201)
    _failed(_send_to(service, station, _reading(_at(1, 10), 2)), 409)
    told = service.get(f"/stations/{station['id']}/readings").is_(200).json()
    equal([each["temperature"] for each in told], [1], "the readings")
    _send_to(service, _station(service), _reading(_at(1, 10), 2)).is_(201)


@suite.check("many readings at once; known times are skipped, one invalid stores none")
def many(service: Service) -> None:
    station = _station(service)
    _send_to(service, station, _reading(_at(1, 1))).is_(201)
    body = [_reading(_at(1, hour)) for hour in range(4)]
    told = _send_to(service, station, body).is_(201).json()
    equal(told, {"stored": 3, "skipped": 1}, "the answer")
    body = [_reading(_at(2, 1)), _reading(_at(2, 2), 61)]
    _failed(_send_to(service, station, body), 422)
    _failed(_send_to(service, station, []), 422)
    equal(len(_times(service, station)), 4, "the number of readings")
    long = [_reading(_at(3 + n // 60, 0, n % 60)) for n in range(501)]
    _failed(_send_to(service, station, long), 422)
    equal(_send_to(service, station, long[:500]).is_(201).json()["stored"], 500, "stored")


@suite.check("30 requests a minute and station, the 31st is 429 with Retry-After")
def limited(service: Service) -> None:
    station, other = _station(service), _station(service)
    path = f"/stations/{station['id']}/readings"
    for _ in range(5):
        body = _reading(_at(1, 0))
        service.post(path, json=body, headers={"X-Station-Key": "x"}).is_(401)
    for number in range(29):
        _send_to(service, station, _reading(_at(1, 0, number))).is_(201)
    _send_to(service, station, _reading(_at(1, 0, 0))).is_(409)
    answer = _send_to(service, station, _reading(_at(1, 1)))
    _failed(answer, 429)
    wait = _header(answer, "retry-after")
    expect(wait.isdigit() and 0 < int(wait) <= 60, f"Retry-After is seconds, not {wait}")
    equal(len(_times(service, station)), 29, "the number of readings")
    _send_to(service, other, _reading(_at(1, 1))).is_(201)


@suite.check("readings between times, in both orders, up to a limit")
def ranged(service: Service) -> None:
    station = _station(service)
    hours = [_at(1, hour) for hour in range(5)]
    body = [_reading(hours[n]) for n in (3, 0, 4, 1, 2)]
    _send_to(service, station, body).is_(201)
    for params, wanted in (
        ({}, hours),
        ({"order": "desc"}, hours[::-1]),
        ({"from": hours[1], "to": hours[3]}, hours[1:3]),
        ({"from": hours[3]}, hours[3:]),
        ({"limit": 2, "order": "desc"}, [hours[4], hours[3]]),
    ):
        equal(_times(service, station, **params), wanted, f"the readings of {params}")
    path = f"/stations/{station['id']}/readings"
    for params in ({"limit": 0}, {"limit": 1001}, {"order": "up"}, {"from": "noon"}):
        _failed(service.get(path, params=params), 422)


@suite.check("a hundred readings are given unless said otherwise")
def hundred(service: Service) -> None:
    station = _station(service)
    body = [_reading(_at(1, n // 60, n % 60)) for n in range(120)]
    _send_to(service, station, body).is_(201)
    equal(len(_times(service, station)), 100, "the number of readings")
    equal(len(_times(service, station, limit=1000)), 120, "the number of all")


@suite.check("each day of a month with its minimum, maximum, mean and rain")
def daily(service: Service) -> None:
    station = _station(service)
    body = [
        _reading(_at(3, 23, 59), 5),
        _reading(_at(1, 0), 11, rainMm=1),
        _reading(_at(1, 12), 18.4, rainMm=0.25),
        _reading(_at(1, 18), 14.3),
        _reading("2031-06-01T00:00:00Z", 30),
        _reading("2031-04-30T23:59:59Z", 1),
    ]
    _send_to(service, station, body).is_(201)
    path = f"/stations/{station['id']}/daily"
    told = service.get(path, params={"month": "2031-05"}).is_(200).json()
    wanted = [
        {"date": "2031-05-01", "count": 3, "min": 11, "max": 18.4, "mean": 14.57, "rainMm": 1.25},
        {"date": "2031-05-03", "count": 1, "min": 5, "max": 5, "mean": 5, "rainMm": 0},
    ]
    equal(told, wanted, "the days")
    equal(service.get(path, params={"month": "2031-07"}).is_(200).json(), [], "no days")
    for params in ({"month": "2031-13"}, {"month": "May"}, {}):
        _failed(service.get(path, params=params), 422)


@suite.check("a station is deleted with its key and its readings")
def deleted(service: Service) -> None:
    station = _station(service)
    path = f"/stations/{station['id']}"
    service.delete(path, headers={"X-Station-Key": station["apiKey"]}).is_(204)
    _failed(service.get(path), 404)
    _failed(service.get(f"{path}/readings"), 404)
    listed = [each["id"] for each in service.get("/stations").is_(200).json()]
    expect(station["id"] not in listed, "it is gone from the list")


@suite.check("an unknown station is 404")
def absent(service: Service) -> None:
    path = f"/stations/st_{token_hex(6)}"
    for each in (path, f"{path}/readings"):
        _failed(service.get(each), 404)
    _failed(service.get(f"{path}/daily", params={"month": "2031-05"}), 404)


@suite.check("anything invalid is 422")
def malformed(service: Service) -> None:
    right: dict[str, Any] = {"name": "x", "lat": 1, "lon": 1}
    for each in ({"lat": 90.1}, {"lat": -91}, {"lon": 181}, {"lon": "east"}, {"name": None}):
        _failed(service.post("/stations", json={**right, **each}), 422)
    for left in right:
        part = {name: right[name] for name in right if name != left}
        _failed(service.post("/stations", json=part), 422)
    station = _station(service, 90, -180)
    right = _reading(_at(1, 1))
    for each in (
        {"temperature": 60.1},
        {"temperature": -91},
        {"temperature": "warm"},
        {"humidity": 101},
        {"humidity": -1},
        {"rainMm": -0.1},
        {"at": "yesterday"},
    ):
        _failed(_send_to(service, station, {**right, **each}), 422)
    for body in ({"temperature": 1}, {"at": _at(1, 1)}, 7):
        _failed(_send_to(service, station, body), 422)
    equal(_times(service, station), [], "the readings")
