"""Amounts told in one unit, wanted in another."""

from __future__ import annotations

from typing import Final

from beliefs.spec.features.resources import params, program
from beliefs.spec.operations import Input, Method, Operation, Place
from beliefs.spec.types import Type

# How much of the first unit one of each is.
UNITS: Final[dict[str, dict[str, str]]] = {
    "length": dict(
        m="1",
        km="1000",
        cm="0.01",
        mm="0.001",
        mi="1609.344",
        yd="0.9144",
        ft="0.3048",
        **{"in": "0.0254"},
    ),
    "weight": {
        "g": "1",
        "kg": "1000",
        "mg": "0.001",
        "t": "1000000",
        "lb": "453.59237",
        "oz": "28.349523125",
    },
    "volume": {
        "l": "1",
        "ml": "0.001",
        "cl": "0.01",
        "gal": "3.785411784",
        "qt": "0.946352946",
        "pt": "0.473176473",
    },
}
# Temperatures begin at other places; goals write their scales in several ways.
SCALES: Final = (
    ("C", "F", "K"),
    ("c", "f", "k"),
    ("celsius", "fahrenheit", "kelvin"),
    ("Celsius", "Fahrenheit", "Kelvin"),
)
_DIGITS: Final = 6


def convert(
    quantity: str,
    name: str,
    method: Method,
    path: str,
    given: tuple[str, str, str],
    shows: tuple[tuple[str, str], ...],
    units: tuple[str, ...],
) -> Operation:
    """An amount in another unit; `given` are the names of the amount and of both units.

    `shows` is each name of the answer with `amount`, `from`, `to` or `result`; `units` are those
    of UNITS, or one of SCALES.
    """
    amount, start, end = given
    kinds = Type("string", choices=units)
    inputs = (
        Input(
            "amount", _place(amount, method, path), Type("number"), named=_wire("amount", amount)
        ),
        Input("start", _place(start, method, path), kinds, named=_wire("start", start)),
        Input("end", _place(end, method, path), kinds, named=_wire("end", end)),
    )
    values = {
        "amount": "input.amount",
        "from": "input.start",
        "to": "input.end",
        "result": f"round(converted, {_DIGITS})",
    }
    body = ", ".join(f"{key}: {values[told]}" for key, told in shows)
    lines = _degrees(*units) if quantity == "temperature" else _scaled(quantity)
    return Operation(
        name,
        method,
        path,
        program(*lines, f"answer 200 {{{body}}}"),
        inputs=inputs,
        summary=f"Convert a {quantity} between units.",
    )


def _place(name: str, method: Method, path: str) -> Place:
    if name in params(path):
        return "path"
    return "query" if method == "GET" else "json"


def _wire(name: str, wire: str) -> str:
    return "" if name == wire else wire


def _degrees(_: str, fahrenheit: str, kelvin: str) -> list[str]:
    from_f, from_k = "(input.amount - 32) * 5 / 9", "input.amount - 273.15"
    to_f, to_k = "degrees * 9 / 5 + 32", "degrees + 273.15"
    other = f'if(input.start = "{kelvin}", {from_k}, input.amount)'
    wanted = f'if(input.end = "{kelvin}", {to_k}, degrees)'
    return [
        f'let degrees = if(input.start = "{fahrenheit}", {from_f}, {other})',
        f'let converted = if(input.end = "{fahrenheit}", {to_f}, {wanted})',
    ]


def _scaled(quantity: str) -> list[str]:
    units = ", ".join(f'"{unit}": {size}' for unit, size in UNITS[quantity].items())
    return [
        f"let units = {{{units}}}",
        "let converted = input.amount * at(units, input.start) / at(units, input.end)",
    ]
