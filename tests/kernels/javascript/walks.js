/** Random walks through games, step by step. */

import { legalMoves, positionAfterMove } from "/src/noughts/page/solvers/judges.js";

/** What a kernel says of each position along some lines of moves. */
export async function walked({ path, lines }) {
  const { default: kernel } = await import(path);
  return lines.map((line) => {
    let codes = kernel.initial;
    const seen = [];
    for (const move of [...line, null]) {
      const moves = legalMoves(kernel, codes, 0);
      const unsure = kernel.unsure(codes, 0),
        mover = moves.length > 0 ? kernel.toMove(codes, 0) : null;
      seen.push({ codes: [...codes], moves, unsure, mover, winner: kernel.won(codes, 0) });
      codes = move === null ? codes : positionAfterMove(kernel, codes, 0, move);
    }
    return seen;
  });
}
