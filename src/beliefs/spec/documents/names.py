"""Names that values and parameters go by, in the spelling that `plain` gives them."""

from __future__ import annotations

SIZES = {
    "limit",
    "size",
    "perpage",
    "pagesize",
    "count",
    "take",
    "max",
    "maxresults",
    "first",
    "n",
    "top",
    "num",
    "itemsperpage",
    "pagelimit",
}


OFFSETS = {"offset", "skip", "start", "from", "startindex", "fromindex"}


PAGES = {"page", "pagenumber", "pageno", "p", "pageindex"}


SORTS = {"sort", "sortby", "orderby", "ordering", "sortfield", "sortkey"}


WAYS = {"order", "direction", "dir", "sortorder", "sortdir", "sortdirection", "orderdir"}


CREATED = {"createdat", "created", "creationdate", "createdon", "datecreated", "timestamp"} | {
    *("registeredat", "uploadedat", "postedat", "submittedat", "addedat", "orderedat", "joinedat"),
    *("bookedat", "createddate", "recordedat", "sentat", "placedat", "votedat", "openedat"),
}


UPDATED = {"updatedat", "updated", "modifiedat", "modified", "lastmodified", "updatedon"} | {
    "lastupdated",
    "dateupdated",
    "changedat",
    "lastmodifiedat",
    "updateddate",
    "editedat",
}


SECRETS = {"password", "passwd", "pass", "pin", "passphrase"}
# Of answers, not of rows: "200 with an `ETag` header".
HEADERS = {"ETag", "Location", "Retry-After", "Last-Modified", "Content-Type"}
