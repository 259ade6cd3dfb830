// Who decides for a side: somebody at the page, or a program.

export class Person {
  constructor(name) {
    this.name = name || "person";
    this.isPerson = true;
  }
}

export function anyOf(choices) {
  return choices[Math.floor(Math.random() * choices.length)];
}

// Any legal move.
export class RandomPlayer {
  get name() {
    return "random";
  }

  // How it finds its move: "here" at once, "wait" until the game is solved, or "search" in a worker.
  get way() {
    return "here";
  }

  // Whether it can lose.
  get note() {
    return "plays by chance, and can lose";
  }

  // The numbers of the moves that it may make.
  choices(match) {
    return match.legalMoves.map((_, index) => index);
  }

  choose(match) {
    return anyOf(this.choices(match));
  }
}

const BEST = "as strong as this page allows";

const NOTES = {
  win: "plays perfectly, and wins",
  draw: "cannot lose",
  loss: "plays perfectly, but can be beaten from the start",
};

// As strong as the page allows: by exact values if the game is solved, else by its safe sets, else by search,
// else by chance.
export class BestPlayer extends RandomPlayer {
  // `side` is a number.
  constructor(side, adviser) {
    super();
    this.side = side;
    this.adviser = adviser;
  }

  // Until the game is solved, or cannot be, nothing is said of how well it plays.
  get name() {
    const { isComplete, judge, failure, searches } = this.adviser;
    if (judge) return isComplete ? "perfect" : "strategy";
    if (!failure) return "best";
    return searches ? "search" : super.name;
  }

  get way() {
    if (this.name === "search") return "search";
    return this.adviser.judge || this.adviser.failure ? "here" : "wait";
  }

  get note() {
    if (this.adviser.judge) return NOTES[this.adviser.expectation(this.side)];
    if (!this.adviser.failure) return BEST;
    return this.name === "search" ? "looks ahead, and can lose" : super.note;
  }

  choices(match) {
    return this.adviser.known(match)?.tempting ?? super.choices(match);
  }
}

export const PLAYERS = [
  { word: "person", summary: "somebody at this page" },
  { word: "best", summary: BEST },
  { word: "random", summary: "any legal move, by throwing dice" },
];

// Makes players of words for one game: by its side what kind of player it is, and what a person is called.
export class Seating {
  constructor(game, adviser, kinds, names = new Map()) {
    Object.assign(this, { game, adviser, kinds, names });
  }

  seated(kinds, names) {
    return new Seating(this.game, this.adviser, new Map([...this.kinds, ...kinds]), names);
  }

  players() {
    return new Map(this.game.sides.map((side, number) => [side, this.player(side, number)]));
  }

  player(side, number) {
    const kind = this.kinds.get(side);
    if (kind === "person") return new Person(this.names.get(side));
    return kind === "best" ? new BestPlayer(number, this.adviser) : new RandomPlayer();
  }
}
