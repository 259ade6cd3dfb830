// A match in a page: the commands of the page, and the views that it is sent.

import { Adviser } from "./adviser.js";
import { describe, refused } from "./describe.js";
import { playersAmong, Seating } from "./players.js";
import { readRecords, writeRecord } from "./record.js";
import { Refusal, RulesError } from "./refusal.js";
import { RulesKernel, RulesTracker } from "./rules_kernel.js";
import { Table } from "./table.js";
import { Tracker } from "./tracker.js";

const ACTIONS = {
  look: () => {},
  click: (table, asked) => asked.ply === table.ply && table.click(asked.x, asked.y),
  play: (table, asked) => asked.ply === table.ply && table.play(asked.index),
  undo: (table) => table.undo(),
  redo: (table) => table.redo(),
  jump: (table, asked) => table.jump(asked.ply),
  step: (table, asked) => table.jump(table.ply + asked.plies),
  resume: (table) => table.resume(),
  restart: (table) => table.restart(),
  rematch: (table) => table.rematch(),
  puzzle: (table) => table.askPuzzle(),
  seat: (table, asked) => table.seat(bySide(asked.players), bySide(asked.names)),
  vary: (table, asked) => table.vary(asked.index, asked.ply),
  follow: (table, asked) => asked.ply === table.ply && table.followSearch(asked.moves),
  line: (table, asked) => table.takeLine(asked.moves.map(String), asked.of),
  open: (table, asked) => {
    table.takeUp(readRecords(asked.text).at(-1));
    table.jump(asked.ply ?? table.whole.ply);
  },
  load: (table, asked) => table.takeUp(readRecords(asked.text).at(-1)),
  restore: (table, asked) => {
    table.restore(asked.records, asked.number, asked.ply);
    const seatings = asked.seatings?.map(({ players, names }) => [bySide(players), bySide(names)]);
    if (seatings) seatAll(table, seatings);
  },
  hint: (table) => table.hint(),
  values: (table, asked) => table.showValues(asked.shown),
  room: (table, asked) => table.followRoom(asked.room),
};

// In a room, the match is that of all who are there: a page makes moves, and looks back.
const IN_ROOM = new Set(["look", "click", "play", "undo", "redo", "jump", "step", "room"]);

const REHEARSED = 12; // moves

export class Session {
  // `tell` is given the picture of a position, which comes before its view.
  constructor(game, kernel, data, tell) {
    this.game = game;
    this.tell = tell;
    this.adviser = new Adviser(
      data.kind === "service" ? null : kernel ? new Tracker(kernel, game) : trackerByRules(game),
      data,
    );
    this.table = new Table(
      game,
      new Seating(game, this.adviser, bySide(data.players), new Map(), data),
      this.adviser,
      data.title,
      data.puzzles,
    );
    this.players = playersAmong(data.levels ?? []);
    this.view = null;
    /** @type {Turn | null} */
    this.turn = null;
    this.turns = 0;
    this.rehearsed = null;
  }

  // Goes on with what was played before the worker was ended.
  restore({ records, seatings, puzzles, asked, number, ply, shown, hinting }) {
    const { table } = this;
    table.restore(records, number, ply);
    seatAll(table, seatings, puzzles);
    table.asked = asked;
    table.showValues(shown); // what was asked for is still to be found out
    if (hinting) table.hint();
  }

  // Goes on with what was played by other rules, as far as it fits, and says what has become of it.
  carry({ records, seatings, number, ply, shown }) {
    const { table } = this;
    const [kinds, names] = seatings[number];
    if (isSame([...kinds.keys()], this.game.sides)) table.seat(kinds, names);
    if (shown) table.showValues(true);
    const { moves } = readRecords(records[number])[0];
    if (!moves.length) return "The document has changed.";
    try {
      table.takeLine(moves, "match");
      table.jump(ply);
      return "The document has changed; the match goes on.";
    } catch (failure) {
      if (!(failure instanceof Refusal || failure instanceof RulesError)) throw failure;
      return `The document has changed, and a new match begins: ${failure instanceof Refusal ? failure.fact : "the rules have an error in it"}.`;
    }
  }

