"""Scripts taken apart and shortened: all that says something stays, in its order."""

from __future__ import annotations

import pytest

from noughts.pages.live_page import FOLDERS, module_files
from noughts.scripts.tokens import BadScript, shortened, shortened_style, tokens

ODD = r"""
const half = 1 /2/ 3, name = /[/'"`]\/\s+/g.exec("a // b");
const template = `one ${ `two ${ {}.x } // three` } /* four */`;
const counter = half+ +half - -half, ratio = 1 .toFixed(); // a comment
let a = half
;[1, 2].forEach((each) => each)
/* a long
   comment */ const yes = a in{}, no = typeof/x/, wide = "\"//\"" + 'it\'s';
return_
++a
"""


def said(script: str) -> list[str]:
    """The tokens that say something."""
    return [token.text for token in tokens(script) if token.kind not in ("space", "comment")]


@pytest.mark.parametrize("folder", FOLDERS)
def test_our_modules_are_taken_apart_and_lose_nothing(folder: str) -> None:
    scripts = [text for path, text in module_files().items() if path.startswith(f"{folder}/")]
    assert scripts, "there are modules in this folder"
    for script in scripts:
        assert "".join(token.text for token in tokens(script)) == script
        assert said(shortened(script)) == said(script)
        assert len(shortened(script)) < len(script)
        assert shortened(shortened(script)) == shortened(script)


def test_strings_templates_and_regular_expressions_stay_as_they_are() -> None:
    kinds = {token.text: token.kind for token in tokens(ODD)}
    assert [text for text, kind in kinds.items() if kind == "regex"] == [r"""/[/'"`]\/\s+/g""", "/x/"]
    assert kinds['"a // b"'] == "string"
    assert [text for text, kind in kinds.items() if kind == "template"] == [
        "`one ${ `two ${ {}.x } // three` } /* four */`"
    ]
    assert said(shortened(ODD)) == said(ODD)


def test_line_breaks_stay_where_they_may_end_a_statement() -> None:
    assert shortened("a\n++b") == "a\n++b"
    assert shortened("return\nx") == "return\nx"
    assert shortened("f(\n  a,\n  b,\n);\n\ng( )") == "f(a,b,);g()"
    assert shortened("a + +b; c - -d; e / /f/") == "a+ +b;c- -d;e/ /f/"


@pytest.mark.parametrize("script", ['"no end', "`no ${ end", "`no end", "x = /no end\n"])
def test_what_has_no_end_is_refused(script: str) -> None:
    with pytest.raises(BadScript, match="has no end"):
        tokens(script)


def test_a_style_is_shortened_outside_of_its_strings() -> None:
    style = """
        /* a; b */
        .a > b::after, .c { content: "x ; /* y */"; width: calc(1px + 2px); }
        @media (a: b) { c { d: e } }
    """
    short = '.a > b::after,.c{content:"x ; /* y */";width:calc(1px + 2px);}@media (a:b){c{d:e}}'
    assert shortened_style(style) == short
