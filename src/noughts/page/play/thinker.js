// Lets programs decide: a worker solves the game, and searches where it is too large for that; or the service does, if
// there is one.

import { Workers } from "./scripts.js";

const PATIENCE = 300; // milliseconds that a turn waits for values here before the service is asked

const PAUSE = 350; // milliseconds that a program takes at least, so that its opponent's move is seen first

export class Thinker {
  constructor(data, tell, service = null) {
    this.data = data;
    this.tell = tell;
    this.service = service;
    this.workers = new Workers();
    this.solved = null; // what is known of the whole game, for every new worker of the rules
    this.turn = null;
    this.searching = false;
    this.asked = null; // the number of what is asked of the service
  }

  // After a view: let the program think whose turn it is now, and solve the game as long as somebody wants to know.
  follow(turn, asked) {
    if (asked || turn?.way === "wait") this.solve();
    else if (!turn && this.worker && !this.solved) this.end();
    if (turn?.number === this.turn?.number && turn?.way === this.turn?.way) return;
    this.rest();
    this.turn = turn;
    if (turn?.way === "wait" && this.service)
      this.planned = setTimeout(() => this.tell({ do: "solved", isLate: true }), PATIENCE);
    if (!turn || ["wait", "room"].includes(turn.way)) return;
    this.due = performance.now() + PAUSE;
    if (turn.way === "search") this.search(turn);
    else if (turn.way === "service") this.ask(turn);
    else this.plan({ do: "thought", number: turn.number });
  }

  // Forget the turn: the match has changed.
  rest() {
    clearTimeout(this.planned);
    if (this.searching) this.end();
    if (this.asked !== null) this.service.stop(this.asked);
    this.asked = null;
    this.turn = null;
  }

  // Whether the service is looking for a move.
  get isAsking() {
    return this.asked !== null && this.turn?.question.ask === "move";
  }

  plan(thought) {
    this.planned = setTimeout(() => this.tell(thought), Math.max(this.due - performance.now(), 0));
  }

  // A move, or values, for which nobody needs time to see the move before.
  async ask({ number, question }) {
    if (question.ask === "values") this.due = 0;
    const { number: asked, promise } = this.service.begin(question.ask, { ...this.data.choice, ...question });
    this.asked = asked;
    const told = await promise.then(
      (answer) => ({ answer }),
      (failure) => ({ failure }),
    );
    if (this.asked === asked) this.plan({ do: "thought", number, ...told });
  }

  solve() {
    if (this.solved || this.worker) return;
    this.begin();
    this.worker.postMessage({ do: "solve" });
  }

  search({ number, line, analyses }) {
    if (!this.worker) this.begin();
    this.searching = true;
    this.worker.postMessage({ do: "search", number, line, analyses });
  }

  begin() {
    this.worker = this.workers.begin(
      (told) => this.receive(told),
      (text) => this.fail(text),
    );
    this.worker.postMessage({ do: "begin", role: "thinker", data: this.data });
  }

  end() {
    this.worker.terminate();
    this.worker = null;
    this.searching = false;
  }

  receive(told) {
    if (told.bug) {
      this.fail(told.bug);
    } else if (told.do === "solved") {
      this.solved = told;
      this.tell(told);
    } else if (told.number === this.turn?.number) {
      this.searching = false;
      this.plan(told);
    }
  }

  // What is unknown stays unknown; a program that searches has failed to decide.
  fail(text) {
    const { searching, turn } = this;
    this.end();
    if (searching) this.plan({ do: "thought", number: turn.number, failure: [text] });
    else this.receive({ do: "solved", failure: [text] });
  }
}
