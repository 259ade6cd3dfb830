// Why a command failed: a report of the rules in a monospaced font, and how to start over.
//
// It needs nothing but a few nodes of the page and texts, and so shows what goes wrong anywhere else in the page.

import { at, setText } from "./nodes.js";
import { A_BUG } from "../play/refusal.js";

export class Trouble {
  constructor(send) {
    this.ofDocument = ""; // what is wrong with the document since it was changed
    at("begin").addEventListener("click", () => this.leave(send, "restart"));
    at("go-on").addEventListener("click", () => this.leave(send, "resume"));
    window.addEventListener("error", ({ error }) => error && this.failed(error)); // but for what a browser only notes
    window.addEventListener("unhandledrejection", ({ reason }) => this.failed(reason));
  }

  // An error, and the sentence that stands above it.
  show(error, message = "") {
    const shown = error || this.ofDocument;
    const guilty = message === A_BUG ? "Noughts has" : error ? "The rules have" : "The document has";
    at("trouble").hidden = !shown;
    setText(at("trouble-title"), `${guilty} an error`);
    setText(at("error"), shown);
    at("again").hidden = true;
  }

  // The page itself broke down.
  failed(error) {
    at("message").textContent = A_BUG;
    this.show(String(error), A_BUG);
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
    this.show(error, message);
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
