"""The long fuzzers: all of them are listed, and time that is up is no failure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from soak import ROOT, Battery, Verdict, listed, share, soak

BATTERIES = listed((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
SWITCH = re.compile(r'environ\.get\(\s*"(NOUGHTS_FUZZ_\w+)"')
SHARED = re.compile(r"^from (tests[\w.]*) import", re.MULTILINE)
GOES_ON = "import time\n\ndef test_on():\n    time.sleep(600)\n"
ANSWERS = """
import time

def test_it():
    try:
        time.sleep(600)
    except KeyboardInterrupt:
        assert not "stopped"
"""


def switches(path: Path) -> set[str]:
    """The variables that make the tests of a file, or of all files in a folder, take longer.

    A file may have them from a module of the tests that it imports.
    """
    texts = [file.read_text("utf-8") for file in ([path] if path.is_file() else path.rglob("*.py"))]
    shared = {ROOT / f"{name.replace('.', '/')}.py" for text in texts for name in SHARED.findall(text)}
    texts += [module.read_text("utf-8") for module in shared if module.is_file()]
    return {name for text in texts for name in SWITCH.findall(text)}


def test_every_fuzzer_is_listed() -> None:
    assert {battery.variable for battery in BATTERIES} == switches(ROOT / "tests")


@pytest.mark.parametrize("battery", BATTERIES, ids=str)
def test_each_battery_runs_files_that_heed_its_variable(battery: Battery) -> None:
    files = [ROOT / word for word in battery.words if word.startswith("tests/")]
    assert files
    for file in files:
        assert battery.variable in switches(file)


def battery_of(folder: Path, name: str, text: str) -> Battery:
    """A battery of one file with that text."""
    (folder / f"test_{name}.py").write_text(text, "utf-8")
    return Battery("NOUGHTS_FUZZ_NOTHING", "1", (str(folder / f"test_{name}.py"),))


def test_a_battery_passes_or_fails_at_its_first_failure(tmp_path: Path) -> None:
    passes = battery_of(tmp_path, "passes", "def test_it():\n    pass\n")
    fails = battery_of(tmp_path, "fails", f"def test_it():\n    assert not 'so'\n\n{GOES_ON}")
    reports = {report.battery: report for report in soak([passes, fails], workers=2, seconds=None)}
    assert (reports[passes].verdict, reports[fails].verdict) == (Verdict.PASSED, Verdict.FAILED)
    assert "assert not 'so'" in reports[fails].said


def test_a_battery_that_passed_at_a_second_attempt_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "--reruns 1 --rerun-show-tracebacks -rR")
    lucky = battery_of(
        tmp_path, "lucky", "tries = []\ndef test_it():\n    tries.append(1)\n    assert tries[1:]\n"
    )
    [report] = soak([lucky], workers=1, seconds=None)
    assert (report.verdict, report.was_tried_again) == (Verdict.PASSED, True)
    assert "assert tries[1:]" in report.said


def test_a_battery_whose_time_is_over_is_cut_short(tmp_path: Path) -> None:
    """Whether pytest itself is interrupted or a command within a test, which answers in its own way."""
    goes_on, answers = battery_of(tmp_path, "goes_on", GOES_ON), battery_of(tmp_path, "answers", ANSWERS)
    reports = soak([goes_on, answers], workers=2, seconds=4)
    assert {report.verdict for report in reports} == {Verdict.CUT_SHORT}


def test_the_time_is_divided() -> None:
    assert share(10, 2, 900) == 180
    assert share(1, 2, 900) == 900
    assert share(10, 2, None) is None
