"""Configuration, by hand: what the suite of the same name must accept."""

import argparse
import json
import os
import sys
import time
from pathlib import Path

import yaml

FILE = Path("config.yaml")
PREFIX = "APP_"


class ConfigError(Exception):
    """What is wrong with the configuration, in words."""


def read_file():
    try:
        told = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except yaml.YAMLError as error:
        raise ConfigError(f"{FILE} is not YAML: {error}") from None
    if not isinstance(told, dict | None):
        raise ConfigError(f"{FILE} must hold sections of keys.")
    return told or {}


def put(config, keys, value):
    for key in keys[:-1]:
        if not isinstance(config.get(key), dict):
            config[key] = {}
        config = config[key]
    config[keys[-1]] = value


def merged(sets):
    config = read_file()
    for name, value in os.environ.items():
        if name.startswith(PREFIX) and "__" in name:
            put(config, name.removeprefix(PREFIX).lower().split("__"), yaml.safe_load(value))
    for each in sets:
        key, equals, value = each.partition("=")
        if not equals:
            raise ConfigError(f"--set takes KEY=VALUE, not {each}.")
        put(config, key.split("."), yaml.safe_load(value))
    return config


def find(config, key):
    for part in key.split("."):
        if not isinstance(config, dict) or part not in config:
            raise ConfigError(f"There is no {key}.")
        config = config[part]
    return config


def flat(config, prefix=""):
    found = {}
    for key, value in config.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found


def watch():
    before = flat(read_file())
    while True:
        time.sleep(0.1)
        try:
            now = flat(read_file())
        except ConfigError as error:
            print(f"Error: {error}", file=sys.stderr, flush=True)
            continue
        for key in sorted(before.keys() | now.keys()):
            if before.get(key) != now.get(key):
                print(f"{key}: {before.get(key)} -> {now.get(key)}", flush=True)
        before = now


def main():
    parser = argparse.ArgumentParser(description="Read the configuration.")
    commands = parser.add_subparsers(dest="command", required=True)
    get = commands.add_parser("get", help="print the value of a key")
    get.add_argument("key")
    show = commands.add_parser("show", help="print everything as JSON")
    for each in (get, show):
        each.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", dest="sets")
    commands.add_parser("watch", help="print the keys that change")
    given = parser.parse_args()
    try:
        if given.command == "watch":
            watch()
        config = merged(given.sets)
        if given.command == "show":
            print(json.dumps(config, indent=2))
            return 0
        value = find(config, given.key)
    except ConfigError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    print(value if isinstance(value, str) else json.dumps(value))
    return 0


if __name__ == "__main__":
    sys.exit(main())
