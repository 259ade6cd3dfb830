// A document that moves on its own: mouse and letter keys go to it, thirty pictures a second come back.

import { keyOf } from "./keys.js";
import { at, button, redraw } from "./nodes.js";
import { HEIGHT, WIDTH } from "../play/rectangles.js";

export class Film {
  constructor(screen, send) {
    this.screen = screen;
    this.send = send;
    this.held = new Set();
    this.wired = false;
    this.paused = false;
  }

  begin({ title, images, keys }) {
    document.body.dataset.kind = "film";
    document.title = title;
    at("title").textContent = title;
    const pointer = matchMedia("(hover: none)").matches ? "Touch the picture" : "Use the mouse";
    at("message").textContent = keys.length ? `${pointer} and the keys ${keys.join(", ")}.` : `${pointer}.`;
    redraw(
      at("touch-keys"),
      keys.map((key) => this.touchKey(key)),
    );
    at("restart").textContent = "Start over";
    this.images = images;
    this.screen.draw(images);
    this.screen.fit({ left: 0, top: 0, width: WIDTH, height: HEIGHT });
    this.screen.svg.setAttribute("aria-label", title);
    if (!this.wired) this.wire();
    this.showPaused();
    this.tellVisibility();
  }

  // Only what is another image than in the frame before is sent, with its place.
  frame({ count, changed }) {
    this.images.length = Math.min(this.images.length, count);
    for (const [place, image] of changed) this.images[place] = image;
    this.screen.draw(this.images);
  }

  // A letter to be held down with a thumb.
  touchKey(key) {
    const made = button(key);
    made.dataset.key = key;
    const hold = (event, down) => {
      event.preventDefault();
      this.hold(key, down);
    };
    made.addEventListener("pointerdown", (event) => hold(event, true));
    for (const name of ["pointerup", "pointercancel", "pointerleave"])
      made.addEventListener(name, (event) => hold(event, false));
    return made;
  }

  pause() {
    this.paused = !this.paused;
    this.send({ do: "pause", paused: this.paused });
    this.showPaused();
  }

  showPaused() {
    at("headline").textContent = this.paused ? "Paused" : "Running";
    at("pause").firstChild.nodeValue = this.paused ? "Play " : "Pause ";
  }

  wire() {
    this.wired = true;
    at("pause").addEventListener("click", () => this.pause());
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.pause();
    const { svg } = this.screen;
    svg.addEventListener("pointermove", (event) => this.send({ do: "cursor", ...this.screen.pixel(event) }));
    svg.addEventListener("pointerdown", (event) => {
      if (event.button === 0) this.send({ do: "press", ...this.screen.pixel(event) });
    });
    document.addEventListener("keydown", (event) => this.key(event, true));
    document.addEventListener("keyup", (event) => this.key(event, false));
    window.addEventListener("blur", () => this.release());
    document.addEventListener("visibilitychange", () => this.tellVisibility());
    at("restart").addEventListener("click", () => this.send({ do: "restart" }));
  }

  key(event, down) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (down && event.key === " " && !event.target.closest("button, a, input")) {
      // which the key presses
      event.preventDefault();
      this.pause();
    }
    const key = keyOf(event);
    if (/^[a-z]$/.test(key)) this.hold(key, down);
  }

  hold(key, down) {
    down ? this.held.add(key) : this.held.delete(key);
    this.tellKeys();
  }

  release() {
    this.held.clear();
    this.tellKeys();
  }

  tellKeys() {
    this.send({ do: "keys", held: [...this.held] });
  }

  tellVisibility() {
    this.send({ do: "visible", visible: document.visibilityState === "visible" });
  }
}
