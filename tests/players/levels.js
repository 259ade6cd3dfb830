import { LevelPlayer } from "/src/noughts/page/play/players.js";

// The numbers of the moves that a level makes where the first of nine is the best one.
export function moves({ tries, ...level }) {
  const adviser = { judge: true, known: () => ({ tempting: [0] }) };
  const player = new LevelPlayer(0, adviser, null, level);
  const match = { legalMoves: Array.from({ length: 9 }) };
  const made = (best) => Array.from({ length: tries }, () => player.choose(match, best));
  return { known: made(), searched: made([0]), name: player.name, note: player.note };
}
