"""The line above each page of the site, which leads to all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from noughts.pages.site.leaf import INTRODUCTION, Leaf, manual

_SEARCH = (
    '<form role="search" hidden><input type="search" placeholder="Search" aria-label="Search the site" '
    'autocomplete="off"><output></output></form>'
)


def navigation(here: Leaf, titles: Mapping[str, str], extra: Sequence[tuple[str, str]] = ()) -> str:
    """The line, with the titles of all pages by their addresses; `extra` are further links."""
    manual = [address for address in titles if "/" not in address]
    games = [address for address in titles if address.startswith("library/")]
    links = "".join(link(here, address, text) for address, text in extra)
    return (
        f'<nav class="site" aria-label="Site">{link(here, "index.html", "Noughts")}'
        f"{menu(here, 'Library', games, titles)}{menu(here, 'Manual', manual, titles)}{links}{_SEARCH}</nav>"
    )


def neighbours(here: Leaf, titles: Mapping[str, str]) -> str:
    """Links from a page of the manual to the pages before and after it in the order of reading."""
    order = (INTRODUCTION, *manual())
    name = here.address.removesuffix(".html")
    if name not in order:
        return ""
    place = order.index(name)
    before, after = order[max(place - 1, 0) : place], order[place + 1 : place + 2]
    links = [link(here, f"{one}.html", f"← {titles[f'{one}.html']}") for one in before]
    links += [link(here, f"{one}.html", f"{titles[f'{one}.html']} →") for one in after]
    return f'<nav class="neighbours" aria-label="Order of reading">{"".join(links)}</nav>'


def menu(here: Leaf, name: str, addresses: Sequence[str], titles: Mapping[str, str]) -> str:
    """Links that unfold."""
    links = "".join(link(here, address, titles[address]) for address in addresses)
    return f"<details><summary>{name}</summary><div>{links}</div></details>"


def link(here: Leaf, address: str, text: str) -> str:
    """A link from one page to another."""
    current = ' aria-current="page"' if here.address == address else ""
    return f'<a href="{here.up}{escape(address)}"{current}>{escape(text)}</a>'
