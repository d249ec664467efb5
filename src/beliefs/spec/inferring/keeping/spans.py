"""Days between two dates of a row, and what they cost."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept

_FIRST_DAYS = ("from", "start", "startdate", "fromdate", "checkin", "pickup", "firstday", "begin")


_LAST_DAYS = ("to", "end", "enddate", "todate", "checkout", "dropoff", "lastday", "until")


def spanned_days(holding: Holding, part: Property, kept: Kept) -> str:
    """Days between two dates of a row, and what they cost by the day of the row that it names."""
    by = {
        plain(each.name): each.name for each in holding.fields.values() if each.type.kind == "date"
    }
    first = next((by[each] for each in _FIRST_DAYS if each in by), "")
    last = next((by[each] for each in _LAST_DAYS if each in by), "")
    if not first or not last or part.shape.type.kind not in {"integer", "number"}:
        return ""
    said = f"{kept.contract.summary} {' '.join(each.words for each in kept.contract.routes)}"
    whole = re.search(r"(?i)inclusive|first and (?:its |the )?last day", said)
    days = f"floor(seconds($.{first}, $.{last}) / 86400){' + 1' if whole else ''}"
    name = plain(part.name)
    if name in {"days", "nights", "numberofdays", "numberofnights", "durationdays"}:
        return days
    if name not in {"price", "total", "totalprice", "cost", "totalcost", "amount"}:
        return ""
    rates = {
        "dailyprice",
        "priceperday",
        "pricepernight",
        "dailyrate",
        "nightlyrate",
        "rate",
        "rateperday",
    }
    for key, to in holding.references.items():
        other = kept.of(to)
        rate = next((each for each in (other.fields if other else ()) if plain(each) in rates), "")
        if other is None or not rate:
            continue
        daily = f"or_else(first({to}[where .{other.key.name} = $.{key}]).{rate}, 0)"
        price = f"({days}) * {daily}"
        off = re.search(
            r"(?i)from (\d+) (?:days|nights) on\b[^.]*?discount of (\d+) percent|(\d+) (?:days"
            r"|nights) or more"
            r"[^.]*?(\d+) ?(?:%|percent)",
            said,
        )
        if off:
            least, percent = off[1] or off[3], int(off[2] or off[4])
            return f"if(({days}) >= {least}, {price} * {(100 - percent) / 100:g}, {price})"
        return price
    return ""
