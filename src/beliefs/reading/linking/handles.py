"""Keys under which claims that could be linked are found, so that not all are compared with all.

A link asks for the same words in their normal form, so those words, in alphabetical order and
without regard to who does what, are the key. Claims that link always share it; claims that share
it are few, and `compare` tells them apart.
"""

from __future__ import annotations

from hashlib import blake2b

from beliefs.reading.linking import function_words as fw
from beliefs.reading.linking.comparing import normal
from beliefs.reading.linking.voices import Clause


def handles(text: str, family: str) -> tuple[str, ...]:
    """Return the keys of a claim: claims that `compare` links share one, whatever their order.

    >>> handles("Acme acquired Initech", "binary") == handles(
    ...     "Initech was bought by Acme", "binary"
    ... )
    True
    >>> handles("The cache is warm", "binary") == handles("The cache is cold", "binary")
    True
    >>> handles("Server 1 is down", "binary") == handles("Server 2 is down", "binary")
    False
    """
    form = normal(text, family).form
    if isinstance(form, Clause):
        said = [*form.subject, form.verb, *form.complement]
    else:
        said = [*form.name, form.unit]
    said += [token for aside in form.asides for token in aside]
    content = sorted(token for token in said if token and token not in fw.PREPOSITIONS)
    if not content:
        return ()
    spelled = "\0".join(content).encode("utf-8", "surrogatepass")
    return (blake2b(spelled, digest_size=8).hexdigest(),)
