"""Files: what is written is what was read, byte for byte; what is wrong is told with its place."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from noughts.automata.automaton import Automaton
from noughts.automata.data_file import data_text, parse_data, read_data, write_data
from noughts.automata.derived import relabel
from noughts.automata.draft import automaton as automaton_of
from noughts.automata.refusal import Malformed
from noughts.automata.transition import Modality, Transition, label
from noughts.save import Unwritable, replacing
from tests.automata import oracle
from tests.automata.systems import automaton, principals

TEA = """\
Rank: 2
Initial state: [Zero, 0]
Final states: [[One][0, 1]]
Committed states: [[][2]]
Transitions:_
!L([One, 1],[?tea, -],[Zero, 2])
!U([Zero, 0],[?tea, 0_1@!tea],[One, 1])
([One, 1],[-, tau_boil],[One, 0])
([Zero, 2],[!coin, -],[Zero, 0])
""".replace(":_", ": ")


def test_a_file_is_written_as_it_was_read() -> None:
    assert data_text(parse_data(TEA.splitlines(keepends=True))) == TEA


def test_the_parts_of_a_file() -> None:
    tea = parse_data(TEA.splitlines(keepends=True))
    assert tea.rank == 2
    assert tea.initial == ("Zero", "0")
    assert set(tea.states) == {("Zero", "0"), ("One", "1"), ("Zero", "2"), ("One", "0")}
    assert set(tea.final_states) == {("One", "0"), ("One", "1")}
    assert tea.occurring[1].committed == {"2"}
    brewing = Transition(("Zero", "0"), label(["?tea", "0_1@!tea"]), ("One", "1"), Modality.URGENT)
    assert brewing in set(tea.transitions)


def test_order_and_strange_lines_do_not_matter() -> None:
    head, *transitions = TEA.split("Transitions: \n")
    lines = [
        "# a remark\n",
        *head.splitlines(keepends=True),
        "\n",
        *transitions[0].splitlines(keepends=True)[::-1],
    ]
    assert parse_data(lines) == parse_data(TEA.splitlines(keepends=True))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_blanks_and_ends_of_lines_are_read_kindly(end: str) -> None:
    lines = [line.replace(", ", " ,  ") + end for line in TEA.splitlines()]
    assert data_text(parse_data(lines)) == TEA


def test_only_names_that_occur_are_written() -> None:
    t = Transition(("p",), label(["!a"]), ("q",))
    given = automaton_of(("p",), [["q", "unheard of"]], [t], committed=[["nowhere"]])
    assert (
        data_text(given)
        == "Rank: 1\nInitial state: [p]\nFinal states: [[q]]\nTransitions: \n([p],[!a],[q])\n"
    )


def test_random_systems_come_back_from_files(tmp_path: Path) -> None:
    path = tmp_path / "system.data"
    for seed in range(300):
        given = automaton(oracle.compose(principals(Random(seed), " UL")))
        try:
            write_data(given, path)
        except Malformed:  # no final state is reached
            assert not any(given.finals) or not given.transition_count
            continue
        again = read_data(path)
        assert again == given, seed
        assert data_text(again) == path.read_text(encoding="utf-8"), seed


@pytest.mark.parametrize(
    ("old", "new", "where", "fact"),
    [
        ("Rank: 2", "Rank: two", "tea:1:7", "the rank is 'two', not a number from 1 on"),
        ("Rank: 2", "Rank: 0", "tea:1:7", "the rank is '0', not a number from 1 on"),
        ("Rank: 2", "Rank: 2\nRank: 3", "tea:2:1", "the rank is given twice"),
        ("Rank: 2", "", "tea:2:1", "there is no line 'Rank: n' before this"),
        ("Rank: 2", "Rank: 3", "tea:2:17", "the state has 2 parts, the rank is 3"),
        ("[Zero, 0]\n", "[Zero, 0\n", "tea:2:16", "the initial state is not of the form [q1, …, qn]"),
        ("[Zero, 0]\n", "[Zero, 9]\n", "tea:2:16", "no transition has the initial state [Zero, 9]"),
        ("Initial state", "Initial", "tea:2:1", "this should be 'Initial state: …'"),
        ("Initial state: [Zero, 0]", "", "tea:9:1", "there is no line 'Initial state: […]'"),
        ("Final", "Initial state: [One, 1]\nFinal", "tea:3:1", "there are two initial states"),
        ("[[One][0, 1]]", "[[One]]", "tea:3:15", "there are 1 lists of final states, the rank is 2"),
        (
            "[[One][0, 1]]",
            "[One][0]",
            "tea:3:15",
            "the final states are not of the form [[a, b][c]]",
        ),
        ("[[One][0, 1]]", "[[One][]]", "tea:3:15", "the automaton has no final state"),
        ("[[][2]]", "[[One][2]]", "tea:4:19", "'One' of principal 1 is both final and committed"),
        ("[!coin, -]", "[!coin]", "tea:9:13", "the label has 1 parts, the rank is 2"),
        ("[!coin, -]", "[-, -]", "tea:9:13", "[-, -] is not a label: every principal idles"),
        ("[!coin, -]", "[!coin, !]", "tea:9:20", "'!' is not an action: it names nothing"),
        (
            "[!coin, -]",
            "[coin, -]",
            "tea:9:13",
            "the plain action 'coin' stands only in a property",
        ),
        (
            "[!coin, -]",
            "[!coin, !coin]",
            "tea:9:13",
            "it has two offers, two requests or two taus",
        ),
        (
            "[!coin, -]",
            "[!coin, a@?b]",
            "tea:9:20",
            "its address is not sender_receiver",
        ),
        ("[Zero, 0])\n", "[Zero])\n", "tea:9:24", "the state has 1 parts, the rank is 2"),
        ("[Zero, 0])\n", "[Zero, ])\n", "tea:9:24", "part 2 of the state has no name"),
        ("[Zero, 0])\n", "[Zero, 0\n", "tea:9:31", "the line ends too early: expected ]"),
        ("([Zero, 2],[!coin", "([Zero, 2], [!coin", "tea:9:12", "this is not a transition: expected ["),
        ("([Zero, 2]", "([Zero]", "tea:9:3", "the state has 1 parts, the rank is 2"),
        ("!U(", "!X(", "tea:7:1", "this is not a transition: expected !U, !L or ("),
        (
            "[Zero, 0])\n",
            "[Zero, 0]) and more\n",
            "tea:9:33",
            "expected the end of the line",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, where: str, fact: str) -> None:
    head, found, tail = TEA.rpartition(old) if old.startswith("[Zero, 0])") else TEA.partition(old)
    assert found
    with pytest.raises(Malformed) as told:
        parse_data((head + new + tail).splitlines(keepends=True), "tea")
    assert told.value.where == where
    assert fact in told.value.fact


def test_a_file_cut_short_is_an_error_wherever_it_is_cut() -> None:
    """But at the end of a line after the first transition, where nothing tells that more should follow."""
    for length in range(len(TEA)):
        text = TEA[:length]
        whole = text.rstrip("\n").endswith(")") and text.count("(") == text.count(")")
        if not whole:
            with pytest.raises(Malformed):
                parse_data(text.splitlines(keepends=True))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"Rank: 1\n", b"hello\n"])
def test_files_that_are_something_else(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "no.data"
    path.write_bytes(content)
    with pytest.raises(Malformed, match=r"no\.data"):
        read_data(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="No such file or directory"):
        read_data(tmp_path / "nowhere.data")


def test_what_cannot_be_read_again_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "kept.data"
    path.write_text("precious")
    tea = parse_data(TEA.splitlines(keepends=True))
    for wrong in (tea.restricted(bytes(4)), _without_final(tea)):
        with pytest.raises(Malformed):
            write_data(wrong, path)
    assert path.read_text() == "precious"
    assert os.listdir(tmp_path) == ["kept.data"]


def test_a_file_is_there_whole_or_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "kept.data"
    path.write_text("precious")

    def stopped(lines: Iterator[str]) -> None:
        with replacing(path) as file:
            file.writelines(line.encode() for line in lines)

    def half() -> Iterator[str]:
        yield "half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped(half())
    assert path.read_text() == "precious"
    assert os.listdir(tmp_path) == ["kept.data"]
    with pytest.raises(Unwritable, match="cannot be written"), replacing(tmp_path / "no" / "folder"):
        pass


def test_writing_does_not_depend_on_hashes(tmp_path: Path) -> None:
    """The same bytes from processes whose hashes differ, for what goes through sets on its way."""
    program = (
        "from random import Random\n"
        "from tests.automata import oracle\n"
        "from tests.automata.systems import automaton, principals\n"
        "from noughts.automata.compose import compose\n"
        "from noughts.automata.explain import why_empty\n"
        "from noughts.automata.transition import strong_agreement\n"
        "from noughts.automata.synthesise import choreography, refined_orchestration\n"
        "from noughts.automata.refusal import Refused\n"
        "from noughts.automata.data_file import data_text\n"
        "for seed in range(300):\n"
        "    given = compose([automaton(p) for p in principals(Random(seed), '  UL')])\n"
        "    for synthesis in (choreography, refined_orchestration):\n"
        "        try:\n"
        "            found = synthesis(given)\n"
        "            print(data_text(found.automaton) if found else why_empty(found))\n"
        "        except Refused as refused:\n"
        "            print(refused)\n"
    )
    said = set()
    for seed in ("0", "1", "77"):
        path = os.pathsep.join(["src", "."])
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, check=True)
        said.add(done.stdout)
    assert len(said) == 1
    assert said.pop().count(b"Rank:") > 50


def _without_final(given: Automaton) -> Automaton:
    return relabel(given, final=[[], []])
