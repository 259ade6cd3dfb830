"""The builder of the syntax tree from the parse by the grammar."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, cast
from unicodedata import normalize

from noughts.language import tree as t
from noughts.language.builtins import OPERATORS
from noughts.language.precedence import is_membership
from noughts.language.tokens import Token
from noughts.text.diagnostic import Diagnostic
from noughts.text.source import Source, Span
from noughts.values.arithmetic import normal
from noughts.values.show import LONGEST_NUMERAL, whole_value

# The key of each operator by its terminal.
_KEYS: dict[str, str] = {row.terminal: key for key, row in OPERATORS.items()}
# The functions that have a form of their own in the grammar.
_FUNCTIONS: dict[str, t.Function] = {"POW": "Pow", "FLOOR": "floor", "CEIL": "ceil"}
# The big operators, by their names in the grammar.
_FOLDS: dict[str, t.Fold] = {"BIG_UNION": "U", "BIG_SEC": "Sec", "BIG_SUM": "Sum", "BIG_PROD": "Prod"}


def name_of(word: Token) -> str:
    """The name that a word spells, in Unicode's NFC: an accent may be part of its letter or follow it."""
    return str(word) if word.isascii() else normalize("NFC", str(word))


def numeral_value(text: str) -> int | Fraction:
    """The exact value of a numeral: ``1.2(34..)`` is 1.2343434…"""
    if text.isdecimal():
        return whole_value(text)
    plain, _, block = text.rstrip(")").rstrip(".").partition("(") if "(" in text else (text, "", "")
    whole, _, digits = plain.partition(".")
    value = Fraction(whole_value(whole)) + Fraction(whole_value(digits), 10 ** len(digits))
    if block:
        value += Fraction(whole_value(block), (10 ** len(block) - 1) * 10 ** len(digits))
    return normal(value)


