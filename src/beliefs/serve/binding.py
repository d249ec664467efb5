"""Which addresses a server may listen on: this machine's own, or any if there is a key."""

from __future__ import annotations

from ipaddress import ip_address

from beliefs.errors import InvalidInput, shown
from beliefs.serve.guard import Guard


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server on this host; what is not sure does not count.

    >>> [is_loopback(host) for host in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "")]
    [True, True, True, False, False]
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def may_start(host: str, guard: Guard) -> None:
    """Refuse to listen to the network as long as there is no key, or while no key is asked for."""
    if is_loopback(host):
        return
    if guard.open_while_empty or not guard.has_key():
        raise InvalidInput(
            f"listening on {shown(host)} would open the beliefs to the network, and there is no "
            "key to keep it closed: make one with belief keys create --all-namespaces --right "
            "admin, or listen on 127.0.0.1."
        )
