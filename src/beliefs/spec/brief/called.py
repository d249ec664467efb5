"""What people call the values of a request, beside their names."""

from __future__ import annotations

from beliefs.spec.brief.held import Held

# What people call values of a kind, where there is but one of them.
_SORTS: dict[str, tuple[str, ...]] = {
    "email": ("e-mail address", "email address", "mail address", "e-mail", "email", "address"),
    "url": ("url", "link", "address", "target"),
    "file": ("file", "upload"),
    "date": ("date", "day"),
    "datetime": ("moment", "date", "time", "timestamp"),
}


def by_sort(known: dict[str, Held]) -> dict[str, Held]:
    """Values by their names, and by what they are called where only one is of its kind.

    >>> [*by_sort({"mail": Held("mail", Type("email"))})][:3]
    ['mail', 'e-mail address', 'email address']
    """
    found = dict(known)
    for kind, names in _SORTS.items():
        alike = [x for x in known.values() if x.type is not None and x.type.kind == kind]
        if len(alike) == 1:
            for each in names:
                found.setdefault(each, alike[0])
    return found
