// The service behind a page that is served: one web socket, over which the page asks for what it cannot find out itself.

/** The address of the service, where the pages of all others begin: this script is in `page` there. */
export const HOME = new URL("..", import.meta.url);

const lost = document.querySelector("#lost");

// Milliseconds between two questions whether the service is there, and until one without an answer says that it is not.
const HEARTBEAT = 20000;
const PATIENCE = 10000;

export class Service {
  // `hear` is given what the service says by itself; `returned` is called when it is there again.
  constructor(hear, returned) {
    this.hear = hear;
    this.returned = returned;
    this.waiting = new Map(); // what is asked, by number, with what is to be done with the answer
    this.number = 0;
    this.attempt = 0; // to reach it, since it was there last
    this.open();
    setInterval(() => this.checkAlive(), HEARTBEAT);
    addEventListener("online", () => this.checkAlive());
    document.addEventListener("visibilitychange", () => document.hidden || this.checkAlive());
  }

  open() {
    this.socket = new WebSocket(`${HOME.href.replace("http", "ws")}tab`);
    this.hearing = new AbortController();
    const { signal } = this.hearing;
    this.socket.addEventListener("open", () => this.opened(), { signal });
    this.socket.addEventListener("message", ({ data }) => this.receive(JSON.parse(data)), { signal });
    this.socket.addEventListener("close", () => this.closed(), { signal });
  }

  // Whether the service is still there: a network that has gone, perhaps while this machine slept, does not say so.
  checkAlive() {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    const { socket } = this;
    const { number } = this.begin("alive");
    setTimeout(() => {
      const isSilent = this.waiting.delete(number);
      if (!isSilent || socket !== this.socket || socket.readyState !== WebSocket.OPEN) return;
      this.hearing.abort();
      socket.close();
      this.closed();
    }, PATIENCE);
  }

  // What was not answered is asked again: a service that was started again knows nothing of it.
  opened() {
    lost.hidden = true;
    for (const { question } of this.waiting.values()) this.socket.send(question);
    if (this.attempt) this.returned();
    this.attempt = 0;
  }

  closed() {
    lost.textContent =
      "Noughts does not answer. If it has stopped, start it again where you started it: the match goes on here.";
    lost.hidden = this.attempt === 0;
    this.attempt += 1;
    setTimeout(() => this.open(), Math.min(250 * this.attempt, 3000));
  }

  receive({ number, answer, failure, ...told }) {
    if (number === undefined) return this.hear(told);
    const { resolve, reject } = this.waiting.get(number) ?? {};
    this.waiting.delete(number);
    return failure ? reject?.(failure) : resolve?.(answer);
  }

  // The number of a question, and a promise of its answer: rejected with a sentence (`message`) and a report (`error`).
  begin(ask, asked) {
    const number = (this.number += 1);
    const question = JSON.stringify({ ...asked, number, ask });
    const promise = new Promise((resolve, reject) => this.waiting.set(number, { question, resolve, reject }));
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(question);
    return { number, promise };
  }

  ask(ask, asked) {
    return this.begin(ask, asked).promise;
  }

  // Nobody waits for that answer any more.
  stop(number) {
    if (this.waiting.delete(number) && this.socket.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ stop: number }));
  }
}
