"""Goals that say what people want to do, and name no request for it.

"Library service with books, members and loans. A book that's on loan can't be borrowed again until
it's returned." Such goals are read by what they wish for: what is kept (`headings`, `hearing`,
`keeping`), what is done to it (`deeds`, `states`, `amounts`, `ratings` …), what must hold (`rules`,
`holding`, `places`), what is asked (`lists`, `figures`, `scores` …). Each wish has a request of the
house's making, which is stated as an assumption; a goal that names the request gets it as named.

Phrases (`phrases.txt`) cover a sentence as those of `understanding` do, by the same engine; what no
phrase covers, or no wish makes something of, is listed.
"""

from beliefs.spec.wishes.wished import wished

__all__ = ["wished"]
