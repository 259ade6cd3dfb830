/** Every position of a game, found breadth first by its kernel: the same, in the same order, as by
 * `noughts.kernels.explore`. */

import { doubled, Positions } from "./positions.js";

export const NOBODY = -1;
export const BOTH = -2;

/** The moves in a set of them, from the lowest on, put into an array; returns how many there are. */
export function listMoves(found, at, moveWords, into) {
  let count = 0;
  for (let place = 0; place < moveWords; place++) {
    let bits = found[at + place];
    while (bits !== 0) {
      const lowest = bits & -bits;
      // of one bit, the zeros before it say which it is: JavaScript counts those only
      into[count++] = (place << 5) + 31 - Math.clz32(lowest);
      bits ^= lowest;
    }
  }
  return count;
}

/** The positions that play can reach, and where each move leads.
 *
 * - `codes`: the words of each position, one after another; `numberOf(codes, at)` finds its number
 * - `targets` from `offsets[k]` to `offsets[k + 1]`: the positions after each move in position k
 * - `movers[k]` who is to move, `winners[k]` who has won, or `NOBODY`; it is over if nobody is to move
 * - `fault`: null if these are all; else why it ended early: "limit", "unsure" (the rules may have no value
 *   in position `size - 1`) or "winners" (two sides have won there) */
class StateGraph {
  /** @param {Kernel} kernel */
  constructor(kernel) {
    this.kernel = kernel;
    this.positions = new Positions(kernel.words);
    this.offsets = new Int32Array(1 << 12);
    this.targets = new Int32Array(1 << 14);
    this.movers = new Int8Array(1 << 12);
    this.winners = new Int8Array(1 << 12);
    this.transitions = 0;
    this.expanded = 0;
    this.fault = null;
    this.found = new Int32Array(kernel.moveWords);
    this.moves = new Int32Array(kernel.moves.length);
    this.reached = new Int32Array(kernel.words * kernel.moves.length);
  }

  get size() {
    return this.positions.size;
  }

  get codes() {
    return this.positions.codes;
  }

  numberOf(codes, at) {
    return this.positions.numberOf(codes, at);
  }

  /** Expand the next position: its moves lead to positions that are known or new. */
  expand() {
    const { kernel, positions, found, moves, reached, expanded } = this;
    const codes = positions.codes,
      at = expanded * kernel.words;
    if (!kernel.sure && kernel.unsure(codes, at)) {
      this.fault = "unsure";
      return;
    }
    let count = 0;
    if (!kernel.over(codes, at)) {
      kernel.legal(codes, at, found, 0);
      count = listMoves(found, 0, kernel.moveWords, moves);
    }
    this.makeRoom(count);
    this.movers[expanded] = count > 0 ? kernel.toMove(codes, at) : NOBODY;
    this.winners[expanded] = count > 0 ? NOBODY : kernel.won(codes, at);
    if (this.winners[expanded] === BOTH) {
      this.fault = "winners";
      return;
    }
    for (let place = 0; place < count; place++) {
      kernel.after(codes, at, moves[place], reached, place * kernel.words);
    }
    positions.addAll(reached, count, this.targets, this.transitions);
    this.transitions += count;
    this.expanded += 1;
    this.offsets[this.expanded] = this.transitions;
  }

  /** Double the arrays that are full. */
  makeRoom(count) {
    if (this.expanded + 2 > this.movers.length) {
      this.offsets = doubled(this.offsets);
      this.movers = doubled(this.movers);
      this.winners = doubled(this.winners);
    }
    while (this.transitions + count > this.targets.length) {
      this.targets = doubled(this.targets);
    }
  }
}

/** The state graph of a kernel from its first position on; it ends early beyond `limit` positions, or beyond
 * `transitions`, which take the most memory. @param {Kernel} kernel */
export function explore(kernel, { limit, transitions = 4e7 }) {
  const graph = new StateGraph(kernel);
  graph.positions.add(kernel.initial, 0);
  while (graph.expanded < graph.size && graph.fault === null) {
    graph.expand();
    if (graph.size > limit || graph.transitions > transitions) {
      graph.fault = "limit";
    }
  }
  return graph;
}
