"""The page of a paper and its game: one file that needs nothing from elsewhere, nor a server.

It is the page that `noughts play --face browser` serves, with the paper and the program in their places:
there they come from the service (`page/play/connection.js`).

    noughts-game      data of the game, or of each setting that the page offers
    noughts-program   its definitions and its kernel, as JavaScript
    noughts-workers   the script that workers run, behind the program: the same in all pages
    noughts-face      the script that the page itself runs: the same in all pages
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from string import ascii_lowercase, digits
from typing import Any, Final
from urllib.parse import quote

from noughts.page.scripts import DRAFT, FACE, WORKERS, as_script, page_ids, script_of, texts_in
from noughts.pages.live_game import LiveGame
from noughts.text.document import MARK
from noughts.weave.html import rules_of_paper, standing_article, style_of_paper
from noughts.weave.paper import Paper
from noughts.weave.typefaces import typefaces_for

# The content security policy of a woven page: it runs its own scripts and asks no other address.
_POLICY: Final = (
    "default-src 'none'; script-src {script}; style-src {style}; img-src data: blob:; font-src data:; "
    "worker-src blob:; base-uri 'none'; form-action 'none'"
)

# A sentence for readers without JavaScript, which is true of the page for one game alone.
_LESS: Final = re.compile(r' The paper can be <a href="/paper">read without it</a>\.')
# Line breaks and indentation, which an address of data need not have.
_INDENTED: Final = re.compile(r"\n\s+")
# The tags by which the served page takes files from its service.
_LINKS: Final = re.compile(
    r'\s*<link rel="(?:icon|stylesheet|preload)"[^>]*>|\s*<script type="module"[^>]*></script>'
)
# The characters that need no escape in the address of a picture.
_LITERAL: Final = " '/:="
# The characters of the board's headings, whatever the paper says; no heading begins with another capital.
_OF_HEADINGS: Final = f"ABCDEFGIKLMNOPRSTVWXY{ascii_lowercase}{digits} .,:;!?'’()-–…"
# An atom in woven mathematics.
_ATOM: Final = re.compile(r'class="noughts-atom">([^<]*)<')
# The empty place of the paper in the page.
_PAPER: Final = re.compile(r'(<section id="paper"[^>]*?)(?: data-source="[^"]*")?></section>')


def live_page(paper: Paper, game: LiveGame) -> str:
    """The page of a paper and its game."""
    return page_around(standing_article(paper, taken=page_ids()).html, game)


def page_around(article: str, game: LiveGame, home: str = "") -> str:
    """The page of an article and its game; `home` is the address of a page that lists all games."""
    styles = [rules_of_paper() + texts_in("face")["style.css"], page_typefaces(article, game.titles)]
    page = shell_with(page_head(styles), game.title)
    page = _PAPER.sub(lambda section: f"{section[1]}>{article}</section>", page, count=1)
    told = json_text(game.told | {"home": home})
    tail = (
        f'<style>{styles[1]}</style>\n<script id="noughts-game" type="application/json">{told}</script>\n'
        f"{scripts_with('' if game.others else game.script)}"
    )
    return page.replace("</body>", f"{tail}</body>", 1)


def page_of_drafts() -> str:
    """The page of no document yet: the page around it sends one, and then it is as if made for that one.

    Its paper has names with titles, and all typefaces are there.
    """
    page = shell_with(page_head([style_of_paper() + texts_in("face")["style.css"]], DRAFT), "Draft")
    return page.replace("</body>", f"{scripts_with('', DRAFT)}</body>", 1)


def scripts_with(program: str, face: str = FACE) -> str:
    """The scripts of a page; its program is empty where `play/offers.js` or `play/draft.js` fills it in."""
    return (
        f'<script id="noughts-program" type="text/plain">{as_script(program)}</script>\n'
        f'<script id="noughts-workers" type="text/plain">{script_of(WORKERS)}</script>\n'
        f'<script id="noughts-face" type="module">{script_of(face)}</script>\n'
    )


def shell_with(head: str, title: str) -> str:
    """The page as it is served, with a head and a title of its own."""
    page = _LESS.sub("", _LINKS.sub("", texts_in("face")["index.html"]))
    page = page.replace("<title>Noughts</title>", f"<title>{escape(title)}</title>", 1)
    return page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{head}', 1)


def page_head(styles: Sequence[str], face: str = FACE) -> str:
    """The policy, the generator and the styles of a page.

    Its typefaces stand at its end, since the paper can be read before they are there.
    """
    policy = _POLICY.format(script=digest(script_of(face)), style=" ".join(map(digest, styles)))
    return (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n{MARK}\n'
        f'<link rel="icon" href="{page_icon()}" type="image/svg+xml">\n<style>{styles[0]}</style>'
    )


def json_text(data: Any) -> str:
    """Data as JSON in an element: nothing in it ends the element, or begins a comment of HTML."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c")


def digest(text: str) -> str:
    """A text in a security policy: what has another digest does not run."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def page_typefaces(text: str, title: str) -> str:
    """The typefaces of a page.

    The headings of the board are set as the paper is, upright: in English, with the title and names of sides.
    """
    signs = "".join([_OF_HEADINGS, title, *_ATOM.findall(text)])
    return typefaces_for(text, signs)


def page_icon() -> str:
    """The picture of the page, as data."""
    icon = _INDENTED.sub("", texts_in("face")["icon.svg"].strip()).replace('"', "'")
    return f"data:image/svg+xml,{quote(icon, safe=_LITERAL)}"
