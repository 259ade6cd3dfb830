// What formulas say of the positions of a match: whether it is over, and which moves are legal.  The
// rules say the same, but later.
//
// Formulas are about bits, which are known of the first position, and of those that moves lead to from there.

import { listMoves } from "../kernels/explore.js";
import { Recent } from "./recent.js";
import { exactText } from "../language/runtime.js";

export class Formulas {
  constructor(kernel, game) {
    this.kernel = kernel;
    this.game = game;
    this.bits = new Recent((position) =>
      game.same(position, game.initial) ? this.sure(kernel.initial) : null,
    );
  }

  // Where the rules may have no value, they are asked.
  sure(bits) {
    return this.kernel.unsure(bits, 0) ? null : bits;
  }

  // All moves by their numbers, or null if the rules have others in other positions.
  get moves() {
    if (this.every === undefined) {
      const named = new Map(this.game.everyMove(this.game.initial).map((move) => [exactText(move), move]));
      const every = this.kernel.moves.map((text) => named.get(text));
      this.every = every.includes(undefined) ? null : every;
    }
    return this.every;
  }

  // What is known of a position; null if nothing is.
  of(position) {
    return this.moves && this.bits.of(position);
  }

  isOver(bits) {
    return this.kernel.over(bits, 0);
  }

  // The numbers of the legal moves of a position that is not over.
  legal(bits) {
    const { kernel } = this;
    const found = new Int32Array(kernel.moveWords);
    const numbers = [];
    kernel.legal(bits, 0, found, 0);
    listMoves(found, 0, kernel.moveWords, numbers);
    return numbers;
  }

  // A legal move leads from one position to another.
  leads(position, number, after) {
    const bits = this.of(position);
    if (!bits) return;
    const reached = new Int32Array(this.kernel.words);
    this.kernel.after(bits, 0, number, reached, 0);
    this.bits.keep(after, this.sure(reached));
  }
}
