// A table: a match that is played, with undo and redo, earlier matches and advice.
//
// The match is kept whole when somebody goes back in it.  If another move is made there, the match goes on from
// it, and what came next before is one of its `variations`.  A program decides at the end of the match only: in
// the past it waits for `resume`, and a person may move for it.  Matches that were left for a new one, or for one
// from a file, are still there: `undo` and `redo` lead to them.
//
// In a room, the match is what the room says: only a move at its end is made here, before the room confirms it.
//
// A puzzle is a match with a question at its end, where any other move than the answer is refused.

import { click } from "./click_path.js";
import { Match } from "./match.js";
import { matchOf, oneLine, readRecords, recordOf, writeMarked, writeRecord } from "./record.js";
import { newIdentity } from "./record_text.js";

export const RESTART = Symbol("restart");

export class Table {
  // `seating` makes the players of words; without one they are persons, and stay.
  constructor(game, seating, adviser, title, puzzles = []) {
    this.game = game;
    this.title = title;
    this.seating = seating;
    this.players = seating.players();
    this.adviser = adviser;
    this.puzzles = puzzles;
    this.asked = 0; // puzzles
    this.puzzle = null; // of this match
    this.tried = ""; // the last move that did not solve it
    this.whole = new Match(game);
    this.ply = 0;
    this.identity = newIdentity();
    this.variations = [];
    this.earlier = [];
    this.later = [];
    this.hinting = false;
    this.valuesShown = false;
    this.trouble = null;
    this.chosen = []; // what was clicked for a move that takes several clicks
    this.room = null; // what the room says in which this match is played
  }

  // How the position shown has ended, by the rules or by what the players of a room have done.
  get outcome() {
    return this.match.outcome ?? (this.inThePast ? null : (this.room?.end ?? null));
  }

  get hasPerson() {
    return this.game.sides.some((side) => this.players.get(side).isPerson);
  }

  // The match up to the position shown.
  get match() {
    return this.whole.at(this.ply);
  }

  get inThePast() {
    return this.ply < this.whole.ply;
  }

  // Whether a person may move; in the past also for a program.
  get personDecides() {
    return (this.inThePast && !this.room) || this.isDecision(this.ply);
  }

  // Whether the program to move waits for `resume`: in the past, or because it could not decide.
  get programWaits() {
    const waits = !this.room && (this.inThePast || this.trouble !== null);
    return waits && !this.match.outcome && !this.isDecision(this.ply);
  }

  // The program that is to decide now and has not failed to, and the match in which it does.
  get turn() {
    const { match } = this;
    if (this.inThePast || this.outcome || this.trouble) return null;
    const player = this.players.get(match.toMove);
    return player.isPerson ? null : { match, player };
  }

  // The ply of the last decision before this one: a person's, or anybody's where nobody is one.
  get undoTo() {
    for (let ply = this.ply - 1; ply >= 0; ply -= 1) if (this.isStop(ply)) return ply;
    return null;
  }

  // The ply of the next decision, or of the match's end.
  get redoTo() {
    if (!this.inThePast) return null;
    const end = this.whole.ply;
    for (let ply = this.ply + 1; ply < end; ply += 1) if (this.isStop(ply)) return ply;
    return end;
  }

  get number() {
    return this.earlier.length;
  }

  get matches() {
    return this.earlier.length + 1 + this.later.length;
  }

  get canUndo() {
    return this.undoTo !== null || this.earlier.length > 0;
  }

  get canRedo() {
    return this.redoTo !== null || this.later.length > 0;
  }

  // Whether the puzzle of this match is "asked" or "solved" at its end; null where there is none, and in the past.
  get puzzleState() {
    const { puzzle, whole } = this;
    if (!puzzle || this.inThePast) return null;
    const made = whole.moveTexts;
    if (!puzzle.moves.every((text, ply) => text === made[ply])) return null;
    const answer = made[puzzle.moves.length];
    if (answer === undefined) return "asked";
    return answer === puzzle.answer ? "solved" : null;
  }

  copy() {
    return Object.assign(Object.create(Table.prototype), this);
  }

  // Make the move that was decided, unless the match has changed since.
  take(turn, index) {
    if (this.isTurn(turn)) this.follow(turn.match.legalMoves[index]);
  }

  // Wait for a person: the program whose turn it is could not decide.  `resume` asks it again.
  fail(turn, trouble) {
    if (this.isTurn(turn)) this.trouble = trouble;
  }

