"""The writer of LaTeX: displays that need only amsmath, and that can be read back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, assert_never

from noughts.language import tree as t
from noughts.language.builtins import FOLDS, OPERATORS
from noughts.language.layout import Break, Group, Text, flat, lines
from noughts.language.precedence import EQUIVALENT, NOT, POSTFIX, SET, operands
from noughts.language.spelling import Spelling
from noughts.language.writer import INDENT, Writer, declaration

# Letters of mathematics on a line of an article: 345 points wide, about 5.3 points each.
_LETTERS = 64
ROW = "\\\\\n"
SPECIAL = {
    **{character: f"\\{character}" for character in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "`": r"\textasciigrave{}",
}
"""Characters with a meaning in TeX, escaped."""
GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi",
    "ρ": "rho", "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "χ": "chi", "ψ": "psi",
    "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi",
    "Σ": "Sigma", "Υ": "Upsilon", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
"""The Greek letters with commands in TeX."""
# The brackets that are commands.
_OPENING = {"{": r"\{", "⌊": r"\lfloor ", "⌈": r"\lceil ", "|": r"\lvert "}
_CLOSING = {"}": r"\}", "⌋": r" \rfloor", "⌉": r" \rceil", "|": r" \rvert"}
REACHING: Final[tuple[t.Fold, ...]] = ("Sum", "Prod")
"""The big operators whose scope is the product after them, as usual in mathematics."""

# A command that sets its argument in another face: as wide as the argument.
_GROUPED = re.compile(r"\\(?:mathit|mathrm|text|textbf)\{((?:[^{}\\]|\\.)*)\}")
# An index or an exponent: narrower than its text.
_SCRIPT = re.compile(r"[_^]\{((?:[^{}]|\\[{}])*)\}")
# A command, which is about as wide as a letter.
_COMMAND = re.compile(r"\\[A-Za-z]+ ?|\\[^A-Za-z]")
# Letters of the word that ends a row of cases, and of the space in front of it.
_OTHERWISE = 8
# The size of a subscript relative to the line: 7 points to 10.
_SCRIPT_SIZE = 0.7


def typeset_width(text: str) -> int:
    """The approximate width of a piece of LaTeX when it is typeset, in letters."""
    text = _GROUPED.sub(lambda found: _COMMAND.sub("x", found[1]), text)
    text = _SCRIPT.sub(lambda found: "x" * round(_SCRIPT_SIZE * len(_COMMAND.sub("x", found[1]))), text)
    return len(_COMMAND.sub("x", text).replace("{", "").replace("}", ""))


class LatexWriter(Writer):
    """Writes trees in LaTeX.

    `name` and `head` may be overridden to make links of names; their results must be read as the names.
    """

    width = _LETTERS
    reaching = REACHING
    reached = ("*",)  # a quotient is a fraction
    bar = r" \mid"
    for_any_words = r"\text{for any} "
    colon = r"\colon"

    def __init__(self) -> None:
        super().__init__(Spelling.LATEX)

    # Definitions and claims

    def head(self, definition: t.Definition) -> str:
        """``f(x)`` as in the head of a definition."""
        names = ", ".join(map(self.pattern, definition.parameters))
        name = self.name(definition.name)
        return f"{name}({names})" if names else name

    def laid_out(self, part: t.Definition | t.Claim | t.Expression, width: int) -> str:
        """A definition as a display; anything else as inline mathematics."""
        if isinstance(part, t.Definition):
            return self.display(part, width)
        return super().laid_out(part, width)

    def display(self, definition: t.Definition, width: int) -> str:
        """``\\[ … \\]``, or an ``align*`` if it needs more than one line."""
        rows = self.rows(definition, width)
        if len(rows) == 1 and "\n" not in rows[0]:
            return f"\\[\n{rows[0].replace('&', '', 1)}\n\\]"
        return f"\\begin{{align*}}\n{ROW.join(rows)}\n\\end{{align*}}"

    def rows(self, definition: t.Definition, width: int) -> list[str]:
        """A definition as the rows of an ``align``: its body, then its equations."""
        before = f"{self.head(definition)} &{self.sign('iff' if definition.relation else ':=')} "
        clauses = definition.clauses
        room = max(width - typeset_width(before), width // 3)
        below = f"{ROW}&\\quad "
        if len(clauses) == 1 and clauses[0].guard is None:
            body = self.broken(self.at(clauses[0].term, EQUIVALENT), room, f"{ROW}&\\qquad {{}}")
        else:
            body = self.cases(clauses, room, below)
        if definition.where is None:
            return [before + body]
        rows = [f"{before}{body} \\ \\text{{where}}"]
        rows += [f"&\\quad {self.equation(part, width - INDENT)}," for part in t.conjuncts(definition.where)]
        return [*rows[:-1], rows[-1].removesuffix(",")]

    def clause(self, clause: t.Clause) -> Text:
        """``a \\text{ if } p`` or ``a \\text{ otherwise}``, within a line."""
        term = self.at(clause.term, EQUIVALENT)
        if clause.guard is None:
            return Group([term, r" \text{ otherwise}"])
        return Group([term, r" \text{ if } ", self.at(clause.guard, EQUIVALENT)])

    def where(self, sentence: t.Expression | None) -> Sequence[Text]:
        """``\\text{ where } p``, within a line."""
        return [] if sentence is None else [r" \text{ where } ", self.at(sentence, EQUIVALENT)]

    def cases(self, clauses: Sequence[t.Clause], room: int, below: str) -> str:
        """``\\begin{cases} … \\end{cases}``, on a line of its own if it is too wide for this one."""
        terms = [self.at(clause.term, EQUIVALENT) for clause in clauses]
        guards = [self.at(clause.guard, EQUIVALENT) for clause in clauses if clause.guard is not None]
        widest, longest = (
            max((typeset_width(flat(each)) for each in some), default=0) for some in (terms, guards)
        )
        before = ""
        if widest + longest + _OTHERWISE > room:
            before, room = below, self.width - 2 * INDENT
        for_guards = min(longest, max(room // 2, room - widest - _OTHERWISE))
        rows = []
        for clause, term in zip(clauses, terms, strict=True):
            guard = r"\text{otherwise}"
            if clause.guard is not None:
                guard = r"\text{if } " + self.cell(self.at(clause.guard, EQUIVALENT), for_guards)
            rows.append(f"{self.cell(term, room - for_guards - _OTHERWISE)} & {guard}")
        return f"{before}\\begin{{cases}}\n" + ROW.join(rows) + "\n\\end{cases}"

    def cell(self, text: Text, room: int) -> str:
        """A term or a guard, in a small column of lines if it is long."""
        written = self.broken(text, room, f"{ROW}&\\quad {{}}")
        return f"\\begin{{aligned}}[t]&{written}\\end{{aligned}}" if ROW in written else written

    def equation(self, tree: t.Expression, room: int) -> str:
        """One equation of a ``where``; one that looks like the head of a definition is in parentheses."""
        if isinstance(tree, t.Equivalent) and isinstance(tree.left, t.Name | t.Call):
            return f"({self.broken(self.at(tree, EQUIVALENT), room, '')})"
        level = NOT if isinstance(tree, t.And) else EQUIVALENT
        return self.broken(self.at(tree, level), room, f"{ROW}&\\qquad\\quad {{}}")

    def broken(self, text: Text, room: int, newline: str) -> str:
        """Mathematics in lines of that room."""
        return lines(text, room, measure=typeset_width, newline=lambda indent: newline)

    # Expressions

    def name(self, name: str) -> str:
        """A name."""
        return self.named(name)

    @staticmethod
    def named(name: str) -> str:
        """A name without a link: one letter is set as a variable, several as a word."""
        if len(name) == 1 and name in GREEK:
            return f"\\{GREEK[name]} "
        return name if len(name) == 1 else f"\\mathit{{{name.replace('_', chr(92) + '_')}}}"

    def string(self, content: str) -> str:
        """A text in quotes, its special characters escaped."""
        escaped = "".join(SPECIAL.get(character, character) for character in content)
        return f'\\text{{"{escaped}"}}'

    def atom(self, name: str) -> str:
        """An atom, whose name is never a link."""
        return f"`{self.named(name)}"

    def truth(self, value: bool) -> str:
        """``true`` or ``false``."""
        return r"\text{true}" if value else r"\text{false}"

    def empty(self) -> str:
        """The empty set."""
        return r"\emptyset"

    def fenced(self, opening: str, parts: Sequence[Text], closing: str, indent: int = 0) -> Text:
        """Between brackets."""
        return Group([_OPENING.get(opening, opening), *parts, _CLOSING.get(closing, closing)])

    def index(self, tree: t.Index) -> Text:
        """``t_{i}`` or ``t_{i..j}``; TeX has no subscript of a subscript, so that is ``(t_{i})_{j}``."""
        sequence = self.at(tree.sequence, POSTFIX)
        below = sequence if not isinstance(tree.sequence, t.Index) else Group(["(", sequence, ")"])
        upto = f"..{self.inline(tree.last, SET)}" if tree.last is not None else ""
        return Group([below, f"_{{{self.inline(tree.first, SET)}{upto}}}"])

    def aggregate(self, tree: t.Aggregate) -> Text:
        """``\\sum_{p} e`` and its like; sums and products reach over a product."""
        return Group(
            [f"{self.sign(FOLDS[tree.fold].key)}{self.condition(tree.condition)} ", self.folded(tree)]
        )

    def condition(self, tree: t.Expression) -> str:
        """The condition below a big operator; for ``i in {1..n}``, the end of the range is above it."""
        match tree:
            case t.Compare(("in",), (t.Name(name), t.Range(first, last))):
                return f"_{{{self.name(name)}={self.inline(first, SET)}}}^{{{self.inline(last, SET)}}}"
            case _:
                return f"_{{{self.inline(tree, EQUIVALENT)}}}"

    def inline(self, tree: t.Expression, level: int) -> str:
        """An expression that is never broken."""
        return flat(self.at(tree, level))

    def power(self, tree: t.Binary) -> Text | None:
        """A power with a raised exponent."""
        if tree.operator != "^":
            return None
        (first, level), [*bases, (_, last, _)] = operands(tree)
        raised = [*(self.inline(base, POSTFIX) for _, base, _ in bases), self.inline(last, EQUIVALENT)]
        return Group([self.at(first, level), *(f"^{{{each}" for each in raised), "}" * len(raised)])

    def fraction(self, above: t.Expression | Group, below: t.Expression) -> Text | None:
        """A quotient as a fraction."""
        over = flat(above) if isinstance(above, Group) else self.inline(above, EQUIVALENT)
        return f"\\frac{{{over}}}{{{self.inline(below, EQUIVALENT)}}}"

    def operation(self, operator: t.Operator, tree: t.Binary) -> Sequence[Text]:
        """The sign of an operation; a product of numbers has a dot."""
        is_number = operator == "*" and is_numeric(tree)
        return Break(), r"\cdot " if is_number else f"{self.sign(operator)} "

    def after_dot(self, body: t.Expression) -> Text:
        """A space; no name begins a line there, because it might look like a head."""
        return r"\ " if isinstance(body, t.Name | t.Call) else Break(r"\ ")

    def joining(self, key: str) -> Sequence[Text]:
        """A sign between sentences; it begins a line, because the next sentence might look like a head."""
        return Break(), f"{self.sign(key)} "


def is_numeric(tree: t.Expression) -> bool:
    """Whether a term is certainly a number: a numeral, a size or the like, or a sum or product with one."""
    match tree:
        case t.Numeral() | t.Negative() | t.Apply("|…|" | "floor" | "ceil") | t.Aggregate("Sum" | "Prod"):
            return True
        case t.Binary("*" | "+", left, right):  # of sets or tuples, if no operand is known to be a number
            return is_numeric(left) or is_numeric(right)
        case t.Binary(operator):
            return OPERATORS[operator].group == "number"
        case _:
            return False


# The items of a machine as displays of LaTeX: their words upright, each update on a row.


_INDENTED = f"{ROW}&\\qquad {{}}"


def item_display(
    to: LatexWriter, part: t.RegionItem, width: int, opening: str = r"\[", closing: str = r"\]"
) -> str:
    """An item between the marks of a display, in several rows if it needs them."""
    rows = item_rows(to, part, width)
    if len(rows) == 1 and ROW not in rows[0]:
        return f"{opening}\n{rows[0].removeprefix('&')}\n{closing}"
    return f"{opening}\n\\begin{{aligned}}\n{ROW.join(rows)}\n\\end{{aligned}}\n{closing}"


def item_rows(to: LatexWriter, part: t.RegionItem, width: int) -> list[str]:
    """An item as the rows of an ``align``."""
    match part:
        case t.Variables(names, relation, range):
            named = ", ".join(to.name(name.name) for name in names)
            return [rf"&\text{{variable }} {named} {to.sign(relation)} {flat(to.at(range, SET))}"]
        case t.Initially(sentence):
            return [rf"&\text{{initially }} {to.broken(to.at(sentence, EQUIVALENT), width, _INDENTED)}"]
        case t.Declaration():
            return [f"&{flat(declaration(to, part))}"]
        case t.Action(_, _, _, updates):
            return [head(to, part, width), *(update(to, each, width) for each in updates)]
        case _:
            assert_never(part)


def head(to: LatexWriter, action: t.Action, width: int) -> str:
    """``action a(x in S) when guard:``; without updates there is no colon."""
    word = "automatic" if action.automatic else "action"
    choices = ", ".join(
        f"{to.name(choice.name)} {to.sign('in')} {flat(to.at(choice.domain, SET))}"
        for choice in action.parameters
    )
    named = f"{to.name(action.name)}({choices})" if choices else to.name(action.name)
    guard = ""
    if action.guard is not None:
        guard = rf" \ \text{{when }} {to.broken(to.at(action.guard, EQUIVALENT), width, _INDENTED)}"
    return rf"&\text{{{word} }} {named}{guard}{':' if action.updates else ''}"


def update(to: LatexWriter, update: t.Update, width: int) -> str:
    """``x' = body where p`` on a row."""
    clauses = update.clauses
    if len(clauses) == 1 and clauses[0].guard is None:
        body = to.broken(to.at(clauses[0].term, EQUIVALENT), width, _INDENTED)
    else:
        body = to.cases(clauses, width, f"{ROW}&\\qquad ")
    where = ""
    if update.where is not None:
        where = rf" \ \text{{where}} {to.broken(to.at(update.where, EQUIVALENT), width, _INDENTED)}"
    return rf"&\quad {to.name(update.variable)}' = {body}{where}"