  // Makes a move of a match that nobody sees, and gives whether there may be another one: what has run before is quicker,
  // which a person's first clicks should be, too.
  rehearse() {
    const table = (this.rehearsed ??= this.table.copy());
    const { legalMoves, outcome } = table.match;
    if (outcome || table.ply >= REHEARSED) return false;
    table.follow(legalMoves[(5 * table.ply + 3) % legalMoves.length]);
    describe(table);
    return true;
  }

  run(command) {
    if (command.do === "save") return { record: this.record() };
    if (command.do === "frames") return { frames: this.frames() };
    if (command.do === "options") return { options: { settings: [], players: this.players } };
    if (command.do.startsWith("why")) return this.why(command);
    if (command.do === "thought") return this.do((table) => this.conclude(table, command));
    if (command.do === "solved") return this.solved(command);
    if (command.do === "carry") return { notice: this.carry(command.before), ...this.run({ do: "look" }) };
    const isAllowed = !this.table.room || IN_ROOM.has(command.do);
    return this.do((table) => isAllowed && ACTIONS[command.do](table, command));
  }

  // Values come by themselves: what was said to a person before stays, but for that they are awaited.
  solved(command) {
    const { hinting, valuesShown } = this.table;
    const message = hinting || valuesShown ? "" : (this.view?.message ?? "");
    const told = this.do(() => this.learn(command));
    told.view.message ||= message;
    return told;
  }

  learn(solved) {
    if (solved.byRules) this.adviser.tracker = trackerByRules(this.game);
    this.adviser.take(solved);
  }

  /** Run an action on a copy of the table: if it fails, all stays as it was but for the reason. @returns {Told} */
  do(action) {
    const table = this.table.copy();
    try {
      action(table);
      if (this.view && table.match !== this.table.match) this.tell(pictureOf(table));
      this.view = describe(table);
      this.table = table;
    } catch (failure) {
      if (!(failure instanceof Refusal || failure instanceof RulesError)) throw failure;
      this.view = refused(this.view ?? describe(this.table), failure);
    }
    const unmarked = this.table.match.isUnmarked;
    return { view: this.view, turn: this.turnNow(), asked: this.isAsked, saved: this.saved(), unmarked };
  }

  // The same view, with what decided.
  marked() {
    this.view = { ...this.view, deciding: this.table.match.deciding };
    return { marked: this.view };
  }

  // Whether somebody wants to know the values, or a program that sits at the table needs them.
  get isAsked() {
    const { adviser, table } = this;
    return (
      adviser.isAwaited ||
      (adviser.isOpen && [...table.players.values()].some(({ needsValues }) => needsValues))
    );
  }

  // The turn of a program, or what a person wants to know of a search, under a number by which it is known again.
  turnNow() {
    const now = this.table.turn ?? this.question;
    if (!now) return (this.turn = null);
    const isSameTurn = this.turn?.match === now.match && this.turn.player === now.player;
    if (!isSameTurn || JSON.stringify(this.turn.asked) !== JSON.stringify(now.asked)) {
      this.turns += 1;
      this.turn = { ...now, number: this.turns };
    }
    const { number, player, match } = this.turn;
    if (player?.way === "room") return { number, way: player.way };
    const way = player?.way ?? (this.adviser.asksValues ? "service" : "search");
    if (way !== "service") return { number, way, line: this.adviser.tracker.line(match), analyses: !player };
    if (player)
      return {
        number,
        way,
        question: { ask: "move", side: match.toMove, word: player.word, line: match.moveTexts },
      };
    const { searches } = this.adviser;
    return { number, way, question: { ask: "values", ...now.asked, searches, line: now.match.moveTexts } };
  }

