"""The scripts of this room as pages get them: ES modules joined into one script that imports nothing.

The text of a module stays as it was written ::

    // b.js                                 "b.js": () => {
    export const two = 1 + 1;               const two = 1 + 1;
                                            return { two };
                                     →      },
    // a.js                                 "a.js": () => {
    import { two } from "./b.js";           const { two } = take("b.js");
    console.log(two);                       console.log(two);
                                            return {};
                                            },

A module becomes a function that returns its exports, so no names can clash, and `take` runs it when it is
imported for the first time.  Imports and exports are recognised where they begin a line.  A name means the
same as in a browser that loads the modules, but for two things that are refused: modules that import each
other in a circle, and exported variables that change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from json import dumps
from posixpath import join, normpath
from typing import Final

from msgspec import Struct, field

FOLDERS: Final = ("language", "kernels", "solvers", "play", "face")
"""The folders whose modules make the scripts of a board; each imports from those before it."""

FACE: Final = "face/woven.js"
"""The entry module of a woven page."""

DRAFT: Final = "face/draft.js"
"""The entry module of a page whose document is sent by the page around it."""

# The entry module of a served page.
_SERVED: Final = "face/served.js"

# The entry module of a classroom's page.
_CLASS: Final = "face/class.js"

WORKERS: Final = "play/workers.js"
"""The entry module of a woven page's workers."""

# The entry module of a served page's workers.
_SERVED_WORKERS: Final = "play/served_workers.js"


@cache
def texts_in(folder: str) -> Mapping[str, str]:
    """The files of a folder of this room, by name."""
    return {file.name: file.read_text("utf-8") for file in files(__package__).joinpath(folder).iterdir()}


def page_ids() -> frozenset[str]:
    """The names of elements of the page, which a paper in it must leave alone."""
    parts = (texts_in("face")[name] for name in ("index.html", "room.js"))
    return frozenset(name for part in parts for name in re.findall(r'\bid="([^"]+)"', part))


def module_files() -> Mapping[str, str]:
    """The modules of a board, by their paths."""
    return {
        f"{folder}/{name}": text
        for folder in FOLDERS
        for name, text in texts_in(folder).items()
        if name.endswith(".js")
    }


def served_scripts() -> Mapping[str, str]:
    """The scripts of pages that are served: what a board runs itself, what its workers run, and a class."""
    return {
        "main.js": script_of(_SERVED),
        "workers.js": script_of(_SERVED_WORKERS),
        "class.js": script_of(_CLASS),
    }


@cache
def script_of(entry: str) -> str:
    """The script of all pages that begins with a module."""
    return "\n" + as_script(one_script(module_files(), entry))


def as_script(script: str) -> str:
    """A script as it stands in an element: nothing in it ends the element, or begins a comment of HTML."""
    return re.sub(r"<(/script|!--)", r"<\\\1", script, flags=re.IGNORECASE)


# An import or an export at the beginning of a line.
_STATEMENT: Final = re.compile(
    r"""
    ^[ \t]*(?:
      import\ (?:(?P<whole>[\w$]+)|\*\ as\ (?P<all>[\w$]+)|\{(?P<taken>[^}]*)\})\ from\ "(?P<module>[^"]+)";?
    | export\ \{(?P<listed>[^}]*)\}(?:\ from\ "(?P<source>[^"]+)")?;?
    | export\ (?P<default>default\ )?(?P<declared>(?:(?:async\ )?function\*?|class|const)\ (?P<name>[\w$]+))
    | export\ (?P<value>default\ )(?!function|class|async)
    | (?P<other>(?:import|export)\b(?!\s*[(.:=]).*)
    )
    """,
    re.VERBOSE | re.MULTILINE,
)
# A name in its braces, with the name that it has on the other side.
_RENAMED: Final = re.compile(r"([\w$]+)(?: as ([\w$]+))?")

