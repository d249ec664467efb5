"""Samples in racks: calls by name, a status that only goes on, and a history."""

from __future__ import annotations

from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("lab-samples", "service")

_NO_DOCUMENT = ("{", "[]", "null", '"text"')


def _barcode() -> str:
    return f"{randbelow(10**8):08d}"


def _call(service: Service, name: str, /, **given: Any) -> Answer:
    return service.post(f"/{name}", json=given)


def _result(service: Service, name: str, /, **given: Any) -> Any:
    told = _call(service, name, **given).is_(200).json()
    expect(told["ok"] is True, "a call that worked is ok")
    return told["result"]


def _fails(answer: Answer, status: int, code: str) -> None:
    told = answer.is_(status).json()
    expect(told["ok"] is False, "a call that failed is not ok")
    equal(told["code"], code, "the code")
    expect(isinstance(told["message"], str), "there is a message")


def _rack(service: Service, size: int = 5) -> str:
    name = f"rack {token_hex(4)}"
    told = _result(service, "createRack", name=name, size=size)
    equal(told, {"name": name, "size": size, "used": 0}, "the rack")
    return name


def _sample(service: Service, **more: Any) -> str:
    barcode = _barcode()
    given = {"barcode": barcode, "material": "blood", **more}
    told = _result(service, "createSample", **given)
    wanted = {"status": "registered", "rack": None, "analyst": None, "value": None, "unit": None}
    equal(told, {**wanted, **given}, "the sample")
    return barcode


def _get(service: Service, barcode: str) -> dict[str, Any]:
    told: dict[str, Any] = _result(service, "getSample", barcode=barcode)
    return told


def _used(service: Service, rack: str) -> int:
    told = {each["name"]: each["used"] for each in _result(service, "listRacks")}
    return int(told[rack])


def _events(service: Service, barcode: str) -> list[str]:
    told = _result(service, "sampleHistory", barcode=barcode)
    expect(all(each["at"] for each in told), "every event has its time")
    return [each["event"] for each in told]


@suite.check("an empty lab has no racks and finds no samples", fresh=True)
def empty(service: Service) -> None:
    equal(_result(service, "listRacks"), [], "the racks")
    equal(_result(service, "findSamples"), [], "the samples")


@suite.check("racks are created, listed, and their names are unique")
def racks(service: Service) -> None:
    name = _rack(service, 96)
    told = {each["name"]: each for each in _result(service, "listRacks")}
    equal(told[name], {"name": name, "size": 96, "used": 0}, "the rack in the list")
    _fails(_call(service, "createRack", name=name, size=5), 409, "DUPLICATE")


@suite.check("a sample is registered, in a rack if one is named, and its barcode is unique")
def samples(service: Service) -> None:
    rack = _rack(service)
    placed, plain = _sample(service, rack=rack, material="tissue"), _sample(service)
    equal((_get(service, placed)["rack"], _used(service, rack)), (rack, 1), "rack and used")
    equal(_get(service, plain)["barcode"], plain, "the barcode")
    _fails(_call(service, "createSample", barcode=plain, material="urine"), 409, "DUPLICATE")
    equal(_get(service, plain)["material"], "blood", "the material")
    answer = _call(service, "createSample", barcode=_barcode(), material="urine", rack="nowhere")
    _fails(answer, 404, "RACK_NOT_FOUND")


@suite.check("samples are found by material, status and rack")
def found(service: Service) -> None:
    rack = _rack(service)
    blood, urine = _sample(service, rack=rack), _sample(service, rack=rack, material="urine")
    other = _sample(service, material="urine")
    _result(service, "startAnalysis", barcode=blood, analyst="desk 1")

    def codes(**given: str) -> set[str]:
        return {each["barcode"] for each in _result(service, "findSamples", **given)}

    expect({blood, urine, other} <= codes(), "all are found")
    equal(codes(rack=rack), {blood, urine}, "those of the rack")
    equal(codes(rack=rack, material="urine"), {urine}, "those of rack and material")
    equal(codes(rack=rack, status="in_analysis"), {blood}, "those of rack and status")
    told = codes(material="urine", status="registered")
    expect({urine, other} <= told, "those of material and status are found")
    expect(blood not in told, "another is not")


@suite.check("a rack holds no more than its size: 409 RACK_FULL")
def full(service: Service) -> None:
    rack, other = _rack(service, 1), _rack(service)
    _sample(service, rack=rack)
    late = _barcode()
    answer = _call(service, "createSample", barcode=late, material="blood", rack=rack)
    _fails(answer, 409, "RACK_FULL")
    _fails(_call(service, "getSample", barcode=late), 404, "SAMPLE_NOT_FOUND")
    mover = _sample(service, rack=other)
    _fails(_call(service, "moveSample", barcode=mover, rack=rack), 409, "RACK_FULL")
    equal(_get(service, mover)["rack"], other, "the rack of the one that stays")
    equal((_used(service, rack), _used(service, other)), (1, 1), "used")


@suite.check("many at the same moment fill a rack to its size and no further")
def race(service: Service) -> None:
    rack = _rack(service, 2)

    def add() -> Answer:
        return _call(service, "createSample", barcode=_barcode(), material="blood", rack=rack)

    statuses = [each.is_(200, 409).status for each in at_once([add] * 6)]
    equal(statuses.count(200), 2, "the samples taken")
    equal(_used(service, rack), 2, "used")


@suite.check("a sample is moved from rack to rack")
def moved(service: Service) -> None:
    here, there = _rack(service), _rack(service)
    barcode = _sample(service, rack=here)
    equal(_result(service, "moveSample", barcode=barcode, rack=there)["rack"], there, "the rack")
    equal((_used(service, here), _used(service, there)), (0, 1), "used")
    _fails(_call(service, "moveSample", barcode=barcode, rack="nowhere"), 404, "RACK_NOT_FOUND")
    equal(_get(service, barcode)["rack"], there, "the rack")


