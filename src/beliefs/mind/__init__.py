"""One team's view of the ledger: the client, what it returns, and trust."""
