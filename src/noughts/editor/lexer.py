"""A lexer for Pygments, by which Sphinx, MkDocs and many others colour documents; its name is ``led``."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, include, words
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, Punctuation, String, Text

from noughts.language.builtins import OPERATOR_WORDS

# The words of the language that are coloured as keywords.
_WORDS = ("if", "otherwise", "where", "iff", "some", "all", "ledGame", "uses", "variable", "variables")
# The words with which an item of a machine begins.
_ITEMS = ("initially", "action", "automatic", "when")
# The operators that are words.
_OPERATORS = [word for word in OPERATOR_WORDS if len(word) > 1]


class LedLexer(RegexLexer):
    """Colours regions, claims and transcripts; prose stays prose, but for its headings."""

    name = "LED"
    aliases: ClassVar = ["led", "noughts"]
    filenames: ClassVar = ["*.led"]

    tokens: ClassVar = {
        "root": [
            (r"^#{1,6}[ \t].*$", Generic.Heading),
            (r"<!--.*?-->|^%.*$", Comment),
            (r"/\$", Punctuation, "region"),
            (r"(?<!\S)/\?(?=\s)", Punctuation, "claim"),
            (
                r"^([ \t]*cmd:>[ \t]*)(pp[ \t]*\()(.*)(\))$",
                bygroups(Generic.Prompt, Name.Builtin, Text, Punctuation),
            ),
            (r"[^/#<%\n]+|.|\n", Text),
        ],
        "region": [(r"\$/", Punctuation, "#pop"), include("formula")],
        "claim": [(r"\?/", Punctuation, "#pop"), include("formula")],
        "formula": [
            (r"\s+", Text),
            (r'"[^"\n]*"', String),
            (r"`[^\W\d_]\w*", String.Symbol),
            (r"\d+\.\d*\(\d+\.\.\)|\.\d*\(\d+\.\.\)|\d+\.\d+|\.\d+|\d+", Number),
            (words(("true", "false"), prefix=r"\b", suffix=r"\b"), Keyword.Constant),
            (words((*_WORDS, *_ITEMS), prefix=r"\b", suffix=r"\b"), Keyword),
            (words(_OPERATORS, prefix=r"\b", suffix=r"\b"), Operator.Word),
            (r"\b[UV]\b(?!\s*:?=)", Operator.Word),
            (r"([^\W\d_]\w*)(?=\s*(?:\([\w\s,]*\))?\s*(?::=|≔|≡|\biff\b))", Name.Function),
            (r"[^\W\d_]\w*['′]?", Name),
            (r":=|≔|<=>|=>|/=|<=|>=|\.\.|\|->|[∈∉⊆∪∩∖×∧∨¬⇒⇔∃∀≠≤≥≡∅𝒫∑∏⋃⋂⌊⌋⌈⌉↦=<>+\-−*/^&~\\|]", Operator),
            (r"[(){}\[\],;.:]", Punctuation),
            (r".", Text),
        ],
    }
