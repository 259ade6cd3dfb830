// The view of a table: all that the page shows of it.

import { after, isLast, nextOf } from "./click_path.js";
import { outcomeText } from "./match.js";
import { Refusal, RulesError } from "./refusal.js";
import { searchInWords, valuesOfSearch } from "./search_advice.js";

const MOVES_NAMED_IN_A_HINT = 4; // they fit on a line, with what they lead to

/** @returns {View} */
export function describe(table) {
  const { match, game, whole } = table;
  const { outcome } = table;
  const choices = choicesAt(table, match);
  const view = {
    kind: /** @type {const} */ ("table"),
    title: table.title,
    seats: seats(table),
    images: match.images,
    text: game.positionText(match.position),
    to_move: outcome ? null : match.toMove,
    person: table.personDecides,
    thinking: table.turn !== null && table.turn.player.way !== "room",
    outcome: inWords(outcome),
    winner: outcome ? outcome.winner : null,
    choices,
    line: lineOf(whole, judge(table)),
    ply: table.ply,
    can_undo: table.canUndo,
    can_redo: table.canRedo,
    can_resume: table.programWaits,
    advisable: table.adviser.isThere,
    values_shown: table.valuesShown,
    message: puzzleInWords(table) || (outcome ? "" : message(table, choices)),
    searched: searchedLine(table),
    puzzles: table.puzzles.length > 0,
    puzzle: table.puzzleState,
    record: table.written(),
    number: table.number,
    matches: table.matches,
    variations: table.variations.map((other) => variation(table, other)),
    draws: table.finished.filter(({ whole: { outcome: ended } }) => ended.winner === null).length,
    deciding: match.isUnmarked ? [] : match.deciding, // the picture does not wait for it
    changed: match.changed,
    chosen: table.chosen,
    error: error(table),
    ...(table.room && { waits: table.room.waits }),
  };
  return {
    ...view,
    headline: headlineOf(view),
  };
}

function headlineOf({ waits, outcome, thinking, to_move }) {
  if (waits) return "Waiting for players";
  return outcome || `${to_move} ${thinking ? "is thinking" : "to move"}`;
}

// Who knows what the moves that were made are worth, if that may be said: values may help a player.
function judge(table) {
  return table.valuesShown || table.whole.outcome ? table.adviser : null;
}

// Every move with the side that made it, and its worth if somebody knows.
function lineOf(match, adviser = null) {
  return match
    .plies()
    .slice(1)
    .map((after) => lastMove(after.before, after, adviser));
}

function lastMove(before, after, adviser) {
  const known = adviser?.known(before) ?? null;
  const worth = known && known.worths[before.indexOf(after.move)];
  const best = worth && known.worths[known.best[0]];
  const made = { side: before.toMove, text: after.lastText, areas: after.lastAreas };
  return { ...made, worth, mistake: best !== null && worth.result !== best.result };
}

// The moves of another line, from where it leaves the match.
function variation({ whole }, other) {
  const ply = whole.inCommon(other);
  return { ply, line: lineOf(other).slice(ply) };
}

// Who decides for each side, and how often each has won; by sides where all have one name.
function seats(table) {
  const { game, players, seating } = table;
  const nameOf = (seated, side) => (byName ? seated.get(side).name : side);
  const byName = new Set(game.sides.map((side) => players.get(side).name)).size === game.sides.length;
  const winners = table.finished
    .filter(({ whole }) => whole.outcome.winner !== null)
    .map((left) => nameOf(left.players, left.whole.outcome.winner));
  return game.sides.map((side) => ({
    side,
    player: players.get(side).name,
    person: Boolean(players.get(side).isPerson),
    kind: seating.kinds.get(side),
    points: winners.filter((winner) => winner === nameOf(players, side)).length,
    note: players.get(side).note ?? "",
  }));
}

// A view with the reason why a command failed: a report of the rules, or a sentence.
export function refused(view, failure) {
  return { ...view, message: refusal(failure), error: report(failure) };
}

function error(table) {
  if (table.trouble) return report(table.trouble);
  if (table.hinting || table.valuesShown)
    return report(table.adviser.failure) || (table.adviser.known(table.match)?.error ?? "");
  return "";
}

function refusal(failure) {
  return failure instanceof Refusal ? failure.message : "";
}

export function report(failure) {
  if (!failure || failure instanceof Refusal) return "";
  return failure instanceof RulesError ? failure.message : `${failure.name}: ${failure.message}`;
}

function withReason(sentence, failure) {
  const reason = failure && refusal(failure);
  return reason ? `${sentence}: ${reason}` : `${sentence}.`;
}

function inWords(outcome) {
  if (!outcome) return "";
  return outcome.winner === null ? "Draw" : outcomeText(outcome);
}

