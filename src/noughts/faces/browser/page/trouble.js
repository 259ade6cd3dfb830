// Why a command failed: a report of the rules in a monospaced font, and how to start over.

import { at } from "./nodes.js";

export class Trouble {
  constructor(send) {
    at("begin").addEventListener("click", () => this.leave(send, "restart"));
    at("go-on").addEventListener("click", () => this.leave(send, "resume"));
  }

  show(error) {
    at("trouble").hidden = !error;
    at("error").textContent = error;
    at("again").hidden = true;
  }

  // Nothing goes on by itself any more.
  stopped({ title, message, error }) {
    document.body.dataset.kind ??= "nothing";
    document.title = title;
    at("title").textContent = title;
    at("headline").textContent = "Stopped";
    at("headline").dataset.state = "over";
    at("message").textContent = message;
    this.show(error);
    at("again").hidden = false;
    const film = document.body.dataset.kind === "film"; // which can always be started over
    at("go-on").hidden = !film;
    at("begin").hidden = film;
  }

  // A sentence about what was asked; all else stays as it is.
  refused(message) {
    at("message").textContent = message;
  }

  leave(send, command) {
    at("message").textContent = "";
    this.show("");
    at("headline").textContent = "…";
    send({ do: command });
  }
}
