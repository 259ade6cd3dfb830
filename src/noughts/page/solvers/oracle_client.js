/** The oracle of a Worker, as the page sees it: promises, progress, and *stop*. */

/** Thrown to those who wait for what was stopped. */
export class Stopped extends Error {}

/** `begin()` gives a new Worker that serves an oracle (`worker.js`). It is begun when it is first needed, and
 * again after `stop()`, which terminates it whatever it does. */
export class OracleClient {
  constructor(begin, options = {}, { progress = () => {} } = {}) {
    this.begin = begin;
    this.options = options;
    this.progress = progress;
    this.worker = null;
    this.asked = 0;
    this.waiting = new Map();
  }

  /** What the Worker says when it is ready: { kind, reason, counts, initial, canLose }. */
  ready() {
    if (this.worker === null) {
      const worker = (this.worker = this.begin());
      worker.onmessage = ({ data }) => worker === this.worker && this.heard(data);
      worker.onerror = (event) => this.fail(new Error(event.message || "the Worker broke down"));
      this.whenReady = this.ask(null, { do: "prepare", options: this.options });
    }
    return this.whenReady;
  }

  /** The advice after a line of moves, by their numbers. */
  async advise(line, options = {}) {
    await this.ready();
    this.asked += 1;
    return this.ask(this.asked, { do: "advise", ask: this.asked, line, options });
  }

  /** End the work; those who wait get `Stopped`. */
  stop() {
    this.fail(new Stopped("stopped"));
  }

  ask(number, message) {
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.worker.postMessage(message);
    });
  }

  heard({ is, ask = null, known, waiting, text, advice, ...report }) {
    if (is === "progress") {
      this.progress(known, waiting);
      return;
    }
    const { resolve, reject } = this.waiting.get(ask);
    this.waiting.delete(ask);
    if (is === "failed") {
      reject(new Error(text));
    } else {
      resolve(is === "advice" ? advice : report);
    }
  }

  /** Let go of the Worker and of all that wait for it. */
  fail(error) {
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    waiting.forEach(({ reject }) => reject(error));
  }
}
