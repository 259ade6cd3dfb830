"""The sources in a woven page: a page can be read as the documents from which it was made.

    <pre class="noughts-source" data-name="nim.led">
    …</pre>

Characters that are special in HTML are escaped, and so are carriage returns, which a browser would read as
line feeds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from noughts.text.source import Source

MARK: Final = '<meta name="generator" content="noughts weave">'
"""The mark in the head of every woven page."""
_MOST_BEFORE_MARK: Final = 2000
"""The most characters of a page up to the end of its mark."""
_CARRIED = re.compile(r'<pre class="noughts-source" data-name="([^"]*)">\n([^<]*)</pre>')


def carried(source: Source) -> str:
    """The element that carries a source."""
    from html import escape

    text = escape(source.text, quote=False).replace("\r", "&#13;")
    return f'<pre class="noughts-source" data-name="{escape(source.name)}">\n{text}</pre>'


def carried_in(page: Source) -> Sequence[Source]:
    """The sources in a woven page, none in any other text; their names begin with that of the page."""
    if MARK not in page.text[:_MOST_BEFORE_MARK]:
        return ()
    from html import unescape

    return tuple(
        Source(f"{page.name}:{unescape(name)}", unescape(text)) for name, text in _CARRIED.findall(page.text)
    )
