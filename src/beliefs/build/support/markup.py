"""Files of XML that the service reads."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any


def read_xml(text: str | None) -> list[dict[str, Any]] | None:
    """What stands below the root of an XML text, each as a record; None of what is no such text.

    A record has the attributes of an element, and the texts of what stands in it. A text that
    declares a document type is none of these: what could grow on being read is not read.
    """
    if text is None or "<!DOCTYPE" in text or "<!ENTITY" in text:
        return None
    try:
        root = ET.fromstring(text.lstrip("\ufeff \t\r\n"))  # noqa: S314 - without a document type
    except (ET.ParseError, ValueError):
        return None
    return [_record(each) for each in root]


def _record(element: ET.Element) -> dict[str, Any]:
    inner = {_name(each.tag): (each.text or "").strip() for each in element}
    return {_name(name): value for name, value in element.attrib.items()} | inner


def _name(tag: str) -> str:
    return tag.rpartition("}")[2]
