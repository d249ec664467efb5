"""A client for a JSON API, by hand: what the suite of the same name must accept."""

import argparse
import json
import os
import sys
import time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

RETRIES = 3
FIRST_WAIT = 0.2


class ApiError(Exception):
    """What the API refused or could not do, in words."""


class Client:
    def __init__(self, base_url, timeout=10.0, sleep=time.sleep):
        self.base_url = base_url
        self.timeout = timeout
        self.sleep = sleep

    def get(self, path):
        """The JSON at a path; trouble of the server's is waited out."""
        for attempt in range(RETRIES + 1):
            status, headers, body = self._ask(path)
            if status == 429 or status >= 500:
                if attempt < RETRIES:
                    self.sleep(self._wait(attempt, headers))
                continue
            if status == 404:
                raise ApiError(f"404: there is no {path}.")
            if status >= 400:
                raise ApiError(f"{status}: {path} was refused.")
            return self._read(path, body)
        raise ApiError(f"{status}: {path} failed {RETRIES + 1} times.")

    def _ask(self, path):
        request = Request(self.base_url + path, headers={"accept": "application/json"})
        try:
            with urlopen(request, timeout=self.timeout) as answer:
                return answer.status, answer.headers, answer.read()
        except HTTPError as error:
            with error:
                return error.code, error.headers, error.read()
        except (URLError, OSError, ValueError) as error:
            raise ApiError(f"{self.base_url} cannot be reached: {error}") from None

    def _wait(self, attempt, headers):
        told = headers.get("Retry-After", "")
        return float(told) if told.isdigit() else FIRST_WAIT * 2**attempt

    def _read(self, path, body):
        try:
            return json.loads(body)
        except ValueError:
            raise ApiError(f"{path} did not answer with JSON.") from None


def main():
    parser = argparse.ArgumentParser(description="Ask a JSON API.")
    commands = parser.add_subparsers(required=True)
    commands.add_parser("get", help="fetch BASE_URL plus PATH").add_argument("path")
    given = parser.parse_args()
    base_url = os.environ.get("BASE_URL")
    if not base_url:
        print("Set BASE_URL to the address of the API.", file=sys.stderr)
        return 2
    try:
        document = Client(base_url).get(given.path)
    except ApiError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    print(json.dumps(document, indent=2, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
