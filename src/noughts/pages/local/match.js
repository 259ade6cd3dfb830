// A match: one playing of a game, immutable; every move gives a new match.

export class Match {
  #known = {};
  #before;

  // positions[k] is the position after k moves; without them the moves are made by the rules.
  constructor(game, moves = [], positions = null, before = null) {
    this.game = game;
    this.moves = moves;
    this.positions = positions ?? moves.reduce((made, move) => [...made, game.after(made.at(-1), move)], [game.initial]);
    this.#before = before;
  }

  get position() {
    return this.positions.at(-1);
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
    return this.#once("legalTexts", () => this.legalMoves.map((move) => this.game.moveText(this.position, move)));
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

  // Where a click made the last move.
  get lastAreas() {
    const { before } = this;
    return before?.areas.get(before.indexOf(this.moves.at(-1))) ?? [];
  }

  // For each piece without which the winner would not have won, the places of its images.
  get deciding() {
    return this.#once("deciding", () => (this.winner === null ? [] : this.game.deciding(this.position, this.winner)));
  }

  // Whether nobody has asked yet what decided: the rules are asked many times for that.
  get isUnmarked() {
    return this.winner !== null && !("deciding" in this.#known);
  }

  // The winner of a match that is over, or null.
  get winner() {
    return this.outcome?.winner ?? null;
  }

  get before() {
    if (!this.#before && this.moves.length > 0) {
      this.#before = new Match(this.game, this.moves.slice(0, -1), this.positions.slice(0, -1));
    }
    return this.#before;
  }

  // The number of a move among the legal ones.
  indexOf(move) {
    return this.legalMoves.findIndex((legal) => this.game.same(legal, move));
  }

  play(move) {
    const after = this.game.after(this.position, move);
    return new Match(this.game, [...this.moves, move], [...this.positions, after], this);
  }

  // The match as it was after so many moves; all of it if there were no more.
  at(ply) {
    let match = this;
    while (match.moves.length > ply) match = match.before;
    return match;
  }

  plies() {
    const found = [this];
    while (found[0].before) found.unshift(found[0].before);
    return found;
  }

  // The last move as a person types it; empty where there is none.
  get lastText() {
    const before = this.before;
    return before ? before.legalTexts[before.indexOf(this.moves.at(-1))] : "";
  }

  get moveTexts() {
    return this.plies().slice(1).map((match) => match.lastText);
  }

  #once(name, find) {
    if (!(name in this.#known)) this.#known[name] = find();
    return this.#known[name];
  }
}

// Names that take the verb of several, as in `noughts.games.wording`.
const TAKES_WIN = /^(you|we|they|(.*[ _])?(wo)?men|.*[^sui]s)$/i;

export function outcomeText({ winner }) {
  return winner === null ? "draw" : `${winner} win${TAKES_WIN.test(winner) ? "" : "s"}`;
}
