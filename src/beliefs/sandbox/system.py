"""What every room can see of the machine: its programs and libraries, and this Python."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

STANDALONE = Path(__file__).parent / "standalone"

SYSTEM = tuple(
    Path(name)
    for name in ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store")
)

# No /etc as a whole: some systems keep keys in it that everybody may read.
_ETC = (
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"),
    *("/etc/localtime", "/etc/timezone", "/etc/mime.types", "/etc/nsswitch.conf", "/etc/passwd"),
    *("/etc/group", "/etc/protocols", "/etc/services", "/etc/hosts"),
)
_ETC_FOR_NETWORK = (
    *("/etc/resolv.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/ca-certificates"),
    # Not the folder of private keys beside them.
    *("/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs", "/etc/pki/ca-trust"),
)


def readable_etc(*, network: bool) -> Iterator[Path]:
    """Which files of /etc are there; those for the network only where there is one."""
    for name in (*_ETC, *(_ETC_FOR_NETWORK if network else ())):
        if (path := Path(name)).exists():
            yield path


class Python(NamedTuple):
    """The interpreter that runs the sandbox's own processes, and most programs in it."""

    executable: str
    prefix: Path

    def command(self, folder: str | Path, module: str, function: str) -> list[str]:
        """Start a function of a standalone module, with nothing of the user's and no site."""
        start = f"import sys; sys.path.insert(0, {str(folder)!r}); "
        start += f"from standalone.{module} import {function}; {function}()"
        return [self.executable, "-I", "-S", "-c", start]


PYTHON = Python(
    os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable),
    Path(sys.base_prefix).resolve(),
)
