// A game by its rules with a board, derived or its document's own.

import { ByValue } from "./by_value.js";
import { areasOf, click } from "./click_path.js";
import { GameByRules } from "./game_by_rules.js";
import { RulesError } from "./refusal.js";
import { show } from "../language/runtime.js";

export class GameOnBoard extends GameByRules {
  constructor(program, data, kernel) {
    super(program, data, kernel);
    this.board = data.board; // the names of what says where to click for a move, and what it is called
    this.placed = new ByValue(); // what the board says of each move, all but its `moving` part
  }

  // The names of the cells and the words of a move.
  brief(move, side) {
    const parts = this.board.move && this.onBoard(this.board.move, move, this.initial);
    return parts ? this.rules.joined(parts) : super.brief(move, side);
  }

  // What a definition of the board gives of a move; null of one unlike all that it was derived from.
  onBoard(name, move, position) {
    const find = () => {
      try {
        return this.rules.value(name, [move], position);
      } catch (error) {
        if (error instanceof RulesError) return null;
        throw error;
      }
    };
    return name === this.board.moving ? find() : this.placed.at([name, move], find);
  }

  // For the number of each move, legal or not, where to click for it.
  clickPaths(position, moves = this.moves(position)) {
    const found = moves.map((move, index) => [index, this.clickPath(move, position)]);
    return new Map(found.filter(([, path]) => path));
  }

  // Where to click for a move; null if the board has no place for all of it.
  clickPath(move, position) {
    const [cells, words, ...more] = listed(this.onBoard(this.board.clicks, move, position));
    if (!Array.isArray(cells) || !Array.isArray(words) || more.length) return null;
    const together = (boxes) => (this.rules.isSet(boxes) ? [...boxes] : [boxes]).map(areaOf);
    const path = { cells: cells.map(together), words: words.map(areaOf) };
    const areas = [...path.cells.flat(), ...path.words];
    return areas.length && areas.every(Boolean) ? path : null;
  }

  // The one of some moves that a single click makes, or null.
  clicked(position, x, y, moves = this.moves(position)) {
    const { move } = click(this.clickPaths(position, moves), [], x, y);
    return move === null ? null : moves[move];
  }

  // Why the move is not legal that has its place there, whether it ever was or not.
  whyNoMoveAt(line, x, y) {
    const position = line.at(-1);
    const move = this.clicked(position, x, y, this.everyMove(position));
    if (move === null) return super.whyNoMoveAt(line, x, y);
    return this.whyNot(position, move, this.candidateText(position, move) || show(move));
  }

  // For the number of each legal move the places that are clicked for it.
  areas(position) {
    return new Map([...this.clickPaths(position)].map(([index, path]) => [index, areasOf(path)]));
  }
}

const listed = (value) => (Array.isArray(value) ? value : []);

// A rectangle of whole pixels; null if it is none.
function areaOf(box) {
  const [left, bottom, right, top, ...more] = listed(box);
  const isBox = [left, bottom, right, top].every(Number.isInteger) && !more.length;
  return isBox ? { left, bottom, right, top } : null;
}
