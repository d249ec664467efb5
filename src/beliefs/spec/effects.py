"""What an operation does: a small language of guards, reads, writes and an answer.

An effect is a sequence of statements over the rows of entities. It runs as a whole or not at all,
one at a time: what a guard saw still holds when the write after it happens.

Expressions are values: a literal, a variable, a field of a record, the rows of an entity and what
is picked from them. `Row()` is the row that a pick looks at, the innermost one. A missing field is
null; ordering comparisons with null are false. `BUILTINS` are the functions an effect may call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Scalar: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Lit:
    """A value written out."""

    value: Scalar


@dataclass(frozen=True, slots=True)
class Var:
    """A name bound before: `input`, `me`, or what a statement called something."""

    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """The row a pick is looking at."""


@dataclass(frozen=True, slots=True)
class Get:
    """A field of a record."""

    of: Expr
    field: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function or an operator of values; operators are named by their sign."""

    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Make:
    """A record, field by field."""

    fields: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list, item by item."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Every row of an entity, oldest first."""

    entity: str


@dataclass(frozen=True, slots=True)
class Order:
    """What a pick is sorted by."""

    by: Expr
    falling: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """Some rows of a list: those that hold, in order, and no more than so many."""

    source: Expr
    where: Expr | None = None
    order: tuple[Order, ...] = ()
    skip: Expr | None = None
    limit: Expr | None = None


@dataclass(frozen=True, slots=True)
class Each:
    """A list made of a list, one value for each item."""

    name: str
    source: Expr
    into: Expr


Expr: TypeAlias = Lit | Var | Row | Get | Call | Make | Items | Table | Pick | Each


@dataclass(frozen=True, slots=True)
class Let:
    """Name a value."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Guard:
    """Go on only if this holds; else the request fails in the named way."""

    holds: Expr
    failure: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class Insert:
    """Keep a new row; its key and what it leaves out are filled in."""

    entity: str
    values: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Patch:
    """Change fields of a row that was read before; the name then means the changed row."""

    entity: str
    name: str
    values: Expr


@dataclass(frozen=True, slots=True)
class Delete:
    """Drop the rows of an entity that hold."""

    entity: str
    where: Expr


@dataclass(frozen=True, slots=True)
class For:
    """Do this for each item of a list, in order."""

    name: str
    source: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class If:
    """Do one thing or the other."""

    holds: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the request, and end."""

    status: int
    body: Expr | None = None
    media: str = "application/json"
    headers: tuple[tuple[str, Expr], ...] = ()


Stmt: TypeAlias = Let | Guard | Insert | Patch | Delete | For | If | Answer
Effect: TypeAlias = tuple[Stmt, ...]

# Signs, loosest first; a row binds its signs equally, from the left.
OPERATORS: tuple[tuple[str, ...], ...] = (
    ("or",),
    ("and",),
    ("=", "!=", "<=", ">=", "<", ">", "in"),
    ("+", "-"),
    ("*", "/", "%"),
)

