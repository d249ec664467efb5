"""Weather over MCP, by hand: what the suite of the same name must accept."""

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("weather")


WEATHER = {
    "Berlin": (14.5, "cloudy"),
    "Lisbon": (23.0, "sunny"),
    "Oslo": (6.0, "rain"),
    "Tokyo": (19.5, "windy"),
}


@server.tool()
def get_weather(city: str) -> dict[str, str | float]:
    """The weather of a city."""
    if city not in WEATHER:
        raise ToolError(f"There is no weather for {city}; list_cities names the cities.")
    temperature, condition = WEATHER[city]
    return {"city": city, "temperature": temperature, "condition": condition}


@server.tool()
def list_cities() -> list[str]:
    """The cities that have weather."""
    return list(WEATHER)


if __name__ == "__main__":
    server.run("stdio")
