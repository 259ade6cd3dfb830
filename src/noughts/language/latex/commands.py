"""The meanings of LaTeX commands in a formula."""

from __future__ import annotations

import unicodedata

from noughts.language.latex_writer import GREEK
from noughts.language.spelling import SIGNS, Spelling

SIGN_OF: dict[str, str] = {
    command: by_spelling[Spelling.UNICODE][-1]
    for key, by_spelling in SIGNS.items()
    if key not in ("Pow", "floor", "ceil", "/", ":=", "iff")
    for command in by_spelling[Spelling.LATEX]
    if command.startswith("\\") and "{" not in command
}
"""The signs of the builtin table: each command with its Unicode sign."""

OTHER_SIGNS = {
    **dict.fromkeys(("\\coloneqq", "\\coloneq", "\\triangleq", "\\eqdef", "\\defeq"), "≔"), "\\equiv": "≡",
    "\\Longleftrightarrow": "⇔", "\\longleftrightarrow": "⇔", "\\Longrightarrow": "⇒",
    "\\colon": ":", "\\mid": "|", "\\vert": "|", "\\lvert": "|",
    "\\rvert": "|", "\\lbrace": "{", "\\rbrace": "}", "\\{": "{", "\\}": "}", "\\langle": "(",
    "\\rangle": ")", "\\lfloor": "⌊", "\\rfloor": "⌋", "\\lceil": "⌈", "\\rceil": "⌉",
    "\\lbrack": "[", "\\rbrack": "]", "\\mod": "mod", "\\dots": "…", "\\ldots": "…", "\\cdots": "…",
    "\\dotsc": "…", "\\dotsb": "…", "\\&": "&", "\\%": "%", "\\notin": "¬∈", "\\nsubseteq": "¬⊆",
    "\\lt": "<", "\\gt": ">", "\\_": "_", "\\#": "#", "\\$": "$", "\\textasciigrave": "`",
    "\\lq": "`", "\\nmid": "|", "\\nexists": "¬∃", "\\top": "true", "\\bot": "false",
}  # fmt: skip

NAMES = {
    *("arg", "deg", "det", "dim", "exp", "gcd", "hom", "inf", "ker", "lg", "lim", "ln", "log", "max", "min"),
    *(
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "arcsin",
        "arccos",
        "arctan",
        "sinh",
        "cosh",
        "tanh",
        "sup",
        "Pr",
    ),
}
"""The names of functions that LaTeX sets upright."""

LETTERS = {f"\\{command}": letter for letter, command in GREEK.items()} | {
    "\\varepsilon": "ε", "\\vartheta": "θ", "\\varphi": "φ", "\\varrho": "ρ", "\\varsigma": "ς", "\\ell": "ℓ",
}  # fmt: skip

FACES = {
    *(
        "mathrm",
        "mathit",
        "mathbf",
        "mathsf",
        "mathtt",
        "mathnormal",
        "operatorname",
        "boldsymbol",
        "bm",
        "mathop",
    ),
    *("mathord", "mathbin", "mathrel", "ensuremath", "hbox", "boxed", "displaylimits", "mathstrut"),
}
"""Commands around a name, or around any formula, that only affect its typeface."""
TEXTS = {
    *(
        "text",
        "textrm",
        "textit",
        "textbf",
        "textsf",
        "texttt",
        "textsc",
        "textnormal",
        "mbox",
        "emph",
        "textup",
    ),
}
ALPHABETS = {"mathcal": "SCRIPT", "mathscr": "SCRIPT", "mathbb": "DOUBLE-STRUCK", "mathfrak": "FRAKTUR"}
"""Alphabets whose letters are names of their own."""

FRACTIONS = {"frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac"}
SIZES = {
    *(
        "left",
        "right",
        "middle",
        "big",
        "Big",
        "bigg",
        "Bigg",
        "bigl",
        "bigr",
        "Bigl",
        "Bigr",
        "biggl",
        "biggr",
    ),
    *("Biggl", "Biggr", "bigm", "Bigm"),
}
"""Commands before a bracket that only set its size."""