_TAKE: Final = """\
const taken = new Map();

// What a module exports; it runs when it is asked for the first time.
function take(path) {
  if (!taken.has(path)) taken.set(path, modules[path]());
  return taken.get(path);
}
"""


class BadModule(ValueError):
    """A text is not a module as it is written here."""


def one_script(modules: Mapping[str, str], entry: str) -> str:
    """A script that runs the module of path `entry`, with all that it imports."""
    found: dict[str, Module] = {}
    add_module(modules, normpath(entry), found, ())
    functions = "\n".join(module.function for module in found.values())
    return (
        f'"use strict";\n\nconst modules = {{\n{functions}}};\n\n{_TAKE}\ntake({dumps(normpath(entry))});\n'
    )


def add_module(
    modules: Mapping[str, str], path: str, found: dict[str, Module], waiting: tuple[str, ...]
) -> None:
    """Put a module behind all that it imports; `waiting` are those that import it."""
    if path in waiting:
        raise BadModule(f"modules import each other: {' → '.join((*waiting, path))}")
    if path in found:
        return
    if path not in modules:
        raise BadModule(
            f"{waiting[-1] if waiting else 'the page'} imports {path}, and there is no such module"
        )
    module = Module(path, modules[path])
    for source, name in module.imports:
        add_module(modules, source, found, (*waiting, path))
        if name is not None and name not in found[source].exports:
            raise BadModule(f"{path} imports {name} of {source}, which does not export it")
    found[path] = module


class Module(Struct):
    """A module: its text without imports and exports, the names that it imports, each with the path of its
    module (``None`` for all names), and terms for what it exports, by name."""

    path: str
    text: str
    imports: list[tuple[str, str | None]] = field(default_factory=list)
    exports: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.text = _STATEMENT.sub(self.without_keyword, self.text)

    @property
    def function(self) -> str:
        """The module as a property of an object: a function that returns its exports."""
        given = ", ".join(name if name == own else f"{name}: {own}" for name, own in self.exports.items())
        returned = f"return {{ {given} }};" if given else "return {};"
        return f"{dumps(self.path)}: () => {{\n{self.text.rstrip()}\n{returned}\n}},\n"

    def without_keyword(self, found: re.Match[str]) -> str:
        """The text that replaces an import or export."""
        if found["module"]:
            return self.imported(found)
        if found["source"]:
            return self.passed_on(found)
        if found["declared"]:
            self.exports["default" if found["default"] else found["name"]] = found["name"]
            return found["declared"]
        if found["value"]:
            self.exports["default"] = "exported_default"
            return "const exported_default = "
        if found["other"]:
            raise BadModule(f"{self.path}: this import or export is not understood: {found['other'][:60]!r}")
        self.exports.update((other, own) for own, other in renamed_names(found["listed"]))
        return ""

    def imported(self, found: re.Match[str]) -> str:
        """The statement that takes what is imported."""
        source = self.path_of(found["module"])
        taken = f"take({dumps(source)})"
        if found["all"]:
            self.imports.append((source, None))
            return f"const {found['all']} = {taken};"
        names = f" default as {found['whole']} " if found["whole"] else found["taken"]
        self.imports.extend((source, name) for name, _ in renamed_names(names))
        return f"const {{{names.replace(' as ', ': ')}}} = {taken};"

    def passed_on(self, found: re.Match[str]) -> str:
        """The statement that runs a module whose exports this one exports, too."""
        source = self.path_of(found["source"])
        taken = f"take({dumps(source)})"
        for name, other in renamed_names(found["listed"]):
            self.imports.append((source, name))
            self.exports[other] = f"{taken}.{name}"
        return f"{taken};"

    def path_of(self, address: str) -> str:
        """The path of a module, whose address is relative to this one."""
        return normpath(join(self.path, "..", address))


def renamed_names(listed: str) -> Iterator[tuple[str, str]]:
    """The names in a list such as ``one, two as other``, each with the name that it gets."""
    return ((name, other or name) for name, other in _RENAMED.findall(listed))
