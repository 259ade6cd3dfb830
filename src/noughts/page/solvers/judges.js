/** What positions are worth, certainly: by the values of all of them, or by safe sets.
 *
 * A verdict is { winner, distance }: with perfect play `winner` wins, in `distance` moves; NOBODY if neither
 * side can force a win. Both are null where they are not known. */

import { listMoves, NOBODY } from "../kernels/explore.js";

/** The legal moves of a position; none if the match is over. @param {Kernel} kernel */
export function legalMoves(kernel, codes, at) {
  if (kernel.over(codes, at)) {
    return [];
  }
  const found = new Int32Array(kernel.moveWords),
    moves = new Int32Array(kernel.moves.length);
  kernel.legal(codes, at, found, 0);
  return [...moves.subarray(0, listMoves(found, 0, kernel.moveWords, moves))];
}

/** The position after a legal move. @param {Kernel} kernel */
export function positionAfterMove(kernel, codes, at, move) {
  const reached = new Int32Array(kernel.words);
  kernel.after(codes, at, move, reached, 0);
  return reached;
}

/** The position after a line of moves, by their numbers, from the first position on. */
export function positionAfterLine(kernel, line) {
  let codes = kernel.initial;
  for (const move of line) {
    if (!legalMoves(kernel, codes, 0).includes(move)) {
      throw new RangeError(`move ${move} is not legal after ${line.join(" ")}`);
    }
    codes = positionAfterMove(kernel, codes, 0, move);
  }
  return codes;
}

/** Judges by the values of all positions. */
export class SolvedJudge {
  constructor(graph, values) {
    this.kernel = graph.kernel;
    this.positions = graph.positions;
    this.values = values;
  }

  verdict(codes, at) {
    const value = this.values[this.positions.numberOf(codes, at)];
    if (value === 0) {
      return { winner: NOBODY, distance: null };
    }
    return { winner: value > 0 ? 0 : 1, distance: Math.abs(value) - 1 };
  }
}

/** Judges by the safe sets of both sides: a side that is not safe loses with perfect play. */
export class SafeSetJudge {
  constructor(kernel, safeSets) {
    this.kernel = kernel;
    this.safeSets = safeSets;
  }

  verdict(codes, at) {
    if (legalMoves(this.kernel, codes, at).length === 0) {
      const winner = this.kernel.won(codes, at);
      return { winner, distance: winner === NOBODY ? null : 0 };
    }
    const lost = this.safeSets.filter((safe) => !safe.holds(codes, at, this.kernel.words));
    return { winner: lost.length === 0 ? NOBODY : 1 - lost[0].side, distance: null };
  }
}

/** The greatest of some numbers, however many: a call takes some ten thousand arguments. */
export function greatest(numbers) {
  return numbers.reduce((a, b) => Math.max(a, b), -Infinity);
}

/** A number that is greater for a better verdict: quick wins, then late wins, draws, late losses. */
function worth({ winner, distance }, mover) {
  if (winner === NOBODY) {
    return 0;
  }
  const near = 1 / (2 + (distance ?? Infinity)); // between 0 and 1/2, and strictly falling
  return winner === mover ? 1 + near : -1 - near;
}

/** The share of the opponent's replies to a move that worsen what the position is worth. */
function temptation(judge, reached, mover) {
  const { kernel } = judge,
    replies = legalMoves(kernel, reached, 0);
  if (replies.length === 0 || kernel.toMove(reached, 0) === mover) {
    return 0;
  }
  const { winner } = judge.verdict(reached, 0);
  const after = replies.map((reply) => judge.verdict(positionAfterMove(kernel, reached, 0, reply), 0));
  return after.filter((verdict) => verdict.winner !== winner).length / replies.length;
}

/** The verdict on a position that goes on and on each of its moves, whose distances count the move; `best`
 * are the moves that keep the verdict and leave the opponent the most chances to go wrong. */
export function judged(judge, codes, at) {
  const { kernel } = judge,
    mover = kernel.toMove(codes, at);
  const moves = legalMoves(kernel, codes, at).map((move) => {
    const { winner, distance } = judge.verdict(positionAfterMove(kernel, codes, at, move), 0);
    return { move, winner, distance: distance === null ? null : distance + 1 };
  });
  const most = greatest(moves.map((verdict) => worth(verdict, mover)));
  const equal = moves.filter((verdict) => worth(verdict, mover) === most);
  const tempting = equal.map(({ move }) =>
    temptation(judge, positionAfterMove(kernel, codes, at, move), mover),
  );
  const mostTempting = greatest(tempting);
  const best = equal.filter((_, place) => tempting[place] === mostTempting).map(({ move }) => move);
  return { mover, winner: equal[0].winner, distance: equal[0].distance, moves, best };
}
