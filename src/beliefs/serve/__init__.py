"""Serving: the engine over HTTP and MCP, for whoever speaks neither Python nor a shell."""
