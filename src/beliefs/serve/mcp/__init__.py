"""The MCP server: an agent's turn, reading and writing, as tools, resources and prompts."""
