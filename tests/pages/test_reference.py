"""The reference of the Python interface has every public name, and each is described."""

from __future__ import annotations

import builtins
import collections.abc
import inspect
import re
import typing
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import resolve_name

import pytest
from msgspec import StructMeta

import noughts
import record
from noughts import adapters
from noughts.pages.site.leaf import leaves
from noughts.pages.site.reference import GROUPS, REFERENCE, PublicName, grouped, other_types, public_names
from noughts.pages.site.site import Weaver
from noughts.weave.html import Article
from tests.weave.pages import Page

NAMES: Mapping[str, PublicName] = {each.anchor: each for each in public_names()}
MANUAL = (record.ROOT / GROUPS).read_text("utf-8")


@cache
def article() -> Article:
    all_leaves = leaves()
    [leaf] = (leaf for leaf in all_leaves if leaf.name == REFERENCE)
    return Weaver({leaf.name: leaf.address for leaf in all_leaves}).woven(leaf).article


def test_the_names_are_those_that_can_be_imported() -> None:
    """As Python itself lists them: what a star imports, and what a reader of a class sees of it."""
    imported: dict[str, object] = {}
    exec("from noughts import *", imported)
    for module in adapters.__all__:
        assert import_module(f"noughts.adapters.{module}").__doc__
    public = {name for name in imported if not name.startswith("__")}
    assert {anchor for anchor, each in NAMES.items() if "." not in anchor} == public
    for name in public:
        what = imported[name]
        own = {key for key in vars(what) if not key.startswith("_")} if inspect.isclass(what) else set()
        described = {anchor.rpartition(".")[2] for anchor, each in NAMES.items() if each.owner == name}
        data = set(what.__struct_fields__) if isinstance(what, StructMeta) else set()
        assert own - described <= data | set(getattr(what, "__slots__", ())), name


def test_each_type_in_a_signature_is_explained() -> None:
    others = other_types(NAMES)
    assert {"AnyPlayer", "OwnPlayer", "Chooser", "Progress", "Side"} <= others.keys()
    public = {anchor.rpartition(".")[2] for anchor in NAMES}
    elsewhere = {"MultiDiGraph", "Path", "PathLike", "SyncVectorEnv"}
    python = {*vars(builtins), *vars(typing), *vars(collections.abc)}
    for each in NAMES.values():
        named = set(re.findall(r"\b(?<!\.)[A-Z]\w+", re.sub(r"'[^']*'|\"[^\"]*\"", "", each.signature)))
        assert named <= public | others.keys() | elsewhere | python, each.anchor
    assert others.keys() <= set(Page(article().html).anchors)
    assert all(each.docstring.strip() for each in others.values())


def test_the_page_about_python_links_to_each_name_once_or_more() -> None:
    listed = [name for names in grouped(NAMES, MANUAL).values() for name in names]
    assert sorted(listed) == sorted(anchor for anchor, each in NAMES.items() if not each.owner)
    linked = set(re.findall(r"\]\(reference\.md#([^)]*)\)", MANUAL))
    assert linked <= NAMES.keys()


def test_each_name_has_an_anchor_and_a_heading() -> None:
    anchors = Page(article().html).anchors
    own = {f"{anchor}.{field}" for anchor, each in NAMES.items() for field in each.fields}
    assert {"Value.winner", "Proof.line"} <= own
    assert NAMES.keys() | own <= set(anchors)
    assert len(anchors) == len(set(anchors))
    assert NAMES.keys() <= {heading.text for heading in article().headings}


@pytest.mark.parametrize("name", NAMES)
def test_each_name_is_described_and_so_is_each_of_its_fields(name: str) -> None:
    each = NAMES[name]
    assert each.docstring.strip().endswith((".", "```")), name
    if isinstance(each.what, StructMeta):
        named = set(re.findall(r"`(\w+)`", each.docstring))
        assert set(each.what.__struct_fields__) <= named


@pytest.mark.parametrize("name", NAMES)
def test_what_a_docstring_names_is_there(name: str) -> None:
    """Names stand between single backquotes, other code between two."""
    each = NAMES[name]
    prose = re.sub(r"``.*?``", "", inspect.getdoc(each.what) or "", flags=re.DOTALL)
    prose = re.sub(r"^(>>>|\.\.\.) .*(\n(?!\n).*)*", "", prose, flags=re.MULTILINE)
    named = re.findall(r"`([\w.]+)`", prose)
    assert [word for word in named if not is_known(word, each)] == []


def is_known(word: str, each: PublicName) -> bool:
    """Whether a word is a parameter, a field, a public name, or the name of something in this module."""
    around = each.owner or each.anchor
    module = around.rpartition(".")[0]
    places = (f"{around}.{word}", f"{module}.{word}", word.removeprefix("noughts."))
    if any(place in NAMES for place in places) or re.search(rf"\b{re.escape(word)}\b", each.signature):
        return True
    head, _, end = word.rpartition(".")
    if head in NAMES and end in getattr(NAMES[head].what, "__annotations__", ()):
        return True
    own = import_module(getattr(each.what, "__module__", "") or "noughts")
    owner = getattr(noughts, each.owner, None)
    if hasattr(own, word) or hasattr(owner, word) or word in getattr(owner, "__annotations__", ()):
        return True
    try:
        resolve_name(word if "." in word else f"noughts.{word}")
    except (ImportError, AttributeError, ValueError):
        return False
    return True
