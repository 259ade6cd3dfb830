// Why a command failed: a report of the rules in a monospaced font, and how to start over.

import { at, setText } from "./nodes.js";

export class Trouble {
  constructor(send) {
    this.ofDocument = ""; // what is wrong with the document since it was changed
    at("begin").addEventListener("click", () => this.leave(send, "restart"));
    at("go-on").addEventListener("click", () => this.leave(send, "resume"));
  }

  show(error) {
    const shown = error || this.ofDocument;
    at("trouble").hidden = !shown;
    setText(at("trouble-title"), error ? "The rules have an error" : "The document has an error");
    setText(at("error"), shown);
    at("again").hidden = true;
  }

  // The document was changed, and cannot be read; the match goes on by the rules before.
  broken(error) {
    this.ofDocument = error;
    this.show("");
  }

  mended() {
    this.ofDocument = "";
    this.show("");
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

  leave(send, command) {
    at("message").textContent = "";
    this.show("");
    at("headline").textContent = "…";
    send({ do: command });
  }
}
