"""What the playground asks of Python, asked here: and asked of the archive that browsers are given."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from noughts.cli.main import obey
from noughts.documents import library
from noughts.language import stack
from noughts.pages.playground import build, workbench
from noughts.pages.playground.build import archive
from noughts.pages.playground.workbench import respond
from noughts.refusal import Refusal
from noughts.weave import typefaces

FAILING = "# Sums\n/$ a := 2 + 1 $/\n\n/? a = 2 ?/ /? a = 3 ?/\n"


@pytest.fixture(autouse=True)
def _knowing_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbench, "_LAST", workbench.Last())
    workbench.draft.cache_clear()


def asked(do: str, text: str, **more: int) -> Any:
    return json.loads(respond(json.dumps({"do": do, "name": "mine.led", "text": text, **more})))


def in_units(text: str, start: int, end: int) -> str:
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def test_problems_have_places_as_a_browser_counts() -> None:
    text = "# 𝒳 and more\n/$ a := bb + 1 $/"
    [problem] = asked("check", text)["problems"]
    assert in_units(text, problem["start"], problem["end"]) == "bb"
    assert (problem["code"], problem["line"], problem["fact"]) == ("E202", 2, "nothing defines `bb`")


def test_tests_that_fail_are_told_at_their_places() -> None:
    found = asked("weave", FAILING)
    [failure] = found["failures"]
    assert FAILING[failure["start"] : failure["end"]].strip() == "a = 2"
    assert failure["fact"] == "this test fails: expected 2, got 3"
    assert found["tests"] == 2


def test_words_and_names_are_coloured_by_what_they_mean_also_where_there_are_errors() -> None:
    text = "# 𝒳 and more\n/$ a := 1  f(x) := x + a if x > 2 $/\n/$ b := $/"
    assert asked("check", text)["problems"]
    found = [(in_units(text, start, end), kind) for start, end, kind in asked("colour", text)["colours"]]
    assert found[0] == ("# 𝒳 and more", "gh")
    assert {("a", "variable"), ("f", "function"), ("x", "parameter"), ("if", "k"), ("2", "m")} <= set(found)


@pytest.mark.parametrize("name", library.names())
def test_coloured_places_are_in_order_and_never_overlap(name: str) -> None:
    text = library.path_of(name).read_text("utf-8")
    places = [place for start, end, _ in asked("colour", text)["colours"] for place in (start, end)]
    assert places == sorted(places)
    assert all(start < end for start, end in zip(places[::2], places[1::2], strict=True))


def test_names_that_mean_something_at_a_place_are_completed() -> None:
    text = "A 🎲 has sides.\n\n/$ die := {1..6} $/\n\n/$ two(roll) := $/ and prose"
    words = asked("complete", text, at=len(text.encode("utf-16-le")) // 2 - len(" $/ and prose"))["words"]
    assert words[0] == {"word": "die", "kind": "constant", "detail": "die", "prose": "A 🎲 has sides."}
    assert "mod" in {each["word"] for each in words}
    assert asked("complete", text, at=3)["words"] == []  # in prose


def test_games_play_on_their_pages_and_other_documents_are_papers() -> None:
    text = library.path_of("nim").read_text("utf-8")
    assert asked("weave", text)["draft"]["game"]["name"] == "mine"
    assert 'id="board"' in asked("page", text)["page"]
    for do in ("weave", "page"):
        assert "<script" not in asked(do, FAILING)["page"]


def test_what_the_first_picture_does_not_need_comes_after_it_and_is_kept_while_no_rule_changes() -> None:
    text = library.path_of("nim").read_text("utf-8")
    begin = asked("weave", text)
    assert (begin["isWhole"], "kernel: null" in begin["draft"]["script"]) == (False, True)
    whole = asked("finish", text)["draft"]
    assert "kernel: null" not in whole["script"]
    assert begin["draft"]["game"]["fingerprint"] == whole["game"]["fingerprint"]
    told = f"{text}\nMore prose.\n"
    again = asked("weave", told)
    assert again["isWhole"]
    assert again["draft"]["game"] == whole["game"] == asked("finish", told)["draft"]["game"]
    assert (again["draft"]["script"], "More prose." in again["draft"]["article"]) == (whole["script"], True)
    other = asked("weave", text.replace("heaps := (3, 4, 5)", "heaps := (3, 4, 6)"))
    assert not other["isWhole"]


def test_what_is_nested_too_deeply_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stack, "most_frames", lambda: 500)  # as in a browser, where there is less than here
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)  # which an earlier test may have raised
    try:
        [problem] = asked("check", f"/$ s := {'{' * 350}1{'}' * 350} $/")["problems"]
    finally:
        sys.setrecursionlimit(usual)
    assert problem["code"] == "E107"


def test_the_archive_is_all_that_python_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answers, from the archive alone: no file beside it is read, and typefaces stay whole."""
    monkeypatch.setitem(sys.modules, "fontTools.subset", None)
    monkeypatch.setattr(typefaces, "embedded", typefaces.embedded.__wrapped__)  # past what is kept of others
    assert archive() == archive()
    place = tmp_path / "noughts.zip"
    place.write_bytes(archive())
    text = library.path_of("nim").read_text("utf-8")
    asking: list[dict[str, Any]] = [{"do": do} for do in ("check", "weave", "finish", "page", "colour")] + [
        {"do": "complete", "at": 600}
    ]
    questions = [json.dumps({**each, "name": "nim.led", "text": text}) for each in asking]
    script = "\n".join(
        [
            f"import sys; sys.path.insert(0, {str(place)!r})",
            "from noughts.pages.playground.workbench import respond",
            f"for question in {questions!r}: print(respond(question))",
            "assert all('noughts.zip' in str(m.__file__) for n, m in sys.modules.items() if n == 'noughts')",
        ]
    )
    command = [sys.executable, "-I", "-S", "-c", script]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert said.stdout.splitlines() == [respond(question) for question in questions]


def test_another_package_than_that_of_pyodide_is_refused(tmp_path: Path) -> None:
    (tmp_path / "build.tgz").write_bytes(b"something else")
    with pytest.raises(Refusal, match=r"is not the package of Pyodide .*: its SHA-512 differs"):
        build.pyodide_files(tmp_path / "build.tgz")
    with pytest.raises(Refusal, match="cannot be read"):
        build.pyodide_files(tmp_path / "missing.tgz")


@pytest.mark.parametrize("options", [["--playground"], ["--site", "{}", "--pyodide", "x.tgz"]])
def test_options_of_a_playground_that_is_not_made_are_refused(
    tmp_path: Path, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert obey(["weave", *(option.format(tmp_path / "public") for option in options)]) == 2
    assert "is of no use without" in capsys.readouterr().err
    assert not (tmp_path / "public").exists()


def test_without_a_network_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(build, "_ADDRESS", "http://127.0.0.1:9/build.tgz")  # where nobody listens
    with pytest.raises(build.Unreachable, match=r"needs Pyodide, and .* cannot be read") as refused:
        build.pyodide_files()
    assert "--pyodide FILE" in refused.value.hint
    assert "npm pack pyodide@" in refused.value.hint
