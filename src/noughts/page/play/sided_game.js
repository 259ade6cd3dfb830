// A document with sides, an end and a winner; moves come from its rules or from its clicks.

import { decidingImages } from "./deciding.js";
import { Document } from "./document.js";
import { explain } from "../language/explain.js";
import { fromJson } from "../language/runtime.js";

const OVER = "gameOver";
const STUCK = "no legal move";
const DEPTH = 8; // definitions opened inside one another in a reason
const ALONE = "player"; // the only side of a document without playerToMove

export class SidedGame extends Document {
  constructor(program, data) {
    super(program, data);
    this.name = data.name;
    this.fingerprint = data.fingerprint;
    this.wins = data.wins;
    this.valued = data.valued;
    this.isPictured = this.rules.defines("images", 0);
    this.sideValues = data.sides.map((side) => fromJson(side));
    this.sides = this.sideValues.length ? this.sideValues.map((side) => this.rules.sideName(side)) : [ALONE];
  }

  toMove(position) {
    if (!this.sideValues.length) return ALONE;
    const value = this.rules.value("playerToMove", [], position);
    const side = this.rules.sideName(value);
    if (this.sides.includes(side)) return side;
    const fact = `\`playerToMove\` is ${this.rules.summary(value)}, which is none of the sides`;
    throw this.rules.broken("E503", fact, "playerToMove", position);
  }

  isOver(position) {
    return this.rules.defines(OVER, 0) && this.rules.value(OVER, [], position);
  }

  // How the match ended, or null while it goes on.
  outcome(position) {
    if (this.isOver(position)) return { winner: this.winner(position), termination: OVER };
    if (!(/** @type {any} */ (this).moves(position).length))
      return { winner: this.winner(position), termination: STUCK };
    return null;
  }

  // For each piece without which the winner would not have won, the places of its images.
  deciding(position, winner) {
    const side = this.sideValues[this.sides.indexOf(winner)];
    return this.wins === null || side === undefined || !this.isPictured
      ? []
      : decidingImages(this, position, side);
  }

  // Why the match has ended: the relation that names the winner, then the one that ends it.  Where the moves have run
  // out and nobody has won, no relation decides that: the fact says it alone.
  whyOver(position) {
    const outcome = this.outcome(position);
    if (outcome === null) return null;
    const side = this.sideValues[this.sides.indexOf(outcome.winner)];
    const reasons = this.wins !== null && side !== undefined ? [this.reason(position, this.wins, side)] : [];
    if (this.isOver(position)) reasons.push(this.reason(position, OVER));
    if (outcome.winner !== null) return { fact: `${outcome.winner} has won`, reasons };
    return {
      fact: outcome.termination === OVER ? "The game is over" : `The game is over: ${STUCK}`,
      reasons,
    };
  }

  // Why a click at a pixel makes no move at the end of a line of play; null where no rule says so.
  whyNoMoveAt() {
    return null;
  }

  // Why the move of that text is not legal; null where no rule says which moves there are.
  whyNotLegal() {
    return null;
  }

  // Why a relation holds in a position, or does not.
  reason(position, name, ...args) {
    return this.rules.try(() => explain(this.rules.loaded, name, args, this.rules.frame(position), DEPTH));
  }

  // The one side for which the document's relation holds.
  winner(position) {
    const { wins } = this;
    if (wins === null) return null;
    const winners = this.sideValues.filter((side) => this.rules.value(wins, [side], position));
    if (winners.length > 1) {
      const names = winners.map((side) => `\`${this.rules.sideName(side)}\``).join(" and for ");
      const help = "at most one side may win: give one of them precedence";
      throw this.rules.broken("E503", `\`${wins}\` holds for ${names}`, wins, position, help);
    }
    return winners.length ? this.rules.sideName(winners[0]) : null;
  }
}
