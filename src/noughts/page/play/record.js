// Records: a match as text, with its players, moves and outcome; the format of all files of matches.

import { Match, outcomeText } from "./match.js";
import { suggestion } from "./near.js";
import { counting, FIRST_LINE, markText, parts, whole } from "./record_text.js";
import { Refusal } from "./refusal.js";

const KEYS = ["game", "rules", "date", "player", "moves", "outcome"];
const WIDTH = 100; // the longest line of moves, in characters

export function recordOf(match, players, date, identity) {
  const { game } = match;
  return {
    game: game.name,
    moves: match.moveTexts,
    players,
    outcome: match.outcome,
    date,
    rules: game.fingerprint,
    match: identity,
  };
}

// From a record to a text

export function writeRecord(record) {
  return recordLines(record)
    .map((line) => `${line}\n`)
    .join("");
}

// With the remark by which the match is known again, and known not to be whole where it is not.
export function writeMarked(record) {
  const [first, ...rest] = recordLines(record);
  return [first, markText(rest.length, record.match), ...rest].map((line) => `${line}\n`).join("");
}

function recordLines({ game, rules, date, players, moves, outcome }) {
  const lines = [FIRST_LINE, `game: ${oneLine(game)}`];
  if (rules) lines.push(`rules: ${rules}`);
  if (date) lines.push(`date: ${date}`);
  for (const [side, player] of players) {
    lines.push(`player ${oneLine(side)}: ${oneLine(player)}`.trimEnd());
  }
  const whole = lines.concat(moveLines(moves));
  if (outcome)
    whole.push(`outcome: ${outcomeText(outcome)}; ${oneLine(outcome.termination)}`.replace(/[; ]+$/, ""));
  return whole;
}

function moveLines(moves) {
  const lines = ["moves:"];
  moves.forEach((move, number) => {
    if (number && length(lines.at(-1)) + length(move) + 2 > WIDTH) lines.push("moves:");
    lines[lines.length - 1] += lines.at(-1) === "moves:" ? ` ${move}` : `; ${move}`;
  });
  return lines;
}

function length(text) {
  return [...text].length;
}

// A name on one line, with unprintable characters replaced by spaces.
export function oneLine(name) {
  return name
    .replace(/[\p{C}\p{Z}]/gu, " ")
    .trim()
    .replace(/ +/g, " ");
}

// From a text to records

export function readRecords(text) {
  const [before, found] = parts(whole(text.replace(/^\ufeff/, "")));
  if (before.length) {
    throw new Refusal(
      `line ${before[0][0]}: this is not the record of a match`,
      `the first line is \`${FIRST_LINE}\``,
    );
  }
  if (!found.length) throw new Refusal("it contains no match", `a record begins with \`${FIRST_LINE}\``);
  return counting(found).map(readPart);
}

function readPart(part) {
  const single = {};
  const record = {
    moves: [],
    players: new Map(),
    outcome: null,
    date: "",
    rules: "",
    match: part.mark.match,
  };
  let last = 0;
  for (const [number, line] of part.lines) {
    last = number;
    readLine(record, single, number, line);
  }
  if (!single.game)
    throw new Refusal(`the record that ends in line ${last} does not say which game it is of`);
  const outcome = single.outcome ? outcomeFrom(single.outcome) : null;
  return { ...record, game: single.game, rules: single.rules ?? "", date: single.date ?? "", outcome };
}

function readLine(record, single, number, line) {
  const [key, colon, value] = partition(line, ":");
  const [word, , side] = partition(key, " ");
  if (!colon || !KEYS.includes(word) || Boolean(side) !== (word === "player")) {
    throw new Refusal(`line ${number}: a record has no \`${key}\``, suggestion(word, KEYS));
  }
  if (word === "moves") {
    record.moves = record.moves.concat(
      value
        .split(";")
        .map((move) => move.trim())
        .filter(Boolean),
    );
  } else if (word === "player") {
    record.players.set(side, value);
  } else if (word in single) {
    throw new Refusal(`line ${number}: a second \`${word}\``, `a record begins with \`${FIRST_LINE}\``);
  } else {
    single[word] = value;
  }
}

// What stands before the first such sign, the sign, and what stands behind it.
function partition(text, sign) {
  const at = text.indexOf(sign);
  if (at < 0) return [text.trim(), "", ""];
  return [text.slice(0, at).trim(), sign, text.slice(at + sign.length).trim()];
}

function outcomeFrom(text) {
  const [result, , termination] = partition(text, ";");
  const winner = result === "draw" ? null : result.replace(/ wins?$/, "");
  if (winner === result)
    throw new Refusal(`\`${text}\` is not an outcome`, "write `draw` or, for example, `x wins`");
  return { winner, termination };
}

// From a record to a match: it is played again by the rules.

// `kind` says what has the moves, such as a link.
export function matchOf(record, game, kind = "record") {
  refuseAnother(record, game);
  let match = new Match(game);
  record.moves.forEach((text, index) => {
    const place = match.legalTexts.lastIndexOf(text);
    if (place < 0) throw unfit(...wrongMove(match, index + 1, text), kind);
    match = match.play(match.legalMoves[place]);
  });
  const [told, real] = [record.outcome, match.outcome];
  if (told && real && told.winner !== real.winner) {
    throw unfit(`its outcome is \`${outcomeText(told)}\`, but by the rules it is \`${outcomeText(real)}\``);
  }
  return match;
}

function refuseAnother(record, game) {
  const name = oneLine(game.name);
  if (record.game !== name) throw unfit(`it is a match of \`${record.game}\`, not of \`${name}\``);
  if (record.rules && record.rules !== game.fingerprint) {
    throw unfit(
      `it was played by other rules of ${game.name}, with the fingerprint ${record.rules}`,
      "open the page of the same document, woven with the same `--let`, `--by` and `--wins`",
    );
  }
  for (const side of record.players.keys()) {
    if (!game.sides.includes(side)) throw unfit(`\`${side}\` is not a side of ${game.name}`);
  }
}

function wrongMove(match, number, text) {
  const legal = match.legalTexts;
  const hint = legal.length ? `legal: ${legal.join("; ")}` : "";
  if (match.outcome)
    return [`move ${number}, \`${text}\`, comes too late: ${outcomeText(match.outcome)}`, hint];
  return [`move ${number}, \`${text}\`, is not legal for \`${match.toMove}\``, hint];
}

function unfit(fact, hint = "", kind = "record") {
  return new Refusal(`the ${kind} does not fit: ${fact}`, hint);
}
