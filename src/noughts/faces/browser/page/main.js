// The page: a socket to the program, and what is drawn of each view that it sends.

import { connect } from "./connection.js";
import { Files } from "./files.js";
import { Film } from "./film.js";
import { listenToKeys } from "./keys.js";
import { Memory } from "./memory.js";
import { Screen } from "./screen.js";
import { TableFace } from "./table.js";
import { startTheme } from "./theme.js";

const screen = new Screen();
let send = () => {};
const table = new TableFace(screen, (wish) => send(wish));
const film = new Film(screen, (wish) => send(wish));
const files = new Files((wish) => send(wish));
const memory = new Memory((wish) => send(wish));

// The rules of the document have broken down: there is nothing more to be seen.
function stopped({ message }) {
  document.querySelector("#headline").textContent = "Stopped";
  document.querySelector("#message").textContent = message;
}

startTheme();
listenToKeys(table, screen, files);

send = connect({
  name: (told) => memory.begin(told),
  table: (view) => {
    table.show(view);
    memory.keep(view);
  },
  record: (told) => files.keep(told),
  film: (told) => film.begin(told),
  frame: (told) => film.frame(told),
  stopped,
});
