"""Pictures that the judge sends and gets back: of one colour, so that a pixel tells all of it.

They are read without a library: the format and the size of each kind, the colour where the format
shows it plainly (PNG, GIF, BMP), and every frame of a GIF with the time that it is shown for.
"""

from __future__ import annotations

import struct
import zlib
from typing import Literal, NamedTuple, TypeAlias, get_args

Format: TypeAlias = Literal["png", "jpeg", "gif", "webp", "bmp"]
Colour: TypeAlias = tuple[int, int, int]

FORMATS: tuple[Format, ...] = get_args(Format)
GREY: Colour = (128, 128, 128)
_PNG = b"\x89PNG\r\n\x1a\n"
_NEAR = 24  # of 255, by which colours differ after a palette was made


class Seen(NamedTuple):
    """A picture as it is seen: its size, the colour of each frame, hundredths that one is shown."""

    size: tuple[int, int]
    colours: tuple[Colour, ...] = ()  # none where the format does not show them plainly
    delay: int = 0

    def alike(self, other: Seen) -> bool:
        """Whether two pictures are the same, as far as they show; libraries round differently."""
        if any(abs(one - two) > 1 for one, two in zip(self.size, other.size, strict=True)):
            return False
        if len(self.colours) != len(other.colours) or abs(self.delay - other.delay) > 1:
            return False
        pairs = zip(self.colours, other.colours, strict=True)
        return all(
            abs(one - two) <= _NEAR for pair in pairs for one, two in zip(*pair, strict=True)
        )


def picture(width: int, height: int, colour: Colour = GREY) -> bytes:
    """A PNG picture of one colour.

    >>> read("png", picture(40, 20, (1, 2, 3)))
    Seen(size=(40, 20), colours=((1, 2, 3),), delay=0)
    """

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack("!I", len(data)) + name + data + struct.pack("!I", zlib.crc32(name + data))
        )

    head = struct.pack("!IIBBBBB", width, height, 8, 2, 0, 0, 0)
    lines = zlib.compress((b"\0" + bytes(colour) * width) * height)
    return _PNG + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


