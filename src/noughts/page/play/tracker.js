// The same match for the kernel, on bits: its positions as words, its moves by number.

import { Positions } from "../kernels/positions.js";
import { exactText } from "../language/runtime.js";
import { SolvedJudge } from "../solvers/judges.js";

export class Tracker {
  constructor(kernel, game) {
    this.kernel = kernel;
    this.game = game;
    this.numbers = new Map(kernel.moves.map((text, number) => [text, number]));
    this.codes = new WeakMap();
  }

  // The number in the kernel of a move of the rules.
  number(move) {
    return this.numbers.get(exactText(move));
  }

  // The legal moves of a match by their numbers.
  legal(match) {
    return match.legalMoves.map((move) => this.number(move));
  }

  // The place among the legal moves of a match of the move that has this number.
  index(match, number) {
    return match.legalMoves.findIndex((move) => this.number(move) === number);
  }

  // The moves of a match by their numbers.
  line(match) {
    return match
      .plies()
      .slice(1)
      .map(({ move }) => this.number(move));
  }

  // The words of the position of a match.
  code(match) {
    let known = match;
    while (known.before && !this.codes.has(known)) known = known.before;
    for (let ply = known.ply; ply <= match.ply; ply += 1) this.keep(match.at(ply));
    return this.codes.get(match);
  }

  keep(match) {
    if (this.codes.has(match)) return;
    this.codes.set(
      match,
      match.before ? this.after(this.codes.get(match.before), match.move) : this.kernel.initial,
    );
  }

  // The positions and values that a worker has found, to be asked here.
  judge({ positions, values }) {
    const { kernel } = this;
    return new SolvedJudge(
      { kernel, positions: Object.assign(Object.create(Positions.prototype), positions) },
      values,
    );
  }

  after(code, move) {
    const reached = new Int32Array(this.kernel.words);
    this.kernel.after(code, 0, this.number(move), reached, 0);
    return reached;
  }
}
