"""Who asks: accounts, tokens, roles, and what is somebody's own."""