SPACES = {
    *(",", ";", ":", "!", " ", "\n", ">", "/", "quad", "qquad", "thinspace", "medspace", "thickspace"),
    *(
        "smallskip",
        "medskip",
        "bigskip",
        "noindent",
        "nonumber",
        "notag",
        "displaystyle",
        "textstyle",
        "limits",
    ),
    *(
        "nolimits",
        "hfill",
        "hfil",
        "allowbreak",
        "nobreak",
        "break",
        "relax",
        "par",
        "strut",
        "protect",
        "hline",
    ),
    *(
        "scriptstyle",
        "centering",
        "normalfont",
        "rm",
        "it",
        "bf",
        "negthinspace",
        "enspace",
        "leavevmode",
        "null",
    ),
}
"""Commands that only affect the layout."""
SPACES_WITH_ARGUMENT = {
    *(
        "label",
        "tag",
        "hspace",
        "vspace",
        "phantom",
        "hphantom",
        "vphantom",
        "mspace",
        "color",
        "ref",
        "eqref",
    ),
    *("footnote", "cite", "kern", "index"),
}
SECOND_ARGUMENT = {
    "hyperlink",
    "hypertarget",
    "href",
    "textcolor",
    "stackrel",
    "overset",
    "underset",
    "raisebox",
}
"""Commands of two arguments of which the second is shown."""
BRACES = {"underbrace", "overbrace"}
"""Commands that set a brace and a remark beside a formula."""
LAYOUTS = {
    *("aligned", "alignedat", "split", "gathered", "multlined", "subarray"),
    *("align", "alignat", "flalign", "gather", "multline", "equation", "eqnarray"),
}
"""Environments within a formula that only arrange its parts."""
CASES = {"cases", "dcases", "rcases", "numcases"}

UNREAD = {
    **dict.fromkeys(("binom", "dbinom", "tbinom"), "write `choose(n, k)`, which comes with `uses counting`"),
    "triangle": "write `(A \\setminus B) \\cup (B \\setminus A)`",
    **dict.fromkeys(("subsetneq", "subset"), "write `A \\subseteq B \\land A \\ne B`, or `A \\subseteq B`"),
    "Set": "a set is `\\{x \\in S \\mid p(x)\\}`",
    **dict.fromkeys(
        ("vec", "hat", "bar", "tilde", "dot", "widehat"), "a name has letters and digits, no accents"
    ),
    "circ": "the composition of g and f is `g(f(x))`",
    "oplus": "write `(a + b) \\bmod 2`, and of sets `(A \\setminus B) \\cup (B \\setminus A)`",
    "and": "write `\\land`",
    "or": "write `\\lor`",
    "A": "for all is `\\forall x \\in S : …`",
    "E": "that there is one is `\\exists x \\in S : …`",
    "sqrt": "there are no irrational numbers: compare squares, `x^2 = a`",
    "bigwedge": "write `\\forall x \\in S. p`",
    "bigvee": "write `\\exists x \\in S. p`",
    "overline": "the complement of `A` in `S` is `S \\setminus A`",
    "infty": "all numbers are finite: choose a bound, as in `\\{1, \\dots, n\\}`",
}
"""Commands that are not read, with what to write instead."""

KEYWORDS = {
    "if": "if", "when": "if", "whenever": "if", "provided": "if", "for": "if",
    "otherwise": "otherwise", "else": "otherwise", "where": "where", "with": "where",
    "and": "&", "or": "V", "not": "~", "iff": "iff", "mod": "mod",
    "implies": "=>", "then": "=>",
}  # fmt: skip
"""Words of text in a formula."""


def letter_of(alphabet: str, letter: str) -> str:
    """The letter of another alphabet, as 𝒫; the letter itself if there is none."""
    kind = "CAPITAL" if letter.isupper() else "SMALL"
    for name in (f"{alphabet} {kind} {letter.upper()}", f"MATHEMATICAL {alphabet} {kind} {letter.upper()}"):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    return (
        unicodedata.lookup(f"BLACK-LETTER CAPITAL {letter}")
        if alphabet == "FRAKTUR" and letter in "CHIRZ"
        else letter
    )