  isTurn(turn) {
    const now = this.turn;
    return now !== null && now.match === turn.match && now.player === turn.player;
  }

  // Make the legal move of that number, if a person may move.
  play(index) {
    const moves = this.match.legalMoves;
    if (this.personDecides && index >= 0 && index < moves.length) this.follow(moves[index]);
  }

  // Make the first moves of the best line that a search found, where a person may move, for programs too.
  followSearch(moves) {
    const line = this.adviser.known(this.match)?.line;
    if (line && this.personDecides) this.goOn(line.at(this.ply + moves));
  }

  // Do what a click at that pixel means, if anything.
  click(x, y) {
    if (!this.game.isPictured) return;
    if (this.match.clickPaths.size) {
      this.choose(x, y);
      return;
    }
    const meant = this.game.clicked(this.match.position, x, y);
    if (meant === RESTART) {
      if (!this.room) this.restart();
    } else if (meant !== null && this.personDecides) this.follow(meant);
  }

  // Take one more click of a move that takes several.
  choose(x, y) {
    if (!this.personDecides) return;
    const { match } = this;
    const { chosen, move } = click(match.clickPaths, this.chosen, x, y);
    this.chosen = chosen;
    if (move !== null) this.follow(match.legalMoves[move]);
  }

  // Back to a person's last decision; from the first one to the match that was left for this one.
  undo() {
    const ply = this.undoTo;
    if (ply !== null) this.lookAt(ply);
    else if (this.earlier.length) this.goTo(this.all(), this.number - 1);
  }

  // Forward to a person's next decision, or to the end of the match, or to the next match.
  redo() {
    const ply = this.redoTo;
    if (ply !== null) this.lookAt(ply);
    else if (this.later.length) this.goTo(this.all(), this.number + 1);
  }

  jump(ply) {
    this.lookAt(Math.min(Math.max(ply, 0), this.whole.ply));
  }

  // Go on from the position shown, where a program decides; the moves after it are a variation.
  resume() {
    const here = this.match;
    this.leaveVariation();
    this.whole = here;
    this.trouble = null;
  }

  // Go on with the variation of that number, at the position after `ply` moves; this one is kept.
  vary(index, ply) {
    if (index < 0 || index >= this.variations.length) return;
    const taken = this.variations[index];
    this.variations = [...this.variations.filter((each) => each !== taken), this.whole];
    this.whole = taken;
    this.jump(ply);
  }

  restart() {
    this.begin(new Match(this.game));
  }

  // Ask the next puzzle: its side is a person's, and the others are played by the best program.
  askPuzzle() {
    if (!this.puzzles.length) return;
    const puzzle = this.puzzles[this.asked % this.puzzles.length];
    this.asked += 1;
    const kinds = this.game.sides.map((side) => [side, side === puzzle.side ? "person" : "best"]);
    const whole = this.matchOf(puzzle.moves, "puzzle");
    this.begin(whole, { ...seated(this.seating.seated(kinds, this.seating.names)), puzzle });
    this.showValues(false); // which would give the answer away
  }

  // Begin a new match with these players; `undo` leads back to this one and its players.
  seat(kinds, names) {
    this.begin(new Match(this.game), seated(this.seating.seated(kinds, names)));
  }

  // Begin a new match in which every player has the side of the next one.
  rematch() {
    const { sides } = this.game;
    const { kinds, names } = this.seating;
    const next = new Map(sides.map((side, place) => [sides[(place + 1) % sides.length], side]));
    const moved = (words) => new Map([...words].map(([side, word]) => [next.get(side), word]));
    this.seat(moved(kinds), moved(names));
  }

  // The matches at this table that are over, this one included.
  get finished() {
    return this.all().filter((left) => left.whole.outcome);
  }

  // A match in writing, as of today: this one, if none is named.
  record({ whole, identity, players: seated } = this) {
    const players = new Map(this.game.sides.map((side) => [side, seated.get(side).name]));
    return recordOf(whole, players, today(), identity);
  }

  // A match in writing, and its variations behind it.
  written(left = this) {
    const variations = left.variations.map((whole) => writeRecord(this.record({ ...left, whole })));
    return [writeMarked(this.record(left)), ...variations].join("");
  }

  // Go on with the match of these moves, those of a link for one.
  takeLine(moves, kind) {
    this.begin(this.matchOf(moves, kind));
  }

