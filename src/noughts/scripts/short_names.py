"""Scripts with short names: every variable of a module gets one or two letters, properties stay.

    const { two: pair, three } = numbers;      const{two:b,three:a}=c;
    return { pair, sum: pair + three(2) };  →  return{pair:b,sum:b+a(2)};

All variables of one name in a module get the same short name, whichever function they belong to, and no
two names get the same one.  So each name means the declaration that it meant before, and no scope has to be
known; only what a browser declares must keep its name (`GLOBALS`), and properties must be told from
variables, which the tokens around them do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise, product
from string import ascii_letters
from typing import Final, Literal, TypeAlias

from noughts.scripts.tokens import BadScript, Token, template_parts, tokens

Use: TypeAlias = Literal["variable", "shorthand", "private"]
"""How a name is used: as a variable, as one that also names a property (`{ name }`), or behind a ``#``."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_KEYWORDS: Final = _words(
    "as async await break case catch class const continue default delete do else export extends false "
    "finally for from function get if import in instanceof let new null of return set static super "
    "switch this throw true try typeof var void while yield"
)
GLOBALS: Final = _words(
    "Array ArrayBuffer BigInt Blob Boolean CSS DOMPoint DOMRect Date Document Error "
    "Event Float64Array Image Infinity Int32Array Int8Array JSON Map Math NaN Node Number Object "
    "Promise RangeError RegExp ResizeObserver Response Screen Set String Symbol TextDecoder TextEncoder "
    "TypeError URL URLSearchParams Uint16Array Uint32Array Uint8Array WeakMap WebSocket Worker XMLSerializer "
    "addEventListener arguments atob btoa cancelAnimationFrame clearInterval clearTimeout closed "
    "console crypto decodeURIComponent document encodeURIComponent event fetch find frames "
    "getComputedStyle globalThis history length localStorage location matchMedia name navigator open "
    "parent performance postMessage queueMicrotask requestAnimationFrame screen self sessionStorage "
    "setInterval setTimeout stop structuredClone top undefined window"
)
"""Names that browsers declare, as far as they stand in a module of ours: they stay, whoever declares them."""

_BEFORE_BLOCK: Final = frozenset(
    [")", "=>", ";", "{", "}", "else", "do", "try", "finally", "catch", "static"]
)
_BEFORE_OBJECT: Final = frozenset(
    [
        "(",
        "[",
        ",",
        "=",
        "?",
        ":",
        "...",
        "&&",
        "||",
        "??",
        "??=",
        "return",
        "const",
        "let",
        "of",
        "in",
        "throw",
    ]
)
"""What stands before the braces of a block, and before those of an object or a pattern."""
_GOES_ON: Final = frozenset(["else", "catch", "finally", "while"])
"""What continues a statement behind a closing brace."""
_MODIFIERS: Final = frozenset(["async", "get", "set", "static"])


Region: TypeAlias = tuple[int, ...]
"""A part of a script: the numbers of statements and blocks that lead to it from outside."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A token, how it uses a name if it is one, the region that a name would be declared in, and where it is.

    The place is in the region; what stands in a statement and in no bracket of it is declared around it.
    """

    token: Token
    use: Use | None
    region: Region
    place: Region


@dataclass(slots=True)
class _Bracket:
    """An open bracket, the region and the place of what is in it, and whether a word would name a property.

    A block and a class are divided into statements and members, which are numbered.
    """

    kind: Literal["block", "object", "class", "other"]
    region: Region
    around: Region = ()
    at_key: bool = False
    statement: int = 0

    @property
    def place(self) -> Region:
        """Where the next token is."""
        return (*self.region, self.statement) if self.kind in ("block", "class") else self.around

    def end(self) -> None:
        """A statement or a member ends, if it is in one that has some."""
        self.statement += 1
        self.at_key = self.kind == "class"


def renamed(script: Sequence[Token]) -> str:
    """A script with short names for its variables."""
    parts = list(_parts(script, ";", _Bracket("block", ())))
    names = short_names([(part.token.text, part.region, part.place) for part in parts if part.use])
    return "".join(_written(part, names) for part in parts)


def variables(script: Sequence[Token]) -> set[str]:
    """The names of the variables in a script, whoever declares them."""
    parts = _parts(script, ";", _Bracket("block", ()))
    return {part.token.text for part in parts if part.use in ("variable", "shorthand")}


