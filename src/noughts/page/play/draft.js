// The back end of a page that has no document yet: the page around it sends one, and then what else it has found out
// about the game.  So what all drafts have in common is made once, and ready before it is needed.

import { LocalFilm } from "./local_film.js";
import { LocalTable } from "./local_table.js";
import { PROGRAM, putText, sources } from "./scripts.js";

export function connectDraft(listeners) {
  let local = null;

  window.addEventListener("message", ({ source, data: told }) => {
    if (source !== window.parent || !told.game) return;
    putText(PROGRAM, told.script);
    if (local) {
      local.renew({ ...told.game, sources: sources() });
      return;
    }
    document.title = told.title;
    document.querySelector("#paper").innerHTML = told.article;
    const data = { ...told.game, sources: sources() };
    local =
      data.kind === "film" ? new LocalFilm(data, seen(listeners)) : new DraftTable(data, seen(listeners));
    if (local instanceof DraftTable) local.beginWith(told.match);
    else local.begin();
  });
  window.parent.postMessage({ isReady: true }, "*");
  return (command) => (command.do === "stop" ? local?.stop() : local?.accept(command));
}

// A match that the page around this one is told of.
class DraftTable extends LocalTable {
  receive(told) {
    super.receive(told);
    if (!told.view) return;
    const moves = told.view.line.slice(0, told.view.ply).map((made) => made.text);
    const match = { saved: told.saved, moves, fingerprint: this.data.fingerprint };
    window.parent.postMessage({ match }, "*");
  }

  // The match of the draft before goes on: as it was by the same rules, by others with the same moves, if they fit.
  beginWith(match) {
    const isSame = match?.fingerprint === this.data.fingerprint;
    if (isSame) this.saved = match.saved;
    this.begin();
    if (match && !isSame && match.moves.length)
      this.enqueue("line", { do: "line", moves: match.moves, of: "match" });
  }
}

// The same listeners; the page around this one learns when there is something to see.
function seen(listeners) {
  const saying = (kind) => (told) => {
    listeners[kind](told);
    window.parent.postMessage({ isShown: true }, "*");
  };
  return { ...listeners, table: saying("table"), film: saying("film"), stopped: saying("stopped") };
}