  // Show what a room says: who sits there, and the moves of its match; what is looked at in the past stays.
  followRoom(room) {
    if (this.later.length) this.goTo(this.all(), this.matches - 1);
    if (this.room && this.room.match !== room.match) this.begin(new Match(this.game));
    this.room = room;
    const kinds = this.game.sides.map((side) => [side, side === room.you ? "person" : "distant"]);
    Object.assign(this, seated(this.seating.seated(kinds, new Map(Object.entries(room.names)))));
    const wasAtEnd = !this.inThePast;
    const made = this.whole.moveTexts;
    const known = room.line.findIndex((text, ply) => text !== made[ply]);
    const common = known < 0 ? Math.min(room.line.length, made.length) : known;
    let whole = this.whole.at(common);
    for (const text of room.line.slice(common))
      whole = whole.play(whole.legalMoves[whole.legalTexts.lastIndexOf(text)]);
    if (whole.ply === this.whole.ply && common === whole.ply) return;
    this.whole = whole;
    this.lookAt(wasAtEnd ? whole.ply : Math.min(this.ply, whole.ply));
  }

  matchOf(moves, kind) {
    return matchOf({ game: oneLine(this.game.name), moves, players: new Map() }, this.game, kind);
  }

  takeUp(record) {
    this.begin(matchOf(record, this.game));
  }

  // Have the matches that were on another table, this one among them; behind each come its variations.
  restore(texts, number, ply) {
    if (!texts.length) return;
    const records = texts.map((text) => readRecords(text));
    const lines = records.map((each) => each.map((record) => matchOf(record, this.game)));
    const left = lines.map(([whole, ...variations], place) => {
      const identity = records[place][0].match || newIdentity();
      return { ...this.left(whole), identity, variations };
    });
    const chosen = Math.min(Math.max(number, 0), left.length - 1);
    this.goTo(left, chosen);
    this.jump(ply);
  }

  // Mark the best moves until the position changes, as soon as they are known.
  hint() {
    this.hinting = true;
    this.adviser.ask();
  }

  showValues(shown) {
    this.valuesShown = shown;
    if (shown) this.adviser.ask();
  }

  all() {
    const { ply, identity, variations, puzzle } = this;
    const here = { ...this.left(this.whole), ply, identity, variations, puzzle };
    return [...this.earlier, here, ...this.later];
  }

  // A match of those who sit at the table now, at its end.
  left(whole) {
    const { players, seating } = this;
    return { whole, ply: whole.ply, identity: newIdentity(), players, seating, variations: [], puzzle: null };
  }

  // Leave this match for another one, behind all that have moves; it may have other players, or be a puzzle.
  begin(whole, others = {}) {
    const left = this.all().filter((each) => each.whole.ply);
    this.goTo([...left, { ...this.left(whole), ...others }], left.length);
  }

  goTo(left, number) {
    this.earlier = left.slice(0, number);
    this.later = left.slice(number + 1);
    const { ply, ...here } = left[number];
    Object.assign(this, here);
    this.lookAt(ply);
  }

  lookAt(ply) {
    this.ply = ply;
    this.hinting = false;
    this.trouble = null;
    this.chosen = [];
    this.tried = "";
  }

  // Make a move, unless it is the wrong one in a puzzle; the same one as was made here before only goes forward again.
  follow(move) {
    if (this.inThePast && this.game.same(this.whole.at(this.ply + 1).move, move)) {
      this.redo();
      return;
    }
    const here = this.match;
    const text = here.legalTexts[here.indexOf(move)];
    if (this.puzzleState === "asked" && text !== this.puzzle.answer) {
      this.chosen = [];
      this.tried = text;
      return;
    }
    this.goOn(here.play(move));
  }

  // Look at a line that goes on from the position shown; unless the match has these moves, it goes on with them.
  goOn(line) {
    if (this.whole.inCommon(line) < line.ply) {
      this.leaveVariation();
      this.whole = line;
      this.variations = this.variations.filter((each) => line.inCommon(each) < each.ply);
    }
    this.lookAt(line.ply);
  }

  // Keep the whole match beside the one that goes on from the position shown.
  leaveVariation() {
    if (this.inThePast) this.variations = [...this.variations, this.whole];
  }

  isStop(ply) {
    return !this.hasPerson || this.isDecision(ply);
  }

  isDecision(ply) {
    const match = this.whole.at(ply);
    const { room } = this;
    if (room && (room.end || ply < this.whole.ply || room.waits)) return false;
    return !match.outcome && Boolean(this.players.get(match.toMove).isPerson);
  }
}

function seated(seating) {
  return { seating, players: seating.players() };
}

// Today where the reader is, as 2026-11-20.
function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
