"""A document as a woven page in a notebook, with the colours and the type of the notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.api.display.output import output, tests_passed
from noughts.weave.blocks import Blocks
from noughts.weave.html import style_of_blocks, text_html
from noughts.weave.paper import paper_of_program
from noughts.weave.prose import ProseStyle

if TYPE_CHECKING:
    from noughts.api.document import Document

_IN_A_NOTEBOOK = ProseStyle(has_anchors=False)


def document_html(document: Document) -> str:
    """The page of a document, or of several that are one program; its tests are run."""
    verdicts = document.check().tests
    blocks = Blocks(paper_of_program(document.texts, document.program, verdicts), no_address)
    pages = [text_html(text, blocks, _IN_A_NOTEBOOK).html for text in document.texts]
    foot = f"<p>{tests_passed(verdicts)}</p>" if verdicts else ""
    return output(f"<style>{style_of_blocks()}</style><article>{'<hr>'.join(pages)}{foot}</article>")


def no_address(name: str) -> str:
    """No address: several outputs of a notebook may define the same name, so a link would be ambiguous."""
    return ""
