// The page: what plays in it, and what is drawn of each view that it gives.

import { Busy } from "./busy.js";
import { Chooser } from "./chooser.js";
import { speakToParent } from "./embedded.js";
import { Files } from "./files.js";
import { Film } from "./film.js";
import { listenToKeys } from "./keys.js";
import { catchUp, later } from "./later.js";
import { Memory } from "./memory.js";
import { at } from "./nodes.js";
import { PaperFace } from "./paper.js";
import { Screen } from "./screen.js";
import { Sharer } from "./share.js";
import { TableFace } from "./table.js";
import { startLook, startTheme } from "./theme.js";
import { Trouble } from "./trouble.js";
import { WhyFace } from "./why.js";

const screen = new Screen();
/** @type {(command: Command) => void} */
let send = () => {};
const table = new TableFace(
  screen,
  (command) => send(command),
  (side) => chooser.open(side),
);
const film = new Film(screen, (command) => send(command));
const memory = new Memory((command) => send(command));
const busy = new Busy((command) => send(command));
const trouble = new Trouble((command) => send(command));
const files = new Files((command) => send(command), say);

const why = new WhyFace(screen, (command) => send(command));

startTheme();
startLook();
speakToParent();
listenToKeys(table, files, why);
const paper = new PaperFace(say);
const sharer = new Sharer(screen, (command) => send(command), say);
const chooser = new Chooser((command) => send(command));
let room = null; // of a page that is served

// What the page is told, in its order; but a picture comes first, and of several views the last.
const inOrder = {
  stage: (told) => {
    screen.clear();
    table.clear();
    trouble.mended();
    at("home").hidden = !told.home; // the page that lists the games
    at("home").href = told.home || "";
    paper.load(told);
    chooser.begin(told);
    room?.begin(told);
    sharer.begin(told);
    why.begin(told);
  },
  options: (told) => chooser.offer(told),
  why: (told) => why.answer(told),
  room: (told) => room.show(told),
  record: (told) => files.keep(told),
  frames: (told) => sharer.keepFilm(told),
  film: (told) => {
    film.begin(told);
    trouble.show("");
  },
  frame: (told) => film.frame(told),
  stopped: (told) => trouble.stopped(told),
  broken: ({ error }) => trouble.broken(error),
  notice: ({ message }) => say(message),
  refused: ({ message }) => {
    sharer.wanted = null;
    if (!chooser.refused(message)) say(message);
  },
};
for (const [kind, listen] of Object.entries(inOrder)) {
  inOrder[kind] = (told) => {
    catchUp();
    listen(told);
  };
}

// Connects the page with what plays in it; `roomOf` makes the part of the page that shows rooms.
export function begin(connect, roomOf = null) {
  room = roomOf?.((command) => send(command)) ?? null;
  send = connect({
    ...inOrder,
    name: (told) => memory.begin(told),
    picture: (picture) => table.draw(picture),
    table: (view) => {
      table.draw(view);
      later(() => show(view));
    },
    busy: () => busy.begin(),
    idle: () => busy.end(),
  });
}

// A sentence about what was asked; all else stays as it is.
function say(message) {
  table.say(message);
}

/** @param {View} view */
function show(view) {
  const focused = document.activeElement;
  table.show(view);
  keepFocus(focused);
  if (memory.keep(view)) return; // what was played before comes first, and what a link asks for once that is there
  chooser.follow(view);
  sharer.show(view);
  why.show(view);
  trouble.show(view.error, view.message);
}

// What was in focus may be gone, or of no use now: the keyboard goes on at the board.
function keepFocus(focused) {
  const isLost = !focused.isConnected || focused.disabled || document.activeElement !== focused; // as what is hidden
  if (isLost && [null, focused, document.body].includes(document.activeElement))
    at("board").focus({ preventScroll: true });
}
