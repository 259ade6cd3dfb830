"""How documents, matches, solutions and automata look in a notebook: HTML and SVG, nothing needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from noughts.easel.svg import screen_svg
from noughts.games.picture import Pictured, board_frame

if TYPE_CHECKING:
    from noughts.api.document import Document
    from noughts.api.game import Game
    from noughts.api.match import Match
    from noughts.automata.automaton import Automaton
    from noughts.text.document import Document as Text

BOARD_HEIGHT = 240
"""Pixels: several boards of a match still stand on one screen."""
MOST_STATES = 60
"""States of an automaton that are drawn; more are not read in a picture."""


def match_html(match: Match) -> str:
    """The board with the moves made, or the position in words where the game has no screen."""
    rules, played = match.game.rules, match.played
    outcome = match.outcome
    standing = f"{outcome}" if outcome else f"{match.to_move} to move"
    caption = f"{match.game.name}: {standing}" + (f", after {match}" if match.moves else "")
    if isinstance(rules, Pictured):
        picture = screen_svg(rules.images(played.position), board_frame(rules, rules.initial))
        size = f'xmlns="http://www.w3.org/2000/svg" height="{BOARD_HEIGHT}"'
        picture = picture.replace("<svg ", f"<svg {size} ", 1)
        picture = picture.replace("<text ", '<text text-anchor="middle" font-family="sans-serif" ')
        board = f'<div style="background:#fff;display:inline-block;padding:8px">{picture}</div>'
    else:
        board = f"<pre>{escape(rules.position_text(played.position))}</pre>"
    return f"<figure style='margin:0'>{board}<figcaption>{escape(caption)}</figcaption></figure>"


def table_html(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a caption."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    top = f"<thead><tr>{head}</tr></thead>" if any(heads) else ""
    return f"<table><caption>{escape(title)}</caption>{top}<tbody>{body}</tbody></table>"


def document_html(document: Document) -> str:
    """The prose of a document as Markdown says, with its definitions and claims as code."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return f"<article>{''.join(markdown.render(with_code(text)) for text in document.texts)}</article>"


def with_code(document: Text) -> str:
    """The text of a document with its regions as code of Markdown: blocks, or words within a line."""
    text, parts, place = document.source.text, list[str](), 0
    for region in sorted((*document.regions, *document.claims), key=lambda span: span.start):
        opening = region.start - len("/$")
        code = region.text.strip()
        stands_alone = not text[:opening].rpartition("\n")[2].strip()
        parts.append(text[place:opening])
        parts.append(f"\n\n````led\n{code}\n````\n\n" if stands_alone else f"`` {code} ``")
        place = min(region.end + len("$/"), len(text))
    return "".join([*parts, text[place:]])


def automaton_svg(automaton: Automaton, game: Game | None = None) -> str | None:
    """The automaton as a graph, its first states where there are many; nothing where Graphviz is missing."""
    from noughts.automata.excerpt import neighbourhood, whole
    from noughts.automata.plan import NoGraphviz
    from noughts.automata.svg import svg_text

    try:
        few = automaton.state_count <= MOST_STATES
        return svg_text(whole(automaton) if few else neighbourhood(automaton, automaton.start, 1))
    except NoGraphviz:
        return None
