/** What a search advises in games that are too large to be solved. */

import { NOBODY } from "../kernels/explore.js";
import { greatest } from "./judges.js";
import { Playouts } from "./playouts.js";
import { PROVEN, Search, WIN } from "./search.js";

/** The share of the time for random matches, which decide between moves of equal value. */
const SHARE = 0.3;

/** Advice by a search, which is sure of what it has seen to the end. */
export class SearchOracle {
  constructor(kernel) {
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
