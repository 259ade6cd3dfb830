// Asks Python, one question at a time: the last one that waits is asked next, and older ones never; then errands,
// which nothing replaces.
//
// Python cannot be interrupted from outside, so a worker that is stopped is ended, and a new one begins.

export class Python {
  constructor({ isSnapshot, begins, fails }) {
    this.address = `worker.js${isSnapshot ? "?snapshot" : ""}`;
    this.begins = begins;
    this.fails = fails;
    this.number = 0;
    this.open();
  }

  open() {
    this.isReady = false;
    this.running = null;
    this.waiting = null;
    this.errands = [];
    this.worker = new Worker(this.address, { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.receive(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.fails(event.message ?? "Python could not begin.");
    });
  }

  // The answer to a question; undefined if it was never asked, since another one came, or was stopped.
  ask(question) {
    return this.asked(question, (asked) => {
      this.waiting?.resolve();
      this.waiting = asked;
    });
  }

  // The same of a question that stays, whatever else is asked.
  errand(question) {
    return this.asked(question, (asked) => this.errands.push(asked));
  }

  // The same of a question that replaces those that do the same and still wait.
  latest(question) {
    const [older, others] = [true, false].map((isOlder) =>
      this.errands.filter((each) => (each.question.do === question.do) === isOlder),
    );
    for (const { resolve } of older) resolve();
    this.errands = others;
    return this.errand(question);
  }

  asked(question, wait) {
    return new Promise((resolve) => {
      this.number += 1;
      wait({ question: { ...question, number: this.number }, resolve });
      this.next();
    });
  }

  next() {
    if (!this.isReady || this.running) return;
    const next = this.waiting ?? this.errands.shift();
    if (!next) return;
    this.running = next;
    this.waiting = null;
    this.since = performance.now();
    this.worker.postMessage(this.running.question);
  }

  receive(told) {
    if (told.ready) {
      this.isReady = true;
      this.begins();
    } else if (told.asked === this.running?.question.number) {
      const { resolve } = this.running;
      this.running = null;
      resolve(told);
      if (told.isOver) this.stop();
    }
    this.next();
  }

  // How long the question has been worked on, in milliseconds.
  get busyFor() {
    return this.running ? performance.now() - this.since : 0;
  }

  stop() {
    this.worker.terminate();
    this.running?.resolve();
    this.waiting?.resolve();
    for (const { resolve } of this.errands) resolve();
    this.open();
  }
}
