"""The reference of the Python interface: signatures and docstrings of public names, and of the types in them.

What is public is in ``__all__`` of `noughts` and of `noughts.adapters`.  The group of a name is the heading
beneath which `docs/python.md` links to it.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from html import escape
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, StructMeta
from msgspec.structs import replace

from noughts.pages.site.colour import colour_writer
from noughts.weave.html import Article, article_of_prose
from noughts.weave.prose import Heading, ProseStyle, RenderedProse, for_the_keyboard, prose_html

REFERENCE: Final = "docs/reference.md"
"""The page of the manual that the reference is appended to."""
GROUPS: Final = "docs/python.md"
"""The page that groups the names."""
# Both are loaded by name: they are higher layers, of which only the docstrings are read.
_PACKAGE: Final = "noughts"
_ADAPTERS: Final = "noughts.adapters"
_LINK: Final = re.compile(r"\]\(reference\.md#([\w.]+)\)|^##+ (.*)$", re.MULTILINE)
# An example of a docstring, with what it prints.
_EXAMPLE: Final = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)
# A class in a signature, which is linked.
_TYPE: Final = re.compile(r"\b(?<!\.)[A-Z]\w+")
# The longest signature on one line.
_WIDTH: Final = 80


class PublicName(Struct, frozen=True):
    """A public name: its anchor on the page, the object, its signature, and the class whose member it is."""

    anchor: str
    what: Any
    signature: str
    owner: str = ""
    text: str | None = None
    """The docstring of a name that is read from the source; then `what` is the name of its module."""

    @property
    def module(self) -> str:
        """The name of the module that defines it."""
        function = (
            self.what.fget if isinstance(self.what, property) else getattr(self.what, "func", self.what)
        )
        return function if isinstance(function, str) else str(function.__module__)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of a class of data, which its docstring describes."""
        return self.what.__struct_fields__ if isinstance(self.what, StructMeta) else ()

    @property
    def docstring(self) -> str:
        """The docstring as Markdown."""
        text = inspect.getdoc(self.what) or "" if self.text is None else self.text
        if inspect.isclass(self.what) and not isinstance(self.what, StructMeta):
            text += f"\n\n{constructor(self.what)}"
        return _EXAMPLE.sub(lambda found: f"```python\n{found[0].rstrip()}\n```\n", text)


def public_names() -> Iterator[PublicName]:
    """All public names, classes followed by their members."""
    package = import_module(_PACKAGE)
    for name in package.__all__:
        yield from name_with_members(name, getattr(package, name))
    for name in import_module(_ADAPTERS).__all__:
        module = import_module(f"{_ADAPTERS}.{name}")
        for own, what in vars(module).items():
            if getattr(what, "__module__", "") == module.__name__ and not own.startswith("_"):
                yield from name_with_members(f"{name}.{own}", what)


def other_types(names: Mapping[str, PublicName]) -> Mapping[str, PublicName]:
    """The types of this program that signatures name and that are not public.

    They are read from the source: an alias is explained by the string below it, some names are imported only
    for type checkers, and some modules need an extra.
    """
    known = {anchor.rpartition(".")[2] for anchor in names}
    found = dict[str, PublicName]()
    waiting = list(names.values())
    for each in waiting:
        for word in _TYPE.findall(each.signature):
            if word not in known and (made := type_called(word, each.module)):
                known.add(word)
                found[word] = made
                waiting += [] if made.signature.startswith("class") else [made]  # an alias is made of types
    return dict(sorted(found.items()))


@cache
def syntax_of(module: str) -> ast.Module:
    """The syntax tree of a module of this program; an empty one for all others."""
    spec = find_spec(module) if module.split(".")[0] == _PACKAGE else None
    return ast.parse(Path(spec.origin).read_text("utf-8") if spec and spec.origin else "")


def type_called(word: str, module: str) -> PublicName | None:
    """The type of a name in a module of this program, or that it imports from another."""
    tree = syntax_of(module)
    for node, below in pairwise([*tree.body, ast.Pass()]):
        if isinstance(node, ast.ClassDef) and node.name == word:
            return PublicName(word, module, f"class {word}", text=ast.get_docstring(node))
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == word and node.value:
            text = ast.literal_eval(below.value) if isinstance(below, ast.Expr) else ""
            return PublicName(word, module, f"{word} = {ast.unparse(node.value)}", text=text)
    imports = (
        (each, node.module or "")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    )
    for each, other in imports:
        if word == (each.asname or each.name) and (made := type_called(each.name, other)):
            return replace(made, anchor=word)
    return None


def name_with_members(name: str, what: Any) -> Iterator[PublicName]:
    """A name, and those beneath it."""
    if not inspect.isclass(what):
        yield PublicName(name, what, signature_of(name, what))
        return
    yield PublicName(name, what, signature_of_class(name, what))
    for own, (member, raw) in members(what).items():
        is_value = isinstance(raw, property | cached_property)
        shown = (
            f"{own}: {returned(member)}" if is_value else signature_of(own, member, bound=raw is not member)
        )
        yield PublicName(f"{name}.{own}", member, shown, name)


