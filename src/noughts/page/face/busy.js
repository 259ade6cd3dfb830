// Work that takes long: that it goes on, for how many seconds, and how to stop it.

import { at } from "./nodes.js";

export class Busy {
  constructor(send) {
    this.send = send;
    this.since = null;
    at("stop").addEventListener("click", () => this.stop());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.since !== null && !document.querySelector("dialog[open]"))
        this.stop();
    });
  }

  begin() {
    if (this.since !== null) return;
    this.since = performance.now();
    at("busy-text").textContent = "Working …";
    at("busy").hidden = false;
    this.clock = setInterval(() => this.count(), 1000);
  }

  // Not read out: a screen reader has said that work is going on.
  count() {
    const seconds = Math.round((performance.now() - this.since) / 1000);
    at("busy").dataset.seconds = `${seconds} s`;
  }

  stop() {
    at("busy-text").textContent = "Stopping …";
    this.send({ do: "stop" });
  }

  end() {
    if (this.since === null) return;
    clearInterval(this.clock);
    this.since = null;
    delete at("busy").dataset.seconds;
    at("busy").hidden = true;
  }
}
