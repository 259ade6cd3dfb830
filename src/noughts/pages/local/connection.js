// The local back end, in place of the socket: a match or a film whose rules run in workers of this page.

import { LocalFilm } from "./local_film.js";
import { LocalTable } from "./local_table.js";
import { textOf } from "./scripts.js";

export function connect(listeners) {
  const data = { ...JSON.parse(textOf("noughts-game")), sources: sources() };
  const local = data.kind === "film" ? new LocalFilm(data, listeners) : new LocalTable(data, listeners);
  local.begin();
  return (command) => (command.do === "stop" ? local.stop() : local.accept(command));
}

// The documents that the page was woven from, which errors quote, by name.
export function sources() {
  const carried = document.querySelectorAll(".noughts-source");
  return Object.fromEntries(Array.from(carried, (node) => [node.dataset.name, node.textContent]));
}
