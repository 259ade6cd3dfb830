/** What a search advises in games that are too large to be solved. */

import { NOBODY } from "../kernels/explore.js";
import { greatest, legalMoves, positionAfterMove } from "./judges.js";
import { Playouts } from "./playouts.js";
import { PROVEN, Search, WIN } from "./search.js";

/** The share of the time for random matches, which decide between moves of equal value. */
const SHARE = 0.3;

/** Advice by a search, which is sure of what it has seen to the end. */
export class SearchOracle {
  constructor(kernel) {
    this.kernel = kernel;
    this.search = new Search(kernel);
    this.playouts = new Playouts(kernel);
  }

  /** @param {Int32Array} codes @param {{ depth?: number, milliseconds?: number }} budget */
  advise(codes, { depth, milliseconds = depth === undefined ? 1000 : Infinity } = {}) {
    const found = this.search.search(codes, 0, { milliseconds: milliseconds * (1 - SHARE), depth });
    const most = greatest(found.values);
    const equal = found.moves.filter((_, place) => found.values[place] === most);
    const moves = found.moves.map((move, place) => ({ move, ...known(found, found.values[place], most) }));
    const { winner, distance } = known(found, most, most);
    const isClear = equal.length === 1 || found.isFinal;
    const best = isClear ? equal : this.playouts.preferred(codes, 0, equal, milliseconds * SHARE);
    const { mover, depth: reached, isFinal } = found;
    return { mover, winner, distance, moves, best, depth: reached, isFinal };
  }

  /** The same advice, with a `line` of best moves as far as the search saw, and with the `score` of the first one in
   * random matches where nothing is proved, else null. Each step takes half of the time that is left. */
  analyse(codes, { depth, milliseconds = Infinity }) {
    const { kernel } = this,
      end = performance.now() + milliseconds,
      half = () => (end - performance.now()) / 2;
    const advice = this.advise(codes, { depth, milliseconds: half() });
    const score = advice.winner === null ? this.playouts.score(codes, 0, advice.best[0], half()) : null;
    const line = [advice.best[0]];
    let here = positionAfterMove(kernel, codes, 0, line[0]);
    while (line.length < advice.depth && half() > 0 && legalMoves(kernel, here, 0).length > 0) {
      const { best } = this.advise(here, { depth: advice.depth - line.length, milliseconds: half() });
      line.push(best[0]);
      here = positionAfterMove(kernel, here, 0, best[0]);
    }
    return { ...advice, line, score };
  }
}

/** What a search proves by the value of a move, where `most` is the best value: wins and losses of the best
 * moves, losses of the others, whose values are upper bounds; draws, and distances, once it is final. */
function known({ mover, isFinal }, value, most) {
  if (value < -PROVEN) {
    return { winner: 1 - mover, distance: isFinal && value === most ? WIN + value : null };
  }
  if (value === most && value > PROVEN) {
    return { winner: mover, distance: isFinal ? WIN - value : null };
  }
  return { winner: isFinal && value === most ? NOBODY : null, distance: null };
}
