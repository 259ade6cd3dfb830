// A match whose rules run in a worker; programs think in another one.
//
// While a command is run, others wait: of each kind the last one, and none that is just being run.  A worker that is
// stopped is ended, whatever it does, and a new one goes on from the last view.

import { NOTICE, stageOf, Workers } from "./scripts.js";
import { Thinker } from "./thinker.js";
import { A_BUG } from "./refusal.js";

const OF_THINKER = ["solved", "thought"]; // in which positions have the numbers of the former worker

export class LocalTable {
  // `service` is what a page that is served may ask.
  constructor(data, listeners, service = null) {
    this.listeners = listeners;
    this.service = service;
    this.play(data);
    this.waiting = new Map();
    this.running = null;
    this.view = null;
    this.saved = null;
    this.renewal = null; // more that is known of the game, until a move is found without it
    this.room = null; // the command with what the room says, for a new worker
  }

  play(data) {
    this.data = data;
    this.workers = new Workers();
    this.thinker = new Thinker(data, (told) => this.enqueue(told.do, told), this.service);
  }

  // Begins with what was played before by other rules, with a match in writing, or anew.
  begin(before = null, opening = null) {
    this.open();
    this.listeners.name?.({ known: before !== null || this.data.isRoom });
    this.listeners.stage?.(stageOf(this.data));
    if (before) this.enqueue("carry", { do: "carry", before });
    else if (opening) this.enqueue("open", { do: "open", ...opening });
    else this.enqueue("look", { do: "look" });
  }

  // More is known of the game: a new worker goes on from the last view.
  renew(data) {
    this.renewal = this.thinker.isAsking ? data : null;
    if (this.renewal) return;
    this.leave();
    this.play(data);
    this.open();
    for (const kind of OF_THINKER) this.waiting.delete(kind);
    if (!this.running || OF_THINKER.includes(this.running.do)) this.running = { do: "look" };
    this.worker.postMessage(this.running);
  }

  open() {
    this.worker = this.workers.begin(
      (told) => this.receive(told),
      (text) => this.give(A_BUG, text),
    );
    this.worker.postMessage({ do: "begin", data: this.data, saved: this.saved, solved: this.thinker.solved });
    if (this.room) this.waiting.set("room", this.room);
  }

  // Another game is shown.
  leave() {
    this.rest();
    this.worker.terminate();
    this.thinker.rest();
    this.thinker.worker?.terminate();
    this.thinker.tell = () => {};
  }

  accept(command) {
    if (command.do === "room") this.room = command;
    if (JSON.stringify(command) !== JSON.stringify(this.running)) this.enqueue(command.do, command);
  }

  enqueue(kind, command) {
    this.waiting.delete(kind);
    this.waiting.set(kind, command);
    if (!this.running) this.next();
  }

  next() {
    const [[kind, command]] = this.waiting;
    this.waiting.delete(kind);
    this.running = command;
    this.notice ??= setTimeout(() => this.listeners.busy?.(), NOTICE);
    this.worker.postMessage(command);
  }

  /** @param {Told} told */
  receive(told) {
    if (told.picture) {
      this.listeners.picture?.(told.picture);
      return;
    }
    if (told.marked) {
      this.view = told.marked;
      this.listeners.table?.(told.marked);
      return; // what is run now came later
    }
    const isSame = this.running?.do === "look";
    this.running = null;
    if (told.bug) this.give(A_BUG, told.bug);
    if (told.record) this.listeners.record?.(told.record);
    if (told.frames) this.listeners.frames?.(told.frames);
    if (told.why) this.listeners.why?.(told.why);
    if (told.options) this.listeners.options?.(told.options);
    if (told.stopped) this.listeners.stopped?.({ title: this.data.title, ...told.stopped });
    if (told.view) {
      const deciding = isSame && told.unmarked && this.view?.deciding;
      this.view = deciding ? { ...told.view, deciding } : told.view;
      this.saved = told.saved;
      this.listeners.table?.(this.view);
      if (this.renewal && told.turn?.number !== this.thinker.turn?.number) this.thinker.rest();
      if (this.renewal && !this.thinker.isAsking) this.renew(this.renewal);
      else this.thinker.follow(told.turn, told.asked);
    }
    if (told.notice) this.listeners.notice?.({ message: told.notice });
    if (this.running) return; // that a new worker has been given
    if (this.waiting.size) this.next();
    else this.rest();
  }

  rest() {
    clearTimeout(this.notice);
    this.notice = null;
    this.listeners.idle?.();
  }

  stop() {
    if (this.running) this.give("Stopped.", "");
  }

  // End the current work; the view before it stays, with the reason.
  give(message, error) {
    this.worker.terminate();
    this.waiting.clear();
    this.running = null;
    this.rest();
    this.open();
    if (this.view) this.listeners.table?.({ ...this.view, message, error });
    else this.listeners.stopped?.({ title: this.data.title, message, error });
    if (this.waiting.size) this.next();
  }
}