@suite.check("a sample goes from registered to in_analysis to done, else WRONG_STATUS")
def analysed(service: Service) -> None:
    barcode = _sample(service)
    report = {"barcode": barcode, "value": 4.2, "unit": "mmol"}
    start = {"barcode": barcode, "analyst": "desk 1"}
    _fails(_call(service, "reportResult", **report), 409, "WRONG_STATUS")
    told = _result(service, "startAnalysis", **start)
    equal((told["status"], told["analyst"]), ("in_analysis", "desk 1"), "status and analyst")
    _fails(_call(service, "startAnalysis", **start), 409, "WRONG_STATUS")
    told = _result(service, "reportResult", **report)
    equal((told["status"], told["value"], told["unit"]), ("done", 4.2, "mmol"), "the result")
    _fails(_call(service, "reportResult", **report), 409, "WRONG_STATUS")
    _fails(_call(service, "startAnalysis", **start), 409, "WRONG_STATUS")
    equal(_get(service, barcode)["status"], "done", "the status")


@suite.check("a discarded sample frees its place and is neither moved nor analysed")
def discarded(service: Service) -> None:
    rack = _rack(service, 1)
    barcode, busy, done = _sample(service, rack=rack), _sample(service), _sample(service)
    told = _result(service, "discardSample", barcode=barcode)
    equal((told["status"], told["rack"]), ("discarded", None), "status and rack")
    equal(_used(service, rack), 0, "used")
    _sample(service, rack=rack)
    other = _rack(service)
    start = {"barcode": barcode, "analyst": "desk 1"}
    _fails(_call(service, "discardSample", barcode=barcode), 409, "WRONG_STATUS")
    _fails(_call(service, "moveSample", barcode=barcode, rack=other), 409, "WRONG_STATUS")
    _fails(_call(service, "startAnalysis", **start), 409, "WRONG_STATUS")
    for each in (busy, done):
        _result(service, "startAnalysis", barcode=each, analyst="desk 1")
    _result(service, "reportResult", barcode=done, value=1, unit="g")
    for each in (busy, done):
        equal(_result(service, "discardSample", barcode=each)["status"], "discarded", "status")
    answer = _call(service, "reportResult", barcode=busy, value=1, unit="g")
    _fails(answer, 409, "WRONG_STATUS")


@suite.check("the history has every event, oldest first, and none of what failed")
def history(service: Service) -> None:
    barcode, plain = _sample(service), _sample(service)
    _call(service, "reportResult", barcode=barcode, value=1, unit="g").is_(409)
    _result(service, "moveSample", barcode=barcode, rack=_rack(service))
    _result(service, "startAnalysis", barcode=barcode, analyst="desk 1")
    _result(service, "reportResult", barcode=barcode, value=1, unit="g")
    _result(service, "discardSample", barcode=barcode)
    wanted = ["created", "moved", "analysis_started", "result_reported", "discarded"]
    equal(_events(service, barcode), wanted, "the events")
    equal(_events(service, plain), ["created"], "the events of another sample")


@suite.check("a sample that is not there is 404 SAMPLE_NOT_FOUND")
def absent(service: Service) -> None:
    more: dict[str, dict[str, Any]] = {
        "getSample": {},
        "moveSample": {"rack": _rack(service)},
        "startAnalysis": {"analyst": "x"},
        "reportResult": {"value": 1, "unit": "g"},
        "discardSample": {},
        "sampleHistory": {},
    }
    barcode = _barcode()
    for name, given in more.items():
        _fails(_call(service, name, barcode=barcode, **given), 404, "SAMPLE_NOT_FOUND")


@suite.check("what breaks a rule or is missing is 400 BAD_REQUEST")
def malformed(service: Service) -> None:
    headers = {"content-type": "application/json"}
    for body in _NO_DOCUMENT:
        _fails(service.post("/createRack", content=body, headers=headers), 400, "BAD_REQUEST")
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("createRack", {"name": "x"}),
        ("createRack", {"size": 5}),
        ("createRack", {"name": token_hex(4), "size": 0}),
        ("createRack", {"name": token_hex(4), "size": 97}),
        ("createRack", {"name": token_hex(4), "size": "big"}),
        ("createSample", {"barcode": _barcode()}),
        ("createSample", {"material": "blood"}),
        ("createSample", {"barcode": "1234567", "material": "blood"}),
        ("createSample", {"barcode": "123456789", "material": "blood"}),
        ("createSample", {"barcode": "1234567x", "material": "blood"}),
        ("createSample", {"barcode": _barcode(), "material": "hair"}),
        ("startAnalysis", {"barcode": _sample(service)}),
        ("getSample", {}),
    ]
    for name, given in wrong:
        _fails(_call(service, name, **given), 400, "BAD_REQUEST")
    barcode = _sample(service)
    _result(service, "startAnalysis", barcode=barcode, analyst="desk 1")
    for value in ("high", None):
        answer = _call(service, "reportResult", barcode=barcode, value=value, unit="g")
        _fails(answer, 400, "BAD_REQUEST")
    equal(_get(service, barcode)["status"], "in_analysis", "the status")


@suite.check("racks, samples and histories outlive a restart")
def kept(service: Service) -> None:
    rack = _rack(service)
    barcode = _sample(service, rack=rack)
    _result(service, "startAnalysis", barcode=barcode, analyst="desk 1")
    service.restart()
    equal(_used(service, rack), 1, "used")
    equal(_get(service, barcode)["status"], "in_analysis", "the status")
    equal(_events(service, barcode), ["created", "analysis_started"], "the events")