class Builder:
    """One method for each rule of the grammar, with the place of what is parsed and its parts."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Diagnostic] = []
        self.repeats = False
        """Whether a part was made that stands for copies of others."""
        self.in_parentheses: set[int] = set()  # by identity of trees, which all live as long as this builder

    def at(self, word: Token) -> Span:
        """The span of a word."""
        return Span(self.source, word.start_pos, word.end_pos)

    # Definitions

    def definition(self, span: Span, parts: list[Any]) -> t.Definition:
        """Head, body and where."""
        name, *rest = parts
        parameters: tuple[t.Pattern, ...] = rest.pop(0) if isinstance(rest[0], tuple) else ()
        sign, clauses, *where = rest
        return t.Definition(
            name_of(name),
            parameters,
            sign.type == "IFF",
            clauses,
            where[0] if where else None,
            span=span,
            head=self.at(name),
        )

    def parts(self, span: Span, parts: list[Any]) -> t.Parts:
        """``(x, y) := body where p``."""
        names, _, clauses, *where = parts
        return t.Parts(names, clauses, where[0] if where else None, span=span)

    def several(self, span: Span, patterns: list[t.Pattern]) -> t.TuplePattern:
        """The names that a tuple defines."""
        self.problems += map(no_name, t.compared(patterns))
        return t.TuplePattern(tuple(patterns), span=span)

    def parameters(self, span: Span, patterns: list[t.Pattern]) -> tuple[t.Pattern, ...]:
        """The parameters in a head: names, and tuples of names."""
        self.problems += map(no_parameter, t.compared(patterns))
        return tuple(patterns)

    def names(self, names: list[Token]) -> tuple[t.Parameter, ...]:
        """Names that are declared together."""
        return tuple(t.Parameter(name_of(name), span=self.at(name)) for name in names)

    def plain(self, span: Span, parts: list[t.Expression]) -> tuple[t.Clause, ...]:
        """A body of one term."""
        return (t.Clause(parts[0], None, span=span),)

    def clauses(self, span: Span, parts: list[t.Clause]) -> tuple[t.Clause, ...]:
        """Guarded terms; only the last may stand without a guard."""
        for clause in parts[:-1]:
            if clause.guard is None:
                self.problems.append(
                    Diagnostic(
                        "E207",
                        "`otherwise` stands before the last clause, so what follows it is never used",
                        clause.span,
                        "move this clause to the end, or give it a guard with `if`",
                    )
                )
        return tuple(parts)

    def guarded(self, span: Span, parts: list[Any]) -> t.Clause:
        """``term if guard``."""
        return t.Clause(parts[0], parts[2], span=span)

    def otherwise(self, span: Span, parts: list[Any]) -> t.Clause:
        """``term otherwise``."""
        return t.Clause(parts[0], None, span=span)

    def where(self, span: Span, parts: list[Any]) -> t.Expression:
        """The sentence after ``where``."""
        return cast(t.Expression, parts[1])

    def signature(self, span: Span, parts: list[Any]) -> t.Declaration:
        """``f : K -> L``."""
        name, _, *kinds = parts
        takes, gives = (kinds[0], kinds[2]) if len(kinds) > 1 else (None, kinds[0])
        return t.Declaration(name_of(name), takes, gives, span=span, head=self.at(name))

    # Machines

    def variables(self, span: Span, parts: list[Any]) -> t.Variables:
        """``variable x, y in S``."""
        _, *names, sign, range = parts
        return t.Variables(self.names(names), "in" if sign.type == "IN" else "sub", range, span=span)

    def initially(self, span: Span, parts: list[Any]) -> t.Initially:
        """``initially p``."""
        return t.Initially(parts[1], head=self.at(parts[0]), span=span)

    def action(self, span: Span, parts: list[Any]) -> t.Action:
        """The head of an action; its updates are read apart from it."""
        sign, name, *rest = parts
        choices = rest.pop(0) if rest and isinstance(rest[0], tuple) else ()
        return t.Action(
            name_of(name),
            choices,
            rest[1] if rest else None,
            (),
            sign.type == "AUTOMATIC",
            head=self.at(name),
            span=span,
        )

    def choices(self, span: Span, parts: list[list[t.ActionParameter]]) -> tuple[t.ActionParameter, ...]:
        """The parameters of an action."""
        return tuple(one for several in parts for one in several)

    def choice(self, span: Span, parts: list[Any]) -> list[t.ActionParameter]:
        """``x, y in S``: a parameter for each name."""
        *names, _, domain = parts
        return [t.ActionParameter(name_of(name), domain, span=self.at(name)) for name in names]

    def update(self, span: Span, parts: list[Any]) -> t.Update:
        """``x' = body where p``."""
        name, clauses, *where = parts
        return t.Update(
            name_of(name)[:-1], clauses, where[0] if where else None, head=self.at(name), span=span
        )

    # Tests

    def claim(self, span: Span, parts: list[t.Expression]) -> t.Claim:
        """A sentence and its where."""
        return t.Claim(parts[0], parts[1] if len(parts) > 1 else None, span=span)

    def for_any(self, span: Span, parts: list[Any]) -> t.ForAny:
        """``for any n in N. p``."""
        _, *several, body = parts
        return t.ForAny(tuple(one for some in several for one in some), body, span=span)

    def expression(self, span: Span, parts: list[t.Expression]) -> t.Expression:
        """An expression on its own, perhaps with a `where`, as in parentheses."""
        return parts[0] if len(parts) == 1 else self.block(span, parts)

    # Sentences

    def equivalence(self, span: Span, parts: list[Any]) -> t.Equivalent:
        """``p <=> q``."""
        return t.Equivalent(parts[0], parts[2], span=span)

    def implication(self, span: Span, parts: list[Any]) -> t.Implies:
        """``p => q``."""
        return t.Implies(parts[0], parts[2], span=span)

    def disjunction(self, span: Span, parts: list[Any]) -> t.Or:
        """``p V q``, flat to the left."""
        first, *others = parts[::2]
        return t.Or((*(first.parts if isinstance(first, t.Or) else (first,)), *others), span=span)

    def conjunction(self, span: Span, parts: list[Any]) -> t.And:
        """``p & q``, flat to the left."""
        first, *others = parts[::2]
        return t.And((*(first.parts if isinstance(first, t.And) else (first,)), *others), span=span)

    def members(self, span: Span, parts: list[Any]) -> t.Members:
        """``x, y in S``."""
        *words, _, domain = parts
        self.repeats = True
        names = [t.Name(name_of(word), span=self.at(word)) for word in words if word.type == "NAME"]
        return t.Members(tuple(names), domain, span=span)

    def negation(self, span: Span, parts: list[Any]) -> t.Not:
        """``~p``."""
        return t.Not(parts[1], span=span)

    def quantified(self, span: Span, parts: list[Any]) -> t.Quantified:
        """``some x, y in s. p``; ``some a sub s. p`` is ``some a in Pow(s). p``."""
        sign, *patterns, relation, domain, body = parts
        if relation.type == "SUBSET":
            domain = t.Apply("Pow", domain, span=domain.span)
        self.repeats = self.repeats or len(patterns) > 1
        quantifier: Literal["some", "all"] = "some" if sign.type == "SOME" else "all"
        return t.Quantified(quantifier, tuple(patterns), domain, body, span=span)

    def name_pattern(self, span: Span, parts: list[Token]) -> t.Parameter:
        """A name that a quantifier binds."""
        return t.Parameter(name_of(parts[0]), span=span)

    def group_pattern(self, span: Span, parts: list[t.Pattern]) -> t.Pattern:
        """``(x)`` is x."""
        return parts[0]

    def tuple_pattern(self, span: Span, parts: list[t.Pattern]) -> t.TuplePattern:
        """``(x, y)``, ``(x,)``, ``()``."""
        return t.TuplePattern(tuple(parts), span=span)

    def maplet_pattern(self, span: Span, parts: list[Any]) -> t.MapletPattern:
        """``k |-> v``."""
        return t.MapletPattern((parts[0], parts[2]), span=span)

    def comparing(self, span: Span, parts: list[Token]) -> t.Comparison:
        """The sign of a comparison."""
        return _KEYS[parts[0].type]

    def comparison(self, span: Span, parts: list[Any]) -> t.Compare:
        """One comparison, or a chain of one direction."""
        operators: Sequence[t.Comparison] = parts[1::2]
        self.repeats = self.repeats or len(operators) > 1
        if len(operators) > 1 and not (set(operators) <= {"<", "<="} or set(operators) <= {">", ">="}):
            self.problems.append(
                Diagnostic(
                    "E209",
                    f"the comparisons {', '.join(f'`{o}`' for o in operators)} do not make a chain",
                    span,
                    "chains go one way, `a < b <= c` or `a > b >= c`; join others with `&`",
                )
            )
        return t.Compare(tuple(operators), tuple(parts[::2]), span=span)

    # Terms

    def binary(self, span: Span, parts: list[Any]) -> t.Binary:
        """``a op b``."""
        return t.Binary(_KEYS[parts[1].type], parts[0], parts[2], span=span)

    def negative(self, span: Span, parts: list[Any]) -> t.Negative:
        """``-a``."""
        return t.Negative(parts[1], span=span)

    def aggregate(self, span: Span, parts: list[Any]) -> t.Aggregate:
        """``Sum[p] e`` and its like."""
        return t.Aggregate(_FOLDS[parts[0].type], parts[1], parts[2], span=span)

    def index(self, span: Span, parts: list[Any]) -> t.Index:
        """``t[i]``."""
        return t.Index(parts[0], parts[1], span=span)

    def slice(self, span: Span, parts: list[Any]) -> t.Index:
        """``t[i..j]``."""
        return t.Index(parts[0], parts[1], parts[2], span=span)

    def maplet(self, span: Span, parts: list[Any]) -> t.Maplet:
        """``k |-> v``."""
        return t.Maplet((parts[0], parts[2]), span=span)

    def change(self, span: Span, parts: list[Any]) -> t.Changed:
        """``t[k |-> v, …]``."""
        return t.Changed(parts[0], (*parts[1:],), span=span)

    def numeral(self, span: Span, parts: list[Token]) -> t.Numeral:
        """A number."""
        if len(parts[0]) > LONGEST_NUMERAL:
            fact = f"this numeral has {len(parts[0]):,} characters, more than the {LONGEST_NUMERAL:,} allowed"
            help = "write it as a product or a power, such as `10^5000`"
            self.problems.append(Diagnostic("E404", fact, span, help))
            return t.Numeral(0, span=span)
        return t.Numeral(numeral_value(parts[0]), span=span)

    def string(self, span: Span, parts: list[Token]) -> t.String:
        """A text."""
        return t.String(parts[0][1:-1], span=span)

    def atom(self, span: Span, parts: list[Token]) -> t.AtomName:
        """An atom."""
        return t.AtomName(name_of(parts[0])[1:], span=span)

    def true(self, span: Span, parts: list[Token]) -> t.TruthWord:
        """``true``."""
        return t.TruthWord(True, span=span)

    def false(self, span: Span, parts: list[Token]) -> t.TruthWord:
        """``false``."""
        return t.TruthWord(False, span=span)

    def name(self, span: Span, parts: list[Token]) -> t.Name:
        """A name."""
        return t.Name(name_of(parts[0]), span=span)

    def call(self, span: Span, parts: list[Any]) -> t.Call:
        """``f(a, …)``."""
        return t.Call(name_of(parts[0]), tuple(parts[1:]), head=self.at(parts[0]), span=span)

    def builtin(self, span: Span, parts: list[Any]) -> t.Apply:
        """``Pow(a)``, ``floor(a)``, ``ceil(a)``."""
        return t.Apply(_FUNCTIONS[parts[0].type], parts[1], span=span)

    def floor(self, span: Span, parts: list[Any]) -> t.Apply:
        """``⌊a⌋``."""
        return t.Apply("floor", parts[0], span=span)

    def ceiling(self, span: Span, parts: list[Any]) -> t.Apply:
        """``⌈a⌉``."""
        return t.Apply("ceil", parts[0], span=span)

    def magnitude(self, span: Span, parts: list[Any]) -> t.Apply:
        """``|a|``."""
        return t.Apply("|…|", parts[0], span=span)

    def group(self, span: Span, parts: list[Any]) -> t.Expression:
        """``(e)`` is e."""
        self.in_parentheses.add(id(parts[0]))
        return cast(t.Expression, parts[0])

    def block(self, span: Span, parts: list[Any]) -> t.Block:
        """``(a if p; b otherwise where q)``, ``(a where q)``."""
        where: list[t.Expression] = [] if isinstance(parts[-1], t.Clause) else [parts.pop()]
        if not isinstance(parts[0], t.Clause):
            parts = [t.Clause(parts[0], None, span=parts[0].span)]
        return t.Block(self.clauses(span, parts), *where, span=span)

    def tuple(self, span: Span, parts: list[Any]) -> t.TupleOf:
        """``(a, b)``, ``(a,)``, ``()``."""
        return t.TupleOf((*parts,), span=span)

    def empty(self, span: Span, parts: list[Any]) -> t.SetOf:
        """``{}``."""
        return t.SetOf((), span=span)

    def listing(self, span: Span, parts: list[Any]) -> t.SetOf:
        """``{a, b}``."""
        return t.SetOf((*parts,), span=span)

    def range(self, span: Span, parts: list[Any]) -> t.Range:
        """``{m..n}``."""
        return t.Range(parts[0], parts[1], span=span)

    def comprehension(self, span: Span, parts: list[Any]) -> t.Comprehension:
        """``{t | p}``; ``{x in S | p}`` is ``{x | x in S & p}``, and so is ``{a sub s | p}``."""
        term, condition = parts
        if is_membership(term) and id(term) not in self.in_parentheses:
            condition = t.And((term, *t.conjuncts(condition)), span=term.span.to(condition.span))
            term = term.operands[0]
        return t.Comprehension(term, condition, span=span)


def no_name(part: t.Pattern) -> Diagnostic:
    """The error of a tuple of defined names with a part that is no name."""
    fact = f"`{part.span.text}` cannot stand among the names that a tuple defines"
    return Diagnostic("E105", fact, part.span, "write a name for each part: `(a, b) := t`")


def no_parameter(part: t.Pattern) -> Diagnostic:
    """The error of a parameter, or a part of one, that is no name."""
    fact = f"`{part.span.text}` cannot stand among the parameters of a definition"
    help = f"a parameter is a name, or a tuple of names; cases are clauses: `… if n = {part.span.text}; …`"
    return Diagnostic("E105", fact, part.span, help)