def members(of: type) -> Mapping[str, tuple[Any, Any]]:
    """The public methods and properties of a class, as they are called and as the class defines them."""
    found = dict[str, tuple[Any, Any]]()
    for each in of.__mro__:
        for name, raw in vars(each).items() if each.__module__.startswith("noughts.") else ():
            if name.startswith("_") or name in found:
                continue
            if inspect.isfunction(raw) or isinstance(raw, property | cached_property):
                found[name] = raw, raw
            elif isinstance(raw, classmethod | staticmethod):
                found[name] = getattr(of, name), raw
    return found


def returned(of: property | cached_property[Any]) -> str:
    """The type of a property."""
    function = of.fget if isinstance(of, property) else of.func
    return str(inspect.signature(function).return_annotation) if function else ""


class Spelled(str):
    """A type as it is spelled in the source, without quotation marks in a signature."""

    __slots__ = ()
    __repr__ = str.__str__


def signature_of(name: str, function: Any, *, bound: bool = True) -> str:
    """The signature of a function, or of a method without its first parameter; broken if it is long."""
    signature = inspect.signature(function)
    given = [each.replace(annotation=spelled(each.annotation)) for each in signature.parameters.values()]
    if not bound:
        del given[0]
    shown = [*map(str, given)]
    keyword = [each.kind is each.KEYWORD_ONLY for each in given]
    if True in keyword and all(each.kind is not each.VAR_POSITIONAL for each in given):
        shown.insert(keyword.index(True), "*")
    result = spelled(signature.return_annotation)
    end = "" if result is signature.empty else f" -> {result!r}"
    line = f"{name}({', '.join(shown)}){end}"
    if len(line) <= _WIDTH:
        return line
    lines = "".join(f"    {each},\n" for each in shown)
    return f"{name}(\n{lines}){end}"


def spelled(annotation: Any) -> Any:
    """An annotation, which is a text in our own sources."""
    return Spelled(annotation) if isinstance(annotation, str) else annotation


def signature_of_class(name: str, of: type) -> str:
    """The fields of a class of data; the constructor of another, if it has a docstring."""
    own = name.rpartition(".")[2]
    if isinstance(of, StructMeta):
        return "\n".join((f"class {own}:", *(f"    {field}: {kind}" for field, kind in annotated(of))))
    return f"class {signature_of(own, of) if constructor(of) else own}"


def annotated(of: StructMeta) -> Iterator[tuple[str, Any]]:
    """The fields of a struct with their annotations."""
    written = ChainMap(*map(inspect.get_annotations, of.__mro__))
    return ((name, written[name]) for name in of.__struct_fields__)


def constructor(of: type) -> str:
    """The docstring of the constructor of a class; empty if it has none, since only the program calls it."""
    makers = (vars(of).get(name) for name in ("__init__", "__new__"))
    return next((text for maker in makers if (text := inspect.getdoc(maker) if maker else "")), "")


def grouped(names: Mapping[str, PublicName], manual: str) -> Mapping[str, list[str]]:
    """The names by the headings beneath which a page of the manual first links to them."""
    groups, seen, heading = dict[str, list[str]](), set[str](), ""
    for anchor, other in _LINK.findall(manual):
        heading = other or heading
        if anchor in names and not names[anchor].owner and anchor not in seen:
            seen.add(anchor)
            groups.setdefault(heading, []).append(anchor)
    return groups


def reference(introduction: RenderedProse, manual: str, style: ProseStyle) -> Article:
    """The page: its introduction, and the names in the groups of the manual."""
    names = {each.anchor: each for each in public_names()}
    others = other_types(names)
    names |= others
    headings, html = list(introduction.headings), ""
    for group, anchors in {**grouped(names, manual), "Other types": list(others)}.items():
        place = re.sub(r"\W+", "-", group.lower())
        headings.append(Heading(2, place, group))
        html += f'<h2 id="{place}">{escape(group)}</h2>'
        for anchor in anchors:
            for each in names.values():
                if anchor in (each.anchor, each.owner):
                    level = 4 if each.owner else 3
                    headings.append(Heading(level, each.anchor, each.anchor))
                    html += entry(each, level, names, style)
    return article_of_prose(RenderedProse(introduction.html + html, tuple(headings)))


def entry(each: PublicName, level: int, names: Mapping[str, PublicName], style: ProseStyle) -> str:
    """A name on the page, in whose signature and docstring other names are links."""

    def target(word: str) -> str:
        word = word.removeprefix("noughts.").removeprefix("adapters.")
        around = each.owner or each.anchor
        module = around.rpartition(".")[0]
        head, _, end = word.partition(".")
        if head in names and end in names[head].fields:
            return f"#{word}"
        found = (place for place in (f"{around}.{word}", f"{module}.{word}", word) if place in names)
        return next((f"#{place}" for place in found if place != each.anchor), "")

    def name(word: str) -> str:
        place = target(word)
        return f'<a href="{place}"><code>{escape(word)}</code></a>' if place else ""

    of_names = replace(style, name=name, has_anchors=False)
    signature = colour_writer(lambda word: target(word) if word in names else "")(
        "python", f"{each.signature}\n"
    )
    for own in each.fields:
        signature = signature.replace(f"    {own}:", f'    <span id="{each.anchor}.{own}">{own}</span>:')
    block = for_the_keyboard(f'<pre class="signature"><code>{signature}</code></pre>')
    return (
        f'<h{level} id="{each.anchor}"><code>{escape(each.anchor)}</code></h{level}>{block}'
        f"{prose_html(each.docstring, [], of_names).html}"
    )
