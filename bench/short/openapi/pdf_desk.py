"""PDFs are read page by page, and merged in the order of sending."""

from __future__ import annotations

from io import BytesIO

from pypdf import PdfReader

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("pdf-desk", "service")


def _pdf(*pages: str) -> bytes:
    """A small PDF with one line of text on each page."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for at, text in enumerate(pages):
        drawn = f"BT /F1 18 Tf 72 700 Td ({text}) Tj ET" if text else ""
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * at} 0 R >>"
        )
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream")
    out, places = "%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return out.encode("ascii")


def _text(service: Service, data: bytes, name: str = "letter.pdf") -> Answer:
    return service.post("/pdf/text", files={"file": (name, data, "application/pdf")})


def _merge(service: Service, *each: bytes) -> Answer:
    return service.post(
        "/pdf/merge",
        files=[("files", (f"{at}.pdf", data, "application/pdf")) for at, data in enumerate(each)],
    )


@suite.check("the text of one page is read")
def one(service: Service) -> None:
    told = _text(service, _pdf("Hello office")).is_(200).json()
    equal(told["pages"], 1, "the pages")
    equal([each.strip() for each in told["text"]], ["Hello office"], "the text")


@suite.check("every page is read in order, an empty one is empty")
def several(service: Service) -> None:
    told = _text(service, _pdf("First", "", "Third page")).is_(200).json()
    equal(told["pages"], 3, "the pages")
    equal([each.strip() for each in told["text"]], ["First", "", "Third page"], "the text")


@suite.check("what is not a PDF is 415")
def not_pdf(service: Service) -> None:
    for data in (b"just words", b"\x89PNG\r\n\x1a\n123"):
        told = _text(service, data).is_(415).json()
        expect(isinstance(told["message"], str) and told["message"], "a message")
    _merge(service, _pdf("a"), b"just words").is_(415)


@suite.check("two PDFs are merged in the order sent")
def merged(service: Service) -> None:
    answer = _merge(service, _pdf("zebra"), _pdf("ant", "bee")).is_(200)
    equal(answer.headers["content-type"].split(";")[0], "application/pdf", "the content type")
    told = answer.headers["content-disposition"]
    expect(told.startswith("attachment") and "merged.pdf" in told, f"a download, not {told}")
    pages = [page.extract_text().strip() for page in PdfReader(BytesIO(answer.body)).pages]
    equal(pages, ["zebra", "ant", "bee"], "the merged pages")


@suite.check("three PDFs are merged, and can be read again")
def again(service: Service) -> None:
    data = _merge(service, _pdf("one"), _pdf("two"), _pdf("three")).is_(200).body
    told = _text(service, data).is_(200).json()
    equal(told["pages"], 3, "the pages")
    equal([each.strip() for each in told["text"]], ["one", "two", "three"], "the text")


@suite.check("no file, or too few, is 400")
def few(service: Service) -> None:
    told = service.post("/pdf/text", files={"other": ("a.pdf", _pdf("a"))}).is_(400).json()
    expect(isinstance(told["message"], str), "a message")
    told = _merge(service, _pdf("a")).is_(400).json()
    expect(isinstance(told["message"], str), "a message")
