"""Readers of files with answers for ``noughts verify``; `noughts.verify` checks the answers."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from noughts.api.python_game import is_python_name
from noughts.automata.data_file import read_data
from noughts.automata.transition import Modality
from noughts.cli.game_argument import GameArgument
from noughts.cli.progress import progress
from noughts.documents import library
from noughts.documents.by_rules import GameByRules
from noughts.documents.sided import Sided
from noughts.games.game import Move, Position, Side
from noughts.games.line import UnreadableLine, read_line
from noughts.games.match import Match
from noughts.games.result import Json, ResultRow, headline
from noughts.grounding.grounded import fingerprint, grounded_of
from noughts.refusal import Refusal, unknown
from noughts.save import save
from noughts.solvers.tables import rows
from noughts.solvers.tables.folder import Folder
from noughts.values.show import show
from noughts.verify.automaton import Automaton, CellNames, PositionNames, StrategyCheck, WrittenStep
from noughts.verify.automaton import Modality as Kind
from noughts.verify.checked import CheckResult, SampleSize
from noughts.verify.claims import SavedVerdict, VerdictCheck
from noughts.verify.diagram import CorruptFile, DiagramCheck, NotDiagrams, read_diagrams
from noughts.verify.played import play_graph
from noughts.verify.runs import RunsCheck, SavedRuns
from noughts.verify.table import TableCheck, Values

if TYPE_CHECKING:
    from noughts.api.liveness import ProvedLiveness
    from noughts.api.proof import ProvedClaim
    from noughts.automata.automaton import Automaton as Read
    from noughts.solvers.solved import Solved
    from noughts.verify.automaton import Naming

_KINDS: Final = (
    "it takes what `synthesise -o`, `solve --save`, `solve --tables` and `prove -o` have written: "
    "a .data or .strategy file, a solution, a folder of tables, or a proof"
)
# The format of a proof and its version, under the key ``noughts``.
_PROOF: Final = "proof 1"


class FileQuestion(Struct, frozen=True):
    """A question about a file: its game, the number of positions to check, and the side of a strategy."""

    game: GameArgument
    side: Side | None
    extent: SampleSize
    some_moves: bool

    def load(self, name: str | None, let: Sequence[str] = ()) -> Sided:
        """The game of the command line, else the game of the library that the file names."""
        words = self.game.words or [known for known in library.names() if known == name]
        if not words:
            fact = "the file does not say of which game it is"
            if name is not None:
                fact = f"the file is about {name}, which is not in the library"
            raise Refusal(fact, "name the game with `--game GAME`")
        game = replace(self.game, words=words, let=self.game.let or let).load()
        if not isinstance(game, Sided):
            fact = f"{game.name} is a game in Python, whose rules are not written as a document"
            raise Refusal(fact, "only answers about documents can be verified")
        return game


class Verified(Struct, frozen=True):
    """The result of a check of a file."""

    kind: str
    game: Sided
    what: str
    checked: CheckResult
    side: Side | None = None
    counted: str = "positions"
    file: str = ""

    @property
    def where(self) -> str | None:
        """The position of the first fault, as text."""
        where = self.checked.where
        return None if where is None else self.game.position_text(where)

    def as_json(self) -> dict[str, Json]:
        """The extent of the check, and the first fault."""
        checked = self.checked
        return {
            "file": self.file,
            "kind": self.kind,
            "game": self.game.name,
            "side": self.side,
            "right": checked.is_right,
            "checked": checked.positions,
            "of": None if checked.has_more else checked.of,
            "fault": checked.fault,
            "position": self.where,
            "remark": checked.remark or None,
        }

    def rows(self) -> Iterator[ResultRow]:
        """The verdict, the first fault, and the extent of the check."""
        checked = self.checked
        yield from headline(self.file, f"{self.what} is {'right' if checked.is_right else 'wrong'}.")
        if checked.fault is not None:
            place = "" if self.where is None else f"In {self.where}: "
            said = f"{place}{checked.fault}."
            yield said[:1].upper() + said[1:]
        yield self.extent_text()

    def extent_text(self) -> str:
        """The number of checked positions, of how many."""
        checked = self.checked
        if not checked.positions:
            number = "No position was"
        elif checked.has_more:
            number = f"{checked.positions:,} of more than {checked.of:,} positions were"
        elif checked.positions >= checked.of:
            number = "The only position was" if checked.of == 1 else f"All {checked.of:,} {self.counted} were"
        else:
            number = f"{checked.positions:,} of {checked.of:,} {self.counted} were"
        remark = f"; {checked.remark}" if checked.remark else ""
        return f"{number} checked{remark}."


def extent_of(text: str | None) -> SampleSize:
    """The number of positions that an option names."""
    if text is None or text == "all":
        return SampleSize(everything=text == "all")
    if not text.isdecimal() or not int(text):
        raise Refusal(
            f"`--positions {text}` is not a number of positions", "such as `--positions 5000`, or `all`"
        )
    return SampleSize(int(text))


def verified(place: str, asked: FileQuestion) -> Verified:
    """The result for a file; `Refusal` if the file cannot be verified."""
    return replace(found_in(place, asked), file=place)


def found_in(place: str, asked: FileQuestion) -> Verified:
    """The same, by a reader that is chosen by the beginning of the file."""
    if "://" in place or os.path.isdir(place):
        return tables(place, asked)
    path = Path(place)
    if not path.exists():
        raise Refusal(f"there is no file `{place}`")
    with open(path, "rb") as file:
        head = file.read(64)
    if head.startswith(b"noughts tablebase "):
        return solution(path, asked)
    if head.startswith(b'{"noughts": "strategy'):
        return diagrams(path, asked)
    if head.startswith(b'{"noughts": "proof'):
        return proof(path, asked)
    if head.startswith(b"noughts search "):
        fact = f"`{place}` is a search that was saved, and its nodes do not say what its value follows from"
        raise Refusal(fact, _KINDS)
    if path.suffix == ".data" or head.startswith(b"Rank:"):
        return automaton(path, asked)
    raise Refusal(f"`{place}` is no answer that can be verified", _KINDS)


# Strategies


def automaton(path: Path, asked: FileQuestion) -> Verified:
    """A strategy as an automaton."""
    read = read_data(path)
    game = asked.load(None)
    if asked.side is not None and asked.side not in game.sides:
        raise unknown("side", asked.side, game.sides)
    side = asked.side or side_of(read, game)
    with progress("positions") as report:
        whole = None
        if not asked.some_moves:
            whole = play_graph(game.by_reference, game.initial, asked.extent.limit, report)
        check = StrategyCheck(
            as_written(read),
            side,
            names_of(read, game),
            game.by_reference,
            game.initial,
            whole,
            asked.some_moves,
            report,
        )
        found = check.checked()
    kind = "a strategy" if asked.some_moves or whole is None else "the most permissive strategy"
    return Verified("strategy", game, f"{kind} of {side} in {game.name}", found, side)


def as_written(read: Read) -> Automaton:
    """An automaton with all its names as texts."""
    kinds: dict[Modality, Kind] = {
        Modality.PERMITTED: "permitted",
        Modality.URGENT: "urgent",
        Modality.LAZY: "lazy",
    }
    steps = [
        WrittenStep(each.source, tuple(map(str, each.label.actions)), each.target, kinds[each.modality])
        for each in read.transitions
    ]
    return Automaton(read.initial, steps, frozenset(read.final_states), read.state_count)


def side_of(read: Read, game: Sided) -> Side:
    """The side whose moves are permitted, not urgent: the first side, if the moves of the first state are."""
    kinds = Counter(each.modality for each in read.transitions if each.source == read.initial)
    first = game.to_move(game.initial)
    if kinds.most_common(1) == [] or kinds.most_common(1)[0][0] is Modality.PERMITTED:
        return first
    others = [side for side in game.sides if side != first]
    if len(others) != 1:
        raise Refusal("the file does not say of which side it is the strategy", "name it with `--for SIDE`")
    return others[0]


def names_of(read: Read, game: Sided) -> Naming:
    """The naming of the states of an automaton: by positions, or by cells and turns."""
    if read.rank > 1:
        first = game.by_reference(game.initial)
        return CellNames(game.sides, () if first is None else first.moves)
    return PositionNames(cache(game.position_text), cache(lambda *made: frozenset(texts_of(game, *made))))


def texts_of(game: Sided, position: Position, move: Move) -> Iterator[str]:
    """The texts of a move: the one that people type, and the unambiguous one."""
    yield game.move_text(position, move)
    if isinstance(game, GameByRules):
        yield show(move)
        yield game.brief(move, game.value("playerToMove", at=position))


def diagrams(path: Path, asked: FileQuestion) -> Verified:
    """A strategy as decision diagrams."""
    from noughts.solvers.symbolic.layers import with_sided_moves

    content = path.read_bytes()
    try:
        file = read_diagrams(content)
    except NotDiagrams:
        raise Refusal(f"`{path}` is no answer that can be verified", _KINDS) from None
    except CorruptFile as fault:
        head = json.loads(content)
        game = asked.load(head.get("game"))
        return Verified("strategy", game, f"the strategy in {game.name}", CheckResult(0, 0, str(fault)))
    game = asked.load(file.game)
    grounded = grounded_of(game)
    refuse_other(
        path, game, file.game, file.rules in (fingerprint(grounded), fingerprint(with_sided_moves(grounded)))
    )
    with progress("positions") as report:
        check = DiagramCheck(
            file,
            grounded.decoded,
            grounded.encoded,
            game.by_reference,
            game.initial,
            game.fingerprint,
            report,
        )
        found = check.checked(asked.extent)
    return Verified("strategy", game, f"the strategy of {file.side} in {game.name}", found, file.side)


def refuse_other(path: Path, game: Sided, name: str, is_same: bool) -> None:
    """`Refusal` if a file is about another game."""
    if not is_same:
        other = "with other rules or constants" if name == game.name else f"and not {game.name}"
        fact = f"`{path}` is about {name} {other}"
        raise Refusal(fact, "name the game, and the constants that it had, with `--game` and `--let`")


# Values


def solution(path: Path, asked: FileQuestion) -> Verified:
    """The values of all positions in a file."""
    from noughts.solvers.saved import TABLEBASE, ChangedFile, read_tablebase

    game = asked.load(TABLEBASE.read_head(path).get("game"))
    what = f"the solution of {game.name}"
    try:
        table = read_tablebase(game, path)
    except ChangedFile as fault:
        return Verified("solution", game, what, CheckResult(0, 0, fault.fact))

    def drawn(dice: Random) -> Position:
        code = table.codes[dice.randrange(len(table.codes))]
        return table.kernel.grounded.decoded(dice.choice(table.symmetries).of(code))

    return Verified(
        "solution", game, f"the solution of {game.name}", values(table, game, asked.extent, drawn)
    )


def values(
    solved: Solved, game: Sided, extent: SampleSize, drawn: Callable[[Random], Position] | None = None
) -> CheckResult:
    """The result for the values of positions."""
    from noughts.solvers.tables.in_memory import ListedSolution

    value = solved.in_row if isinstance(solved, ListedSolution) else solved.value
    table = Values(value, solved.figures.positions, solved.figures.values, drawn)
    with progress("positions") as report:
        return TableCheck(table, game.by_reference, game.initial, game.fingerprint, report).checked(extent)


def tables(place: str, asked: FileQuestion) -> Verified:
    """The values, or the outcomes of three sides, in a folder of tables."""
    from noughts.solvers.tables.solution import finished, read_tables

    folder = Folder(place)
    note: Mapping[str, Any] | None = rows.read_note(folder, rows.MANIFEST)
    if note is None:
        raise Refusal(f"there are no tables in `{place}`", _KINDS)
    game = asked.load(note.get("game"))
    what = f"the table of {game.name}"
    if len(game.sides) > 2:
        raise Refusal(
            f"the outcomes of {game.name}, of {len(game.sides)} sides, cannot be verified yet", _KINDS
        )
    try:
        return Verified(
            "tables",
            game,
            what,
            values(read_tables(game, folder, finished(game, folder)), game, asked.extent),
        )
    except rows.CorruptFile as fault:
        return Verified("tables", game, what, CheckResult(0, 0, fault.fact))


# Proofs


def proof(path: Path, asked: FileQuestion) -> Verified:
    """A verdict on a claim, with its line of play."""
    from noughts.documents.claim import claim_about

    read = read_proof(path)
    game = asked.load(read["game"], read["let"]) if asked.game.words else asked_again(asked, read)
    refuse_other(path, game, read["game"], read["rules"] == game.fingerprint)
    if read["question"] in _ABOUT_RUNS:
        return proof_about_runs(game, read, asked.extent)
    if read.get("side") not in (None, *game.sides):
        raise unknown("side", read["side"], game.sides)
    claim = claim_about(game, read["claim"])
    claim.holds(game.initial)  # refuses a claim that is neither true nor false
    what = f"the proof about `{read['claim']}` in {game.name}"
    try:
        line = saved_line(game, read)
    except UnreadableLine as fault:
        return Verified("proof", game, what, CheckResult(0, 0, f"its line cannot be played: {fault.fact}"))
    end = None if line is None else game.position_text(line.position)
    if read["position"] != end:
        other = f"its line ends at {end or 'nothing'}, and not at {read['position'] or 'nothing'}"
        return Verified("proof", game, what, CheckResult(0, 0, other))
    verdict = SavedVerdict(
        read["question"],
        read["holds"],
        read.get("side"),
        read["positions"],
        None if line is None else line.positions,
        read["within"],
        read["through"],
    )
    truth = claim.by_reference
    with progress("positions") as report:
        check = VerdictCheck(verdict, truth, game.by_reference, game.initial, game.fingerprint, report)
        found = check.checked(asked.extent)
    counted = "positions of its line" if verdict.has_example else "positions"
    return Verified("proof", game, what, found, read.get("side"), counted)


def saved_line(game: Sided, read: Mapping[str, Any]) -> Match | None:
    """The line of play of a proof, if it has one; `UnreadableLine` if it cannot be played."""
    return None if read["line"] is None else read_line(Match(game), "; ".join(read["line"]))


def proof_about_runs(game: Sided, read: Mapping[str, Any], extent: SampleSize) -> Verified:
    """A verdict on runs, with a run that refutes the claim."""
    from noughts.api.liveness import conditions_of
    from noughts.api.proof import asked_claim

    claim = asked_claim(game, read["claim"]).by_reference
    premise = asked_claim(game, read["premise"]).by_reference if "premise" in read else None
    what = f"the proof about `{read['claim']}` in {game.name}"
    try:
        line = saved_line(game, read)
    except UnreadableLine as fault:
        return Verified("proof", game, what, CheckResult(0, 0, f"its run cannot be played: {fault.fact}"))
    positions, moves = (None, ()) if line is None else (line.positions, line.moves)
    verdict = SavedRuns(read["holds"], read["positions"], positions, moves, read["loop"])
    fairness = conditions_of(game, read["fair"], read["strongly_fair"])
    with progress("positions") as report:
        check = RunsCheck(verdict, claim, premise, fairness, game.by_reference, game.initial, report)
        found = check.checked(extent)
    return Verified(
        "proof", game, what, found, None, "positions" if read["holds"] else "positions of its run"
    )


def save_proof(path: Path, game: GameArgument, proved: ProvedClaim | ProvedLiveness) -> None:
    """Write a proof to a file, with the game that it is about."""
    about = {
        "noughts": _PROOF,
        "game": proved.claim.game.name,
        "rules": proved.claim.game.fingerprint,
        "documents": [os.path.abspath(word) if os.path.exists(word) else word for word in game.words],
        "let": list(game.let or ()),
        "by": game.by,
        "wins": game.wins,
    }
    save(path, json.dumps({**about, **proved.as_json()}, ensure_ascii=False) + "\n")


def asked_again(asked: FileQuestion, read: Mapping[str, Any]) -> Sided:
    """The game of the documents that a proof names, with its constants; `Refusal` if it names code to be
    run."""
    if code := next(filter(is_python_name, read["documents"]), None):
        raise Refusal(
            f"the proof names code in Python, `{code}`", "only answers about documents can be verified"
        )
    named = replace(
        asked.game,
        words=read["documents"],
        by=asked.game.by or read["by"],
        wins=asked.game.wins or read["wins"],
    )
    game = replace(asked, game=named).load(None, read["let"])
    if game.name != read["game"]:
        fact = f"the proof says that it is about {read['game']}, and names the documents of {game.name}"
        raise Refusal(fact, "name the game with `--game GAME`")
    return game


def is_text(part: object) -> bool:
    """Whether it is a text."""
    return isinstance(part, str)


def is_texts(part: object) -> bool:
    """Whether it is a list of texts."""
    return isinstance(part, list) and all(map(is_text, part))


def is_count(part: object) -> bool:
    """Whether it is a whole number."""
    return type(part) is int


def or_null(is_so: Callable[[object], bool]) -> Callable[[object], bool]:
    """A test for values that pass another test, or are null."""
    return lambda part: part is None or is_so(part)


def one_of(*words: str) -> Callable[[object], bool]:
    """A test for some words."""
    return lambda part: part in words


# The questions about runs.
_ABOUT_RUNS: Final = ("eventually", "leads_to")

# The keys of every proof, each with the test for its value.
_SHARED_PARTS: Final[Mapping[str, Callable[[object], bool]]] = {
    "noughts": one_of(_PROOF),
    "game": is_text,
    "rules": is_text,
    "documents": is_texts,
    "let": is_texts,
    "by": or_null(one_of("rules", "clicks")),
    "wins": or_null(is_text),
    "question": one_of("always", "sometimes", "forced", *_ABOUT_RUNS),
    "claim": is_text,
    "holds": lambda part: isinstance(part, bool),
    "positions": is_count,
    "line": or_null(is_texts),
    "warnings": is_texts,
}

# The other keys of a proof about runs.
_RUN_PARTS: Final = {"fair": is_texts, "strongly_fair": is_texts, "loop": or_null(is_count)}

# The keys of a proof about positions.
#
# Only a forced claim has a side and a number of moves, or is decided by a search.
_PARTS: Final[Mapping[str, Callable[[object], bool]]] = {
    **_SHARED_PARTS,
    "through": one_of("positions", "diagrams", "search"),
    "position": or_null(is_text),
    "within": or_null(is_count),
}


def read_proof(path: Path) -> Mapping[str, Any]:
    """A proof as JSON; `Refusal` if the file has none."""
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        found = None
    if not is_proof(found):
        raise Refusal(f"`{path}` is no proof, or is cut off", "`noughts prove -o FILE` writes one")
    return found


def is_proof(found: Any) -> TypeGuard[Mapping[str, Any]]:
    """Whether it has all parts of a proof and no others, each of its type."""
    if not isinstance(found, dict) or not _SHARED_PARTS.keys() <= found.keys():
        return False
    if found["question"] in _ABOUT_RUNS:
        premise = {"premise": is_text} if found["question"] == "leads_to" else {}
        parts = {**_SHARED_PARTS, **_RUN_PARTS, **premise}
    elif found["question"] == "forced":
        parts = {**_PARTS, "side": is_text}
    else:
        parts = {**_PARTS, "through": one_of("positions", "diagrams"), "within": lambda part: part is None}
    return found.keys() == parts.keys() and all(is_so(found[name]) for name, is_so in parts.items())
