"""``noughts lsp``: the language server, for editors."""

from __future__ import annotations

import os
import sys

import noughts
from noughts.cli.app import verb
from noughts.cli.verbs import ExitCode
from noughts.refusal import Refusal, imported


@verb(
    ("noughts lsp", "what an editor starts; it speaks on standard input and output"),
)
def lsp() -> ExitCode:
    """Start a language server (LSP) for editors."""
    imported("pygls", "lsp")
    if sys.stdin.isatty():
        raise Refusal("an editor starts `noughts lsp`, and speaks to it", "docs/editors.md says how")
    from noughts.editor.offers import offer_more
    from noughts.editor.server import server

    it = server(noughts.__version__)
    offer_more(it)
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as stream:  # the server closes it in the end
        it.start_io(stdout=stream)
    return ExitCode.NO if it.is_abandoned else ExitCode.YES
