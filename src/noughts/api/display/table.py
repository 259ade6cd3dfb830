"""Solutions and explorations as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from noughts.api.display.output import muted, output
from noughts.games.game import Side
from noughts.games.result import Value

if TYPE_CHECKING:
    from noughts.api.solution import Solution
    from noughts.kernels.state_graph import Explored

# The most rows of a table of plies; more do not fit on a screen.
_MOST_PLIES = 40


def solution_html(solution: Solution) -> str:
    """The value of each first move, the best first, and the shares of all positions that each side wins."""
    game, value = solution.game, solution.value()
    moves: dict[Value, list[str]] = {}
    for move, reached in solution.by_move().items():
        moves.setdefault(reached, []).append(move)
    if not moves:
        return output(f"<b>{escape(f'{game.name}: {value}')}</b>", shares_html(solution))
    side = game.rules.to_move(game.rules.initial)
    rows = [
        (value_html(reached, side), f"<td>{escape('; '.join(moves[reached]))}</td>")
        for reached in sorted(moves, key=lambda reached: worth(reached, side), reverse=True)
    ]
    table = table_html(f"{game.name}: {value} with perfect play", (f"for {side}", "moves"), rows)
    return output(table, shares_html(solution))


def worth(value: Value, side: Side) -> tuple[int, int]:
    """A sort key for values of a side: wins, quick ones first; draws; losses, long ones first."""
    distance = value.distance or 0
    if value.winner is None:
        return 0, 0
    return (1, -distance) if value.winner == side else (-1, distance)


def result(winner: Side | None, side: Side) -> str:
    """The CSS class of a result for a side."""
    return f"noughts-{'draw' if winner is None else 'win' if winner == side else 'loss'}"


def value_html(value: Value, side: Side) -> str:
    """A cell with a value, coloured by its result for a side."""
    return f'<td class="{result(value.winner, side)}">{escape(str(value))}</td>'


def shares_html(solution: Solution) -> str:
    """The share of all positions that each side wins, as a bar and in figures."""
    side = solution.game.rules.to_move(solution.game.rules.initial)
    counts: Mapping[str, int] = solution.counts()
    looks = {who: result(None if who == "draw" else who, side) for who in counts}
    bar = "".join(
        f'<i class="{looks[who]}" style="flex:{count / max(1, sum(counts.values())):.4f}"></i>'
        for who, count in counts.items()
        if count
    )
    legend = "".join(
        f'<span class="{looks[who]}">{escape(f"{count:,} {ending(who)}")}</span>'
        for who, count in counts.items()
        if count
    )
    head = muted(f"all {sum(counts.values()):,} positions")
    return f'<div class="noughts-shares">{bar}</div><div class="noughts-legend">{legend}{head}</div>'


def ending(who: Side) -> str:
    """The label of positions with this winner."""
    return "drawn" if who == "draw" else f"won by {who}"


def exploration_html(found: Explored) -> str:
    """The number of positions, how they end, and the number at each distance from the first one."""
    rows = [("positions", len(found)), ("transitions", found.transitions)]
    rows += [(f"over, {ending(who)}", count) for who, count in found.terminal().items()]
    table = table_html(found.game.name, (), ((cell(text), number(count)) for text, count in rows))
    plies = found.by_ply()
    return output(table, plies_html(plies) if len(plies) <= _MOST_PLIES else "")


def plies_html(plies: Sequence[int]) -> str:
    """Positions by their distance from the first one, with bars."""
    most = max(plies)
    rows = ((number(ply), number(count), bar(160 * count / most)) for ply, count in enumerate(plies))
    return table_html("", ("moves", "positions", ""), rows)


def bar(width: float) -> str:
    """A cell with a bar of `width` pixels."""
    return f'<td><i class="noughts-bar" style="width:{width:.1f}px"></i></td>'


def cell(text: str) -> str:
    """A cell of a table."""
    return f"<td>{escape(text)}</td>"


def number(count: int) -> str:
    """A cell with a number."""
    return f'<td class="noughts-number">{count:,}</td>'


def table_html(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose cells are HTML."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    top = f"<thead><tr>{head}</tr></thead>" if heads else ""
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return f"<table>{caption}{top}<tbody>{body}</tbody></table>"
