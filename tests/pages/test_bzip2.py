"""What Python compresses, a page decompresses."""

from __future__ import annotations

import bz2
from base64 import b64decode, b64encode
from itertools import cycle, islice
from random import Random

import pytest
from playwright.sync_api import Browser

from noughts.pages.live_page import module_files
from noughts.scripts.bundle import bundled
from tests.browser import new_window

pytestmark = pytest.mark.xdist_group("pages")

RANDOM = Random(1)
TEXTS = {
    "nothing": b"",
    "one": b"a",
    "a run and no number": b"aaa",
    "runs with their numbers": b"aaaa" + b"b" * 5 + b"c" * 259 + b"d" * 260,
    "a number that is such a sign": b"aaaa" + b"\0" * 4 + b"\1" * 300,
    "any bytes": RANDOM.randbytes(3000),
    "few bytes": bytes(RANDOM.choices(b"aab", k=3000)),
    "text": "Zwölf Boxkämpfer, ∀x ∈ S. ".encode() * 40,
    "several blocks": bytes(islice(cycle(range(256)), 250_000)),
}

SCRIPT = """
import { decompressed } from "./pages/local/bzip2.js";
globalThis.decompressed = (text) => {
  const parts = decompressed(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  return btoa(parts.map((part) => Array.from(part, (byte) => String.fromCharCode(byte)).join("")).join(""));
};
"""


def test_what_python_compresses_a_page_decompresses(browser: Browser) -> None:
    with new_window(browser) as window:
        page = window.new_page()
        script = bundled({**module_files(), "main.js": SCRIPT}, "main.js")
        page.evaluate(f"() => {{ {script} }}")
        for name, text in TEXTS.items():
            packed = b64encode(bz2.compress(text, compresslevel=1)).decode()
            assert b64decode(page.evaluate("(text) => decompressed(text)", packed)) == text, name
