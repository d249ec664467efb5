"""What an OpenAPI document says before its paths: its version, its title, where it is served."""

from __future__ import annotations

from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.documents.openapi.mends import Mends, renamed
from beliefs.spec.documents.openapi.pieces import mapping

_KNOWN = frozenset(
    {"openapi", "swagger", "info", "paths", "components", "servers", "security", "tags", "host"}
    | {"basePath", "consumes", "produces", "schemes", "definitions", "parameters", "responses"}
    | {"securityDefinitions", "externalDocs", "webhooks", "schemas", "schema", "models", "title"}
    | {"description", "version", "jsonSchemaDialect"}
)
_OTHERS = {
    "path": "paths",
    "routes": "paths",
    "endpoints": "paths",
    "operations": "paths",
    "component": "components",
    "server": "servers",
    "openapiversion": "openapi",
}
_VERSION = re.compile(r"(?:2\.0|3\.[01])(?:\.\d+)?")
_SERVED = "0.1.0"  # what services say of themselves


def headed(data: dict[str, Any], mends: Mends) -> dict[str, Any]:
    """A document whose beginning is as it has to be; what was amiss is noted.

    >>> mends = Mends()
    >>> headed({"OpenAPI": "3.0.0", "info": "Notes"}, mends)["info"]
    {'title': 'Notes'}
    >>> [each.said for each in mends.made]
    ['`OpenAPI` was read as openapi', '`info: Notes` was read as its title']
    """
    data = renamed(data, _KNOWN, _OTHERS, mends, ())
    _version(data, mends)
    return {**data, **_info(data, mends), **_servers(data, mends)}


def _version(data: dict[str, Any], mends: Mends) -> None:
    key = next((each for each in ("openapi", "swagger") if each in data), "")
    version = data.get(key)
    if not key:
        mends.say("it does not say its version: OpenAPI 3 was taken")
    elif not isinstance(version, str):
        mends.say(f"`{key}: {version}` is no text: it was read as '{version}'", key)
    elif not _VERSION.fullmatch(version):
        taken = "Swagger 2" if key == "swagger" else "OpenAPI 3"
        mends.say(f"`{key}: {version}` is no version that there is: {taken} was taken", key)


def _info(data: dict[str, Any], mends: Mends) -> dict[str, Any]:
    info = data.get("info")
    if isinstance(info, str) and info.strip():
        mends.say(f"`info: {info.strip()}` was read as its title", "info")
        return {"info": {"title": info.strip()}}
    if not mapping(info):
        found = {key: data[key] for key in ("title", "description", "version") if key in data}
        if "title" not in found:
            mends.say("it has no info: a title was made up")
            return {"info": found}
        mends.say("its title stood at the top: it was put into info", "title")
        info = found
    if not mapping(info).get("title"):
        mends.say("info has no title: one was made up", "info")
    version = mapping(info).get("version")
    if version is None:
        mends.say(f"info has no version: it is {_SERVED} then", "info")
    elif not isinstance(version, str):
        said = f"`version: {version}` is no text: it was read as '{version}'"
        mends.say(said, "info", "version")
    return {"info": info}


def _servers(data: dict[str, Any], mends: Mends) -> dict[str, Any]:
    servers = data.get("servers")
    if isinstance(servers, dict | str) and servers:
        mends.say("servers is no list: it was read as one of them", "servers")
        servers = [servers]
    if not isinstance(servers, list):
        return {}
    made = []
    for each in servers:
        url = str(mapping(each).get("url") or (each if isinstance(each, str) else ""))
        port = re.search(r"(?<=\w):(?!//)([^/\s:{}]+)", url)
        if port and not port[1].isdigit():
            mends.say(f"the port of {url} is no number: it was left out", "servers")
            url = url[: port.start()] + url[port.end() :]
        made.append({**mapping(each), "url": url})
    return {"servers": made}
