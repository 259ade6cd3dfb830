// The values of positions: of all of them, once a worker has solved the game, or by safe sets that the page has.

import { NOBODY } from "../kernels/explore.js";
import { judged, SafeSetJudge } from "../solvers/judges.js";
import { SafeSet } from "../solvers/safe_set.js";
import { Refusal } from "./refusal.js";
import { searched } from "./search_advice.js";

export class Adviser {
  // A page that is served asks the service where it finds no values itself; `tracker` is null if it always does.
  constructor(tracker, { safeSets, server, advisable = true }) {
    const { kernel } = tracker ?? {};
    this.tracker = tracker;
    this.isThere = advisable;
    this.isAsked = false;
    this.failure = null;
    this.searches = false; // whether a worker can look ahead where there are no values
    this.isComplete = false; // whether all positions have values, not only those of the safe sets
    this.judge = safeSets.length
      ? new SafeSetJudge(
          kernel,
          safeSets.map((data) => new SafeSet(data)),
        )
      : null;
    this.found = new WeakMap();
    this.isServed = server !== undefined;
    this.asksService = tracker === null;
    this.isOpen = tracker !== null && !this.judge; // whether a worker may still find values
    this.serviceSearches = false; // whether the service has no values of the game either, and could only search
    this.unknown = new WeakSet(); // matches of which the service knows nothing, and that it was not to find out
  }

  // Whether the service has said all that it can of the position of a match.
  told(match) {
    const found = this.found.get(match);
    return Boolean(found) && (found.note !== null || found.worths.every(Boolean));
  }

  // Whether values come from the service: a page that can search asks it for exact ones only.
  get asksValues() {
    return this.asksService && !(this.searches && this.serviceSearches);
  }

  // Whether somebody waits for the values.
  get isAwaited() {
    return this.isAsked && !this.judge && !this.failure && !this.asksService;
  }

  ask() {
    this.isAsked = true;
  }

  // What the worker says: the positions with their values, or why there are none.  While it `isLate`, the service is asked.
  /** @param {{ solved?: any, failure?: [fact: string, hint?: string], searches?: boolean, isLate?: boolean }} told */
  take({ solved, failure, searches, isLate = false }) {
    this.isOpen = isLate;
    if (solved) this.judge = this.tracker.judge(solved);
    this.isComplete = Boolean(solved);
    this.asksService = this.isServed && !solved;
    this.failure = failure ? new Refusal(...failure) : null;
    this.searches = Boolean(searches);
  }

  // The worth of each legal move, null if it is not known, the numbers of the best ones, and of those that leave the
  // opponent the most chances to go wrong; null where nothing is known.
  known(match) {
    if (match.outcome) return null;
    if (this.judge && !this.found.has(match)) this.found.set(match, this.find(match));
    return this.found.get(match) ?? null;
  }

  // What the service knows of the positions of a match, and says of the one after some moves, or why it knows nothing.
  learn(whole, { ply, wanted, first }, answer, failure) {
    this.serviceSearches = answer?.searches ?? false;
    if (!this.asksValues) return;
    if (!wanted && !answer?.known.length) {
      this.unknown.add(whole);
      return;
    }
    const known = new Map(answer?.known);
    for (const match of whole.plies()) {
      if (match.ply >= first || match.ply === ply)
        this.found.set(match, worthsOf(match, known.get(match.ply)));
    }
    const note = failure ? failedNote(failure) : answer.note;
    Object.assign(this.found.get(whole.at(ply)), {
      note,
      failed: Boolean(failure),
      error: failure?.error ?? "",
    });
  }

  // What a search says of a match, or why it failed.
  keep(match, advice, failure) {
    if (failure) this.take({ failure });
    else
      this.found.set(match, {
        ...searched(this.tracker.legal(match), advice, worth),
        line: advice.line.reduce((here, move) => this.afterMove(here, move), match),
      });
  }

  // The match after the move that has this number.
  afterMove(match, number) {
    return match.play(match.legalMoves[this.tracker.index(match, number)]);
  }

  find(match) {
    const { mover, winner, distance, moves, best } = judged(this.judge, this.tracker.code(match), 0);
    const verdicts = new Map(moves.map((verdict) => [verdict.move, verdict]));
    const numbers = this.tracker.legal(match);
    const indices = numbers.map((_, index) => index);
    return {
      worths: numbers.map((number) => worth(verdicts.get(number), mover)),
      best: indices.filter((index) => {
        const verdict = verdicts.get(numbers[index]);
        return verdict.winner === winner && verdict.distance === distance;
      }),
      tempting: indices.filter((index) => best.includes(numbers[index])),
    };
  }

  // What a side can make of the first position: "win", "draw" or "loss".
  expectation(side) {
    return worth(this.judge.verdict(this.tracker.kernel.initial, 0), side).result;
  }
}

// What the service knows of a position, in the order of its legal moves; nothing of one that it did not look at.
function worthsOf({ legalMoves, legalTexts, outcome }, told) {
  const texts = outcome ? [] : legalTexts;
  const best = [...legalMoves.keys()].filter((index) => told?.best.includes(texts[index]));
  return { worths: texts.map((text) => told?.worths[text] ?? null), best, tempting: best, note: null };
}

function failedNote({ message, error }) {
  return `The values of the moves could not be computed${error ? "" : `: ${message}`}.`;
}

function worth({ winner, distance }, side) {
  return { result: winner === NOBODY ? "draw" : winner === side ? "win" : "loss", distance };
}
