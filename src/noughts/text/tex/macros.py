"""The macros of a document, expanded as TeX would, with the place of every token kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Span
from noughts.text.tex.token import Call, Feed, Lexer, Token, cut, text_of

# The most nested uses of macros; after that, a macro is assumed to call itself forever.
_DEEPEST_CALL = 200
# The most tokens from macros of one document: macros that double each other would produce any number.
_MOST_TOKENS = 2_000_000

# The commands that define a macro.
_DEFINING = {"newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"}


class Macro(Struct, frozen=True):
    """A macro of the document: a body with parameters ``#1`` …; `default` is that of an optional argument."""

    body: tuple[Token, ...]
    parameters: int = 0
    default: tuple[Token, ...] | None = None
    may_have_star: bool = False


class Expander(Feed):
    """The tokens of a text with its macros expanded and without their definitions."""

    def __init__(self, lexer: Lexer, macros: dict[str, Macro]) -> None:
        super().__init__(lexer.source, lexer=lexer)
        self.macros = macros
        self.made = 0

    def __iter__(self) -> Iterator[Token]:
        while (token := self.next()) is not None:
            yield token

    def next(self) -> Token | None:
        """The next token that neither uses nor defines a macro."""
        while (token := self.raw()) is not None:
            name = token.name
            if not name:
                return token
            if name in self.macros:
                self.expand(token)
            elif not self.defines(token):
                return token
        return None

    # Uses

    def expand(self, token: Token) -> None:
        """Replace the use of a macro by its body."""
        macro = self.macros[token.name]
        depth = 1 if token.call is None else token.call.depth + 1
        start, end = token.start, token.end
        arguments: list[list[Token]] = []
        if macro.may_have_star:
            self.star()
        if macro.default is not None:
            arguments.append(self.optional() or list(macro.default))
        while len(arguments) < macro.parameters:
            argument, last = self.argument()
            end = max(end, last) if token.call is None else end
            arguments.append(argument)
        span = Span(self.source, start, end) if token.call is None else token.call.span
        call = Call(token.text, span, token.call, depth)
        if depth > _DEEPEST_CALL:
            raise self.endless(call)
        made: list[Token] = []
        for part in macro.body:
            if part.kind == "parameter" and part.text[1:].isdigit():
                number = int(part.text[1:])
                made += arguments[number - 1] if 0 < number <= len(arguments) else []
            else:
                made.append(part._replace(start=span.start, end=span.end, call=call))
        self.made += len(made)
        if self.made > _MOST_TOKENS:
            fact = f"the macros of this document make more than {_MOST_TOKENS:,} tokens"
            raise DocumentError([Diagnostic("E110", fact, span, "simplify the macro that is used here")])
        self.back(*made)

    def endless(self, call: Call) -> DocumentError:
        """The error that a macro calls itself, with the chain of macros until one occurs again."""
        chain = call.chain()
        seen = chain[: next(place for place, name in enumerate(chain) if name in chain[:place]) + 1]
        fact = f"the macro `{chain[0]}` never ends: {' → '.join(seen)}"
        return DocumentError([Diagnostic("E110", fact, call.span, "a macro cannot be used in its own body")])

    # Definitions

    def defines(self, token: Token) -> bool:
        """Whether a command defines a macro; if so, it is added."""
        name = token.name
        if name in _DEFINING:
            self.new_command()
        elif name in ("def", "gdef", "edef"):
            self.plain_definition()
        elif name == "DeclareMathOperator":
            self.operator()
        elif name == "DeclarePairedDelimiter":
            self.paired_delimiter()
        elif name == "let":
            self.alias()
        else:
            return False
        return True

    def new_command(self) -> None:
        """``\\newcommand{\\name}[2][default]{body}``, with or without a star and braces."""
        self.star()
        names, _ = self.argument()
        count, default = self.optional(), self.optional()
        body, _ = self.argument()
        digits = text_of(count or ())
        parameters = int(digits) if digits.strip().isdigit() else 0
        if name := command_in(names):
            self.macros[name] = Macro(tuple(body), parameters, None if default is None else tuple(default))

    def plain_definition(self) -> None:
        """``\\def\\name#1#2{body}``; one whose parameters are delimited by other text is ignored."""
        target = self.skip_space()
        pattern: list[Token] = []
        while (token := self.raw()) is not None and token.kind != "open":
            pattern.append(token)
        if token is None or target is None or target.kind != "command":
            return
        body, _ = self.group(token)
        if all(part.kind == "parameter" for part in pattern):
            self.macros[target.name] = Macro(tuple(body), len(pattern))
        else:
            self.macros.pop(target.name, None)

    def operator(self) -> None:
        """``\\DeclareMathOperator{\\name}{text}``."""
        self.star()
        names, _ = self.argument()
        body, _ = self.argument()
        if (name := command_in(names)) and body:
            first, last = body[0], body[-1]
            self.macros[name] = Macro(
                (
                    first._replace(kind="command", text="\\operatorname"),
                    first._replace(kind="open", text="{"),
                    *body,
                    last._replace(kind="close", text="}"),
                )
            )

    def paired_delimiter(self) -> None:
        """``\\DeclarePairedDelimiter{\\abs}{\\lvert}{\\rvert}``, whose uses may set a size: ``\\abs*{x}``,
        ``\\abs[\\big]{x}``."""
        names, _ = self.argument()
        opening, _ = self.argument()
        closing, _ = self.argument()
        if (name := command_in(names)) and opening and closing:
            inner = opening[0]._replace(kind="parameter", text="#2")
            self.macros[name] = Macro((*opening, inner, *closing), 2, default=(), may_have_star=True)

    def alias(self) -> None:
        """``\\let\\name=\\other``."""
        target, other = self.skip_space(), self.skip_space()
        if other is not None and other.text == "=":
            other = self.skip_space()
        if target is not None and other is not None and target.kind == "command":
            self.macros[target.name] = self.macros.get(other.name, Macro((other,)))

    def star(self) -> None:
        """Skip a star."""
        token = self.skip_space()
        if token is not None and token.text.startswith("*"):
            token = cut(token, 1, len(token.text))
        if token is not None and token.text:
            self.back(token)


def command_in(tokens: Sequence[Token]) -> str:
    """The name of the one command among some tokens."""
    return next((token.name for token in tokens if token.name), "")
