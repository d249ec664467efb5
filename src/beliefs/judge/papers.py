"""PDF files that the judge sends and gets back: the words of each page, in the order of pages."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence

_DEPTH = 20


def pages(body: bytes) -> list[str] | None:
    """The words that each page draws, as they stand there; None of what is no PDF.

    >>> pages(written(["one (1)", "two"]))
    ['one (1)', 'two']
    """
    if not body.startswith(b"%PDF-"):
        return None
    parts = {
        int(found[1]): found[2]
        for found in re.finditer(rb"(?s)\b(\d+) 0 obj\b(.*?)\bendobj\b", body)
    }
    root = next((each for each in parts.values() if re.search(rb"/Type ?/Catalog\b", each)), b"")
    return [_words(parts, each) for each in _leaves(parts, root, b"Pages", _DEPTH)]


def written(texts: Sequence[str]) -> bytes:
    """A PDF with a page of each text, in letters of Latin-1."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(texts)))
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(texts)} /Kids [{kids}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for at, text in enumerate(texts):
        plain = re.sub(r"([\\()])", r"\\\1", text).encode("latin-1", "replace")
        drawn = b"BT /F1 12 Tf 40 700 Td (" + plain + b") Tj ET"
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {5 + 2 * at} 0 R"
        parts.append(f"{page} /Resources << /Font << /F1 3 0 R >> >> >>".encode())
        parts.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
    body, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(parts) + 1
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\n"
    return body + end % (size, table, size) + b"startxref\n%d\n%%%%EOF\n" % len(body)


def _leaves(parts: dict[int, bytes], node: bytes, name: bytes, depth: int) -> Iterator[bytes]:
    """The pages below a node of the tree of pages, in order."""
    for number in _named(node, name):
        below = parts.get(number, b"")
        if depth and re.search(rb"/Kids\b", below):
            yield from _leaves(parts, below, b"Kids", depth - 1)
        elif below:
            yield below


def _named(node: bytes, name: bytes) -> list[int]:
    """The objects that a node names under a word: one, or a list of them."""
    found = re.search(rb"/%s\s*(\[[^\]]*\]|\d+ 0 R)" % name, node)
    return [int(each) for each in re.findall(rb"(\d+) 0 R", found[1])] if found else []


def _words(parts: dict[int, bytes], page: bytes) -> str:
    told: list[bytes] = []
    for number in _named(page, b"Contents"):
        held = re.search(rb"(?s)stream\r?\n(.*?)\r?\nendstream", parts.get(number, b""))
        drawn = _unpacked(held[1]) if held else b""
        told += re.findall(rb"(?s)\(((?:[^()\\]|\\.)*)\) Tj", drawn)
    text = re.sub(rb"(?s)\\(.)", rb"\1", b"".join(told))
    return text.decode("latin-1")


def _unpacked(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return stream
