"""The page of a paper and its game: one file that needs nothing from elsewhere, nor a server.

It is the page that `noughts play --face browser` serves, with the paper in its place, and with a connection
of its own (`local/connection.js`): what a socket leads to there runs in workers here.

Its scripts and its data are compressed, for they are most of it; `local/unpack.js` begins them.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape, unescape
from importlib.resources import files
from string import ascii_lowercase, digits
from typing import Any, Final
from urllib.parse import quote

from noughts.faces.page_files import page_ids, page_texts
from noughts.pages.left_out import needed_words
from noughts.pages.live_game import GIVEN, LiveGame
from noughts.scripts.bundle import bundled
from noughts.scripts.tokens import shortened_style
from noughts.text.carried import MARK
from noughts.weave.html import rules_of_paper, standing_article, style_of_paper
from noughts.weave.paper import Paper
from noughts.weave.typefaces import typefaces_for

_POLICY: Final = (
    "default-src 'none'; script-src {script}; style-src {style}; img-src data: blob:; font-src data:; "
    "worker-src blob:; base-uri 'none'; form-action 'none'"
)
"""What the page may do: run what it is made of, and nothing else, and ask nobody."""

_FACE: Final = "faces/browser/page"
FOLDERS: Final = (_FACE, "pages/local", "meaning/javascript", "kernels/javascript", "solvers/javascript")
"""The folders of modules that a page is made of, as they lie beside each other."""

FACE: Final = f"{_FACE}/main.js"
"""What the page itself begins with."""

WORKERS: Final = "pages/local/workers.js"
"""What the workers of a page begin with."""

_UNPACK: Final = "pages/local/unpack.js"
"""What begins the page, out of what is compressed in it."""

_CONNECTION: Final = {
    f"{_FACE}/connection.js": 'export { connect } from "../../../pages/local/connection.js";\n'
}
"""What the page that is served imports to reach its service leads to the local back end."""

_OFFERS: Final = {f"{_FACE}/connection.js": 'export { connect } from "../../../pages/local/offers.js";\n'}
"""The same in a page that offers its game with several settings."""

_DRAFTS: Final = {f"{_FACE}/connection.js": 'export { connect } from "../../../pages/local/draft.js";\n'}
"""The same in a page of drafts, which takes the game from the page around it."""

_LESS: Final = re.compile(r' The paper can be <a href="/paper">read without it</a>\.')
_INDENTED: Final = re.compile(r"\n\s+")
_LINKS: Final = re.compile(
    r'\s*<link rel="(?:icon|stylesheet)"[^>]*>|\s*<script type="module"[^>]*></script>'
)
"""What the page as it is served takes from its service."""
_OF_FILMS: Final = re.compile(r'[^{}]*(?:\[data-kind="film"\]|#touch-keys)[^{}]*\{[^{}]*\}')
"""How a page looks that shows a film."""
_OF_SETTINGS: Final = re.compile(r"[^{}]*(?:#settings|\.noughts-here)[^{}]*\{[^{}]*\}")
"""How a page looks whose settings can be chosen, or are others than in its document."""
_LITERAL: Final = " '/:="
"""What may stand as it is in the address of a picture."""
_OF_HEADINGS: Final = f"ABCDEFGIKLMNOPRSTVWXY{ascii_lowercase}{digits} .,:;!?'’()-–…"
"""What the headings of the board are set in, whatever the paper says: none begins with other letters."""
_ATOM: Final = re.compile(r'class="noughts-atom">([^<]*)<')
_PAPER: Final = re.compile(r'(<section id="paper"[^>]*?)(?: data-source="[^"]*")?></section>')


def live_page(paper: Paper, game: LiveGame) -> str:
    """The page of a paper and its game."""
    return page_around(standing_article(paper, taken=page_ids()).html, game)


def page_around(article: str, game: LiveGame, home: str = "", *, is_draft: bool = False) -> str:
    """The page of an article and its game; `home` is the address of a page that lists all games.

    In a draft, which is seen once and not sent, the game's own modules stay as they were written, all
    words of the runtime are there, and nothing is compressed.
    """
    modules = {**module_files(), **game.modules, **(_OFFERS if game.others else _CONNECTION)}
    if not is_draft:
        modules |= needed_words(game.programs, modules)
    as_written = frozenset(game.modules if is_draft else ())
    face, unpack = bundled(modules, FACE), as_script(bundled(modules, _UNPACK))
    article, titles = without_titles(article)
    told = json_text({"game": game.told | {"home": home}, "titles": titles})
    packed = [told, bundled(modules, WORKERS, as_written=as_written), face]
    styles = [shortened_style(rules_of_paper() + face_style(game)), page_typefaces(article, game.titles)]
    data = uncompressed(packed) if is_draft else compressed(packed)
    page = shell_with(page_head([unpack, face], styles), game.title)
    page = _PAPER.sub(lambda section: f"{section[1]}>{article}</section>", page, count=1)
    tail = f'<script type="module">{unpack}</script>\n<style>{styles[1]}</style>\n{data}'
    return page.replace("</body>", f"{tail}</body>", 1)


def face_style(game: LiveGame) -> str:
    """How the board of a game and all around it look."""
    style = page_texts()["style.css"]
    if game.kind != "film":
        style = _OF_FILMS.sub("", style)
    return style if game.others or game.numbers else _OF_SETTINGS.sub("", style)


def page_of_drafts() -> str:
    """The page of no document yet: the page around it sends one, and then it is as if made for that one.

    Its paper has names with titles, all typefaces are there, and its workers run `LiveGame.script` first.
    """
    modules = {**module_files(), **GIVEN, **_DRAFTS}
    face, runtime = as_script(bundled(modules, FACE)), as_script(bundled(modules, WORKERS))
    styles = [shortened_style(style_of_paper() + page_texts()["style.css"])]
    page = shell_with(page_head([face], styles), "Draft")
    tail = f'<script id="noughts-runtime" type="text/plain">{runtime}</script>\n<script>{face}</script>\n'
    return page.replace("</body>", f"{tail}</body>", 1)


def shell_with(head: str, title: str) -> str:
    """The page as it is served, with a head and a title of its own."""
    page = _INDENTED.sub("\n", _LESS.sub("", _LINKS.sub("", page_texts()["index.html"])))
    page = page.replace("<title>Noughts</title>", f"<title>{escape(title)}</title>", 1)
    return page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{head}', 1)


def without_titles(html: str) -> tuple[str, dict[str, str]]:
    """A paper whose links to names have no titles, and the title of each address.

    A title is the whole definition, and a name may be used a hundred times: `local/unpack.js` puts them back.
    """
    titles: dict[str, str] = {}

    def link(found: re.Match[str]) -> str:
        titles[unescape(found[2])] = unescape(found[3])
        return found[1]

    return re.sub(r'(<a href="([^"]+)") title="([^"]*)"', link, html), titles


def page_head(scripts: Iterable[str], styles: Sequence[str]) -> str:
    """What the page may do, what it was woven by, how it looks.

    Its typefaces stand at its end, beside what is compressed, too: text between would make a server compress
    both worse, and the paper can be read before they are there.
    """
    policy = _POLICY.format(script=" ".join(map(digest, scripts)), style=" ".join(map(digest, styles)))
    return (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n{MARK}\n'
        f'<link rel="icon" href="{page_icon()}" type="image/svg+xml">\n<style>{styles[0]}</style>'
    )


def compressed(packed: Sequence[str]) -> str:
    """What the page knows and runs, as base64 of bzip2: deflate would need an eighth more."""
    import bz2  # which a Python may lack, that of the playground for one

    data = b64encode(bz2.compress("\0".join(packed).encode())).decode()
    return f'<script id="noughts-packed" type="text/plain">{data}</script>\n'


def uncompressed(packed: Sequence[str]) -> str:
    """The same as it is: nothing in it ends the element, or begins a comment of HTML."""
    data = json_text(packed).replace("<", r"\u003c")
    return f'<script id="noughts-packed" type="application/json">{data}</script>\n'


def json_text(data: Any) -> str:
    """Data as JSON without blanks."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def as_script(script: str) -> str:
    """A script as it stands in an element: nothing in it ends the element, or begins a comment of HTML."""
    return re.sub(r"<(/script|!--)", r"<\\\1", script, flags=re.IGNORECASE)


def digest(text: str) -> str:
    """A text in a security policy: what has another digest does not run."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@cache
def module_files() -> Mapping[str, str]:
    """The modules of all pages, by their paths."""
    root = files("noughts")
    return {
        f"{folder}/{file.name}": file.read_text("utf-8")
        for folder in FOLDERS
        for file in root.joinpath(folder).iterdir()
        if file.name.endswith(".js")
    }


def page_typefaces(text: str, title: str) -> str:
    """The typefaces of a page.

    The headings of the board are set as the paper is, upright: in English, with the title and names of sides.
    """
    signs = "".join([_OF_HEADINGS, title, *_ATOM.findall(text)])
    return shortened_style(typefaces_for(text, signs))


def page_icon() -> str:
    """The picture of the page, as data."""
    icon = _INDENTED.sub("", page_texts()["icon.svg"].strip()).replace('"', "'")
    return f"data:image/svg+xml,{quote(icon, safe=_LITERAL)}"
