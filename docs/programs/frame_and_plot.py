"""A frame of all positions of a game, grouped and plotted: how sharp are they, after each number of moves?

A position is sharp if only one of its moves is best.  The frame is a table of Arrow; `Solution.to_pandas` has
the same columns.
"""

from __future__ import annotations

from html import escape

import noughts

WIDTH, HEIGHT, GAP = 480, 200, 8
"""Of the picture, and between two of its bars, in pixels."""


def sharpness(solution: noughts.Solution) -> dict[int, float]:
    """For each number of moves made, the share of sharp positions among those that are not over."""
    open_positions: dict[int, int] = {}
    sharp_ones: dict[int, int] = {}
    columns = solution.to_arrow().select(["ply", "over", "best"]).to_pydict()
    for ply, over, best in zip(columns["ply"], columns["over"], columns["best"], strict=True):
        if not over:
            open_positions[ply] = open_positions.get(ply, 0) + 1
            sharp_ones[ply] = sharp_ones.get(ply, 0) + (len(best) == 1)
    return {ply: sharp_ones[ply] / count for ply, count in sorted(open_positions.items())}


def plot(title: str, shares: dict[int, float]) -> str:
    """The shares as bars, in SVG."""
    step = WIDTH / max(len(shares), 1)
    bars = [
        f'<rect x="{ply * step:g}" y="{HEIGHT * (1 - share):g}" '
        f'width="{step - GAP:g}" height="{HEIGHT * share:g}">'
        f"<title>{share:.0%} after {ply} moves</title></rect>"
        for ply, share in shares.items()
    ]
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><title>{escape(title)}</title>{"".join(bars)}</svg>'
    )


def main() -> str:
    """Plot the sharpness of tic-tac-toe on 3 by 3; print its frame by ply."""
    solution = noughts.load("tictactoe").solve()
    shares = sharpness(solution)
    for ply, share in shares.items():
        print(f"{ply} {share:6.1%}")
    return plot(f"{solution.game.name}: positions with one best move", shares)


if __name__ == "__main__":
    main()
