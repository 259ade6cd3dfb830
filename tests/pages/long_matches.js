// Matches of very many moves, played by what plays them in a page, of a game that goes on for ever.

import { describe } from "/src/noughts/page/play/describe.js";
import { matchOf, readRecords, writeMarked, writeRecord } from "/src/noughts/page/play/record.js";
import { Seating } from "/src/noughts/page/play/players.js";
import { RulesKernel, RulesTracker } from "/src/noughts/page/play/rules_kernel.js";
import { Table } from "/src/noughts/page/play/table.js";
import { Tracker } from "/src/noughts/page/play/tracker.js";

const game = {
  name: "round",
  fingerprint: "",
  sides: ["x", "o"],
  initial: 0,
  isPictured: false,
  moves: () => [1, 2],
  after: (position, move) => (position + move) % 3,
  outcome: () => null,
  toMove: (position) => (position % 2 ? "o" : "x"),
  moveText: (position, move) => String(move),
  positionText: String,
  same: (a, b) => a === b,
  rules: { written: String, exactText: String },
};

const kernel = {
  words: 1,
  moves: ["1", "2"],
  initial: Int32Array.of(0),
  after: (codes, at, move, reached, to) => (reached[to] = (codes[at] + move + 1) % 3),
};

export function played({ plies, lines }) {
  const texts = Array.from({ length: plies }, (_, k) => String(1 + (k % 2)));
  const text = lines
    ? writeRecord({ ...head(), moves: texts })
    : `noughts match 1\ngame: round\nmoves: ${texts.join("; ")}\n`;
  const [record] = readRecords(text);
  const match = matchOf(record, game);
  const [again] = readRecords(writeMarked({ ...record, moves: match.moveTexts, match: "0123456789abcdef" }));
  return {
    ply: match.ply,
    isSame: again.moves.every((move, k) => move === texts[k]) && again.moves.length === plies,
    code: [...new Tracker(kernel, game).code(match)],
    position: match.position,
    line: new Tracker(kernel, game).line(match).length,
    byRules: new RulesTracker(new RulesKernel(game)).line(match).length,
    views: views(texts),
  };
}

function head() {
  return { game: "round", rules: "", date: "", players: new Map(), outcome: null };
}

// A table where that line is taken up, left in the middle, and taken up again.
function views(texts) {
  const adviser = { known: () => null, ask() {}, searches: false, failure: null };
  const persons = new Map(game.sides.map((side) => [side, "person"]));
  const table = new Table(game, new Seating(game, adviser, persons), adviser, "Round");
  table.takeLine(texts, "link");
  const seen = [describe(table)];
  table.jump(2);
  table.play(texts[2] === "1" ? 1 : 0);
  seen.push(describe(table));
  table.vary(0, texts.length);
  seen.push(describe(table));
  table.undo();
  seen.push(describe(table));
  return seen.map(({ ply, line, variations }) => [
    ply,
    line.length,
    variations.map((each) => [each.ply, each.line.length]),
  ]);
}
