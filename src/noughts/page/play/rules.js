// The rules of a document: its definitions, asked in a position.

import { Recent } from "./recent.js";
import { RulesError } from "./refusal.js";
import { reportOf } from "./report.js";
import * as meaning from "../language/runtime.js";

export class Rules {
  constructor(program, { sources }) {
    this.loaded = meaning.load(program);
    this.sources = new Map(Object.entries(sources));
    this.frames = new Recent((position) => meaning.frameOf(position)); // what is found in a frame is kept there
  }

  defines(name, parameters) {
    return this.loaded.defines(name, parameters);
  }

  value(name, args = [], position = undefined) {
    return this.try(() => this.loaded.call(name, args, this.frame(position)));
  }

  // One of the expressions that were compiled with the program.
  ask(number, position) {
    return this.try(() => this.loaded.ask(number, this.frame(position)));
  }

  // The state after an input; what depends on the state alone is found once for all inputs.
  next(position, given) {
    const frame = meaning.frameOf(position, given, this.frame(position).foundInState);
    return this.try(() => this.loaded.call("newState", [], frame));
  }

  frame(position) {
    return position === undefined ? undefined : this.frames.of(position);
  }

  try(question) {
    try {
      return question();
    } catch (error) {
      if (!(error instanceof meaning.RunError)) throw error;
      throw new RulesError(reportOf(error, this.sources));
    }
  }

  // An error about what a definition gives in a position.
  broken(code, fact, name, position, help = "") {
    const { program } = this.loaded;
    const place = meaning.numberedPlace(program, program.definitions[name].head);
    const error = { code, fact, help, place, notes: [{ text: this.stateText(position), place: null }] };
    return new RulesError(reportOf(error, this.sources));
  }

  // The state, or the variables of which it is made.
  stateText(position) {
    const { variables } = this.loaded.program;
    if (!variables.length) return `with currentState = ${meaning.summary(position, 200)}`;
    return `with ${variables.map((name, place) => `${name} = ${meaning.summary(position[place], 100)}`).join(", ")}`;
  }

  summary(value) {
    return `${meaning.summary(value)}, ${meaning.kind(value)}`;
  }

  isSet(value) {
    return meaning.kind(value) === "a set";
  }

  // The printed name of a side: the atom `x is x.
  sideName(value) {
    return meaning.show(value).replace(/^`/, "");
  }

  // A move without the side in front of it: (`x, 5) is 5, (`x, 7, (1, 2)) is 7-1,2.
  short(move, side) {
    if (!Array.isArray(move)) return this.part(move);
    const parts = move.length > 1 && meaning.equal(move[0], side) ? move.slice(1) : move;
    return parts.map((part) => this.part(part)).join("-");
  }

  part(value) {
    if (Array.isArray(value)) return value.map((part) => this.part(part)).join(",");
    return meaning.kind(value) === "an atom"
      ? this.sideName(value)
      : meaning.writtenOut(meaning.ordered(value)).replaceAll(" ", "");
  }

  // The text of a move by the names of its parts: ("b2", "c3") is b2-c3; those of a set in order.
  joined(parts) {
    const text = (part) =>
      this.isSet(part)
        ? [...meaning.ordered(part)].map((each) => this.part(each)).join(",")
        : this.part(part);
    return parts.map(text).join("-");
  }
}