def short_names(used: Sequence[tuple[str, Region, Region]]) -> Mapping[tuple[str, Region], str]:
    """The short name of each name in each region where it is used; the names of browsers have none.

    The variable of a name is declared at latest in the outermost region around it that has the name itself.
    It may have the short name of another one that is not used where it is.
    """
    used = [use for use in used if use[0] not in GLOBALS]
    named = {(name, region) for name, region, _ in used}
    home = {(name, region): _outermost(name, region, named) for name, region in named}
    own: dict[Region, Counter[str]] = defaultdict(Counter)
    from_outside: dict[Region, set[tuple[str, Region]]] = defaultdict(set)
    for name, region, place in used:
        declared = home[name, region]
        own[declared][name] += 1
        for length in range(len(declared) + 1, len(place) + 1):
            from_outside[place[:length]].add((name, declared))
    given: dict[tuple[str, Region], str] = {}
    for region in sorted(own, key=len):
        taken = {given[variable] for variable in from_outside[region]}
        taken |= {
            given[name, region[:-1]] for name in own.get(region[:-1], ())
        }  # parameters, if it is a body
        free = (name for name in _short() if name not in taken and f"#{name}" not in taken)
        for name in own[region]:
            given[name, region] = f"#{next(free)}" if name[0] == "#" else next(free)
    return {(name, region): given[name, declared] for (name, region), declared in home.items()}


def _outermost(name: str, region: Region, places: Collection[tuple[str, Region]]) -> Region:
    """The outermost region around a region in which a name stands."""
    around = (region[:length] for length in range(len(region) + 1))
    return next(each for each in around if (name, each) in places)


def _short() -> Iterator[str]:
    """``a``, ``b``, … ``Z``, ``aa``, ``ab`` and so on."""
    for length in count(1):
        for name in map("".join, product(ascii_letters, repeat=length)):
            if name not in GLOBALS and name not in _KEYWORDS:
                yield name


def _written(part: _Part, names: Mapping[tuple[str, Region], str]) -> str:
    text = part.token.text
    short = names.get((text, part.region), text) if part.use else text
    return f"{text}:{short}" if part.use == "shorthand" and short != text else short


def _parts(found: Sequence[Token], before: str, around: _Bracket) -> Iterator[_Part]:
    """The tokens that stand in a bracket, behind one of a text."""
    said = [at for at, token in enumerate(found) if token.kind not in ("space", "comment")]
    after = {at: found[later].text for at, later in pairwise(said)}
    brackets = _Brackets([around])
    for at, token in enumerate(found):
        inner = brackets.open[-1]
        if token.kind == "template":
            yield from _parts_of_template(token.text, inner.place)
        else:
            use = _use(token, before, after.get(at, ""), inner)
            yield _Part(token, use, inner.region, inner.place)
        if token.kind not in ("space", "comment"):
            brackets.follow(token, before, after.get(at, ""))
            before = token.text


def _parts_of_template(text: str, place: Region) -> Iterator[_Part]:
    for part in template_parts(text):
        if part.kind == "template":
            yield _Part(part, None, place, place)
        else:
            yield from _parts(tokens(part.text), "(", _Bracket("other", place, place))


def _use(token: Token, before: str, after: str, bracket: _Bracket) -> Use | None:
    """How a token uses a name."""
    name = token.text
    if token.kind != "word" or name[0].isdigit() or name in _KEYWORDS:
        return None
    if name[0] == "#":
        return "private"
    if before in (".", "?."):
        return None
    if bracket.kind == "object" and bracket.at_key:
        return "shorthand" if after in (",", "}", "=") else None
    return None if bracket.kind == "class" and bracket.at_key else "variable"


@dataclass(slots=True)
class _Brackets:
    """The brackets that are open at a place of a script, the innermost last."""

    open: list[_Bracket]
    blocks: int = 0
    class_begins: bool = False

    def follow(self, token: Token, before: str, after: str) -> None:
        """Open and close them behind a token."""
        text, inner = token.text, self.open[-1]
        if text == "class" and before != "." and not (inner.kind == "object" and inner.at_key):
            self.class_begins = True
        if token.kind != "sign":
            inner.at_key = inner.at_key and (inner.kind == "class" or text in _MODIFIERS)
        elif text == "{":
            self.open.append(self.braces(before))
        elif text in ("(", "["):
            self.open.append(_Bracket("other", inner.place if text == "(" else inner.region, inner.place))
        elif text in (")", "]", "}"):
            closed = self.open.pop()
            if closed.kind in ("block", "class") and after not in _GOES_ON:
                self.open[-1].end()
        elif text == ";":
            inner.end()
        elif inner.kind in ("object", "class"):
            inner.at_key = text == "," if inner.kind == "object" else text != "=" and inner.at_key

    def braces(self, before: str) -> _Bracket:
        """The braces that open behind a token."""
        inner = self.open[-1]
        self.blocks += 1
        if self.class_begins:
            self.class_begins = False
            return _Bracket("class", (*inner.place, self.blocks), at_key=True)
        if before in _BEFORE_BLOCK:
            return _Bracket("block", (*inner.place, self.blocks))
        if before in _BEFORE_OBJECT:
            return _Bracket("object", inner.region, inner.place, at_key=True)
        raise BadScript(f"a brace behind {before!r} is not understood")
