// The back end of a page that was woven: a match or a film whose rules run in workers of this page.

import { LocalFilm } from "./local_film.js";
import { LocalTable } from "./local_table.js";
import { connectOffers } from "./offers.js";
import { sources } from "./scripts.js";

export function connect(listeners) {
  const told = JSON.parse(document.getElementById("noughts-game").textContent);
  return told.offers ? connectOffers(told, listeners) : connectGame(told, listeners);
}

function connectGame(told, listeners) {
  const data = { ...told, sources: sources() };
  const local = data.kind === "film" ? new LocalFilm(data, listeners) : new LocalTable(data, listeners);
  local.begin();
  return (command) => (command.do === "stop" ? local.stop() : local.accept(command));
}
