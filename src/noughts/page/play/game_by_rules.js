// A game by its rules: `moves`, `legalMove(m)` and `outcome(m)` define the legal moves and their effects.
// A click means the legal move that leads where the click leads.

import { ByValue } from "./by_value.js";
import { Clicks } from "./clicks.js";
import { Formulas } from "./formulas.js";
import { Recent } from "./recent.js";
import { RulesError } from "./refusal.js";
import { SidedGame } from "./sided_game.js";
import { RESTART } from "./table.js";
import { exactText, ordered, show } from "../language/runtime.js";

const EVERY_MOVE = "every move"; // of a machine in which `moves` is a variable
// The names of moves: texts that are read back wherever a move is written, in records and links too.
const isMoveName = (text) => !/^$|[;~\p{C}]|(?! )\p{Z}|^[ ,]|[ ,]$| {2}/u.test(text);

const LEGAL = 0; // the question {m | m in moves & legalMove(m)}, compiled with the program

export class GameByRules extends SidedGame {
  // A game that has a kernel asks its formulas what is legal.
  constructor(program, data, kernel) {
    super(program, data);
    this.formulas = kernel && new Formulas(kernel, this);
    this.clicks =
      data.areas.length && this.rules.defines("newState", 0) ? new Clicks(this, data.areas) : null;
    this.known = new Recent((position) => this.ask(position));
    this.named = this.rules.defines("moveName", 1);
    this.movesVary = data.movesVary; // whether `moves` depends on the position, and so on the order of its sets
  }

  // What is asked of a position more than once: its moves, and where each leads as far as anybody asked.
  ask(position) {
    const bits = this.movesVary ? null : this.formulas?.of(position); // formulas have moves in an order of their own
    const numbers = bits && (this.formulas.isOver(bits) ? [] : this.formulas.legal(bits));
    const moves = numbers ? numbers.map((number) => this.formulas.moves[number]) : this.legal(position);
    return {
      moves,
      numbers,
      after: new Array(moves.length).fill(null),
      texts: null,
      leading: null,
      areas: null,
    };
  }

  legal(position) {
    if (this.isOver(position)) return [];
    const legal = this.rules.ask(LEGAL, position);
    return [...(this.movesVary ? ordered(legal) : legal)];
  }

  moves(position) {
    return this.known.of(position).moves;
  }

  after(position, move) {
    const { moves, numbers, after } = this.known.of(position);
    const index = moves.findIndex((legal) => this.same(legal, move));
    if (index < 0) return this.rules.value("outcome", [move], position);
    if (!after[index]) {
      after[index] = { state: this.rules.value("outcome", [move], position) };
      if (numbers) this.formulas.leads(position, numbers[index], after[index].state);
    }
    return after[index].state;
  }

  isOver(position) {
    const bits = this.formulas?.of(position);
    return bits ? this.formulas.isOver(bits) : super.isOver(position);
  }

  // The moves that `moves` has in a position, legal or not; first those of the side to move.
  everyMove(position) {
    const every = [
      ...this.rules.value(this.rules.defines(EVERY_MOVE, 0) ? EVERY_MOVE : "moves", [], position),
    ];
    const side = this.rules.value("playerToMove", [], position);
    const isOwn = (move) => Array.isArray(move) && move.length > 0 && this.same(move[0], side);
    return every.sort((a, b) => isOwn(b) - isOwn(a));
  }

  // The name of a move, or its text without its side; the exact text if that is no name, or not unique.
  moveText(position, move) {
    const known = this.known.of(position);
    known.texts ??= this.shortTexts(position);
    const text = this.said(position, move, known.texts.side);
    const taken = known.texts.taken.get(text) ?? [];
    return isMoveName(text) && taken.every((each) => this.same(each, move)) ? text : exactText(move);
  }

  // As moveName(m) says, or the move without its side; moves may share a name.
  said(position, move, side) {
    if (!this.named) return this.brief(move, side);
    const name = this.rules.value("moveName", [move], position);
    return typeof name === "string" ? name : this.rules.short(name);
  }

  // The side to move, and the legal moves that each text means.
  shortTexts(position) {
    const side = this.rules.value("playerToMove", [], position);
    const taken = new Map();
    for (const move of this.moves(position)) {
      for (const text of new Set([this.said(position, move, side), exactText(move)])) {
        taken.set(text, [...(taken.get(text) ?? []), move]);
      }
    }
    return { side, taken };
  }

  // The text of a move of a side without what is said anyway.
  brief(move, side) {
    return this.rules.short(move, side);
  }

  clicked(position, x, y) {
    if (!this.clicks) return null;
    const state = this.nextState(position, { clicked: true, x, y, keys: [] });
    if (this.same(state, position)) return null;
    const move = this.leadingTo(position, state);
    if (move !== null) return this.moves(position)[move];
    if (this.same(state, this.initial)) return RESTART;
    const fact = `a click at (${x}, ${y}) leads to ${show(state)}, where no legal move leads`;
    throw this.rules.broken("E503", fact, "newState", position, "`newState` and `outcome` should agree");
  }

  // Why the move is not legal that a click there made, or would have made, earlier in the line.
  whyNoMoveAt(line, x, y) {
    const [first, ...others] = line.slice(0, -1);
    for (const earlier of first === undefined ? [] : [first, ...others.reverse()]) {
      const text = this.textAt(earlier, x, y);
      if (text !== null) return this.whyNotLegal(line.at(-1), text);
    }
    return null;
  }

  // The text of the move that a click makes, or null.
  textAt(position, x, y) {
    try {
      const move = this.clicked(position, x, y);
      return move === null || move === RESTART ? null : this.moveText(position, move);
    } catch (error) {
      if (error instanceof RulesError) return null;
      throw error;
    }
  }

  whyNotLegal(position, text) {
    const every = this.everyMove(position);
    const called = (name) => every.find((each) => name(each) === text);
    const move = called((each) => this.candidateText(position, each)) ?? called((each) => exactText(each));
    return move === undefined ? null : this.whyNot(position, move, text);
  }

  // Why a move is not legal: `legalMove(m)`; if that holds, `gameOver`; null if it is.
  whyNot(position, move, text) {
    if (this.moves(position).some((legal) => this.same(legal, move))) return null;
    let reason = this.reason(position, "legalMove", move);
    if (reason.value === "true") {
      if (!this.isOver(position)) return null;
      reason = this.reason(position, "gameOver");
    }
    return { fact: `${text} is not legal`, reasons: [reason] };
  }

  // The text of a move that need not be legal; empty if the document has none for it.
  candidateText(position, move) {
    try {
      return this.said(position, move, this.rules.value("playerToMove", [], position));
    } catch (error) {
      if (error instanceof RulesError) return "";
      throw error;
    }
  }

  // The number of the first legal move that leads to a state, or null.
  leadingTo(position, state) {
    const known = this.known.of(position);
    known.leading ??= this.bySuccessor(position);
    return known.leading.entry(state)?.[1] ?? null;
  }

  bySuccessor(position) {
    const found = new ByValue();
    this.moves(position).forEach((move, index) => found.at(this.after(position, move), () => index));
    return found;
  }

  // For the number of each legal move the rectangles where a click makes it.
  areas(position) {
    if (!this.clicks || !this.moves(position).length) return new Map();
    const known = this.known.of(position);
    known.areas ??= this.findAreas(position);
    return known.areas;
  }

  findAreas(position) {
    const found = new Map();
    for (const { state, areas } of this.clicks.successors(position)) {
      const move = this.leadingTo(position, state);
      if (move !== null) found.set(move, areas);
    }
    return found;
  }
}
