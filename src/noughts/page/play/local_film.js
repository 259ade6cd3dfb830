// A document that moves on its own: thirty frames a second while the page is visible, each found in a worker.

import { HEIGHT, WIDTH } from "./rectangles.js";
import { NOTICE, stageOf, Workers } from "./scripts.js";
import { A_BUG } from "./refusal.js";

const FRAME = 1000 / 30; // milliseconds
const LATE = 250; // milliseconds of delay from which on frames are left out, not caught up with
const CLICKS = 30; // presses that wait for a frame of their own

export class LocalFilm {
  constructor(data, listeners) {
    this.data = data;
    this.listeners = listeners;
    this.workers = new Workers();
    this.cursor = { x: 0, y: 0 };
    this.clicks = [];
    this.keys = [];
    this.visible = true;
    this.paused = false;
    this.waiting = false; // for the worker
    this.saved = null;
  }

  begin() {
    this.open();
    this.listeners.stage?.(stageOf(this.data));
    this.ask({ do: "look" });
  }

  // Another document is shown.
  leave() {
    this.worker.terminate();
    clearTimeout(this.planned);
    clearTimeout(this.notice);
  }

  open() {
    this.worker = this.workers.begin(
      (told) => this.receive(told),
      (text) => this.halt(A_BUG, text),
    );
    this.worker.postMessage({ do: "begin", data: this.data, saved: this.saved });
  }

  accept(command) {
    if (command.do === "cursor") this.cursor = onScreen(command);
    if (command.do === "press") {
      this.cursor = onScreen(command);
      this.clicks = [...this.clicks, this.cursor].slice(-CLICKS);
    }
    if (command.do === "keys") this.keys = command.held;
    if (command.do === "visible") this.visible = command.visible;
    if (command.do === "pause") this.paused = command.paused;
    if (["visible", "pause"].includes(command.do) && !this.waiting) this.plan();
    if (command.do === "restart") this.restart();
    if (command.do === "resume") this.ask({ do: "look" });
  }

  restart() {
    if (this.waiting) {
      this.worker.terminate();
      this.saved = null;
      this.open();
    }
    this.ask({ do: "restart" });
  }

  // Only one question waits for the worker at a time.
  ask(question) {
    clearTimeout(this.planned);
    clearTimeout(this.notice);
    this.waiting = true;
    this.notice = setTimeout(() => this.listeners.busy?.(), NOTICE);
    this.worker.postMessage(question);
  }

  receive(told) {
    this.waiting = false;
    clearTimeout(this.notice);
    this.listeners.idle?.();
    if (told.bug) return this.halt(A_BUG, told.bug);
    this.saved = told.saved ?? this.saved;
    if (told.film) this.due = performance.now();
    if (told.message || told.error) this.listeners.stopped?.({ title: this.data.title, ...told });
    else this.plan();
    if (told.film) this.listeners.film?.(told.film);
    if (told.frame) this.listeners.frame?.(told.frame);
    return undefined;
  }

  plan() {
    clearTimeout(this.planned);
    if (!this.visible || this.paused) return;
    const now = performance.now();
    this.due = Math.max(this.due ?? now, now - LATE) + FRAME;
    this.planned = setTimeout(() => this.ask({ do: "frame", given: this.given() }), this.due - now);
  }

  // What mouse and keyboard did since the last frame: one press at most.
  given() {
    const press = this.clicks.shift();
    return { clicked: Boolean(press), ...(press ?? this.cursor), keys: this.keys };
  }

  stop() {
    if (this.waiting) this.halt("Stopped. It goes on from here, or from the beginning.", "");
  }

  halt(message, error) {
    this.worker.terminate();
    this.waiting = false;
    clearTimeout(this.notice);
    this.listeners.idle?.();
    this.open();
    this.listeners.stopped?.({ title: this.data.title, message, error });
  }
}

// The pixel of the screen that is nearest to where the mouse is.
function onScreen({ x, y }) {
  return { x: Math.min(Math.max(x, 0), WIDTH), y: Math.min(Math.max(y, 0), HEIGHT) };
}
