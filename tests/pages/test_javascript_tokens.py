"""Scripts taken apart into tokens: nothing is lost."""

from __future__ import annotations

import pytest

from noughts.page.scripts import FOLDERS, module_files
from tests.javascript_tokens import BadScript, tokens

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


@pytest.mark.parametrize("folder", FOLDERS)
def test_our_modules_are_taken_apart_and_lose_nothing(folder: str) -> None:
    scripts = [text for path, text in module_files().items() if path.startswith(f"{folder}/")]
    assert scripts, "there are modules in this folder"
    for script in scripts:
        assert "".join(token.text for token in tokens(script)) == script


def test_strings_templates_and_regular_expressions_stay_as_they_are() -> None:
    kinds = {token.text: token.kind for token in tokens(ODD)}
    assert [text for text, kind in kinds.items() if kind == "regex"] == [r"""/[/'"`]\/\s+/g""", "/x/"]
    assert kinds['"a // b"'] == "string"
    assert [text for text, kind in kinds.items() if kind == "template"] == [
        "`one ${ `two ${ {}.x } // three` } /* four */`"
    ]
    assert "".join(token.text for token in tokens(ODD)) == ODD


@pytest.mark.parametrize("script", ['"no end', "`no ${ end", "`no end", "x = /no end\n"])
def test_what_has_no_end_is_refused(script: str) -> None:
    with pytest.raises(BadScript, match="has no end"):
        tokens(script)
