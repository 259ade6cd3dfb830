/** The value of a position up to a horizon: alpha-beta with iterative deepening, the twin of
 * `noughts.solvers.search`.
 *
 * Values are those of the side to move: a win in d moves is WIN - d, a loss in d moves d - WIN; what lies
 * beyond the horizon counts as a draw. */

import { BOTH, listMoves, NOBODY } from "../kernels/explore.js";
import { isSame } from "../kernels/positions.js";
import { Transpositions } from "./transpositions.js";

export const WIN = 1_000_000;

/** Values beyond this are proven wins; far from WIN, since no line is half a million moves long. */
export const PROVEN = WIN / 2;

/** The winner of a match that goes on. */
const ONGOING = -3;

/** The greatest depth; depths are stored in a byte. */
const DEEPEST = 200;

/** Nodes between two looks at the clock. */
const BETWEEN_LOOKS = 1024;

/** Thrown when the time is up; the iteration in progress is discarded. */
class TimeIsUp extends Error {}

/** A value seen from one move earlier: wins and losses are one move farther away. */
function further(value) {
  return value > PROVEN ? value - 1 : value < -PROVEN ? value + 1 : value;
}

/** A bound seen from one move later: the inverse. */
function nearer(value) {
  return value > PROVEN ? Math.min(WIN, value + 1) : value < -PROVEN ? Math.max(-WIN, value - 1) : value;
}

/** A search of one game; what it has found about positions is kept from move to move. */
export class Search {
  constructor(kernel, { entries = 1 << 20, clock = () => performance.now() } = {}) {
    const plies = DEEPEST + 2;
    this.kernel = kernel;
    this.clock = clock;
    this.table = new Transpositions(kernel.words, entries);
    this.codes = new Int32Array(plies * kernel.words); // the positions of the line that is looked at
    this.found = new Int32Array(plies * kernel.moveWords); // and their legal moves
    this.movers = new Int8Array(plies);
    this.history = new Float64Array(kernel.moves.length);
    this.lists = [];
  }

  /** The values of the moves of a position that goes on, by a search of some milliseconds or moves.
   *
   * `values` are exact for the best moves, and upper bounds for the others; `isFinal` says that a deeper
   * search would change nothing. */
  search(codes, at, { milliseconds = Infinity, depth = DEEPEST } = {}) {
    this.deadline = this.clock() + milliseconds;
    this.nodes = 0;
    this.history.fill(0);
    this.codes.set(codes.subarray(at, at + this.kernel.words));
    if (this.enter(0) !== ONGOING) {
      throw new RangeError("the match is over: there is nothing to search");
    }
    const moves = [...this.movesAt(0)];
    let found = { moves, values: moves.map(() => 0), depth: 0, isFinal: false };
    try {
      for (let ahead = 1; !found.isFinal && ahead <= Math.min(depth, DEEPEST); ahead++) {
        found = this.lookAhead(moves, found.values, ahead);
      }
    } catch (error) {
      if (!(error instanceof TimeIsUp)) {
        throw error;
      }
    }
    return { ...found, mover: this.movers[0], nodes: this.nodes };
  }

  /** Search every move to a depth, the best of the previous depth first.
   *
   * The window below the best value so far is one wider, so that moves that equal it get exact values. A
   * win farther than the depth, known from the table, is final once the depth reaches it. */
  lookAhead(moves, before, depth) {
    this.seesAll = true;
    const values = moves.map(() => 0);
    const order = moves.map((_, place) => place).sort((a, b) => before[b] - before[a] || a - b);
    let most = -WIN;
    for (const place of order) {
      values[place] = this.afterMove(0, moves[place], depth, most - 1, WIN);
      most = Math.max(most, values[place]);
    }
    const decided = Math.abs(most) > PROVEN && WIN - Math.abs(most) <= depth;
    return { moves, values, depth, isFinal: this.seesAll || decided };
  }

  /** Note who is to move at a ply, and the moves there; returns the winner, or ONGOING. */
  enter(ply) {
    const { kernel, codes, found } = this;
    const { words, moveWords } = kernel,
      at = ply * words;
    if (!kernel.over(codes, at)) {
      kernel.legal(codes, at, found, ply * moveWords);
      for (let word = ply * moveWords; word < (ply + 1) * moveWords; word++) {
        if (found[word] !== 0) {
          this.movers[ply] = kernel.toMove(codes, at);
          return ONGOING;
        }
      }
    }
    return kernel.won(codes, at);
  }

