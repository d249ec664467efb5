"""Made-up weather, asked for with tools."""

from __future__ import annotations

import json
from secrets import token_hex
from typing import Any

from beliefs.judge.suite import Suite
from beliefs.judge.tools import Tools
from beliefs.judge.unmet import expect, shorten

suite: Suite[Tools] = Suite("mcp-weather", "mcp")


def _cities(tools: Tools) -> list[str]:
    """The cities, told as one JSON document, as a text for each, or as lines."""
    told = tools.call("list_cities")
    try:
        listed = json.loads(told)
    except ValueError:
        listed = [line.strip(" -*•\t") for line in told.splitlines()]
    if isinstance(listed, dict):
        listed = next((each for each in listed.values() if isinstance(each, list)), list(listed))
    expect(isinstance(listed, list), f"a list of cities, not {shorten(told)}")
    return [str(_name(each)) for each in listed if each]


def _name(city: Any) -> Any:
    return city.get("name", city.get("city")) if isinstance(city, dict) else city


def _weather(tools: Tools, city: str) -> dict[str, Any]:
    told = json.loads(tools.call("get_weather", city=city))
    expect(isinstance(told, dict), f"an object with temperature and condition, not {told}")
    return dict(told)


@suite.check("both tools are offered, get_weather with a city to ask for")
def offered(tools: Tools) -> None:
    listed = tools.listed()
    expect({"get_weather", "list_cities"} <= set(listed), f"both tools among {sorted(listed)}")
    schema = listed["get_weather"]["inputSchema"]
    expect("city" in schema.get("properties", {}), "get_weather takes a city")
    expect("city" in schema.get("required", []), "get_weather needs the city")


@suite.check("there are three cities or more, each of another name")
def cities(tools: Tools) -> None:
    named = _cities(tools)
    expect(len(named) >= 3, f"at least three cities among {named}")
    expect(len({each.casefold() for each in named}) == len(named), "no city is listed twice")


@suite.check("every city that is listed has a temperature and a condition")
def weather(tools: Tools) -> None:
    for city in _cities(tools):
        told = _weather(tools, city)
        degrees, sky = told["temperature"], told["condition"]
        number = isinstance(degrees, int | float) and not isinstance(degrees, bool)
        expect(number and -100 < degrees < 150, f"{city} has a temperature, not {degrees!r}")
        expect(isinstance(sky, str) and sky.strip(), f"{city} has a condition, not {sky!r}")


@suite.check("an unknown city is a tool error, and so is none at all")
def unknown(tools: Tools) -> None:
    tools.refuses("get_weather", city=f"Nowhere-{token_hex(4)}")
    tools.refuses("get_weather", city="")
    tools.refuses("get_weather")
    known = _cities(tools)
    tools.refuses("get_weather", city=f"{known[0]}{token_hex(2)}")
    _weather(tools, known[-1])