def moving(size: tuple[int, int], colours: tuple[Colour, ...], delay: int) -> bytes:
    """A GIF with a frame of each colour.

    >>> read("gif", moving((8, 4), ((1, 2, 3), (9, 9, 9)), 50))
    Seen(size=(8, 4), colours=((1, 2, 3), (9, 9, 9)), delay=50)
    """
    width, height = size
    parts = [b"GIF89a", struct.pack("<HHBBB", width, height, 0, 0, 0)]
    parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
    for colour in colours:
        parts.append(b"\x21\xf9\x04\0" + struct.pack("<H", delay) + b"\0\0")
        parts.append(b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0x86))
        parts.append(bytes(colour) + bytes(3 * 127))
        # A clear code before the table of codes could grow: every code is a byte then.
        codes = b"".join(b"\x80" + bytes(100) for _ in range(width * height // 100))
        codes += b"\x80" + bytes(width * height % 100) + b"\x81"
        blocks = (codes[at : at + 255] for at in range(0, len(codes), 255))
        parts += [b"\x07", *(bytes([len(each)]) + each for each in blocks), b"\0"]
    return b"".join([*parts, b"\x3b"])


def drawn(form: Format, seen: Seen) -> bytes:
    """A picture of a format that looks so; of those that hide their colours, the head."""
    width, height = seen.size
    match form:
        case "png":
            return picture(width, height, (seen.colours or (GREY,))[0])
        case "gif":
            return moving(seen.size, seen.colours, seen.delay)
        case "jpeg":
            return b"\xff\xd8\xff\xc0\0\x11\x08" + struct.pack("!HH", height, width) + bytes(12)
        case "webp":
            across, down = ((each - 1).to_bytes(3, "little") for each in seen.size)
            return b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + across + down
        case "bmp":
            head = b"BM" + struct.pack("<IIIIiiHH", 0, 0, 54, 40, width, height, 1, 24) + bytes(24)
            return head + bytes(reversed((seen.colours or (GREY,))[0]))


def read(form: Format, body: bytes) -> Seen | None:
    """What a picture of a format shows; None of what is none of this format."""
    try:
        match form:
            case "png":
                return _png(body)
            case "gif":
                return _gif(body)
            case "jpeg":
                return _jpeg(body)
            case "webp":
                return _webp(body)
            case "bmp":
                return _bmp(body)
    except (struct.error, IndexError, zlib.error, ValueError):
        return None


def _png(body: bytes) -> Seen | None:
    if not body.startswith(_PNG):
        return None
    width, height, _, kind = struct.unpack("!IIBB", body[16:26])
    at, packed, palette = 8, b"", b""
    while at < len(body):
        size, name = struct.unpack("!I4s", body[at : at + 8])
        held = body[at + 8 : at + 8 + size]
        packed += held if name == b"IDAT" else b""
        palette = held if name == b"PLTE" else palette
        at += size + 12
    # Whatever the first line is filtered by, its first pixel stands as it is.
    first = zlib.decompress(packed)[1:5]
    if kind in {0, 4}:
        return Seen((width, height), ((first[0],) * 3,))
    red, green, blue = palette[3 * first[0] :][:3] if kind == 3 else first[:3]
    return Seen((width, height), ((red, green, blue),))


def _gif(body: bytes) -> Seen | None:
    if body[:6] not in {b"GIF87a", b"GIF89a"}:
        return None
    width, height, flags = struct.unpack("<HHB", body[6:11])
    at = 13
    shared, at = _palette(body, flags, at)
    colours: list[Colour] = []
    delay = 0
    while body[at] != 0x3B:
        if body[at] == 0x21:
            if body[at + 1] == 0xF9:
                (delay,) = struct.unpack("<H", body[at + 4 : at + 6])
            at += 2
        else:
            own, at = _palette(body, body[at + 9], at + 10)
            bits, packed = body[at], body[at + 2 :]
            codes = int.from_bytes(packed[:4], "little")
            mask = (2 << bits) - 1
            index = codes & mask if codes & mask != 1 << bits else codes >> (bits + 1) & mask
            red, green, blue = (own or shared)[3 * index :][:3]
            colours.append((red, green, blue))
            at += 1
        while body[at]:
            at += body[at] + 1
        at += 1
    return Seen((width, height), tuple(colours), delay)


def _palette(body: bytes, flags: int, at: int) -> tuple[bytes, int]:
    size = 3 * (2 << (flags & 7)) if flags & 0x80 else 0
    return body[at : at + size], at + size


def _jpeg(body: bytes) -> Seen | None:
    at = 2
    while body.startswith(b"\xff\xd8") and at < len(body):
        mark, size = body[at + 1], struct.unpack("!H", body[at + 2 : at + 4])[0]
        if 0xC0 <= mark <= 0xCF and mark not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack("!HH", body[at + 5 : at + 9])
            return Seen((width, height))
        at += 2 + size
    return None


def _webp(body: bytes) -> Seen | None:
    if body[:4] != b"RIFF" or body[8:12] != b"WEBP":
        return None
    match body[12:16]:
        case b"VP8X":
            width, height = (int.from_bytes(body[at : at + 3], "little") + 1 for at in (24, 27))
        case b"VP8L":
            bits = int.from_bytes(body[21:25], "little")
            width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case _:
            width, height = (each & 0x3FFF for each in struct.unpack("<HH", body[26:30]))
    return Seen((width, height))


def _bmp(body: bytes) -> Seen | None:
    if not body.startswith(b"BM"):
        return None
    (start,) = struct.unpack("<I", body[10:14])
    width, height = struct.unpack("<ii", body[18:26])
    blue, green, red = body[start : start + 3]
    return Seen((width, abs(height)), ((red, green, blue),))