// The legal moves, with their areas, and with hints and values that were asked for and are known.
function choicesAt(table, match) {
  const known = table.adviser.known(match);
  const best = known && table.hinting ? known.best : [];
  const permitted = permittedMoves(table, match);
  return match.legalMoves.map((move, index) => ({
    text: match.legalTexts[index],
    ...reachOf(match, table.chosen, index),
    worth: known && (table.valuesShown || best.includes(index)) ? known.worths[index] : null,
    hinted: best.includes(index),
    permitted: permitted && permitted.includes(index),
  }));
}

// Where the next click for a move may be, whether that is the last one, and whether the move begins with what was
// clicked so far: if not, a click on its first area begins it.
function reachOf(match, chosen, index) {
  if (!match.clickPaths.size) return { areas: match.areas.get(index) ?? [], final: true, begun: false };
  const path = match.clickPaths.get(index);
  if (!path) return { areas: [], final: true, begun: false };
  const left = after(path, chosen);
  const here = left ?? path;
  return { areas: nextOf(here), final: isLast(here), begun: chosen.length > 0 && left !== null };
}

// The moves that the strategy of the player to move permits; null if the player follows none.
function permittedMoves(table, match) {
  return match.outcome ? null : (table.players.get(match.toMove).permitted?.(match) ?? null);
}

// What a search says of the position, where somebody wants to know and there are no values of all moves.
function searchedLine({ hinting, valuesShown, adviser, match }) {
  const known = hinting || valuesShown ? adviser.known(match) : null;
  if (!known?.line) return null;
  return { text: searchInWords(known, match.toMove), line: lineOf(known.line).slice(match.ply) };
}

// Why nobody can move here, else the answer to the last request for advice; mostly empty.
function message(table, choices) {
  const { match, adviser } = table;
  if (table.trouble) {
    const side = match.toMove;
    return withReason(`${table.players.get(side).name} could not decide for ${side}`, table.trouble);
  }
  if (table.programWaits)
    return `Here ${match.toMove} is played by a program${permission(choices)}. You can make its move.`;
  if (!(table.hinting || table.valuesShown)) {
    const isNew = table.number && !table.whole.ply;
    return isNew ? "A new match. Undo leads back to the one before." : "";
  }
  const known = adviser.known(match);
  if (adviser.asksValues) return messageOfService(table, choices, known);
  if (known && table.hinting) return hintInWords(choices.filter((choice) => choice.hinted));
  if (known) return adviser.failure ? valuesOfSearch(known, adviser.failure) : "";
  if (adviser.searches) return "Searching for the best moves …";
  if (adviser.failure) return withReason("The values of the moves could not be computed", adviser.failure);
  return "Computing the value of each move …";
}

// What is asked in a puzzle, and what the last answer was worth; a hint and values come before it.
function puzzleInWords({ puzzle, puzzleState, tried, hinting, valuesShown }) {
  if (puzzleState === null || hinting || valuesShown) return "";
  if (puzzleState === "solved") return `Right: ${puzzle.answer} ${puzzle.succeeds}.`;
  return tried ? `${tried} ${puzzle.fails}. Try again. ${puzzle.question}` : puzzle.question;
}

function messageOfService({ adviser, match, hinting }, choices, known) {
  if (!adviser.told(match))
    return known ? "Searching for the best moves …" : "Computing the value of each move …";
  const hint = hinting && !known.failed ? hintInWords(choices.filter((choice) => choice.hinted)) : "";
  return `${hint} ${known.note ?? ""}`.trim();
}

function permission(choices) {
  if (!choices.length || choices[0].permitted === null) return "";
  const count = choices.filter((choice) => choice.permitted).length;
  return ` whose strategy permits ${count} of ${choices.length} moves`;
}

// The advice, and how much it is worth to follow it.
function hintInWords(best) {
  if (!best.length) return "There is no advice for this position.";
  let named = best
    .slice(0, MOVES_NAMED_IN_A_HINT)
    .map((choice) => choice.text)
    .join(", ");
  if (best.length > MOVES_NAMED_IN_A_HINT) named += ` and ${best.length - MOVES_NAMED_IN_A_HINT} more`;
  const { worth } = best[0];
  const one = best.length === 1;
  if (!worth) return `Hint: ${named}.`;
  if (worth.result === "win") return `Hint: ${named} ${one ? "wins" : "win"}${soon(worth)}.`;
  if (worth.result === "draw") return `Hint: ${named} ${one ? "keeps" : "keep"} the draw.`;
  if (worth.distance === null) return "Hint: every move loses.";
  return `Hint: every move loses; ${named} ${one ? "lasts" : "last"} ${distanceText(worth)}.`;
}

function soon(worth) {
  return worth.distance === null ? "" : ` in ${distanceText(worth)}`;
}

function distanceText({ distance }) {
  return `${distance} move${distance === 1 ? "" : "s"}`;
}
