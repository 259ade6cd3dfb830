"""The grammar for tree-sitter reads what Noughts reads: both give the same nodes in the same places."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import tree_sitter
from hypothesis import given
from hypothesis import strategies as st

from editor_grammar import make
from noughts.documents import library
from noughts.language import tree as t
from noughts.language.builtins import OPERATORS
from noughts.language.parse import DocumentReader, Reader
from noughts.language.reduce import built
from noughts.language.show import laid_out, show_definition
from noughts.language.spelling import Spelling, spelling_of
from noughts.language.tokens import Token
from noughts.text.document import split_document
from noughts.text.source import Source
from tests.language.trees import DECLARATIONS, DEFINITIONS, with_v

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")  # of a strategy that fails

Tree: TypeAlias = tuple[Any, ...]
"""A node: its name, the places of characters where it begins and ends, and its parts."""

WORDS = {"NAME", "NUMERAL", "STRING", "ATOM", "PRIMED"}
SPELLINGS = st.sampled_from([Spelling.ASCII, Spelling.UNICODE])


class Nodes:
    """In place of the builder: what a rule makes of its parts is a node."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __getattr__(self, name: str) -> Any:
        return lambda place, parts: (name, place.start, place.end, tuple(self.nodes(parts)))

    def nodes(self, parts: list[Any]) -> Iterator[Tree]:
        for part in parts:
            if not isinstance(part, Token):
                yield part
            elif part.type in WORDS:
                yield part.type.lower(), part.start_pos, part.end_pos, ()


class Recording(Reader):
    """Keeps the nodes of what it reads."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.read: list[Tree] = []

    def tree(self, start: str, words: Any) -> Any:
        tree = super().tree(start, words)
        if tree is not None:
            self.read.append(built(start, words, Nodes(self.source)))  # type: ignore[arg-type]
        return tree


def by_noughts(text: str) -> list[Tree] | None:
    """The nodes of a text; ``None`` if it has an error, or LaTeX in a claim."""
    document = split_document(Source("text", text))
    reader = DocumentReader(document)
    reader.reader = recording = Recording(document.source, reader.macros)
    places = [*document.regions, *document.claims, *(each.expression for each in document.transcripts)]
    if reader.contents().problems or any("$" in each.text for each in document.claims):
        return None
    read = [each for each in recording.read if any(s.start <= each[1] and each[2] <= s.end for s in places)]
    return sorted(read, key=lambda each: each[1])


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What editors install."""
    folder = tmp_path_factory.mktemp("tree-sitter")
    make(folder)
    return folder


@pytest.fixture(scope="session")
def language(folder: Path) -> tree_sitter.Language:
    """The compiled grammar."""
    library = ctypes.PyDLL(str(folder / "parser" / "led.so"))
    library.tree_sitter_led.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return tree_sitter.Language(capsule(library.tree_sitter_led(), b"tree_sitter.Language", None))


def by_tree_sitter(language: tree_sitter.Language, text: str) -> list[Tree] | None:
    """The same; ``None`` if there is an error."""
    root = tree_sitter.Parser(language).parse(text.encode()).root_node
    if root.has_error:
        return None
    places = [number for number, character in enumerate(text) for _ in character.encode()]
    places.append(len(text))

    def node(part: tree_sitter.Node) -> Tree:
        return (
            part.type,
            places[part.start_byte],
            places[part.end_byte],
            tuple(map(node, part.named_children)),
        )

    inside = [node(part) for each in root.named_children for part in each.named_children]
    return [each for each in inside if each[0] not in ("uses", "game", "string")]


@pytest.mark.parametrize("name", library.names())
def test_the_library_is_read_the_same(language: tree_sitter.Language, name: str):
    text = library.path_of(name).read_text()
    assert by_tree_sitter(language, text) == by_noughts(text)


def test_what_the_parser_is_tested_with_is_read_the_same(language: tree_sitter.Language):
    texts = [
        path.read_bytes().decode("utf-8-sig", "replace")
        for path in Path(__file__).parents[1].glob("**/*.led")
    ]
    read = {text: nodes for text in texts if (nodes := by_noughts(text))}
    assert len(read) > 200
    assert {text: by_tree_sitter(language, text) for text in read} == read


@given(st.lists(DEFINITIONS.map(with_v), min_size=1, max_size=3), SPELLINGS, st.sampled_from([20, 80]))
def test_any_definitions_are_read_the_same(
    language: tree_sitter.Language, definitions: list[t.Definition], spelling: Spelling, width: int
):
    text = "\n".join(["/$", *(laid_out(each, spelling, width) for each in definitions), "$/"])
    assert by_tree_sitter(language, text) == by_noughts(text)


@given(DEFINITIONS.map(with_v), DECLARATIONS, SPELLINGS)
def test_any_signature_is_read_the_same(
    language: tree_sitter.Language, definition: t.Definition, declaration: t.Declaration, spelling: Spelling
):
    text = f"/$ {show_definition(definition, spelling)}\n{laid_out(declaration, spelling)} $/"
    assert by_tree_sitter(language, text) == by_noughts(text)


@pytest.mark.parametrize(
    "text",
    [
        "x := 1 ledGame y := 2",
        "V := 1 W := W V W V := 3",
        "x := 1 (a, b) := (g (c), 2) y := b",
        "action := 1 variable := action initially := variable when := {initially}",
        "variable x, y in S initially x = 1 action a(p, q in S, r in T): x' = y & y' = q V r automatic b",
        "variables X sub S initially x = 1 V y = 2 automatic c when x in X: x' = 0",
        "f : S -> T\ng : S → Pow(T)\nh := 1",
        "x := {y | y, z in S & w, v in T} p(x) iff Sum[a, b in S] f(a, b in S) > 0",
        "x\u00a0:=\u2003y\u2028z := 1",
    ],
)
def test_words_are_names_or_not_by_their_places(language: tree_sitter.Language, text: str):
    text = f'/$ uses a, "b.led"\n{text} $/ prose/? no claim?/ /? no ?/ cmd:>no\ncmd:>pp(1)\n"1"'
    assert (nodes := by_noughts(text)) is not None
    assert by_tree_sitter(language, text) == nodes


def test_an_error_leaves_the_other_definitions(language: tree_sitter.Language):
    text = "/$ x := {1, 2 + } y := 3 $/ and /? x = ?/ and /? y = 3 ?/"
    root = tree_sitter.Parser(language).parse(text.encode()).root_node
    assert root.has_error
    assert [each.type for each in root.named_children] == ["region", "claims", "claims"]


def test_every_sign_has_a_colour(folder: Path, language: tree_sitter.Language):
    query = tree_sitter.Query(language, (folder / "queries" / "led" / "highlights.scm").read_text())
    signs = [sign for row in OPERATORS.values() for sign in row.spellings]
    signs = [sign for sign in signs if spelling_of(sign) is not Spelling.LATEX]
    text = (
        "/$ " + " ".join(f"f{number}(x) := x {sign} `a" for number, sign in enumerate(signs)) + " ledGame $/"
    )
    root = tree_sitter.Parser(language).parse(text.encode()).root_node
    assert not root.has_error
    found = tree_sitter.QueryCursor(query).captures(root)
    coloured = {each.text for name in ("operator", "keyword") for each in found[name]}
    assert coloured == {sign.encode() for sign in (*signs, ":=", "ledGame")}
    assert {each.text for each in found["function"]} == {f"f{n}".encode() for n in range(len(signs))}
    assert {each.text for each in found["constant"]} == {b"`a"}
    assert {each.text for each in found["punctuation.special"]} == {b"/$", b"$/"}
