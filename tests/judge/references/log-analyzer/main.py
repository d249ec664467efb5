"""A log analyser, by hand: what the suite of the same name must accept."""

import argparse
import json
import math
import sys
from collections import Counter, defaultdict

SPIKE = 3


def percentile(values, percent):
    """The smallest value that at least so many percent of the values do not exceed."""
    ranked = sorted(values)
    return ranked[max(math.ceil(percent / 100 * len(ranked)), 1) - 1]


def spikes(minutes, errors):
    """The minutes with more than SPIKE times the average of errors."""
    if not minutes:
        return []
    average = sum(errors.values()) / len(minutes)
    return sorted(minute for minute, count in errors.items() if count > SPIKE * average)


def analyse(lines):
    levels, errors, minutes = Counter(), Counter(), set()
    durations = defaultdict(list)
    malformed = 0
    for line in lines:
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            minute = entry["timestamp"][:16]
            level, endpoint = entry["level"], entry["endpoint"]
            duration = float(entry["duration_ms"])
        except (ValueError, KeyError, TypeError):
            malformed += 1
            continue
        levels[level] += 1
        minutes.add(minute)
        durations[endpoint].append(duration)
        if level == "ERROR":
            errors[minute] += 1
    return {
        "levels": dict(levels),
        "endpoints": {
            endpoint: {"p50": percentile(values, 50), "p95": percentile(values, 95)}
            for endpoint, values in sorted(durations.items())
        },
        "error_spikes": spikes(minutes, errors),
        "malformed": malformed,
    }


def main():
    parser = argparse.ArgumentParser(description="Report on a log of JSON lines.")
    parser.add_argument("file")
    given = parser.parse_args()
    try:
        with open(given.file, encoding="utf-8", errors="replace") as lines:
            report = analyse(lines)
    except OSError as error:
        print(f"{given.file}: {error.strerror}", file=sys.stderr)
        return 1
    print(json.dumps(report, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
