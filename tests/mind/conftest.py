"""One empty ledger on each kind of store, as for the tests of the ledger."""

from __future__ import annotations

from tests.ledger.conftest import b, clock, store_url

__all__ = ["b", "clock", "store_url"]
