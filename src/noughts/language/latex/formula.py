"""The translation of a formula in LaTeX to text of the language, with the place of every character.

Structures of LaTeX, such as fractions, indices and cases, are written with the signs of Unicode.  Meanings
that depend on other words, such as commas that mean *and*, are left to `noughts.language.latex.words`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct, field

from noughts.language.latex import commands as c
from noughts.language.stack import DEEPEST
from noughts.refusal import any_of, nearest
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Source, Span
from noughts.text.tex.token import Feed, Token, cut, text_of

# The most characters of a sign and the blanks after it.
_LONGEST_SIGN = 20
# A primed name and its equation sign, as an update begins.
_UPDATES = re.compile(r"['′]\s*=\Z")
# A word, white space, or any other character.
_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)


class Formula(Struct):
    r"""Text of the language, and for each character its place and the macro in whose body it stood.

    `heads` are the offsets of signs that define if a head stands before them, and are signs of equivalence
    elsewhere; `lines` those of the ends of lines, `gaps` those of a ``\quad``; `reaching` those of sums that
    reach over a product; `moduli` those of the ``mod`` of a ``\pmod``; `dividing` those of the bars of
    ``\mid`` and ``\nmid``, each with whether it is denied; `texts` those of the words of ``\text``.
    """

    text: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    uses: dict[tuple[int, int], str] = field(default_factory=dict)
    heads: set[int] = field(default_factory=set)
    lines: list[int] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)
    reaching: set[int] = field(default_factory=set)
    moduli: set[int] = field(default_factory=set)
    dividing: dict[int, bool] = field(default_factory=dict)
    texts: set[int] = field(default_factory=set)
    problems: list[Diagnostic] = field(default_factory=list)

    def plain(self, text: str, start: int) -> None:
        """Add text that is the same in the source."""
        self.text.extend(text)
        self.starts.extend(range(start, start + len(text)))
        self.ends.extend(range(start + 1, start + len(text) + 1))

    def sign(self, text: str, token: Token) -> None:
        """Add the text that a token represents."""
        self.text.extend(text)
        self.starts.extend([token.start] * len(text))
        self.ends.extend([token.end] * len(text))
        if token.call is not None:
            self.uses[token.start, token.end] = str(token.call)

    def prime(self) -> None:
        """Add a prime to the name before it, skipping blanks, which do not count in mathematics."""
        while self.text[-1:] == [" "]:
            for each in (self.text, self.starts, self.ends):
                each.pop()

    def run(self, token: Token) -> None:
        """A run of characters; the signs of a sum and of a product are those that commands stand for."""
        self.reaching.update(len(self.text) + place for place, sign in enumerate(token.text) if sign in "∑∏")
        if token.call is None and len(token.text) == token.end - token.start:
            self.plain(token.text, token.start)
        else:
            self.sign(token.text, token)


class Writer:
    """Writes the tokens of a formula into a `Formula`."""

    def __init__(self, source: Source, formula: Formula) -> None:
        self.source = source
        self.to = formula
        self.depth = 0
        self.in_cases = 0

    def write(self, tokens: Sequence[Token]) -> None:
        """Write all of some tokens."""
        self.depth += 1
        if self.depth > DEEPEST:
            place = Span(self.source, tokens[0].start, tokens[0].end) if tokens else None
            raise DocumentError([Diagnostic("E107", "this formula is nested too deeply", place)])
        feed = Feed(self.source, tokens)
        while (token := feed.raw()) is not None:
            self.token(token, feed)
        self.depth -= 1

    def token(self, token: Token, feed: Feed) -> None:
        """Write one token and its arguments."""
        match token.kind:
            case "text":
                self.characters(token, feed)
            case "command":
                self.command(token, feed)
            case "align":
                self.column(token, feed)
            case "math" | "open" | "close" | "parameter":
                pass

    def characters(self, token: Token, feed: Feed) -> None:
        """A run of characters; ``^`` and ``_`` take what follows them."""
        text = token.text
        if text.lstrip().startswith("'"):
            self.to.prime()
            token = cut(token, len(text) - len(text.lstrip()), len(text))
            text = token.text
        for place, character in enumerate(text):
            if character in "^_":
                self.to.run(cut(token, 0, place))
                feed.back(cut(token, place + 1, len(text)))
                self.script(cut(token, place, place + 1), feed)
                return
            if character in "~":
                self.to.run(cut(token, 0, place))
                self.to.sign(" ", cut(token, place, place + 1))
                feed.back(cut(token, place + 1, len(text)))
                return
        self.to.run(token)

    def script(self, sign: Token, feed: Feed) -> None:
        """``a^{n}`` is a power, ``t_{i}`` an element."""
        argument, _ = self.argument(feed)
        opening, closing = ("^(", ")") if sign.text == "^" else ("[", "]")
        self.to.sign(opening, sign)
        self.write(argument)
        self.to.sign(closing, argument[-1] if argument and argument[-1].call is None else sign)

    def argument(self, feed: Feed) -> tuple[list[Token], int]:
        """The next argument; a command is taken with its own arguments."""
        tokens, end = feed.argument()
        if len(tokens) == 1 and tokens[0].name in (c.FACES | c.TEXTS | c.FRACTIONS | c.ALPHABETS.keys()):
            for _ in range(2 if tokens[0].name in c.FRACTIONS else 1):
                inner, end = feed.argument()
                tokens += [brace(tokens[0], "open"), *inner, brace(tokens[0], "close")]
        return tokens, end

    def column(self, token: Token, feed: Feed) -> None:
        """``&`` is layout; two of them begin another formula, or a remark, which is left out."""
        self.to.sign(" ", token)
        following = feed.skip_space()
        if following is None or following.kind != "align":
            feed.back(*([following] if following else []))
            return
        self.line()
        first = feed.skip_space()
        if first is not None:
            feed.back(first)
        if first is None or first.name not in c.TEXTS:
            return
        while (remark := feed.raw()) is not None:
            if remark.name == "\\":
                feed.back(remark)
                return

    # Commands

    def command(self, token: Token, feed: Feed) -> None:
        """A command, with its arguments."""
        name = token.name
        if name == "\\":
            feed.optional()
            self.line()
            self.to.sign(" ", token)
        elif name in c.SPACES:
            if name in ("quad", "qquad") and not self.in_cases:
                self.to.gaps.append(len(self.to.text))
            self.to.sign(" ", token)
        elif name in c.SPACES_WITH_ARGUMENT:
            feed.argument()
            self.to.sign(" ", token)
        elif name in ("sum", "prod", "bigcup", "bigcap"):
            self.big(token, feed)
        elif token.text in c.SIGN_OF or token.text in c.OTHER_SIGNS:
            self.signs(token)
        elif token.text in c.LETTERS:
            before = "" if self.to.text[-1:] == ["`"] else " "  # an atom is one word
            self.to.sign(f"{before}{c.LETTERS[token.text]} ", token)
        elif name in c.NAMES:
            self.to.sign(f" {name}", token)
        elif name in c.FRACTIONS:
            self.fraction(token, feed)
        elif name in c.SIZES:
            self.bracket(feed)
        elif name in c.FACES:
            self.face(feed)
        elif name in c.TEXTS:
            self.words(self.argument(feed)[0])
        elif name in c.ALPHABETS:
            self.letter(token, feed)
        elif name in c.SECOND_ARGUMENT:
            above, shown = feed.argument()[0], self.argument(feed)[0]
            if text_of(shown) == "=" and "def" in text_of(above):
                self.to.sign(" ≔ ", token)
            else:
                self.write(shown)
        elif name in c.BRACES:
            self.write(self.argument(feed)[0])
            self.remark(feed)
        elif name == "not":
            self.to.sign(" ¬", token)
        elif name == "pmod":
            argument, _ = feed.argument()
            self.to.moduli.add(len(self.to.text) + 1)
            self.to.sign(" mod (", token)
            self.write(argument)
            self.to.sign(")", token)
        elif name == "substack":
            self.stacked(feed)
        elif name in ("intertext", "shortintertext"):
            feed.argument()
            self.line()
            self.to.sign(" ", token)
        elif name in ("begin", "end"):
            self.environment(token, feed)
        else:
            self.unknown(token)

    def line(self) -> None:
        """A line of the display begins here; no definition begins within cases."""
        if not self.in_cases:
            self.to.lines.append(len(self.to.text))

    def unknown(self, token: Token) -> None:
        """Report an unknown command, and continue without it."""
        span = Span(self.source, token.start, token.end)
        if token.call is not None:
            self.source.uses[token.start, token.end] = str(token.call)
        help = "define it with `\\newcommand`, or write `% noughts: skip` before the display to leave it out"
        is_long = len(token.name) > 3 and token.name not in c.UNREAD  # short names are near to many
        near = nearest(token.text, [*c.SIGN_OF, *c.OTHER_SIGNS, *c.LETTERS]) if is_long else []
        help = f"did you mean {any_of(near)}?" if near else c.UNREAD.get(token.name, help)
        fix = tuple((span, name) for name in near)
        self.to.problems.append(
            Diagnostic("E109", f"`{token.text}` is not known in a definition", span, help, fix=fix)
        )
        self.to.sign(" ", token)

    def signs(self, token: Token) -> None:
        """Write the sign of a command."""
        sign = c.SIGN_OF.get(token.text) or c.OTHER_SIGNS[token.text]
        tight = sign in "_`"
        if token.name in ("mid", "nmid"):
            self.to.dividing[len(self.to.text) + 1] = token.name == "nmid"
        if sign in "⇔≡" and token.name in ("iff", "Leftrightarrow", "Longleftrightarrow", "equiv"):
            self.to.heads.add(len(self.to.text) + 1)
        self.to.sign(sign if tight else f" {sign} ", token)

    def remark(self, feed: Feed) -> None:
        """Leave out the remark at a brace: an index or a power."""
        following = feed.skip_space()
        if following is None:
            return
        if following.kind == "text" and following.text[0] in "_^":
            feed.back(cut(following, 1, len(following.text)))
            self.argument(feed)
        else:
            feed.back(following)

    def big(self, token: Token, feed: Feed) -> None:
        """``\\sum_{p} e`` or ``\\sum_{i=1}^{n} e``; its scope is determined among the words."""
        below: list[Token] = []
        above: list[Token] | None = None
        while (following := feed.skip_space()) is not None:
            if following.name in ("limits", "nolimits"):
                continue
            if following.kind != "text" or following.text[0] not in "_^":
                feed.back(following)
                break
            feed.back(cut(following, 1, len(following.text)))
            argument, _ = self.argument(feed)
            if following.text[0] == "_":
                below = argument
            else:
                above = argument
        if token.name in ("sum", "prod"):
            self.to.reaching.add(len(self.to.text) + 1)
        self.to.sign(f" {c.SIGN_OF[token.text]} [", token)
        if above is None:
            self.write(below)
        else:
            self.bounds(token, below, above)
        self.to.sign("] ", token)

    def bounds(self, token: Token, below: Sequence[Token], above: Sequence[Token]) -> None:
        """``i=m`` below a sum and n above it: i ranges over the integers from m to n."""
        for place, each in enumerate(below):
            if each.kind == "text" and (equals := each.text.find("=")) >= 0:
                self.write([*below[:place], cut(each, 0, equals)])
                self.to.sign(" ∈ {", token)
                self.write([cut(each, equals + 1, len(each.text)), *below[place + 1 :]])
                self.to.sign(" .. ", token)
                self.write(above)
                self.to.sign("}", token)
                return
        span = Span(self.source, token.start, token.end)
        fact = f"`{token.text}` has an upper bound, but below it stands no `i = m`"
        self.to.problems.append(
            Diagnostic("E109", fact, span, "write `i = m` below it, or a condition alone")
        )

    def fraction(self, token: Token, feed: Feed) -> None:
        """``\\frac{a}{b}``."""
        self.to.sign("((", token)
        self.write(self.argument(feed)[0])
        self.to.sign(")/(", token)
        self.write(self.argument(feed)[0])
        self.to.sign("))", token)

    def bracket(self, feed: Feed) -> None:
        """The bracket after ``\\left``, ``\\right`` and their like; a full stop is none."""
        token = feed.skip_space()
        if token is None:
            return
        if token.kind == "text":
            if token.text[0] == ".":
                token = cut(token, 1, len(token.text))
            if token.text:
                feed.back(token)
        elif token.text == "\\{" and self.opens_cases(feed):
            self.cases(feed, "array")
        else:
            self.token(token, feed)

    def opens_cases(self, feed: Feed) -> bool:
        """Whether ``\\begin{array}`` follows, which with a brace before it is a list of cases."""
        token = feed.skip_space()
        if token is None:
            return False
        if token.name == "begin":
            argument, _ = feed.argument()
            if text_of(argument).strip() == "array":
                feed.argument()
                return True
            feed.back(token, brace(token, "open"), *argument, brace(token, "close"))
        else:
            feed.back(token)
        return False

    def face(self, feed: Feed) -> None:
        """The content of ``\\mathit{…}``; blanks do not count there."""
        tokens, _ = feed.argument()
        self.write([piece for token in tokens for piece in without_blanks(token)])

    def letter(self, token: Token, feed: Feed) -> None:
        """``\\mathcal{P}`` is the power set, every other letter of an alphabet a name."""
        argument, _ = feed.argument()
        letters = text_of(argument).strip()
        if c.ALPHABETS[token.name] == "SCRIPT" and letters == "P":
            self.to.sign(" 𝒫", token)
        else:
            self.to.sign("".join(c.letter_of(c.ALPHABETS[token.name], letter) for letter in letters), token)

    def stacked(self, feed: Feed) -> None:
        """``\\substack{p \\\\ q}``: conditions below each other."""
        argument, _ = feed.argument()
        self.write([each._replace(kind="text", text=",") if each.name == "\\" else each for each in argument])

    # Text

    def words(self, tokens: Sequence[Token]) -> None:
        """``\\text{…}``: a string in quotes, or words of the language and names; dollars may stand in it."""
        if text_of(tokens).lstrip().startswith('"'):
            self.string(tokens)
            return
        if text_of(tokens).split() == ["for", "any"]:  # alone, `for` is a word before the condition of a case
            self.to.sign(" for any ", tokens[0])
            return
        feed = Feed(self.source, tokens)
        while (token := feed.raw()) is not None:
            if token.kind == "math":
                inside: list[Token] = []
                while (following := feed.raw()) is not None and following.kind != "math":
                    inside.append(following)
                self.write(inside)
            elif token.kind == "text":
                for word in _WORD.finditer(token.text):
                    piece = cut(token, word.start(), word.end())
                    if piece.text in c.KEYWORDS:
                        if piece.text == "iff":
                            self.to.heads.add(len(self.to.text) + 1)
                        self.to.sign(f" {'⇔' if piece.text == 'iff' else c.KEYWORDS[piece.text]} ", piece)
                    elif piece.text == "~":
                        self.to.sign(" ", piece)
                    else:
                        self.to.texts.add(len(self.to.text))
                        self.to.run(piece)
            else:
                self.token(token, feed)

    def string(self, tokens: Sequence[Token]) -> None:
        """A string, in which some characters are commands."""
        feed = Feed(self.source, tokens)
        while (token := feed.raw()) is not None:
            if token.kind == "command":
                self.to.sign(_STRING_CHARACTERS.get(token.name, token.name), token)
                empty = feed.raw()
                if empty is not None and not (token.name in _STRING_CHARACTERS and empty.kind == "open"):
                    feed.back(empty)
                elif empty is not None:
                    feed.group(empty)
            elif token.kind == "text":
                self.to.run(token)
            elif token.kind in ("align", "math", "parameter"):
                self.to.sign(token.text, token)

    # Environments

    def environment(self, token: Token, feed: Feed) -> None:
        """``\\begin`` or ``\\end`` of something within a formula."""
        argument, _ = feed.argument()
        name = text_of(argument).strip().rstrip("*")
        if name in c.CASES and token.name == "begin":
            self.cases(feed, text_of(argument).strip())
        elif name in c.LAYOUTS:
            if token.name == "begin":
                feed.optional()
                if name in ("alignat", "alignedat", "subarray"):
                    feed.argument()
            self.to.sign(" ", token)
        elif name == "array" and token.name == "begin":
            feed.optional()
            feed.argument()
        elif name != "array":
            self.unknown(token._replace(text=f"{token.text}{{{name}}}"))

    def cases(self, feed: Feed, name: str) -> None:
        """The rows of ``cases``: in each a term and its guard."""
        rows: list[list[list[Token]]] = [[[]]]
        depth = 0
        while (token := feed.raw()) is not None:
            if token.name in ("begin", "end"):
                argument, _ = feed.argument()
                if token.name == "end" and depth == 0:
                    break
                depth += 1 if token.name == "begin" else -1
                rows[-1][-1] += [token, brace(token, "open"), *argument, brace(token, "close")]
                continue
            depth += (token.kind == "open") - (token.kind == "close")
            if depth == 0 and token.name == "\\":
                feed.optional()
                rows.append([[]])
            elif depth == 0 and token.kind == "align":
                rows[-1].append([])
            else:
                rows[-1][-1].append(token)
        if name == "array":
            self.invisible(feed)
        written = [row for row in rows if any(not token.is_space() for cell in row for token in cell)]
        while self.to.lines and "".join(self.to.text[self.to.lines[-1] :]).isspace():
            self.to.lines.pop()
        self.in_cases += 1
        corner = written[0][0][0] if written and written[0][0] and self.in_a_term() else None
        if corner is not None:
            self.to.sign("(", corner)
        for place, row in enumerate(written):
            if place:
                self.to.sign(" ; ", next(token for cell in row for token in cell))
            self.row(row)
        if corner is not None:
            self.to.sign(")", corner)
        self.in_cases -= 1

    def in_a_term(self) -> bool:
        """Whether the cases are part of a term, and not the body of a definition or an update."""
        before = "".join(self.to.text[-_LONGEST_SIGN:]).rstrip()
        return not (not before or before.endswith((":=", "≔", "≡", "⇔")) or _UPDATES.search(before))

    def row(self, cells: Sequence[Sequence[Token]]) -> None:
        """A term and its guard; the word before the guard may be missing."""
        self.write(without_end(cells[0]))
        guard = [token for cell in cells[1:] for token in cell]
        if not guard:
            return
        start, blank = len(self.to.text), "    "
        self.to.sign(blank, guard[0])  # the place of ` if `, which is known to be missing only afterwards
        self.write(without_end(guard))
        text = "".join(self.to.text[start:])
        if text.startswith(blank) and text.strip() and not text.split()[0].startswith(("if", "otherwise")):
            self.to.text[start : start + len(blank)] = " if "

    def invisible(self, feed: Feed) -> None:
        """The ``\\right.`` behind an array of cases."""
        token = feed.skip_space()
        if token is not None and token.name == "right":
            self.bracket(feed)
        elif token is not None:
            feed.back(token)


# Characters of strings that LaTeX writes as commands.
_STRING_CHARACTERS = {
    "textbackslash": "\\", "textasciicircum": "^", "textasciitilde": "~", "textasciigrave": "`",
}  # fmt: skip


def brace(token: Token, kind: str) -> Token:
    """A brace at the place of a token."""
    if kind == "open":
        return token._replace(kind="open", text="{")
    return token._replace(kind="close", text="}")


def without_blanks(token: Token) -> list[Token]:
    """A token as mathematics, where blanks do not count."""
    if token.kind != "text":
        return [token]
    words = re.finditer(r"\S+", token.text)
    return [cut(token, word.start(), word.end()) for word in words]


def without_end(tokens: Sequence[Token]) -> list[Token]:
    """A cell without the punctuation that ends it."""
    found = list(tokens)
    while found and (found[-1].is_space() or found[-1].name in c.SPACES):
        found.pop()
    if found and found[-1].kind == "text":
        last = found[-1].text.rstrip()
        shorter = last.rstrip(",;.").rstrip()
        if shorter != last:
            found[-1] = cut(found[-1], 0, len(shorter))
    return found
