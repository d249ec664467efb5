"""Installing what a project needs, by uv: from wheels alone, so nothing installed runs meanwhile.

uv is ours, and what it unpacks is not. It is told where the user's packages come from and nothing
else of the user's; no Python that sees the new packages is started until the sandbox starts it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from beliefs.errors import CannotInstall, InvalidInput, Lacking, shown

_SECONDS = 600
_FAILING = "The packages of the project could not be installed"

# Where the user's packages come from, by which way, and where they are kept.
_WAY = (
    *("PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"),
    *("UV_CACHE_DIR", "UV_CONFIG_FILE", "UV_NO_CONFIG", "UV_NO_CACHE", "UV_LINK_MODE"),
    *("UV_DEFAULT_INDEX", "UV_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL", "UV_FIND_LINKS"),
    *("UV_NO_INDEX", "UV_INDEX_STRATEGY", "UV_KEYRING_PROVIDER", "UV_OFFLINE"),
    *("UV_HTTP_TIMEOUT", "UV_HTTP_RETRIES", "UV_INSECURE_HOST", "UV_NATIVE_TLS", "UV_SYSTEM_CERTS"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("http_proxy", "https_proxy", "all_proxy", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "SSL_CLIENT_CERT", "NETRC"),
)
# Names and passwords of indexes that have a name.
_CREDENTIAL = re.compile(r"UV_INDEX_\w+_(USERNAME|PASSWORD)")

# What a list may say beside requirements. Others name further lists, or sources to be built.
_OPTION = re.compile(
    r"(--no-index|(-i|-f|--index-url|--extra-index-url|--find-links|--hash)(\s+|=)[^\s\\]+)"
    r"\s*(\\|#.*)?"
)


def told(environment: Mapping[str, str]) -> dict[str, str]:
    """What an installer is told of an environment.

    >>> told({"UV_INDEX": "https://packages.example/simple", "API_KEY": "secret"})
    {'UV_INDEX': 'https://packages.example/simple'}
    """
    return {
        name: value
        for name, value in environment.items()
        if name in _WAY or _CREDENTIAL.fullmatch(name)
    }


def plain(requirements: str) -> str:
    """A list of requirements that is nothing but that, as it was given.

    Raises:
        InvalidInput: It has an option by which something would be built, and so run.
    """
    for line in requirements.splitlines():
        word = line.strip()
        if word.startswith("-") and not _OPTION.fullmatch(word):
            message = f"{shown(word)} cannot stand in a list of requirements: name packages"
            raise InvalidInput(f"{message} that come as wheels, since nothing is built.")
    return requirements


def install(requirements: str, environment: Path, interpreter: str, *, offline: bool) -> None:
    """Make an environment with these requirements, and their bytecode."""
    uv(["venv", "--relocatable", "--python", interpreter, str(environment)], _FAILING)
    words = ["pip", "install", "--only-binary", ":all:", "--no-compile-bytecode"]
    words += ["--python", str(environment / "bin" / "python"), "-r", "-"]
    uv([*words, *(["--offline"] if offline else [])], _FAILING, given=plain(requirements))
    # By an interpreter that starts nothing of what it compiles, as uv's would: what a package has
    # in a .pth file is run by `site`. What does not compile is compiled by nobody who imports it.
    compiling = [interpreter, "-I", "-S", "-m", "compileall", "-qq", "-j", "0"]
    _run([*compiling, str(environment / "lib")])


def uv(words: list[str], failing: str, *, given: str = "") -> str:
    """Run uv, which is told no more than it needs, and return what it says.

    Raises:
        CannotInstall: It could not do what it was asked for; the message begins with `failing`.
    """
    done = _run([installer(), *words, "--quiet"], given)
    if done.returncode and "--offline" in words:
        missing = re.search(r"\bBecause (\S+) was not found in the cache", done.stderr)
        name = missing[1] if missing else "A package of the project"
        message = f"{name} was not downloaded before: build once without --offline"
        raise CannotInstall(f"{message}, or write the files alone with --emit-only.")
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["no reason was given"])[-1]
        raise CannotInstall(f"{failing}: {said}")
    return done.stdout


def installer() -> str:
    """Where uv is.

    Raises:
        Lacking: Nowhere.
    """
    try:
        from uv import find_uv_bin
    except ImportError:
        found = shutil.which("uv")
        if found is None:
            raise Lacking("uv is not here: pip install 'beliefs[build]' brings it.") from None
        return found
    return find_uv_bin()


def _run(argv: list[str], given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - an installer and a compiler, with words of our own
        argv,
        cwd="/",  # what stands in the folder of a project is no setting of the user's
        env=told(os.environ),
        input=given,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