  /** The value of a move for its mover: that of the position after it, one move farther from the end. */
  afterMove(ply, move, depth, low, high) {
    const { kernel, codes, movers } = this,
      { words } = kernel;
    kernel.after(codes, ply * words, move, codes, (ply + 1) * words);
    const winner = this.enter(ply + 1);
    if (winner !== ONGOING) {
      return winner === NOBODY || winner === BOTH ? 0 : further(winner === movers[ply] ? WIN : -WIN);
    }
    low = nearer(low);
    high = nearer(high);
    return further(
      movers[ply + 1] === movers[ply]
        ? this.value(ply + 1, depth - 1, low, high)
        : -this.value(ply + 1, depth - 1, -high, -low),
    );
  }

  /** The value of the position at a ply if it lies between `low` and `high`; else a bound (fail-soft).
   *
   * A repetition counts as a draw. That value depends on the line, so that it is stored as unproven, like
   * one that the horizon cut off. */
  value(ply, depth, low, high) {
    this.count();
    if (depth <= 0 || this.isRepeated(ply)) {
      this.seesAll = false;
      return 0;
    }
    const { table, codes } = this,
      at = ply * this.kernel.words;
    const known = table.find(codes, at);
    if (known >= 0) {
      const holds = table.depths[known] >= depth || table.proven[known] === 1;
      const least = holds || table.low[known] > PROVEN ? table.low[known] : -WIN;
      const most = holds || table.high[known] < -PROVEN ? table.high[known] : WIN;
      if (least >= high || most <= low || least === most) {
        const isTrue = most <= low ? most < -PROVEN : least > PROVEN; // a bound, and at every depth
        this.seesAll &&= table.proven[known] === 1 || (least < most && isTrue);
        return most <= low ? most : least;
      }
    }
    const sawAll = this.seesAll;
    this.seesAll = true;
    const value = this.bestOf(ply, depth, low, high, known >= 0 ? table.best[known] : -1);
    this.seesAll = this.seesAll && sawAll;
    return value;
  }

  /** The greatest value of a move, stored as exact value or bound. */
  bestOf(ply, depth, low, high, first) {
    const moves = this.ordered(ply, first);
    let most = -WIN,
      best = -1;
    for (let place = 0; place < moves.length; place++) {
      const value = this.afterMove(ply, moves[place], depth, Math.max(low, most), high);
      if (value > most) {
        most = value;
        best = moves[place];
      }
      if (most >= high) {
        this.history[best] += depth * depth;
        break;
      }
    }
    const least = most <= low ? -WIN : most,
      largest = most >= high ? WIN : most;
    this.table.store(this.codes, ply * this.kernel.words, depth, least, largest, best, this.seesAll);
    return most;
  }

  /** The moves at a ply: the best one known, then those that have most often refuted a line (the history
   * heuristic: J. Schaeffer, ICCA Journal 6(3), 1983). */
  ordered(ply, first) {
    const moves = this.movesAt(ply),
      { history } = this;
    for (let place = 1; place < moves.length; place++) {
      // by insertion: the list is short
      const move = moves[place],
        worth = move === first ? Infinity : history[move];
      let to = place;
      while (to > 0 && moves[to - 1] !== first && history[moves[to - 1]] < worth) {
        moves[to] = moves[to - 1];
        to -= 1;
      }
      moves[to] = move;
    }
    return moves;
  }

  /** The list of the moves at a ply, the same array each time. */
  movesAt(ply) {
    const { kernel, found } = this;
    while (this.lists.length <= ply) {
      this.lists.push({ room: new Int32Array(kernel.moves.length), by: [] });
    }
    const { room, by } = this.lists[ply];
    const count = listMoves(found, ply * kernel.moveWords, kernel.moveWords, room);
    by[count] ??= room.subarray(0, count);
    return by[count];
  }

  /** Whether the position at a ply stood earlier in the line. */
  isRepeated(ply) {
    const { codes, kernel } = this,
      { words } = kernel;
    for (let earlier = 0; !kernel.grows && earlier < ply; earlier++) {
      if (isSame(codes, earlier * words, codes, ply * words, words)) {
        return true;
      }
    }
    return false;
  }

  /** Count a node; at some of them look at the clock. */
  count() {
    this.nodes += 1;
    if (this.nodes % BETWEEN_LOOKS === 0 && this.clock() > this.deadline) {
      throw new TimeIsUp();
    }
  }
}
