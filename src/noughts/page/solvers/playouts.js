/** Random matches, which decide between moves that a search finds equal. */

import { listMoves, NOBODY } from "../kernels/explore.js";
import { greatest } from "./judges.js";

/** Moves after which a random match counts as drawn, because a game may let play go round for ever. */
const MOST_MOVES = 1000;

/** Matches played from one move before the clock is looked at. */
const AT_ONCE = 16;

/** Times that these are played where no time is given. */
const ROUNDS = 4;

/** Random matches of one game. */
export class Playouts {
  constructor(kernel, { random = Math.random, clock = () => performance.now() } = {}) {
    this.kernel = kernel;
    this.random = random;
    this.clock = clock;
    this.codes = new Int32Array(2 * kernel.words);
    this.found = new Int32Array(kernel.moveWords);
    this.moves = new Int32Array(kernel.moves.length);
  }

  /** The winner of a random match from a position. */
  play(codes, at) {
    const { kernel, found, moves } = this,
      { words } = kernel;
    let here = 0;
    this.codes.set(codes.subarray(at, at + words));
    for (let made = 0; made < MOST_MOVES; made++) {
      let count = 0;
      if (!kernel.over(this.codes, here)) {
        kernel.legal(this.codes, here, found, 0);
        count = listMoves(found, 0, kernel.moveWords, moves);
      }
      if (count === 0) {
        return kernel.won(this.codes, here);
      }
      kernel.after(this.codes, here, moves[Math.floor(this.random() * count)], this.codes, words - here);
      here = words - here;
    }
    return NOBODY;
  }

  /** Those of the moves that do best for the side to move in random matches; `milliseconds` may be infinite. */
  preferred(codes, at, candidates, milliseconds) {
    const { points } = this.tried(codes, at, candidates, milliseconds);
    const most = greatest(points);
    return candidates.filter((_, place) => points[place] === most);
  }

  /** The score of a move in random matches, for the side to move: from 0, if it loses all of them, to 1; and their
   * number. */
  score(codes, at, move, milliseconds) {
    const { points, matches } = this.tried(codes, at, [move], milliseconds);
    return { share: (points[0] / matches + 1) / 2, matches };
  }

  /** Random matches after each of the moves: the wins less the losses of the side to move, and their number. */
  tried(codes, at, candidates, milliseconds) {
    const { kernel } = this,
      mover = kernel.toMove(codes, at);
    const reached = new Int32Array(kernel.words),
      points = candidates.map(() => 0);
    const deadline = this.clock() + milliseconds;
    let round = 0;
    do {
      round += 1;
      candidates.forEach((move, place) => {
        kernel.after(codes, at, move, reached, 0);
        for (let match = 0; match < AT_ONCE; match++) {
          const winner = this.play(reached, 0);
          points[place] += winner === mover ? 1 : winner < 0 ? 0 : -1;
        }
      });
    } while (deadline === Infinity ? round < ROUNDS : this.clock() < deadline);
    return { points, matches: round * AT_ONCE };
  }
}
