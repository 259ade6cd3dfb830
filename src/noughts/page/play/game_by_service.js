// A game whose rules only the service has, as one in Python: the worker asks it about each position, and waits.
//
// A position is the line of the numbers of its moves, each among the legal ones; so a move is a number.

import { Recent } from "./recent.js";
import { Refusal, RulesError } from "./refusal.js";
import { RESTART } from "./table.js";

export class GameByService {
  constructor(program, data) {
    this.data = data;
    this.name = data.name;
    this.sides = data.sides;
    this.fingerprint = data.fingerprint;
    this.isPictured = data.isPictured;
    this.worker = crypto.randomUUID(); // for which the service remembers positions
    this.positions = new Map();
    this.known = new Recent((position) => this.ask("facts", position));
    this.initial = this.at("");
  }

  // The same line is the same object.
  at(line) {
    if (!this.positions.has(line)) this.positions.set(line, { line });
    return this.positions.get(line);
  }

  // A request that the worker waits for: whoever stops it, ends the worker.
  ask(ask, { line }, asked = {}) {
    const request = new XMLHttpRequest();
    request.open("POST", `${this.data.server}rules`, false);
    const moves = line.split(" ").filter(Boolean).map(Number);
    try {
      request.send(JSON.stringify({ ...this.data.choice, ...asked, worker: this.worker, ask, line: moves }));
    } catch {
      throw new Refusal("Noughts has stopped", "start it again where you started it");
    }
    const { answer, failure } = JSON.parse(request.responseText);
    if (failure?.error) throw new RulesError(failure.error);
    if (failure) throw new Refusal(failure.message);
    return answer;
  }

  same(a, b) {
    return a === b;
  }

  images(position) {
    return this.ask("images", position);
  }

  positionText(position) {
    return this.known.of(position).text;
  }

  toMove(position) {
    return this.known.of(position).toMove;
  }

  outcome(position) {
    return this.known.of(position).outcome;
  }

  moves(position) {
    return [...this.known.of(position).moves.keys()];
  }

  moveText(position, move) {
    return this.known.of(position).moves[move];
  }

  after({ line }, move) {
    return this.at(`${line} ${move}`);
  }

  // For the number of each legal move the rectangles where a click makes it.
  areas(position) {
    const { areas } = this.known.of(position);
    return new Map([...areas.entries()].filter(([, owned]) => owned.length));
  }

  clicked(position, x, y) {
    const meant = this.ask("clicked", position, { x, y });
    return meant === "restart" ? RESTART : meant;
  }
}
