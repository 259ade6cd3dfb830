"""The long fuzzers: all of them are listed, and time that is up is no failure."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import soak as module
from soak import BATTERIES, ROOT, Battery, Report, Verdict, main, share, soak

SWITCH = re.compile(r'environ\.get\(\s*"(NOUGHTS_FUZZ_\w+)"')
SHARED = re.compile(r"^from (tests[\w.]*) import", re.MULTILINE)
ENDS, FAILS, GOES_ON = "print('done')", "raise SystemExit('stumbled')", "import time; time.sleep(600)"
ANSWERS = f"""
try:
    print(flush=True)
    {GOES_ON}
except KeyboardInterrupt:
    raise SystemExit(1)
"""
"""A program that is interrupted, and answers as a command does, in its own way."""


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
    files = [ROOT / word for word in battery.words.split() if word.startswith("tests/")]
    assert files
    for file in files:
        assert battery.variable in switches(file)


def test_all_are_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["soak.py", "--list"])
    assert main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"{battery}  # {battery.minutes} min" for battery in BATTERIES]


def test_each_battery_ends_at_its_first_failure() -> None:
    battery = Battery("NOUGHTS_FUZZ_NOTHING", 1, "-k 'one or two' tests/tools", 2)
    assert battery.command()[1:4] == ["-m", "pytest", "-x"]
    assert battery.command()[-3:] == ["-k", "one or two", "tests/tools"]


class Program(Battery):
    """A battery that is a program instead of tests."""

    def command(self) -> list[str]:
        return [sys.executable, "-c", self.words]


def program(words: str) -> Program:
    return Program("NOUGHTS_FUZZ_NOTHING", 7, words, 2)


def test_a_battery_passes_or_fails() -> None:
    passes, fails = program(ENDS), program(FAILS)
    reports = {report.battery: report for report in soak([passes, fails], workers=2, seconds=None)}
    assert (reports[passes].verdict, reports[fails].verdict) == (Verdict.PASSED, Verdict.FAILED)
    assert (reports[passes].said, reports[fails].said) == ("done\n", "stumbled\n")


def test_a_battery_finds_its_length_in_its_variable() -> None:
    [report] = soak(
        [program("import os; print(os.environ['NOUGHTS_FUZZ_NOTHING'])")], workers=1, seconds=None
    )
    assert report.said == "7\n"


def test_a_battery_that_has_less_time_tries_less() -> None:
    battery = Battery("NOUGHTS_FUZZ_NOTHING", 100, "tests/tools", 10)
    assert [battery.number_in(seconds) for seconds in (None, 1200, 150, 0.1)] == [100, 100, 25, 1]


def test_a_battery_that_passed_at_a_second_attempt_says_so() -> None:
    """As pytest lists what it ran again, with `-rR`."""
    summary = "= rerun test summary info =\nRERUN tests/test_it.py::test_it - assert []\n1 passed, 1 rerun"
    assert Report(program(ENDS), Verdict.PASSED, 1, summary).was_tried_again
    assert not Report(program(ENDS), Verdict.PASSED, 1, "1 passed").was_tried_again


def test_a_battery_whose_time_is_over_is_cut_short() -> None:
    """Whether it dies of the interrupt or answers it in its own way."""
    reports = soak([program(GOES_ON), program(ANSWERS)], workers=2, seconds=0.5)
    assert {report.verdict for report in reports} == {Verdict.CUT_SHORT}


def test_what_failed_is_shown_and_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["soak.py"])
    monkeypatch.setattr(module, "BATTERIES", (program(ENDS), program(FAILS)))
    assert main() == 1
    said = capsys.readouterr().out
    assert "stumbled" in said
    assert "done\n" not in said
    assert said.endswith("Soak: 1 passed, 0 cut short, 1 failed\n")


def test_the_time_is_divided() -> None:
    assert share(10, 2, 900) == 180
    assert share(1, 2, 900) == 900
    assert share(10, 2, None) is None
