// Who decides for a side: somebody at the page, or a program.

class Person {
  constructor(name) {
    this.name = name || "person";
    this.isPerson = true;
  }
}

// Somebody at another page, whose moves come from a room.
class Distant {
  constructor(name) {
    this.name = name || "nobody yet";
  }

  get way() {
    return "room";
  }
}

function anyOf(choices) {
  return choices[Math.floor(Math.random() * choices.length)];
}

// Any legal move.
class RandomPlayer {
  get name() {
    return "random";
  }

  // How it finds its move: "here" at once, "wait" until the game is solved, or "search" in a worker.
  get way() {
    return "here";
  }

  // Whether it plays by values as soon as there are any.
  get needsValues() {
    return false;
  }

  // Whether it can lose.
  get note() {
    return "plays by chance, and can lose";
  }

  // The numbers of the moves that it may make.
  choices(match) {
    return match.legalMoves.map((_, index) => index);
  }

  // One of the moves that it may make; `best` are those that a search has found for it.
  choose(match, best = this.choices(match)) {
    return anyOf(best);
  }
}

const BEST = "as strong as this page allows";

const NOTES = {
  win: "wins",
  draw: "cannot lose",
  loss: "can be beaten",
};

// As strong as the page allows: by exact values if the game is solved, else as the service decides if there is one,
// else by its safe sets, else by search, else by chance.
class BestPlayer extends RandomPlayer {
  // `side` is a number; `other` decides where the service is asked for values.
  constructor(side, adviser, other) {
    super();
    this.side = side;
    this.adviser = adviser;
    this.other = other;
  }

  // How it finds its moves.  Until the game is solved, or cannot be, nothing is said of how well it plays.
  get means() {
    const { isComplete, judge, failure, searches } = this.adviser;
    if (judge) return isComplete ? "perfect" : "strategy";
    if (!failure) return "best";
    return searches ? "search" : "random";
  }

  get name() {
    return this.adviser.asksService ? this.other.name : this.means;
  }

  // The word for it.
  get word() {
    return "best";
  }

  get way() {
    if (this.adviser.asksService) return this.other.way;
    if (this.means === "search") return "search";
    return this.means === "best" ? "wait" : "here";
  }

  get needsValues() {
    return true;
  }

  get note() {
    if (this.adviser.asksService) return this.other.note;
    if (this.adviser.judge) return NOTES[this.adviser.expectation(this.side)];
    if (!this.adviser.failure) return BEST;
    return this.means === "search" ? "looks ahead, and can lose" : super.note;
  }

  permitted(match) {
    return this.other.permitted(match);
  }

  choices(match) {
    return this.adviser.known(match)?.tempting ?? super.choices(match);
  }
}

// The best player, but with a given probability it makes any legal move.
export class LevelPlayer extends BestPlayer {
  constructor(side, adviser, other, { word, summary, errs }) {
    super(side, adviser, other);
    this.level = { word, summary, errs };
  }

  get name() {
    return this.level.word;
  }

  get word() {
    return this.level.word;
  }

  get note() {
    return this.level.summary;
  }

  choose(match, best) {
    return Math.random() < this.level.errs ? anyOf([...match.legalMoves.keys()]) : super.choose(match, best);
  }
}

// A player that only the service has.
class ServicePlayer extends RandomPlayer {
  constructor(side, word, name = word) {
    super();
    this.side = side;
    this.word = word;
    this.calls = name;
    this.permits = new WeakMap();
  }

  get name() {
    return this.calls;
  }

  get way() {
    return "service";
  }

  get note() {
    return "";
  }

  // What the service says of its move in a match: what it is called now, and the moves that are permitted.
  learn(match, { name, permitted }) {
    this.calls = name;
    if (permitted)
      this.permits.set(
        match,
        permitted.map((text) => match.legalTexts.lastIndexOf(text)),
      );
  }

  // The numbers of the moves that its strategy permits, if it follows one, in a match in which it has decided.
  permitted(match) {
    return this.permits.get(match) ?? null;
  }
}

// The players that a page offers, from the strongest on; `levels` are those that Python has, too.
export function playersAmong(levels) {
  return [
    { word: "person", summary: "somebody at this page" },
    { word: "best", summary: BEST },
    ...levels,
    { word: "random", summary: "any legal move, by throwing dice" },
  ];
}

// Makes players of words for one game: by its side what kind of player it is, and what a person is called.
export class Seating {
  // `begun` has the levels that players may have, and of a page that is served who sits at the table first, and what the
  // service calls them.
  constructor(game, adviser, kinds, names = new Map(), begun = {}) {
    this.game = game;
    this.adviser = adviser;
    this.kinds = kinds;
    this.names = names;
    this.begun = begun;
  }

  seated(kinds, names) {
    return new Seating(this.game, this.adviser, new Map([...this.kinds, ...kinds]), names, this.begun);
  }

  // A player of the service; what it is called at a side where it did not sit first, it says with its first move.
  other(side, kind) {
    const { players, called } = this.begun;
    return new ServicePlayer(side, kind, called && players[side] === kind ? called[side] : kind);
  }

  players() {
    return new Map(this.game.sides.map((side, number) => [side, this.player(side, number)]));
  }

  player(side, number) {
    const kind = this.kinds.get(side);
    if (kind === "person") return new Person(this.names.get(side));
    if (kind === "distant") return new Distant(this.names.get(side));
    if (kind === "best") return new BestPlayer(number, this.adviser, this.other(side, kind));
    const level = this.begun.levels?.find(({ word }) => word === kind);
    if (level) return new LevelPlayer(number, this.adviser, this.other(side, kind), level);
    return this.adviser.isServed ? this.other(side, kind) : new RandomPlayer();
  }
}
