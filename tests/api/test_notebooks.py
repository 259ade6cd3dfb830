"""In a real Jupyter: the notebooks of the manual run, and ``%%led`` answers as it should."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from traitlets.config import Config

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted(ROOT.joinpath("docs", "notebooks").glob("*.ipynb"))
LEARNS = "can-it-lose"
CAN_LEARN = find_spec("torch") is not None
TO_BE_RUN = [
    pytest.param(
        path,
        id=path.stem,
        marks=pytest.mark.skipif(
            path.stem == LEARNS and not CAN_LEARN, reason="PyTorch is an extra: pip install 'noughts[train]'"
        ),
    )
    for path in NOTEBOOKS
]
ANEW = "%reset -f\n%reload_ext noughts\nimport noughts"
"""Nothing of the notebook before is known, neither to Python nor to LED."""

CELLS = {
    "start": "%load_ext noughts",
    "defined": "%%led\nf(n) := 2 * n\ns := {f(1)}\n \n(s, 1/3, true)",
    "as python": "from fractions import Fraction\n_ == (frozenset({2}), Fraction(1, 3), True)",
    "number": "%%led\nf(4)",
    "as number": "_ + 1",
    "redefined": "%%led\nf(n) := 3 * n",
    "later": "%%led\nf(4)",
    "unknown": "%%led\nt := 1\n\nt + g(4)",
    "nothing kept": "%%led\nt",
    "no python": "%%led\n{1, true}",
    "images": "%%led\n{disc(point(50, 50), 20, color(1, 2, 3))}",
    "empty": "%%led\n \n",
    "page": '%%led page\n# A <b>title</b>\n\nHere: /? 1 = 2 ?/\n\n/$ a := "<i>" $/\n\n/? a = "<i>" ?/',
    "of the page": 'page["a"]',
    "plain": "%%led plain\nb(n) := n\n\nc := b(1)",
    "of plain": "plain['c'] + plain['b'](3)",
    "wrong plain": "%%led plain\nb(n) := n\n\nc := d(1)",
    "bad name": "%%led my page\na := 1",
    "keyword": "%%led class\na := 1",
    "strategy without Graphviz": (
        "import os\nos.environ['PATH'] = ''\n"
        "strategy = noughts.load('mnk', m=2, n=2, k=2).synthesise('x')\nstrategy"
    ),
}


def given(cells: dict[str, str]) -> list[NotebookNode]:
    return [new_code_cell(source, metadata={"name": name}) for name, source in cells.items()]


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[NotebookNode]]:
    """Every notebook, and the cells above, one after the other in one kernel without a port."""
    run = [path for path in NOTEBOOKS if CAN_LEARN or path.stem != LEARNS]
    parts = {path.stem: nbformat.read(path, as_version=4).cells for path in run}
    parts["cells"] = given(CELLS)
    cells = [cell for part in parts.values() for cell in [*part, new_code_cell(ANEW)]]
    folder = tmp_path_factory.mktemp("notebooks")
    client = NotebookClient(
        new_notebook(cells=cells),
        kernel_name="python3",
        startup_timeout=600,
        iopub_timeout=600,  # after it what a cell has printed would be lost
        config=Config({"KernelManager": {"transport": "ipc", "ip": str(folder / "kernel")}}),
        allow_errors=True,
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute()
    return parts


def outputs(executed: dict[str, list[NotebookNode]], name: str) -> list[NotebookNode]:
    return next(cell.outputs for cell in executed["cells"] if cell.metadata.name == name)


def text(executed: dict[str, list[NotebookNode]], name: str) -> str:
    """What a cell prints, shows or complains of."""
    return "".join(
        output.get("text")
        or output.get("data", {}).get("text/plain")
        or "\n".join(output.get("traceback", ()))
        for output in outputs(executed, name)
    )


def html(executed: dict[str, list[NotebookNode]], name: str) -> str:
    return outputs(executed, name)[-1].data["text/html"]


@pytest.mark.parametrize("path", TO_BE_RUN)
def test_a_notebook_of_the_manual_runs(path: Path, executed: dict[str, list[NotebookNode]]):
    shown = 0
    for cell in executed[path.stem]:
        failed = any(output.output_type == "error" for output in cell.get("outputs", ()))
        assert failed == ("raises-exception" in cell.metadata.get("tags", ())), cell.source
        shown += any("text/html" in output.get("data", {}) for output in cell.get("outputs", ()))
    assert shown >= 3


@pytest.mark.skipif(not CAN_LEARN, reason="PyTorch is an extra: pip install 'noughts[train]'")
def test_the_agent_that_learns_is_proved_never_to_lose(executed: dict[str, list[NotebookNode]]):
    """And what is shown of it before is true: a cross comes with the board of a match that it loses."""
    shown = [
        output.data
        for cell in executed[LEARNS]
        for output in cell.get("outputs", ())
        if output.get("data", {}).get("text/plain", "").startswith("<Audit: ")
    ]
    *before, as_x, as_o = shown
    assert len(before) == 2
    assert as_x["text/plain"].startswith("<Audit: DQN as x never loses, ")
    assert as_o["text/plain"].startswith("<Audit: DQN as o never loses, ")
    for each in shown:
        can_lose = " can lose, " in each["text/plain"]
        assert ("✗" in each["text/html"]) == ("<svg" in each["text/html"]) == can_lose


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path):
    for cell in nbformat.read(path, as_version=4).cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_definitions_are_kept_and_the_last_paragraph_is_answered(executed: dict[str, list[NotebookNode]]):
    assert text(executed, "defined") == "f is defined\ns is defined\n({2}, 0.(3..), true)"
    assert text(executed, "as python") == "True"
    assert [text(executed, name) for name in ("number", "as number")] == ["8", "9"]
    assert [text(executed, name) for name in ("redefined", "later")] == ["f is defined\n", "12"]
    assert outputs(executed, "empty") == []


def test_what_is_wrong_with_a_cell_is_its_report_and_nothing_of_it_is_kept(
    executed: dict[str, list[NotebookNode]],
):
    number = next(cell.execution_count for cell in executed["cells"] if cell.metadata.name == "unknown")
    report = text(executed, "unknown")
    assert report.startswith(f"[{number}]:3:5: error E202: nothing defines `g`\n    3 | t + g(4)\n")
    assert "Traceback" not in report
    assert "help: " in report
    assert "nothing defines `t`" in text(executed, "nothing kept")
    assert text(executed, "no python").startswith("error: Python treats `1` and `true` as equal")
    assert text(executed, "wrong plain").startswith("plain:3:6: error E202: nothing defines `d`")
    for name in ("bad name", "keyword"):
        assert "is not a name in Python\n   help: " in text(executed, name)


def test_images_are_drawn(executed: dict[str, list[NotebookNode]]):
    assert '<circle cx="50"' in html(executed, "images")


def test_a_cell_with_a_name_is_a_document(executed: dict[str, list[NotebookNode]]):
    page = html(executed, "page")
    assert (page.count("✓"), page.count("✗")) == (1, 2)  # one of them at the foot: 1 of 2 tests pass
    assert "&lt;b&gt;title" in page
    assert "<i>" not in page
    assert text(executed, "of the page") == "'<i>'"
    assert text(executed, "of plain") == "4"
    assert 'title="b(n) := n\n(1) function"' in html(executed, "plain")


def test_a_strategy_is_told_in_words_where_graphviz_is_missing(executed: dict[str, list[NotebookNode]]):
    shown = html(executed, "strategy without Graphviz")
    assert "needs Graphviz" in shown
    assert "<img" not in shown


def test_nothing_comes_from_elsewhere(executed: dict[str, list[NotebookNode]]):
    shown = "".join(
        output.data.get("text/html", "")
        for cells in executed.values()
        for cell in cells
        for output in cell.get("outputs", ())
        if "data" in output
    )
    shown = shown.replace('xmlns="http://www.w3.org/2000/svg"', "")  # a name, and no address
    assert re.findall(r"https?:|<script|@import|url\(|src=\"(?!data:)", shown) == []
