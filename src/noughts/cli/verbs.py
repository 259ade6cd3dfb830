"""The verbs as ``noughts --help`` lists them; only the module of a called verb is imported."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final, NamedTuple


class HelpSection(StrEnum):
    """The sections of ``noughts --help``."""

    PLAY = "Play and compete"
    WRITE = "Write a document"
    KNOW = "Analyse a game"
    AUTOMATA = "Automata"


class Verb(NamedTuple):
    """Where the help lists a verb, and the first sentence of its own help."""

    section: HelpSection
    summary: str


# The verbs of each section with their summaries, in the order of the help.
_LISTED: Final = {
    HelpSection.PLAY: {
        "play": "Play a game alone, with someone else, or against a player that cannot lose.",
        "serve": "Serve games to people on different machines: play a friend by a link.",
        "console": "Play a series of matches on a text board: named people, bots, recorded "
        "decisions, a score.",
        "arena": "Play a tournament: scores with Wilson's 95 % confidence intervals, and ratings.",
        "audit": "Prove that a player cannot lose, or show a shortest match that it loses.",
        "train": "Train a network by self-play; `trained:FILE` is then a player.",
    },
    HelpSection.WRITE: {
        "check": "Report the errors of documents, then run their claims and transcripts.",
        "explain": "Explain an error or a note by its code, with a small document that has it and "
        "the mended one.",
        "format": "Lay out the definitions and claims of documents: lines of 80 columns, clauses "
        "and equations aligned.",
        "board": "Print the board that is derived from the rules of a document, as definitions of LED.",
        "weave": "Weave documents into a paper with numbered definitions and the results of their tests.",
        "eval": "Print the value of an expression that may use a document's definitions.",
        "repl": "Evaluate definitions and expressions interactively; `:help` lists the commands.",
        "lsp": "Start a language server (LSP) for editors.",
    },
    HelpSection.KNOW: {
        "explore": "Count every position that play can reach, by ply and by outcome.",
        "solve": "Find who wins with perfect play, in how many moves, and the value of each move.",
        "puzzles": "Make puzzles: positions in which exactly one move wins, saves the draw, or wins soonest.",
        "prove": "Prove a claim about every reachable position, or refute it by a shortest line of play.",
        "verify": "Check a saved strategy, solution, table or proof by evaluating the rules as "
        "they are written.",
        "sample": "Play random matches (all legal moves equally likely) and count who wins.",
        "kernel": "Show the rules of a game as bit operations, and the meaning of each bit.",
    },
    HelpSection.AUTOMATA: {
        "synthesise": "Build an opponent that cannot lose: the strategy of all moves with which a side "
        "never loses.",
        "automata": "Compose, synthesise and inspect contract automata: files in, files out.",
    },
}

VERBS: Final = {
    name: Verb(section, summary) for section, listed in _LISTED.items() for name, summary in listed.items()
}
"""The verbs; each is a module of this folder, or a folder with a module `verbs`."""


class ExitCode(IntEnum):
    """The exit code of a run. A verb returns `YES` (or nothing) or `NO`; `main` returns the others."""

    YES = 0
    """Success; the claim holds."""
    NO = 1
    """A test failed, a claim is false."""
    BAD_INPUT = 2
    """A usage error, or an invalid file."""
    OUR_MISTAKE = 70
    """A bug in Noughts (``EX_SOFTWARE`` of sysexits.h)."""
    INTERRUPTED = 130
    """Ctrl-C: 128 plus the number of SIGINT, as shells count."""
    CLOSED_PIPE = 141
    """The reader of the output closed the pipe: 128 plus the number of SIGPIPE."""
