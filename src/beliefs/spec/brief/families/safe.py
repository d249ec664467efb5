"""What people say of Markdown that is rendered, and that holds anyhow."""

from __future__ import annotations

# How Markdown is rendered anyhow: nothing in it is run, tags in it are shown as they are.
SAFE = (
    r"(?:the )?(?:markdown|text) (?:rendered )?(?:as|to|into) HTML",
    (
        r"(?:any )?(?:raw |inline |embedded )?(?:HTML|tags?|markup|script tags)(?: tags?)?(?: "
        r"(?:in|inside|within) (?:it|the \w+)| (?:that )?"
        r"(?:somebody|someone|people|users?) (?:typed|wrote|put|puts|writes?|types?)(?: in)?| "
        r"typed by (?:\w+ )?\w+)?,? (?:(?:must|should|has to|have to|will) )?(?:come out |come "
        r"through |be |is |are |get |gets |comes out )(?:HTML-)?(?:escaped|neutrali[sz]ed|"
        r"harmless|sanitized)"
    ),
    (
        r"(?:and )?`?javascript:`?(?: links?| urls?)? (?:must not|may not|do not|don't|should "
        r"not|never) (?:survive|work|be kept|get "
        r"through|make it(?: through)?)|(?:no )?`?javascript:`? (?:links?|urls?)(?: (?:are|is) "
        r"(?:removed|dropped|stripped|not allowed))?"
    ),
    r"\b(?:markdown|HTML|rendered|renders?|rendering|safe|safely|previews?)\b",
)
