// A game without formulas as a kernel that asks its rules, so that all that asks kernels can ask it.
//
// A position is one word, its number in the order in which positions were met here; a move is its place among the
// legal moves of its position.

import { NOBODY } from "../kernels/explore.js";
import { SolvedJudge } from "../solvers/judges.js";
import { RulesError } from "./refusal.js";
import { ThinkerSession } from "./thinker_session.js";

const WORDS = 64; // of a set of moves: two thousand
const MILLISECONDS = 8000; // to list all positions: whoever opens a page waits that long for an opponent, and no longer

export class RulesKernel {
  constructor(game) {
    this.game = game;
    this.name = game.name;
    this.sides = game.sides;
    this.valued = game.valued;
    this.words = 1;
    this.moveWords = WORDS;
    this.moves = new Array(32 * WORDS);
    this.sure = true;
    this.end = Infinity;
    this.numbers = new Map();
    this.facts = [];
    this.initial = Int32Array.of(this.numberOf(game.initial));
  }

  numberOf(position) {
    const text = this.game.positionText(position); // equal positions may have their elements in another order
    if (!this.numbers.has(text)) {
      this.numbers.set(text, this.facts.length);
      this.facts.push({ position, text });
    }
    return this.numbers.get(text);
  }

  // What the rules say of a position, asked once.
  known(codes, at) {
    const facts = this.facts[codes[at]];
    if (!facts.moves) {
      if (performance.now() > this.end) throw new RangeError("too many positions"); // as where memory is full
      const { game } = this;
      const { position } = facts;
      const outcome = game.outcome(position);
      facts.winner = outcome ? game.sides.indexOf(outcome.winner) : NOBODY;
      facts.mover = outcome ? NOBODY : game.sides.indexOf(game.toMove(position));
      facts.moves = outcome ? [] : game.moves(position);
      facts.after = [];
    }
    return facts;
  }

  over(codes, at) {
    return this.known(codes, at).mover === NOBODY;
  }

  toMove(codes, at) {
    return this.known(codes, at).mover;
  }

  won(codes, at) {
    return this.known(codes, at).winner;
  }

  legal(codes, at, found, to) {
    const count = this.known(codes, at).moves.length;
    if (count > this.moves.length) throw new RangeError("too many moves");
    for (let word = 0; word < WORDS; word += 1)
      found[to + word] = count >= 32 * (word + 1) ? -1 : (1 << Math.max(0, count - 32 * word)) - 1;
  }

  after(codes, at, move, reached, to) {
    const { position, moves, after } = this.known(codes, at);
    after[move] ??= this.numberOf(this.game.after(position, moves[move]));
    reached[to] = after[move];
  }
}

// The same match for that kernel.
export class RulesTracker {
  constructor(kernel) {
    this.kernel = kernel;
  }

  // The legal moves of a match by their numbers.
  legal(match) {
    return [...match.legalMoves.keys()];
  }

  index(match, number) {
    return number;
  }

  line(match) {
    return match
      .plies()
      .slice(1)
      .map(({ before, move }) => before.indexOf(move));
  }

  code(match) {
    return Int32Array.of(this.kernel.numberOf(match.position));
  }

  // The values that a worker has found, by the texts of their positions: it has met them in another order.
  judge({ texts, values }) {
    const places = new Map(texts.map((text, place) => [text, place]));
    const numberOf = (codes, at) => places.get(this.kernel.facts[codes[at]].text);
    return new SolvedJudge({ kernel: this.kernel, positions: { numberOf } }, values);
  }
}

export class RulesThinker extends ThinkerSession {
  solve() {
    this.kernel.end = performance.now() + MILLISECONDS;
    try {
      return super.solve();
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      return { do: "solved", failure: ["its rules break down in some position"], searches: false };
    } finally {
      this.kernel.end = Infinity;
    }
  }

  /** @returns {any} */
  valued(positions, values) {
    const texts = [...this.kernel.numbers.keys()];
    return { texts, values: texts.map((_, number) => values[positions.numberOf([number], 0)]) };
  }

  get tooMany() {
    return "too many positions for a page that must ask its rules";
  }
}

// Values and searches by formulas that may have no value in some positions; if one of these is met, by the rules, which
// may have a value there.
export class UnsureThinker extends ThinkerSession {
  constructor(kernel, byRules) {
    super(kernel);
    this.byRules = byRules;
    this.rules = null;
  }

  run(asked) {
    const told = asked.do === "solve" ? super.run(asked) : null;
    if (told?.solved) return told;
    this.rules ??= this.byRules();
    return { ...this.rules.run(asked), byRules: true };
  }
}