  // Where there are no values, what is asked about the position shown; of the service also how the match went so far.
  get question() {
    const { match, whole, ply, hinting, valuesShown } = this.table;
    const { adviser } = this;
    const wanted = (hinting || valuesShown) && !match.outcome;
    if (!adviser.asksValues)
      return adviser.searches && wanted && !adviser.known(match) ? { match, player: null } : null;
    const isJudged = valuesShown || (whole.outcome && !adviser.unknown.has(whole));
    const first = isJudged ? whole.plies().findIndex((each) => !adviser.found.has(each)) : -1;
    if (first < 0 && !(wanted && !adviser.told(match))) return null;
    return {
      match: whole,
      player: null,
      asked: { ply, wanted: wanted || valuesShown, first: first < 0 ? whole.ply : first },
    };
  }

  // Make the move that a program has decided on; if it could not decide, wait for a person.
  conclude(table, { number, advice, failure, answer }) {
    if (this.turn?.number !== number) return;
    const { match, player, asked } = this.turn;
    if (!player && asked) this.adviser.learn(match, asked, answer, failure);
    else if (answer) {
      (player.other ?? player).learn(match, answer);
      table.take(this.turn, match.legalTexts.lastIndexOf(answer.move));
    } else if (failure && player?.way === "service") {
      table.fail(this.turn, failure.error ? new RulesError(failure.error) : new Refusal(failure.message));
    } else if (!player) this.adviser.keep(match, advice, failure);
    else if (failure) table.fail(this.turn, new Refusal(...failure));
    else
      table.take(
        this.turn,
        player.choose(
          match,
          advice?.best.map((move) => this.adviser.tracker.index(match, move)),
        ),
      );
  }

  // A fact and the reasons for it; if they cannot be found, the view with what is wrong.
  why({ do: asked, x, y, text, ply }) {
    const { match } = this.table;
    const find = () => {
      if (asked === "why over") return this.game.whyOver(match.position);
      if (ply !== this.table.ply) return null;
      return asked === "why not"
        ? this.game.whyNotLegal(match.position, text)
        : this.game.whyNoMoveAt(match.positions, x, y);
    };
    try {
      return { why: { fact: null, reasons: [], ...find() } };
    } catch (failure) {
      return this.do(() => {
        throw failure;
      });
    }
  }

  record() {
    return { name: `${this.game.name}.match`, text: writeRecord(this.table.record()) };
  }

  // The pictures of the match, from its first position to its last.
  frames() {
    const positions = this.game.isPictured ? this.table.whole.positions : [];
    return { frames: positions.map((position) => this.game.images(position)) };
  }

  // All that was played, for a worker that goes on from here.
  saved() {
    const { table } = this;
    const all = table.all();
    return {
      records: all.map((left) => table.written(left)),
      seatings: all.map(({ seating: { kinds, names } }) => [kinds, names]),
      puzzles: all.map(({ puzzle }) => puzzle),
      asked: table.asked,
      number: table.number,
      ply: table.ply,
      shown: table.valuesShown,
      hinting: table.hinting,
    };
  }
}

// Lets those play each match who sat there: for each side the kind of player, and the name of a person; and says which
// matches were puzzles.
function seatAll(table, seatings, puzzles = []) {
  const left = table.all().map((each, place) => {
    const seating = table.seating.seated(...seatings[place]);
    return { ...each, seating, players: seating.players(), puzzle: puzzles[place] ?? null };
  });
  table.goTo(left, table.number);
}

function isSame(names, others) {
  return names.length === others.length && names.every((name) => others.includes(name));
}

function trackerByRules(game) {
  return new RulesTracker(new RulesKernel(game));
}

function pictureOf({ match: { images }, ply, number }) {
  return { picture: { images, ply, number } };
}

// What the page says of sides; nothing of those that it leaves empty.
function bySide(given) {
  const words = Object.entries(given).map(([side, word]) => [side, String(word).trim()]);
  return new Map(/** @type {[string, string][]} */ (words.filter(([, word]) => word)));
}