# Functions by name with what they take; `n` of them is any number.
BUILTINS: dict[str, str] = {
    # choosing
    "not": "condition",
    "if": "condition, then, otherwise",
    "or_else": "value, default: the default for null",
    # lists
    "count": "list",
    "sum": "list of numbers",
    "average": "list of numbers; null when empty",
    "least": "list; null when empty",
    "most": "list; null when empty",
    "first": "list; null when empty",
    "last": "list; null when empty",
    "any_of": "list: the same one value at random; null when empty",
    "distinct": "list, in order of first sight",
    "joined": "list, separator",
    "with": "list, item: as a set, at the end if it is new",
    "without": "list, item",
    "append": "list, item",
    "place": "list, item, position: moved there",
    "index": "list, item: from 0; null when absent",
    "range": "number of integers from 0",
    "flat": "list of lists: one list",
    "same_items": "list, list: the same items in any order; false for anything else",
    "at": "list, position from 0, or record, name: null when absent",
    # records
    "merge": "record, record: the right one wins",
    "given": "input: only what the request named",
    "only": "record, n field names",
    "drop": "record, n field names",
    "fitted": "value, entity, n names: a record that fits these fields, with defaults; else null",
    "group": "list of records, field: a list of {key, items} in order of first sight",
    "keyed": "list of {key, value}: one record with these names, as text",
    "tree": "list of records, key, parent, name: each with those below it in a list of that name",
    "query": "record: as in a URL, null left out",
    # text
    "lower": "text",
    "upper": "text",
    "trim": "text",
    "text": "value",
    "length": "text or list",
    "contains": "text, part: letter case aside",
    "occurrences": "text, part: how often it is there, letter case aside",
    "starts": "text, part",
    "matches": "text, regular expression, whole",
    "replace": "text, part, by",
    "split": "text, separator: trimmed, empty ones left out",
    "lines": "text: as they are, between line feeds; none of an empty text",
    "slug": "text: lower-case words joined by hyphens",
    "dashed": "text: lower case, a hyphen for all that is no letter a-z or digit",
    "unique_slug": "text, list of slugs taken: with -2, -3 … when taken",
    "markdown": "text: safe HTML",
    "escape": "text: for HTML",
    "diff": "text, text: unified",
    "hash": "text or file: SHA-256 in hex",
    "base64": "text: as base64, by the standard alphabet",
    "bucket": "text, number: in which of so many it falls, from 0; always the same",
    "words_in": "text: by the space between them",
    "terms_in": "text: its words in lower case, without punctuation",
    "phrases_in": "text: its sentences",
    "findings_in": "text, regular expression: whatever of it fits",
    "backwards": "text or list: from its end",
    "titled": "text: every word with a capital",
    "capitalized": "text: a capital at its beginning, the rest in lower case",
    "swapped": "text: capitals for small letters and the other way round",
    "cased": "text, style: as a name, by snake, kebab, camel, pascal or constant",
    "cut_out": "text, position from 0, length",
    "byte_count": "text: in UTF-8",
    "is_palindrome": "text: whether its letters and digits read the same from the end",
    "shifted": "text, number: by Caesar's cipher",
    "to_hex": "text: its bytes",
    "from_hex": "text: the text of these bytes; null when they are none",
    "unbase64": "text: what it says as base64; null when that is no text",
    "quoted": "text: as a part of a URL",
    "unquoted": "text: what it says as a part of a URL",
    "digest_of": "text, algorithm: in hex; null when there is no such algorithm",
    "blanks_in": "text: the names that stand in it as {{name}}, each once",
    "substituted": "text, record: with values where {{name}} stands",
    "tallied": "list: a list of {key, count} in order of first sight",
    "masked": "text, list of words, text: that one in their place, letter case aside",
    "replaced_in": "text, regular expression, by, n, m: whatever fits, but the first n and last m",
    "morse": "text: in dots and dashes, words between slashes; null of what has no sign",
    "from_morse": "text: what it says, in capitals; null when it is no Morse code",
    "whole_word": "text, word: whether it has it, not as a part of another; letter case aside",
    "is_luhn": "text: whether the last digit checks the others",
    "is_isbn": "text: whether it is one, of 10 or 13 digits",
    "is_iban": "text: whether its check digits are right",
    "channels_of": "text: {r, g, b} of a color in hex; null when it is none",
    # numbers
    "number": "text: null when it is none",
    "round": "number, digits",
    "floor": "number",
    "percent": "part, whole: 0 when the whole is 0",
    "kilometres": "latitude, longitude, latitude, longitude: of a sphere of 6371 km",
    "calculate": "text: safe arithmetic; null when it is none",
    "is_prime": "number",
    "factors_of": "number: the primes it is the product of; null when it is not taken apart",
    "divisors_of": "number: in order; null as above",
    "gcd": "whole number, whole number; null of others",
    "lcm": "whole number, whole number; null of others",
    "factorial": "number: null below 0 and above 1000, and of what is not whole",
    "fibonacci": "number: the one at that place, from 0; null as above",
    "fibonaccis": "number: the first so many; null as above",
    "roman": "number: null below 1 and above 3999",
    "from_roman": "text: null when it is no numeral",
    "power_of": "number, number: null when it is none, or too large",
    "root_of": "number: its square root; null below 0",
    "absolute": "number: without its sign",
    "median_of": "list of numbers; null when empty",
    "modes_of": "list: what is there most often, in order",
    "variance": "list of numbers, 0 of them all or 1 of a sample; null of too few",
    "deviation": "list of numbers, 0 or 1 as above: the standard deviation",
    "in_base": "whole number, base from 2 to 36: its digits; null of others",
    "from_base": "text, base: the number; null when it is none",
    # time
    "now": "",
    "today": "",
    "later": "moment, seconds",
    "seconds": "from, to",
    "date": "moment",
    "month": "moment or date: its first seven letters",
    "streak": "list of dates, date: how many days in a row end on that one; 0 when it is not there",
    "weekday": "moment, date or local time: the name of its day, Monday to Sunday",
    "time_of_day": "moment or local time: what its clock shows, to the second",
    "in_zone": "moment, zone: local time there; null when there is no such zone",
    "from_zone": "local time, zone: the moment; null when it is none",
    "days_between": "date, date: from the one to the other",
    "days_later": "date, number; null outside of the calendar",
    "months_later": "date, number: or the last day of a month that is too short; null as above",
    "is_leap": "year",
    "age_on": "date, date: in years; null when the second is before the first",
    "iso_week": "date: the number of its week",
    "day_of_year": "date: its number in the year",
    "days_in_month": "year, month: null when there is no such month",
    "next_run": "cron expression, moment, zone: when it is due next; null when it never is",
    # secrets
    "token": "length: unguessable, safe in a URL",
    "code": "length: short, letters and digits; or length, text: of these letters",
    "uuid": "",
    "hash_password": "text",
    "check_password": "text, hash",
    "sign": "record, seconds it is good for: a JWT",
    "signed": "text: the record of a JWT that holds; else null",
    "env": "name: what the environment says under it; null when it says nothing",
    "same_secret": "text, text: equality that takes as long whatever differs",
    # the request
    "url": "path: absolute, as the request came",
    "caller": "the address that asked",
    "etag": "value: a tag in quotes, another one for another value",
    "tagged": "the text of If-Match or If-None-Match, tag: whether it names the tag, or is *",
    # files
    "content": "file: as a body, its bytes with its type, as an attachment of its name",
    "inline": "file: as a body, its bytes with its type, to be shown where it is opened",
    "decoded": "file: its text; null when it is no UTF-8",
    "archive": "name, list of files: a ZIP file",
    "sheet": "name, list of records, n column names: an Excel file",
    "paper": "name, list of lines, the first its heading: a PDF file",
    "thumbnail": "file, pixels: a PNG picture that fits; null when the file is no picture",
    "combined": "name, list of PDF files: one PDF of all their pages; null when one is none",
    "pages": "PDF file: the text of each of its pages; null when it is none",
    "pictured": "file, format, width, height: the picture so; null when the file is no picture",
    "animated": "name, list of pictures, milliseconds each: a GIF file; null when one is none",
    "zip_entries": "ZIP file: {path, name, size, packed} of each file in it; null when it is none",
    "zip_entry": "ZIP file, path: the file in it; null where there is none that can be unpacked",
    "from_base64": "text, name, type: a file; null when the text is no base64",
    # other programs
    "piped": "text, seconds, n arguments: what the program that they call makes of it; else null",
    "processed": "file, name, type, seconds, n arguments: the file that the program makes; or null",
    # formats
    "csv": "list of records, n column names",
    "read_csv": "text: a list of records; null when it is none",
    "read_xml": "text: a list of records, what stands below the root; null when it is none",
    "json": "value: as text",
    "is_json": "text: whether it is some",
    "read_json": "text: its value; null when it is none",
    "pretty": "value, spaces: as JSON on several lines",
    "as_csv": "list of records: with every name that one of them has",
    "html": "template text, record: escaped where {name} stands",
}
