// A game by its clicks: a move is a click that changes the state; two clicks that lead to the same state are
// one move.  What leads back to the initial state from everywhere is a restart, no move.

import { placeToClick, without } from "./clickable.js";
import { Clicks } from "./clicks.js";
import { Recent } from "./recent.js";
import { contains } from "./rectangles.js";
import { SidedGame } from "./sided_game.js";
import { RESTART } from "./table.js";

export class GameByClicks extends SidedGame {
  constructor(program, data) {
    super(program, data);
    this.clicks = new Clicks(this, data.areas);
    this.restart = data.restart.map(([left, bottom, right, top]) => ({ left, bottom, right, top }));
    this.choices = new Recent((position) => (this.isOver(position) ? [] : this.findChoices(position)));
  }

  same(a, b) {
    return a.click && b.click ? a.click.x === b.click.x && a.click.y === b.click.y : super.same(a, b);
  }

  // The moves of a position that is not over, from the top of the screen down and from left to right.
  findChoices(position) {
    const found = this.clicks.successors(position).flatMap(({ state, areas }) => {
      if (this.same(state, position)) return [];
      const left = this.same(state, this.initial) ? without(areas, this.restart) : areas;
      return left.length ? [{ click: placeToClick(left), after: state, areas: left }] : [];
    });
    return found.sort((a, b) => b.click.y - a.click.y || a.click.x - b.click.x);
  }

  moves(position) {
    return this.choices.of(position);
  }

  after(position, move) {
    return move.after;
  }

  moveText(position, { click }) {
    return `${click.x},${click.y}`;
  }

  clicked(position, x, y) {
    const at = (area) => contains(area, x, y);
    const choice = this.choices.of(position).find(({ areas }) => areas.some(at));
    return choice ?? (this.restart.some(at) ? RESTART : null);
  }

  // For the number of each move where to click.
  areas(position) {
    return new Map(this.choices.of(position).map(({ areas }, index) => [index, areas]));
  }
}
