"""A calculator, by hand: what the suite of the same name must accept."""

import argparse
import operator
import sys

OPERATIONS = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
}


def number(text):
    try:
        return int(text)
    except ValueError:
        return float(text)


def main():
    parser = argparse.ArgumentParser(description="Add, subtract, multiply or divide two numbers.")
    commands = parser.add_subparsers(dest="operation", required=True)
    for name in OPERATIONS:
        command = commands.add_parser(name)
        command.add_argument("a", type=number)
        command.add_argument("b", type=number)
    given = parser.parse_args()
    if given.operation == "div" and given.b == 0:
        print("Error: a number cannot be divided by zero.", file=sys.stderr)
        return 1
    result = OPERATIONS[given.operation](given.a, given.b)
    print(int(result) if result == int(result) else result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
