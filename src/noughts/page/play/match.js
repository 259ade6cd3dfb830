// A match: one playing of a game, immutable; every move gives a new match.
//
// The matches of one line of play share an array, which the last one extends: so a match of n moves takes room for n.

import { changesOf } from "./changes.js";

export class Match {
  #known = new Map();
  #line; // the match after 0 moves, after 1, and so on: this one at place `ply`, behind it some that go on from it

  constructor(game, position = game.initial, move = null, line = []) {
    this.game = game;
    this.position = position;
    this.move = move; // the last one
    this.ply = line.length;
    this.#line = line;
    line.push(this);
  }

  // positions[k] is the position after k moves.
  get positions() {
    return this.plies().map(({ position }) => position);
  }

  get toMove() {
    return this.#once("toMove", () => this.game.toMove(this.position));
  }

  get outcome() {
    return this.#once("outcome", () => this.game.outcome(this.position));
  }

  get legalMoves() {
    return this.#once("legalMoves", () => this.game.moves(this.position));
  }

  get legalTexts() {
    return this.#once("legalTexts", () =>
      this.legalMoves.map((move) => this.game.moveText(this.position, move)),
    );
  }

  // What is drawn of the position; null if nothing is.
  get images() {
    return this.#once("images", () => (this.game.isPictured ? this.game.images(this.position) : null));
  }

  // For the number of each legal move the rectangles of the screen where a click makes it.
  get areas() {
    return this.#once("areas", () => (this.game.isPictured ? this.game.areas(this.position) : new Map()));
  }

  // For the number of each legal move where to click for it, if moves take several clicks.
  get clickPaths() {
    return this.#once("clickPaths", () => this.game.clickPaths?.(this.position) ?? new Map());
  }

  // What the last move changed of the picture; null where there is no picture, or no move.
  get changed() {
    return this.#once("changed", () =>
      this.images && this.before ? changesOf(this.before.images, this.images) : null,
    );
  }

  // Where a click made the last move.
  get lastAreas() {
    return this.#once("lastAreas", () => this.before?.areas.get(this.before.indexOf(this.move)) ?? []);
  }

  // For each piece without which the winner would not have won, the places of its images.
  get deciding() {
    return this.#once("deciding", () =>
      this.winner === null ? [] : (this.game.deciding?.(this.position, this.winner) ?? []),
    );
  }

  // Whether nobody has asked yet what decided: the rules are asked many times for that.
  get isUnmarked() {
    return this.winner !== null && !this.#known.has("deciding");
  }

  // The winner of a match that is over, or null.
  get winner() {
    return this.outcome?.winner ?? null;
  }

  get before() {
    return this.ply > 0 ? this.#line[this.ply - 1] : null;
  }

  // The number of a move among the legal ones.
  indexOf(move) {
    return this.legalMoves.findIndex((legal) => this.game.same(legal, move));
  }

  play(move) {
    const isLast = this.#line.length === this.ply + 1;
    return new Match(
      this.game,
      this.game.after(this.position, move),
      move,
      isLast ? this.#line : this.plies(),
    );
  }

  // The match as it was after so many moves; all of it if there were no more.
  at(ply) {
    return this.#line[Math.min(ply, this.ply)];
  }

  // The match after 0 moves, after 1, and so on.
  plies() {
    return this.#line.slice(0, this.ply + 1);
  }

  // The last move as a person types it; empty where there is none.
  get lastText() {
    return this.#once("lastText", () => this.before?.legalTexts[this.before.indexOf(this.move)] ?? "");
  }

  // How many moves this match and another one have in common, from the beginning on.
  inCommon(other) {
    const shorter = Math.min(this.ply, other.ply);
    let ply = 0;
    while (ply < shorter && this.game.same(this.at(ply + 1).move, other.at(ply + 1).move)) ply += 1;
    return ply;
  }

  get moveTexts() {
    return this.plies()
      .slice(1)
      .map((match) => match.lastText);
  }

  #once(name, find) {
    if (!this.#known.has(name)) this.#known.set(name, find());
    return this.#known.get(name);
  }
}

// Names that take the verb of several, as in `noughts.games.game`.
const TAKES_WIN = /^(you|we|they|(.*[ _])?(wo)?men|.*[^sui]s)$/i;

export function outcomeText({ winner }) {
  return winner === null ? "draw" : `${winner} win${TAKES_WIN.test(winner) ? "" : "s"}`;
}
