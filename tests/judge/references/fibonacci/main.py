"""Fibonacci, by hand: what the suite of the same name must accept."""

import json

COUNT = 20


def fibonacci(count):
    numbers = []
    a, b = 0, 1
    for _ in range(count):
        numbers.append(a)
        a, b = b, a + b
    return numbers


print(json.dumps(fibonacci(COUNT)))
